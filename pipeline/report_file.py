"""An event as a FIDE report file: TRF26 (approved on 12 May 2025) or TRF16 (FIDE Handbook C.04, Annex 2).

Record 001 of each player has fixed columns, 10 a round from column 92, in both forms; they differ in the records of the
number of rounds, of points and of tie-breaks. What a report file has no place for is left out, and named.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pipeline.errors import UsageError
from pipeline.event import PENDING, USUAL, Event
from pipeline.words import Said, said

TRF26, TRF16 = "trf26", "trf16"
FORMS = (TRF26, TRF16)
MOST_PLAYERS = 9999
_NAME = 33
_LETTERS = {
    "w": "1", "d": "=", "l": "0", "+": "+", "-": "-", "full-bye": "U", "half-bye": "H", "zero-bye": "Z", PENDING: " ",
}
_BYE = "0000 - {}  "
_BLANK = " " * 10
_LEFT_OUT = {
    "k": said("K"), "games_before": said("games before the event"), "start_no": said("starting numbers"),
}


def report_file(
    event: Event, form: str, ranks: Mapping[int, int], codes: Sequence[str] = (), round_robin: bool = False
) -> str:
    """The lines of the file, with CR LF at their ends; `ranks` by the players' numbers, `codes` the list they are by.

    Raises UsageError for what the columns of a report file can't hold.
    """
    _refuse(event)
    rounds = max(event.rounds, event.declared)
    lines = [f"012 {_line(event.name)}"]
    if event.date:
        lines.append(f"042 {event.date.replace('-', '/')}")
    lines += [
        f"062 {len(event.players)}", f"072 {int(event.players['rating'].notna().sum())}", "082 0",
        f"092 Individual: {'Round-Robin' if round_robin else 'Swiss-System'}",
        f"{'142' if form == TRF26 else 'XXR'} {rounds}",
    ]
    if event.scoring != USUAL:
        win, draw, loss = (f"{value:.1f}" for value in event.scoring)
        lines.append(
            f"162 W {win}  D {draw}  L {loss}" if form == TRF26
            else f"XXS WW={win} BW={win} WD={draw} BD={draw} WL={loss} BL={loss} FW={win} FL=0.0 FPB={win} PAB={win} "
            f"HPB={draw} ZPB=0.0"
        )
    if form == TRF26 and codes:
        lines.append(f"212 {','.join(codes)}")
    opponents, results, colours = (event.by_round(column) for column in ("opponent", "result", "colour"))
    has_entry = set(zip(event.entries["no"].tolist(), event.entries["round"].tolist(), strict=True))
    players = zip(event.players.index.tolist(), event.players.to_dict("records"), strict=True)
    for at, (no, player) in enumerate(players):
        cells = []
        for k in range(event.rounds):
            number, result = opponents[at, k], results[at, k]
            if number == number:
                cells.append(f"{int(number):>4} {colours[at, k] or '-'} {_LETTERS[result]}  ")
            else:
                cells.append(_BYE.format(_LETTERS[result]) if (no, k + 1) in has_entry else _BLANK)
        own = _player(no, player, float(event.score[no]), ranks.get(no, 0))
        lines.append("".join([own, *cells]).rstrip())
    return "".join(f"{line}\r\n" for line in lines)


def code_in_file(code: str) -> str:
    """A code as a list of a report file writes it: FIDE's with their modifier behind a slash, others as OTHER_…."""
    if code in ("RP", "ARPO", "RB", "ARBO") or ":" in code:
        name = "".join(sign if sign.isalnum() and sign.isascii() else "_" for sign in code.partition(":")[2] or code)
        return f"OTHER_{name}"
    name, cut, rest = code.rpartition("-")
    return f"{name}/{rest}" if cut else code


def left_out(event: Event) -> list[Said]:
    """What the event has and a report file has no place for, in words."""
    found = [words for column, words in _LEFT_OUT.items() if column in event.players and event.players[column].notna()
             .any()]
    if len(event.stated.columns):
        found.append(said("stated values ({headings})", headings=", ".join(map(str, event.stated.columns))))
    if any(len(name) > _NAME for name in event.players["name"]):
        found.append(said("what names have beyond {n} letters", n=_NAME))
    return found


def _player(no: int, player: Any, score: float, rank: int) -> str:
    """Columns 1 to 91 of a record 001."""
    rating = player["rating"]
    title, federation, birth = (_text(player.get(name)) for name in ("title", "federation", "birth"))
    return (
        f"001 {no:>4} {'':1}{title[:3]:>3} {_line(player['name'])[:_NAME]:<33} "
        f"{0 if rating != rating else int(rating):>4} {federation[:3]:<3} {'':>11} {birth[:10]:<10} "
        f"{score:>4.1f} {rank or '':>4}  "
    )


def _text(value: object) -> str:
    return "" if value is None or value != value else _line(str(value))


def _line(text: str) -> str:
    """The text on one line, and without tabs, which would shift all columns."""
    return "".join(" " if sign.isspace() else sign for sign in text).strip()


def _refuse(event: Event) -> None:
    numbers = event.players.index
    if numbers.max() > MOST_PLAYERS:
        raise UsageError(
            said("player number {no}: a report file has four columns for it.", no=int(numbers.max())),
            said("Give the players the numbers 1, 2, 3 …, or write an event workbook (.xlsx)."),
        )
    ratings = event.players["rating"].dropna()
    broken = ratings[ratings != ratings.round()]
    if len(broken):
        raise UsageError(
            said("player {no} has the rating {rating:g}: a report file has whole ratings.",
                 no=int(broken.index[0]), rating=float(broken.iloc[0])),
            said("Correct it, or write an event workbook (.xlsx)."),
        )
