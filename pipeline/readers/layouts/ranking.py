"""Tables whose opponents are given by rank, which is the row's position: the rank is left blank on a tie."""

from __future__ import annotations

from collections.abc import Iterator

from pipeline.readers.cells import quoted
from pipeline.readers.layouts.table import PlayerTable


def positions(table: PlayerTable, rank_column: int) -> Iterator[tuple[int, int]]:
    """Each player's row and his number, which is his position in the table.

    A rank that isn't the position is a problem: the rows were sorted or deleted, and no opponent can be trusted.
    """
    ties: list[str] = []
    for no, row in enumerate(table, start=1):
        mend = "Export the table again, in the order of rank and with all players."
        before = len(table.builder.problems)
        rank = table.cells.whole(row, rank_column, "the rank", mend)
        if rank is None and len(table.builder.problems) == before:
            ties.append(str(no))
        elif rank is not None and rank != no:
            table.builder.problem(
                table.cells.place(row, rank_column),
                f"the rank is {quoted(rank)}, but this is row {no} of the table, and opponents are given by rank.",
                mend,
            )
        yield row, no
    table.builder.note("ties in rank", ties, "players tied with the one above, numbered by their row")
