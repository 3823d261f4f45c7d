"""Rules run on a player's own numbers: sums that are written out, and add up as they are shown."""

import random
import re
from decimal import Decimal

import pytest
from made.fields import DOUBLE_ROUND_ROBIN, VIDEO, calculate, event

from pipeline.explaining.figures import shown
from pipeline.explaining.terms import Leaf, Theirs, adds_up, places_for, stages
from pipeline.explaining.worked import Worked, column_called, worked
from pipeline.made_from import Floats, Opponents, Part, made
from pipeline.method import rules
from pipeline.readers import read_event
from pipeline.registry import Column

TOLD = ("Ra", "c", "c_hat", "performance")
LESSON = {"dp": "logistic-floor", "c": "opponents"}


@pytest.fixture(scope="module")
def lesson():
    return calculate(read_event(VIDEO), **LESSON).work


def text(cell: Worked) -> str:
    return " = ".join(cell.written())


@pytest.mark.parametrize(
    ("key", "k", "said"),
    [
        ("Ra", 0, "(1770 + 1740 + 1640 + 1710 + 1920) / 5 = 8780 / 5 = 1756"),
        ("c", 0, "(4 × 190 + 4 × 190 − 4 × 89 + 4 × 88 − 5 × 241) / (4 + 4 + 4 + 4 + 5) = "
                 "(760 + 760 − 356 + 352 − 1205) / 21 = 311 / 21 = 14.81"),
        ("c_hat", 0, "240 − 14.81 = 225.19"),
        ("performance", 0, "1756 + 240 = 1996"),
        # 8576.5 / 5 = 1715.3; 1606.125, the half up, is 1606.13
        ("iteration", 1, "(1852.5 + 1802.5 + 1743.5 + 1813 + 1365) / 5 + 225.19 = 8576.5 / 5 + 225.19 = "
                         "1715.30 + 225.19 = 1940.49"),
        ("iteration", 2, "(1905.84 + 1878.09 + 1606.13 + 1798.25 + 1486.41) / 5 + 225.19 = 8674.72 / 5 + 225.19 = "
                         "1734.94 + 225.19 = 1960.13"),
    ],
)  # fmt: skip
def test_the_lesson_s_player(lesson, key, k, said):
    assert text(worked(lesson, column_called(key), 1, k)) == said


def test_what_is_no_arithmetic_has_its_inputs_and_no_sum(lesson):
    cell = worked(lesson, column_called("dp"), 1)
    assert (cell.term, cell.written(), cell.value) == (None, [], 240)
    assert [source.key for source in cell.inputs] == ["points", "games"]


def test_a_new_column_explains_itself(lesson):
    """One that nobody thought of: how much more the opponents' ratings than half of one's own."""

    def lead(rating: Opponents, games: Floats, dp: Floats) -> Floats:
        return rating.total() / games - dp * 0.5

    new = Column("lead", "Lead", "…", "test", "two", "columns", made(lead), "")
    lesson.values["lead"] = made(lead).of(lesson.cells, lesson)
    try:
        # 1756 - 240/2 = 1636
        said = "(1770 + 1740 + 1640 + 1710 + 1920) / 5 − 240 × 0.5 = 8780 / 5 − 120 = 1756 − 120 = 1636"
        assert text(worked(lesson, new, 1)) == said
    finally:
        del lesson.values["lead"]


def test_a_rule_that_comes_to_another_number_is_not_written_as_if_it_came_to_this(lesson):
    def odd(dp: Floats) -> Floats:
        return dp + 1

    lesson.values["odd"] = lesson.values["dp"]
    try:
        assert worked(lesson, Column("odd", "", "", "", "", "columns", made(odd), ""), 1).term is None
    finally:
        del lesson.values["odd"]


def test_halves_go_away_from_zero():
    assert [str(shown(x)) for x in (1606.125, -1606.125, 1606.1249999999998, 2.5, 0.0, -0.0001)] == [
        "1606.13", "−1606.13", "1606.13", "2.50", "0", "0.00"
    ]
    assert [str(shown(x, 0)) for x in (0.5, 1.5, -0.5)] == ["1", "2", "−1"]


def test_a_long_sum_is_sigma_and_its_value():
    many = Theirs(tuple(Leaf(float(i)) for i in range(30)), "n")
    # 0 + 1 + … + 29 = 435; the squares 8555
    term = (many * many).total() / many.total()
    assert stages(term) == ["Σ(n × n) / Σ n", "8555 / 435", "19.67"]


def computed(expression: str) -> Decimal:
    """What a reader's calculator says."""
    plain = expression.replace("−", "-").replace("×", "*")
    return eval(re.sub(r"[0-9]+(?:\.[0-9]+)?", lambda number: f"Decimal('{number[0]}')", plain))  # noqa: S307


@pytest.mark.parametrize("seed", range(12))
def test_shown_numbers_add_up_to_the_shown_results(seed):
    """Whoever types a shown sum into a calculator gets the number shown after it, to its last digit."""
    rng = random.Random(seed)
    rounds = ["1w2 3d4 5l6", "1d3 2w5 4l6", "1l4 2d6 3w5", "1w5 2l4 3d6"][: rng.randint(2, 4)] + ["1d2 3l4"]
    given = {"dp": rng.choice(["fide", "logistic", "log-odds"]), "c": rng.choice(["field", "opponents"])}
    work = calculate(event([rng.randint(1400, 2700) for _ in range(6)], *rounds), iterations=9, **given).work
    for no in work.index:
        for key, k in [*((key, 0) for key in TOLD), *(("iteration", k) for k in (1, 2, 9))]:
            cell = worked(work, column_called(key), no, k)
            assert cell.term is not None
            places = places_for(cell.term)
            assert adds_up(cell.term, places)
            shown_stages = cell.written()
            last = computed(str(shown_stages[-1]))
            for stage in shown_stages:
                # What was divided has its last digit rounded, and is added to another such.
                off = abs(computed(str(stage)) - last)
                assert off <= (Decimal(1).scaleb(-places.result) if "/" in stage else 0), shown_stages
            assert abs(float(last) - cell.value) <= 0.5001 * 10**-places.result


def test_an_opponent_met_twice_counts_twice():
    work = calculate(event([2000, 1900, 1800, 1700], *DOUBLE_ROUND_ROBIN)).work
    # against 4, 2, 3 and once more 4, 2, 3
    assert text(worked(work, column_called("Ra"), 1)).startswith("(1700 + 1900 + 1800 + 1700 + 1900 + 1800) / 6")


def test_the_average_of_a_part_is_over_the_part():
    work = calculate(event([2000, 1900, 1800, 1700], "1w2 3d4")).work
    # of the table, 100 % is 800 and 0 % -800
    assert text(worked(work, column_called("c"), 1)) == "(1 × 800 − 1 × 800) / (1 + 1) = (800 − 800) / 2 = 0 / 2 = 0"


def test_rules_that_see_a_part_run_on_it():
    term = rules.c_of_field(Theirs((Leaf(3.0),), "dp"), Theirs((Leaf(2.0),), "n"))  # type: ignore[arg-type]
    assert stages(term) == ["2 × 3 / 2", "6 / 2", "3"]
    assert Part.reach == "part"
