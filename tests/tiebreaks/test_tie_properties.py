"""What holds for the tie-breaks of any event, whatever its games, byes, forfeits and withdrawals."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from made.fields import calculate, event

from pipeline.tiebreaks.codes import CODES, COLOURS

EVERY = ",".join(code.code for code in CODES if COLOURS not in code.kinds and code.code != "TPN")
FEW = settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
"""Each example computes all codes; the arithmetic itself is in the other tests."""


@st.composite
def fields(draw, played=False, most=9):
    """An event: pairs drawn round for round, each with a result, the others with a bye; `played`: games alone."""
    count = draw(st.integers(4, most))
    count += count % 2 if played else 0
    ratings = draw(st.lists(st.integers(1000, 2800), min_size=count, max_size=count))
    rounds = []
    for _ in range(draw(st.integers(2, 6))):
        order = draw(st.permutations(range(1, count + 1)))
        paired = count if played else 2 * draw(st.integers(1, count // 2))
        games = [
            f"{one}{draw(st.sampled_from(['w', 'd', 'l'] if played else ['w', 'd', 'l', '+', '-', '--']))}{other}"
            for one, other in zip(order[:paired:2], order[1:paired:2], strict=True)
        ]
        games += [f"{no}:{draw(st.sampled_from(['full-bye', 'half-bye', 'zero-bye']))}" for no in order[paired:]]
        rounds.append(" ".join(games))
    return ratings, rounds


def has_game(rounds):
    return any(letter in game for text in rounds for game in text.split() if ":" not in game for letter in "wdl")


def values_of(ratings, rounds, numbers, **settings_):
    made = event(ratings, *rounds, numbers=numbers)
    work = calculate(made, type="swiss", iterations=3, **settings_).work
    columns = {code.code: work.array(code.column) for code in work.codes if code.column}
    return {
        no: {code: values[at] for code, values in columns.items()} | {"rank": work.values["rank"][at]}
        for at, no in enumerate(work.index.tolist())
    }


@FEW
@given(st.data())
def test_other_numbers_change_no_value_and_no_rank(data):
    ratings, rounds = data.draw(fields().filter(lambda made: has_game(made[1])))
    count = len(ratings)
    names = data.draw(st.permutations(range(1, count + 1)))
    renamed = dict(zip(range(1, count + 1), names, strict=True))

    def other(game):
        if ":" in game:
            no, bye = game.split(":")
            return f"{renamed[int(no)]}:{bye}"
        digits = [int("".join(run)) for run in (
            [sign for sign in game[: len(game) // 2 + 1] if sign.isdigit()],
            [sign for sign in game[::-1][: len(game) // 2 + 1][::-1] if sign.isdigit()],
        )]  # fmt: skip
        result = "".join(sign for sign in game if not sign.isdigit())
        return f"{renamed[digits[0]]}{result}{renamed[digits[1]]}"

    again = [" ".join(map(other, text.split())) for text in rounds]
    before = values_of(ratings, rounds, range(1, count + 1), order=EVERY)
    order = sorted(range(count), key=lambda at: names[at])
    after = values_of([ratings[at] for at in order], again, sorted(names), order=EVERY)
    for no, wanted in before.items():
        assert after[renamed[no]] == pytest.approx(wanted, abs=1e-7, nan_ok=True)


@FEW
@given(fields(played=True))
def test_with_games_alone_buchholz_is_the_sum_of_the_opponents_points(made):
    ratings, rounds = made
    work = calculate(event(ratings, *rounds), type="swiss", order="PTS,BH,SB,AOB", iterations=1).work
    score, graph = work.array("score"), work.graph
    assert work.array("bh").tolist() == graph.sum_over_opponents(score).tolist()
    assert np.allclose(work.array("aob"), graph.average_over_opponents(work.array("bh")))


@FEW
@given(fields().filter(lambda made: has_game(made[1])), st.sampled_from(["c07-2024", "c07-2026"]))
def test_bounds(made, rules):
    ratings, rounds = made
    order = "PTS,WIN,WON,REP,PS,PS-C1,ARO,ARO-C1,PTP,BH,BH-C1,BH-C2,BH-M1,BH-M2,FB,SB,KS"
    work = calculate(event(ratings, *rounds), type="swiss", rules=rules, order=order, iterations=1).work
    of = {code.code: work.array(code.column) for code in work.codes}
    assert (of["WON"] <= of["WIN"]).all()
    assert (of["PS-C1"] <= of["PS"]).all()
    assert (of["REP"] <= work.rounds.number).all()
    assert (of["KS"] <= of["PTS"]).all()
    known = np.isfinite(of["ARO"])
    assert (min(ratings) <= of["ARO"][known]).all()
    assert (of["ARO"][known] <= max(ratings)).all()
    assert (of["PTP"][known] <= max(ratings) + 736).all()
    assert (of["PTP"][known] >= min(ratings) - 800).all()
    # What is cut was at least 0, and cuts go on from each other.
    assert (of["BH"] >= of["BH-C1"]).all()
    assert (of["BH-C1"] >= of["BH-C2"]).all()
    assert (of["BH-C1"] >= of["BH-M1"]).all()
    assert (of["BH-C2"] >= of["BH-M2"]).all()
