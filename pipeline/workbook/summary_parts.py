"""What the Summary and About sheets of every report have: status, findings, what to look at, settings, notes, rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from xlsxwriter.worksheet import Worksheet

from pipeline import __version__
from pipeline.event import Note, Source
from pipeline.method.choices import in_words
from pipeline.registry import (
    ALERT,
    CHECK,
    OK,
    PROVISIONAL,
    STATE_CHECK,
    STATE_PROVISIONAL,
    Checked,
    Column,
    heading_of,
)
from pipeline.words import Said, joined, said
from pipeline.workbook.measure import lines_in
from pipeline.workbook.sheets import Sheets, Value
from pipeline.workbook.styles import COLOUR_KEY, LINE
from pipeline.workbook.templates import CHECK_SHEET, REASONS, TABLE_ROW, absolute, on_sheet

SUMMARY, ABOUT = said("Summary"), said("About")
SENTENCE_ROW, LOOK_ROW = 4, 6
"""Summary: the state with its reason in a sentence; the heading of the list of checks to look at."""
LEAST_LOOK_ROWS, MOST_LOOK_ROWS, _LOOK_LINES = 3, 8, 2
RIGHT = 7
"""Summary: the column from which settings and notes stand, beside the table of players."""
LAST_COLUMN = 9
_WIDTHS = (11, 7, 27, 8, 11, 11, 2, 18, 16, 44)
"""As wide as a small screen."""
_NAME, _TROUBLE = (1, 3), (5, LAST_COLUMN)
"""In the list of what to look at, the first and last columns of a check's name and of what it means."""
_ABOUT_WIDTHS = (22, 26, 95, 46)
_SAMPLES = {"ok": OK, "bad": CHECK, "open": PROVISIONAL, "know": ALERT}


@dataclass(frozen=True)
class SettingLine:
    """A setting as the sheets list it: name, value, the look of its cell, where it came from, what it means."""

    name: str
    value: Value
    look: str
    origin: str
    meaning: str


@dataclass(frozen=True)
class SummaryRows:
    """Where everything stands on a Summary sheet, by how much each block above the tables holds."""

    findings: int
    look_rows: int
    settings: tuple[str, ...]

    @classmethod
    def of(cls, checked: Checked, findings: int, settings: tuple[str, ...]) -> SummaryRows:
        """The rows for a calculation with so many sentences: room for the checks to look at, and for some that a change
        may bring up.
        """
        room = min(MOST_LOOK_ROWS, max(LEAST_LOOK_ROWS, len(checked.to_look_at) + 1))
        return cls(findings, room, settings)

    @property
    def findings_row(self) -> int:
        """The first sentence of the findings, under the list of checks to look at."""
        return LOOK_ROW + self.look_rows + 2

    @property
    def table_row(self) -> int:
        """Heading of the table of players, with the settings beside it."""
        return self.findings_row + self.findings + 1

    @property
    def setting_rows(self) -> dict[str, int]:
        """The row of each setting; their heading stands a row below the players', which every printed page repeats."""
        return {name: self.table_row + 2 + i for i, name in enumerate(self.settings)}


@dataclass(frozen=True)
class States:
    """What the state means for a report, in a sentence: `ok`, `provisional` with {reasons}, `check` with {name}.

    ok_but  what is said instead of `ok` where a check is an alert, by its key
    """

    ok: Said
    provisional: Callable[[str], Said]
    check: Callable[[str], Said]
    ok_but: Mapping[str, Said] = field(default_factory=dict)

    def of(self, checked: Checked) -> Said:
        """What the state of a calculation means, and why."""
        if checked.state == STATE_CHECK:
            return self.check(checked.to_look_at[0].name)
        if checked.state == STATE_PROVISIONAL:
            return self.provisional(joined("; ", [check.reason for check in checked.with_status(PROVISIONAL)]))
        known = {check.key for check in checked.with_status(ALERT)}
        return next((said_ for key, said_ in self.ok_but.items() if key in known), self.ok)


def begin_summary(
    book: Sheets, title: str, subtitle: str, states: States, at: SummaryRows, check_rows: Mapping[str, int],
    findings: Iterable[tuple[str, str]],
) -> Worksheet:
    """The Summary sheet: title, state, what to look at, and the findings, each with its formula or ''."""
    sheet = book.sheet(SUMMARY)
    book.head(sheet, SUMMARY, title, subtitle, 4)
    for column, width in enumerate(_WIDTHS):
        sheet.set_column(column, column, width)
    _write_sentence(book, sheet, states, check_rows)
    _write_look_at(book, sheet, at, check_rows)
    for row, (sentence, formula) in enumerate(findings, start=at.findings_row):
        sheet.merge_range(row - 1, 0, row - 1, LAST_COLUMN, "" if formula else sentence, book.formats["wrapped"])
        if formula:
            book.formula(sheet, row, 0, formula, "wrapped", sentence)
        sheet.set_row(row - 1, LINE * lines_in(book.told(sentence), _WIDTHS))
    return sheet


def end_summary(book: Sheets, sheet: Worksheet, at: SummaryRows) -> None:
    """Freeze, protect and page setup, the table's headings repeated; the workbook opens with this sheet."""
    sheet.freeze_panes(SENTENCE_ROW, 0)
    sheet.protect("", {"format_columns": True, "format_rows": True})
    book.print_setup(sheet, (at.table_row, at.table_row))
    sheet.activate()


def _write_sentence(book: Sheets, sheet: Worksheet, states: States, check_rows: Mapping[str, int]) -> None:
    """What the state means and why, live: whether the results can decide a prize."""
    resolver, checked = book.resolver(SUMMARY), book.checked
    open_ = [check for check in checked.checks if check.kind == "provisional"]
    reasons = "&".join(on_sheet(CHECK_SHEET, absolute(REASONS, check_rows[check.key])) for check in open_) or '""'
    first = "INDEX([@check_names],MATCH(1,[@check_order],0))"
    fine = book.quoted(states.ok)
    for key, instead in states.ok_but.items():
        name = next((check.name for check in checked.checks if check.key == key), None)
        if name is not None:
            alerts = f'COUNTIFS([@check_names],{book.quoted(name)},[@check_statuses],"alert")'
            fine = f"IF({alerts}>0,{book.quoted(instead)},{fine})"
    formula = resolver.resolve(
        f'=IF(COUNTIF([@check_statuses],"CHECK")>0,{book.sentence(states.check, first)},'
        f'IF(COUNTIF([@check_statuses],"provisional")>0,{book.sentence(states.provisional, reasons)},'
        f"{fine}))"
    )
    sheet.merge_range(SENTENCE_ROW - 1, 0, SENTENCE_ROW - 1, LAST_COLUMN, "", book.formats["state"])
    book.formula(sheet, SENTENCE_ROW, 0, formula, "state", states.of(checked))
    sheet.set_row(SENTENCE_ROW - 1, 2 * LINE)


def _write_look_at(book: Sheets, sheet: Worksheet, at: SummaryRows, check_rows: Mapping[str, int]) -> None:
    """The checks that aren't OK, failed ones first: a live list under a heading; each leads to its check as read."""
    top, rows = LOOK_ROW, at.look_rows
    resolver, found = book.resolver(SUMMARY), book.checked.to_look_at
    heading = resolver.resolve(
        '=IF(MAX([@check_order])=0,"Nothing to look at: every check is OK",'
        '"To look at: "&MAX([@check_order])&" (all on the sheet Checks)")'
    )
    shown = (
        joined("", [said("To look at: "), len(found), said(" (all on the sheet Checks)")])
        if found
        else said("Nothing to look at: every check is OK")
    )
    sheet.write_formula(top - 1, 0, heading, book.formats["label"], shown)
    for i in range(rows):
        row = top + 1 + i
        check = found[i] if i < len(found) else None
        place = f"MATCH(ROWS($A${top + 1}:$A{row}),[@check_order],0)"
        values: tuple[tuple[int, int, str, str, Value], ...] = (
            (0, 0, "check_statuses", "look", check.status if check else ""),
            (*_NAME, "check_names", "look_link", check.name if check else ""),
            (4, 4, "check_values", "look_number", check.value if check else ""),
            (*_TROUBLE, "check_troubles", "look", check.trouble if check else ""),
        )
        for first, last, name, look, value in values:
            if last > first:
                sheet.merge_range(row - 1, first, row - 1, last, "", book.formats[look])
            if name == "check_names":
                book.linked(sheet, row, first, f"{CHECK_SHEET}!B{check_rows[check.key] if check else TABLE_ROW}")
            formula = resolver.resolve(f'=IFERROR(INDEX([@{name}],{place}),"")')
            book.formula(sheet, row, first, formula, look, value)
        # A change may bring up what isn't there as read: there is room for the beginning of it.
        texts = ((check.name, _NAME), (check.trouble, _TROUBLE)) if check else ()
        lines = (lines_in(book.told(text), _WIDTHS[first : last + 1]) for text, (first, last) in texts)
        sheet.set_row(row - 1, LINE * max([_LOOK_LINES, *lines]))
    book.judge(sheet, top + 1, 0, top + rows)
    # Counts are whole, residuals small; of what is neither two decimals are shown.
    number = f"$E{top + 1}"
    broken = f"=AND(ISNUMBER({number}),ABS({number})*100>=1,{number}<>ROUND({number},0))"
    sheet.conditional_format(
        top, 4, top + rows - 1, 4, {"type": "formula", "criteria": broken, "format": book.formats["decimals"]}
    )
    book.late[SUMMARY] = {SENTENCE_ROW, *range(top, top + rows + 1)}


NOTHING = said("nothing"), 0, said("no byes, forfeits, unrated players or pending games")
"""What stands where a reader has noted nothing."""


def write_settings(book: Sheets, sheet: Worksheet, top: int, settings: Iterable[SettingLine]) -> int:
    """The settings, with where each came from, under a heading below row `top`; returns the last row used."""
    top += 1
    book.row(sheet, top, RIGHT, (said("Setting"), said("Value"), said("From")), "heading")
    row = top
    for row, setting in enumerate(settings, start=top + 1):
        book.write(sheet, row, RIGHT, in_words(setting.name), "text")
        value = in_words(setting.value)
        is_text = isinstance(value, str) and setting.look == "number"
        book.write(sheet, row, RIGHT + 1, value, "setting_text" if is_text else setting.look)
        if setting.value is not None and not setting.look.startswith("input"):
            book.fixed_settings.append((SUMMARY, row, RIGHT + 1, value))
        book.write(sheet, row, RIGHT + 2, setting.origin, "text")
    return row


def write_notes(book: Sheets, sheet: Worksheet, row: int, notes: Sequence[Note]) -> int:
    """What the reader left out or interpreted, in short; returns the last row used."""
    book.row(sheet, row, RIGHT, (said("Noted"), said("Count"), said("While reading the input")), "heading")
    lines = [(note.kind, note.count, note.what) for note in notes]
    for kind, count, what in lines or [NOTHING]:
        row += 1
        # In one line, since players stand in the same rows; About has the notes in full.
        book.write(sheet, row, RIGHT, kind, "text")
        book.write(sheet, row, RIGHT + 1, count, "integer")
        book.write(sheet, row, RIGHT + 2, what, "text")
    return row


def write_about_sheet(
    book: Sheets, source: Source, facts: Iterable[tuple[str, str]], settings: Iterable[SettingLine],
    notes: Sequence[Note], columns: Mapping[str, Iterable[Column[Any]]],
) -> None:
    """Write where the report comes from (`facts` further to those of the source), the colour key, and each rule.

    `columns` are those of each sheet that has a registry, by the sheet's name.
    """
    sheet = book.sheet(ABOUT)
    book.head(sheet, ABOUT, said("About this report"), said("Where it comes from, and what each column is."))
    for number, width in enumerate(_ABOUT_WIDTHS):
        sheet.set_column(number, number, width)
    lines = (
        (said("Source file"), source.file_name),
        (said("Its SHA-256"), source.sha256),
        (said("Read as"), joined(", ", [source.layout, *([said("sheet {sheet}",
        sheet=source.sheet)] if source.sheet else [])])),
        (said("Program"), f"arpo {__version__}"),
        (said("Date"), said("none: the same input and settings give the same file, byte for byte, on any day")),
        *facts,
    )
    row = 5
    for label, fact in lines:
        sheet.write_string(row - 1, 0, label, book.formats["label"])
        sheet.write_string(row - 1, 1, fact, book.formats["subtitle"])
        row += 1
    row += 1
    book.row(sheet, row, 0, (said("Colour"), said("Meaning")), "heading")
    for look, meaning in COLOUR_KEY:
        row += 1
        book.write(sheet, row, 0, _SAMPLES.get(look, said("sample")), look)
        sheet.write_string(row - 1, 1, meaning, book.formats["subtitle"])
    row += 2
    book.row(sheet, row, 0, (said("Noted while reading"), said("Count"), said("Which")), "heading")
    for note in notes:
        row += 1
        _about_row(book, sheet, row, (note.kind, note.count, note.text))
    if not notes:
        row += 1
        _about_row(book, sheet, row, NOTHING)
    row += 2
    book.row(sheet, row, 0, (said("Setting"), said("Value"), said("Meaning")), "heading")
    for setting in settings:
        row += 1
        shown = "" if setting.value is None else in_words(setting.value)
        shown = shown if isinstance(shown, str) else str(shown)
        if "," in shown:
            # A list of codes has no blanks to break a line at.
            shown = shown.replace(",", ", ")
        _about_row(book, sheet, row, (in_words(setting.name), shown, setting.meaning))
    for name, of_sheet in columns.items():
        row += 2
        first = said("Column") if len(columns) == 1 else said("Sheet {sheet}", sheet=name)
        book.row(sheet, row, 0, (first, said("Name in files"), said("Rule"), said("Source")), "heading")
        for column in of_sheet:
            row += 1
            heading = heading_of(column, "1, 2, …")
            _about_row(book, sheet, row, (heading, column.key, column.meaning, column.source))
    sheet.freeze_panes(3, 0)
    sheet.protect("", {"format_columns": True})
    book.print_setup(sheet, (1, 3))


def _about_row(book: Sheets, sheet: Worksheet, row: int, values: Sequence[Value]) -> None:
    """A row of About, as high as what stands in it."""
    texts = (book.told(value) if isinstance(value, str) else str(value) for value in values)
    sheet.set_row(row - 1, LINE * max(
        lines_in(text, (width,), indent=1) for text, width in zip(texts, _ABOUT_WIDTHS, strict=False)
    ))  # fmt: skip
    book.row(sheet, row, 0, values, "bullet")
