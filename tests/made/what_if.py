"""Reports whose Event sheet somebody changed, with what the pipeline makes of the changed event.

All changes are typed in LibreOffice, in one session; the pipeline reads copies with the same changes.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from made.fields import VIDEO, address, event, event_cell, game_cells, report
from made.typing_in import type_in
from made.xlsx import Cell, Value, edit

from pipeline.method.calculation import Calculation
from pipeline.readers import read_event
from pipeline.registry import INFO
from pipeline.workbook.layout import CHECK_SHEET, EVENT, FIRST_ROW, SUMMARY, layout_of
from pipeline.workbook.summary_parts import LOOK_ROW
from pipeline.workbook.templates import counted_rows

LIVE = (
    "no", "name", "opponent", "result", "row_of_opponent", "games", "points", "per_cent", "rating", "Ra", "dp", "c",
    "c_hat", "score", "performance", "start", "iteration", "difference", "mismatch", "opponents_numbers",
)  # fmt: skip
"""The columns of the ARPO sheet that recalculate by themselves; RP, ARPO and rank are compared apart."""
LIVE_CHECKS = (
    "mismatch", "letters", "text", "twice", "below", "points", "c_hat", "plain_c_hat", "iteration_sums", "plain_sums",
    "converged", "errors", "unrated", "few_games", "pending",
)  # fmt: skip
AGAIN = "run the report again"
SHEETS = ("Summary", "Standings", "Player", "Event", "ARPO", "Checks", "dp table", "About")
UNCHANGED = ("nothing", "the threshold", "a bye for an absence", "capital letters")
"""The cases that leave the limit as it is."""

MIXED = event(
    [2000, None, 1800, 1700, 1900, 1500, None],
    "1w2 3d4 5w6 7:full-bye", "1d3 2w5 4l7 6:half-bye", "1l5 2d4 3w7", "1w6 2-7 3w5 4:zero-bye", "1w7 2d3 4w6",
)  # fmt: skip
"""Byes, a forfeit and two unrated players; round 3 leaves player 6 out."""
PENDING_EVENT = event(
    [2000, 1900, 1800, 1700, 1600], "1w2 3d4 5:full-bye", "1d3 2w5 4:half-bye", "1w4 3w5", "1?5 2?3 4:full-bye",
)  # fmt: skip
"""All five are linked by games before the last round, whose two games are to be played."""
TWO_PARTS = event([2000, 1900, 1800, 1700, 1600, 1500, 1400], "1w2 4w5", "1w3 4d6", "2w3 5w6")
"""1, 2, 3 and 4, 5, 6 never meet; 7 has no game."""


@dataclass
class Case:
    """A report, the change of its cells, the copy with it, and the values of all cells after it."""

    base: Calculation
    changes: Mapping[Cell, Value | int]
    changed: Path = Path()
    found: Mapping[Cell, Value] | None = None

    def check(self, key: str) -> tuple[Value, Value]:
        """Value and status of a check in the recalculated file; a number for information has no status there."""
        rows = layout_of(self.base).check_rows
        status = self.found[CHECK_SHEET, f"F{rows[key]}"] if rows[key] in counted_rows(rows) else INFO
        return self.found[CHECK_SHEET, f"C{rows[key]}"], status

    @property
    def to_look_at(self) -> str:
        """All words of the Summary's list of checks."""
        layout = layout_of(self.base)
        rows = range(LOOK_ROW + 1, LOOK_ROW + layout.summary.look_rows + 1)
        return " ".join(str(self.found.get((SUMMARY, f"{column}{row}"), "")) for row in rows for column in "ABF")

    @property
    def masters(self) -> set[Value]:
        """The status as each sheet shows it."""
        return {self.found[sheet, "B3"] for sheet in SHEETS}


def setting(base: Calculation, name: str) -> Cell:
    return SUMMARY, f"I{layout_of(base).summary.setting_rows[name]}"


def sorted_by_name(base: Calculation) -> dict[Cell, Value]:
    """The rows of the Event sheet in another order, as Excel's sorting leaves them."""
    made, layout = base.work.event, layout_of(base)
    order = sorted(made.players.index, key=lambda no: made.players.loc[no, "name"])
    changes: dict[Cell, Value] = {}
    for row, no in enumerate(order, start=FIRST_ROW):
        player = made.players.loc[no]
        rating = None if math.isnan(player["rating"]) else float(player["rating"])
        for key, value in (("no", no), ("name", player["name"]), ("rating", rating)):
            changes[EVENT, address(layout.event[key].first, row)] = value
        for round_ in range(1, made.rounds + 1):
            for key in ("opponent", "result"):
                value = base.work.frame.loc[no, f"{key}_{round_}"]
                blank = value == "" or (isinstance(value, float) and math.isnan(value))
                changes[EVENT, address(layout.event[key].at(round_), row)] = None if blank else value
    return changes


def agreeing(video: Calculation, floor: Calculation, mixed: Calculation, fine: Calculation) -> dict[str, Case]:
    """Changes that leave a sound event: the pipeline can read it, too."""

    def cell(base: Calculation, no: int, key: str, round_: int = 1) -> Cell:
        return event_cell(base, no, key, round_)

    lax = {base_id: {setting(base, "threshold"): 0.5} for base_id, base in enumerate((video, floor, mixed))}
    # In round 1 of the video's event 1 met 2 and 3 met 7: now 1 meets 3, and 2 meets 7.
    pairing = game_cells(video, 1, "1w3") | game_cells(video, 1, "2d7")
    cases = {
        "a result": Case(video, game_cells(video, 1, "1w2")),
        "a result, fine threshold": Case(fine, game_cells(fine, 1, "1w2")),
        "a result, lax threshold": Case(video, game_cells(video, 1, "1w2") | lax[0]),
        "a rating": Case(video, {cell(video, 4, "rating"): 1850.5}),
        "a rating, lax threshold": Case(video, {cell(video, 4, "rating"): 1850.5} | lax[0]),
        "a pairing": Case(video, pairing),
        "a pairing, lax threshold": Case(video, pairing | lax[0]),
        "a forfeit": Case(video, game_cells(video, 2, "1+3") | lax[0]),
        "lost by both": Case(video, game_cells(video, 2, "1--3")),
        "a game is pending": Case(video, {cell(video, no, "result", 4): None for no in (1, 5)} | lax[0]),
        "a game is deleted": Case(
            video, {cell(video, no, key, 4): None for no in (1, 5) for key in ("opponent", "result")} | lax[0]
        ),
        "a bye for an absence": Case(video, {cell(video, 2, "result", 5): "half-bye"}),
        "a rating is deleted": Case(video, {cell(video, 6, "rating"): None} | lax[0]),
        "the threshold": Case(video, {setting(video, "threshold"): 1e-12}),
        "nothing": Case(video, {}),
        "floor, c of the opponents: a result": Case(floor, game_cells(floor, 1, "1w2")),
        "floor, c of the opponents: a rating": Case(floor, {cell(floor, 1, "rating"): 2100}),
        "mixed: unrated": Case(mixed, {setting(mixed, "unrated"): 1650}),
        "mixed: unrated, lax threshold": Case(mixed, {setting(mixed, "unrated"): 1650} | lax[2]),
        "mixed: a rating for an unrated player": Case(mixed, {cell(mixed, 2, "rating"): 1777}),
        "mixed: the forfeit is played": Case(mixed, game_cells(mixed, 4, "2d7") | lax[2]),
        "mixed: much at once": Case(
            mixed,
            game_cells(mixed, 1, "1l2") | game_cells(mixed, 5, "1-7") | {cell(mixed, 3, "rating"): 2222} | lax[2],
        ),
    }
    cases["capital letters"] = Case(
        video, {cell(video, 1, "result", 3): "W", cell(video, 4, "result", 3): "L"} | lax[0]
    )
    return cases


CONTRADICTIONS = {
    (1, 2, 1): {"result": "w"},  # against a draw
    (4, 5, 1): {"opponent": 77},
    (6, 8, 1): {"opponent": 6},
    (1, 3, 2): {"opponent": 5},
    (2, 4, 2): {"result": "full-bye"},
    (5, 6, 2): {"opponent": None},
    (7, 8, 2): {"result": None},
    (1, 4, 3): {"result": "+"},
    (2, 3, 3): {"result": "*-bye"},
    (6, 7, 3): {"result": 1},
}
"""Player, opponent and round of a game of the video's event, with what is changed in the first one's row alone."""


def contradictions(video: Calculation) -> dict[Cell, Value | int]:
    return {
        event_cell(video, one, key, round_): value
        for (one, _, round_), changes in CONTRADICTIONS.items()
        for key, value in changes.items()
    }


def defective(video: Calculation, two_parts: Calculation) -> dict[str, tuple[Case, str, float]]:
    """Changes that must be noticed: the case, the check that says so, and its value (NaN: any)."""

    def cell(no: int, key: str, round_: int = 1) -> Cell:
        return event_cell(video, no, key, round_)

    below = layout_of(video).last_row + 1
    return {
        "contradictions": (Case(video, contradictions(video)), "mismatch", 2 * len(CONTRADICTIONS)),
        "both have won": (Case(video, {cell(3, "result", 1): "w", cell(7, "result", 1): "w"}), "points", math.nan),
        "an unknown opponent": (Case(video, {cell(1, "opponent"): 77}), "mismatch", 2),
        "against himself": (Case(video, {cell(1, "opponent"): 1}), "mismatch", 2),
        "a pairing in one row only": (Case(video, {cell(1, "opponent"): 5}), "mismatch", 2),
        "an opponent and a bye": (Case(video, {cell(1, "result"): "full-bye"}), "mismatch", 2),
        "a result without opponent": (Case(video, {cell(1, "opponent"): None}), "mismatch", 2),
        "an opponent without result": (Case(video, {cell(1, "result"): None}), "mismatch", 2),
        "forfeit against win": (Case(video, {cell(1, "result"): "+"}), "mismatch", 2),
        # A question mark is a wildcard to MATCH, and must not pass for a win.
        "letters that aren't results": (
            Case(video, {cell(1, "result"): "v", cell(3, "result"): "?", cell(4, "result"): "w "}), "letters", 3,
        ),
        "½ for a draw": (Case(video, {cell(1, "result"): "½"}), "letters", 1),
        "a rating as text": (Case(video, {cell(3, "rating"): "1740"}), "text", 1),
        "an opponent as text": (Case(video, {cell(1, "opponent"): "2"}), "text", 1),
        "a player's number as text": (Case(video, {cell(3, "no"): "3"}), "text", 1),
        "a player twice": (Case(video, {cell(8, "no"): 7}), "twice", 2),
        "a player below": (
            Case(video, {(EVENT, f"A{below}"): 9, (EVENT, f"B{below}"): "Ivo", (EVENT, f"C{below}"): 1500}), "below", 3,
        ),
        "a player far below": (Case(video, {(EVENT, f"B{below + 150}"): "Ivo"}), "below", 1),
        "a row emptied": (
            Case(video, {cell(8, key): None for key in ("no", "name", "rating")}
                 | {cell(8, key, k): None for key in ("opponent", "result") for k in range(1, 6)}),
            "mismatch", math.nan,
        ),
        "the parts are joined": (Case(two_parts, game_cells(two_parts, 1, "1w4") | game_cells(two_parts, 1, "2w5")),
                                 "pairings", math.nan),
        "two ratings of different parts are swapped": (
            Case(two_parts, {event_cell(two_parts, 1, "rating"): 1700, event_cell(two_parts, 4, "rating"): 2000}),
            "no_rp", 6,
        ),
        "an idle player gets a game": (Case(two_parts, game_cells(two_parts, 2, "2d7")), "pairings", math.nan),
    }  # fmt: skip


class Cases:
    """All reports and changed copies, recalculated together."""

    def __init__(self, folder: Path) -> None:
        self.reports: dict[str, tuple[Path, Calculation]] = {}

        def made(name: str, source: object, **given: object) -> Calculation:
            path = folder / f"{name}.xlsx"
            self.reports[name] = path, report(path, source, **given)
            return self.reports[name][1]

        video = made("video", read_event(VIDEO), threshold=1e-4)
        floor = made("floor", read_event(VIDEO), dp="logistic-floor", c="opponents", start="rating", threshold=1e-4)
        mixed = made("mixed", MIXED, iterations=20)
        two_parts = made("two parts", TWO_PARTS, iterations=10)
        fine = made("fine", read_event(VIDEO))
        pending = made("pending", PENDING_EVENT, iterations=60, threshold=1e-7)
        self.pending = {
            name: Case(pending, game_cells(pending, 4, "1d5") | game_cells(pending, 4, other))
            for name, other in (("the pending games are played", "2w3"), ("a pending game is forfeited", "2+3"))
        }
        self.agreeing = agreeing(video, floor, mixed, fine)
        self.defective = defective(video, two_parts)
        self.sorted = {
            name: Case(base, sorted_by_name(base))
            for name, base in (("video", reversed_names(made, "sorted video", read_event(VIDEO))),
                               ("mixed", reversed_names(made, "sorted mixed", MIXED)),
                               ("two parts", reversed_names(made, "sorted parts", TWO_PARTS)))
        }  # fmt: skip
        cases = [*self.agreeing.values(), *self.pending.values()]
        cases += [*(case for case, _, _ in self.defective.values()), *self.sorted.values()]
        paths = {id(calculation): path for path, calculation in self.reports.values()}
        of_path: dict[Path, list[Case]] = {path: [] for path in paths.values()}
        for number, case in enumerate(cases):
            path = paths[id(case.base)]
            case.changed = edit(path, folder / "changed" / f"{number}.xlsx", case.changes)
            of_path[path].append(case)
        typed = type_in({path: [case.changes for case in of_path[path]] for path in of_path}, folder)
        for path, found in typed.items():
            for case, cells in zip(of_path[path], found, strict=True):
                case.found = cells


def reversed_names(made, name: str, source: object) -> Calculation:
    """A report of the event with names that sort the other way round."""
    names = [f"{chr(122 - i)}. Name" for i in range(len(source.players))]
    return made(name, replace(source, players=source.players.assign(name=names)), iterations=10)
