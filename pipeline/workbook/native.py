"""Writes the native event workbook, blank or with an event in it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd
import xlsxwriter
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from pipeline.event import OPTIONAL_COLUMNS, RESULTS, USUAL, Event
from pipeline.method.choices import in_words
from pipeline.method.settings import CHOICES, MEANINGS, NAMES, RANGES, WHOLE, Settings
from pipeline.rating.settings import MEANINGS as RATING_MEANINGS
from pipeline.readers.above import said_above
from pipeline.readers.builder import HIGHEST_RATING
from pipeline.readers.cells import HIGHEST_NUMBER
from pipeline.resources import template_toml
from pipeline.words import ENGLISH, Said, said
from pipeline.workbook.layout import EVENT, NATIVE_HEADINGS, ROUND_HEADINGS
from pipeline.workbook.measure import heading_width, lines_in
from pipeline.workbook.pages import Page, add_pages
from pipeline.workbook.sheets import add_sheet, new_workbook
from pipeline.workbook.spoken import Spoken
from pipeline.workbook.styles import LINE

_HEADER_ROW = 3
_FIXED = ("no", "name", "rating")
_TEXT = "@"
_DECIMALS = "[>=0.01]0.0###;[<=-0.01]-0.0###;0E+00"
"""Of numbers that aren't whole, a threshold among them."""
_OF_RATINGS = ("kind", "year")
"""What `rate` asks for where a file doesn't tell it: kept where it does."""
_HOW_TO = said("How to")
_HINT = said("Yellow cells are yours to fill in. The sheet “{sheet}” says what may stand in them.", sheet=_HOW_TO)
_OPPONENT_PROMPT = said("The opponent's number (column A). Leave it blank for a bye or an absence.")
_RESULT_PROMPT = said("w win, d draw, l loss; + and - forfeit. Without an opponent: full-bye, half-bye, zero-bye, or "
"blank.")
_RATING_PROMPT = said("A number up to 4000. Leave it blank for an unrated player.")
_SETTING_HEADINGS = (said("Setting"), said("Value"), said("Default"), said("Meaning"))
_HELP_TITLE = said("How to fill in this workbook")
_HELP = (
    said("1. Sheet Event: one row for each player, each with a number of his own. Rows without a name are left out."),
    said("2. Rating: a number. A blank or 0 means unrated; the report says so, and uses the setting “unrated”."),
    said(
        "3. For each round the opponent's number and the result as this player sees it. Both players' rows "
        "hold the game."
    ),
    said(
        "4. Results: w, d, l. 1, ½, 0, 0.5, 0,5 and 1/2 are read, too; the columns are formatted as text, so "
        "that Excel makes no date of them."
    ),
    said(
        "5. Forfeits: + (won) and - (lost), with the opponent. They count in the score, never in Ra, dp or "
        "the iterations."
    ),
    said("6. Without an opponent: full-bye (one point), half-bye (half a point), zero-bye, or blank for an absence."),
    said("7. An opponent with a blank result is a game still to be played; the report lists it and leaves it out."),
    said(
        "8. More rounds: add the headings Opponent 10, Result 10, and so on, to the right. More players: add "
        "rows below."
    ),
    said(
        "9. Optional columns, anywhere in the header: Title, Federation, Birth, K, Games (before the event), "
        "Points (as stated, compared with the computed score), and any tie-break (TB1, Buchholz, RecRp), "
        "which is compared or kept."
    ),
    said("10. Sheet Settings: leave a value blank for the default. The command line's options come before it."),
    said("11. Save it, and run: arpo report, with the name of this file."),
)


def write_native(
    path: Path,
    players: pd.DataFrame,
    rounds: int,
    entries: pd.DataFrame,
    stated: pd.DataFrame,
    name: str,
    settings: Mapping[str, object],
    pages: Sequence[Page] = (),
    language: str = ENGLISH,
    beside: Sequence[str] = (),
) -> None:
    """Write the frames of an event (see `Event`) to `path`; players without a name leave their row blank.

    `pages` are further sheets after its own; the words are in `language`. `beside` stands beside the event's name
    (`said_above`).
    """
    words, spoken = template_toml("native.toml"), Spoken(language)
    book = new_workbook(path)
    formats = _formats(book, words["colours"])
    sheet = add_sheet(book, EVENT, spoken)
    optional = [column for column in OPTIONAL_COLUMNS if column in players]
    headings = _headings(rounds, optional, list(stated.columns))
    first_colour = len(headings)
    if "colour" in entries:
        headings += [_round_heading("colour", round_) for round_ in range(1, rounds + 1)]
    _write_head(sheet, formats, words, headings, name, rounds, beside)
    _write_players(sheet, formats, players, rounds, optional, stated)
    _write_entries(sheet, formats, players, entries, first_colour)
    _validate(sheet, len(players), rounds)
    _write_settings(add_sheet(book, said("Settings"), spoken), formats, words, settings)
    _write_help(add_sheet(book, _HOW_TO, spoken), formats, words)
    add_pages(book, pages)
    book.close()


def blank_players(count: int) -> pd.DataFrame:
    """Players who have a number and nothing else."""
    index = pd.RangeIndex(1, count + 1, name="no")
    return pd.DataFrame({"name": "", "rating": math.nan}, index=index)


def write_event_frames(event: Event, path: Path, pages: Sequence[Page] = (), language: str = ENGLISH) -> None:
    """Write an event to `path`, with further sheets after its own."""
    settings = event.settings if event.scoring == USUAL else {**event.settings, "points": str(event.scoring)}
    write_native(path, event.players, event.rounds, event.entries, event.stated, event.name, settings, pages, language,
                 said_above(event))


def _formats(book: xlsxwriter.Workbook, colours: Mapping[str, str]) -> dict[str, Format]:
    box = {"border": 1, "border_color": colours["border"]}
    cell = {**box, "bg_color": colours["input_fill"], "font_color": colours["input_text"], "valign": "vcenter"}
    head = {**box, "bg_color": colours["header_fill"], "font_color": colours["header_text"], "bold": True}
    return {
        "number": book.add_format(cell),
        "decimals": book.add_format({**cell, "num_format": _DECIMALS}),
        "text": book.add_format({**cell, "num_format": _TEXT}),
        "result": book.add_format({**cell, "num_format": _TEXT, "align": "center"}),
        "header": book.add_format({**head, "text_wrap": True, "valign": "top"}),
        "bold": book.add_format({"bold": True, "font_size": 12}),
        "quiet": book.add_format({"font_color": colours["quiet_text"], "italic": True, "align": "left",
                                  "valign": "vcenter"}),
        "quiet_small": book.add_format({"font_color": colours["quiet_text"], "italic": True, "align": "left",
                                        "valign": "vcenter", "num_format": "0E+00"}),
        "plain": book.add_format({"valign": "vcenter"}),
        "wrap": book.add_format({"text_wrap": True, "valign": "vcenter"}),
    }


def _headings(rounds: int, optional: list[str], stated: list[str]) -> list[str]:
    games = [_round_heading(name, round_) for round_ in range(1, rounds + 1) for name in ("opponent", "result")]
    return [NATIVE_HEADINGS[name] for name in _FIXED] + games + [NATIVE_HEADINGS[name] for name in optional] + stated


def _round_heading(name: str, round_: int) -> Said:
    return Said(str(ROUND_HEADINGS[name]), {"n": round_})


def _write_head(
    sheet: Worksheet, formats: dict[str, Format], words: dict[str, Any], headings: list[str], name: str, rounds: int,
    beside: Sequence[str],
) -> None:
    sheet.write_string(0, 0, said("Event"), formats["bold"])
    sheet.write_string(0, 1, name, formats["text"])
    for column, text in enumerate(beside, start=len(_FIXED)):
        sheet.write_string(0, column, text, formats["bold" if (column - len(_FIXED)) % 2 == 0 else "text"])
    sheet.write_string(1, 0, _HINT, formats["quiet"])
    for column, heading in enumerate(headings):
        sheet.write_string(_HEADER_ROW, column, heading, formats["header"])
    widths = words["widths"]
    games = ["opponent", "result"] * rounds
    kinds = [*_FIXED, *games]
    for column, heading in enumerate(headings):
        least = widths[kinds[column] if column < len(kinds) else "other"]
        sheet.set_column(column, column, heading_width([sheet.spoken.text(heading)], least, 1))
    sheet.freeze_panes(_HEADER_ROW + 1, 2)
    _set_page(sheet)
    sheet.repeat_rows(_HEADER_ROW)


def _set_page(sheet: Worksheet) -> None:
    """A4 (number 9), landscape, one page wide."""
    sheet.set_landscape()
    sheet.set_paper(9)
    sheet.fit_to_pages(1, 0)


def _write_value(
    sheet: Worksheet, row: int, column: int, value: Any, formats: dict[str, Format], is_text: bool
) -> None:
    """A value as what it is: text always as text (a name that begins with = stays one), nothing for an unknown."""
    if value is None or pd.isna(value):
        sheet.write_blank(row, column, None, formats["text" if is_text else "number"])
    elif is_text:
        sheet.write_string(row, column, value if isinstance(value, str) else str(value), formats["text"])
    else:
        whole = float(value).is_integer()
        sheet.write_number(row, column, float(value), formats["number" if whole else "decimals"])


def _write_players(
    sheet: Worksheet,
    formats: dict[str, Format],
    players: pd.DataFrame,
    rounds: int,
    optional: list[str],
    stated: pd.DataFrame,
) -> None:
    first_optional = len(_FIXED) + 2 * rounds
    others = pd.concat([players[optional], stated], axis=1)
    texts = [name in ("title", "federation", "birth") for name in others]
    for row, (no, name, rating) in enumerate(zip(players.index, players["name"], players["rating"], strict=True)):
        at = _HEADER_ROW + 1 + row
        _write_value(sheet, at, 0, no, formats, is_text=False)
        _write_value(sheet, at, 1, name, formats, is_text=True)
        _write_value(sheet, at, 2, rating, formats, is_text=False)
        for round_ in range(rounds):
            sheet.write_blank(at, 3 + 2 * round_, None, formats["number"])
            sheet.write_blank(at, 4 + 2 * round_, None, formats["result"])
        for offset, is_text in enumerate(texts):
            _write_value(sheet, at, first_optional + offset, others.iat[row, offset], formats, is_text)


def _write_entries(
    sheet: Worksheet, formats: dict[str, Format], players: pd.DataFrame, entries: pd.DataFrame, first_colour: int
) -> None:
    rows = {no: _HEADER_ROW + 1 + row for row, no in enumerate(players.index)}
    for no, round_, opponent, result, *colour in entries.itertuples(index=False):
        if any(colour):
            sheet.write_string(rows[no], first_colour + round_ - 1, colour[0], formats["result"])
        column = len(_FIXED) + 2 * (round_ - 1)
        if not pd.isna(opponent):
            sheet.write_number(rows[no], column, int(opponent), formats["number"])
        if result:
            sheet.write_string(rows[no], column + 1, result, formats["result"])


def _validate(sheet: Worksheet, players: int, rounds: int) -> None:
    """Lists and limits on the input cells; they warn and don't forbid, for 1, ½ and 0 are read as well."""
    first, last = _HEADER_ROW + 1, _HEADER_ROW + max(players, 1)
    whole = {"validate": "integer", "criteria": "between", "minimum": 1, "maximum": HIGHEST_NUMBER}
    sheet.data_validation(first, 0, last, 0, {**whole, "error_type": "warning"})
    rating = {"validate": "decimal", "criteria": "between", "minimum": 0, "maximum": HIGHEST_RATING}
    rating |= {"error_type": "warning", "error_message": _RATING_PROMPT}
    sheet.data_validation(first, 2, last, 2, rating)
    opponent = {**whole, "error_type": "warning", "error_message": _OPPONENT_PROMPT}
    result = {"validate": "list", "source": list(RESULTS), "error_type": "warning"}
    result |= {"error_message": _RESULT_PROMPT}
    for round_ in range(rounds):
        sheet.data_validation(first, 3 + 2 * round_, last, 3 + 2 * round_, opponent)
        sheet.data_validation(first, 4 + 2 * round_, last, 4 + 2 * round_, result)


def _write_settings(
    sheet: Worksheet, formats: dict[str, Format], words: dict[str, Any], settings: Mapping[str, object]
) -> None:
    for column, heading in enumerate(_SETTING_HEADINGS):
        sheet.write_string(0, column, heading, formats["header"])
    defaults = Settings()
    for row, name in enumerate(NAMES, start=1):
        value, default = in_words(settings.get(name)), in_words(getattr(defaults, name))
        sheet.write_string(row, 0, in_words(name), formats["plain"])
        _write_value(sheet, row, 1, value, formats, is_text=isinstance(default, str))
        looks = {"text": formats["quiet"], "number": formats["quiet"], "decimals": formats["quiet_small"]}
        _write_value(sheet, row, 2, default, looks, isinstance(default, str))
        _write_meaning(sheet, row, MEANINGS[name], formats, words)
        if name in CHOICES or name in WHOLE or name in RANGES:
            sheet.data_validation(row, 1, row, 1, _limits(name))
    for row, name in enumerate((name for name in _OF_RATINGS if settings.get(name)), start=len(NAMES) + 1):
        sheet.write_string(row, 0, in_words(name), formats["plain"])
        _write_value(sheet, row, 1, in_words(settings[name]), formats, is_text=isinstance(settings[name], str))
        _write_meaning(sheet, row, RATING_MEANINGS[name], formats, words)
    sheet.set_column(0, 2, words["widths"]["setting"])
    sheet.set_column(3, 3, words["widths"]["meaning"])
    sheet.freeze_panes(1, 0)
    _set_page(sheet)


def _write_meaning(
    sheet: Worksheet, row: int, meaning: str, formats: dict[str, Format], words: dict[str, Any]
) -> None:
    sheet.write_string(row, 3, meaning, formats["wrap"])
    sheet.set_row(row, LINE * lines_in(sheet.spoken.text(meaning), (words["widths"]["meaning"],)))


def _limits(name: str) -> dict[str, Any]:
    """The validation of a setting's cell."""
    if name in CHOICES:
        return {"validate": "list", "source": [in_words(value) for value in CHOICES[name]]}
    low, high = WHOLE.get(name) or RANGES[name]
    kind = "integer" if name in WHOLE else "decimal"
    return {"validate": kind, "criteria": "between", "minimum": low, "maximum": high}


def _write_help(sheet: Worksheet, formats: dict[str, Format], words: dict[str, Any]) -> None:
    sheet.write_string(0, 0, _HELP_TITLE, formats["bold"])
    width = words["widths"]["help"]
    for row, line in enumerate(_HELP, start=2):
        sheet.write_string(row, 0, line, formats["wrap"])
        sheet.set_row(row, LINE * lines_in(sheet.spoken.text(line), (width,)))
    sheet.set_column(0, 0, width)
    _set_page(sheet)
    sheet.hide_gridlines(2)
