"""Made sheets of rating officers, by both rule sets, with at most one mistake: their truth from docs/method.md alone.

Nothing here uses the program's rules: numbers are fractions, and FIDE's two tables are read from the figures.
"""

import csv
import random
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

HEADINGS = {
    "en": {"name": "Name", "rating": "Rtg", "K": "K", "games": "Games", "average": "Ra", "points": "Pts.",
           "D": "D", "expected_per_cent": "PD %", "expected_points": "We", "difference": "W-We",
           "rating_change": "Rtg +/-", "new_rating": "New rating", "D_corrected": "Corrected D"},
    "es": {"name": "Nombre", "rating": "Elo", "K": "Coef. K", "games": "Partidas", "average": "Promedio",
           "points": "Puntos", "D": "D", "expected_per_cent": "% esperado", "expected_points": "Esperado",
           "difference": "Dif.", "rating_change": "Variación", "new_rating": "Elo nuevo",
           "D_corrected": "D corregida"},
}  # fmt: skip


def _figures(name):
    found = sorted(Path(__file__).resolve().parents[2].rglob(name))
    with next(path for path in found if ".venv" not in str(path)).open(encoding="utf-8") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


PD = [(int(row["difference_from"]), int(row["higher"]), int(row["lower"])) for row in _figures("fide_pd.csv")]


def pd(difference):
    """Table 8.1.2: the expected per cent for a whole difference."""
    last = [line for line in PD if line[0] <= abs(difference)][-1]
    return last[2] if difference < 0 else last[1]


def half_away(value, decimals=0):
    """Rounded to so many decimals, the half away from zero; exactly."""
    scaled = abs(Fraction(value)) * 10**decimals
    whole = (scaled + Fraction(1, 2)).__floor__()
    return Fraction(whole if value >= 0 else -whole, 10**decimals)


@dataclass
class Sheet:
    """A made sheet: headings and rows, the event where it comes with one, and the cell in which a mistake was made."""

    rules: str
    columns: list
    rows: list
    event: list | None = None
    wrong: tuple | None = None
    follows: set = field(default_factory=set)

    def table(self, language):
        """The rows as they are written, headings first."""
        return [[HEADINGS[language][key] for key in self.columns], *(
            [row[key] if isinstance(row[key], str) or row[key] is None else float(row[key]) for key in self.columns]
            for row in self.rows
        )]


FOLLOWING = {
    "average": ["D", "D_corrected", "expected_per_cent", "expected_points", "difference", "rating_change",
                "new_rating"],
    "D": ["D_corrected", "expected_per_cent", "expected_points", "difference", "rating_change", "new_rating"],
    "D_corrected": ["expected_per_cent", "expected_points", "difference", "rating_change", "new_rating"],
    "expected_per_cent": ["expected_points", "difference", "rating_change", "new_rating"],
    "expected_points": ["difference", "rating_change", "new_rating"],
    "difference": ["rating_change", "new_rating"], "K": ["rating_change", "new_rating"],
    "rating_change": ["new_rating"], "new_rating": [],
}  # fmt: skip
OFF = {
    "average": (37, -41), "D": (37, -41), "D_corrected": (37, -41), "expected_per_cent": (7, -8),
    "expected_points": (Fraction(37, 100), Fraction(-41, 100)), "difference": (Fraction(33, 100), Fraction(-47, 100)),
    "rating_change": (Fraction(73, 10), -9), "new_rating": (13, -17),
}


def _finish(row, start, decimals, whole_change):
    """The columns after `start`, from the row's own cells."""
    later = [] if start is None else FOLLOWING[start]

    def again(key):
        return start is None or key in later

    if again("difference"):
        row["difference"] = row["points"] - row["expected_points"]
    if again("rating_change"):
        change = row["K"] * row["difference"]
        row["rating_change"] = half_away(change) if whole_change else half_away(change, decimals)
    if again("new_rating"):
        row["new_rating"] = row["rating"] + half_away(row["rating_change"])


def fide_sheet(dice, mistake=True):
    """A sheet by fide-2024: the event's games decide; K × sum of (score − PD)."""
    count, rounds = dice.randint(4, 12), dice.randint(3, 9)
    names = [f"Player {chr(65 + i)}" for i in range(count)]
    ratings = [dice.randint(1400, 2399) if dice.random() < 0.8 else dice.randint(2400, 2790) for _ in names]
    games = {i: [] for i in range(count)}
    for round_ in range(rounds):
        order = list(range(count))
        dice.shuffle(order)
        for one, other in zip(order[::2], order[1::2], strict=False):
            score = dice.choice([Fraction(1), Fraction(1, 2), Fraction(0)])
            games[one].append((round_, other, score))
            games[other].append((round_, one, 1 - score))
    rows = []
    whole = dice.random() < 0.3
    for i, name in enumerate(names):
        if not games[i]:
            continue
        own, total = ratings[i], 0
        for _, other, _ in games[i]:
            d = own - ratings[other]
            total += pd(d if own >= 2650 else max(-400, min(400, d)))
        row = {"name": name, "rating": own, "K": 10 if own >= 2400 else dice.choice([20, 40, 40, 20, 10]),
               "games": len(games[i]), "points": sum(score for _, _, score in games[i]),
               "average": half_away(Fraction(sum(ratings[o] for _, o, _ in games[i]), len(games[i])), 2),
               "expected_points": Fraction(total, 100)}
        if row["K"] * row["games"] > 700:
            row["K"] = 20
        _finish(row, None, 2, whole)
        rows.append(row)
    with_event = dice.random() < 0.5
    columns = ["name", "rating", "K", "games", "average", "points", "expected_points", "difference", "rating_change"]
    columns += ["new_rating"] if dice.random() < 0.6 else []
    event = _event(names, ratings, games, rounds) if with_event else None
    sheet = Sheet("fide-2024", columns, rows, event)
    if mistake:
        wrongable = ["difference", "rating_change", *columns[9:], "K", *(["expected_points"] if with_event else [])]
        _spoil(dice, sheet, wrongable, lambda row, key: _finish(row, key, 2, whole), 30)
    return sheet


def _event(names, ratings, games, rounds):
    headings = ["No.", "Name", "Rating"]
    headings += [f"{what} {k}" for k in range(1, rounds + 1) for what in ("Opponent", "Result")]
    table = [headings]
    for i, name in enumerate(names):
        cells = [None] * (2 * rounds)
        for round_, other, score in games[i]:
            cells[2 * round_ : 2 * round_ + 2] = [other + 1, {1: "w", Fraction(1, 2): "d", 0: "l"}[score]]
        table.append([i + 1, name, ratings[i], *cells])
    return table


def article_sheet(dice, mistake=True):
    """A sheet by the article, Swiss: from averages; K × (points − expected % × games)."""
    rows = []
    for i in range(dice.randint(4, 14)):
        n = dice.randint(5, 11)
        rating, average = dice.randint(2005, 2399), dice.randint(2005, 2450)
        row = {"name": f"Player {chr(65 + i)}", "rating": rating, "games": n, "average": average,
               "points": Fraction(dice.randint(0, 2 * n), 2), "K": dice.choice([15, 15, 25])}
        article_row(row, None)
        rows.append(row)
    columns = ["name", "rating", "games", "average", "points", "D", "expected_per_cent", "expected_points",
               "difference", "K", "rating_change"]  # fmt: skip
    columns += ["new_rating"] if dice.random() < 0.5 else []
    sheet = Sheet("article", columns, rows)
    if mistake:
        _spoil(dice, sheet, columns[5:], article_row, 30)
    return sheet


def article_row(row, start):
    """The row's columns after `start`, from its own cells; all of them where that is None."""
    later = [] if start is None else FOLLOWING[start]

    def again(key):
        return start is None or key in later

    if again("D"):
        row["D"] = row["rating"] - row["average"]
    if again("expected_per_cent"):
        row["expected_per_cent"] = pd(row["D"])
    if again("expected_points"):
        row["expected_points"] = Fraction(row["expected_per_cent"] * row["games"], 100)
    _finish(row, start, 2, whole_change=False)


def _spoil(dice, sheet, keys, follow, other_k):
    """Put a mistake into a cell; the writer goes on from it, or from the right number."""
    row, key = dice.randrange(len(sheet.rows)), dice.choice(keys)
    sheet.wrong = (row, key)
    right = dict(sheet.rows[row])
    sheet.rows[row][key] = other_k if key == "K" else right[key] + dice.choice(OFF[key])
    if dice.random() < 0.7:
        follow(sheet.rows[row], key)
        sheet.follows = {other for other in FOLLOWING[key] if sheet.rows[row].get(other) != right.get(other)}


def made_sheet(seed, mistake=True):
    """The sheet of a seed, every second one by each rule set."""
    dice = random.Random(seed)
    return (fide_sheet if seed % 2 else article_sheet)(dice, mistake)
