"""The stages of an audit: file -> grids -> event -> table -> settings -> verdicts -> findings -> annotated workbook."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from pipeline.audit.arpo_model import Ground
from pipeline.audit.findings import AnyAudit, Audit, made_audit
from pipeline.audit.formula_findings import FormulaFinding
from pipeline.audit.inference import settled
from pipeline.audit.judge import judged
from pipeline.audit.rating.audit import audit_of_ratings
from pipeline.audit.rating.dp_table import audit_of_dp_table
from pipeline.audit.reading import find_head, read_table, without_given
from pipeline.audit.stated import Remark, StatedTable
from pipeline.errors import InputError, Place, Problem
from pipeline.event import Event
from pipeline.hints import NONE, Hints
from pipeline.limits import NORMAL, Limits
from pipeline.output import check_writable, replacing
from pipeline.readers import preflight, read_event
from pipeline.readers.containers import open_grids
from pipeline.readers.grid import Grid
from pipeline.report import default_output, settings_for
from pipeline.settings import Settings

MACROS = ".xlsm"
"""A workbook with macros keeps its suffix: Excel opens none whose content and name differ."""


def audit_table(
    table: StatedTable, event: Event, settings: Settings, *, ground: Ground | None = None,
    formulas: tuple[FormulaFinding, ...] = (), remarks: tuple[Remark, ...] = (),
) -> Audit:
    """The audit of a table of numbers. Settings whose origin is “default” are inferred from it.

    `ground` may be given where many tables of one event are audited; `formulas` and `remarks` are what was seen in the
    file. Raises UsageError where the dp table lacks a percentage.
    """
    basis = settled(table, ground or Ground(event), settings)
    return made_audit(
        event, basis.settings, judged(basis.model, basis.table), (*basis.remarks, *table.remarks, *remarks), formulas
    )


def audit_file(
    path: Path, given: Mapping[str, object], event_path: Path | None = None, limits: Limits = NORMAL,
    hints: Hints = NONE,
) -> tuple[AnyAudit, list[Grid]]:
    """The audit of a file, and the file's sheets; its games are taken from it, or from `event_path`.

    Raises ArpoError: FileError, InputError (no table to audit, no games, and all that readers find) or UsageError.
    """
    if event_path is not None:
        event = read_event(event_path, limits, hints, isolated=True)
        grids = _grids(path, limits)
    else:
        try:
            event = _own_event(path, limits, hints)
        except InputError:
            # No event: but perhaps a table that needs none, of ratings or of dp.
            grids = _grids(path, limits)
            other = audit_of_ratings(path, grids) or audit_of_dp_table(path, grids)
            if other is None:
                raise
            return other, grids
        grids = open_grids(path, path.read_bytes())
    table = without_given(read_table(path, grids, event), event, path)
    formulas, remarks = _formulas(path, table)
    audit = audit_table(
        table, event, settings_for(event, given), formulas=formulas, remarks=remarks
    )
    return audit, grids


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
    audit, grids = audit_file(path, given, event_path, limits, hints)
    with replacing(target, path) as temporary:
        write_annotated(audit, path, grids, said, temporary)
    return audit, target


def _grids(path: Path, limits: Limits) -> list[Grid]:
    """The sheets of a file that no event is read from; the preflight looks at it all the same."""
    try:
        data = path.read_bytes()
    except OSError:
        read_event(path, limits)  # says what is the matter
        raise
    preflight.examine(path, data, limits)
    return open_grids(path, data)


def _own_event(path: Path, limits: Limits, hints: Hints) -> Event:
    """The event that the audited file itself holds. Raises InputError that says so where it holds no games."""
    try:
        return read_event(path, limits, hints, isolated=True)
    except InputError as error:
        head = next((head for grid in _grids(path, limits) if (head := find_head(grid)) is not None), None)
        if head is not None and not head.entries:
            what = "this sheet has columns to audit, and no opponents and results to audit them by."
            mend = "Give the file that holds the games: arpo audit FILE --event EVENT."
            raise InputError(path, [Problem(head.grid.place(head.row, 0), what, mend)]) from error
        raise


def _formulas(path: Path, table: StatedTable) -> tuple[tuple[FormulaFinding, ...], tuple[Remark, ...]]:
    return (), ()


__all__ = ["Place", "audit_file", "audit_table", "make_audit"]
