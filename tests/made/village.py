"""A village's event, small enough to work out by hand, and its sheet: for the tests of the causes.

                rating  games (opponent, points)        points   n   score
    Player 1    2000    2 1, 3 ½, 4 1, 6 1              3.5      4   4.5 (won by forfeit against 5)
    Player 2    1900    1 0, 5 1, 6 ½, 3 ½, 4 0         2        5   2
    Player 3    1800    4 ½, 1 ½, 2 ½, 5 0              1.5      4   2.5 (a bye of one point)
    Player 4    1700    3 ½, 6 1, 1 0, 2 1              2.5      4   2.5 (absent once)
    Player 5    1600    6 1, 2 0, 3 1                   2        3   2.5 (a bye of half a point; lost by forfeit to 1)
    Player 6    -       5 0, 4 0, 2 ½, 1 0              0.5      4   0.5 (absent once; unrated, 1400)
"""

from made.making_sheets import Made, Sheet, family_of, rounded

_PAIRINGS = (
    (1, 1, 2, "w"), (1, 3, 4, "d"), (1, 5, 6, "w"),
    (2, 1, 3, "d"), (2, 2, 5, "w"), (2, 4, 6, "w"),
    (3, 1, 4, "w"), (3, 2, 6, "d"), (3, 3, None, "full-bye"), (3, 5, None, "half-bye"),
    (4, 1, 5, "+"), (4, 2, 3, "d"), (4, 4, None, "zero-bye"), (4, 6, None, "zero-bye"),
    (5, 1, 6, "w"), (5, 4, 2, "w"), (5, 5, 3, "w"),
)  # fmt: skip
_REPLY = {"w": "l", "d": "d", "+": "-"}
_WORTH = {"w": 1.0, "+": 1.0, "full-bye": 1.0, "d": 0.5, "half-bye": 0.5, "l": 0.0, "-": 0.0, "zero-bye": 0.0}
_DECIMALS = {"Ra": 2, "dp": 2, "c": 4, "c_hat": 2, "performance": 2, "iteration": 2, "arpo": 2, "rp": 2}
STEPS = 2000
"""So many iterations are the limit to all decimals."""


def village() -> Made:
    entries: list[tuple[int, int, int | None, str]] = []
    for round_, one, other, result in _PAIRINGS:
        entries.append((one, round_, other, result))
        if other is not None:
            entries.append((other, round_, one, _REPLY[result]))
    return Made([2000.0, 1900.0, 1800.0, 1700.0, 1600.0, float("nan")], 5, sorted(entries, key=lambda e: e[:2]))


def duel() -> Made:
    """Two players and nine games, of which the first wins seven: 7/9 = 77.8 %, read as 78."""
    results = "wwwwwwwll"
    entries: list[tuple[int, int, int | None, str]] = []
    for round_, result in enumerate(results, 1):
        entries += [(1, round_, 2, result), (2, round_, 1, "l" if result == "w" else "w")]
    return Made([1900.0, 1800.0], len(results), sorted(entries, key=lambda e: e[:2]))


def unrounded(made: Made, dp: str, c: str, start: str) -> dict[str, list[float]]:
    """Every column with points, games and score, and RP and ARPO where c is taken over the field."""
    columns = Sheet(made, dp, c, start).columns()
    columns["score"] = [sum(_WORTH[e[3]] for e in made.entries if e[0] == no) for no in range(1, made.count + 1)]
    if c == "field":
        games, rp = made.games(), columns["iteration_6"]
        for _ in range(STEPS):
            rp = [sum(rp[j] for j, _ in g) / len(g) + columns["c_hat"][i] for i, g in enumerate(games)]
        columns["rp"], columns["arpo"] = rp, [sum(rp[j] for j, _ in g) / len(g) for g in games]
    return columns


def stated(columns: dict[str, list[float]]) -> dict[str, list[float]]:
    """As a person writes them: c with 4 decimals, what has decimals with 2."""
    return {
        key: [rounded(value, _DECIMALS.get(family_of(key), 1)) for value in values]
        for key, values in columns.items()
        if key != "rating"
    }
