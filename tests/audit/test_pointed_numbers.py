"""The rating of the unrated and the constant in RP that a sheet points to: the limits of what is believed.

Player 1 meets the unrated player 3 once in two games of a circle of three draws, so that his Ra moves by half of what
the unrated moves. With 2000, 1900 and 1400: Ra 1650, 1700, 1950, all dp and ĉ 0, every limit the average 1766.67.
"""

from dataclasses import replace

import numpy as np
import pytest
from made.making_sheets import Made
from made.tables import NAN, audited, frame

from pipeline.audit.judging.arpo_model import Ground, arpo_model
from pipeline.audit.judging.pointers import constant_of, most_shared, unrated_candidates, with_constant
from pipeline.audit.sheet.stated import StatedTable
from pipeline.method.settings import Settings, with_values

GIVEN = {"dp": "fide", "c": "field", "start": "performance"}
SETTINGS = with_values(Settings(), GIVEN, "command line")


def circle(count=3):
    """Everybody draws with both neighbours in a circle; the last one is unrated."""
    entries = []
    for i in range(count):
        other = (i + 1) % count
        entries += [(i + 1, i + 1, other + 1, "d"), (other + 1, i + 1, i + 1, "d")]
    ratings = [2000.0 - 100 * i for i in range(count - 1)]
    return Made([*ratings, NAN], count, sorted(entries, key=lambda e: e[:2])).event()


def unrated_by(columns, count=3):
    """The rating of the unrated that the audit finds, and where it came from."""
    settings = audited(columns, circle(count), **GIVEN).settings
    return settings.unrated, settings.origin("unrated")


# The rating of the unrated

@pytest.mark.parametrize(
    ("ra", "unrated"),
    [
        # (1900 + u)/2 and (2000 + u)/2
        ((1550, 1600, 1950), 1200), ((1555.5, 1605.5, 1950), 1211),
        ((1650, 1700, 1950), 1400), ((950.5, 1000.5, 1950), 1), ((2950, 3000, 1950), 4000),
    ],
)
def test_the_averages_tell_it(ra, unrated):
    origin = "default" if unrated == 1400 else "inferred from the sheet"
    assert unrated_by({"Ra": [float(v) for v in ra]}) == (unrated, origin)


@pytest.mark.parametrize("ra", [(2950.5, 3000.5), (950.0, 1000.0), (900.0, 950.0)])
def test_no_rating_is_above_4000_or_below_1(ra):
    assert unrated_by({"Ra": [*ra, 1950.0]}) == (1400, "default")


@pytest.mark.parametrize(
    ("rp", "unrated"),
    [
        # the average of the three ratings; RP may tell no rating below 1000 nor above the field's best
        (5000 / 3, 1100), (4900 / 3, 1000), (4800 / 3, None), (5900 / 3, 2000), (6000 / 3, None), (5150 / 3, 1250),
    ],
)
def test_rp_tells_only_a_plausible_one(rp, unrated):
    found, origin = unrated_by({"rp": [round(rp, 2)] * 3})
    assert (found, origin) == ((unrated, "inferred from the sheet") if unrated else (1400, "default"))


@pytest.mark.parametrize(
    ("value", "believed"),
    [
        # one cell: 1550 is 1200 and 1600 is 1300, a round hundred in a window of 2 points; 1575 is 1250, 1552 is 1204
        (1550, True), (1600, True), (1575, True), (1552, False), (1553, False),
    ],
)
def test_one_cell_tells_only_a_round_number(value, believed):
    found, origin = unrated_by({"Ra": [float(value), NAN, NAN]})
    assert (origin == "inferred from the sheet") == believed
    assert found == (2 * value - 1900 if believed else 1400)


@pytest.mark.parametrize(("agreeing", "believed"), [(4, True), (2, True), (1, False)])
def test_half_of_the_cells_must_agree(agreeing, believed):
    """A circle of six, of whom 1 and 5 meet the unrated: 1900 + u and 1700 + u over 2; the rest is nonsense."""
    right = {0: (1900 + 1217) / 2, 4: (1700 + 1217) / 2}
    event = circle(6)
    model = arpo_model(Ground(event), SETTINGS, 0, results=False)
    ra = [right.get(i, NAN) for i in range(6)]
    if agreeing == 1:
        ra[4] = 3.0
    table = StatedTable.from_frame(frame({"Ra": ra}), event.players.index)
    values = [found.value for found in unrated_candidates(table, model, 0, False)]
    assert (1217.0 in values) == believed


def test_candidates_come_from_the_earliest_column_that_points_anywhere():
    event = circle()
    model = arpo_model(Ground(event), SETTINGS, 0, results=False)

    def told(columns):
        table = StatedTable.from_frame(frame(columns), event.players.index)
        return [found.value for found in unrated_candidates(table, model, 0, False)]

    ra, performance = [1550.0, 1600.0, 1950.0], [1600.0, 1650.0, 1950.0]
    assert told({"Ra": ra}) == [1200]
    assert told({"performance": performance}) == [1300]
    assert told({"Ra": ra, "performance": performance}) == [1200]
    assert told({"rating": [2000.0, 1900.0, 1500.0], "Ra": ra}) == [1500, 1200]
    assert told({"dp": [0.0, 0.0, 0.0]}) == []
    assert told({"Ra": [1650.0, 1700.0, 1950.0]}) == []  # 1400 is what the settings have


def test_the_part_that_most_intervals_share():
    shared = most_shared(np.array([0.0, 1.0, 5.0, 1.5]), np.array([2.0, 3.0, 6.0, 4.0]))
    assert shared == (3, 1.5, 2.0)
    assert most_shared(np.array([0.0, 2.0]), np.array([2.0, 3.0])) == (2, 2.0, 2.0)  # they touch
    assert most_shared(np.array([0.0, 4.0]), np.array([1.0, 5.0])).intervals == 1


def test_the_roundest_number_in_an_interval():
    steps = (100.0, 50.0, 10.0, 5.0, 1.0)
    shared = most_shared(np.array([-3.0]), np.array([4.0]))
    assert shared.round_number(1400.0, steps) == (1400.0, 0.07)
    assert shared.round_number(1453.0, steps) == (1450.0, 7 / 50)
    assert shared.round_number(1406.0, steps) == (1410.0, 0.7)
    assert shared.round_number(1405.0, (2.0,)) == (1406.0, 1.0)  # never more than sure
    assert most_shared(np.array([0.2]), np.array([0.8])).round_number(0.0, (1.0,)) is None


# The constant in RP

def constant(rp, count=6):
    """The constant in these RP of a circle, in which all limits are alike, over the model's by 1400."""
    event = circle(count)
    model = arpo_model(Ground(event), SETTINGS, 0)
    right = float(model.truth["rp"][0])
    values = [round(right + v, 4) if v == v else NAN for v in rp]
    found = constant_of(StatedTable.from_frame(frame({"rp": values}), event.players.index), model)
    return None if found is None else round(found.value, 3)


@pytest.mark.parametrize(
    ("rp", "found"),
    [
        # six RP; 0.6 of them are four; three cells at least; half as many right ones as shifted ones are too many
        ([7.0] * 6, 7), ([7.0] * 4 + [100.0, 200.0], 7), ([7.0] * 3 + [100.0, 200.0, 300.0], None),
        ([7.0] * 3 + [NAN] * 3, 7), ([7.0] * 2 + [NAN] * 4, None), ([7.0] * 4 + [0.0, 100.0], 7),
        ([7.0] * 4 + [0.0, 0.0], None), ([0.0] * 6, None), ([-2.5] * 6, -2.5), ([0.25] * 5 + [50.0], 0.25),
        ([7.0] * 3 + [100.0, 200.0, NAN], 7),
    ],
)
def test_a_constant_is_believed_where_most_have_it(rp, found):
    assert constant(rp) == found


def test_a_constant_that_is_no_round_number_is_the_middle_of_what_they_share():
    """1008 for 1001.3 and for 1000.45: the constant is in 6.7 ± 0.5 and in 7.55 ± 0.5, in both from 7.05 to 7.2."""
    event = circle(4)
    model = arpo_model(Ground(event), SETTINGS, 0)
    model = replace(model, truth={**model.truth, "rp": np.array([1001.3, 1001.3, 1000.45, 1000.45])})
    found = constant_of(StatedTable.from_frame(frame({"rp": [1008.0] * 4}), event.players.index), model)
    assert found == (pytest.approx(7.125), 1.0)


def test_a_constant_moves_rp_and_arpo_and_nothing_else():
    event = circle()
    model = arpo_model(Ground(event), SETTINGS, 2)
    moved = with_constant(model, 7.0)
    for key in model.truth:
        difference = moved.truth[key] - model.truth[key]
        expected = 7.0 if key in ("rp", "limit", "arpo") else 0.0
        assert np.allclose(difference, expected, equal_nan=True), key
    for key in ("rp", "limit"):
        node, other = model.by_key[key], moved.by_key[key]
        assert np.allclose(other.compute(model.truth) - node.compute(model.truth), 7.0)
    arpo, other = model.by_key["arpo"], moved.by_key["arpo"]
    assert np.allclose(arpo.compute(model.truth), other.compute(model.truth))
