"""What a column is made from: the declarations hold together, and formulas say what the functions compute."""

from dataclasses import replace
from typing import Annotated

import numpy as np
import pytest
from made.fields import calculate, event

from pipeline.made_from import Choice, Everybody, Floats, Opponents, Part, made, rules_of
from pipeline.method.columns import COLUMNS
from pipeline.rating.game_columns import REPLY
from pipeline.rating.player_columns import PLAYER_COLUMNS
from pipeline.rating.rules import rule_sets

SHEETS = {"ARPO": COLUMNS, "Players": PLAYER_COLUMNS} | {
    f"{name}: {what}": columns
    for name, rules in rule_sets().items()
    for what, columns in (("Games", rules.game_columns), ("Rating", rules.columns))
}
CASES = {"start", "previous", "last_iteration", "last_difference"}
"""Names that mean another column from case to case (see `pipeline.method.rules`)."""

FIELD = event(
    [2000, None, 1800, 1700, 1900, 1500, 1600],
    "1w2 3d4 5w6 7:full-bye", "1d3 2w5 4l7 6:half-bye", "1l5 2d4 3w7", "1w6 2-7 3?5 4:zero-bye",
)  # fmt: skip


def rules_by_case(columns):
    return [(column, case, rule) for column in columns for case, rule in rules_of(column.rule).items()]


# --- declarations -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sheet", SHEETS)
def test_every_input_is_a_column_that_stands_before(sheet):
    """A misspelt parameter, or one of a column further right, would fail in some report only."""
    games = {f"Games:{column.key}" for rules in rule_sets().values() for column in rules.game_columns}
    before = set(CASES) | games
    for column in SHEETS[sheet]:
        for _, rule in rules_of(column.rule).items():
            own = {column.key} if column.steps else set()
            assert {source.key for source in rule.inputs} <= before | own, column.key
        before.add(column.key)


def test_parameters_say_what_is_taken_and_whose():
    def rule(limit: Floats, theirs: Annotated[Opponents, "limit"], dp: Part, rp: Everybody, given): ...

    assert [(source.key, source.reach) for source in made(rule).inputs] == [
        ("limit", "row"), ("limit", "opponents"), ("dp", "part"), ("rp", "everybody"),
    ]
    assert made(rule).takes_given


def test_a_parameter_without_a_known_kind_is_refused():
    def untyped(dp): ...

    def number(dp: float): ...

    for rule in (untyped, number):
        with pytest.raises(TypeError, match="'dp'"):
            made(rule)


def test_a_view_sums_what_it_reaches():
    # 1-2, 1-3, 2-3, 4-5, and 1-2 again; 6 has no game.
    graph = calculate(event([2000.0] * 6, "1w2 4d5", "1w3", "2d3", "1l2")).work.graph
    values = np.array([1.0, 10.0, 100.0, 1000.0, np.nan, 7.0])
    known = [120, 102, 11, 0, 1000, 0]  # 10 + 100 + 10, 1 + 100 + 1, 1 + 10, nothing known, 1000, no game
    assert Opponents(values, graph).known().total().tolist() == known
    parts = Part(values, graph).known().total()
    assert parts[:5].tolist() == [111, 111, 111, 1000, 1000]
    assert np.isnan(parts[5])


# --- formulas on symbols ----------------------------------------------------------------------------------------------


class Symbol:
    """A column as it is written in a formula template; `level` is that of its last operation: 1 sum, 2 product."""

    def __init__(self, text, level=3):
        self.text, self.level = text, level

    def _with(self, sign, level, other, swapped=False):
        left, right = (Symbol(f"{x:g}") if isinstance(x, (int, float)) else x for x in (self, other))
        if swapped:
            left, right = right, left
        first = f"({left.text})" if left.level < level else left.text
        last = f"({right.text})" if right.level < level or (sign in "-/" and right.level == level) else right.text
        return Symbol(f"{first}{sign}{last}", level)

    def __add__(self, other):
        return self._with("+", 1, other)

    def __sub__(self, other):
        return self._with("-", 1, other)

    def __mul__(self, other):
        return self._with("*", 2, other)

    def __truediv__(self, other):
        return self._with("/", 2, other)

    def __rmul__(self, other):
        return self._with("*", 2, other, swapped=True)


class Sums:
    """The sums that views ask for, as formula templates have them; also what is `given`."""

    @property
    def graph(self):
        return self

    def sum_over(self, reach, values):
        name = values.text.replace("[", "").replace("]", "")
        if reach == "opponents":
            return Symbol(f"SUM([opponents {name}])")
        if reach == "reply":
            return Symbol(f"INDEX([{name}:rows],{REPLY})")
        raise TypeError(f"no template has a sum of {reach}")


def written(rule):
    """What the function writes when its inputs are symbols; None where it does more than arithmetic and sums."""
    try:
        result = rule.of(lambda key: Symbol(f"[{key}]"), Sums())
    except (TypeError, AttributeError):
        return None
    return result.text if isinstance(result, Symbol) else None


def formulas_of(column, case):
    if isinstance(column.formula, str):
        return column.formula
    return column.formula(calculate(FIELD, **({"c": case} if case in ("field", "opponents") else {})).work)


WRITTEN = {
    "ARPO": {
        ("Ra", ""), ("c", "opponents"), ("c_hat", ""), ("performance", ""), ("iteration", ""), ("difference", ""),
        ("last", ""), ("residual", ""), ("stated_difference", ""), ("opponents_numbers", ""), ("arbo", ""),
    },
    "article: Rating": {("D", ""), ("expected_points", ""), ("difference", ""), ("rating_change", "")},
    "fide-2024: Games": {("difference", ""), ("score_minus_pd", ""), ("pd_sum", "")},
}
"""Columns whose function is written out in full; the others have conditions, tables or loops."""


@pytest.mark.parametrize("sheet", WRITTEN)
def test_formulas_are_what_the_functions_write(sheet):
    """Character for character; where the formula has a condition, it holds the same expression."""
    found = set()
    for column, case, rule in rules_by_case(SHEETS[sheet]):
        text = written(rule)
        if text is None or not column.formula or not rule.inputs:
            continue
        formula = formulas_of(column, case)
        found.add((column.key, case))
        assert text in formula, (column.key, text, formula)
        if column.guard:
            assert formula == text, column.key
    assert found == WRITTEN[sheet]


def test_a_wrong_formula_would_be_noticed():
    def minus_c(dp: Floats, c: Floats):
        return c - dp

    assert written(made(minus_c)) == "[c]-[dp]"
    assert written(next(column for column in COLUMNS if column.key == "c_hat").rule) == "[dp]-[c]"


# --- what follows from a record ---------------------------------------------------------------------------------------


def test_the_guard_stands_around_the_formula():
    column = next(column for column in COLUMNS if column.key == "c_hat")
    work = calculate(FIELD).work
    assert column.template(work) == '=IF([games]=0,"",[dp]-[c])'
    assert replace(column, guard="").template(work) == "[dp]-[c]"


def test_a_choice_takes_the_case_that_is_given():
    def one(dp: Floats): ...

    def two(c: Floats): ...

    choice = Choice(lambda given: given, {"one": made(one), "two": made(two)})
    assert {case: rule.inputs[0].key for case, rule in rules_of(choice).items()} == {"one": "dp", "two": "c"}


def test_the_frame_has_every_column_in_order_and_is_made_once():
    work = calculate(FIELD, iterations=3).work
    assert list(work.frame.columns[:6]) == ["no", "name", "opponent_1", "opponent_2", "opponent_3", "opponent_4"]
    assert [key for key in work.frame if key.startswith("iteration")] == ["iteration_1", "iteration_2", "iteration_3"]
    assert work.frame is work.frame
    assert work.frame.index.tolist() == [1, 2, 3, 4, 5, 6, 7]
