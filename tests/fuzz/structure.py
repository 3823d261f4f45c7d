"""Ways to spoil what a table or a TRF file says, while each cell stays a sound one.

Cells and headings change places, columns go, rounds are cut. Nothing in such a file looks broken, so it is here that a
reader can give other numbers without a word; `fuzz.recount` says whether it did.
"""

import copy
import random
import re

from fuzz.mutations import some
from fuzz.seeds import Rows

HEADINGS: tuple[object, ...] = (
    None, "", "Name", "Rating", "Rtg", "No.", "Rk.", "Pts.", "TB1", "1.Rd", "2.Rd", "3.Rd", 1, 2, 3, "Opponent 1",
    "Result 1", "Opponent 2", "Result 2", "Opponent 3", "Result 3", "FED", "K", "Club", "Remarks", "Elo", "points",
)  # fmt: skip
ROUND_WIDTH, ROUNDS_AT, POINTS_AT = 10, 91, slice(80, 84)
"""Where a TRF player's line has its rounds and points, counted from 0."""
IN_ROUND = re.compile(r"\d+|\d+[a-z]|\d+[.]Rd|(Opponent|Result) \d+")
"""The heading of a round, in any of the layouts."""


def header_of(rows: Rows) -> int:
    """Which row holds the headings; every table here has one that names the players, or is the widest with text."""
    for at, row in enumerate(rows):
        if {"name", "player"} & {str(value).strip().lower() for value in row}:
            return at
    return max(range(len(rows)), key=lambda at: sum(isinstance(value, str) for value in rows[at]))


def in_table(rng: random.Random, rows: Rows) -> Rows:
    """Spoil a table in one way, chosen at random."""
    rows = copy.deepcopy(rows)
    head = header_of(rows)
    last = max((at for at, row in enumerate(rows) if len(row) > 2), default=head)
    width = len(rows[head])
    if last <= head or width < 2:
        return rows
    for row in rows[head : last + 1]:
        row.extend([None] * (width - len(row)))
    some(rng, (_swap_cells, _swap_cells, _copy_cell, _swap_columns, _delete_columns, _rename, _swap_headings,
               _cut_rounds, _cut_rounds, _swap_rows, _delete_row, _double_column))(rng, rows, head, last)  # fmt: skip
    return rows


def _any(rng: random.Random, rows: Rows, head: int, last: int) -> tuple[list[object], int]:
    return rows[rng.randrange(head + 1, last + 1)], rng.randrange(len(rows[head]))


def _swap_cells(rng: random.Random, rows: Rows, head: int, last: int) -> None:
    """Two cells change places: anywhere, in a row, or in a column."""
    (source, at), (target, to) = _any(rng, rows, head, last), _any(rng, rows, head, last)
    kind = rng.randrange(3)
    if kind == 1:
        target = source
    elif kind == 2:
        to = at
    source[at], target[to] = target[to], source[at]


def _copy_cell(rng: random.Random, rows: Rows, head: int, last: int) -> None:
    (source, at), (target, to) = _any(rng, rows, head, last), _any(rng, rows, head, last)
    target[to] = source[at]


def _swap_columns(rng: random.Random, rows: Rows, head: int, last: int) -> None:
    """Two columns change places, with their headings."""
    at, to = rng.randrange(len(rows[head])), rng.randrange(len(rows[head]))
    for row in rows[head : last + 1]:
        row[at], row[to] = row[to], row[at]


def _delete_columns(rng: random.Random, rows: Rows, head: int, last: int) -> None:
    at, count = rng.randrange(len(rows[head])), rng.choice((1, 1, 2))
    for row in rows[head : last + 1]:
        del row[at : at + count]


def _rename(rng: random.Random, rows: Rows, head: int, last: int) -> None:
    """A heading becomes another, or loses a letter."""
    at = rng.randrange(len(rows[head]))
    text = str(rows[head][at] or "")
    rows[head][at] = text[:-1] if text and rng.random() < 0.3 else some(rng, HEADINGS)


def _swap_headings(rng: random.Random, rows: Rows, head: int, last: int) -> None:
    at, to = rng.randrange(len(rows[head])), rng.randrange(len(rows[head]))
    rows[head][at], rows[head][to] = rows[head][to], rows[head][at]


def _cut_rounds(rng: random.Random, rows: Rows, head: int, last: int) -> None:
    """The last rounds go, with their headings or without, for everybody or for the players from some row on."""
    rounds = [at for at, value in enumerate(rows[head]) if value and IN_ROUND.fullmatch(str(value).strip())]
    gone = rounds[-rng.choice((1, 2, 2, 4)) :]
    kind = rng.randrange(3)
    first = rng.randrange(head + 1, last + 1) if kind == 2 else head + (kind == 1)
    for row in rows[first : last + 1]:
        for at in reversed(gone):
            if kind == 0:
                del row[at]
            else:
                row[at] = None


def _swap_rows(rng: random.Random, rows: Rows, head: int, last: int) -> None:
    at, to = rng.randrange(head + 1, last + 1), rng.randrange(head + 1, last + 1)
    rows[at], rows[to] = rows[to], rows[at]


def _delete_row(rng: random.Random, rows: Rows, head: int, last: int) -> None:
    del rows[rng.randrange(head + 1, last + 1)]


def _double_column(rng: random.Random, rows: Rows, head: int, last: int) -> None:
    """A column stands twice, the second time under another heading."""
    at, heading = rng.randrange(len(rows[head])), some(rng, HEADINGS)
    for row in rows[head : last + 1]:
        row.append(row[at])
    rows[head][-1] = heading


def in_trf(rng: random.Random, text: str) -> str:
    """The same for the lines of players of a TRF: rounds swapped, copied and cut, points and lines changed."""
    lines = text.splitlines()
    players = [at for at, line in enumerate(lines) if line.startswith("001")]
    at, to = some(rng, players), some(rng, players)
    most = max(1, (len(lines[at]) - ROUNDS_AT + 2) // ROUND_WIDTH)
    first, second = rng.randrange(most), rng.randrange(most)
    kind = rng.randrange(8)
    if kind == 0:  # two rounds of a player, or of all, change places
        for line in players if rng.random() < 0.5 else [at]:
            one, other = _round(lines[line], first), _round(lines[line], second)
            lines[line] = _with_round(_with_round(lines[line], first, other), second, one)
    elif kind == 1:
        lines[at] = _with_round(lines[at], first, _round(lines[to], second))
    elif kind == 2:
        one, other = _round(lines[at], first), _round(lines[to], first)
        lines[at], lines[to] = _with_round(lines[at], first, other), _with_round(lines[to], first, one)
    elif kind == 3:  # the rounds from one on are cut
        for line in players if rng.random() < 0.5 else [at]:
            lines[line] = lines[line][: ROUNDS_AT + first * ROUND_WIDTH]
    elif kind == 4:
        lines[at] = lines[at][: POINTS_AT.start] + f"{rng.randrange(7) / 2:4.1f}" + lines[at][POINTS_AT.stop :]
    elif kind == 5:
        del lines[at]
    elif kind == 6:
        lines[at], lines[to] = lines[to], lines[at]
    else:
        changed = _round(lines[at], first)
        new = changed[:7] + some(rng, ("1", "0", "=", "+", "-", "F", "H", "Z")) + changed[8:]
        lines[at] = _with_round(lines[at], first, new)
    return "\n".join(lines) + "\n"


def _round(line: str, number: int) -> str:
    start = ROUNDS_AT + number * ROUND_WIDTH
    return line[start : start + ROUND_WIDTH].ljust(ROUND_WIDTH)


def _with_round(line: str, number: int, cell: str) -> str:
    start = ROUNDS_AT + number * ROUND_WIDTH
    return (line[:start].ljust(start) + cell + line[start + ROUND_WIDTH :]).rstrip()
