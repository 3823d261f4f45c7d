"""docs/performance.md: the figures of `make bench`, and a plot of the cost by size."""

from __future__ import annotations

import math
import os
import platform
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from pathlib import Path

from bench.measuring import ROOT, Figure, Remark
from bench.sizes import Size

PAGE, PLOT = ROOT / "docs" / "performance.md", ROOT / "docs" / "pictures" / "cost.svg"
PACKAGES = ("pandas", "numpy", "openpyxl", "xlsxwriter")
WIDTH, HEIGHT, LEFT, TOP, RIGHT = 660, 360, 70, 20, 40
_INTRODUCTION = """# How fast it is

`make bench` measures these side by side, in turns, and prints the same lines; this page is what it found on one machine
(`make bench ARGS=--write`). Each figure is a ratio, which means much the same on another machine; the bound is what it
should keep. A computer that does something else meanwhile spoils them.
"""

_CACHES = """\
The limit takes as many steps for 1,000 players as for 1,000,000: some 47 sums over the games. What grows above 100,000
is the time to look up a single opponent's value once the processor's cache no longer holds them (“ns an opponent”).
"""


def write_page(groups: Mapping[str, Sequence[Figure | Remark]], sizes: Sequence[Size]) -> None:
    """Write the page, and the plot where the sizes were measured."""
    parts = [_INTRODUCTION, _machine()]
    for name, found in groups.items():
        parts.append(f"## {name}\n")
        figures = [each for each in found if isinstance(each, Figure)]
        if figures:
            parts.append("| ratio | bound | | what |\n|---:|---:|---|---|")
            parts.append("\n".join(_row(figure) for figure in figures) + "\n")
        remarks = [each.text for each in found if isinstance(each, Remark)]
        if remarks:
            parts.append("```text\n" + "\n".join(remarks) + "\n```\n")
        if name == "By size" and sizes:
            PLOT.write_text(plot(sizes), encoding="utf-8")
            parts.append(_CACHES)
            parts.append("![Seconds against players, both logarithmic](pictures/cost.svg)\n")
    PAGE.write_text("\n".join(parts), encoding="utf-8")


def _row(figure: Figure) -> str:
    side, verdict = ("at least" if figure.at_least else "at most"), "" if figure.verdict == "ok" else "**not kept**"
    note = f" ({figure.note})" if figure.note else ""
    return f"| {figure.value:.2f} | {side} {figure.bound:g} | {verdict} | {figure.name}{note} |"


def _machine() -> str:
    model = next((line.split(":", 1)[1].strip() for line in _cpu() if line.startswith("model name")), "")
    packages = ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    return (f"Measured on {platform.system()}, {platform.machine()}, {os.cpu_count()} processors"
            + (f" ({model})" if model else "") + f"; Python {platform.python_version()}, {packages}.\n")


def _cpu() -> list[str]:
    file = Path("/proc/cpuinfo")
    return file.read_text(encoding="utf-8").splitlines() if file.is_file() else []


def plot(sizes: Sequence[Size]) -> str:
    """Seconds against players, both logarithmic, as SVG; the dashed line is what a linear cost would be."""
    xs = [math.log10(size.players) for size in sizes]
    ys = [math.log10(size.seconds) for size in sizes]
    low, high = math.floor(min(ys)), math.ceil(max(ys))
    first, last = xs[0], xs[-1]

    def at(x: float, y: float) -> tuple[float, float]:
        return (LEFT + (x - first) / (last - first) * (WIDTH - LEFT - RIGHT),
                TOP + (high - y) / (high - low) * (HEIGHT - TOP - 50))

    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" font-family="sans-serif" '
             'font-size="12"><rect width="100%" height="100%" fill="white"/>']
    for power in range(low, high + 1):
        x, y = at(first, power)
        parts.append(f'<path d="M{x:.1f} {y:.1f}H{WIDTH - RIGHT}" stroke="#ddd"/>'
                     f'<text x="{x - 8:.1f}" y="{y + 4:.1f}" text-anchor="end">{10.0**power:g} s</text>')
    for power in range(math.ceil(first), math.floor(last) + 1):
        x, y = at(power, low)
        parts.append(f'<path d="M{x:.1f} {y:.1f}V{TOP}" stroke="#ddd"/>'
                     f'<text x="{x:.1f}" y="{y + 18:.1f}" text-anchor="middle">{10**power:,}</text>')
    parts.append(f'<text x="{WIDTH / 2}" y="{HEIGHT - 8}" text-anchor="middle">players, 9 rounds</text>')
    x0, y0 = at(first, ys[-1] - (last - first))
    x1, y1 = at(last, ys[-1])
    if ys[-1] - (last - first) >= low:
        parts.append(f'<path d="M{x0:.1f} {y0:.1f}L{x1:.1f} {y1:.1f}" stroke="#999" stroke-dasharray="5 4"/>')
    line = "L".join("{:.1f} {:.1f}".format(*at(x, y)) for x, y in zip(xs, ys, strict=True))
    parts.append(f'<path d="M{line}" fill="none" stroke="#1f5fa8" stroke-width="2"/>')
    parts += ['<circle cx="{:.1f}" cy="{:.1f}" r="4" fill="#1f5fa8"/>'.format(*at(x, y))
              for x, y in zip(xs, ys, strict=True)]
    return "\n".join([*parts, "</svg>\n"])
