"""The border of a workbook: what is written to its sheets is told in the workbook's language here, and nowhere else.

Texts are told where they are `Said`; names of players and what else comes from a file stay as they are. In formulas,
each text between quotes that the catalogue has is told, and the names of sheets before a reference: so a cell that
produces a word and one that compares with it speak the same language, whoever wrote them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from xlsxwriter.format import Format
from xlsxwriter.worksheet import CellFormulaTuple, Worksheet

from pipeline.words import ENGLISH, Said, told

_LITERAL = re.compile(r'("(?:[^"]|"")*")')
_SHEET = re.compile(r"(?:'((?:[^']|'')+)'|\b([^\W\d]\w*))!")
_TEXTS = ("input_title", "input_message", "error_title", "error_message")
_COMPARED = ("value", "minimum", "maximum", "criteria")


@dataclass(frozen=True)
class Spoken:
    """What a workbook says in its language; English is the language of the code, so that nothing is done for it."""

    language: str = ENGLISH

    def text(self, text: Any) -> Any:
        """A text in the language; what isn't one of ours, as it is."""
        return told(text, self.language) if isinstance(text, Said) else text

    @cached_property
    def is_english(self) -> bool:
        """Whether there is nothing to do."""
        return self.language == ENGLISH

    def formula(self, formula: str) -> str:
        """A formula with its words and its sheets' names in the language."""
        if self.is_english or ('"' not in formula and "!" not in formula):
            return formula
        parts = _LITERAL.split(formula)
        parts[1::2] = [_literal(part, self.language) for part in parts[1::2]]
        parts[::2] = [_SHEET.sub(self._reference, part) for part in parts[::2]]
        return "".join(parts)

    def _reference(self, match: re.Match[str]) -> str:
        name = told(Said((match[1] or match[2]).replace("''", "'"), {}), self.language)
        return f"{name}!" if name.isalnum() else f"'{name}'!"

    def options(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """The options of a validation, a conditional format or a chart, with all that is read or compared in it."""
        found = {key: self.text(value) for key, value in options.items()}
        if self.is_english:
            return found
        source = options.get("source")
        if isinstance(source, list):
            found["source"] = [self.text(one) for one in source]
        for key in (*_COMPARED, "source"):
            value = found.get(key)
            if isinstance(value, str) and not isinstance(options[key], Said):
                found[key] = self.formula(value)
        if options.get("type") == "text" and isinstance(options["value"], str):
            found["value"] = told(Said(options["value"], {}), self.language)
        return found


@lru_cache(maxsize=4096)
def _literal(literal: str, language: str) -> str:
    text = literal[1:-1].replace('""', '"')
    return '"' + told(Said(text, {}), language).replace('"', '""') + '"'


class SpokenWorksheet(Worksheet):
    """A worksheet that tells what it is given in the language of its workbook."""

    spoken = Spoken()

    def _write_string(self, row: int, col: int, string: str, cell_format: Format | None = None) -> int:
        return int(super()._write_string(row, col, self.spoken.text(string), cell_format))

    def _write_formula(
        self, row: int, col: int, formula: str, cell_format: Format | None = None, value: Any = 0
    ) -> int:
        """Keep the formula as it is given.

        xlsxwriter looks in each for dynamic arrays and for some 120 functions that Excel keeps under longer names; none
        of them is used here, and the search takes three quarters of the writing time. The method is private: the
        version is pinned, and a test compares the parts with those of the plain class byte for byte.
        """
        if self._check_dimensions(row, col):
            return -1
        formula = self.spoken.formula(formula.removeprefix("="))
        self.table[row][col] = CellFormulaTuple(formula, cell_format, self.spoken.text(value))
        return 0

    def _write_url(
        self, row: int, col: int, url: str, cell_format: Format | None = None, string: str | None = None,
        tip: str | None = None,
    ) -> int:
        inside = url.startswith("internal:")
        return int(super()._write_url(
            row, col, "internal:" + self.spoken.formula(url.removeprefix("internal:")) if inside else url, cell_format,
            self.spoken.text(string), self.spoken.text(tip),
        ))  # fmt: skip

    def _write_comment(self, row: int, col: int, comment: str, options: Any = None) -> int:
        return int(super()._write_comment(row, col, self.spoken.text(comment), options))

    def data_validation(self, *place: Any) -> int:
        """See xlsxwriter; the last argument are the options."""
        return int(super().data_validation(*place[:-1], self.spoken.options(place[-1])))

    def conditional_format(self, *place: Any) -> int:
        """See xlsxwriter; the last argument are the options."""
        return int(super().conditional_format(*place[:-1], self.spoken.options(place[-1])))

    def set_header(self, header: str = "", *more: Any) -> None:
        """See xlsxwriter."""
        super().set_header(self.spoken.text(header), *more)

    def set_footer(self, footer: str = "", *more: Any) -> None:
        """See xlsxwriter."""
        super().set_footer(self.spoken.text(footer), *more)
