"""What single checks find and say; that their formulas give the same is tested in workbook/."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made.fields import calculate, event
from test_properties import bounded, events

from pipeline.method.checks import FAR


def check(calculation, key):
    return next(check for check in calculation.checks if check.key == key)


def test_parts_are_named():
    # 1-2, 2-3 and 4-5 met; 6 had a bye and belongs to no part
    parts = check(calculate(event([2000, 1900, 1800, 1700, 1600, 1500], "1d2 4d5", "2d3 6:full-bye")), "components")
    assert (parts.value, parts.status) == (2, "provisional")
    assert "As read: 1: 1, 2, 3; 2: 4, 5." in parts.trouble


def test_groups_are_named_from_the_top():
    # 3 lost to 1 and 2, who drew; 4 lost to 3: nobody got back from a lower group what he had lost to a higher one
    groups = check(calculate(event([2000, 1900, 1800, 1700], "1d2 3w4", "1w3", "2w3")), "groups")
    assert (groups.value, groups.status) == (3, "info")
    assert "As read: 1: 1, 2; 2: 3; 3: 4." in groups.trouble


def test_one_group():
    # 1 beat 2, who beat 3, who beat 1
    groups = check(calculate(event([2000, 1900, 1800], "1w2", "2w3", "1l3")), "groups")
    assert groups.value == 1
    assert "As read" not in groups.trouble


@bounded
@given(events())
def test_groups_are_those_who_reach_each_other(made):
    work = calculate(made, iterations=3).work
    group = work.frame["read_group"]
    took = {(game.no, game.opponent) for game in made.games.itertuples() if game.points > 0}
    reach = {no: {no} for no in group.index}
    for _ in group.index:
        for one, other in took:
            reach[one] |= reach[other]
    for one in group.index:
        for other in group.index:
            if group[one] and group[other]:
                assert (group[one] == group[other]) == (other in reach[one] and one in reach[other])
    assert all(group[one] <= group[other] for one, other in took)  # from the top
    assert set(group) - {0} == set(range(1, group.max() + 1))
    assert ((group == 0) == (work.frame["games"] == 0)).all()


def test_rp_far_outside_the_ratings():
    """1 won all, dp 800; 4 lost all, dp -800; 2 and 3 have 67 % and 33 %, dp 125 and -125; c = 0.

    In a complete round robin x_i - mean = 3/4·dp_i: RP 1470 ± 600 and 1470 ± 93.75; the ratings end at 1500 and 1440.
    """
    calculation = calculate(event([1500, 1480, 1460, 1440], "1w2 3w4", "1w3 2w4", "1w4 2w3"))
    assert calculation.work.frame["rp"].tolist() == pytest.approx([2070, 1563.75, 1376.25, 870])
    far = check(calculation, "far")
    assert (far.value, far.status) == (2, "alert")
    assert "As read: No. 1, 4." in far.trouble


@bounded
@given(events(), st.integers(800, 2800))
def test_far_needs_ratings_to_be_far_from(made, rating):
    frame = calculate(made).work.frame
    assert ("far" in [check.key for check in calculate(made).checks]) == made.players["rating"].notna().any()
    inside = frame["rp"].between(frame["rating"].min() - FAR, frame["rating"].max() + FAR) | frame["rp"].isna()
    if made.players["rating"].notna().any():
        assert check(calculate(made), "far").value == (~inside).sum()


def test_stated_points_are_said_with_the_computed_ones():
    # 1: 1 + ½; 2: 0 + 1 for the bye
    made = event([2000, 1900, 1800], "1w2", "1d3 2:full-bye", points_stated=[2, 1, 0.5])
    stated = check(calculate(made), "stated_points")
    assert (stated.value, stated.status) == (1, "CHECK")
    assert stated.trouble.endswith("As read: No. 1 (2 stated, 1.5 computed).")


def test_long_lists_are_cut():
    made = event([None] * 24, " ".join(f"{i}d{i + 1}" for i in range(1, 24, 2)))
    calculation = calculate(made, iterations=3)
    assert "No. 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 14 more." in check(calculation, "unrated").trouble
    assert "10: 19, 20 and 2 more." in check(calculation, "components").trouble
