"""A formula as its text with the references taken out: two formulas with the same R1C1 shape do the same."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from pipeline.addresses import column_letters, position_of

LONGEST = 8192
"""Characters of a formula, as in Excel; a longer one isn't taken apart."""
_CELL = r"\$?[A-Za-z]{1,3}\$?[0-9]{1,7}"
# Nothing in it goes back over what it has read (hence *+), and no name is begun in its middle: a formula can be long.
_TOKEN = re.compile(
    r'(?P<text>"(?:[^"]|"")*+")'
    r"|(?<![\w.])(?P<sheet>(?:'(?:[^']|'')++'|[A-Za-z_\u00c0-\uffff][\w.\u00c0-\uffff]*+)!)?"
    rf"(?P<first>{_CELL})(?::(?P<last>{_CELL}))?(?![\w(.!])"
    r"|(?P<other>'(?:[^']|'')*+')"
)
_CALL = re.compile(r"(?<![A-Z0-9.])([A-Z][A-Z0-9.]*+)\(")
_PART = re.compile(r"(\$?)([A-Za-z]{1,3})(\$?)([0-9]{1,7})")


class Corner(NamedTuple):
    """A cell of a reference: row and column, each fixed ($) or counted from the formula's own cell."""

    row: int
    column: int
    row_fixed: bool
    column_fixed: bool

    def at(self, row: int, column: int) -> tuple[int, int]:
        """Row and column (from 0) for a formula in that cell."""
        return self.row + row * (not self.row_fixed), self.column + column * (not self.column_fixed)

    @property
    def shape(self) -> str:
        """R1C1 text."""
        row = f"{self.row}" if self.row_fixed else f"[{self.row}]"
        column = f"{self.column}" if self.column_fixed else f"[{self.column}]"
        return f"R{row}C{column}"

    def a1(self, row: int, column: int) -> str:
        """A1 text for a formula in that cell."""
        r, c = self.at(row, column)
        if r < 0 or c < 0:
            return "#REF!"
        return f"{'$' * self.column_fixed}{column_letters(c)}{'$' * self.row_fixed}{r + 1}"

    def pinned(self, row: int, column: int) -> Corner:
        """The cell that it is for a formula in that cell, fixed by $."""
        return Corner(*self.at(row, column), True, True)


class Reference(NamedTuple):
    """A reference: one cell, or the block from `first` to `last`; `sheet` is empty for the formula's own."""

    sheet: str
    first: Corner
    last: Corner | None = None

    @property
    def shape(self) -> str:
        """R1C1 text."""
        block = f"{self.first.shape}:{self.last.shape}" if self.last else self.first.shape
        return f"'{self.sheet}'!{block}" if self.sheet else block

    def a1(self, row: int, column: int) -> str:
        """A1 text for a formula in that cell."""
        block = self.first.a1(row, column) + (f":{self.last.a1(row, column)}" if self.last else "")
        return _sheet_a1(self.sheet) + block

    @property
    def moves(self) -> bool:
        """Whether it is a block of several rows that goes along when the formula is filled down."""
        return self.last is not None and not (self.first.row_fixed or self.last.row_fixed) and (
            self.first.row != self.last.row
        )

    @property
    def grows(self) -> bool:
        """Whether it is a block of which one end stays when the formula is filled down: O$2:O5, then O$2:O6."""
        return self.last is not None and self.first.row_fixed != self.last.row_fixed

    def pinned(self, row: int, column: int) -> Reference:
        """The reference with $ to the cells that it has for a formula in that cell."""
        return Reference(self.sheet, self.first.pinned(row, column), self.last and self.last.pinned(row, column))

    def block(self, row: int, column: int) -> tuple[int, int, int, int]:
        """First row, first column, last row, last column for a formula in that cell."""
        r1, c1 = self.first.at(row, column)
        r2, c2 = (self.last or self.first).at(row, column)
        return min(r1, r2), min(c1, c2), max(r1, r2), max(c1, c2)


def _sheet_a1(sheet: str) -> str:
    """The name of a sheet as formulas write it, with its exclamation mark; nothing for the formula's own sheet."""
    if not sheet:
        return ""
    return f"{sheet}!" if re.fullmatch(r"\w+", sheet) else "'" + sheet.replace("'", "''") + "'!"


@dataclass(frozen=True, eq=False)
class Formula:
    """The pieces of a formula, texts and references in turn. Formulas of one shape are one object (see `parsed`)."""

    pieces: tuple[str | Reference, ...]
    unread: str = ""
    """Why it wasn't taken apart, if it wasn't: it is then one piece."""

    @cached_property
    def shape(self) -> str:
        """R1C1 text, capitals throughout."""
        return "".join(piece.shape if isinstance(piece, Reference) else piece.upper() for piece in self.pieces)

    @cached_property
    def references(self) -> Sequence[Reference]:
        """The references in it."""
        return [piece for piece in self.pieces if isinstance(piece, Reference)]

    @cached_property
    def moving(self) -> Sequence[Reference]:
        """The blocks among them that go along when the formula is filled down."""
        return [reference for reference in self.references if reference.moves]

    @cached_property
    def words(self) -> tuple[str, ...]:
        """What is between the references, capitals and without blanks."""
        if self.unread:
            return ("",)
        return tuple("" if isinstance(piece, Reference) else re.sub(r"\s", "", piece.upper()) for piece in self.pieces)

    @cached_property
    def functions(self) -> frozenset[str]:
        """The functions that it calls, in capitals."""
        return frozenset(name for word in self.words for name in _CALL.findall(word))

    @cached_property
    def _templates(self) -> dict[int, tuple[str, tuple[int, ...]]]:
        return {}

    def is_written(self, text: str, row: int, column: int) -> bool:
        """Whether `text` (without =) is this formula in that cell, letter by letter."""
        if column not in self._templates:
            self._templates[column] = self._template(column)
        template, offsets = self._templates[column]
        return text == template % tuple([row + offset for offset in offsets])

    def _template(self, column: int) -> tuple[str, tuple[int, ...]]:
        """The text in a column, with %d for each row that goes along, and what is added to the cell's own for it."""
        words: list[str] = []
        offsets: list[int] = []
        for piece in self.pieces:
            if isinstance(piece, str):
                words.append(piece.replace("%", "%%"))
                continue
            words.append(_sheet_a1(piece.sheet).replace("%", "%%"))
            for number, corner in enumerate(corner for corner in (piece.first, piece.last) if corner is not None):
                letters = column_letters(max(corner.at(0, column)[1], 0))
                words.append(":" * number + "$" * corner.column_fixed + letters + "$" * corner.row_fixed)
                words.append(f"{corner.row + 1}" if corner.row_fixed else "%d")
                if not corner.row_fixed:
                    offsets.append(corner.row + 1)
        return "".join(words), tuple(offsets)

    def a1(self, row: int, column: int) -> str:
        """The formula's text in that cell."""
        return "=" + "".join(p.a1(row, column) if isinstance(p, Reference) else p for p in self.pieces)


@lru_cache(maxsize=65536)
def _cell(text: str) -> tuple[int, int, bool, bool]:
    """Row, column, and whether each is fixed, of an address; a sheet's formulas name the same cells over and over."""
    match = _PART.fullmatch(text)
    assert match is not None
    row, column = position_of(match[2] + match[4])
    return row, column, bool(match[3]), bool(match[1])


def _corner(text: str, row: int, column: int) -> tuple[int, int, bool, bool]:
    r, c, fixed_row, fixed_column = _cell(text)
    return r if fixed_row else r - row, c if fixed_column else c - column, fixed_row, fixed_column


def parsed(text: str, row: int, column: int) -> Formula:
    """The formula `text` (without =) of the cell in that row and column (from 0)."""
    if len(text) > LONGEST:
        return unread(text, f"a formula of more than {LONGEST:,} characters")
    pieces: list[_Piece] = []
    before = 0
    for match in _TOKEN.finditer(text):
        if match["first"] is None:
            continue
        if match.start() > before:
            pieces.append(text[before : match.start()])
        last = _corner(match["last"], row, column) if match["last"] else None
        pieces.append((match["sheet"] or "", _corner(match["first"], row, column), last))
        before = match.end()
    if before < len(text):
        pieces.append(text[before:])
    return _formula(tuple(pieces))


def unread(text: str, why: str) -> Formula:
    """A formula that isn't taken apart."""
    return Formula((text,), why)


_Piece = str | tuple[str, tuple[int, int, bool, bool], tuple[int, int, bool, bool] | None]


@lru_cache(maxsize=65536)
def _formula(pieces: tuple[_Piece, ...]) -> Formula:
    """The formula with these pieces; a column of formulas with one shape is one formula, parsed and looked at once."""
    return Formula(tuple(piece if isinstance(piece, str) else _reference(*piece) for piece in pieces))


def _reference(
    sheet: str, first: tuple[int, int, bool, bool], last: tuple[int, int, bool, bool] | None
) -> Reference:
    name = sheet[:-1]
    if name.startswith("'"):
        name = name[1:-1].replace("''", "'")
    return Reference(name, Corner(*first), Corner(*last) if last else None)
