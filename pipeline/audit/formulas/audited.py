"""Looks at the formulas of the audited columns: neighbours, ranges, rows, and stored values."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pipeline.addresses import column_letters
from pipeline.audit.formulas.engine.book import BookCells
from pipeline.audit.formulas.engine.evaluate import Recalculation
from pipeline.audit.formulas.engine.parser import NotEvaluated
from pipeline.audit.formulas.engine.shape import Corner, Formula, Reference
from pipeline.audit.formulas.finding import (
    GROWING,
    SHORT_RANGE,
    SLIPPED,
    STALE,
    TYPED_OVER,
    UNLIKE,
    WRONG_ROW,
    FormulaFinding,
)
from pipeline.audit.judging.model import OPPONENTS, PART, ROW, Model
from pipeline.audit.sheet.stated import Remark, Spot, StatedColumn, StatedTable

_MAJORITY = 0.5
"""More than this part of a column makes its formulas the rule there."""
_LEAST = 3
_SAME = 1e-6
"""Relative: a stored value this close to the recalculated one is the same."""
_SEARCHING = {"VLOOKUP", "HLOOKUP", "LOOKUP", "XLOOKUP", "MATCH", "INDEX"}
_ADDING = {"SUM", "AVERAGE", "SUMPRODUCT", "MAX", "MIN", "COUNT", "SUMIF", "SUMIFS", "AVERAGEIF", "AVERAGEIFS"}


@dataclass(frozen=True)
class FormulaAudit:
    """The findings, and remarks on what couldn't be looked at."""

    findings: tuple[FormulaFinding, ...] = ()
    remarks: tuple[Remark, ...] = ()


def audited_formulas(book: BookCells, table: StatedTable, model: Model) -> FormulaAudit:
    """The audit of the formulas of a table in a workbook; nothing where it has none."""
    checker = _Checker(book, table, model)
    if not checker.has_formulas:
        return FormulaAudit()
    findings: list[FormulaFinding] = []
    for key, column in table.columns.items():
        findings += checker.column(key, column)
    for total in table.sums:
        findings += checker.short_ranges(total.spot)
    stale, unknown = checker.stale()
    remarks: list[Remark] = []
    if unknown:
        functions = ", ".join(sorted(unknown)[:6])
        remarks.append(Remark("not_evaluated", {"count": sum(unknown.values()), "functions": functions}))
    return FormulaAudit((*findings, *stale), tuple(remarks))


class _Checker:
    """Knows the table's rows and columns in the workbook."""

    def __init__(self, book: BookCells, table: StatedTable, model: Model) -> None:
        self.book, self.table, self.model = book, table, model
        self.columns: dict[tuple[str, int], str] = {}
        self.rows: dict[str, dict[int, int]] = {}
        """By sheet, the position of the player in each row."""
        self._named_cells: dict[tuple[Formula, str, int], list[tuple[str, Corner]]] = {}
        self._ranges: dict[tuple[Formula, str, int], list[tuple[Reference, str]]] = {}
        stated = {**table.given, **table.columns}
        self._places = {key: column.spots for key, column in stated.items()}
        # How many players' cell each is: one that is merged, or stands once for all, is several's.
        shares = {key: Counter(spots) for key, spots in self._places.items()}
        for key, column in stated.items():
            for position, spot in enumerate(column.spots):
                if spot is not None:
                    self.columns[spot.sheet, spot.column] = key
                    if shares[key][spot] == 1:
                        self.rows.setdefault(spot.sheet, {})[spot.row] = position
        self._in_order = {sheet: sorted(rows) for sheet, rows in self.rows.items()}

    @property
    def has_formulas(self) -> bool:
        """Whether any of the table's sheets has a formula."""
        return any(self.book.has_formulas(sheet) for sheet in self.rows)

    def formula(self, spot: Spot) -> Formula | None:
        """The formula in a cell."""
        return self.book.sheet(spot.sheet).formula((spot.row, spot.column))

    # Neighbours

    def column(self, key: str, column: StatedColumn) -> list[FormulaFinding]:
        """What is the matter with a column's formulas; at most one finding about its shape a cell."""
        spots = [column.spots[i] for i in self.table.order]
        formulas = {spot: formula for spot in spots if spot is not None and (formula := self.formula(spot)) is not None}
        filled = [spot for spot, i in zip(spots, self.table.order, strict=True)
                  if spot is not None and (column.filled[i] or spot in formulas)]
        if len(formulas) < _LEAST or len(formulas) <= _MAJORITY * len(filled):
            return []
        usual = self._usual(list(formulas.values()))
        found: list[FormulaFinding] = []
        for spot in filled:
            formula = formulas.get(spot)
            if formula is None:
                found.append(FormulaFinding(spot, TYPED_OVER))
            elif usual is not None and formula.shape != usual.shape:
                found.append(self._unlike(spot, formula, usual))
            else:
                found += [*self._wrong_rows(key, spot, formula), *self.short_ranges(spot)]
                found += self._slipped_tables(spot, formula)
        return found

    @staticmethod
    def _usual(formulas: Sequence[Formula]) -> Formula | None:
        """The formula that most of a column's cells have; None where each has its own (an opponent's cell by hand)."""
        (shape, count), *_ = Counter(formula.shape for formula in formulas).most_common(1)
        if count <= _MAJORITY * len(formulas):
            return None
        return next(formula for formula in formulas if formula.shape == shape)

    def _unlike(self, spot: Spot, formula: Formula, usual: Formula) -> FormulaFinding:
        """In what way a formula differs: a shorter range, another row, or altogether."""
        at = (spot.row, spot.column)
        details = {"formula": formula.a1(*at), "expected": usual.a1(*at)}
        if formula.words == usual.words:
            pairs = [(one, other) for one, other in zip(formula.references, usual.references, strict=True)
                     if one.shape != other.shape]
            if all(self._is_shorter(one, other, at) for one, other in pairs):
                return FormulaFinding(spot, SHORT_RANGE, details)
            if all(self._has_slipped(one, other, at) for one, other in pairs):
                return FormulaFinding(spot, SLIPPED, details)
            if all(self._is_other_row(one, other, at) for one, other in pairs):
                return FormulaFinding(spot, WRONG_ROW, details)
        return FormulaFinding(spot, UNLIKE, details)

    @staticmethod
    def _is_shorter(one: Reference, other: Reference, at: tuple[int, int]) -> bool:
        inner, outer = one.block(*at), other.block(*at)
        return (
            other.last is not None and one.sheet == other.sheet and inner != outer
            and inner[0] >= outer[0] and inner[1] >= outer[1] and inner[2] <= outer[2] and inner[3] <= outer[3]
        )

    @staticmethod
    def _is_other_row(one: Reference, other: Reference, at: tuple[int, int]) -> bool:
        here, there = one.block(*at), other.block(*at)
        return (
            one.sheet == other.sheet and here != there and here[1::2] == there[1::2]
            and here[2] - here[0] == there[2] - there[0]
        )

    def _has_slipped(self, one: Reference, other: Reference, at: tuple[int, int]) -> bool:
        return one.moves and not other.moves and self._is_other_row(one, other, at)

    # Rows and ranges

    def _wrong_rows(self, key: str, spot: Spot, formula: Formula) -> Iterator[FormulaFinding]:
        """Cells of other players' rows than those that the column is made from, referred to one by one."""
        position = self.rows[spot.sheet].get(spot.row)
        if position is None:
            return
        named_by_key = self._named(spot, formula)
        if not named_by_key:
            return
        for source in self.model.by_key[key].inputs:
            named = named_by_key.get(source.key)
            if source.reach == PART or not named:
                continue
            allowed = set(self.model.cells_of(source.reach, position))
            if source.reach == OPPONENTS:
                named = [i for i in named if i != position]  # a condition on the player's own games, mostly
            spots = self._places.get(source.key, ())
            theirs = {spots[i] for i in allowed if i < len(spots)}
            strange = [i for i in named if i not in allowed and spots[i] not in theirs]
            missing = [i for i in allowed if i not in named]
            # Where no opponent is named at all, the formula finds them in another way.
            if strange and (source.reach == ROW or len(strange) < len(named)):
                rows = {i: row for row, i in self.rows[spot.sheet].items()}
                expected = ", ".join(f"{column_letters(self._where(spot.sheet, source.key))}{rows[i] + 1}"
                                     for i in (missing or allowed) if i in rows)
                at = (spot.row, spot.column)
                yield FormulaFinding(spot, WRONG_ROW, {"formula": formula.a1(*at), "expected": expected})
                return

    def _where(self, sheet: str, key: str) -> int:
        return next(column for (name, column), found in self.columns.items() if (name, found) == (sheet, key))

    def _named(self, spot: Spot, formula: Formula) -> dict[str, list[int]]:
        """By column the players whose cells a formula names one by one; none where they are all of its own row."""
        key = formula, spot.sheet, spot.column
        if key not in self._named_cells:
            self._named_cells[key] = [
                (self.columns[spot.sheet, column], reference.first)
                for reference in formula.references
                if reference.last is None and (not reference.sheet or reference.sheet == spot.sheet)
                and (spot.sheet, column := reference.first.at(0, spot.column)[1]) in self.columns
            ]
            if all(corner.row == 0 and not corner.row_fixed for _, corner in self._named_cells[key]):
                self._named_cells[key] = []
        found: dict[str, list[int]] = {}
        rows = self.rows[spot.sheet]
        for name, corner in self._named_cells[key]:
            row = corner.at(spot.row, spot.column)[0]
            if row in rows:
                found.setdefault(name, []).append(rows[row])
        return found

    def short_ranges(self, spot: Spot) -> Iterator[FormulaFinding]:
        """A sum or average over some of a column's players, and not over all: too short a range, or one that slipped.

        A range that is as high as the list and goes along with its formula is one whose $ were forgotten.
        """
        formula = self.formula(spot)
        if formula is None or not _ADDING & formula.functions:
            return
        rows = self._in_order.get(spot.sheet) or [0]
        first, last = rows[0], rows[-1]
        at = (spot.row, spot.column)
        for reference, letters in self._suspects(formula, spot):
            top, _, bottom, _ = reference.block(*at)
            inside = self._players_between(spot.sheet, top, bottom)
            if inside == len(self.rows.get(spot.sheet, {})):
                continue
            formula_there = formula.a1(*at)
            if reference.moves and bottom - top >= last - first and spot.row in self.rows.get(spot.sheet, {}):
                whole = f"${letters}${first + 1}:${letters}${last + 1}"
                yield FormulaFinding(spot, SLIPPED, {"formula": formula_there, "expected": whole})
                return
            grows = spot.row in self.rows.get(spot.sheet, {}) and reference.grows
            if grows or self._is_short(spot.sheet, inside):
                fixed, name = ("$", GROWING) if grows else ("", SHORT_RANGE)
                whole = f"{fixed}{letters}{fixed}{first + 1}:{fixed}{letters}{fixed}{last + 1}"
                yield FormulaFinding(spot, name, {"formula": formula_there, "expected": whole})
                return

    def _suspects(self, formula: Formula, spot: Spot) -> list[tuple[Reference, str]]:
        """The ranges in one of the table's columns that may be too short, with the letters of the column.

        They are looked for once for the formula's column: a range between fixed rows is right or wrong in all rows.
        """
        key = formula, spot.sheet, spot.column
        if key not in self._ranges:
            found: dict[tuple[Reference, str], None] = {}
            for reference in formula.references:
                top, left, bottom, right = reference.block(spot.row, spot.column)
                if reference.last is None or left != right or (reference.sheet and reference.sheet != spot.sheet):
                    continue
                inside = self._players_between(spot.sheet, top, bottom)
                is_fixed = reference.first.row_fixed and reference.last.row_fixed
                if (spot.sheet, left) in self.columns and (not is_fixed or self._is_short(spot.sheet, inside)):
                    found[reference, column_letters(left)] = None
            self._ranges[key] = list(found)
        return self._ranges[key]

    def _is_short(self, sheet: str, inside: int) -> bool:
        """Whether a range over so many of the players was probably meant for all of them."""
        players = len(self.rows.get(sheet, {}))
        return inside != players and inside >= max(2, players / 2)

    def _slipped_tables(self, spot: Spot, formula: Formula) -> Iterator[FormulaFinding]:
        """A search in a table that goes along with the formula, which was filled down from the first player's row."""
        first = self._in_order[spot.sheet][0]
        if spot.row == first or not formula.moving or not _SEARCHING & formula.functions:
            return
        filled_from = self.book.sheet(spot.sheet).formula((first, spot.column))
        if filled_from is None or filled_from.shape != formula.shape:
            return
        whole = formula.moving[0].pinned(first, spot.column).a1(first, spot.column)
        yield FormulaFinding(spot, SLIPPED, {"formula": formula.a1(spot.row, spot.column), "expected": whole})

    def _players_between(self, sheet: str, top: int, bottom: int) -> int:
        """How many players' rows lie between two rows."""
        rows = self._in_order.get(sheet, [])
        return bisect_right(rows, bottom) - bisect_left(rows, top)

    # Stored values

    def stale(self) -> tuple[list[FormulaFinding], Mapping[str, int]]:
        """Formulas whose stored value isn't what they give, and what wasn't calculated (with counts)."""
        recalculation = Recalculation(self.book)
        found: list[FormulaFinding] = []
        unknown: Counter[str] = Counter()
        for spot in self._spots():
            if self.formula(spot) is None:
                continue
            at = (spot.row, spot.column)
            cells = self.book.sheet(spot.sheet)
            if cells.is_unvalued(at):
                continue
            try:
                value = recalculation.value(spot.sheet, at)
            except NotEvaluated as error:
                unknown[str(error)] += 1
                continue
            if not same(value, cells.value(at)):
                shown = f"{value:.10g}" if isinstance(value, float) else str(value)
                found.append(FormulaFinding(spot, STALE, {"value": shown}))
        return found, unknown

    def _spots(self) -> Iterator[Spot]:
        for column in self.table.columns.values():
            for position in self.table.order:
                spot = column.spots[position]
                if spot is not None:
                    yield spot
        for total in self.table.sums:
            yield total.spot


def same(one: object, other: object) -> bool:
    """Whether two values of a cell are the same, but for floating point; errors have other names in each program."""
    if isinstance(one, float | int) and isinstance(other, float | int):
        return abs(float(one) - float(other)) <= _SAME * max(1.0, abs(float(one)))
    texts = [str(value) if value is not None else "" for value in (one, other)]
    return texts[0] == texts[1] or all(text.startswith("#") for text in texts)
