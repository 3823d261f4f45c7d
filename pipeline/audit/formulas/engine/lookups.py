"""The functions that find a value in a list or a table: INDEX, MATCH, VLOOKUP and their like."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.audit.formulas.engine.book import Stored
from pipeline.audit.formulas.engine.parser import NotEvaluated
from pipeline.audit.formulas.engine.values import (
    PATTERN,
    Block,
    CellError,
    Function,
    KeptBlock,
    Value,
    block_of,
    is_error,
    items_of,
    near,
    number,
    order,
    scalar,
    truth,
)


def _index(arguments: list[Value]) -> Value:
    block = block_of(arguments[0])
    row = int(number(arguments[1]))
    column = int(number(arguments[2])) if len(arguments) > 2 else 0
    if len(block) == 1 and len(arguments) == 2:
        row, column = 1, row
    if len(block[0]) == 1:
        column = column or 1
    if row == 0 or column == 0:
        raise NotEvaluated("INDEX of a whole row or column")
    return _at(block, row, column)


def _at(block: Block, row: int, column: int) -> Stored:
    """A value of a block, from 1."""
    if not (0 < row <= len(block) and 0 < column <= len(block[0])):
        raise CellError("#REF!")
    found = block[row - 1][column - 1]
    if is_error(found):
        raise CellError(str(found))
    return found


def _line(block: Value) -> list[Stored]:
    """The values of a block of one row or one column."""
    return items_of(_line_block(block))


def _line_block(block: Value) -> Block:
    """A block of one row or one column."""
    found = block_of(block)
    if len(found) > 1 and len(found[0]) > 1:
        raise CellError("#N/A")
    return found


def _equal_in(block: Block, column: int, wanted: Stored) -> int:
    """The place (from 1) of the first value that is `wanted` in a column of a block, or in a block of one line (-1)."""
    if wanted is None or not isinstance(block, KeptBlock):
        return _equal(items_of(block) if column < 0 else [row[column] for row in block], wanted)
    _check_plain(wanted)
    place = block.places(column).first(wanted)
    if place is None:
        raise CellError("#N/A")
    line, column = (0, place) if column < 0 and len(block) == 1 else (place, max(column, 0))
    _check_decided(block[line][column], wanted)
    return place + 1


def _check_plain(wanted: Stored) -> None:
    if isinstance(wanted, str) and any(character in PATTERN for character in wanted):
        raise NotEvaluated("a search with a pattern")


def _equal(items: Sequence[Stored], wanted: Stored) -> int:
    """The place (from 1) of the first value that is `wanted`."""
    _check_plain(wanted)
    if wanted is None and any(item in (None, "", 0.0) for item in items):
        raise NotEvaluated("a search for a blank")  # which finds a 0, or a blank, or nothing
    for i, item in enumerate(items):
        if item is not None and order(item, wanted) == 0:
            _check_decided(item, wanted)
            return i + 1
    raise CellError("#N/A")


def _check_decided(item: Stored, wanted: Stored) -> None:
    """Numbers that differ by floating point alone are the same to one program, and not to another."""
    if isinstance(item, float) and item != (wanted or 0.0):
        raise NotEvaluated("a search for a number that isn't exact")


def _nearest(items: Sequence[Stored], wanted: Stored, *, falling: bool = False) -> int:
    """The place (from 1) of the last number not above `wanted` in a rising list, not below it in a falling one.

    Programs search by halves: what they find in a list that isn't in order, or among texts, depends on the program.
    """
    wanted = 0.0 if wanted is None else wanted
    if not isinstance(wanted, float) or any(is_error(item) for item in items):
        raise NotEvaluated("a search by order for a text")
    sign = -1.0 if falling else 1.0
    found = [(i + 1, sign * item) for i, item in enumerate(items) if isinstance(item, float)]
    values = [value for _, value in found]
    if values != sorted(values) or (falling and len(set(values)) < len(values)):
        raise NotEvaluated("a search by order in a list that has none")
    place = 0
    for i, value in found:
        if value != sign * wanted and near(value, sign * wanted):
            raise NotEvaluated("a search for a number that isn't exact")
        if value <= sign * wanted:
            place = i
    if not place:
        raise CellError("#N/A")
    return place


def _match(arguments: list[Value]) -> float:
    kind, wanted = number(arguments[2]) if len(arguments) > 2 else 1.0, scalar(arguments[0])
    if kind == 0:
        return float(_equal_in(_line_block(arguments[1]), -1, wanted))
    return float(_nearest(_line(arguments[1]), wanted, falling=kind < 0))


def _is_by_order(arguments: list[Value]) -> bool:
    """Whether VLOOKUP may take the nearest: it does so where nothing is said."""
    return len(arguments) < 4 or truth(arguments[3])


def _found_line(lines: Block, arguments: list[Value]) -> Value:
    """What VLOOKUP finds in lines: the value at a place of the line that begins with what is wanted."""
    wanted, place = scalar(arguments[0]), int(number(arguments[2]))
    if place < 1:
        raise CellError("#VALUE!")
    by_order = _is_by_order(arguments)
    row = _nearest([line[0] for line in lines], wanted) if by_order else _equal_in(lines, 0, wanted)
    return _at(lines, row, place)


def _vlookup(arguments: list[Value]) -> Value:
    return _found_line(block_of(arguments[1]), arguments)


def _hlookup(arguments: list[Value]) -> Value:
    return _found_line([list(column) for column in zip(*block_of(arguments[1]), strict=True)], arguments)


def _lookup(arguments: list[Value]) -> Value:
    """LOOKUP in a line, with the results in another or in the same."""
    items = _line(arguments[1])
    results = _line(arguments[2]) if len(arguments) > 2 else items
    return _at([results], 1, _nearest(items, scalar(arguments[0])))


def _xlookup(arguments: list[Value]) -> Value:
    """XLOOKUP of an equal value, with the results in a line."""
    wanted, items, results, *rest = arguments
    if len(rest) > 1 and any(number(kind) not in (0.0, 1.0) for kind in rest[1:]) or number((*rest, 0.0, 0.0)[1]):
        raise NotEvaluated("XLOOKUP of another kind than the first equal value")
    try:
        return _at([_line(results)], 1, _equal_in(_line_block(items), -1, scalar(wanted)))
    except CellError:
        if rest and rest[0] is not None:
            return rest[0]
        raise


LOOKUPS: dict[str, Function] = {
    "INDEX": _index,
    "MATCH": _match,
    "VLOOKUP": _vlookup,
    "HLOOKUP": _hlookup,
    "LOOKUP": _lookup,
    "XLOOKUP": _xlookup,
}
