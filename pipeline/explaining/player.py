"""One player's calculation, step by step, with his own numbers."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

import numpy as np

from pipeline.explaining.figures import Figure, shown
from pipeline.explaining.page import Block, Form, Grid, Heading, Lines, equation
from pipeline.explaining.seen import RESULT_WORDS, Seen, games_in_words, listing, points_in_words
from pipeline.explaining.settings_words import dp_in_words, settings_in_words
from pipeline.explaining.tellings import is_told, telling
from pipeline.explaining.terms import Leaf, Term, Theirs, places_for, stages
from pipeline.explaining.tie_breaks import tie_break_steps
from pipeline.explaining.worked import Worked, worked
from pipeline.made_from import OPPONENTS, chosen
from pipeline.method.calculation import Calculation
from pipeline.method.columns import COLUMNS
from pipeline.words import Said, joined, said

WRITTEN_OUT = 2
"""So many iterations are written out; of the others, the next few are told."""
_NEXT = 3
_HEADINGS = {column.key: column.heading for column in COLUMNS}


def player_page(calculation: Calculation, no: int, form: Form) -> Iterator[Block]:
    """The calculation of player `no`, as blocks of a page."""
    seen = Seen(calculation, no, form)
    work = calculation.work
    yield Heading(said(
        "How the ARPO of {name} is calculated (No. {no}, {rating}, {points})", name=seen.name, no=no,
        rating=_rated(seen), points=points_in_words(seen.value("score")),
    ))
    sizes = joined(", ", work.event.sizes)
    yield Lines((
        said("Event: {name}, {sizes}.", name=form.name(work.event.name or work.event.source.file_name), sizes=sizes),
        settings_in_words(calculation),
    ))
    yield _games(seen)
    if not seen.has_games:
        yield Lines((said("Without a game over the board there is no value in any column, and no RP or ARPO."),))
        yield from tie_break_steps(seen)
        return
    yield _table(seen)
    for column in COLUMNS:
        if not is_told(column, work):
            continue
        if column.key == "arpo":
            yield from _arpo(seen)
        elif column.family == "iteration":
            for k in range(1, min(WRITTEN_OUT, work.steps.values.shape[1]) + 1):
                yield _step(seen, worked(work, column, no, k), k)
            yield _and_so_on(seen)
        elif not column.family:
            yield _step(seen, worked(work, column, no))
    if calculation.work.array("arpo")[seen.row] == calculation.work.array("arpo")[seen.row]:
        yield Lines((_in_one_sentence(seen),))
    yield from tie_break_steps(seen)


def _rated(seen: Seen) -> Said:
    return seen.rating() if seen.unrated[seen.row] else said("rating {rating}", rating=seen.rating())


def _games(seen: Seen) -> Lines:
    """How many games and points, and what doesn't count."""
    games, points = int(seen.value("games")), seen.value("points")
    parts: list[Said] = []
    if games:
        exact = 100 * points / games
        share = said(
            "{games} over the board (byes and forfeits don't count), {points} in them: {s} / {n} = {per_cent} %",
            games=games_in_words(games), points=points_in_words(points), s=shown(points, short=True), n=games,
            per_cent=shown(exact, short=True),
        )
        whole = seen.value("per_cent")
        if abs(exact - whole) > 1e-9:
            share = said("{share}, in whole per cent {whole} %", share=share, whole=shown(whole))
        parts.append(said("{sentence}.", sentence=share))
    else:
        parts.append(said("No game over the board (byes and forfeits don't count)."))
    without = seen.without_a_game()
    if without:
        parts.append(said("No games: {rounds}.", rounds=listing(without)))
    twice = [row for row in dict.fromkeys(seen.opponents) if seen.opponents.count(row) > 1]
    if twice:
        met = [
            said("{name} {times} times", name=seen.name_of(row), times=seen.opponents.count(row)) for row in twice
        ]
        parts.append(said("Met more than once, and counted once for every game: {names}.", names=joined(", ", met)))
    return Lines(tuple(parts), said("Games"))


def _table(seen: Seen) -> Grid:
    """The opponents in the order of the rounds, with what the sums take from them: the registry's inputs."""
    work = seen.calculation.work
    keys: dict[str, tuple[str, np.ndarray]] = {}
    for column in COLUMNS:
        if is_told(column, work):
            for source in chosen(column.rule, work).inputs:
                if source.reach == OPPONENTS:
                    keys |= _input_columns(seen, source.key)
    rows = []
    for round_, row, result in zip(seen.rounds, seen.opponents, seen.results, strict=True):
        cells = [Said("{x}", {"x": shown(float(values[row]), short=True)}) for _, values in keys.values()]
        name = f"{seen.number_of(row)} {seen.name_of(row)}"
        rows.append((str(round_), name, RESULT_WORDS[result], *cells))
    headings = (said("Round"), said("Opponent"), said("Result"), *(heading for heading, _ in keys.values()))
    return Grid(headings, tuple(rows), (0, *range(3, len(headings))))


def _input_columns(seen: Seen, key: str) -> dict[str, tuple[str, np.ndarray]]:
    """The columns that an input stands for: `previous` for the start and the first iterations."""
    work = seen.calculation.work
    if key != "previous":
        words = {"rating": said("Rating"), "games": said("Games"), "dp": said("dp"), "rp": said("RP")}
        values = work.array(key)
        return {} if np.isnan(values[seen.opponents]).all() else {key: (words.get(key, key), values)}
    found: dict[str, tuple[str, np.ndarray]] = {}
    if work.start == "performance":
        found["start"] = said("Performance"), work.array("performance")
    last = min(WRITTEN_OUT, work.steps.values.shape[1])
    return found | {
        f"iteration_{k}": (said("Iteration {k}", k=k), work.array(f"iteration_{k}")) for k in range(1, last)
    }


def _step(seen: Seen, cell: Worked, k: int = 0) -> Lines:
    """A column's step: what it is for, and its sum; for a rule that isn't arithmetic, what it was made from."""
    words = telling(cell.column, seen, k)
    if cell.column.key == "dp":
        sums: list[Said] = dp_in_words(seen, seen.form)
    elif cell.term is not None:
        sums = [equation(words.symbol, cell.written(), seen.form)]
    elif cell.value == cell.value:
        value = seen.form.strong(Said("{x}", {"x": shown(cell.value)}))
        made = joined(", ", [_HEADINGS.get(source.key, source.key) for source in cell.inputs])
        sums = [said("{symbol} = {value} (from: {made})", symbol=words.symbol, value=value, made=made)]
    else:
        sums = [said("{symbol}: no value.", symbol=words.symbol)]
    return Lines((words.purpose, *sums, words.after), words.title)


def _and_so_on(seen: Seen) -> Lines:
    """The next iterations, and where they lead."""
    calculation = seen.calculation
    work, steps = calculation.work, calculation.work.steps
    last = steps.values.shape[1]
    his = steps.values[seen.row]
    following = [shown(his[k - 1]) for k in range(WRITTEN_OUT + 1, min(WRITTEN_OUT + _NEXT, last) + 1)]
    parts: list[str] = []
    if following:
        more = [Said("{x}", {"x": x}) for x in following] + ([Said("…", {})] if last > WRITTEN_OUT + _NEXT else [])
        parts.append(said("Iteration {k} and on: {values}", k=WRITTEN_OUT + 1, values=joined(" → ", more)))
    rp = seen.value("rp")
    value = seen.form.strong(said("RP = {rp}", rp=shown(rp))) if rp == rp else Said("", {})
    if rp != rp:
        parts.append(_drift(seen))
    elif calculation.settled:
        parts.append(said(
            "The values swing less and less. This player's changes by less than 1 point from iteration {own} on, and "
            "nobody's by more than {threshold} at iteration {last}. What remains is the recursive performance: {rp}.",
            own=_steady_from(seen), threshold=_plain(work.settings.threshold), last=last, rp=value,
        ))
    elif work.graph.bipartite[work.graph.component[seen.row] - 1]:
        before = his[-2] if last > 1 else work.array(work.start)[seen.row]
        parts.append(said(
            "Here they swing for ever, at the end between {one} and {other}: the players are in two groups that only "
            "met each other. The values between which they swing have one solution all the same, in which each is "
            "the average of the opponents plus ĉ; the program solves for it: {rp}.",
            one=shown(before), other=shown(his[-1]), rp=value,
        ))
    else:
        parts.append(said(
            "After {last} iterations (as many as were asked for) the largest difference is still {largest}. The "
            "program solves for what they approach: {rp}.",
            last=last, largest=_significant(steps.largest_differences[-1]), rp=value,
        ))
    if work.graph.components > 1:
        parts.append(said(
            "The field has {count} parts that no game links. Compare this RP only with those of the same part (number "
            "{part}).", count=work.graph.components, part=int(work.graph.component[seen.row]),
        ))
    return Lines(tuple(parts), said("And so on, to the RP"))


def _drift(seen: Seen) -> Said:
    work = seen.calculation.work
    his = work.steps.values[seen.row]
    gained = max(work.drifts, key=abs)
    return said(
        "There is no end: in the long run every step adds {drift} to all values (iteration {last}: {value}), for the "
        "games-weighted sum of ĉ isn't 0. So there is no RP, and no ARPO. With c = field (--c field) there is one.",
        drift=shown(gained, 4), last=len(his), value=shown(his[-1]),
    )


def _steady_from(seen: Seen) -> int:
    """From this iteration on, his value changes by less than 1 point."""
    large = np.flatnonzero(np.abs(seen.calculation.work.steps.differences[seen.row]) >= 1)
    return int(large[-1]) + 2 if len(large) else 1


def _plain(number: float) -> Figure:
    return Figure(number, f"{Decimal(repr(number)):f}")


def _significant(number: float) -> Figure:
    return Figure(number, f"{Decimal(f'{number:.2g}'):f}")


def arpo_term(seen: Seen) -> Term:
    """The average of the opponents' RP, all of them."""
    rp = seen.calculation.work.array("rp")
    theirs = Theirs(tuple(Leaf(float(rp[row])) for row in seen.opponents), "RP")
    return theirs.total() / Leaf(float(len(seen.opponents)))


def _arpo(seen: Seen) -> Iterator[Block]:
    """ARPO, with the cut ones named; and that it comes to RP again."""
    work = seen.calculation.work
    rp = seen.value("rp")
    if rp != rp:
        return
    words = telling(next(column for column in COLUMNS if column.key == "arpo"), seen)
    average, c_hat = arpo_term(seen), Leaf(seen.value("c_hat"))
    again = Leaf(average.value) + c_hat
    places = places_for(average, again)
    worst, best = work.settings.worst, work.settings.best
    check = said("Check: {sum} again, the RP.", sum=joined(" = ", stages(again, places)))
    if not worst + best:
        yield Lines((
            words.purpose, equation(words.symbol, stages(average, places), seen.form), check,
            said("(Some call the last iteration the player's ARPO, as the video lesson does: {rp}.)", rp=shown(rp)),
            said("(FIDE's APRO, C.07 10.4, is another number: the average of the opponents' performance ratings.)"),
        ), words.title)
        return
    ordered = sorted(seen.opponents, key=lambda row: work.array("rp")[row])
    kept = ordered[worst : len(ordered) - best] if len(ordered) > worst + best else []
    out = [
        said("{name} {rp}", name=seen.name_of(row), rp=shown(float(work.array("rp")[row])))
        for row in ordered if row not in kept
    ]
    if kept:
        theirs = Theirs(tuple(Leaf(float(work.array("rp")[row])) for row in kept), "RP")
        term = theirs.total() / Leaf(float(len(kept)))
        line = equation(words.symbol, stages(term, places_for(term)), seen.form)
    else:
        line = said("Nobody is left: no ARPO.")
    yield Lines((
        said("The average RP of the opponents, without the {worst} lowest and the {best} highest ({names}).",
             worst=worst, best=best, names=joined(", ", out)),
        line,
        said("Check with all opponents: {sum}", sum=joined(" = ", stages(average, places))), check,
    ), words.title)


def _in_one_sentence(seen: Seen) -> Said:
    ra, arpo, c_hat = (float(shown(seen.value(key), 0).text.replace("−", "-")) for key in ("Ra", "arpo", "c_hat"))
    opponents = said("as their ratings say")
    if arpo != ra:
        opponents = (said("{x} less than their ratings say", x=shown(ra - arpo)) if arpo < ra
                     else said("{x} more than their ratings say", x=shown(arpo - ra)))
    theirs = said("theirs") if seen.calculation.work.settings.c == "opponents" else said("the field's average")
    score = said("{x} better than {theirs}", x=shown(c_hat), theirs=theirs) if c_hat >= 0 else said(
        "{x} worse than {theirs}", x=shown(-c_hat), theirs=theirs
    )
    return said(
        "In words: in this event the opponents played like {arpo}, {opponents}, and {name}'s score was {score}.",
        arpo=shown(arpo), opponents=opponents, name=seen.name, score=score,
    )
