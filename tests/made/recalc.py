"""LibreOffice as an independent judge of the workbooks: recalculate, change, read and compare them.

The usual test, for a report that the pipeline wrote (every formula cell carries the value the pipeline computed):

    assert roundtrip([report], tmp_path) == []

and what-if, in which a changed input cell must have the effect that the pipeline says it has:

    changed = edit(report, tmp_path / "changed.xlsx", {("Event", "C5"): 2100})
    [recalculated] = recalculate([poison(changed, tmp_path / "poisoned.xlsx")], tmp_path / "out")
    assert compare(recalculated, expected) == []

LibreOffice trusts the values stored in a file unless told otherwise, so a test that only opens and saves it proves
nothing. Hence the setting in PROFILE, and `poison`: 777 in the place of every stored result.
"""

from __future__ import annotations

import atexit
import functools
import math
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from made.xlsx import Cell, Value, formulas, poison, values

RELATIVE = 1e-9
ABSOLUTE = 1e-9
"""Differences and sums near zero are what rounding leaves of numbers around 2000: 2000 * 2**-52 * a few operations is
below 1e-11. The threshold of convergence is 1e-9, so nothing smaller than that is ever read as a result."""

# "Recalculation on file load": 0 is always, 1 is never, 2 is ask.
PROFILE = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema"
 xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>{mode}</value></prop></item>
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="ODFRecalcMode" oor:op="fuse"><value>{mode}</value></prop></item>
</oor:items>
"""  # noqa: E501  (LibreOffice wants each item on one line)


# --- LibreOffice ------------------------------------------------------------------------------------------------------


@functools.cache
def soffice() -> str | None:
    """The LibreOffice program, or None."""
    places = [
        "soffice",
        "libreoffice",
        "/Applications/LibreOffice.app/Contents/MacOS/soffice",
        r"C:\Program Files\LibreOffice\program\soffice.com",
    ]
    return next((found for place in places if (found := shutil.which(place))), None)


@functools.cache
def pdftoppm() -> str | None:
    """The program that makes pictures of a PDF's pages, or None."""
    return shutil.which("pdftoppm")


def office_command(*, hard: bool) -> list[str]:
    """What starts LibreOffice with the profile of this process; `hard`: it calculates all anew when it opens a file."""
    program = soffice()
    if program is None:
        raise RuntimeError("LibreOffice Calc is missing: apt install libreoffice-calc")
    return [program, f"-env:UserInstallation={_profile(hard).as_uri()}"]


def recalculate(paths: Iterable[Path], out_dir: Path, *, hard: bool = True) -> list[Path]:
    """Let LibreOffice open and save all files in one process; return the new files in the order of `paths`.

    `hard=False` leaves LibreOffice's own setting, which trusts the stored values: only to show why that won't do.
    """
    return _convert(paths, out_dir, "xlsx", hard=hard)


def printed(path: Path, out_dir: Path, *, hard: bool = False) -> Path:
    """Print the workbook as PDF."""
    [pdf] = _convert([path], out_dir, "pdf", hard=hard)
    return pdf


def render(path: Path, out_dir: Path, *, dpi: int = 80, hard: bool = False) -> list[Path]:
    """Print the workbook as PDF and return a PNG picture of each page, to be looked at."""
    program = pdftoppm()
    if program is None:
        raise RuntimeError("pdftoppm is missing: apt install poppler-utils")
    pdf = printed(path, out_dir, hard=hard)
    subprocess.run([program, "-r", str(dpi), "-png", str(pdf), str(pdf.with_suffix(""))], check=True)
    return sorted(out_dir.glob(f"{_literal(pdf.stem)}-*.png"))


def _literal(name: str) -> str:
    return re.sub(r"([*?[])", r"[\1]", name)


def _convert(paths: Iterable[Path], out_dir: Path, kind: str, *, hard: bool) -> list[Path]:
    sources = [Path(path) for path in paths]
    if not sources:
        return []
    out_dir.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="arpo-recalc-") as folder:
        # Numbered copies: two files may share a name, and LibreOffice takes some characters of a name amiss.
        staged = [Path(folder, f"{number}{path.suffix}") for number, path in enumerate(sources)]
        for source, copy in zip(sources, staged, strict=True):
            shutil.copyfile(source, copy)
        made = Path(folder, "made")
        command = [
            *office_command(hard=hard),
            *("--headless", "--norestore", "--convert-to", kind, "--outdir", str(made)),
            *map(str, staged),
        ]
        said = _run(command, timeout=120 + 30 * len(sources))
        results: list[Path] = []
        for source, copy in zip(sources, staged, strict=True):
            result = made / f"{copy.stem}.{kind}"
            if not result.exists():
                raise RuntimeError(f"LibreOffice made nothing of {source}: {said}")
            results.append(Path(shutil.move(result, _unused(out_dir, source.stem, kind, taken=results))))
    return results


def _unused(out_dir: Path, stem: str, kind: str, taken: Sequence[Path]) -> Path:
    names = [f"{stem}.{kind}", *(f"{stem}-{number}.{kind}" for number in range(2, len(taken) + 3))]
    return next(out_dir / name for name in names if out_dir / name not in taken)


def _run(command: list[str], timeout: float) -> str:
    # soffice is a script that starts another program: in a session of its own, so that all of it can be ended.
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    try:
        said, _ = process.communicate(timeout=timeout)
    except subprocess.TimeoutExpired:
        if sys.platform == "win32":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        _profile.cache_clear()
        raise
    return said


@functools.cache
def _profile(hard: bool) -> Path:
    # One for each process of the tests: two LibreOffices can't share a profile, and the first start with one is slow.
    folder = Path(tempfile.mkdtemp(prefix="arpo-libreoffice-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    if hard:
        settings = folder / "user" / "registrymodifications.xcu"
        settings.parent.mkdir()
        settings.write_text(PROFILE.format(mode=0), encoding="utf-8")
    return folder


# --- comparing --------------------------------------------------------------------------------------------------------


def roundtrip(paths: Sequence[Path], out_dir: Path) -> list[str]:
    """Recalculate poisoned copies of the workbooks and compare every formula cell with the value it was written with.

    Returns the differences in words; a formula cell that was written without a value is one.
    """
    poisoned = [poison(path, out_dir / "poisoned" / f"{number}-{path.name}") for number, path in enumerate(paths)]
    differences = []
    for path, new in zip(paths, recalculate(poisoned, out_dir / "recalculated"), strict=True):
        written = values(path)
        expected = {cell: written.get(cell) for cell in formulas(path)}
        differences += [f"{path.name}: {line}" for line in compare(new, expected)]
    return differences


def compare(
    recalculated: Path | Mapping[Cell, Value],
    expected: Mapping[Cell, object],
    rules: Mapping[Cell, str] | None = None,
    *,
    relative: float = RELATIVE,
    absolute: float = ABSOLUTE,
) -> list[str]:
    """The cells of a recalculated workbook, or of its values, that differ from what is expected, in words; or none.

    Numbers may differ by `relative` of the larger one, or by `absolute`; texts must be the same. A blank (None, NaN or
    "") only equals a blank. `expected` may hold pandas' and numpy's numbers. The words quote the formulas of `rules`.
    """
    if isinstance(recalculated, Path):
        return compare(values(recalculated), expected, formulas(recalculated), relative=relative, absolute=absolute)
    differences = []
    for cell, wanted in expected.items():
        got = recalculated.get(cell)
        if not _same(wanted, got, relative, absolute):
            sheet, reference = cell
            rule = "" if rules is None else rules.get(cell, "no formula")
            gap = f", off by {_number(got) - _number(wanted):.3g}" if _are_numbers(wanted, got) else ""
            differences.append(f"{sheet}!{reference} {rule}: expected {_shown(wanted)}, got {_shown(got)}{gap}")
    return differences


def without_expectation(path: Path, expected: Mapping[Cell, object]) -> list[Cell]:
    """The formula cells that `expected` forgets, for a test that claims to look at every one."""
    return [cell for cell in formulas(path) if cell not in expected]


def _same(wanted: object, got: Value, relative: float, absolute: float) -> bool:
    if _is_blank(wanted) or _is_blank(got):
        return _is_blank(wanted) and _is_blank(got)
    if _are_numbers(wanted, got):
        return math.isclose(_number(wanted), _number(got), rel_tol=relative, abs_tol=absolute)
    return isinstance(wanted, str) and wanted == got


def _is_blank(value: object) -> bool:
    # pandas' NA and NaN differ from themselves, or have no truth value
    if value is None or (isinstance(value, str) and value == ""):
        return True
    return type(value).__name__ in ("NAType", "NaTType") or (not isinstance(value, str) and value != value)


def _are_numbers(*candidates: object) -> bool:
    return all(not isinstance(value, str) and hasattr(value, "__float__") for value in candidates)


def _number(value: object) -> float:
    return float(value)  # type: ignore[arg-type]


def _shown(value: object) -> str:
    if _is_blank(value):
        return "a blank"
    return repr(value) if isinstance(value, str) else f"{_number(value)!r}"
