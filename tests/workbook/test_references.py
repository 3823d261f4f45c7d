"""Each formula template of the ARPO sheet refers to what the column declares, and to nothing else.

What it refers to beside that is in the column's `by_way_of`: helpers, which stand for what they are made from, and
conditions. Settings and tables, which stand in cells ([@name]), are no columns.
"""

import re
from dataclasses import replace

import pytest
from made.fields import calculate, event

from pipeline.made_from import EVERYBODY, OPPONENTS, PART, ROW, chosen
from pipeline.method.checks import CHECKS
from pipeline.method.columns import COLUMNS
from pipeline.method.sums import SUM_ROWS
from pipeline.method.work import has_limit
from pipeline.workbook.layout import wanted_columns

BY_KEY = {column.key: column for column in COLUMNS}
FIELD = event(
    [2000, None, 1800, 1700, 1900, 1500, None],
    "1w2 3d4 5w6 7:full-bye", "1d3 2w5 4l7 6:half-bye", "1l5 2d4 3w7", "1w6 2-7 3?5 4:zero-bye",
    stated={"RecRp": [1900, None, 1800, 1700, 1600, 1500, 1400]},
)  # fmt: skip
PARTS = event([2000, 1900, 1800, 1700], "1w2 3d4", "1d2 3w4")
CASES = {
    "defaults": (FIELD, {"iterations": 5}),
    "converged": (FIELD, {}),
    "opponents": (FIELD, {"c": "opponents", "iterations": 3}),
    "rating, logistic": (FIELD, {"start": "rating", "dp": "logistic", "iterations": 3}),
    "floor": (FIELD, {"dp": "logistic-floor", "iterations": 3}),
    "cut": (FIELD, {"worst": 1, "best": 1, "iterations": 3}),
    "recursive Buchholz": (FIELD, {"order": "PTS,RB,ARBO", "iterations": 3}),
    "parts": (PARTS, {"iterations": 3}),
}
CELLS = {
    "component_c": {("dp", PART), ("games", PART)},
    "component_c_hat": {("c_hat", EVERYBODY), ("games", EVERYBODY)},
    "component_stale": {("limit", EVERYBODY), ("games", EVERYBODY), ("start", EVERYBODY)},
}
"""What the parts of the field on the Checks sheet are made from (`pipeline.workbook.checks_sheet`): c is looked up for
the player's own part; where a check asks for the largest or the sum, the cells of all parts are read."""
_SUMS = {row.key for row in SUM_ROWS}
_THROUGH_ROW = re.compile(r"INDEX\(\[(\w+):all\],\[row_of_opponent\]\)")


def references(template):
    """The columns that a template refers to, each with whose cells of it."""
    found = set()
    for token in re.findall(r"\[([^\]]+)\]", _THROUGH_ROW.sub(r"[opponents \1]", template)):
        if token.startswith("@check "):
            check = next(check for check in CHECKS if check.key == token.removeprefix("@check "))
            found |= references(check.formula)
        elif token.startswith("@"):
            found |= CELLS.get(token[1:], set())
        elif token.startswith("opponents "):
            found |= {(key, OPPONENTS) for key in token.removeprefix("opponents ").split("*")}
        elif not token.startswith("Event"):
            key, _, part = token.partition(":")
            found.add((key, EVERYBODY if part in {"all", "players", "above", "block"} | _SUMS else ROW))
    return found


def declared(column, work):
    return {(source.key, source.reach) for source in chosen(column.rule, work).inputs}


def beside(column, work):
    """What the formula refers to that the column doesn't declare; what it declares and the formula doesn't reach."""
    wanted, found = declared(column, work), references(column.template(work))
    helpers = {key for key, _ in found if key in column.by_way_of and key in BY_KEY}
    reached = found.union(*(declared(BY_KEY[key], work) for key in helpers))
    allowed = column.by_way_of | {key for key, _ in references(f"{column.guard}")}
    whole = {key for key, reach in wanted if reach == EVERYBODY}
    more = {(key, reach) for key, reach in found - wanted if key not in allowed and not (key in whole and reach == ROW)}
    return more, wanted - reached


@pytest.mark.parametrize("case", CASES)
def test_formulas_refer_to_what_is_declared(case):
    made, given = CASES[case]
    work = calculate(made, **given).work
    for column in wanted_columns(work):
        if column.formula and not column.as_read:
            # Where everybody drifts, the sheet's RP doesn't look at the limit, which nobody has.
            unreached = set() if column.key != "rp" or has_limit(work) else {("limit", ROW)}
            assert beside(column, work) == (set(), unreached), column.key


def test_values_as_read_are_looked_up():
    work = calculate(FIELD).work
    looked_up = [column for column in COLUMNS if column.as_read]
    assert [column.key for column in looked_up] == ["component", "limit", "rb"]
    for column in looked_up:
        assert references(column.template(work)) - {("games", ROW)} == {
            ("no", ROW), ("read_no", EVERYBODY), (f"read_{column.key}", EVERYBODY),
        }  # fmt: skip


@pytest.mark.parametrize(
    ("key", "formula", "more", "less"),
    [
        ("c_hat", "[dp]-[performance]", {("performance", ROW)}, {("c", ROW)}),
        ("c_hat", "[dp]", set(), {("c", ROW)}),
        ("Ra", "SUM([opponents dp])/[games]", {("dp", OPPONENTS)}, {("rating", OPPONENTS)}),
        ("Ra", "[rating]/[games]", {("rating", ROW)}, {("rating", OPPONENTS)}),
        ("iteration", "SUM([opponents iteration])/[games]+[c_hat]", {("iteration", OPPONENTS)},
         {("previous", OPPONENTS)}),
        ("rank", "=1+COUNTIF([score:players],[score])", {("score", EVERYBODY), ("score", ROW)},
         {("rp", EVERYBODY), ("component", EVERYBODY), ("after_1", EVERYBODY)}),
        ("rank", '=[after_1]+COUNTIFS([after_1:players],[after_1],[rp:players],">"&[rp])', set(),
         {("component", EVERYBODY)}),
    ],
)  # fmt: skip
def test_a_wrong_reference_is_noticed(key, formula, more, less):
    work = calculate(FIELD, iterations=3).work
    assert beside(replace(BY_KEY[key], formula=formula), work) == (more, less)


def test_the_row_for_no_game_has_what_opponents_cells_are_read_from():
    """A round without a game takes its values from there: a column without a 0 would give a blank to add up."""
    works = [calculate(made, **given).work for made, given in CASES.values()]
    read = {
        {"previous": "iteration"}.get(key, key)
        for work in works for column in COLUMNS for key, reach in references(column.template(work))
        if reach == OPPONENTS and column.wanted(work)
    } | {"performance", "start"}
    with_zero = {column.key for column in COLUMNS if column.zero is not None}
    assert read - with_zero == set()
    assert with_zero - read == {"rank"}  # the list's place counts from the row above
