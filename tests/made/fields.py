"""Events of our own in a line or two, and the reports of them.

    event([2000, 1900, None, 1800], "1w2 3d4", "1d3 2:full-bye 4:zero-bye")

is two rounds of four players, the third of them unrated. In a round `1w2` is a win of 1 against 2, `d` a draw, `l` a
loss, `+` and `-` a forfeit, `--` one that both lost, `?` a game still to be played, and `2:half-bye` a round without an
opponent.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from made.xlsx import Cell
from openpyxl.utils import get_column_letter

from pipeline.errors import Place
from pipeline.event import Event
from pipeline.method.calculation import Calculation, calculated
from pipeline.method.settings import Settings, with_values
from pipeline.readers.builder import EventBuilder
from pipeline.registry import key_of
from pipeline.workbook.layout import ARPO, EVENT, FIRST_ROW, Layout, layout_of, wanted_columns
from pipeline.workbook.write import write_report

ROOT = Path(__file__).resolve().parents[2]
VIDEO = ROOT / "input" / "video.xlsx"

_GAME = re.compile(r"(\d+)(w|d|l|\+|--|-|\?)(\d+)")
_REPLIES = {"w": ("w", "l"), "d": ("d", "d"), "l": ("l", "w"), "+": ("+", "-"), "-": ("-", "+"), "--": ("-", "-")}

DOUBLE_ROUND_ROBIN = (
    "1w4 2d3", "1d2 3w4", "3l1 4d2",
    "4l1 3d2", "2l1 4w3", "1w3 2w4",
)  # fmt: skip
"""Four players, everybody twice against everybody."""


def event(
    ratings: Sequence[float | None],
    *rounds: str,
    names: Sequence[str] = (),
    numbers: Sequence[int] = (),
    stated: Mapping[str, Sequence[float | None]] | None = None,
    **optional: Sequence[object],
) -> Event:
    """The event; `stated` and `optional` (such as points_stated) hold one value a player, None where there is none."""
    numbers = numbers or range(1, len(ratings) + 1)
    builder = EventBuilder(Path(__file__), "made in a test", name="Event of a test")
    for i, (no, rating) in enumerate(zip(numbers, ratings, strict=True)):
        given = {key: values[i] for key, values in optional.items() if values[i] is not None}
        builder.add_player(no, Place(), names[i] if names else f"Player {chr(64 + no)}", rating, **given)
        for heading, values in (stated or {}).items():
            if values[i] is not None:
                builder.add_stated(no, heading, values[i])
    entries: dict[tuple[int, int], tuple[int | None, str]] = {}
    for round_, text in enumerate(rounds, start=1):
        for token in text.split():
            if ":" in token:
                no, bye = token.split(":")
                entries[int(no), round_] = (None, bye)
                continue
            one, result, other = _GAME.fullmatch(token).groups()
            first, second = _REPLIES.get(result, ("", ""))
            entries[int(one), round_], entries[int(other), round_] = (int(other), first), (int(one), second)
    for no in numbers:  # in the order in which a reader meets them
        for round_ in range(1, len(rounds) + 1):
            if (no, round_) in entries:
                builder.add_entry(no, round_, *entries[no, round_], Place())
    builder.set_rounds(len(rounds))
    return builder.finish()


def settings(**given: object) -> Settings:
    """The defaults but for what is given."""
    return with_values(Settings(), given, "test")


def calculate(made: Event, **given: object) -> Calculation:
    """Everything that is computed for the event."""
    return calculated(made, settings(**given))


def report(path: Path, made: Event, **given: object) -> Calculation:
    """Write the report of the event to `path`, and return what it was made from."""
    calculation = calculate(made, **given)
    write_report(calculation, path)
    return calculation


def address(column: int, row: int) -> str:
    """A1 for column 0 and row 1, which is how the layout counts."""
    return f"{get_column_letter(column + 1)}{row}"


def arpo_cells(calculation: Calculation, keys: Iterable[str] = (), layout: Layout | None = None) -> dict[Cell, object]:
    """The cells of the ARPO sheet that the columns `keys` (else all) have in `layout`, with the frame's values."""
    layout = layout or layout_of(calculation)
    frame = calculation.work.frame
    cells: dict[Cell, object] = {}
    for column in wanted_columns(calculation.work):
        if keys and column.key not in keys:
            continue
        span = layout.columns[column.key]
        for k in range(1, span.count + 1):
            for row, value in enumerate(frame[key_of(column, k)].tolist(), start=FIRST_ROW):
                cells[ARPO, address(span.at(k), row)] = value
    return cells


def event_cell(calculation: Calculation, no: int, key: str, round_: int = 1) -> Cell:
    """The cell of the Event sheet that holds `key` (rating, opponent, result, …) of player `no`."""
    layout = layout_of(calculation)
    row = FIRST_ROW + calculation.work.frame.index.get_loc(no)
    return EVENT, address(layout.event[key].at(round_), row)


def game_cells(calculation: Calculation, round_: int, game: str) -> dict[Cell, object]:
    """What to write into the Event sheet so that `game` (such as 1w2) stands in both players' rows."""
    one, result, other = _GAME.fullmatch(game).groups()
    first, second = _REPLIES[result]
    return {
        event_cell(calculation, int(one), "opponent", round_): int(other),
        event_cell(calculation, int(one), "result", round_): first,
        event_cell(calculation, int(other), "opponent", round_): int(one),
        event_cell(calculation, int(other), "result", round_): second,
    }


MIXED = event([2000, None, 1800, 1700], "1w2 3:full-bye", "1d3 2+4", "2d3 1w4", names=["Anna", "Bo", "Çelik ½", "Dora"])
"""A bye, a forfeit and an unrated player."""
