"""The rating report, from a calculation: sheets in the order of the tabs."""

from __future__ import annotations

from pathlib import Path

from xlsxwriter.worksheet import Worksheet

from pipeline.method.choices import in_words
from pipeline.rating.calculation import RatingCalculation, first_ratings
from pipeline.rating.ruleset import RatingWork
from pipeline.rating.settings import AVERAGES, DIFFERENCES, MEANINGS
from pipeline.words import counted, joined, said
from pipeline.workbook import summary_parts as parts
from pipeline.workbook.check_table import write_check_table
from pipeline.workbook.event_sheet import write_event_sheet
from pipeline.workbook.guard_table import write_guard_table
from pipeline.workbook.layout import FIRST_ROW
from pipeline.workbook.names import DEFINED_RATINGS
from pipeline.workbook.rating.curves_sheet import write_curves_sheet
from pipeline.workbook.rating.layout import GAMES, PLAYERS, RATING, layout_of
from pipeline.workbook.rating.sheets import RatingBook, write_average_sheet, write_table_sheet, write_tables_sheet
from pipeline.workbook.styles import LINE
from pipeline.workbook.summary_parts import RIGHT, SUMMARY, SettingLine, States
from pipeline.workbook.templates import absolute

_LIVE = {"k": "input_number", "year": "input_number", "average": "input", "difference": "input"}
"""Settings that the formulas read from their cells; rules and type decide which formulas there are."""

STATES = States(
    said("These ratings can be used: every check holds, and every game is played."),
    lambda reasons: said("Nothing is wrong, but these ratings aren't final: {reasons}.", reasons=reasons),
    lambda name: said("Don't use these ratings before the reason is known. First to look at: {name}.", name=name),
)
_PUBLISHED = 6
"""Summary: the column that says whether a first rating can be published, and why not."""


def titled(work: RatingWork) -> str:
    """The event, with the kind of chess where the rules have several."""
    if not work.rules.has_kinds:
        return work.entry.name
    return said("{name} ({kind})", name=work.entry.name, kind=in_words(work.settings.kind))


def write_rating_report(calculation: RatingCalculation, path: Path, *, curves: bool = False) -> None:
    """Write the workbook to `path`, which is overwritten: callers give a temporary file.

    With `curves` it has a sheet that draws the expected score against the rating difference.
    """
    book = RatingBook(path, calculation, layout_of(calculation))
    work, event = book.work, book.work.entry.event
    kind = [in_words(work.settings.type)] if "type" in book.layout.summary.settings else []
    subtitle = joined(" · ", [titled(work), work.rules.title, *kind])
    _write_summary(book)
    if event is not None and book.layout.grid is not None:
        write_event_sheet(book, event, book.layout.grid)
    what = said("what K depends on.") if event is not None else said("every other sheet follows.")
    write_table_sheet(book, PLAYERS, said("The players"), said("Yellow cells may be changed: {what}", what=what))
    write_table_sheet(book, RATING, said("Ratings, step by step"), subtitle)
    if work.steps:
        write_average_sheet(book)
    if work.games is not None:
        write_table_sheet(book, GAMES, said("The games, each from either side"), subtitle)
    write_check_table(book, work.rules.checks, work, book.layout.check_rows)
    write_tables_sheet(book)
    if curves:
        write_curves_sheet(book)
    _write_about(book)
    write_guard_table(book, book.layout.check_rows)
    book.describe(
        said("Rating report: {event}", event=work.entry.name),
        said("Rating changes and first ratings, step by step, with the checks"),
    )
    table = book.layout.tables[RATING]
    for name, key in DEFINED_RATINGS.items():
        if key in table.spans:
            book.define(name, RATING, absolute(table.spans[key].first, FIRST_ROW, last_row=table.last_row))
    book.close()


def _settings(book: RatingBook) -> list[SettingLine]:
    settings = book.work.settings
    return [
        SettingLine(name, getattr(settings, name), _LIVE.get(name, "number"), settings.origin(name), MEANINGS[name])
        for name in book.layout.summary.settings
    ]


def _write_summary(book: RatingBook) -> None:
    work, layout = book.work, book.layout
    sheet = parts.begin_summary(
        book, said("Rating report: {event}", event=titled(work)),
        joined(" · ", [counted("{count} player", "{count} players", len(work.frame)), work.rules.title,
                       work.entry.source.file_name]),
        STATES, layout.summary, layout.check_rows,
        [(sentence, "") for sentence in book.calculation.findings],
    )
    _write_players(book, sheet)
    row = parts.write_settings(book, sheet, layout.summary.table_row, _settings(book))
    for name, choices in (("average", AVERAGES), ("difference", DIFFERENCES)):
        if name in layout.summary.settings:
            at = layout.summary.setting_rows[name] - 1
            sheet.data_validation(at, RIGHT + 1, at, RIGHT + 1, {"validate": "list", "source": list(choices)})
    parts.write_notes(book, sheet, row + 2, work.entry.notes)
    parts.end_summary(book, sheet, layout.summary)


def _write_players(book: RatingBook, sheet: Worksheet) -> None:
    """Each player with his change and his new, or first, rating."""
    resolver, top, frame = book.resolver(SUMMARY), book.layout.summary.table_row, book.work.frame
    book.row(sheet, top, 0, (said("No."), said("K"), said("Player"), said("Rating"), said("Change"),
    said("New or first"),
    said("Published")), "heading")
    sheet.set_column(_PUBLISHED, _PUBLISHED, 22)
    sheet.set_row(top - 1, 2 * LINE)
    book.comment(sheet, top, 5, said("New rating; of an unrated player his first rating, whether published or not."))
    new = frame["new_rating"].where(frame["rating"].notna(), first_ratings(frame)).tolist()
    change = next(column for column in book.layout.tables[RATING].columns if column.key == "rating_change")
    k = "K_used" if "K_used" in frame else "K"
    columns = (("no", "whole"), (k, "whole"), ("name", "text"), ("rating", "whole"), ("rating_change", change.style))
    for i in range(len(frame)):
        row = top + 1 + i
        place = f"ROWS($A${top + 1}:$A{row})"
        for column, (key, look) in enumerate(columns):
            formula = resolver.resolve(f"=INDEX([Rating:{key}],{place})")
            book.formula(sheet, row, column, formula, look, frame[key].iloc[i])
        first = f"INDEX([Rating:initial_rating],{place})"
        if "first_rating" in frame:
            first = f"IF(ISNUMBER(INDEX([Rating:first_rating],{place})),INDEX([Rating:first_rating],{place}),{first})"
        formula = f"=IF(ISNUMBER(INDEX([Rating:rating],{place})),INDEX([Rating:new_rating],{place}),{first})"
        book.formula(sheet, row, _PUBLISHED - 1, resolver.resolve(formula), "whole", new[i])
        formula = resolver.resolve(f"=INDEX([Rating:published],{place})")
        book.formula(sheet, row, _PUBLISHED, formula, "text", frame["published"].iloc[i])


def _write_about(book: RatingBook) -> None:
    work = book.work
    facts = [
        (said("Rules"), joined(": ", [work.rules.name, work.rules.source])),
        (said("Tables"), said("FIDE Handbook B.02 (2024), tables 8.1.1 (per cent to dp) and 8.1.2 (difference to "
        "expected score)")),
    ]
    columns = {name: table.columns for name, table in book.layout.tables.items()}
    parts.write_about_sheet(book, work.entry.source, facts, _settings(book), work.entry.notes, columns)
