"""The tie-breaks of C.07 in the order, with a player's own numbers: what each round brought, and each code's sum."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from pipeline.event import PENDING
from pipeline.explaining.figures import shown
from pipeline.explaining.page import Block, Grid, Heading, Lines, equation
from pipeline.explaining.seen import RESULT_WORDS, Seen
from pipeline.explaining.terms import stages
from pipeline.explaining.tie_sums import cell, column_of, cut_rounds, elements, family_of, summed
from pipeline.method.work import Work
from pipeline.tiebreaks.codes import DIRECT, FIDE, POINTS
from pipeline.tiebreaks.performance import expected_per_cent
from pipeline.tiebreaks.ranking import Stage
from pipeline.tiebreaks.standings import printed
from pipeline.words import Said, counted, joined, said

BROUGHT = {
    "q": said("Counts"), "fore_q": said("Counts (Fore)"), "sb_part": said("Counts × points"), "ks_part": said("Koya"),
    "opponent_bh": said("BH"), "opponent_rating": said("Rating"), "opponent_tpr": said("TPR"),
    "opponent_ptp": said("PTP"), "running": said("Points so far"), "standard": said("Standard"),
}
"""The families of rounds that sums are made of, as the table heads them."""
_SUMMANDS = {
    "q": said("What the opponents count for the Buchholz"),
    "fore_q": said("What the opponents count for the Fore Buchholz"),
    "sb_part": said("What the opponents count, times the points against them"),
    "ks_part": said("The points against the opponents that the Koya system counts"),
    "opponent_bh": said("The Buchholz of the opponents"), "opponent_rating": said("The ratings of the opponents"),
    "opponent_tpr": said("The TPR of the opponents"), "opponent_ptp": said("The PTP of the opponents"),
    "running": said("The points after each round"), "standard": said("The standard points of each round"),
}
"""The same as a step of its own is called."""


def tie_stages(work: Work) -> list[Stage]:
    """The codes of the order that C.07 defines and that need a word: all but the points."""
    return [stage for stage in work.stages if stage.code.code in FIDE and stage.code.code != POINTS.code]


def tie_break_steps(seen: Seen) -> Iterator[Block]:
    """A section with the player's rounds, and a step for each of these codes; nothing where the order has none."""
    work = seen.calculation.work
    those = tie_stages(work)
    if not those:
        return
    yield Heading(said("The other tie-breaks of the order"), 2)
    families = list(dict.fromkeys(filter(None, (
        family_of(work, column_of(stage.code)) for stage in those if stage.code.column
    ))))
    if families:
        yield _rounds(seen, families, those)
        notes = tuple(dict.fromkeys(_notes(seen, families)))
        if notes:
            yield Lines(notes)
    for stage in those:
        title = said("{code}, {title}", code=stage.code.code, title=stage.code.title)
        purpose = [column_of(stage.code).meaning] if stage.code.column else []
        yield Lines((*purpose, *tie_sum(seen, stage)), title)


def _rounds(seen: Seen, families: list[str], those: list[Stage]) -> Grid:
    """A row a round: whom he met, with what result, and what it brought to each sum."""
    work = seen.calculation.work
    points = np.asarray(work.values["award"])[seen.row]
    brought = [dict(elements(seen, family)) for family in families]
    cuts: dict[int, list[str]] = {}
    for stage in those:
        if stage.code.column:
            for round_ in cut_rounds(seen, column_of(stage.code)):
                cuts.setdefault(round_, []).append(stage.code.code)
    rows = []
    for k in range(1, work.rounds.number + 1):
        other = int(work.rounds.opponent[seen.row, k - 1])
        name = f"{seen.number_of(other)} {seen.name_of(other)}" if other >= 0 else "–"
        cells = [Said("{x}", {"x": shown(one[k], short=True)}) if k in one else "" for one in brought]
        row: list[str] = [str(k), name, _result(str(work.values["result"][seen.row, k - 1])),
                          Said("{x}", {"x": shown(float(points[k - 1]), short=True)}), *cells]
        rows.append((*row, ", ".join(cuts.get(k, []))) if cuts else tuple(row))
    headings: list[str] = [said("Round"), said("Opponent"), said("Result"), said("Points"),
                           *(BROUGHT.get(family, family) for family in families)]
    return Grid((*headings, said("cut from")) if cuts else tuple(headings), tuple(rows),
                (0, *range(3, 4 + len(families))))


def _result(code: str) -> str:
    """A result in words."""
    other = {"+": said("forfeit won"), "-": said("forfeit lost"), PENDING: said("to be played")}
    return RESULT_WORDS.get(code) or other.get(code) or said("no opponent")


def _notes(seen: Seen, families: list[str]) -> Iterator[Said]:
    """Why an opponent counts otherwise than by his points, and what a round without a game counts."""
    work = seen.calculation.work
    for fore in ("", "fore_"):
        if f"{fore}q" not in families and (fore or "sb_part" not in families):
            continue
        counts = dict(elements(seen, f"{fore}q"))
        adjusted, score = work.values[f"{fore}adjusted"], work.values[f"{fore}score"]
        if fore:
            yield said("Fore Buchholz takes every pairing of the last round as a draw (C.07 8.3).")
        for k, value in counts.items():
            other = int(work.rounds.opponent[seen.row, k - 1])
            if not work.rounds.games[seen.row, k - 1]:
                yield said(
                    "Round {k} has no game: in the opponent's place a dummy counts {value} (C.07 16.4).", k=k,
                    value=shown(value, short=True),
                ) if not work.rounds.advance else said(
                    "Round {k} was a forfeit: the opponent counts {value} all the same (C.07 15.2).", k=k,
                    value=shown(value, short=True),
                )
            elif abs(float(adjusted[other]) - float(score[other])) > 1e-9:
                yield said(
                    "{name} counts {value} instead of {score}, for rounds that weren't played by the player's own "
                    "choice (C.07 16.3).", name=seen.name_of(other), value=shown(float(adjusted[other]), short=True),
                    score=shown(float(score[other]), short=True),
                )


def tie_sum(seen: Seen, stage: Stage) -> list[Said]:
    """The sum of a code, or what else gives its value."""
    code = stage.code
    if code.code == DIRECT.code:
        return list(_direct(seen, stage))
    value = cell(seen, code.column)
    if value != value:
        return [said("{symbol}: no value.", symbol=code.code)]
    figure = _figure(printed(code, value))
    special = {"tpr": _tpr, "ptp": _ptp}.get(code.column)
    if special is not None:
        return [special(seen, value)]
    found = summed(seen, column_of(code))
    if found is not None:
        steps = stages(found.term)
        if found.is_rounded:
            return [said("{symbol} = {sum}, in whole points {value}", symbol=code.code, sum=joined(" = ", steps),
                         value=seen.form.strong(figure))]
        return [equation(code.code, steps, seen.form), *_cut_first(seen, stage)]
    rounds = _rounds_that_count(seen, code.column)
    strong = seen.form.strong(figure)
    if rounds is None or len(rounds) != round(value):
        return [said("{symbol} = {value}", symbol=code.code, value=strong)]
    if not rounds:
        return [said("{symbol} = {value}: no round.", symbol=code.code, value=strong)]
    return [said("{symbol} = {value}: {rounds}.", symbol=code.code, value=strong, rounds=counted(
        "round {numbers}", "rounds {numbers}", len(rounds), numbers=", ".join(map(str, rounds))))]


def _cut_first(seen: Seen, stage: Stage) -> Iterator[Said]:
    """Why a round is cut that didn't bring least: who protests sees a larger number go."""
    work, column = seen.calculation.work, column_of(stage.code)
    brought = dict(elements(seen, family_of(work, column)))
    for k in cut_rounds(seen, column):
        if work.rounds.voluntary[seen.row, k - 1] and brought[k] > min(brought.values()):
            yield said(
                "(Round {k} is cut, and not the least one: it wasn't played by the player's own choice, and such a "
                "round goes first where it brought no less; C.07 16.5.)", k=k,
            )


def brought_in_words(seen: Seen, stages_: list[Stage]) -> Iterator[tuple[Said, Said]]:
    """For each family of rounds that the codes' sums are made of, what it is called, and what each opponent brought."""
    work = seen.calculation.work
    families = dict.fromkeys(family_of(work, column_of(stage.code)) for stage in stages_ if stage.code.column)
    rounds = work.rounds
    for family in filter(None, families):
        parts = []
        for k, value in elements(seen, family):
            other = int(rounds.opponent[seen.row, k - 1])
            name = seen.name_of(other) if other >= 0 else said("no opponent")
            parts.append(said("{name} {points}", name=name, points=shown(value, short=True)))
        title = _SUMMANDS.get(family) or said("Brought by each round: {heading}", heading=BROUGHT.get(family, family))
        yield title, joined(", ", parts)


def _figure(text: str) -> Said:
    return Said("{x}", {"x": shown(float(text), len(text.partition(".")[2]), short=True)})


def _rounds_that_count(seen: Seen, key: str) -> list[int] | None:
    """The rounds that a code counts; None for a code that counts none."""
    work = seen.calculation.work
    rounds = work.rounds
    won = np.asarray(work.values["award"])[seen.row] == rounds.win if "award" in work.values else None
    games = rounds.games[seen.row]
    black = rounds.colour[seen.row] == "b"
    if key == "rep":
        counts = ~(np.asarray(work.values["vur"])[seen.row] > 0) & rounds.counted
    elif key == "bpg":
        counts = black & games
    elif won is not None and key in ("win", "won", "bwg"):
        counts = won & {"win": np.ones_like(games), "won": games, "bwg": black & games}[key]
    else:
        return None
    return [int(k) + 1 for k in np.flatnonzero(counts)]


def _tpr(seen: Seen, value: float) -> Said:
    aro, per_cent = cell(seen, "aro"), cell(seen, "per_cent")
    return said(
        "TPR = ARO {aro} and dp of {per_cent} %, {dp}: {value}", aro=shown(aro), per_cent=shown(per_cent),
        dp=shown(value - aro, signed=True), value=seen.form.strong(Said("{x}", {"x": shown(value)})),
    )


def _ptp(seen: Seen, value: float) -> Said:
    points, strong = cell(seen, "points"), seen.form.strong(Said("{x}", {"x": shown(value)}))
    ratings = np.array([rating for _, rating in elements(seen, "opponent_rating")])
    if points == 0:
        return said("PTP = {lowest} − 800 = {value}: no point, so it is the lowest opponent's rating less 800.",
                    lowest=shown(float(ratings.min())), value=strong)
    reached, below = (float(expected_per_cent(at - ratings).sum()) / 100 for at in (value, value - 1))
    return said(
        "PTP = {value}: with this rating {expected} points are expected of these opponents, with one less {below}; "
        "{points} were made.", value=strong, expected=shown(reached), below=shown(below),
        points=shown(points, short=True),
    )


def _direct(seen: Seen, stage: Stage) -> Iterator[Said]:
    """Who was level, what was scored among them, and how many are before him by it."""
    work, i = seen.calculation.work, stage.number
    group, part = work.values[f"de{i}_1_group"], work.values["component"]
    same = (group == group[seen.row]) & ((part == part[seen.row]) | (not stage.parted))
    level = [row for row in np.flatnonzero(same).tolist() if row != seen.row]
    if not level:
        yield said("Nobody is level with {name}, so that there is nothing to decide.", name=seen.name)
        return
    yield said("Level before it: {names}.", names=joined(", ", [seen.name_of(row) for row in level]))
    shares, points = (np.asarray(work.values[key])[seen.row] for key in (f"de{i}_1_shares", "award"))
    against = [
        said("{name} {points}", name=seen.name_of(int(work.rounds.opponent[seen.row, k])),
             points=shown(float(points[k]), short=True))
        for k in np.flatnonzero(shares > 0).tolist()
    ]
    e = cell(seen, f"de{i}_1_e")
    if against:
        yield said("Points against them: {parts}; together {e}.", parts=joined(", ", against), e=shown(e, short=True))
    missed = int(cell(seen, f"de{i}_1_m"))
    if missed:
        yield counted("{count} of them was never met.", "{count} of them were never met.", missed)
    before = int(cell(seen, f"before_{i}"))
    if not before:
        yield said("By direct encounter nobody of them is before {name}.", name=seen.name)
        return
    yield counted("By direct encounter {count} of them is before {name}.",
                  "By direct encounter {count} of them are before {name}.", before, name=seen.name)
