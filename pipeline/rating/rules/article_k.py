"""K by the rules of the article of 2006 (docs/method.md section 7)."""

from __future__ import annotations

import math

import numpy as np

from pipeline.made_from import Floats, Texts
from pipeline.rating.k_names import ASSUMED, COLUMN, HIGH, NEW, OPTION, SETTLED
from pipeline.rating.ruleset import RatingWork

TITLES = ("IM", "MI", "M", "GM", "G")
"""International masters and grandmasters, as FIDE and the article's tables write them."""


def k_class(rating: Floats, given: RatingWork) -> Texts:
    """Article: 25 while fewer than 24 games are computed; then 15; 10 for an IM or GM above 2400."""
    entry, high, new = given.entry, given.rules.parameter("high_rating"), given.rules.parameter("new_games")
    rows = []
    for own, title, games, k in zip(
        rating.tolist(), entry.texts("title"), entry.numbers("games_before").tolist(),
        entry.numbers("k_given").tolist(), strict=True,
    ):
        if math.isnan(own):
            rows.append("")
        elif own > high and title.strip().upper() in TITLES:
            rows.append(HIGH)
        elif games < new:
            rows.append(NEW)
        elif games >= new and (own <= high or entry.has("title")):
            rows.append(SETTLED)
        else:
            rows.append(OPTION if given.settings.k is not None else ASSUMED if math.isnan(k) else COLUMN)
    return np.array(rows, dtype=object)


def open_k(k_class: Texts, rating: Floats, given: RatingWork) -> Floats:
    """Any K that title and games before, as far as they are stated, leave open: the usual one, 25 of a new player, 10.

    The last only above 2400, where no titles are stated.
    """
    fixed = {c.key: c.k for c in given.rules.k_classes}
    settled, new, high = (fixed[key] for key in (SETTLED, NEW, HIGH))
    not_titled = not given.entry.has("title")
    rows: list[tuple[float | None, ...]] = []
    for key, own in zip(k_class.tolist(), rating.tolist(), strict=True):
        if key in (HIGH, NEW, SETTLED, OPTION):
            rows.append((given.settings.k if key == OPTION else fixed[key], None, None))
        else:
            may_be_high = not_titled and own > given.rules.parameter("high_rating")
            rows.append((settled, new, high if may_be_high else None) if key else (None, None, None))
    return np.array(rows, dtype=float).T
