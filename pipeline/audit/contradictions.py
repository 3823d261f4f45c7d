"""Results of the sheet's own games that its numbers contradict: of two that don't fit, or one that both rows have."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from pipeline.addresses import position_of
from pipeline.audit.causes import Fit
from pipeline.audit.judging.verdicts import Verdict
from pipeline.audit.report.findings import AnyAudit, Audit, JudgedCell
from pipeline.audit.sheet.file import AuditedFile
from pipeline.audit.sheet.head import Head, find_head
from pipeline.audit.sheet.reading import sheet_title, spot_at
from pipeline.audit.sheet.stated import Remark, Spot
from pipeline.event import RESULTS, Event
from pipeline.readers import vocabulary
from pipeline.readers.contradiction import ContradictionError

Judge = Callable[[Event], Audit]
"""The audit of the file by an event."""
_FROM_RESULTS = ("score", "points", "per_cent", "dp")
"""Columns that come straight from the results."""
_FEW = 4
"""With more players whose numbers don't fit, no single result is behind it."""
_FEWER = 2
"""A result is only taken for one typed wrong where so many fewer cells are wrong with another."""


def by_the_numbers(file: AuditedFile, error: ContradictionError, judge: Judge) -> Audit:
    """The audit by that of two contradicting results which the sheet's numbers bear out; the other is a finding.

    Raises the error where the file has no table to audit.
    """
    if not any(find_head(grid) for grid in file.grids):
        raise error
    made = [(judge(one.event), one) for one in error.alternatives]
    audit, taken = min(made, key=lambda one: one[0].summary[Verdict.WRONG])
    grid = next((grid for grid in file.grids if grid.sheet == taken.place.sheet), file.grids[0])
    spot = Spot(sheet_title(file.path, grid), taken.place.cell, *position_of(taken.place.cell))
    name = str(taken.event.players["name"].loc[taken.no])
    return _with(audit, spot, name, taken.round, taken.stated, Fit("results_contradict", {"right": taken.right}))


def by_the_sheet(error: ContradictionError, judge: Callable[[Event], AnyAudit]) -> AnyAudit:
    """The audit by that of two contradicting results of the event's file which the sheet bears out, with what it is."""
    made = [(judge(one.event), one) for one in error.alternatives]
    audit, taken = min(made, key=lambda one: one[0].summary[Verdict.WRONG])
    told = len({one.summary[Verdict.WRONG] for one, _ in made}) > 1
    details = {
        "path": error.path.name, "where": taken.place.said, "player": str(taken.event.players["name"].loc[taken.no]),
        "text": taken.stated, "right": taken.right, "round": taken.round,
    }
    name = "event_contradicts" if told else "event_contradicts_untold"
    return replace(audit, remarks=(Remark(name, details), *audit.remarks))


def with_typed_result(file: AuditedFile, event: Event, judge: Judge) -> Audit:
    """The audit; with another result of one game where that leaves fewer cells wrong: then this result is a finding."""
    first = judge(event)
    wrong = first.summary[Verdict.WRONG]
    best: tuple[int, Audit, int, int, str] | None = None
    for one, other, round_ in _suspected(first, event) if wrong >= _FEWER else ():
        for result in "wdl":
            changed = _with_result(event, one, other, round_, result)
            if changed is None:
                continue
            audit = judge(changed)
            left = audit.summary[Verdict.WRONG]
            if left <= wrong - _FEWER and (best is None or left < best[0]):
                best = left, audit, one, round_, result
    if best is None:
        return first
    left, audit, no, round_, result = best
    spot = _spot(file, audit, no, round_)
    if spot is None:
        return first
    stated = event.entries.loc[(event.entries["no"] == no) & (event.entries["round"] == round_), "result"].iloc[0]
    fit = Fit("result_typed", {"right": result, "count": str(wrong - left)})
    return _with(audit, spot, str(event.players["name"].loc[no]), round_, str(stated), fit)


def _with(audit: Audit, spot: Spot, name: str, round_: int, stated: str, fit: Fit) -> Audit:
    cell = JudgedCell(spot, name, f"result_{round_}", stated, None, None, Verdict.WRONG, 0, (fit,), spot, (spot,))
    return replace(audit, cells=(cell, *audit.cells))


def _suspected(audit: Audit, event: Event) -> Iterator[tuple[int, int, int]]:
    """The games between two players whose own results don't give what is stated: their numbers, and the round."""
    index = event.players.index.tolist()
    found = {
        index[cell.position] for cell in audit.cells
        if cell.table == 0 and cell.position >= 0 and cell.verdict is Verdict.WRONG and cell.column in _FROM_RESULTS
    }
    if not 2 <= len(found) <= _FEW:
        return
    columns = (event.games[name].tolist() for name in ("no", "round", "opponent"))
    for no, round_, opponent in zip(*columns, strict=True):
        if no < opponent and {no, opponent} <= found:
            yield no, opponent, round_


def _with_result(event: Event, one: int, other: int, round_: int, result: str) -> Event | None:
    """The event with another result of a game; None where it has that one."""
    entries = event.entries.copy()
    rows = {no: (entries["no"] == no) & (entries["round"] == round_) for no in (one, other)}
    if entries.loc[rows[one], "result"].iloc[0] == result:
        return None
    entries.loc[rows[one], "result"] = result
    entries.loc[rows[other], "result"] = RESULTS[result].reply[0]
    return replace(event, entries=entries)


def _spot(file: AuditedFile, audit: Audit, no: int, round_: int) -> Spot | None:
    """The cell of a player's result, where the table that was judged has the games."""
    position = audit.event.players.index.tolist().index(no)
    for grid in file.grids:
        head = find_head(grid)
        column = None if head is None else _result_column(head, round_)
        title = sheet_title(file.path, grid)
        rows = [
            spot.row for stated in audit.judgement.table.columns.values()
            if (spot := stated.spots[position]) is not None and spot.sheet == title
        ]
        if column is not None and rows:
            return spot_at(file.path, grid, rows[0], column)
    return None


def _result_column(head: Head, round_: int) -> int | None:
    """The column of a round's results; a cross-table's of the round itself."""
    words = {column: vocabulary.heading(head.texts[column]) for column in head.entries if column in head.texts}
    for name in ("result", "round"):
        for column, word in words.items():
            if word is not None and (word.name, word.number) == (name, round_):
                return column
    return None
