"""The stages of an audit: file -> grids -> event -> table -> settings -> verdicts -> findings -> annotated workbook."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pipeline.audit.arpo_model import Ground
from pipeline.audit.findings import AnyAudit, Audit, made_audit
from pipeline.audit.inference import Basis, no_game_remarks, settled
from pipeline.audit.judge import judged
from pipeline.audit.rating.audit import audit_of_ratings
from pipeline.audit.rating.dp_table import audit_of_dp_table
from pipeline.audit.reading import find_head, read_table, without_given
from pipeline.audit.stated import Remark, StatedTable
from pipeline.audit.verdicts import Judgement
from pipeline.audit.workbook.package import Package
from pipeline.errors import InputError, Problem
from pipeline.event import Event
from pipeline.hints import NONE, Hints
from pipeline.limits import NORMAL, Limits
from pipeline.output import check_writable, replacing
from pipeline.readers import preflight, read_bytes, read_event
from pipeline.readers.containers import open_grids
from pipeline.readers.grid import Grid, UnvaluedFormula
from pipeline.report import default_output, settings_for
from pipeline.settings import Settings

MACROS = ".xlsm"
"""A workbook with macros keeps its suffix: Excel opens none whose content and name differ."""


@dataclass(frozen=True)
class Source:
    """The audited file: its sheets as grids, and its parts where it is an Excel workbook."""

    path: Path
    grids: list[Grid]
    package: Package | None


def audit_table(table: StatedTable, event: Event, settings: Settings, *, ground: Ground | None = None) -> Audit:
    """The audit of a table of numbers. Settings whose origin is “default” are inferred from it.

    `ground` may be given where many tables of one event are audited. Raises UsageError where the dp table lacks a
    percentage.
    """
    basis = settled(table, ground or Ground(event), settings)
    judgement = judged(basis.model, basis.table)
    return made_audit(event, basis.settings, judgement, _remarks(basis, judgement))


def audit_file(
    path: Path, given: Mapping[str, object], event_path: Path | None = None, limits: Limits = NORMAL,
    hints: Hints = NONE,
) -> tuple[AnyAudit, Source]:
    """The audit of a file, and the file; its games are taken from it, or from `event_path`.

    Raises ArpoError: FileError, InputError (no table to audit, no games, and all that readers find) or UsageError.
    """
    if event_path is not None:
        event = read_event(event_path, limits, hints, isolated=True)
        source = _opened(path, limits)
    else:
        try:
            event = _own_event(path, limits, hints)
        except InputError:
            # No event: but perhaps a table that needs none, of ratings or of dp.
            source = _opened(path, limits)
            if any(_is_of_the_method(grid) for grid in source.grids):
                raise
            other = audit_of_ratings(path, source.grids) or audit_of_dp_table(path, source.grids)
            if other is None:
                raise
            return other, source
        source = _opened(path, limits)
    table = without_given(read_table(path, source.grids, event), event, path)
    basis = settled(table, Ground(event), settings_for(event, given))
    judgement = judged(basis.model, basis.table)
    remarks = _remarks(basis, judgement)
    if source.package is None:
        return made_audit(event, basis.settings, judgement, remarks), source
    from pipeline.audit.formulas.checks import audited_formulas

    formulas = audited_formulas(source.package, basis.table, basis.model)
    return made_audit(event, basis.settings, judgement, (*remarks, *formulas.remarks), formulas.findings), source


def _remarks(basis: Basis, judgement: Judgement) -> tuple[Remark, ...]:
    return (*basis.remarks, *basis.table.remarks, *no_game_remarks(judgement))


def make_audit(
    path: Path, given: Mapping[str, object], event_path: Path | None = None, out: Path | None = None,
    language: str = "en", limits: Limits = NORMAL, hints: Hints = NONE,
) -> tuple[AnyAudit, Path]:
    """Audit `path` and write the annotated copy to `out` (or output/NAME-audit.xlsx), whole or not at all.

    Returns the audit and where the copy is. Raises ArpoError; then nothing has been written.
    """
    from pipeline.audit.annotate import write_annotated
    from pipeline.audit.words import words

    said = words(language)
    target = out or default_output(path, "audit").with_suffix(MACROS if path.suffix.lower() == MACROS else ".xlsx")
    check_writable(target, path)
    audit, source = audit_file(path, given, event_path, limits, hints)
    with replacing(target, path) as temporary:
        write_annotated(audit, path, source.grids, source.package, said, temporary)
    return audit, target


def _opened(path: Path, limits: Limits) -> Source:
    """The audited file, once the preflight has passed it; formulas without a stored value are calculated."""
    data = read_bytes(path, limits)
    preflight.examine(path, data, limits)
    grids = open_grids(path, data)
    package = None
    if data[:4] == b"PK\x03\x04":
        package = Package.read(path)
        if "xl/workbook.xml" not in package.parts and package.workbook not in package.parts:
            package = None
    if package is not None:
        _fill_in(package, grids)
    return Source(path, grids, package)


def _fill_in(package: Package, grids: list[Grid]) -> None:
    """Give formulas that the file holds no value for the one that they have, where that can be calculated."""
    missing = [
        (grid, row, column)
        for grid in grids for row, values in enumerate(grid.rows) for column, value in enumerate(values)
        if isinstance(value, UnvaluedFormula)
    ]
    if not missing:
        return
    from pipeline.audit.formulas.book import BookCells
    from pipeline.audit.formulas.evaluate import Recalculation
    from pipeline.audit.formulas.parser import NotEvaluated

    recalculation = Recalculation(BookCells(package))
    for grid, row, column in missing:
        try:
            grid.rows[row][column] = recalculation.value(grid.sheet, (row, column))
        except NotEvaluated:
            continue  # stays a formula without a value, which the audit then says


def _is_of_the_method(grid: Grid) -> bool:
    """Whether the sheet has columns that only the method has: its table isn't one of ratings, whatever else it has."""
    head = find_head(grid)
    meanings = [] if head is None else [meanings[0] for meanings in head.columns.values()]
    return any(meaning in ("c", "c_hat") or meaning.startswith("iteration_") for meaning in meanings)


def _own_event(path: Path, limits: Limits, hints: Hints) -> Event:
    """The event that the audited file itself holds. Raises InputError that says so where it holds no games."""
    try:
        return read_event(path, limits, hints, isolated=True)
    except InputError as error:
        grids = open_grids(path, path.read_bytes())
        head = next((head for grid in grids if (head := find_head(grid)) is not None), None)
        if head is not None and not head.entries:
            what = "this sheet has columns to audit, and no opponents and results to audit them by."
            mend = "Give the file that holds the games: arpo audit FILE --event EVENT."
            raise InputError(path, [Problem(head.grid.place(head.row, 0), what, mend)]) from error
        raise
