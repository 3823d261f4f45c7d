"""The stages of an audit: file -> grids -> event -> table -> settings -> verdicts -> findings -> annotated workbook."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from pipeline.audit.formulas.audited import audited_formulas
from pipeline.audit.formulas.precision import with_formula_claims
from pipeline.audit.judging.again import judged_again
from pipeline.audit.judging.arpo_model import Ground
from pipeline.audit.judging.inference import Basis, settled
from pipeline.audit.judging.out_of_date import as_it_is_now
from pipeline.audit.judging.remarks import no_game_remarks
from pipeline.audit.rating.audit import audit_of_ratings
from pipeline.audit.rating.dp_table import audit_of_dp_table
from pipeline.audit.report.findings import AnyAudit, Audit, made_audit
from pipeline.audit.sheet.file import AuditedFile, opened
from pipeline.audit.sheet.head import find_head
from pipeline.audit.sheet.helpers import without_helpers
from pipeline.audit.sheet.reading import read_table, without_given
from pipeline.audit.sheet.stated import Remark, StatedTable
from pipeline.audit.sheet.unvalued import without_unvalued
from pipeline.errors import InputError
from pipeline.event import Event
from pipeline.limits import NORMAL, Limits
from pipeline.method.settings import Settings, with_values
from pipeline.readers import read_event
from pipeline.readers.grid import Grid
from pipeline.readers.hints import NONE, Hints

OF_THE_EVENT = "Settings sheet of the event"
"""Where a setting came from that only the event's file has, not the audited one."""


def audit_table(table: StatedTable, event: Event, settings: Settings, *, ground: Ground | None = None) -> Audit:
    """The audit of a table of numbers. Settings whose origin is “default” are inferred from it.

    `ground` may be given where many tables of one event are audited. Raises UsageError where the dp table lacks a
    percentage.
    """
    basis = settled(table, ground or Ground(event), settings)
    return made_audit(event, basis.settings, basis.judgement, _remarks(basis))


def audit_file(
    path: Path, given: Mapping[str, object], event_path: Path | None = None, limits: Limits = NORMAL,
    hints: Hints = NONE,
) -> tuple[AnyAudit, AuditedFile]:
    """The audit of a file, and the file; its games are taken from it, or from `event_path`.

    Raises ArpoError: FileError, InputError (no table to audit, no games, and all that readers find) or UsageError.
    """
    event = read_event(event_path, limits, hints, isolated=True) if event_path is not None else None
    file = opened(path, limits, hints if event is None else replace(hints, pick=""))  # which picks one of the event's
    if event is None:
        try:
            event = file.event()
        except InputError:
            # No event: but perhaps a table that needs none, of ratings or of dp.
            if any(_is_of_the_method(grid) for grid in file.grids):
                raise
            other = audit_of_ratings(path, file.grids) or audit_of_dp_table(path, file.grids)
            if other is None:
                raise
            return other, file
    table = without_given(read_table(path, without_helpers(file.grids), event), event, path)
    table = with_formula_claims(without_unvalued(table, path, file.grids), file.book)
    basis = settled(table, Ground(event), _settings(event, event_path, file, given))
    judgement, out_of_date = as_it_is_now(basis.judgement)
    again = list(judged_again(basis, event))
    whole = [part for part in (judgement, *again) if part.reported is None]
    formulas = [audited_formulas(file.book, part.table, part.model) for part in whole] if file.book else []
    remarks = (*_remarks(basis), *out_of_date, *(remark for found in formulas for remark in found.remarks))
    findings = [finding for found in formulas for finding in found.findings]
    return made_audit(event, basis.settings, judgement, remarks, findings, again=again), file


def _settings(
    event: Event, event_path: Path | None, file: AuditedFile, given: Mapping[str, object]
) -> Settings:
    """The options, else what the audited file itself says, else what the file of the event says, else the defaults."""
    settings = with_values(Settings(), event.settings if event_path is not None else {}, OF_THE_EVENT)
    settings = with_values(with_values(settings, file.settings(), "Settings sheet"), given, "command line")
    return replace(settings, points=str(event.scoring))


def _remarks(basis: Basis) -> tuple[Remark, ...]:
    return (*basis.remarks, *basis.table.remarks, *no_game_remarks(basis.judgement))


def _is_of_the_method(grid: Grid) -> bool:
    """Whether the sheet has columns that only the method has: its table isn't one of ratings, whatever else it has."""
    head = find_head(grid)
    meanings = [] if head is None else [meanings[0] for meanings in head.columns.values()]
    return any(meaning in ("c", "c_hat") or meaning.startswith("iteration_") for meaning in meanings)
