"""Random events against C.07 written once more from its articles (made/c07_oracle.py): codes, editions, ranks."""

import random
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from made.c07_oracle import HALF, Oracle, half_up
from made.fields import calculate, event

from pipeline.readers import read_event
from pipeline.tiebreaks.codes import BUCHHOLZ, CODES, NEW

CODES_OF_FIDE = [code for code in CODES if code.article and code.code != "DE"]
UNRATED = 1400


def swiss(seed):
    """A Swiss with late entries, withdrawals, all byes and forfeits, unrated players, colours; everybody meets once."""
    rng = random.Random(f"swiss {seed}")
    count, rounds, much = rng.randint(5, 16), rng.randint(3, 7), rng.choice((0.03, 0.12))
    ratings = [None if rng.random() < 0.15 else rng.randint(1400, 2500) for _ in range(count)]
    first = [rng.randint(0, rounds // 2) if rng.random() < much else 0 for _ in range(count)]
    last = [rng.randint(1, rounds) if rng.random() < 2 * much else rounds for _ in range(count)]
    met, texts = set(), []
    for r in range(rounds):
        here, games = [], []
        for no in range(1, count + 1):
            if not first[no - 1] <= r < last[no - 1]:
                games += [f"{no}:zero-bye"] if rng.random() < 0.5 else []
            elif rng.random() < much:
                games.append(f"{no}:{rng.choice(('half-bye', 'half-bye', 'zero-bye', 'full-bye'))}")
            else:
                here.append(no)
        rng.shuffle(here)
        while here:
            one = here.pop()
            other = next((no for no in here if (one, no) not in met), None)
            if other is None:
                games.append(f"{one}:full-bye")
                continue
            here.remove(other)
            met |= {(one, other), (other, one)}
            result = rng.choice(("+", "-", "--")) if rng.random() < much else rng.choice("wwdl")
            games.append(f"{one}{result}{other}")
        texts.append(" ".join(games))
    while all(":" in token for token in texts[-1].split()):
        texts.pop()  # a last round in which nobody is paired isn't part of the standings
    return ratings, texts


def round_robin(seed):
    """Everybody against everybody, once or twice, with forfeits and withdrawals; in an odd field one rests."""
    rng = random.Random(f"robin {seed}")
    count, times = rng.randint(4, 8), rng.choice((1, 1, 2))
    circle = [*range(1, count + 1), *([0] if count % 2 else [])]
    gone = {no: rng.randint(1, 2 * count) for no in range(1, count + 1)}
    texts = []
    for r in range((len(circle) - 1) * times):
        pairs = [(circle[k], circle[-1 - k]) for k in range(len(circle) // 2)]
        games = []
        for one, other in (pair for pair in pairs if all(pair)):
            here = r < gone[one], r < gone[other]
            if all(here):
                result = rng.choice("wdl") if rng.random() < 0.95 else rng.choice(("+", "-", "--"))
            else:
                result = {(True, False): "+", (False, True): "-", (False, False): "--"}[here]
            games.append(f"{one}{result}{other}")
        texts.append(" ".join(games))
        circle = [circle[0], circle[-1], *circle[1:-1]]
    return [rng.randint(1500, 2500) for _ in range(count)], texts


def made_of(ratings, texts, seed):
    """The event, and colours by lot."""
    made = event(ratings, *texts)
    rng, colours = random.Random(seed), {}
    for no, round_, opponent in made.entries[["no", "round", "opponent"]].itertuples(index=False):
        if not pd.isna(opponent):
            colours[no, round_] = {"w": "b", "b": "w"}.get(colours.get((int(opponent), round_), ""), rng.choice("wb"))
    keys = zip(made.entries["no"].tolist(), made.entries["round"].tolist(), strict=True)
    return replace(made, entries=made.entries.assign(colour=[colours.get(key, "") for key in keys]))


def codes_for(edition, advance):
    return [
        code for code in CODES_OF_FIDE
        if not (NEW in code.kinds and edition == 2024) and not (BUCHHOLZ in code.kinds and advance and edition == 2026)
    ]


def compared(made, edition, advance, seed):
    """What differs, player by player, in every code, and in the ranks by an order drawn by lot; and how many values."""
    codes = codes_for(edition, advance)
    given = {"rules": f"c07-{edition}", "type": "round-robin" if advance else "swiss", "unrated": UNRATED}
    work = calculate(made, order=",".join(code.code for code in codes), iterations=1, **given).work
    oracle, numbers, different = Oracle(made, edition, advance, UNRATED), work.index.tolist(), []
    for code in codes:
        for no, value in zip(numbers, work.array(code.column).tolist(), strict=True):
            wanted = oracle.value(code.code, no)
            if not np.isclose(value, np.nan if wanted is None else float(wanted), atol=1e-9, equal_nan=True):
                different.append((seed, code.code, no, value, wanted))
    order = ["PTS", "DE", *random.Random(seed).sample([code.code for code in codes[1:]], 2), "DE"]
    ranks = calculate(made, order=",".join(order), iterations=1, **given).work.array("rank").tolist()
    wanted = oracle.ranks(order)
    different += [(seed, order, no) for no, rank in zip(numbers, ranks, strict=True) if rank != wanted[no]]
    return different, len(codes) * len(numbers)


@pytest.mark.parametrize("edition", [2024, 2026])
@pytest.mark.parametrize(("kind", "count"), [(swiss, 12), (round_robin, 8)])
def test_every_code_of_random_events(kind, count, edition):
    different, values = [], 0
    for seed in range(count):
        made = made_of(*kind(seed), seed)
        if made.entries["result"].isin(["w", "d", "l"]).any():
            found, number = compared(made, edition, kind is round_robin, seed)
            different, values = different + found, values + number
    assert different == []
    assert values > 900  # 8 round robins, 18 codes, 6 or 7 players: nothing was left out


@pytest.mark.parametrize("edition", [2024, 2026])
@pytest.mark.parametrize("name", ["many-unplayed-rounds", "c07-swiss-9", "open-round-7"])
def test_every_code_of_real_files(shared_events, name, edition):
    different, _ = compared(read_event(shared_events / "trf" / f"{name}.trf"), edition, False, name)
    assert different == []


def test_the_oracle_knows_its_articles():
    # Three level, A beat B and C, who haven't met: A first, the others stay level (6.3).
    made = made_of([2000, 1900, 1800, 1700], ["1w2 3w4", "1w3 2w4", "4w1 2:half-bye 3:half-bye"], 0)
    oracle = Oracle(made, 2026, False, UNRATED)
    assert oracle.direct([1, 2, 3]) == [[1], [2, 3]]
    # 13.375 is 13.38, and 1887½ is 1888 (half up).
    assert (half_up(Fraction("1337.5")), half_up(Fraction("1887.5"))) == (1338, 1888)
    # Cut of a voluntary round (its contribution 1¾) before a game that brought 1½, by its opponent the least.
    elements = [(Fraction(3), Fraction(1), False), (Fraction("3.5"), HALF, True), (Fraction("1.5"), Fraction(1), False)]
    assert Oracle.cut(elements, "C1", True) == Fraction("4.5")
