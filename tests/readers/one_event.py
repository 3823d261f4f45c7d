"""One event for the readers' tests: six invented players, three rounds, in the forms that other programs write."""

import pandas as pd

from pipeline.event import RESULTS

NAMES = ["Anna", "Béla", "Carl", "Dora", "Emil", "Fay"]
RATINGS = [2000, 1950, 1900, 1850, 1800, 1750]
GAMES = [
    (1, 1, 4, "1-0"), (1, 5, 2, "0-1"), (1, 3, 6, "½-½"), (2, 2, 1, "½-½"), (2, 3, 5, "1-0"), (2, 6, 4, "0-1"),
    (3, 1, 3, "1-0"), (3, 4, 2, "0-1"), (3, 5, 6, "1-0"),
]  # fmt: skip
"""Round, White, Black, result."""
POINTS = [2.5, 2.5, 1.5, 1, 1, 0.5]
"""1 + ½ + 1, 1 + ½ + 1, ½ + 1 + 0, 0 + 1 + 0, 0 + 0 + 1, ½ + 0 + 0"""
RANKED = [
    ["Rk.", "Name", "Rtg", "1.Rd", "2.Rd", "3.Rd", "Pts"],
    [1, "Anna", 2000, "4w1", "2b½", "3w1", 2.5],
    [2, "Béla", 1950, "5b1", "1w½", "4b1", 2.5],
    [3, "Carl", 1900, "6w½", "5w1", "1b0", 1.5],
    [4, "Dora", 1850, "1b0", "6b1", "2w0", 1],
    [5, "Emil", 1800, "2w0", "3b0", "6w1", 1],
    [6, "Fay", 1750, "3b½", "4w0", "5b0", 0.5],
]
NATIVE = [
    ["No.", "Name", "Rating", *(f"{what} {r}" for r in (1, 2, 3) for what in ("Opponent", "Result"))],
    [1, "Anna", 2000, 4, "w", 2, "d", 3, "w"],
    [2, "Béla", 1950, 5, "w", 1, "d", 4, "w"],
    [3, "Carl", 1900, 6, "d", 5, "w", 1, "l"],
    [4, "Dora", 1850, 1, "l", 6, "w", 2, "l"],
    [5, "Emil", 1800, 2, "l", 3, "l", 6, "w"],
    [6, "Fay", 1750, 3, "d", 4, "l", 5, "l"],
]
STANDINGS = [["Rank", "Name", "Pts"], *([row[0], row[1], row[6]] for row in RANKED[1:])]
OTHERS = [[row[0], f"{row[1]} II" if row[0] != "Rk." else row[1], *row[2:]] for row in RANKED]
"""The cross-table of another event: other players."""


def games(event):
    """The games by names, each from both sides: (name, opponent, points), sorted."""
    names, played = event.players["name"], event.games
    return sorted(zip(names[played["no"]], names[played["opponent"]], played["points"], strict=True))


def scores(event):
    """The points in the standings by name, byes and forfeits included."""
    worth = event.entries["result"].map({code: r.score for code, r in RESULTS.items()} | {"": 0.0})
    by_player = worth.groupby(event.entries["no"]).sum().reindex(event.players.index, fill_value=0.0)
    return dict(zip(event.players["name"], by_player, strict=True))


EXPECTED = sorted(
    (NAMES[one - 1], NAMES[other - 1], points)
    for _, white, black, result in GAMES
    for one, other, points in (
        (white, black, {"1": 1.0, "½": 0.5, "0": 0.0}[result[0]]),
        (black, white, {"1": 1.0, "½": 0.5, "0": 0.0}[result[2]]),
    )
)


def assert_is_the_event(event, ratings=True):
    """The six players, their ratings, the nine games and the points."""
    assert sorted(event.players["name"]) == NAMES
    assert games(event) == EXPECTED
    assert scores(event) == dict(zip(NAMES, POINTS, strict=True))
    by_name = event.players.set_index("name")["rating"]
    if ratings:
        assert by_name[NAMES].tolist() == RATINGS
    else:
        assert pd.isna(by_name).all()
    assert (event.rounds, len(event.games)) == (3, 18)


def kinds(event):
    return {note.kind: note.count for note in event.notes}
