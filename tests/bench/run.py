"""`make bench`: how fast it is, as ratios, which mean the same on every machine. Prints; asserts nothing.

    python tests/bench/run.py [--only NAME] [--write]

`--write` keeps what was measured in docs/performance.md, with the machine that it was measured on.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parents[1])]

from bench import authors, batches, page, sizes, starting, ties, workbooks  # noqa: E402  (after the path)
from bench.measuring import RUNS, Figure, NotMeasuredError, Remark  # noqa: E402
from bench.performance_page import write_page  # noqa: E402

Measured = Figure | Remark | Iterator[Figure | Remark] | Iterator[Figure]

GROUPS: dict[str, tuple[Callable[[], Measured], ...]] = {
    "Against the program of the method's authors": (authors.rp_of_both, authors.all_values_of_an_open),
    "By size": (sizes.curve, sizes.tables),
    "Workbooks": (workbooks.large_workbook, workbooks.values_in_report, workbooks.large_event),
    "Audits": (workbooks.audited_sheet, workbooks.audited_report, workbooks.audited_class),
    "Tie-breaks": (ties.every_tie_break, ties.tie_breaks_of_many),
    "Many events": (batches.batches,),
    "Starting": (starting.whole_process, starting.only_help),
    "The page": (page.page_up, page.upload, page.many_uploads, page.idle),
}


def main() -> None:
    """Measure and print each figure as soon as it is there."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--only", default="", help="a part of a measurement's name, such as audited or curve")
    parser.add_argument("--write", action="store_true", help="keep the figures in docs/performance.md")
    asked = parser.parse_args()
    print(f"{'ratio':>8}  {'bound':>5}  {'':5}  median of {RUNS}", flush=True)
    lines: dict[str, list[Figure | Remark]] = {}
    for group, measurements in GROUPS.items():
        for measure in measurements:
            if asked.only in measure.__name__:
                for found in _found(measure):
                    print(_line(found), flush=True)
                    lines.setdefault(group, []).append(found)
    if asked.write:
        write_page(lines, sizes.SIZES)


def _found(measure: Callable[[], Measured]) -> Iterator[Figure | Remark]:
    try:
        made = measure()
        yield from (made,) if isinstance(made, Figure | Remark) else made
    except NotMeasuredError as why:
        yield Remark(f"{measure.__name__} not measured: {why}")


def _line(found: Figure | Remark) -> str:
    if isinstance(found, Remark):
        return f"{'':23}{found.text}"
    side = ">=" if found.at_least else "<="
    note = f" ({found.note})" if found.note else ""
    return f"{found.value:8.2f}  {side}{found.bound:5.2f}  {found.verdict:5}  {found.name}{note}"


if __name__ == "__main__":
    main()
