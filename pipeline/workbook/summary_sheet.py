"""The sheets Summary (can the result be trusted, and who is where) and About (what everything is)."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from xlsxwriter.worksheet import Worksheet

from pipeline import __version__
from pipeline.checks import ALERT, CHECK
from pipeline.settings import MEANINGS, NAMES
from pipeline.workbook.arpo_sheet import chart_ranges
from pipeline.workbook.book import Book, Value
from pipeline.workbook.layout import ABOUT, FINDINGS_ROW, LINE, SUMMARY, wanted_columns
from pipeline.workbook.styles import COLOUR_KEY

_LAST_COLUMN = 9
_RIGHT = 7
_CHARACTERS_A_LINE = 125
_LIVE_SETTINGS = {"unrated": "input_number", "threshold": "input_small"}


def write_summary_sheet(book: Book) -> None:
    """Write status, findings, what to look at, standings, settings, notes of the reader and the chart."""
    sheet, event = book.sheet(SUMMARY), book.work.event
    games = len(event.games) // 2
    book.head(
        sheet, SUMMARY, f"ARPO report: {event.name}",
        f"{len(event.players)} players · {event.rounds} rounds · {games} games · {event.source.path.name}",
    )
    for column, width in enumerate((8, 7, 28, 8, 12, 12, 2, 14, 15, 58)):
        sheet.set_column(column, column, width)
    sheet.merge_range(2, 1, 2, 4, "", book.formats["master"])
    sheet.write_formula(2, 1, book.resolver(SUMMARY).resolve("=[@master]"), book.formats["master"],
                        book.calculation.master)
    for row, sentence in enumerate(book.calculation.findings, start=FINDINGS_ROW):
        sheet.merge_range(row - 1, 0, row - 1, _LAST_COLUMN, sentence, book.formats["wrapped"])
        sheet.set_row(row - 1, LINE * (1 + len(sentence) // _CHARACTERS_A_LINE))
    _write_look_at(book, sheet)
    _write_standings(book, sheet)
    row = _write_settings(book, sheet)
    row = _write_notes(book, sheet, row + 2)
    _write_chart(book, sheet, row + 1)
    sheet.freeze_panes(3, 0)
    sheet.protect("", {"format_columns": True, "format_rows": True})
    book.print_setup(sheet, (1, 3))
    sheet.activate()


def _write_look_at(book: Book, sheet: Worksheet) -> None:
    """The checks that aren't OK, failed ones first: a live list."""
    resolver, top = book.resolver(SUMMARY), book.layout.look_row
    found = book.calculation.to_look_at
    heading = resolver.resolve(
        '=IF(MAX([@check_order])=0,"Nothing to look at: every check is OK",'
        '"To look at: "&MAX([@check_order])&" (all on the sheet Checks)")'
    )
    said = f"To look at: {len(found)} (all on the sheet Checks)" if found else "Nothing to look at: every check is OK"
    sheet.write_formula(top - 1, 0, heading, book.formats["label"], said)
    for i in range(book.layout.look_rows):
        row = top + 1 + i
        check = found[i] if i < len(found) else None
        place = f"MATCH(ROWS($A${top + 1}:$A{row}),[@check_order],0)"
        values: tuple[tuple[int, int, str, str, Value], ...] = (
            (0, 0, "check_statuses", "look", check.status if check else ""),
            (1, 3, "check_names", "look", check.name if check else ""),
            (4, 4, "check_values", "look_number", check.value if check else ""),
            (5, _LAST_COLUMN, "check_troubles", "look", check.trouble if check else ""),
        )
        for first, last, name, look, value in values:
            if last > first:
                sheet.merge_range(row - 1, first, row - 1, last, "", book.formats[look])
            formula = resolver.resolve(f'=IFERROR(INDEX([@{name}],{place}),"")')
            book.formula(sheet, row, first, formula, look, value)
        if check:
            sheet.set_row(row - 1, LINE * (1 + max(len(check.trouble) // 112, len(check.name) // 48)))
    book.judge(sheet, top + 1, 0, top + book.layout.look_rows, "", CHECK, ALERT)


def _write_standings(book: Book, sheet: Worksheet) -> None:
    resolver, top = book.resolver(SUMMARY), book.layout.standings_row
    book.row(sheet, top, 0, ("Rank", "No.", "Player", "Points", "RP", "ARPO"), "heading")
    sheet.write_comment(top - 1, 4, "Recursive performance. The video lesson calls it the player's ARPO.")
    sheet.write_comment(top - 1, 5, "Average recursive performance of the opponents.")
    frame = book.work.frame.sort_values("place")
    keys = (("rank", "whole"), ("no", "whole"), ("name", "text"), ("score", "points"), ("rp", "two"), ("arpo", "two"))
    for i in range(len(frame)):
        row = top + 1 + i
        place = f"MATCH(ROWS($A${top + 1}:$A{row}),[place:players],0)"
        for column, (key, look) in enumerate(keys):
            formula = resolver.resolve(f'=IFERROR(INDEX([{key}:players],{place}),"")')
            book.formula(sheet, row, column, formula, look, frame[key].iloc[i])
    sheet.conditional_format(
        top, 0, top + len(frame) - 1, 5,
        {"type": "formula", "criteria": f"=AND($E{top + 1}=\"\",$A{top + 1}<>\"\")",
         "format": book.formats["no_game_text"]},
    )


def _write_settings(book: Book, sheet: Worksheet) -> int:
    settings, rows = book.work.settings, book.layout.setting_rows
    book.row(sheet, book.layout.standings_row, _RIGHT, ("Setting", "Value", "From"), "heading")
    for name in NAMES:
        row, value = rows[name], getattr(settings, name)
        book.write(sheet, row, _RIGHT, name, "text")
        book.write(sheet, row, _RIGHT + 1, value, _LIVE_SETTINGS.get(name, "number"))
        book.write(sheet, row, _RIGHT + 2, settings.origin(name), "text")
    return max(rows.values())


def _write_notes(book: Book, sheet: Worksheet, row: int) -> int:
    """What the reader left out or interpreted, in short; returns the last row used."""
    notes = book.work.event.notes
    book.row(sheet, row, _RIGHT, ("Noted", "Count", "While reading the input"), "heading")
    for note in notes:
        row += 1
        _write_note(book, sheet, row, note.kind, note.count, note.what)
    if not notes:
        row += 1
        _write_note(book, sheet, row, "nothing", 0, "no byes, forfeits, unrated players or pending games")
    return row


def _write_note(book: Book, sheet: Worksheet, row: int, kind: str, count: int, what: str) -> None:
    """In one line, since standings stand in the same rows; About has the notes in full."""
    book.write(sheet, row, _RIGHT, kind, "text")
    book.write(sheet, row, _RIGHT + 1, count, "integer")
    book.write(sheet, row, _RIGHT + 2, what, "text")


def _write_chart(book: Book, sheet: Worksheet, row: int) -> None:
    steps = book.work.steps.largest_differences
    numbers, largest = chart_ranges(book)
    chart = book.chart({"type": "scatter", "subtype": "straight"})
    chart.add_series({"categories": numbers, "values": largest, "line": {"color": "#2E75B6", "width": 2}})
    chart.set_title({"name": "Largest difference at each iteration", "name_font": {"size": 11, "bold": True}})
    chart.set_legend({"none": True})
    chart.set_x_axis({"name": "iteration", "min": 0, "major_unit": max(1, round(len(steps) / 8)),
                      "label_position": "low", "major_gridlines": {"visible": False}})
    axis: dict[str, Any] = {"name": "rating points", "num_format": "0E+00",
            "major_gridlines": {"visible": True, "line": {"color": "#D9D9D9"}}}
    if steps.min() > 0:
        # A logarithmic axis shows the geometric convergence as a straight line; it has no place for a 0.
        axis |= {"log_base": 10, "crossing": "min"}
    chart.set_y_axis(axis)
    chart.set_size({"width": 460, "height": 280})
    sheet.insert_chart(row, _RIGHT, chart)


def write_about_sheet(book: Book, made: datetime) -> None:
    """Write where the report comes from, the colour key, and each column's rule."""
    sheet, source = book.sheet(ABOUT), book.work.event.source
    book.head(sheet, ABOUT, "About this report", "Where it comes from, and what each column is.")
    for number, width in enumerate((22, 26, 95, 46)):
        sheet.set_column(number, number, width)
    facts = (
        ("Source file", source.path.name),
        ("Its SHA-256", source.sha256),
        ("Read as", source.layout + (f", sheet {source.sheet}" if source.sheet else "")),
        ("Made", made.strftime("%Y-%m-%d %H:%M")),
        ("Program", f"arpo {__version__}"),
        ("dp", f"{book.work.rule.title}; {book.work.rule.source}"),
    )
    row = 5
    for label, fact in facts:
        sheet.write_string(row - 1, 0, label, book.formats["label"])
        sheet.write_string(row - 1, 1, fact, book.formats["subtitle"])
        row += 1
    row += 1
    book.row(sheet, row, 0, ("Colour", "Meaning"), "heading")
    for look, meaning in COLOUR_KEY:
        row += 1
        book.write(sheet, row, 0, {"ok": "OK", "bad": "CHECK", "know": "alert"}.get(look, "sample"), look)
        sheet.write_string(row - 1, 1, meaning, book.formats["subtitle"])
    row += 2
    book.row(sheet, row, 0, ("Noted while reading", "Count", "Which"), "heading")
    for note in book.work.event.notes:
        row += 1
        sheet.set_row(row - 1, LINE * (1 + len(note.text) // 105))
        book.row(sheet, row, 0, (note.kind, note.count, note.text), "bullet")
    row += 2
    book.row(sheet, row, 0, ("Setting", "Value", "Meaning"), "heading")
    for name in NAMES:
        row += 1
        book.row(sheet, row, 0, (name, str(getattr(book.work.settings, name)), MEANINGS[name]), "bullet")
    row += 2
    book.row(sheet, row, 0, ("Column", "Name in files", "Rule", "Source"), "heading")
    for column in wanted_columns(book.work):
        row += 1
        sheet.set_row(row - 1, LINE * (1 + len(column.meaning) // 105))
        heading = column.heading.format(k="1, 2, …")
        book.row(sheet, row, 0, (heading, column.key, column.meaning, column.source), "bullet")
    sheet.freeze_panes(3, 0)
    sheet.protect("", {"format_columns": True})
    book.print_setup(sheet, (1, 3))
