"""The sheets Summary (can the result be trusted, and who is where) and About (what everything is) of an ARPO report."""

from __future__ import annotations

from math import ceil
from typing import Any

from xlsxwriter.worksheet import Worksheet

from pipeline.method.columns import converged_condition, drift_check, limit_condition, settled_condition
from pipeline.method.settings import MEANINGS, NAMES
from pipeline.method.work import Work, has_limit
from pipeline.registry import Column
from pipeline.words import Said, joined, said
from pipeline.workbook import summary_parts as parts
from pipeline.workbook.arpo_sheet import chart_ranges
from pipeline.workbook.book import Book
from pipeline.workbook.layout import ARPO, STANDINGS, TIES, tie_columns, wanted_columns
from pipeline.workbook.names import CHOICE, PLAYER
from pipeline.workbook.styles import LINE
from pipeline.workbook.summary_parts import LAST_COLUMN, RIGHT, SUMMARY, SettingLine, States

_ROWS_OF_A_PAGE = 58
"""So many rows of a Summary are printed on a page."""
_LEFT = said("in the long run, a step leaves so much of the rest")
_CHART_SIZE = {"width": 460, "height": 280}
_LIVE_SETTINGS = {"unrated": "input_number", "threshold": "input_small"}


def write_summary_sheet(book: Book) -> None:
    """Write status, findings, what to look at, standings, settings, notes of the reader and the chart."""
    event, layout = book.work.event, book.layout
    sheet = parts.begin_summary(
        book, said("ARPO report: {event}", event=event.name),
        joined(" · ", (*event.sizes, event.source.file_name)), STATES, layout.summary, layout.check_rows,
        [*_as_read(book.calculation.stated), _where_rp_is_from(book),
         *_as_read(book.calculation.parts + book.calculation.swinging)],
    )
    _write_standings(book, sheet)
    row = parts.write_settings(book, sheet, layout.summary.table_row, _settings(book))
    row = parts.write_notes(book, sheet, row + 2, event.notes)
    row = _write_convergence(book, sheet, row + 2)
    _write_chart(book, sheet, layout.summary.table_row)
    parts.end_summary(book, sheet, layout.summary)
    rows = max(row, layout.summary.table_row + layout.players)
    sheet.fit_to_pages(1, ceil(rows / _ROWS_OF_A_PAGE))


STATES = States(
    said("These standings can decide a prize: every check holds, every game is played, one order holds for all."),
    lambda reasons: said("Nothing is wrong, but these standings aren't final or have no common order: {reasons}.",
                         reasons=reasons),
    lambda name: said("Don't use these standings before the reason is known. First to look at: {name}.", name=name),
    {"shared": said("These standings can decide a prize, but none among players who share a place: every check holds, "
                    "every game is played.")},
)
_CONVERGED = (
    said("The iterations converge: the last one changes no value by more than the threshold. RP is the last iteration.")
)
_DRIFTING = said("ĉ drifts: with c = opponents these results have no RP; c = field has one.")
_PARTS_DRIFT = said("ĉ drifts in a part of the field: with c = opponents its results have no RP; c = field has one.")
_LIMIT = said("The iterations have not reached the threshold: RP is the exact limit, which the program computed.")
_SETTLED = (
    said("The event was changed after the report was made, and the iterations have all but settled: RP is the last of "
    "them.")
)
_UNSETTLED = (
    said("The event was changed after the report was made, and the iterations have not settled: there is no RP. Run "
    "the "
    "report again.")
)


def _as_read(sentences: list[Said]) -> list[tuple[str, str]]:
    return [(said("As read: {sentence}", sentence=sentence), "") for sentence in sentences]


def _where_rp_is_from(book: Book) -> tuple[str, str]:
    """The sentence that says where RP is from, or why there is none, and its formula: it follows the Event sheet."""
    work, one_part = book.work, book.work.graph.components == 1
    drifting = _DRIFTING if one_part else _PARTS_DRIFT
    found = _CONVERGED if book.calculation.settled else drifting if work.drifts else _LIMIT
    changed = f'IF({settled_condition(work)},"{_SETTLED}","{_UNSETTLED}")'
    slow = f'IF({limit_condition(work)},"{_LIMIT}",{changed})' if has_limit(work) else changed
    formula = (
        f'=IF({converged_condition(work)},"{_CONVERGED}",IF([@check {drift_check(work)}]<>"OK","{drifting}",{slow}))'
    )
    return found, book.resolver(SUMMARY).resolve(formula)


def _settings(book: Book) -> list[SettingLine]:
    settings = book.work.settings
    return [
        SettingLine(
            name, getattr(settings, name), _LIVE_SETTINGS.get(name, "number"), settings.origin(name), MEANINGS[name]
        )
        for name in NAMES
    ]


def _write_standings(book: Book, sheet: Worksheet) -> None:
    resolver, top = book.resolver(SUMMARY), book.layout.summary.table_row
    book.row(sheet, top, 0, (said("Rank"), said("No."), said("Player"), said("Points"), "RP", "ARPO"), "heading")
    kind = f'IF({settled_condition(book.work)},"RP (last iteration)","RP (none)")'
    if has_limit(book.work):
        kind = f'IF({limit_condition(book.work)},"RP (limit)",{kind})'
    formula = resolver.resolve(f'=IF({converged_condition(book.work)},"RP (last iteration)",{kind})')
    sheet.set_row(top - 1, 2 * LINE)
    book.formula(sheet, top, 4, formula, "heading", _kind_of_rp(book))
    book.comment(sheet, top, 4, said("Recursive performance. The video lesson calls it the player's ARPO."))
    arpo = said("Average recursive performance of the opponents. It isn't FIDE's APRO (C.07 10.4).")
    book.comment(sheet, top, 5, arpo)
    frame = book.work.frame.sort_values("place")
    keys = list(zip(STANDINGS, ("whole", "whole", "text", "points", "two", "two"), strict=True))
    if book.work.graph.components > 1:
        keys.append(("component", "part"))
        book.write(sheet, top, len(keys) - 1, said("Part"), "heading")
        sheet.set_column(len(keys) - 1, len(keys) - 1, 6)
    for i in range(len(frame)):
        row = top + 1 + i
        place = f"MATCH(ROWS($A${top + 1}:$A{row}),[place:players],0)"
        for column, (key, look) in enumerate(keys):
            if key == "name":
                book.linked(sheet, row, column, f"{PLAYER}!{CHOICE}")
            formula = resolver.resolve(f'=IFERROR(INDEX([{key}:players],{place}),"")')
            book.formula(sheet, row, column, formula, look, frame[key].iloc[i])
    sheet.conditional_format(
        top, 0, top + len(frame) - 1, 5,
        {"type": "formula", "criteria": f"=AND($E{top + 1}=\"\",$A{top + 1}<>\"\")",
         "format": book.formats["no_game_text"]},
    )


def _kind_of_rp(book: Book) -> str:
    """Where the RP of the standings is taken from: what the live heading says for the event as read."""
    if book.work.steps.converged_at is not None and not book.work.drifts:
        return said("RP (last iteration)")
    return said("RP (limit)") if has_limit(book.work) else said("RP (none)")


def _write_convergence(book: Book, sheet: Worksheet, row: int) -> int:
    """How fast the iterations converge, for the event as read, under a heading in row `row`; returns the last row."""
    found = book.calculation.convergence
    book.row(sheet, row, RIGHT, (said("Convergence"), said("Steps"), said("As read, by the second eigenvalue")),
             "heading")
    row += 1
    book.write(sheet, row, RIGHT, said("eigenvalue"), "text")
    # Its last digits are the computer's own.
    book.write(sheet, row, RIGHT + 1, round(found.second_eigenvalue, 6), "stated_number")
    book.write(sheet, row, RIGHT + 2, _LEFT, "text")
    for target in found.targets:
        row += 1
        book.write(sheet, row, RIGHT, target.size, "small")
        book.write(sheet, row, RIGHT + 1, "–" if target.made is None else target.made, "stated_whole")
        words = said("until no difference is larger; never, by the eigenvalue")
        if target.expected is not None:
            words = said("until no difference is larger; by the eigenvalue {steps}", steps=target.expected)
        book.write(sheet, row, RIGHT + 2, words, "text")
    return row


def _write_chart(book: Book, sheet: Worksheet, row: int) -> None:
    """The chart beside the settings, below the headings in `row`: under them it would be cut where a page ends."""
    steps = book.work.steps.largest_differences
    numbers, largest = chart_ranges(book)
    chart = book.chart({"type": "scatter", "subtype": "straight"})
    chart.add_series({"categories": book.spoken.formula(numbers), "values": book.spoken.formula(largest),
    "line": {"color": "#2E75B6", "width": 2}})
    chart.set_title({"name": book.told(said("Largest difference at each iteration")), "name_font": {"size": 11,
    "bold": True}})
    chart.set_legend({"none": True})
    chart.set_x_axis({"name": book.told(said("iteration")), "min": 0, "major_unit": max(1, round(len(steps) / 8)),
                      "label_position": "low", "major_gridlines": {"visible": False}})
    axis: dict[str, Any] = {"name": book.told(said("rating points")), "num_format": "0E+00",
            "major_gridlines": {"visible": True, "line": {"color": "#D9D9D9"}}}
    if steps.min() > 0:
        # A logarithmic axis shows the geometric convergence as a straight line; it has no place for a 0.
        axis |= {"log_base": 10, "crossing": "min"}
    chart.set_y_axis(axis)
    chart.set_size(_CHART_SIZE)
    sheet.set_column(LAST_COLUMN + 1, LAST_COLUMN + 1, 2)
    sheet.insert_chart(row, LAST_COLUMN + 2, chart, {"y_offset": 6})


def write_about_sheet(book: Book) -> None:
    """Write where the report comes from, the colour key, and each column's rule."""
    work = book.work
    facts = [("dp", joined("; ", [work.rule.title, work.rule.source]))]
    columns: dict[str, list[Column[Work]]] = {ARPO: wanted_columns(work)}
    if book.layout.ties:
        columns[TIES] = tie_columns(work)
    parts.write_about_sheet(book, work.event.source, facts, _settings(book), work.event.notes, columns)
