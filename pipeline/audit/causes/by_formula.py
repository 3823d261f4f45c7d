"""What a cell's formula says of its mistake: of several players whose values would explain it, the one left out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from pipeline.audit.causes.case import Fit
from pipeline.audit.formulas.engine.shape import parsed
from pipeline.audit.formulas.finding import GROWING, SHORT_RANGE, FormulaFinding

_LEFT_OUT = ("opponent_left_out", "player_left_out", "sum_left_out")


def narrowed(fits: Sequence[Fit], found: Sequence[FormulaFinding], names: Mapping[int, str]) -> list[Fit]:
    """The causes, where someone was left out with only those that a range is too short for; `names` by row."""
    missing = [
        names[row] for finding in found if finding.name in (SHORT_RANGE, GROWING)
        for row in sorted({*_rows(finding, "expected", names)} - {*_rows(finding, "formula", names)})
    ]
    told = [fit for fit in fits if fit.name in _LEFT_OUT and _named(fit, missing)]
    return [
        Fit(fit.name, {**fit.details, "who": " / ".join(_named(fit, missing))}) if fit in told else fit
        for fit in fits
        if not told or fit.name not in _LEFT_OUT or fit in told
    ]


def _named(fit: Fit, missing: Sequence[str]) -> list[str]:
    """Those of the missing players whom a cause names."""
    named = fit.details["who"].removesuffix(" …").split(" / ")
    return [name for name in missing if name in named]


def _rows(finding: FormulaFinding, which: str, rows: Iterable[int]) -> Iterator[int]:
    """Those of the rows that a formula of the finding refers to."""
    at = finding.spot.row, finding.spot.column
    for reference in parsed(finding.details[which].removeprefix("="), *at).references:
        top, _, bottom, _ = reference.block(*at)
        yield from (row for row in rows if top <= row <= bottom)
