"""Which columns of a table aren't judged although they hold numbers: an audit says so, and doesn't call all right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pipeline.addresses import column_letters
from pipeline.audit.sheet.head import Head
from pipeline.audit.sheet.numbers import number_at
from pipeline.audit.sheet.stated import Remark, Unjudged, cells_of
from pipeline.words import in_quotes, joined

_MOST = 0.5
"""A column without a heading that has numbers in fewer of the rows than this is scratch paper."""


def unread_columns(head: Head, rows: Sequence[int], sheet: str) -> Iterator[Remark]:
    """What to say of the columns beside the judged ones; those of a player's data and of the games are none."""
    judged = set(head.columns)
    known = {*judged, *head.entries, *head.beside, *head.who.values()}
    unread: list[int] = []
    others: list[int] = []
    headed = -1
    for column in range(max((len(head.grid.rows[row]) for row in rows), default=0)):
        headed = column if column in head.texts else headed
        if column in known:
            continue
        numbers = len(_rows_with_numbers(head, rows, column))
        if not numbers:
            continue
        if column in head.tie_breaks:
            others.append(column)
        elif column in head.texts or (headed not in known - judged and numbers >= _MOST * len(rows)):
            unread.append(column)
    for name, columns in (("columns_unread", unread), ("other_tie_breaks", others)):
        if columns:
            details = {"count": len(columns), "columns": letters_of(columns), "headings": _headings(head, columns)}
            yield Remark(name, details, tuple(unjudged_column(head, rows, column, sheet) for column in columns))


def unjudged_column(head: Head, rows: Sequence[int], column: int, sheet: str) -> Unjudged:
    """The numbers of a column that isn't judged, in these rows."""
    found = _rows_with_numbers(head, rows, column)
    cells = cells_of(found or rows, column_letters(column))
    return Unjudged(sheet, cells, len(found), head.texts.get(column, ""))


def _rows_with_numbers(head: Head, rows: Sequence[int], column: int) -> list[int]:
    return [row for row in rows if number_at(head.grid.value(row, column)).value is not None]


def letters_of(columns: Sequence[int]) -> str:
    """Columns by their letters, neighbours as a range: U–X, Z."""
    ranges: list[list[int]] = []
    for column in columns:
        if ranges and column == ranges[-1][-1] + 1:
            ranges[-1].append(column)
        else:
            ranges.append([column])
    return ", ".join(
        column_letters(run[0]) if len(run) == 1 else f"{column_letters(run[0])}–{column_letters(run[-1])}"
        for run in ranges
    )


def _headings(head: Head, columns: Sequence[int]) -> str:
    shown = [in_quotes(head.texts[column]) if column in head.texts else "—" for column in columns]
    return joined(", ", [*shown[:8], *(["…"] if len(shown) > 8 else [])])
