"""FIDE report files: TRF16, TRF25/26 and the older Krause form, with JaVaFo's and bbpPairings' extension lines.

The columns are those of the FIDE Handbook, C.04 Annex 2 (TRF16) and TRF26 (approved on 12 May 2025): record 001 of each
player, 10 columns a round from column 92.

The parser is ours, and not py4swiss's (0.3.1, MIT), which was tried on the 17 files of the real ones: it stops with an
exception at four that are right (Latin-1; a sex other than m and w, twice; a rank left out), takes a line with a wrong
record code for nothing and so loses its player, names neither line nor column of most errors, and stops at the first.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from pipeline.errors import InputError, Place, Problem
from pipeline.event import PENDING, Event
from pipeline.readers.above import date_of
from pipeline.readers.builder import RATING_MEND, EventBuilder, is_rating
from pipeline.readers.cells import number_of, quoted
from pipeline.readers.grid import Grid
from pipeline.readers.headings import Header
from pipeline.readers.hints import Hints
from pipeline.readers.layouts.trf_points import Points
from pipeline.readers.vocabulary import codes
from pipeline.words import Said, counted, joined, said

NAME = said("FIDE report file (TRF)")
LOOKED_FOR = said("lines that begin with 001")
_FIRST_ROUND, _ROUND_WIDTH = 92, 10
_ROUND = re.compile(r"(?P<opponent>[ 0-9]{4})(?P<gap>..)(?P<result>.)")
_CODE = re.compile(r"(?P<code>[0-9]{3})(?: |$)")
_OTHER_CODES = frozenset({"001", "013", "132", "240", "250", "260", "299", "300", "310", "320", "330", "801", "802"})
_BYE_RECORD = re.compile(r"240 (?P<kind>[FHZ]) +(?P<round>[0-9]{1,3})(?P<players>(?: +[0-9]{1,4})+) *", re.IGNORECASE)
_ROUNDS_RECORD = re.compile(r"(?:XXR|142) +(?P<rounds>[0-9]{1,3})\b")
_PLAYERS_RECORD = re.compile(r"062 +(?P<players>[0-9]{1,5})\b")
_IN_ADVANCE = ("round robin", "berger", "all play all", "scheveningen")
"""Words for events that are paired in advance."""
_DAYS, _TIME_CONTROLS = ("052", "042"), ("122", "222")
"""The records of the event's last and first day, and of its time control: in words, and encoded (TRF26)."""
_FOUR_DIGITS = re.compile(r"(?<![0-9])(?:19|20)[0-9]{2}(?![0-9])")
_UNDER_ONE_MOVE = "WDL"
_PLAYER_LINE = re.compile(r"\s*001\s")
_SHIFTED: tuple[tuple[Said, Callable[[str], bool], Said], ...] = (
    (said("begins with a blank"), lambda line: line[:1].isspace(), said("Delete the blanks before 001.")),
    (
        said("has a tab"), lambda line: "\t" in line.strip(),
        said("Save the file as the pairing program writes it, without tabs."),
    ),
)
"""What moves the fields of a player's line, how it is seen, and the mend."""
_ROUND_MEND = said(
    "A round is the opponent's number in four columns, a blank, the colour (w, b or -), a blank "
    "and the result (1 = 0, + -, H F U Z), such as “  12 w 1”."
)


def _at(row: int, first: int, last: int) -> Said:
    """The line of a row, and the columns of a field in it."""
    return joined(", ", [said("line {line}", line=row + 1), said("columns {first}-{last}", first=first, last=last)])


@dataclass
class _Player:
    """A record 001: its line (from 0), the text in its columns, and what its rounds hold."""

    row: int
    text: str
    no: int
    raw: dict[int, tuple[str, str, str]] = field(default_factory=dict)
    """Each round's opponent, colour and result as they stand; wholly blank ones included."""
    is_sound: bool = True

    def place(self, first: int, last: int) -> Place:
        """Where a field stands; the columns count from 1, as in the handbook."""
        return Place("", _at(self.row, first, last))

    def round_place(self, round_: int) -> Place:
        """Where a round stands."""
        first = _FIRST_ROUND + _ROUND_WIDTH * (round_ - 1)
        return self.place(first, first + 7)

    def cut(self, first: int, last: int) -> str:
        """The text of columns `first` to `last`, without blanks around it."""
        return self.text[first - 1 : last].strip()


def recognise(grid: Grid) -> Header | None:
    """An empty header where the grid is a report file, else None."""
    return Header(0, ()) if grid.fixed else None


def read(path: Path, grid: Grid, header: Header, grids: list[Grid], hints: Hints) -> Event:
    """The event. Raises InputError with all that is wrong with it."""
    lines = [str(row[0]) for row in grid.rows]
    name = next((line[4:].strip() for line in lines if line.startswith("012 ")), "")
    builder = EventBuilder(path, NAME, "", name)
    _refuse_shifted(path, lines)
    _refuse_unknown_codes(builder, lines)
    players = [
        player for row, line in enumerate(lines) if line.startswith("001") and (player := _player(builder, row, line))
    ]
    byes = _bye_records(lines)
    declared = next(((row, m) for row, line in enumerate(lines) if (m := _ROUNDS_RECORD.match(line))), None)
    _drop_empty_rounds(players, int(declared[1]["rounds"]) if declared else None)
    if declared:
        builder.declare_rounds(int(declared[1]["rounds"]))
    rounds = max([*(round_ for player in players for round_ in player.raw), *(round_ for _, round_ in byes)], default=0)
    builder.date = next((date for line in lines if line.startswith("042 ") and (date := date_of(line[4:]))), "")
    # TRF26: what the standings are by (212), or what breaks ties in them (202).
    lists = (line for code in ("212 ", "202 ") for line in lines if line.startswith(code))
    builder.own_order = next((line[4:].strip() for line in lists), "")
    builder.paired = next((_paired(line[4:]) for line in lines if line.startswith("092 ")), "")
    points = Points(builder, lines, hints.scoring)
    for player in players:
        is_new = not builder.has_player(player.no)
        _add_player(builder, player)  # which reports a number that stands twice
        if is_new:
            _refuse_later_rounds(builder, player, declared)
            _read_rounds(builder, player, rounds, byes, points)
    points.close()
    if not builder.problems:
        _refuse_cut(builder, lines, len(players))
    _note_games_under_one_move(builder, players)
    _check_numbers(builder, players)
    if grid.remark:
        builder.note(said("encoding"), [grid.remark], said("the text's encoding"))
    builder.set_rounds(rounds)
    records = {line[:3]: line[4:].strip() for line in reversed(lines) if line[3:4] == " "}
    years = (_FOUR_DIGITS.search(records.get(code, "")) for code in _DAYS)
    builder.year = next((int(year[0]) for year in years if year), None)
    builder.time_control = next((records[code] for code in _TIME_CONTROLS if records.get(code)), "")
    return builder.finish()


def _paired(text: str) -> str:
    """How an event was paired, by the words of record 092; empty where they don't say."""
    words = text.casefold().replace("-", " ")
    if "swiss" in words:
        return "swiss"
    return "round-robin" if any(name in words for name in _IN_ADVANCE) else ""


def _refuse_unknown_codes(builder: EventBuilder, lines: list[str]) -> None:
    """A line with the look of a player's record and a code that no record has would lose a player."""
    for row, line in enumerate(lines):
        match = _CODE.match(line)
        if match is None or match["code"] in _OTHER_CODES or match["code"].endswith("2"):
            continue
        if line[4:8].strip().isdecimal() and len(line) > 20:
            builder.problem(
                Place("", _at(row, 1, 3)),
                said(
                    "the record code is “{code}”, which no report file has; the line looks like a player's.",
                    code=match["code"],
                ),
                said("Write 001 for a player, or ### at the start of the line for a comment."),
            )


def _refuse_shifted(path: Path, lines: list[str]) -> None:
    """Players' lines that begin with a blank or have tabs: none of their fields stands in its columns."""
    records = {row: line for row, line in enumerate(lines) if _PLAYER_LINE.match(line)}
    problems: list[Problem] = []
    for what, is_such, mend in _SHIFTED:
        rows = [row for row, line in records.items() if is_such(line)]
        if rows:
            more = len(rows) - 1
            also = counted(" (and {count} more line)", " (and {count} more lines)", more) if more else ""
            wrong = said(
                "the line {what}{also}; but the fields of a report file are told by their columns.",
                what=what, also=also,
            )
            problems.append(Problem(Place("", said("line {line}", line=rows[0] + 1)), wrong, mend))
    if problems:
        raise InputError(path, problems)


def _refuse_cut(builder: EventBuilder, lines: list[str], count: int) -> None:
    """A file that says how many players it has, and hasn't so many, was cut, or holds lines of another event."""
    for row, line in enumerate(lines):
        match = _PLAYERS_RECORD.match(line)
        if match is not None and int(match["players"]) != count:
            builder.problem(
                Place("", said("line {line}", line=row + 1)),
                said(
                    "this line says that there are {players} players ({record}), and the file has {count}.",
                    players=match["players"], record=match[0], count=count,
                ),
                said("Give the file as the pairing program wrote it, or correct the number."),
            )


def _player(builder: EventBuilder, row: int, line: str) -> _Player | None:
    """The record of a line; None, and a problem, where it has no number."""
    text = _in_columns(line)
    number = text[4:8].strip()
    player = _Player(row, text, int(number) if number.isdecimal() else 0)
    if player.no < 1 or text[3:4].strip() or text[8:9].strip():
        builder.problem(
            player.place(5, 8),
            said("the starting number is {number}, which isn't a number from 1 to 9999.", number=quoted(number))
            if number
            else said("this player has no starting number."),
            said("Write it in columns 5 to 8; every field of a report file has its own columns."),
        )
        return None
    for round_, first in enumerate(range(_FIRST_ROUND - 1, len(text.rstrip()), _ROUND_WIDTH), start=1):
        piece = text[first : first + 8].ljust(8)
        player.raw[round_] = (piece[:4].strip(), piece[5].strip(), piece[7].strip())
        if piece[4].strip() or piece[6].strip() or text[first - 1 : first].strip():
            # Something stands between the fields: they are shifted, and none of them can be trusted.
            player.raw[round_] = (piece.strip(), "?", "?")
    return player


def _in_columns(line: str) -> str:
    """The line such that its fields stand in their columns.

    Some programs count the bytes of a UTF-8 name and not its letters, which moves all that follows to the left.
    """
    if line.isascii() or _is_aligned(line):
        return line
    as_bytes = line.encode("utf-8").decode("latin-1")
    if not _is_aligned(as_bytes):
        return line
    name = line.encode("utf-8")[14:47].decode("utf-8", "ignore")
    return as_bytes[:14] + name.strip().ljust(33) + as_bytes[47:]


def _is_aligned(line: str) -> bool:
    """Whether the points and the first round stand where they should."""
    gaps = [line[column - 1 : column] for column in (48, 53, 80, 85, 90, 91, 96, 98)]
    return not "".join(gaps).strip() and number_of(line[80:84].strip() or "0") is not None


def _add_player(builder: EventBuilder, player: _Player) -> None:
    rating = player.cut(49, 52)
    if rating and not rating.isdecimal():
        builder.problem(
            player.place(49, 52),
            said("the rating is {rating}, which isn't a number.", rating=quoted(rating)),
            said("Write a number, or 0."),
        )
        rating = ""
    elif not is_rating(float(rating or 0)):
        builder.problem(player.place(49, 52), said("the rating {rating} isn't a rating.", rating=rating), RATING_MEND)
        rating = ""
    title = player.cut(11, 13)
    optional = {
        "title": codes("trf", "titles").get(title.casefold(), title) or None,
        "federation": player.cut(54, 56) or None,
        "birth": player.cut(70, 79) or None,
    }
    given = {name: value for name, value in optional.items() if value is not None}
    builder.add_player(player.no, player.place(5, 8), player.cut(15, 47), float(rating or 0), **given)


def _refuse_later_rounds(builder: EventBuilder, player: _Player, declared: tuple[int, re.Match[str]] | None) -> None:
    """A result in a round that the event doesn't have is a problem; the round is dropped."""
    if declared is None:
        return
    row, match = declared
    last = int(match["rounds"])
    for round_ in [round_ for round_ in player.raw if round_ > last]:
        if any(player.raw.pop(round_)):
            builder.problem(
                player.round_place(round_),
                said(
                    "player {no} has a result in round {round}, and the file declares {last} rounds (line {line}: "
                    "{record}).",
                    no=player.no, round=round_, last=last, line=row + 1, record=match[0],
                ),
                said("Delete the result, or correct the number of rounds."),
            )
            builder.add_unreadable(player.no, round_)
            player.is_sound = False


def _drop_empty_rounds(players: list[_Player], last: int | None) -> None:
    """Drop entries that say nothing beyond the last round: the declared one, else the last in which there is anything.

    Nothing is said by a blank, and by 0000 with no colour and no point.
    """
    if last is None:
        entries = ((r, opponent, result) for player in players for r, (opponent, _, result) in player.raw.items())
        last = max((round_ for round_, opponent, result in entries if opponent.strip("0") or result), default=0)
    for player in players:
        for round_ in [round_ for round_ in player.raw if round_ > last]:
            opponent, colour, result = player.raw[round_]
            if not opponent.strip("0") and not colour.strip("-") and result.upper() in ("", "-", "Z", "0"):
                del player.raw[round_]


def _read_rounds(
    builder: EventBuilder, player: _Player, rounds: int, byes: dict[tuple[int, int], str], points: Points
) -> None:
    """Hand the rounds of a player to the builder, each with its result, or say why it can't be read."""
    blank: list[int] = []
    for round_ in range(1, rounds + 1):
        raw = opponent, colour, result = player.raw.get(round_, ("", "", ""))
        place = player.round_place(round_)
        has_opponent = opponent.strip("0") != ""
        known = codes("trf", "results" if has_opponent else "byes")
        code = known.get(result.casefold()) if result else PENDING
        if code is None or (opponent and not opponent.isdecimal()) or colour.casefold() not in ("", "-", "w", "b"):
            shown = player.text[_FIRST_ROUND + _ROUND_WIDTH * (round_ - 1) - 1 :][:8].rstrip()
            builder.problem(
                place,
                said(
                    "round {round} of player {no} is {shown}, which isn't an opponent with a result.",
                    round=round_, no=player.no, shown=quoted(shown),
                ),
                _ROUND_MEND,
            )
            builder.add_unreadable(player.no, round_)
            player.is_sound = False
        elif has_opponent:
            letter = colour.casefold().strip("-")
            builder.add_entry(player.no, round_, int(opponent), code, place, letter)
            points.add(player.no, round_, code, result, letter)
        elif code or (player.no, round_) in byes:
            code = points.worth_of_bye(player.no, round_, code or byes[player.no, round_], result)
            builder.add_entry(player.no, round_, None, code, place)
            points.add(player.no, round_, code, result, "")
        else:
            if any(raw):  # 0000, or a colour of “-”: the file says that he wasn't paired
                builder.add_entry(player.no, round_, None, "zero-bye", place)
            blank.append(round_)
    stated = player.cut(81, 84)
    rank = player.cut(86, 89)
    if rank.isdecimal() and int(rank):
        builder.set_rank(player.no, int(rank))
    points.check(player.no, player.place(81, 84), stated, blank, player.is_sound, player.round_place)


def _bye_records(lines: list[str]) -> dict[tuple[int, int], str]:
    """The byes of the records 240 (TRF26), by player and round."""
    found: dict[tuple[int, int], str] = {}
    for line in lines:
        match = _BYE_RECORD.fullmatch(line)
        if match:
            code = codes("trf", "byes")[match["kind"].casefold()]
            found.update({(int(no), int(match["round"])): code for no in match["players"].split()})
    return found


def _note_games_under_one_move(builder: EventBuilder, players: list[_Player]) -> None:
    short = [
        said("{no} (round {round})", no=player.no, round=round_)
        for player in players
        for round_, (opponent, _, result) in player.raw.items()
        if opponent.strip("0") and result and result.upper() in _UNDER_ONE_MOVE
    ]
    builder.note(said("unrated games"), short, said("results W, D or L (games under one move, not rated), counted as "
    "games"))


def _check_numbers(builder: EventBuilder, players: list[_Player]) -> None:
    """Starting numbers run from 1 without a gap; a missing one is a problem where no game shows who was meant."""
    numbers = sorted({player.no for player in players})
    missing = [no for no in range(1, (numbers or [0])[-1]) if no not in set(numbers)]
    if not missing:
        return
    if any(result for player in players for _, _, result in player.raw.values()):
        builder.note(said("numbers left out"), [str(no) for no in missing], said("starting numbers that no player has"))
        return
    after = next(player for player in players if player.no == min(no for no in numbers if no > missing[0]))
    builder.problem(
        after.place(5, 8),
        said(
            "the starting number is {no}, and nobody has number {missing}: they run from 1 without a gap.",
            no=after.no, missing=missing[0],
        ),
        said("Correct the number, or add the record of player {missing}.", missing=missing[0]),
    )
