"""The sheet Standings: the page to hang on the wall, live, in the order that was chosen; portrait, without jargon."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from xlsxwriter.utility import xl_col_to_name
from xlsxwriter.worksheet import Worksheet

from pipeline.registry import STATE_CHECK, STATE_OK, STATE_PROVISIONAL
from pipeline.tiebreaks.codes import POINTS, SAID_IN_LISTS
from pipeline.tiebreaks.ranking import Stage
from pipeline.tiebreaks.standings import which_standings
from pipeline.words import said
from pipeline.workbook.book import Book
from pipeline.workbook.codes import code_formula, code_look
from pipeline.workbook.names import CHOICE, FIRST_LINE, PLAYER, STANDINGS_NAME, STANDINGS_SHEET
from pipeline.workbook.sheets import Value
from pipeline.workbook.styles import LINE, TITLE_HEIGHT
from pipeline.workbook.templates import absolute

EVENT_ROW, STATE_ROW, HEADINGS_ROW = 5, 6, FIRST_LINE - 1
"""The event's name, what standings these are, the headings; the rows above are for the screen."""
_FIRST_CODE = 5
"""The column of the first further code, where there is none of federations."""
_PLACES = "–"


@dataclass(frozen=True)
class Field:
    """A column of the list: heading, template of its formula, values in the order of the players, look and width."""

    key: str
    heading: str
    formula: str
    values: list[Value]
    look: str
    width: float


def write_standings_sheet(book: Book) -> None:
    """Write the list with its title, what the codes mean, and room for a date and a name."""
    sheet, work = book.sheet(STANDINGS_SHEET), book.work
    book.head(
        sheet, STANDINGS_SHEET, said("Standings"),
        said("To be hung up: row {row} and what follows are printed. A name leads to the Player sheet.", row=EVENT_ROW),
        2,
    )
    fields = list(_fields(book))
    order = np.argsort(work.values["place"], kind="stable")
    helper = len(fields) + 1
    _write_title(book, sheet, len(fields))
    for column, field in enumerate(fields):
        sheet.set_column(column, column, field.width)
        book.write(sheet, HEADINGS_ROW, column, field.heading, "heading")
    sheet.set_row(HEADINGS_ROW - 1, 2 * LINE)
    sheet.set_column(helper - 1, helper - 1, 3)
    book.write(sheet, HEADINGS_ROW, helper, said("Row"), "heading")
    resolver = book.resolver(STANDINGS_SHEET)
    place = f"ROWS($A${FIRST_LINE}:$A{{row}})"
    for i, at in enumerate(order.tolist()):
        row = FIRST_LINE + i
        formula = resolver.resolve(f"=MATCH({place.format(row=row)},[place:players],0)")
        book.formula(sheet, row, helper, formula, "helper", at + 1)
        for column, field in enumerate(fields):
            if field.key == "name":
                book.linked(sheet, row, column, f"{PLAYER}!{CHOICE}")
            formula = resolver.resolve(field.formula.replace("{at}", f"${xl_col_to_name(helper)}{row}"))
            book.formula(sheet, row, column, formula, field.look, field.values[at])
    last = FIRST_LINE + len(order) - 1
    book.define(STANDINGS_NAME, STANDINGS_SHEET, absolute(0, HEADINGS_ROW, len(fields) - 1, last))
    _stripe(book, sheet, fields, last)
    end = _write_foot(book, sheet, last + 2)
    sheet.freeze_panes(HEADINGS_ROW, 0)
    sheet.protect("", {"format_columns": True, "format_rows": True})
    book.print_setup(sheet, (EVENT_ROW, HEADINGS_ROW), tall=True)
    sheet.print_area(EVENT_ROW - 1, 0, end - 1, len(fields) - 1)


def _fields(book: Book) -> Iterator[Field]:
    """The columns: rank, number, name, federation, rating, points, each further code, and how ties were decided."""
    work = book.work
    frame, players = work.frame, work.event.players

    def taken(key: str, heading: str, look: str, width: float) -> Field:
        return Field(key, heading, f"=INDEX([{key}:players],{{at}})", frame[key].tolist(), look, width)

    yield taken("rank", said("Rank"), "whole", 7)
    yield taken("no", said("No."), "whole", 6)
    yield taken("name", said("Name"), "text", 32)
    if "federation" in players:
        federation = [str(value) if isinstance(value, str) else "" for value in players["federation"]]
        cell = "INDEX([Event:federation],{at})"
        yield Field("federation", said("Fed."), f'=IF({cell}="","",{cell})', list(federation), "code", 7)
    cell = "INDEX([Event:rating],{at})"
    ratings = [None if value != value else value for value in players["rating"].tolist()]
    yield Field("rating", said("Rating"), f'=IF(N({cell})>0,{cell},"")', list(ratings), "whole", 8)
    yield taken("score", said("Points"), "points", 8)
    stages = work.stages
    for stage in stages:
        if stage.code != POINTS:
            yield _code_field(book, stage)
    tied, decided = _tied_values(book)
    if len(stages) > 1:
        further = [stage.number for stage in stages if stage.code != POINTS]
        columns = {number: _FIRST_CODE + ("federation" in players) + i for i, number in enumerate(further)}
        first, own = f"[{stages[0].key}:players]", f"INDEX([{stages[0].key}:players],{{at}})"
        level = _level(stages[0])
        yield Field(
            "tied", said("Tied for"), f'=IF({level}<1+1,"",{own}&"{_PLACES}"&({own}+COUNTIF({first},{own})-1))', tied,
            "code", 9,
        )
        yield Field("decided", said("Decided by"), _decided_formula(book, columns, level), decided, "code", 12)


def _code_field(book: Book, stage: Stage) -> Field:
    listed = book.calculation.listed.values(stage)
    values: list[Value] = [None if value != value else value for value in listed.tolist()]
    heading = stage.code.code.removeprefix("stated:")
    return Field(f"code {stage.number}", heading, f"={code_formula(stage)}", values, code_look(stage, listed), 9)


def _level(stage: Stage) -> str:
    """How many are level with a player after a code, he himself counted."""
    parted = stage.parted or stage.code.by_part
    parts = ",[component:players],INDEX([component:players],{at})" if parted else ""
    return f"COUNTIFS([{stage.key}:players],INDEX([{stage.key}:players],{{at}}){parts})"


def _decided_formula(book: Book, columns: dict[int, int], level: str) -> str:
    """The first code after which a player is level with nobody, by its heading."""
    shared, stages = book.quoted(said("shared")), book.work.stages
    inner = shared
    for stage in reversed(stages[1:]):
        heading = absolute(columns[stage.number], HEADINGS_ROW) if stage.number in columns else f'"{stage.code.code}"'
        inner = f"IF({_level(stage)}<1+1,{heading},{inner})"
    return f'=IF({level}<1+1,"",IF(COUNTIF([rank:players],INDEX([rank:players],{{at}}))>1,{shared},{inner}))'


def _tied_values(book: Book) -> tuple[list[Value], list[Value]]:
    """What the columns Tied for and Decided by hold for each player, as read."""
    work, stages = book.work, book.work.stages
    part = work.values["component"].astype(int)
    groups = []
    for stage in stages:
        ranks = work.values[stage.key].astype(int)
        parted = stage.parted or stage.code.by_part
        keys = list(zip(ranks.tolist(), (part if parted else np.zeros_like(part)).tolist(), strict=True))
        groups.append(_counts(keys))
    first, rank = work.values[stages[0].key].astype(int), work.values["rank"].astype(int)
    same_first, same_rank = _counts(first.tolist()), _counts(rank.tolist())
    tied: list[Value] = []
    decided: list[Value] = []
    for at in range(len(part)):
        level = groups[0][at] > 1
        tied.append(f"{first[at]}{_PLACES}{first[at] + same_first[at] - 1}" if level else "")
        code: Value = ""
        if level:
            code = said("shared")
            if same_rank[at] == 1:
                code = next(
                    (stage.code.code.removeprefix("stated:")
                     for stage, sizes in zip(stages[1:], groups[1:], strict=True) if sizes[at] == 1), code
                )
        decided.append(code)
    return tied, decided


def _counts(keys: Sequence[object]) -> list[int]:
    """How often each of the keys stands in the list."""
    number: dict[object, int] = {}
    for key in keys:
        number[key] = number.get(key, 0) + 1
    return [number[key] for key in keys]


def _write_title(book: Book, sheet: Worksheet, width: int) -> None:
    """The event's name; what standings these are, which follows the Event sheet; and a cell for the date."""
    event = book.work.event
    played = event.rounds_held
    book.write(sheet, EVENT_ROW, 0, event.name, "title")
    sheet.set_row(EVENT_ROW - 1, TITLE_HEIGHT)
    words = which_standings(played)
    texts = {state: book.quoted(word) for state, word in words.items()}
    formula = book.resolver(STANDINGS_SHEET).resolve(
        f'=IF(COUNTIF([@check_statuses],"CHECK")>0,{texts[STATE_CHECK]},'
        f'IF(COUNTIF([@check_statuses],"provisional")>0,{texts[STATE_PROVISIONAL]},{texts[STATE_OK]}))'
    )
    book.formula(sheet, STATE_ROW, 0, formula, "state", words[book.calculation.state])
    book.late[STANDINGS_SHEET] = range(STATE_ROW, STATE_ROW + 1)
    sheet.set_row(STATE_ROW - 1, 1.2 * LINE)
    # The day is the event's own, never today's; where the file has none, the cell is to be filled in.
    book.write(sheet, STATE_ROW, width - 1, event.date or None, "input")
    book.write(sheet, STATE_ROW, width - 2, said("Began on") if event.date else said("Date"), "right")


def _stripe(book: Book, sheet: Worksheet, fields: list[Field], last: int) -> None:
    """Lines between players who aren't level in points: who is tied stands together."""
    points = next(i for i, field in enumerate(fields) if field.key == "score")
    letter = xl_col_to_name(points)
    rule = {
        "type": "formula", "criteria": f"=${letter}{FIRST_LINE}<>${letter}{FIRST_LINE + 1}",
        "format": book.formats["group_end"],
    }
    sheet.conditional_format(FIRST_LINE - 1, 0, last - 1, len(fields) - 1, rule)


def _write_foot(book: Book, sheet: Worksheet, row: int) -> int:
    """What the codes are, how ties are told, and a line to sign on; returns the last row."""
    codes = book.work.codes
    book.write(sheet, row, 0, said("Order"), "label")
    for code in codes:
        row += 1
        title = SAID_IN_LISTS.get(code.code, code.title)
        book.write(sheet, row, 0, said("{code}: {title}", code=code.code.removeprefix("stated:"), title=title), "plain")
    if len(codes) > 1:
        row += 1
        book.write(sheet, row, 0, said("Players with the same points are tied for these places; the first of the codes "
                                       "that parts them decides."), "plain")
    row += 3
    book.write(sheet, row, 2, said("Arbiter"), "signed")
    return row
