"""The open workbook and the few ways in which cells are written to it; xlsxwriter is used through this.

Nothing here knows what a report is about: `pipeline.workbook.book` and `pipeline.workbook.rating` do.
"""

from __future__ import annotations

import math
import re
import textwrap
from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import datetime
from io import BytesIO
from pathlib import Path
from typing import Any

import xlsxwriter
from xlsxwriter.chart import Chart
from xlsxwriter.format import Format
from xlsxwriter.utility import xl_col_to_name
from xlsxwriter.worksheet import Worksheet

from pipeline.registry import ALERT, CHECK, OK, PROVISIONAL, Checked
from pipeline.words import Said, said
from pipeline.workbook.names import OTHER_TABS, TAB_COLOURS
from pipeline.workbook.paper import MARGINS, Pages
from pipeline.workbook.spoken import Spoken, SpokenWorksheet
from pipeline.workbook.styles import LINE, NOISY, STYLES, TITLE_HEIGHT
from pipeline.workbook.templates import CHECK_SHEET, STATUS_ROW, Templates, absolute, on_sheet

Value = float | int | str | None

_STATUS_CHARACTERS, _STATUS_LINES = (24, 28), (3, 2)
"""What goes on a line of the status, and the lines that it has at least: in one column, and in several."""
_COMMENT_WIDTH, _COMMENT_CHARACTERS, _COMMENT_LINE = 320, 48, 16
"""A comment's box: pixels, characters that a line holds for certain, pixels a line."""
_ON_ANOTHER = said("CHECK: a status was typed over on another sheet")
_PRIVATE = 0xE000
"""The first of the characters that no text has: they keep a place in a sentence."""
HEADER_CHARACTERS = 200
"""What a page's header may hold is 255, with what it is formatted by."""

FONT = {"font_name": "Arial", "font_size": 10}
"""Widths of columns are counted in digits of it. Every system has it, or one with its measures; Calibri, the usual one,
is a third wider where another has to stand in for it."""
NO_DATE = datetime(2000, 1, 1)
"""What the properties of every workbook give as its date: a clock would make two files of the same input differ."""


class WholeWorkbook(xlsxwriter.Workbook):
    """A workbook that is put together in memory and written at once.

    As temporary files its parts would bring their modes into it; and a zip file that a full drive cut short complains
    once more when it is thrown away.
    """

    def __init__(self, path: Path, options: dict[str, Any]) -> None:
        """Open a new workbook; nothing is written to `path` before it is closed."""
        self._path, self._bytes = path, BytesIO()
        super().__init__(self._bytes, options)

    def close(self) -> None:
        """Write the file."""
        super().close()
        self._path.write_bytes(self._bytes.getbuffer())


def new_workbook(path: Path) -> WholeWorkbook:
    """An empty workbook in which texts stay texts, and that has the same bytes wherever and whenever it is written."""
    texts = ("strings_to_formulas", "strings_to_urls", "strings_to_numbers")
    font = {"default_format_properties": dict(FONT)}
    book = WholeWorkbook(path, {"in_memory": True, **font, **dict.fromkeys(texts, False)})
    book.set_properties({"created": NO_DATE})
    return book


def add_sheet(book: xlsxwriter.Workbook, name: str, spoken: Spoken) -> Worksheet:
    """A new worksheet of the book, which speaks the language."""
    sheet = book.add_worksheet(spoken.text(name), SpokenWorksheet)
    sheet.spoken = spoken
    return sheet


class Sheets:
    """A workbook being written: its formats by name, and a resolver of formula templates for each sheet."""

    def __init__(self, path: Path, checked: Checked, number_formats: Mapping[str, str]) -> None:
        """Open a new workbook at `path`; nothing is written there before `close`.

        `checked` is the calculation, seen as its checks: all is told in its language; `number_formats` replaces some
        styles' number formats.
        """
        self.checked = checked
        self.spoken = Spoken(checked.language)
        self._sheets: dict[str, Worksheet] = {}
        self.late: dict[str, Collection[int]] = {}
        """By sheet, the rows (from 1) whose formulas depend on the outcome of all checks; see `guards`."""
        self.fixed_settings: list[tuple[str, int, int, Value]] = []
        """Settings that are no inputs: sheet, row (from 1), column, value; see `guards`."""
        self._book = new_workbook(path)
        self.formats: dict[str, Format] = {
            name: self._book.add_format(look | ({"num_format": number_formats[name]} if name in number_formats else {}))
            for name, look in STYLES.items()
        }

    def resolver(self, sheet: str) -> Templates:
        """Resolves formula templates for the sheet."""
        raise NotImplementedError

    def band(self, colour: str) -> Format:
        """The heading format in another colour."""
        name = f"heading {colour}"
        if name not in self.formats:
            self.formats[name] = self._book.add_format({**STYLES["heading"], "bg_color": colour})
        return self.formats[name]

    def band_title(self, colour: str, *, shrink: bool = False) -> Format:
        """The words above a group of columns, in the group's colour; small where there is no room."""
        name = f"band {colour} {shrink}"
        if name not in self.formats:
            look = {"bold": True, "font_size": 9, "font_color": colour, "shrink": shrink}
            self.formats[name] = self._book.add_format(look)
        return self.formats[name]

    def sheet(self, name: str) -> Worksheet:
        """A new worksheet called `name`, in the language, its tab in the colour of its kind."""
        sheet = add_sheet(self._book, name, self.spoken)
        sheet.set_tab_color(TAB_COLOURS.get(name, OTHER_TABS))
        self._sheets[name] = sheet
        return sheet

    def describe(self, title: str, subject: str) -> None:
        """The title and the subject in the file's properties."""
        self._book.set_properties({"title": self.told(title), "subject": self.told(subject), "created": NO_DATE})

    def define(self, name: str, sheet: str, cells: str) -> None:
        """Give cells a name, for people who build on the workbook."""
        self._book.define_name(name, self.spoken.formula(f"={on_sheet(sheet, cells)}"))

    def told(self, text: str) -> str:
        """A text in the language, where its length matters."""
        return str(self.spoken.text(text))

    @property
    def names(self) -> list[str]:
        """The sheets so far, in their order, by their English names."""
        return list(self._sheets)

    def named(self, name: str) -> Worksheet:
        """The sheet called so in English."""
        return self._sheets[name]

    def name_of(self, sheet: Worksheet) -> str:
        """The English name of a sheet."""
        return next(name for name, one in self._sheets.items() if one is sheet)

    def chart(self, kind: dict[str, str]) -> Chart:
        """A new chart of the kind, to be put into a sheet."""
        return self._book.add_chart(kind)

    def close(self) -> None:
        """Write the file."""
        self._book.close()

    def head(self, sheet: Worksheet, name: str, title: str, subtitle: str, last: int = 1) -> None:
        """Title, subtitle and master status in the first three rows, as every sheet has them.

        The status stands in the second column, or in all up to `last` where that is a narrow one.

        The sheet Checks gets its status when everything else is written (`guard_table`). The others repeat it, and look
        whether it is still a formula there and on the sheets before them.
        """
        sheet.hide_gridlines(2)
        sheet.write_string(0, 0, title, self.formats["title"])
        sheet.set_row(0, TITLE_HEIGHT)
        sheet.write_string(1, 0, subtitle, self.formats["subtitle"])
        sheet.write_string(STATUS_ROW - 1, 0, said("Status"), self.formats["label_small"])
        # The status may become a longer one than it is.
        wide = int(last > 1 or name == CHECK_SHEET)
        lines = textwrap.wrap(self.told(self.checked.master), _STATUS_CHARACTERS[wide])
        sheet.set_row(STATUS_ROW - 1, LINE * max(_STATUS_LINES[wide], len(lines)))
        if last > 1:
            sheet.merge_range(STATUS_ROW - 1, 1, STATUS_ROW - 1, last, "", self.formats["master"])
        if name != CHECK_SHEET:
            self.status(sheet)
        self.mark_typed_over(sheet, STATUS_ROW - 1, 1, STATUS_ROW - 1, 1)
        for word, look in ((said("ALL "), "ok"), (said("PROVISIONAL: "), "open"), (said("CHECK: "), "bad")):
            rule = {"type": "text", "criteria": "begins with", "value": word, "format": self.formats[look]}
            sheet.conditional_format(STATUS_ROW - 1, 1, STATUS_ROW - 1, 1, rule)

    def status(self, sheet: Worksheet) -> None:
        """The master status on a sheet other than Checks."""
        name = self.name_of(sheet)
        before = [other for other in self.names if other not in (name, CHECK_SHEET)]
        cells = [on_sheet(other, absolute(1, STATUS_ROW)) for other in (CHECK_SHEET, *before)]
        formulas = ",".join(f"_xlfn.ISFORMULA({cell})" for cell in cells)
        formula = f'=IF(AND({formulas}),{cells[0]},"{_ON_ANOTHER}")'
        sheet.write_formula(STATUS_ROW - 1, 1, formula, self.formats["master"], self.checked.master)

    def mark_typed_over(self, sheet: Worksheet, first_row: int, first: int, last_row: int, last: int) -> None:
        """Colour the cells of a block (from 0) that aren't formulas any more."""
        cell = f"{xl_col_to_name(first)}{first_row + 1}"
        rule = {"type": "formula", "criteria": f"=NOT(_xlfn.ISFORMULA({cell}))", "format": self.formats["bad"]}
        sheet.conditional_format(first_row, first, last_row, last, rule)

    def may_be_noise(self, cell: Any) -> bool:
        """Whether a cell is formatted for numbers that may be rounding noise; see `show_zero`."""
        return any(cell.format is self.formats[name] for name in NOISY)

    def show_zero(self, sheet: Worksheet, first_row: int, first: int, last_row: int, last: int) -> None:
        """Show 0 as 0 in a block (from 0) whose own format gives small numbers by their size."""
        rule = {"type": "cell", "criteria": "==", "value": 0, "format": self.formats["zero"]}
        sheet.conditional_format(first_row, first, last_row, last, rule)

    def judge(self, sheet: Worksheet, row: int, column: int, last_row: int) -> None:
        """Colour cells by the status of a check that stands in them."""
        for word, look in ((OK, "ok"), (CHECK, "bad"), (PROVISIONAL, "open"), (ALERT, "know")):
            sheet.conditional_format(
                row - 1, column, last_row - 1, column,
                {"type": "cell", "criteria": "==", "value": f'"{word}"', "format": self.formats[look]},
            )

    def quoted(self, text: str) -> str:
        """A text, in the workbook's language, as a formula holds it."""
        return '"' + self.told(text).replace('"', '""') + '"'

    def sentence(self, words: Callable[..., Said], *formulas: str) -> str:
        """The expression that says a sentence whose details are expressions: "text"&detail&"text"."""
        marks = [chr(_PRIVATE + i) for i in range(len(formulas))]
        parts = re.split(f"([{''.join(marks)}])", self.told(words(*marks)))
        return "&".join(formulas[marks.index(part)] if part in marks else self.quoted(part) for part in parts if part)

    def link(self, sheet: Worksheet, row: int, column: int, cells: str, text: str, look: str = "link") -> None:
        """A text that leads to cells of this workbook, such as ARPO!B8 (of this sheet without a name). Row from 1."""
        if not cells:
            return self.write(sheet, row, column, text, look)
        target = cells if "!" in cells else on_sheet(self.name_of(sheet), cells)
        sheet.write_url(row - 1, column, f"internal:{target}", self.formats[look], text)
        return None

    def linked(self, sheet: Worksheet, row: int, column: int, cells: str) -> None:
        """Make a cell that is written afterwards lead to cells of this workbook. Row from 1."""
        sheet.write_url(row - 1, column, f"internal:{cells}")

    def comment(self, sheet: Worksheet, row: int, column: int, text: str) -> None:
        """A comment in a box that shows all of it. Row from 1."""
        text = self.told(text)
        lines = sum(math.ceil(max(len(line), 1) / _COMMENT_CHARACTERS) for line in text.split("\n"))
        size = {"width": _COMMENT_WIDTH, "height": 8 + _COMMENT_LINE * (lines + 1), "font_size": 9}
        sheet.write_comment(row - 1, column, text, size)

    def print_setup(self, sheet: Worksheet, header_rows: tuple[int, int], tall: bool = False) -> None:
        """A4, one page wide, with file, sheet and page in the footer; header rows (from 1) on each page.

        Landscape, or, for `tall` sheets, portrait.
        """
        self._paper(sheet, header_rows)
        if tall:
            sheet.set_portrait()
        sheet.set_margins(left=0.4, right=0.4, top=0.5, bottom=0.6)
        sheet.fit_to_pages(1, 0)

    def print_areas(
        self, sheet: Worksheet, title: str, header_rows: tuple[int, int], body: tuple[int, int], pages: Pages
    ) -> None:
        """A sheet too wide for a page: its areas on pages of their own, with title, headings and names on each.

        `body` are the first and the last row printed under the headings; the title stands in the page's margin, for a
        cell's text ends where the repeated columns do.
        """
        self._paper(sheet, header_rows)
        sheet.set_margins(**MARGINS)
        sheet.set_header("&L&\"-,Bold\"&14" + self.told(title).replace("&", "&&")[:HEADER_CHARACTERS])
        sheet.repeat_columns(0, 1)
        sheet.set_print_scale(pages.scale)
        first, last = body
        areas = ",".join(
            on_sheet(self.name_of(sheet), absolute(start, first, end, last)) for start, end in pages.areas
        )
        # A sheet has one area by xlsxwriter's own method; this is the name that such a list has in the file.
        self._book.define_name(f"'{sheet.get_name()}'!_xlnm.Print_Area", self.spoken.formula(f"={areas}"))

    def _paper(self, sheet: Worksheet, header_rows: tuple[int, int]) -> None:
        sheet.set_landscape()
        sheet.set_paper(9)
        sheet.repeat_rows(header_rows[0] - 1, header_rows[1] - 1)
        sheet.set_footer(said("&L&8&F&C&8&A&R&8page &P of &N"))

    def write(self, sheet: Worksheet, row: int, column: int, value: Value, look: str | Format) -> None:
        """A constant: text as text, a number as a number, None or NaN as an empty cell. Row from 1."""
        cell_format = self.formats[look] if isinstance(look, str) else look
        if value is None or value == "" or (isinstance(value, float) and math.isnan(value)):
            sheet.write_blank(row - 1, column, None, cell_format)
        elif isinstance(value, str):
            sheet.write_string(row - 1, column, value, cell_format)
        else:
            sheet.write_number(row - 1, column, value, cell_format)

    def formula(self, sheet: Worksheet, row: int, column: int, formula: str, look: str | Format, value: Value) -> None:
        """A formula with its value, which must be finite (xlsxwriter writes nan without a word). Row from 1."""
        cell_format = self.formats[look] if isinstance(look, str) else look
        sheet.write_formula(row - 1, column, formula, cell_format, cached(value))

    def row(self, sheet: Worksheet, row: int, column: int, values: Iterable[Value], look: str) -> None:
        """Constants side by side."""
        for i, value in enumerate(values):
            self.write(sheet, row, column + i, value, look)


def cached(value: Value) -> float | int | str:
    """The value that a formula cell carries: NaN and None are the empty text; an infinity is an error of ours."""
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return ""
    if isinstance(value, float) and not math.isfinite(value):
        raise ValueError(f"a formula cell can't hold {value}")
    return value
