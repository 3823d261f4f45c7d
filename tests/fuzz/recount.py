"""What an accepted file must hold, counted again from the spoilt table or text itself, without the readers' code.

Only frames are taken from the program (players, entries); codes, points and notations are written down here once more.
Each function gives what contradicts itself, in words; nothing where all agrees.
"""

import math
import re
from collections import Counter
from dataclasses import dataclass

import pandas as pd

from fuzz.seeds import Rows
from fuzz.structure import IN_ROUND, POINTS_AT, ROUND_WIDTH, ROUNDS_AT, header_of
from pipeline.event import Event

POINTS = {"w": 1, "d": 0.5, "l": 0, "+": 1, "-": 0, "full-bye": 1, "half-bye": 0.5, "zero-bye": 0, "": 0}
ANSWERS = {("w", "l"), ("l", "w"), ("d", "d"), ("+", "-"), ("-", "+"), ("-", "-"), ("", "")}
LETTERS = {"1": "w", "½": "d", "=": "d", "0": "l", "+": "+", "-": "-"}
_GAME = re.compile(r"\s*([0-9]+)[wbz]([01½+-])\s*")
_ROUND_ROBIN = "Village Masters"

Side = tuple[int | None, str]
"""The opponent's number, where the cell names it, and the result."""


@dataclass(frozen=True)
class Line:
    """A player's row as it stands in the file: all its texts, the games in it, and the points that it states."""

    texts: frozenset[str]
    sides: tuple[Side, ...]
    stated: float | None = None


def lines_of_table(rows: Rows) -> list[Line]:
    """The rows under the headings."""
    head = header_of(rows)
    headings = [str(value or "").strip() for value in rows[head]]
    points = [at for at, heading in enumerate(headings) if heading == "Pts."]
    lines = []
    crossed = rows[0][0] == _ROUND_ROBIN
    left_out = _left_out(rows[head + 1 :], headings, crossed)
    for row in rows[head + 1 :]:
        texts = frozenset(str(value).strip() for value in row if value is not None)
        stated = row[points[0]] if len(points) == 1 and points[0] < len(row) else None
        number = None if stated is None or not re.fullmatch(r"[0-9.]+", str(stated)) else float(str(stated))
        lines.append(Line(texts, tuple(_sides(row, headings, left_out, crossed)), number))
    return lines


def _left_out(rows: Rows, headings: list[str], crossed: bool) -> set[int]:
    """Columns whose cells aren't counted: a copy of another under a heading that is no round's, and a name or number
    that happens to look like a game.

    Bare results (w, ½) in a column that neither a round's heading nor an opponent goes with aren't counted either:
    today the readers name such a column in a note, and leave it out.
    """
    columns = [tuple(str(row[at]) if at < len(row) else "" for row in rows) for at in range(len(headings))]
    left_out = set()
    for at, (heading, cells) in enumerate(zip(headings, columns, strict=True)):
        few = sum(bool(_GAME.fullmatch(cell)) or cell in _SIGNS for cell in cells) < 2
        in_round = heading.isdigit() if crossed else bool(IN_ROUND.fullmatch(heading))
        is_copy = columns.index(cells) < at and not in_round
        if is_copy or (few and (at == 0 or heading in _NAMES) and not in_round):
            left_out.add(at)
    return left_out


_SIGNS = {"w", "d", "l", "½", "+", "-"}
_NAMES = {"No.", "Name", "Pos", "Rk.", "Pl"}


def _sides(row: list[object], headings: list[str], left_out: set[int], crossed: bool) -> list[Side]:
    """The cells that are games in the layout's own notation; the opponent only where the same cell says who it is."""
    found: list[Side] = []
    for at, value in enumerate(row):
        text = str(value).strip()
        heading = headings[at] if at < len(headings) else ""
        if at in left_out:
            continue
        if match := _GAME.fullmatch(text):
            found.append((int(match[1]), LETTERS[match[2]]))
        elif crossed:
            if (heading.isdigit() and text in LETTERS) or text in {"½", "+", "-"}:
                found.append((int(heading) if heading.isdigit() else None, LETTERS[text]))
        elif text in {"w", "d", "l"} and (heading.startswith("Result ") or headings[at - 1].startswith("Opponent ")):
            found.append((None, text))
        elif heading.replace("Result", "Opponent") in set(headings) - {heading} and text in {"1", "½", "0"}:
            found.append((None, LETTERS[text]))
    return found


def lines_of_trf(text: str) -> list[Line]:
    """The lines of players."""
    lines = []
    for line in text.splitlines():
        if not line.startswith("001"):
            continue
        parts = [line[at : at + ROUND_WIDTH].split() for at in range(ROUNDS_AT, len(line), ROUND_WIDTH)]
        sides = tuple((int(p[0]), LETTERS[p[-1]]) for p in parts if len(p) > 1 and p[-1] in LETTERS and int(p[0]))
        stated = line[POINTS_AT].strip()
        lines.append(Line(frozenset({line[14:47].strip()}), sides, float(stated) if stated else None))
    return lines


def in_event(event: Event) -> list[str]:
    """Whether each game stands in both rows with results that answer each other, and points and games agree."""
    said = []
    entries = [(int(e.no), int(e.round), None if pd.isna(e.opponent) else int(e.opponent), str(e.result))
               for e in event.entries.itertuples()]  # fmt: skip
    said += [f"{no} stands {count} times in round {number}"
             for (no, number), count in Counter(entry[:2] for entry in entries).items() if count > 1]  # fmt: skip
    by_place = {entry[:2]: entry for entry in entries}
    for no, number, opponent, result in entries:
        if result not in POINTS or not 1 <= number <= event.rounds or no not in event.players.index:
            said.append(f"{no}, round {number}: no entry: {result!r}")
        if opponent is None:
            if result in {"w", "d", "l"}:
                said.append(f"{no}, round {number}: {result} against nobody")
            continue
        other = by_place.get((opponent, number))
        if opponent == no or other is None or other[2] != no or (result, other[3]) not in ANSWERS:
            said.append(f"{no}, round {number}: {result!r} against {opponent}, who has {other}")
    played = [POINTS[result] for *_, result in entries if result in {"w", "d", "l"}]
    if 2 * sum(played) != len(played) or len(event.games) != len(played):
        said.append(f"{sum(played)} points in {len(played)} halves of games; the program has {len(event.games)}")
    own = own_scores(event)
    said += [f"{no} has {event.score[no]} points, its results are worth {own[no]}"
             for no in event.players.index if event.score[no] != own[no]]  # fmt: skip
    return said


def own_scores(event: Event) -> dict[int, float]:
    """The points of each player's results."""
    own = dict.fromkeys(event.players.index, 0.0)
    for entry in event.entries.itertuples():
        own[entry.no] += POINTS.get(str(entry.result), math.nan)
    return own


def against_file(event: Event, lines: list[Line], state: str) -> list[str]:
    """Whether the event has the games that the file has, each in its player's row, and says where points are wrong."""
    said = []
    for result in ("w", "d", "l"):  # + and - may be marks of something else
        written = sum(side[1] == result for line in lines for side in line.sides)
        read = int((event.entries["result"] == result).sum())
        if written != read:
            said.append(f"the file has {written} {result}, the event {read}")
    own = own_scores(event)
    for no, name in event.players["name"].items():
        rows = [line for line in lines if name in line.texts]
        if len(rows) != 1 or (event.players["name"] == name).sum() != 1:
            continue
        mine = event.entries[event.entries["no"] == no]
        held = sorted((int(e.opponent), str(e.result)) for e in mine.itertuples()
                      if not pd.isna(e.opponent) and str(e.result))  # fmt: skip
        stands = [(opponent, result) for opponent, result in rows[0].sides if opponent != no]  # but for the diagonal
        named = sorted((opponent, result) for opponent, result in stands if opponent is not None)
        if len(named) == len(stands) and held != named:
            said.append(f"{name}: {held} was read, {stands} stands there")
        if rows[0].stated is not None and rows[0].stated != own[no] and state != "check":
            said.append(f"{name}: {rows[0].stated} points are stated, {own[no]} counted, and the state is {state}")
    return said


def same_entries(event: Event, other: Event) -> list[str]:
    """Whether a report, read again, holds the same entries."""
    one, two = (Counter((int(e.no), int(e.round), str(e.opponent), str(e.result)) for e in each.entries.itertuples())
                for each in (event, other))  # fmt: skip
    return [] if one == two else [f"the report's event differs: {(one - two) + (two - one)}"]
