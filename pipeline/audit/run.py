"""The stages of an audit: file -> grids -> event -> table -> settings -> verdicts -> findings -> annotated workbook."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from pipeline.audit.contradictions import by_the_numbers, by_the_sheet, with_typed_result
from pipeline.audit.dp_table import audit_of_dp_table
from pipeline.audit.formulas.audited import audited_formulas
from pipeline.audit.formulas.precision import with_formula_claims
from pipeline.audit.judging.again import judged_again
from pipeline.audit.judging.arpo_model import Ground
from pipeline.audit.judging.by_legend import settled_with_legends
from pipeline.audit.judging.inference import Basis, settled
from pipeline.audit.judging.out_of_date import as_it_is_now
from pipeline.audit.judging.ranks import with_ranks
from pipeline.audit.judging.remarks import no_game_remarks, performance_remarks, points_remarks, sums_remarks
from pipeline.audit.judging.verdicts import Verdict
from pipeline.audit.ratings import audit_of_ratings
from pipeline.audit.report.annotate import annotated
from pipeline.audit.report.findings import AnyAudit, Audit, made_audit
from pipeline.audit.report.told import ToldAudit, told
from pipeline.audit.report.words import words
from pipeline.audit.sheet.file import AuditedFile, opened_bytes
from pipeline.audit.sheet.head import find_head
from pipeline.audit.sheet.helpers import without_helpers
from pipeline.audit.sheet.reading import read_table, without_given
from pipeline.audit.sheet.stated import Remark, StatedTable
from pipeline.audit.sheet.unvalued import without_unvalued
from pipeline.errors import InputError
from pipeline.event import Event, Note, Reading, Source
from pipeline.limits import NORMAL, Limits
from pipeline.method.choices import COMMAND_LINE
from pipeline.method.settings import SETTINGS_SHEET, Settings, with_values
from pipeline.rating.summary_headings import game_header, is_of_ratings
from pipeline.readers import FileBytes, event_in, file_bytes
from pipeline.readers.collection import no_collection
from pipeline.readers.contradiction import ContradictionError
from pipeline.readers.grid import Grid
from pipeline.readers.hints import NONE, Hints
from pipeline.readers.results_beside import with_results_beside
from pipeline.words import said

RATING_OPTIONS = ("rules", "kind", "year", "k", "type")
"""Options of `audit` that tables of ratings are judged by."""
_MANY, _FEWER = 3, 4
"""So many errors, and a so many times smaller number by other settings, are worth a word."""
OF_THE_EVENT = said("Settings sheet of the event")
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
    """The audit of a file, and the file; its games are taken from it, or from `event_path`. All in this process.

    Raises ArpoError: FileError, InputError (no table to audit, no games, and all that readers find) or UsageError.
    """
    return _audited(inputs_of(path, event_path, limits), given, hints)


class Inputs(NamedTuple):
    """The audited file and that of the event, if it is another; each was read once."""

    file: FileBytes
    event: FileBytes | None


def inputs_of(path: Path, event_path: Path | None, limits: Limits) -> Inputs:
    """The files' bytes, once the preflight has passed them. Raises FileError."""
    event = file_bytes(event_path, limits) if event_path is not None else None
    return Inputs(file_bytes(path, limits), event)


def _audited(inputs: Inputs, given: Mapping[str, object], hints: Hints) -> tuple[AnyAudit, AuditedFile]:
    # The options of `rate` go to tables of ratings, the others to sheets of the method.
    ratings = {name: given.get(f"rating_{name}") for name in RATING_OPTIONS}
    given = {name: value for name, value in given.items() if not name.startswith("rating_")}
    if inputs.event is not None:
        return _with_event(inputs.file, inputs.event, given, ratings, hints)
    file = opened_bytes(inputs.file, hints)
    try:
        event = file.event()
    except ContradictionError as error:
        return by_the_numbers(file, error, lambda event: _of_event(file, event, None, given)), file
    except InputError:
        # No event: but perhaps a table that needs none, of ratings or of dp.
        if any(is_of_the_method(grid) for grid in file.grids):
            raise
        other = audit_of_ratings(file.path, file.grids, ratings) or audit_of_dp_table(file.path, file.grids)
        if other is None:
            raise
        return other, file
    found = _of_ratings(file, event, ratings)
    if found is not None:
        return found, file
    return with_typed_result(file, event, lambda event: _of_event(file, event, None, given)), file


def _with_event(
    bytes_: FileBytes, of_event: FileBytes, given: Mapping[str, object], ratings: Mapping[str, object], hints: Hints
) -> tuple[AnyAudit, AuditedFile]:
    """The audit by the games of another file; where one of them contradicts itself, by what the sheet bears out."""
    contradiction: ContradictionError | None = None
    try:
        event = event_in(of_event, hints)
    except ContradictionError as error:
        contradiction = error
    file = opened_bytes(bytes_, replace(hints, pick=""))  # --pick means one of the event's file

    def judge(event: Event) -> AnyAudit:
        return _of_ratings(file, event, ratings) or _of_event(file, event, of_event.path, given)

    return (judge(event) if contradiction is None else by_the_sheet(contradiction, judge)), file


def _of_ratings(file: AuditedFile, event: Event, ratings: Mapping[str, object]) -> AnyAudit | None:
    """The audit of a file with tables of ratings; None where it has none, or one of the method."""
    return audit_of_ratings(file.path, file.grids, ratings, event) if _is_of_ratings(file.grids, ratings) else None


def _of_event(file: AuditedFile, event: Event, event_path: Path | None, given: Mapping[str, object]) -> Audit:
    """The audit of a file by an event, its own where `event_path` is None."""
    path = file.path
    grids, input_remarks = without_helpers(file.grids)
    table = without_given(read_table(path, [with_results_beside(grid) for grid in grids], event), event, path)
    table = with_formula_claims(without_unvalued(table, path, file.grids), file.book)
    settings = _settings(event, event_path, file, given)
    ground = Ground(event)
    basis = settled_with_legends(table, ground, settings)
    judgement, out_of_date = as_it_is_now(basis.judgement)
    judgement, ranks = with_ranks(judgement)
    further = list(judged_again(basis, event, settings))
    again = [one.judgement for one in further]
    whole = [part for part in (judgement, *again) if part.reported is None]
    formulas = [audited_formulas(file.book, part.table, part.model) for part in whole] if file.book else []
    remarks = (*input_remarks, *_remarks(basis), *_by_other_settings(basis, table, ground), *out_of_date, *ranks,
               *(remark for one in further for remark in one.remarks),
               *(remark for found in formulas for remark in found.remarks))
    findings = [finding for found in formulas for finding in found.findings]
    return made_audit(event, basis.settings, judgement, remarks, findings, again=again)


def _by_other_settings(basis: Basis, table: StatedTable, ground: Ground) -> Iterator[Remark]:
    """Whether most errors would be none by another dp table or c than a Settings sheet names: the sheet may have been
    meant to be worked out so, as when somebody takes the lesson's event and FIDE's table.
    """
    named = [name for name in ("dp", "c") if basis.settings.origin(name) in (OF_THE_EVENT, SETTINGS_SHEET)]
    errors = basis.judgement.counts()[Verdict.WRONG]
    if not named or errors < _MANY:
        return
    free = replace(basis.settings, origins={k: v for k, v in basis.settings.origins.items() if k not in named})
    other = settled_with_legends(table, ground, free)
    left = other.judgement.counts()[Verdict.WRONG]
    if left * _FEWER <= errors:
        options = " ".join(f"--{name} {getattr(other.settings, name)}" for name in named)
        yield Remark("by_other_settings", {"count": errors, "left": left, "text": options})


def _settings(
    event: Event, event_path: Path | None, file: AuditedFile, given: Mapping[str, object]
) -> Settings:
    """The options, else what the audited file itself says, else what the file of the event says, else the defaults."""
    settings = with_values(Settings(), event.settings if event_path is not None else {}, OF_THE_EVENT)
    settings = with_values(with_values(settings, file.settings(), SETTINGS_SHEET), given, COMMAND_LINE)
    return replace(settings, points=str(event.scoring))


def _remarks(basis: Basis) -> tuple[Remark, ...]:
    judgement = basis.judgement
    return (*basis.remarks, *basis.table.remarks, *points_remarks(judgement), *performance_remarks(judgement),
            *no_game_remarks(judgement), *sums_remarks(judgement))


@dataclass(frozen=True)
class Made(Reading):
    """What auditing a file brings: the audit as it is told, and the bytes of the annotated copy."""

    source: Source
    audit: ToldAudit
    copy: bytes
    notes: tuple[Note, ...] = ()


def with_copy(inputs: Inputs, given: Mapping[str, object], hints: Hints, language: str) -> Made:
    """The audit and the copy. An audit makes a great many small objects, keeps them, and has no cycles."""
    with no_collection():
        audit, file = _audited(inputs, given, hints)
        copy = annotated(audit, file.path, file.grids, file.workbook, words(language))
        return Made(Source(file.path, "", ""), told(audit), copy)


def _is_of_ratings(grids: list[Grid], ratings: Mapping[str, object]) -> bool:
    """Whether a file with an event has a table of ratings to be audited, and none of the method."""
    if any(is_of_the_method(grid) for grid in grids):
        return False
    return any(is_of_ratings(grid) or game_header(grid) is not None for grid in grids) or bool(ratings.get("rules"))


def is_of_the_method(grid: Grid) -> bool:
    """Whether the sheet has columns that only the method has: its table isn't one of ratings, whatever else it has."""
    head = find_head(grid)
    meanings = [] if head is None else [meanings[0] for meanings in head.columns.values()]
    return any(meaning in ("c", "c_hat") or meaning.startswith("iteration_") for meaning in meanings)
