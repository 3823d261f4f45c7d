"""Round robins in which all games are drawn, for the tests of rounding: dp, c and ĉ are 0.

So every column is the average of the opponents' column before it: with n players and the sum S of the ratings Ra and
the performance are (S - rating)/(n - 1), iteration 1 is (S - performance)/(n - 1), and all columns add up to S.
"""

from collections.abc import Sequence

from made.making_sheets import Made

from pipeline.event import Event


def drawn(ratings: Sequence[float]) -> Event:
    """Everybody against everybody, in as many rounds as there are players."""
    count = len(ratings)
    entries: list[tuple[int, int, int | None, str]] = [
        (one, (one + other) % count + 1, other, "d")
        for one in range(1, count + 1) for other in range(1, count + 1) if one != other
    ]
    return Made([float(rating) for rating in ratings], count, sorted(entries, key=lambda e: e[:2])).event()


def average(values: Sequence[float]) -> list[float]:
    """The next column."""
    return [(sum(values) - own) / (len(values) - 1) for own in values]
