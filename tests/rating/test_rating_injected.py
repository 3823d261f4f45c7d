"""Mistakes put into right tables at random: the origin is found, what follows is carried, and nothing else is wrong."""

import random
from dataclasses import replace

import numpy as np
import pytest
from made.article import WORKBOOKS

from pipeline.audit.judging.conventions import recognised
from pipeline.audit.judging.rating_model import RatingGround
from pipeline.audit.judging.verdicts import Verdict
from pipeline.audit.ratings import audit_rating_table
from pipeline.audit.sheet.rating_table import RatingTable, read_rating_table
from pipeline.audit.sheet.stated import Spot, stated_column
from pipeline.rating.expected import ROUNDINGS, rounded
from pipeline.rating.reading import read_entry
from pipeline.rating.settings import RatingSettings
from pipeline.rating.summary import find_summary
from pipeline.readers.containers import open_grids

TABLES = ("chile_1997", "irt56", "panam_men_1999", "panam_women_1999")
DECIMALS = {"difference": 1, "rating_change": 1, "expected_points": 2, "D_corrected": 0, "average": 0}
CASES = 60


def ground_of(name) -> RatingGround:
    path = WORKBOOKS / f"{name}.xlsx"
    table = read_rating_table(path, find_summary(open_grids(path, path.read_bytes())), read_entry(path))
    return RatingGround(replace(table, steps=()), RatingSettings(rules="article"))


def written(ground: RatingGround, wrong: dict, rounding: str = "nearest", going_on: str = "exact") -> RatingTable:
    """A sheet that follows the rules, rounded by one convention, but for the cells in `wrong`, off by so much.

    Its writer goes on with exact numbers, or with those that he wrote down.
    """
    convention, _ = recognised(ground)
    convention = replace(convention, as_printed=frozenset(), roundings=()).with_setting("difference", rounding)
    model = ground.model(convention)
    values, columns = dict(model.truth), {}
    for node in model.nodes:
        exact = node.compute(values) if node.compute is not None else model.truth[node.key].copy()
        off = [(i, by) for (key, i), by in wrong.items() if key == node.key]
        for i, by in off:
            exact[i] += by
        stated = ground.table.columns.get(node.key)
        if stated is not None:
            decimals = DECIMALS.get(node.key, 0)
            shown = exact if node.exact else rounded(exact, decimals, rounding)
            for i, _ in off:
                shown[i] = exact[i]
            shown = np.where(stated.filled, shown, np.nan)
            columns[node.key] = stated_column(
                node.key, node.key, shown,
                [Spot("T", f"{node.key} {i}", i, len(columns)) for i in range(len(shown))],
                own=np.where(np.isnan(shown), 0, decimals).astype(np.int64),
            )
            if going_on == "written":
                exact = np.where(np.isnan(shown), exact, shown)
        values[node.key] = exact
    return RatingTable(ground.table.entry, columns, ())


def judged(table: RatingTable):
    """By column and position, the verdict and the address of the cell where it began."""
    audit = audit_rating_table(table, RatingSettings(rules="article"))
    return {(c.column, c.position): (c.verdict, c.origin.cell if c.origin else None) for c in audit.cells}


@pytest.mark.parametrize("going_on", ["exact", "written"])
@pytest.mark.parametrize("rounding", ROUNDINGS)
@pytest.mark.parametrize("name", TABLES)
def test_a_table_by_any_convention_has_nothing_wrong(name, rounding, going_on):
    found = judged(written(ground_of(name), {}, rounding, going_on))
    assert {verdict for verdict, _ in found.values()} <= {Verdict.OK, Verdict.ROUNDING}
    assert len(found) == sum(int(column.filled.sum()) for column in ground_of(name).stated.columns.values())


@pytest.mark.parametrize("name", TABLES)
def test_one_mistake_is_found_where_it_is(name):
    dice, ground = random.Random(name), ground_of(name)
    cells = [
        (key, i) for key, column in ground.stated.columns.items() for i in np.flatnonzero(column.filled).tolist()
    ]
    for case in range(CASES):
        key, i = dice.choice(cells)
        by = dice.choice([-40, -17, -9, 9, 17, 40]) / (1 if DECIMALS.get(key, 0) == 0 else 10)
        if key in ("expected_per_cent", "per_cent"):
            by = dice.choice([-3, 3])
        going_on = dice.choice(["exact", "written"])
        found = judged(written(ground, {(key, i): by}, going_on=going_on))
        wrong = [cell for cell, (verdict, _) in found.items() if verdict.is_error]
        assert wrong == [(key, i)], (case, key, i, by, wrong)
        for (other, j), (verdict, origin) in found.items():
            if verdict == Verdict.CARRIED:
                assert (origin, j) == (f"{key} {i}", i)
            elif (other, j) != (key, i):
                assert verdict.is_right


def test_the_audit_of_a_table_with_two_mistakes_names_both():
    found = judged(written(ground_of("panam_men_1999"), {("D", 3): 40, ("expected_points", 7): 1}))
    assert {cell for cell, (verdict, _) in found.items() if verdict is Verdict.WRONG} == {
        ("D", 3), ("expected_points", 7)
    }
    assert {i for (_, i), (verdict, _) in found.items() if verdict is Verdict.CARRIED} == {3, 7}
