"""ARPO with the worst or best opponents cut, and c over another field: found from the numbers, or a named cause."""

import pytest
from made.fields import event as made_event
from made.tables import at, audited, video

from pipeline.method.calculation import calculated
from pipeline.method.settings import Settings, with_values

GIVEN = {"dp": "fide", "c": "field"}


def arpo(**cuts):
    settings = with_values(Settings(), {**GIVEN, **cuts}, "here")
    return calculated(video(), settings).table["arpo"].round(2).tolist()


@pytest.mark.parametrize("cuts", [{"worst": 1}, {"best": 1}, {"worst": 1, "best": 1}])
def test_the_cuts_of_a_whole_column_are_a_setting(cuts):
    audit = audited({"arpo": arpo(**cuts)}, **GIVEN)
    assert audit.agrees
    assert {name: (getattr(audit.settings, name), audit.settings.origin(name)) for name in cuts} == {
        name: (1, "inferred from the sheet") for name in cuts}
    [remark] = [remark for remark in audit.remarks if remark.name == "settings_inferred"]
    assert all(f"{name} = 1" in remark.details["settings"] for name in cuts)


def test_cuts_that_are_given_are_not_looked_for():
    audit = audited({"arpo": arpo(worst=1)}, **GIVEN, worst=0, best=0)
    assert not audit.agrees and audit.settings.worst == 0


def test_a_cut_in_one_cell_is_its_cause():
    numbers = arpo()
    numbers[4] = arpo(worst=1)[4]
    cell = at(audited({"arpo": numbers}, **GIVEN), "arpo", 5)
    assert (cell.verdict, [(fit.name, fit.details) for fit in cell.causes if fit.name == "opponents_cut"]) == (
        "wrong", [("opponents_cut", {"worst": "1", "best": "0"})])


def test_c_over_the_whole_event_where_games_link_only_parts():
    """Two parts: 1 beats 2; 3 draws with 4, and 5 beats 4."""
    played = made_event([1900, 1800, 1700, 1600, 1500], "1w2 3d4", "4l5")
    dp = [800.0, -800.0, 0.0, -193.0, 800.0]
    # parts: (800 - 800) / 2 = 0 and (0 - 2 × 193 + 800) / 4 = 103.5; over all (800 - 800 + 414) / 6 = 69
    right = audited({"dp": dp, "c": [0.0, 0.0, 103.5, 103.5, 103.5]}, played, **GIVEN)
    assert right.agrees
    audit = audited({"dp": dp, "c": [69.0] * 5}, played, **GIVEN)
    [pattern] = audit.patterns
    assert (pattern.fit.name, pattern.columns, len(pattern.spots)) == ("parts_together", ("c",), 5)


def test_c_over_the_rated_alone():
    """2 is unrated, and has half a point."""
    played = made_event([1900, None, 1700], "1w2", "2d3", "1w3")
    # games 2 each: dp of 100, 25, 25 per cent: 800, -193, -193; c = 414 / 3 = 138; of the rated (800 - 193) / 2 = 303.5
    audit = audited({"dp": [800.0, -193.0, -193.0], "c": [303.5] * 3}, played, **GIVEN, unrated=1400)
    [pattern] = audit.patterns
    assert (pattern.fit.name, len(pattern.spots)) == ("unrated_not_counted", 3)
