"""What the steps of an explanation are called and what each is for. A column that isn't here tells itself: by its
heading and the registry's words.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pipeline.explaining.figures import shown
from pipeline.explaining.seen import Seen
from pipeline.method.work import Work
from pipeline.registry import Column, heading_of
from pipeline.words import Said, said

BANDS = ("columns", "iterations", "results")
"""The columns that are calculated from left to right; the others are what is given, helpers and checks."""
LEFT_OUT = frozenset({
    "rating", "score", "start", "difference", "last", "limit", "residual", "rp", "opponent_rp", "stated_rp",
    "stated_difference", "rank",
})
"""Of these: what is given, what another step says, and what is a matter of the whole field."""


@dataclass(frozen=True)
class Telling:
    """A step: its title, what it is for, what is to be said after its sum; the symbol on the left of the sum."""

    title: Said
    purpose: str
    symbol: str
    after: str = ""


def is_told(column: Column[Work], work: Work) -> bool:
    """Whether a column is a step of its own."""
    return column.band in BANDS and column.key not in LEFT_OUT and column.wanted(work)


def telling(column: Column[Work], seen: Seen, k: int = 0) -> Telling:
    """The words of a column's step; of a family's, with its number."""
    own = _TELLINGS.get(column.key)
    if own is not None:
        return own(seen, k)
    title = heading_of(column, k)
    return Telling(title, column.meaning, title)


def _ra(seen: Seen, k: int) -> Telling:
    return Telling(
        said("Average rating of the opponents, Ra"),
        said("Add the opponents' ratings and divide by the games: an opponent counts once for every game."), "Ra",
        unrated_in_words(seen),
    )


def unrated_in_words(seen: Seen) -> str:
    """That unrated opponents count with the rating of the settings; nothing where there are none."""
    names = [seen.name_of(row) for row in dict.fromkeys(seen.opponents) if seen.unrated[row]]
    if not names:
        return ""
    unrated = shown(seen.calculation.work.settings.unrated)
    return said("Without a rating, and counted with {rating} (setting “unrated”): {names}.", rating=unrated,
                names=", ".join(names))


def _dp(seen: Seen, k: int) -> Telling:
    return Telling(
        said("Rating difference, dp"), said(
            "What the score is worth, in rating points: who scores so against opponents of one strength is so much "
            "stronger than they."
        ), "dp",
    )


def _c(seen: Seen, k: int) -> Telling:
    work = seen.calculation.work
    if work.settings.c == "opponents":
        return Telling(
            said("The opponents' average dp, c"),
            said("Each opponent's dp counts once for each game that the opponent played."), "c",
        )
    own = work.graph.component == work.graph.component[seen.row]
    if work.graph.components > 1:
        purpose = said("All {count} players of this part of the field, each dp counted once for each of the player's "
                       "games (n).", count=int(own.sum()))
    else:
        purpose = said("All {count} players who have a game, each dp counted once for each of the player's games (n).",
                       count=int(own.sum()))
    return Telling(said("The field's average dp, c"), purpose, "c", said(
        "It is subtracted from everybody's dp, so that all together the iterations add nothing to the field."
    ))


def _c_hat(seen: Seen, k: int) -> Telling:
    theirs = seen.calculation.work.settings.c == "opponents"
    purpose = said("How much better the score is than the opponents' scores.") if theirs else said(
        "How much better the score is than the average of the field."
    )
    return Telling(said("ĉ, what every iteration adds"), purpose, "ĉ")


def _performance(seen: Seen, k: int) -> Telling:
    after = said("It takes the opponents' ratings for granted. The iterations ask how these opponents really played in "
                 "this event.")
    if seen.calculation.work.start != "performance":
        after = said("It is given for comparison: with start = rating, the iterations begin with the ratings.")
    return Telling(said("Performance"), said("Ra + dp."), said("performance"), after)


def _iteration(seen: Seen, k: int) -> Telling:
    if k > 1:
        purpose = said("The same with the opponents' values of iteration {k}.", k=k - 1)
    elif seen.calculation.work.start == "performance":
        purpose = said("The average of the opponents' performances instead of their ratings, plus ĉ.")
    else:
        purpose = said("The average of the opponents' ratings, plus ĉ.")
    return Telling(said("Iteration {k}", k=k), purpose, said("iteration {k}", k=k))


def _arpo(seen: Seen, k: int) -> Telling:
    return Telling(
        said("ARPO, and the check"), said("The average RP of the opponents is the player's ARPO."), "ARPO",
    )


_TELLINGS: dict[str, Callable[[Seen, int], Telling]] = {
    "Ra": _ra, "dp": _dp, "c": _c, "c_hat": _c_hat, "performance": _performance, "iteration": _iteration, "arpo": _arpo,
}
