"""Puts an Event together from what a reader found, checks it as a whole, and reports all its problems at once."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

import pandas as pd

from pipeline.errors import InputError, Place, Problem, Where, place_of
from pipeline.event import OPTIONAL_COLUMNS, PENDING, RESULTS, USUAL, Event, Note, Source, readable, unnamed
from pipeline.language import SETTING
from pipeline.readers.contradiction import Alternative, ContradictionError
from pipeline.words import Said, either, enumerated, said

LOWEST_RATING, HIGHEST_RATING = 100, 4000
"""No rating list goes further; a lower number is a slip, such as 2 or 2.0 for 2.000."""
_FEW = 2
"""So many numbers that no player has may be slips of their own."""
LISTED = 12
"""A note names this many players or places; past that it counts."""


def is_rating(number: float) -> bool:
    """Whether a number can be a rating; 0 is that of an unrated player."""
    return number == 0 or LOWEST_RATING <= number <= HIGHEST_RATING


RATING_MEND = said(
    "Write a number from {lowest} to {highest}; 0, or nothing, for an unrated player.",
    lowest=LOWEST_RATING, highest=HIGHEST_RATING,
)


class EventBuilder:
    """Collects players and rounds with the places they came from; `finish` validates and returns the Event."""

    def __init__(self, path: Path, layout: str, sheet: str = "", name: str = "") -> None:
        """Start an empty event of the file `path`; `name` is the tournament's, else the file's stem is used."""
        self.path = path
        self.layout = layout
        self.sheet = sheet
        self.name = name.strip() or readable(path.stem)
        self.problems: list[Problem] = []
        self.notes: list[Note] = []
        self.settings: Mapping[str, object] = {}
        self.scoring = USUAL
        self.has_rounds = True
        self.year: int | None = None
        self.time_control = ""
        self._players: dict[int, dict[str, object]] = {}
        self._places: dict[int, Place] = {}
        self._entries: dict[tuple[int, int], tuple[int | None, str]] = {}
        self._entry_places: dict[tuple[int, int], Where] = {}
        self._result_places: dict[tuple[int, int], Where] = {}
        self._colours: dict[tuple[int, int], str] = {}
        self._result_texts: dict[tuple[int, int], str] = {}
        self._unreadable: set[tuple[int, int]] = set()
        self._contradicting: list[tuple[int, int, int]] = []
        self._stated: dict[str, dict[int, float]] = {}
        self._rounds = 0
        self._declared = 0
        self.date = ""
        self.paired = ""
        self.own_order = ""
        self._ranks: dict[int, int] = {}

    def problem(self, place: Where, what: Said, mend: Said) -> None:
        """Keep a problem; `finish` will raise it together with the others."""
        self.problems.append(Problem(place_of(place), what, mend))

    def note(self, kind: str, items: Sequence[str], what: Said) -> None:
        """Keep that something was left out or interpreted: `what` in words, then the items, shortened."""
        if items:
            self.notes.append(Note(kind, len(items), what, enumerated(items, LISTED)))

    def add_player(self, no: int, place: Place, name: str, rating: float | None = None, **optional: object) -> None:
        """A player with his number; rating None, NaN or 0 means unrated; `optional` as in OPTIONAL_COLUMNS."""
        if no in self._players:
            self.problem(
                place,
                said("player number {no} stands twice (first in {place}).", no=no, place=self._places[no].said),
                said("Give every player a number of his own."),
            )
            return
        value = math.nan if rating is None or not rating or math.isnan(rating) else float(rating)
        if not math.isnan(value) and not is_rating(value):
            self.problem(place, said("the rating {value:g} isn't a rating.", value=value), RATING_MEND)
        unknown = set(optional) - set(OPTIONAL_COLUMNS)
        if unknown:
            raise ValueError(f"not columns of players: {sorted(unknown)}")
        self._players[no] = {"name": name.strip() or unnamed(no), "rating": value, **optional}
        self._places[no] = place

    def add_entry(
        self, no: int, round_: int, opponent: int | None, result: str, place: Where, colour: str = "",
        result_place: Where | None = None,
    ) -> None:
        """What round `round_` (from 1) held for player `no`: an opponent's number or None, and a result code.

        `colour` is w, b, or empty where it isn't known; `result_place` is the result's cell where it has its own.
        """
        self._rounds = max(self._rounds, round_)
        if colour:
            self._colours[no, round_] = colour
        self._entries[no, round_] = (opponent, result)
        self._entry_places[no, round_] = place
        self._result_places[no, round_] = result_place or place

    def keep_result_text(self, no: int, round_: int, text: str) -> None:
        """How the file itself writes a result, for messages: 0 or p, where the code is l."""
        self._result_texts[no, round_] = text

    def _as_written(self, no: int, round_: int, result: str) -> str:
        return self._result_texts.get((no, round_), result)

    def add_unreadable(self, no: int, round_: int) -> None:
        """Round `round_` of player `no` is a problem already reported: say nothing more of it or of its reply."""
        self._rounds = max(self._rounds, round_)
        self._unreadable.add((no, round_))

    def set_points(self, no: int, points: float) -> None:
        """The points that the file states for a player who was added."""
        self._players[no]["points_stated"] = points

    def has_player(self, no: int) -> bool:
        """Whether a player with this number was added."""
        return no in self._players

    def set_rounds(self, rounds: int) -> None:
        """Say how many rounds the file has columns for, blank ones included."""
        self._rounds = max(self._rounds, rounds)

    def set_rank(self, no: int, rank: int) -> None:
        """The rank that the file itself gives a player."""
        self._ranks[no] = rank

    def declare_rounds(self, rounds: int) -> None:
        """Say how many rounds the file says that the event has, played or not."""
        self._declared = rounds

    def add_stated(self, no: int, heading: str, value: float) -> None:
        """A tie-break or other value that the file itself states for the player."""
        self._stated.setdefault(heading, {})[no] = value

    def finish(self) -> Event:
        """The validated Event, with notes on all that was interpreted. Raises InputError with every problem."""
        self._refuse_missing()
        for (no, round_), (opponent, result) in self._entries.items():
            if not self._agrees(no, round_, opponent, result):
                self._check_entry(no, round_, opponent, result)
        if not self.problems and not any(self._is_played(result) for _, result in self._entries.values()):
            count = len(self._players)
            self.problem(
                Place(self.sheet),
                said("{count} players and no game played: this looks like a starting list.", count=count)
                if count
                else said("there is no player under the headings: this is a blank table."),
                said("Export the cross-table (chess-results: “Final Ranking crosstable”) after at least one round.")
                if count
                else said("Fill in the players and their games."),
            )
        if self.problems:
            refusal = InputError(self.path, self.problems)
            if len(self.problems) == len(self._contradicting) == 1:
                refusal = ContradictionError(self.path, self.problems, self._alternatives(*self._contradicting[0]))
            refusal.language = str(self.settings.get(SETTING, ""))
            raise refusal
        self._note_interpretations()
        return self._event()

    def _refuse_missing(self) -> None:
        """Opponents whom the file doesn't have: each a problem; one for all of them where players were cut off."""
        missing = [
            (key, opponent)
            for key, (opponent, _) in self._entries.items()
            if opponent is not None and opponent not in self._players
        ]
        numbers = sorted({opponent for _, opponent in missing})
        last = max(self._players, default=0)
        if len(missing) > 1 and (numbers[0] > last or len(numbers) > _FEW):
            shown = ", ".join(map(str, numbers[:LISTED])) + (" …" if len(numbers) > LISTED else "")
            self.problem(
                self._entry_places[missing[0][0]],
                said(
                    "{count} cells from here on name opponents whom the file doesn't have: {shown}. Its "
                    "{players} players have numbers up to {last}: the list was cut off, or rows were deleted.",
                    count=len(missing), shown=shown, players=len(self._players), last=last,
                ),
                said("Export the whole table again, or add the players."),
            )
            return
        for (no, round_), opponent in missing:
            self.problem(
                self._entry_places[no, round_],
                said(
                    "round {round}: player {no} has opponent {opponent}, and no player of the file has that number.",
                    round=round_, no=no, opponent=opponent,
                ),
                said(
                    "Numbers run from {first} to {last}: correct it, or add the player.",
                    first=min(self._players), last=max(self._players),
                ),
            )

    @staticmethod
    def _is_played(result: str) -> bool:
        return result in RESULTS and RESULTS[result].played

    def _agrees(self, no: int, round_: int, opponent: int | None, result: str) -> bool:
        """Whether the opponent's row tells the same of a game: then there is nothing more to look at."""
        other, reply = self._entries.get((opponent or 0, round_), (None, PENDING))
        return (
            other == no != opponent and result in RESULTS and reply in RESULTS[result].reply
            and not self._have_one_colour(no, opponent or 0, round_)
        )

    def _have_one_colour(self, no: int, opponent: int, round_: int) -> bool:
        return self._colours.get((no, round_), "?") == self._colours.get((opponent, round_))

    def _check_entry(self, no: int, round_: int, opponent: int | None, result: str) -> None:
        place = self._entry_places[no, round_]
        who = said("round {round}: player {no}", round=round_, no=no)
        if opponent is None:
            if result not in RESULTS or RESULTS[result].reply:
                self.problem(
                    place,
                    said("{who} has the result “{result}” but no opponent.", who=who, result=result),
                    said("Write the opponent's number, or one of full-bye, half-bye, zero-bye."),
                )
            return
        if opponent == no:
            self.problem(place, said("{who} plays against himself.", who=who), said("Write the opponent's number."))
        elif opponent not in self._players:
            return  # said already
        elif result != PENDING and not RESULTS[result].reply:
            self.problem(
                place,
                said("{who} has opponent {opponent} and a bye.", who=who, opponent=opponent),
                said("Delete the opponent, or write w, d, l, + or -."),
            )
        else:
            self._check_reply(no, round_, opponent, result)

    def _check_reply(self, no: int, round_: int, opponent: int, result: str) -> None:
        place = self._entry_places[no, round_]
        other, reply = self._entries.get((opponent, round_), (None, PENDING))
        there = self._entry_places.get((opponent, round_), self._places[opponent])
        if (opponent, round_) in self._unreadable:
            return
        if other != no:
            says = said("no opponent") if other is None else said("opponent {other}", other=other)
            self.problem(
                place,
                said(
                    "round {round}: player {no} has opponent {opponent}, but player {opponent} has {says} ({place}).",
                    round=round_, no=no, opponent=opponent, says=says, place=place_of(there).said,
                ),
                said("The two rows of a game must name each other."),
            )
        elif result == PENDING == reply:
            return
        elif no < opponent and (result == PENDING or reply not in RESULTS[result].reply):
            self._contradiction(no, round_, opponent, result, reply)
        elif no < opponent and self._have_one_colour(no, opponent, round_):
            colour = {"w": said("White"), "b": said("Black")}[self._colours[no, round_]]
            self.problem(
                place,
                said(
                    "round {round}: player {no} has {colour} against {opponent}, who has {colour} as well ({place}).",
                    round=round_, no=no, colour=colour, opponent=opponent, place=place_of(there).said,
                ),
                said("One of the two has the other colour: correct it."),
            )

    def _contradiction(self, no: int, round_: int, opponent: int, result: str, reply: str) -> None:
        """Two results of a game that don't fit, or one that is missing: the cell that is blank is named then."""
        here, there = self._result_places[no, round_], self._result_places[opponent, round_]
        if PENDING in (result, reply):
            blank, filled, value = (here, there, reply) if result == PENDING else (there, here, result)
            missing, other = (no, opponent) if result == PENDING else (opponent, no)
            shown = self._as_written(other, round_, value)
            self.problem(
                blank,
                said(
                    "round {round}: the result of player {no} against {other} is blank, but player {other} "
                    "has “{shown}” ({place}).",
                    round=round_, no=missing, other=other, shown=shown, place=place_of(filled).said,
                ),
                said(
                    "Write {reply} here, or delete the other result too if the game is still to be played.",
                    reply=either(RESULTS[value].reply),
                ),
            )
            return
        self._contradicting.append((no, opponent, round_))
        self.problem(
            here,
            said(
                "round {round}: player {no} has “{shown}” against {opponent}, who has “{reply}” ({place}): "
                "the two contradict.",
                round=round_, no=no, shown=self._as_written(no, round_, result), opponent=opponent,
                reply=self._as_written(opponent, round_, reply), place=place_of(there).said,
            ),
            said("Win stands against loss, draw against draw, + against - (a game lost by both sides: - and -)."),
        )

    def _alternatives(self, no: int, opponent: int, round_: int) -> tuple[Alternative, ...]:
        """The event as the one of two contradicting rows has it, and as the other has it."""
        found, entries = [], self._entries
        for kept, other in ((no, opponent), (opponent, no)):
            right = RESULTS[entries[kept, round_][1]].reply[0]
            self._entries = {**entries, (other, round_): (kept, right)}
            place, stated = place_of(self._result_places[other, round_]), entries[other, round_][1]
            found.append(
                Alternative(self._event(), place, self._as_written(other, round_, stated), right, other, round_)
            )
        self._entries = entries
        return tuple(found)

    def _note_interpretations(self) -> None:
        names = {no: f"{no} {player['name']}" for no, player in self._players.items()}
        unrated = [names[no] for no,
        player in self._players.items() if math.isnan(player["rating"])]  # type: ignore[arg-type]
        same = Counter(player["name"] for player in self._players.values())
        twice = [names[no] for no, player in self._players.items() if same[player["name"]] > 1]
        self.note(said("same name"), twice, said("players whose name stands more than once, told apart by their "
        "numbers"))
        self.note(said("unrated"), unrated, said("players without a rating, who get the configured one"))

        used = {result for _, result in self._entries.values()}

        def rounds_of(*codes: str) -> list[str]:
            return [] if used.isdisjoint(codes) else [
                said("{no} (round {round})", no=no, round=round_)
                for (no, round_), (opponent, result) in self._entries.items()
                if result in codes and (result != PENDING or (opponent or 0) > no)
            ]

        self.note(said("byes"), rounds_of("full-bye", "half-bye"), said("byes, counted in the score and not as games"))
        self.note(said("absences"), rounds_of("zero-bye"), said("absences and zero-point byes"))
        self.note(said("forfeits"), rounds_of("+", "-"), said("forfeits, counted in the score and not as games"))
        self.note(said("pending"), rounds_of(PENDING), said("games without a result yet, left out"))
        silent = [names[no] for no, player in self._players.items() if player.get("points_stated") is None]
        if len(silent) < len(self._players):
            self.note(said("points"), silent, said("players for whom no points are stated to compare with"))
        active = {no for (no, _), (_, result) in self._entries.items() if self._is_played(result)}
        idle = [names[no] for no in self._players if no not in active]
        self.note(said("no game"), idle, said("players without a game, whose columns stay blank"))

    def _event(self) -> Event:
        index = pd.Index(list(self._players), name="no", dtype="int64")
        columns = ["name", "rating", *(c for c in OPTIONAL_COLUMNS if any(c in p for p in self._players.values()))]
        players = pd.DataFrame(
            {column: [p.get(column) for p in self._players.values()] for column in columns}, index=index
        )
        for column in {"rating", "k", "games_before", "standard_rating", "points_stated"} & set(columns):
            players[column] = players[column].astype(float)
        if "start_no" in columns:
            players["start_no"] = players["start_no"].astype("Int64")
        # In the order of the players and then of the rounds, whatever the order of the file's columns.
        order = {no: position for position, no in enumerate(self._players)}
        keys = sorted(self._entries, key=lambda key: (order.get(key[0], 0), key[1]))
        entries = pd.DataFrame(
            {
                "no": [no for no, _ in keys],
                "round": [round_ for _, round_ in keys],
                "opponent": pd.array([self._entries[key][0] for key in keys], dtype="Int64"),
                "result": pd.Series([self._entries[key][1] for key in keys], dtype=object),
            }
        )
        if self._colours:
            entries["colour"] = pd.Series([self._colours.get(key, "") for key in keys], dtype=object)
        stated = pd.DataFrame({h: pd.Series(v, dtype=float) for h, v in self._stated.items()}, index=index)
        source = Source(self.path, "", self.layout, self.sheet)  # whoever has read the bytes adds their SHA-256
        return Event(self.name, source, players, entries, self._rounds, stated, tuple(self.notes), self.settings,
                     self.scoring, self._declared, self.date, self.has_rounds, self._ranks, self.paired,
                     self.own_order, self.year, self.time_control)
