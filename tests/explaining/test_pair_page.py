"""Why one is before the other: the code that decides, and the difference term by term."""

import random
import re
from decimal import ROUND_HALF_UP, Decimal

import pytest
from made.fields import VIDEO, calculate, event

from pipeline.errors import UsageError
from pipeline.explaining import compared, explained, ties
from pipeline.readers import read_event

LESSON = {"dp": "logistic-floor", "c": "opponents"}
FOUR = ("1w2 3d4", "1w3 2d4", "1d4 2w3")


def flat(text):
    return " ".join(text.split())


@pytest.fixture(scope="module")
def lesson():
    return calculate(read_event(VIDEO), **LESSON)


@pytest.fixture(scope="module")
def tied(lesson):
    return flat(compared(lesson, 3, 2))


@pytest.mark.parametrize(
    "said",
    [
        "Why is Player B before Player C?", "Both have 3 points.",
        "RP (Recursive performance) decides: Player B 1877.869, Player C 1877.564, a difference of 0.305.",
        "Player B: Player A (½), Player D (1), Player C (½), Player H (1)", "Player B: Player A, Player H, each other",
        "Player B: Player D 1640 Player C: Player G 1410", "= 840 / 17 = 49.412", "= 432 / 17 = 25.412",
        "Player B: 190 − 49.412 = 140.588 Player C: 190 − 25.412 = 164.588 difference: −24",
        "/ 4 = 1737.281", "/ 4 = 1712.976", "difference: +24.305", "1737.281 + 140.588 = 1877.869",
        "Player B's opponents were stronger by 24.305, Player C gains 24 by ĉ, and what is left for Player B is 0.305.",
        "Player D instead of Player G: 1612.186 − 1514.661 = +97.525, a game +24.381",
        "each has the other's RP in the average: −0.305, a game −0.076", "whom both met (Player A, Player H): 0",
        "From iteration 5 on, Player B is before Player C", "dp = fide, c = field 1953.66 1905.57 +48.09",
        "dp = fide, c = opponents no RP no RP",
    ],
)
def test_the_lesson_s_tie(tied, said):
    """What ../shared/golden/tied_en.md says of the two."""
    assert said in tied


def test_the_order_of_asking_is_no_matter(lesson):
    assert compared(lesson, 2, 3) == compared(lesson, 3, 2)


def test_shown_differences_add_up(lesson):
    """+24.305 by the opponents and -24 by ĉ is +0.305; and each difference is that of the numbers shown."""
    text = compared(lesson, 2, 3)
    rows = re.findall(r"= ([0-9.]+)\n +Player C: [^:]*?= ([0-9.]+)\n +difference: ([+−][0-9.]+)", text)
    assert len(rows) >= 5
    for one, other, off in rows:
        assert Decimal(one) - Decimal(other) == Decimal(off.replace("−", "-"))


@pytest.mark.parametrize("seed", range(6))
def test_shown_sums_and_differences_add_up_in_any_event(seed):
    rng = random.Random(seed)
    rounds = ("1w2 3d4 5l6", "1d3 2w5 4l6", "1l4 2d6 3w5", "1w5 2l4 3d6", "1d6 2w3 4d5")
    made = event([rng.randint(1400, 2700) for _ in range(6)], *rounds[: rng.randint(3, 5)])
    calculation = calculate(made, dp=rng.choice(["fide", "logistic"]))
    for one, other in [(1, 2), (3, 4), (5, 6)]:
        text = compared(calculation, one, other).replace("−", "-")
        last = text[text.index("RP = that average") :].partition("\n\n")[0]
        sums = re.findall(r": (-?[0-9.]+) ([+-]) ([0-9.]+) = (-?[0-9.]+)$", last, re.MULTILINE)
        assert len(sums) == 2
        for a, sign, b, total in sums:
            exact = Decimal(a) + (Decimal(b) if sign == "+" else -Decimal(b))
            assert exact.quantize(Decimal(total), ROUND_HALF_UP) == Decimal(total), last
        off = re.search(r"difference: ([+-]?[0-9.]+)", last)[1]
        assert Decimal(sums[0][3]) - Decimal(sums[1][3]) == Decimal(off), last


@pytest.mark.parametrize(
    ("given", "said"),
    [
        # 1 has 2.5 points, 2 has 1.5 of three games: PTS decides
        ({}, "PTS (Points) decides: Player A 2.5, Player B 1.5."),
        ({"order": "PTS,DE,RP"}, "PTS (Points) decides"),
        ({"order": "RP"}, "RP (Recursive performance) decides: Player A"),
    ],
)
def test_the_code_that_decides(given, said):
    assert said in flat(compared(calculate(event([2000, 1900, 1800, 1700], *FOUR), **given), 1, 2))


def test_direct_encounter_decides():
    # 1 and 2 have a point each, and 2 beat 1
    made = event([2000, 1900, 1800, 1700], "2w1 3d4", "1w3 4w2")
    text = flat(compared(calculate(made, order="PTS,DE,RP"), 1, 2))
    assert "DE (Direct encounter) decides: in the games among those who were level, Player B has 1 point" in text


def test_players_who_share_a_rank():
    # Four who drew every game, all rated the same: nothing tells them apart.
    made = event([1800] * 4, "1d2 3d4", "1d3 2d4", "1d4 2d3")
    text = flat(compared(calculate(made), 1, 2))
    assert "Player A and Player B share a rank: why?" in text
    assert "No code of the order tells them apart: both are at rank 1." in text
    assert "Their RP are equal" in text


@pytest.mark.parametrize(
    ("rounds", "given", "said"),
    [
        (["1w2 3w4"], {}, "their RP can't be compared"),
        (["1w2 3d4", "1w3", "1w4"], {"c": "opponents"}, "There is no RP in this calculation"),
        (["1w2 3:full-bye", "1w4 3:full-bye"], {}, "Player C has no game over the board"),
    ],
)
def test_pairs_that_have_no_rp_to_compare(rounds, given, said):
    assert said in flat(compared(calculate(event([2000, 1900, 1800, 1700], *rounds), **given), 1, 3))


def test_with_c_of_the_field_only_dp_counts():
    made = event([2000, 1900, 1800, 1700], *FOUR)
    # 1: 2.5/3 = 83 %; 2: 1.5/3 = 50 %
    assert "ĉ differs as dp does" in flat(compared(calculate(made), 1, 2))
    assert "Player A scored 83 %, Player B 50 %" in flat(compared(calculate(made), 1, 2))


def test_who_has_more_points_and_less_rp():
    # 4 beats the weak 3 twice; 2 loses to the strong 1 and beats 3 once.
    made = event([2600, 2500, 1200, 1300, 1250], "1d2 4w3", "2l1 4w5", "1w4 2w3", "3d5 1l2")
    calculation = calculate(made)
    rp = dict(zip(calculation.work.index.tolist(), calculation.work.array("rp").tolist(), strict=True))
    score = dict(zip(calculation.work.index.tolist(), calculation.work.array("score").tolist(), strict=True))
    worse = [(a, b) for a in rp for b in rp if score[a] > score[b] and rp[a] < rp[b]]
    for a, b in worse:
        assert "By RP alone" in flat(compared(calculation, a, b))


def test_different_numbers_of_games():
    made = event([2000, 1900, 1800, 1700], "1w2 3d4", "1w3 2d4", "1d4 2:full-bye 3:zero-bye")
    assert "The averages are over 3 games for Player A and 2 for Player B" in flat(compared(calculate(made), 1, 2))


def test_one_player_twice_is_refused(lesson):
    with pytest.raises(UsageError, match="both are No. 1"):
        compared(lesson, 1, 1)


def test_ties_are_neighbours_in_the_list_with_the_same_points(lesson):
    # 4; 3 and 3; 2.5; 1.5; three with 1
    score = lesson.work.frame["score"]
    assert len(ties(lesson)) == 3
    assert all(score[a] == score[b] for a, b in ties(lesson))


def test_in_markdown_it_is_a_table(lesson):
    text = compared(lesson, 2, 3, kind="md")
    assert "| RP = that average + ĉ | 1737.281 + 140.588 = **1877.869** |" in text


def test_the_command(arpo):
    done = arpo("explain", VIDEO, "C", "player b", "--order", "PTS,RP")
    assert (done.status, done.err) == (0, "")
    assert "Why is Player B before Player C?" in done.out


ENGLISH = re.compile(
    r"\b(the|of|and|with|without|for|not|games?|rounds?|rating|won|lost|bye|points?|both|they|their|is|are|by|on)\b",
    re.IGNORECASE,
)


@pytest.mark.parametrize(
    "given",
    [{}, {"worst": 1, "best": 1, "order": "PTS,DE,WIN,ARPO"}, {"dp": "logistic", "start": "rating", "iterations": 3}],
)
def test_a_spanish_page_has_no_english_word(given):
    made = event(
        [2000, None, 1800, 1700, None, 1500], "1w2 3d4 5:full-bye 6:half-bye", "1+3 2w5 4?6", "1d6 2-4 3l5",
        "1:zero-bye 2--3 4w5", "1w4 5d6", "1w2 3d4",
    )  # fmt: skip
    calculation = calculate(made, **given)
    pages = [explained(calculation, no, language="es") for no in calculation.work.index]
    pages += [compared(calculation, 1, no, language="es") for no in (2, 4, 5)]
    for text in pages:
        # names are the event's, and what stands in quotes or after an = is typed on the command line
        plain = re.sub(r"«[^»]*»|(dp|c) = [a-z-]+|Event of a test|--c field", "", text)
        assert not ENGLISH.findall(plain), [line for line in plain.splitlines() if ENGLISH.search(line)]


def test_two_who_share_a_place_are_never_said_to_be_before_each_other():
    """1, 2 and 3 drew among themselves and beat 4: one RP. From rounding alone one was “before” another at the end."""
    made = event([2200, 2150, 2100, 1900], "1d2 3w4", "1d3 2w4", "1w4 2d3")
    text = " ".join(compared(calculate(made), 1, 2).split())
    assert "Their RP are equal: their opponents were equally strong, and both have the same ĉ." in text
    assert "ĉ is the same for both, as dp and c are" in text
    assert "By these values neither is before the other: from iteration" in text
    assert "is before Player" not in text and "Don't stop too early" not in text


def test_where_c_of_the_opponents_differs(lesson):
    """B met A, D, C, H: 5 × 240 − 4 × 89 + 4 × 190 − 4 × 191 = 840; C met G, A, B, H: 432; 17 games each.

    A and H: 311 / 21 = 14.8095 and (5 × (−241) + 4 × (−191) + 4 × 190 + 4 × 190) / 17 = −449 / 17 = −26.4118.
    """
    text = flat(compared(lesson, 2, 3))
    assert "c differs by (840 − 432) / 17 = 408 / 17 = +24." in text
    assert "The dp of those whom only one of the two met: Player D −89, Player G −191." in text
    text = flat(compared(lesson, 1, 8))
    assert "c differs by 311 / 21 − (−449) / 17 = +41.2213." in text
    field = calculate(read_event(VIDEO), **{**LESSON, "c": "field"})
    assert "c differs" not in compared(field, 2, 3)
