"""K by FIDE Handbook B.02 8.3.3, in the order in which FIDE applies its lines (docs/method.md section 7)."""

from __future__ import annotations

import math

import numpy as np

from pipeline.made_from import Floats, Texts
from pipeline.rating.entry import Entry
from pipeline.rating.k_names import ASSUMED, COLUMN, HIGH, JUNIOR, NEW, ONCE, OPTION, REACHED, SETTLED
from pipeline.rating.ruleset import KClass, Parameter, RatingWork
from pipeline.rating.settings import RatingSettings
from pipeline.words import said

SOURCE = said("FIDE Handbook B.02 (1 March 2024), 8.3.3")
PARAMETERS = (
    Parameter("new_games", 30, said("8.3.3: games until which a player is new to the list")),
    Parameter("junior_rating", 2300, said("8.3.3: rating under which young players have the largest K")),
    Parameter("junior_age", 18, said("8.3.3: until the end of the year of this birthday")),
    Parameter("first_year", 2024, said("Year from which these rules apply: who is older than that in it is no junior")),
    Parameter("high_rating", 2400, said("8.3.3: rating from which K is the smallest")),
    Parameter("k_reached", 10, said("8.3.3: K once 2400 was reached, also after falling below")),
    Parameter("k_once", 20, said("8.3.3: K, as stated, of a junior who was once 2300")),
    Parameter("most_k_games", 700, said("8.3.3: K × games of the rating period is at most this")),
)
_NUMBERS = {parameter.name: parameter.value for parameter in PARAMETERS}

_REACHED, _ONCE, _LARGEST = 10.0, 20.0, 40.0
K_CLASSES = (
    KClass(HIGH, _REACHED, said("line 1: 2400 or more")),
    KClass(REACHED, _REACHED, said("line 1: 2400 was reached before, as the stated K says")),
    KClass(JUNIOR, _LARGEST, said("line 2: 18th birthday in the year of the event or later, below 2300")),
    KClass(NEW, _LARGEST, said("line 3: fewer than 30 games before: new to the list")),
    KClass(ONCE, _ONCE, said("line 4: a junior who was once 2300, as the stated K of 20 says")),
    KClass(SETTLED, 20, said("line 4: 30 games or more, below 2400, no junior below 2300")),
    KClass(OPTION, None, said("given with --k; birth or games before not stated")),
    KClass(COLUMN, None, said("as stated; birth or games before not stated")),
    KClass(ASSUMED, 20, said("assumed: 30 games or more, 19 or older, below 2400")),
)
"""In the order in which FIDE applies its four lines (docs/method.md section 7)."""

_BORN = "ISNUMBER([Players birth_year])"
_YOUNG = (
    f"AND({_BORN},ISNUMBER([@year]),[rating]<[@junior_rating],N([@year])-N([Players birth_year])<=[@junior_age])"
)
_GROWN = (
    f"OR([rating]>=[@junior_rating],AND({_BORN},IF(ISNUMBER([@year]),N([@year]),[@first_year])"
    "-N([Players birth_year])>[@junior_age]))"
)
_STATED = "IF(ISNUMBER([Players k_given]),[Players k_given],0)"
_K_FORMULA = (
    f'=IF([rating]="","",IF([rating]>=[@high_rating],"high",IF({_STATED}=[@k_reached],"reached",'
    f'IF(AND({_YOUNG},{_STATED}<>[@k_once]),"junior",'
    'IF(AND(ISNUMBER([Players games_before]),N([Players games_before])<[@new_games]),"new",'
    f'IF({_YOUNG},"once",IF(AND(ISNUMBER([Players games_before]),{_GROWN}),'
    'IF(AND(ISNUMBER([@k]),N([@k])=[@k_reached]),"reached","settled"),'
    'IF(ISNUMBER([@k]),"option",IF(ISNUMBER([Players k_given]),"column","assumed")))))))))'
)


def k_formula(work: RatingWork) -> str:
    """The class of K; blank for those of a player's card who are only his opponents."""
    if not work.entry.has("only_opponent"):
        return _K_FORMULA
    return _K_FORMULA.replace('=IF([rating]="","",', '=IF(OR([rating]="",[Players only_opponent]="yes"),"",', 1)


def _is_grown(own: float, birth: float, given: RatingWork) -> bool | None:
    """Whether a player is past the age of juniors, or has a rating from which it doesn't count; None: not known."""
    young, age = given.rules.parameter("junior_rating"), given.rules.parameter("junior_age")
    if own >= young:
        return True
    if math.isnan(birth):
        return None
    if given.settings.year is not None:
        return given.settings.year - birth > age
    return True if given.rules.parameter("first_year") - birth > age else None


def k_class(rating: Floats, given: RatingWork) -> Texts:
    """8.3.3, in FIDE's order: ever 2400; a junior never 2300; fewer than 30 games; the others."""
    new, high = given.rules.parameter("new_games"), given.rules.parameter("high_rating")
    option, entry = given.settings.k, given.entry
    others = entry.texts("only_opponent")
    rows = []
    for own, games, birth, k, other in zip(
        rating.tolist(), entry.numbers("games_before").tolist(), entry.numbers("birth_year").tolist(),
        entry.numbers("k_given").tolist(), others, strict=True,
    ):
        grown = _is_grown(own, birth, given)
        if math.isnan(own) or other:
            rows.append("")
        elif own >= high:
            rows.append(HIGH)
        elif k == _REACHED:
            rows.append(REACHED)
        elif grown is False and k != _ONCE:
            rows.append(JUNIOR)
        elif games < new:
            rows.append(NEW)
        elif grown is False:
            rows.append(ONCE)
        elif games >= new and grown:
            rows.append(REACHED if option == _REACHED else SETTLED)
        else:
            rows.append(OPTION if option is not None else ASSUMED if math.isnan(k) else COLUMN)
    return np.array(rows, dtype=object)


def open_k(k_class: Texts, games: Floats, given: RatingWork) -> Floats:
    """Any K that birth and earlier games, as far as they are stated, leave open; a stated 10 is always possible.

    Whoever has it was once 2400; and a junior's 20 says that he was once 2300. Each may be lowered for K × games.
    """
    fixed = {c.key: c.k for c in given.rules.k_classes}
    most = given.rules.parameter("most_k_games")
    rows: list[list[float | None]] = []
    for key, n in zip(k_class.tolist(), games.tolist(), strict=True):
        usual = given.settings.k if key == "option" else fixed.get(key)
        possible = [usual, _REACHED]
        if key in (OPTION, COLUMN, ASSUMED):
            possible = [usual or _ONCE, _ONCE, _LARGEST, _REACHED]
        elif key == "junior":
            possible = [_LARGEST, _ONCE, _REACHED]
        lowered = [math.floor(most / n) for k in possible if k and n == n and k * n > most]
        rows.append(([*possible, *lowered] + [None] * 6)[:6] if key else [None] * 6)
    return np.array(rows, dtype=float).reshape(-1, 6).T


def asks_year(entry: Entry, settings: RatingSettings) -> list[str]:
    """The players whose K depends on the year of the event, where that isn't known: 40 of a junior, or another K."""
    names, numbers, others = entry.texts("name"), entry.numbers, entry.texts("only_opponent")
    new, youngest = _NUMBERS["new_games"], _NUMBERS["first_year"] - _NUMBERS["junior_age"]
    found = []
    for name, own, games, birth, k, other in zip(
        names, numbers("rating").tolist(), numbers("games_before").tolist(), numbers("birth_year").tolist(),
        numbers("k_given").tolist(), others, strict=True,
    ):
        may_be_junior = own < _NUMBERS["junior_rating"] and birth >= youngest and not other
        # With these K he has the same one whether he is a junior or not.
        either = games < new or k in (_REACHED, _ONCE) or (
            not games >= new and (k if settings.k is None else settings.k) == _LARGEST
        )
        if settings.year is None and may_be_junior and not either:
            found.append(name)
    return found
