"""Mistakes put into right tables at random: the origin is found, what follows is carried, and nothing else is wrong."""

import random
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from made.article import WORKBOOKS

from pipeline.audit.judging.verdicts import Verdict
from pipeline.audit.rating.audit import audit_rating_table
from pipeline.audit.rating.conventions import ROUNDINGS, rounded
from pipeline.audit.rating.judge import judged_rows, recognised
from pipeline.audit.rating.model import EXACT_COLUMNS, INPUTS, RatingContext, computed, exact
from pipeline.audit.rating.table import RatingTable, read_rating_table
from pipeline.audit.sheet.stated import Spot, stated_column
from pipeline.rating.calculation import calculated
from pipeline.rating.reading import read_entry
from pipeline.rating.settings import RatingSettings
from pipeline.rating.summary import find_summary
from pipeline.readers.containers import open_grids

TABLES = ("chile_1997", "irt56", "panam_men_1999", "panam_women_1999")
DECIMALS = {"difference": 1, "rating_change": 1, "expected_points": 2, "D_corrected": 0, "average": 0}
CASES = 60


def context_of(name) -> RatingContext:
    path = WORKBOOKS / f"{name}.xlsx"
    entry = read_entry(path)
    table = read_rating_table(path, find_summary(open_grids(path, path.read_bytes())), entry)
    return RatingContext(replace(table, steps=()), calculated(entry, RatingSettings(rules="article")).work)


def written(context: RatingContext, wrong: dict, rounding: str = "half_away", going_on: str = "exact"):
    """A sheet that follows the rules, rounded by one convention, but for the cells in `wrong`.

    Its writer goes on with exact numbers, or with those that he wrote down.
    """
    convention, _ = recognised(context)
    convention = replace(convention, change_from="unrounded", roundings=tuple((key, rounding) for key in INPUTS))
    values = {key: np.full(len(context.given), np.nan) for key in context.table.columns}
    for i, given in enumerate(context.given):
        row = dict(given)
        for key in INPUTS:
            row[key] = computed(context, convention, key, i, row)
            if (key, i) in wrong and row[key] is not None:
                row[key] = wrong[key, i](row[key])
            if key not in values or row[key] is None or np.isnan(context.table.columns[key].values[i]):
                continue
            shown = row[key]
            if key not in EXACT_COLUMNS and (key, i) not in wrong:
                shown = rounded(row[key], DECIMALS.get(key, 0), rounding)
            values[key][i] = float(shown)
            if going_on == "written":
                row[key] = exact(float(shown))
    columns = {
        key: stated_column(key, key, column, [Spot("T", f"{key} {i}", i, c) for i in range(len(column))],
                           own=np.where(np.isnan(column), 0, DECIMALS.get(key, 0)).astype(np.int64))
        for c, (key, column) in enumerate(values.items())
    }
    return RatingContext(RatingTable(context.table.entry, columns, ()), context.work)


def verdicts(context):
    convention, _ = recognised(context)
    rows = judged_rows(context, convention)
    return {(key, i): row.verdicts[key] for i, row in enumerate(rows) for key in context.judged}, rows


@pytest.mark.parametrize("going_on", ["exact", "written"])
@pytest.mark.parametrize("rounding", ROUNDINGS)
@pytest.mark.parametrize("name", TABLES)
def test_a_table_by_any_convention_has_nothing_wrong(name, rounding, going_on):
    found, _ = verdicts(written(context_of(name), {}, rounding, going_on))
    assert set(found.values()) <= {Verdict.OK, Verdict.ROUNDING, Verdict.NONE}


@pytest.mark.parametrize("name", TABLES)
def test_one_mistake_is_found_where_it_is(name):
    dice, context = random.Random(name), context_of(name)
    cells = [
        (key, i) for key, column in context.table.columns.items() if key in context.judged
        for i in np.flatnonzero(column.filled).tolist()
    ]
    for case in range(CASES):
        key, i = dice.choice(cells)
        by = Fraction(dice.choice([-40, -17, -9, 9, 17, 40]), 1 if DECIMALS.get(key, 0) == 0 else 10)
        if key in ("expected_per_cent", "per_cent"):
            by = Fraction(dice.choice([-3, 3]))
        going_on = dice.choice(["exact", "written"])
        sheet = written(context, {(key, i): lambda value, by=by: value + by}, going_on=going_on)
        found, rows = verdicts(sheet)
        wrong = [cell for cell, verdict in found.items() if verdict in (Verdict.WRONG, Verdict.MISSING)]
        assert wrong == [(key, i)], (case, key, i, by, wrong)
        for (other, j), verdict in found.items():
            if verdict == Verdict.CARRIED:
                assert (rows[j].origins[other], j) == (key, i)
            elif (other, j) != (key, i):
                assert verdict in (Verdict.OK, Verdict.ROUNDING, Verdict.NONE)


def test_the_audit_of_a_table_with_two_mistakes_names_both():
    context = context_of("panam_men_1999")
    wrong = {("D", 3): lambda value: value + 40, ("expected_points", 7): lambda value: value + 1}
    audit = audit_rating_table(written(context, wrong).table, RatingSettings())
    found = {(c.position, c.column) for c in audit.cells if c.verdict == Verdict.WRONG}
    assert found == {(3, "D"), (7, "expected_points")}
    carried = {c.position for c in audit.cells if c.verdict == Verdict.CARRIED}
    assert carried == {3, 7}
