"""Settings found from the numbers: what is weighed against what, the rating of the unrated, constants, wrong events.

The village (village.py): points 3.5/4, 2/5, 1.5/4, 2.5/4, 2/3, 0.5/4; player 6 is unrated.
"""

from dataclasses import replace

import pytest
from made.making_sheets import Sheet, rounded
from made.tables import NAN, at, audited, by_hand, cells, frame, video, video_columns
from made.village import stated, unrounded, village
from test_audit_verdicts import from_rounded

from pipeline.audit.run import audit_table
from pipeline.audit.sheet.stated import Remark, StatedTable, stated_column
from pipeline.method.settings import Settings

INFERRED = "inferred from the sheet"


def found(audit):
    settings = audit.settings
    return settings.dp, settings.c, settings.start, settings.unrated


def remark(audit, name):
    return next((r.details for r in audit.remarks if r.name == name), None)


def some(columns, *keys):
    return {key: columns[key] for key in keys}


# --- rounding against errors ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("keys", [("dp",), ("Ra", "dp", "c", "c_hat", "performance", "iteration_1", "iteration_2")])
def test_an_error_does_not_pass_for_rounding_of_another_table(keys):
    # Floored: 338, -71, -89, 88, 120, -339; 2.5/4 is 88.74, and 89 is written. By the unrounded logistic (338.04,
    # -70.44, -88.74, 88.74, 120.41, -338.04) each is less than one off: but -71 and -339 were rounded down, 89 wasn't.
    sheet = Sheet(village(), "logistic-floor", "opponents", "performance", overrides={("dp", 3): 89.0})
    audit = audited(some(stated(sheet.columns()), *keys), village().event())
    assert audit.settings.dp == "logistic-floor"
    assert cells(audit, "wrong") == {("dp", 4)}


@pytest.mark.parametrize(
    ("dp", "convention"), [("logistic", "nearest"), ("logistic", "trunc"), ("log-odds", "nearest")]
)
def test_a_sheet_with_everything_rounded_by_one_convention_is_found(dp, convention):
    # Cut towards zero: 338, -70, -88, 88, 120, -338; floored the negative ones would be -71, -89 and -339.
    sheet = Sheet(village(), dp, "field", "performance")
    columns = from_rounded(sheet, 0, convention, 3).to_dict("list")
    audit = audited(columns, village().event())
    assert (audit.settings.dp, audit.settings.c) == (dp, "field")
    assert audit.agrees


def test_dp_that_are_all_right_by_one_table_decide_it():
    # FIDE: 88 % 351, 40 % -72, 38 % -87, 63 % 95, 67 % 125, 13 % -322. Whatever follows is wrong everywhere.
    columns = stated(unrounded(village(), "fide", "field", "performance"))
    spoilt = {key: [value + 7.77 for value in columns[key]] for key in ("c_hat", "performance", "iteration_1")}
    audit = audited({"dp": columns["dp"], **spoilt}, village().event())
    assert audit.settings.dp == "fide"
    assert {at(audit, "dp", no).verdict for no in range(1, 7)} == {"ok"}


# --- iterations counted from one --------------------------------------------------------------------------------------


def test_iterations_counted_from_one_for_the_performance():
    columns = by_hand(video_columns("fide", "field"))
    told = {"Ra": columns["Ra"], "dp": columns["dp"], "iteration_1": columns["performance"],
            "iteration_2": columns["iteration_1"], "iteration_3": columns["iteration_2"]}
    told["iteration_2"][2] += 1  # an error stays one
    audit = audited(told)
    assert found(audit)[:3] == ("fide", "field", "performance")
    assert remark(audit, "iterations_from_one") == {"heading": "iteration_1"}
    assert cells(audit, "wrong") == {("iteration_1", 3)}
    assert at(audit, "performance", 1).verdict == "ok"


# --- the rating of the unrated ----------------------------------------------------------------------------------------


def village_sheet(unrated, decimals, convention, *keys, start="performance"):
    columns = Sheet(village(), "fide", "field", start, unrated).columns()
    return {key: [rounded(value, decimals, convention) for value in columns[key]] for key in keys}


@pytest.mark.parametrize(
    ("convention", "keys"),
    [("nearest", ("dp", "performance")), ("down", ("Ra",)), ("up", ("Ra", "dp")), ("trunc", ("dp", "iteration_1"))],
)
def test_the_rating_of_the_unrated_from_whatever_shows_it(convention, keys):
    # Player 1 met him once in four games: 1201 instead of 1400 moves his Ra by -199/4 = -49.75.
    audit = audited(village_sheet(1201.0, 2, convention, *keys), village().event())
    assert audit.settings.unrated == 1201
    assert audit.settings.origin("unrated") == INFERRED
    assert audit.agrees


def test_a_wrong_cell_does_not_hide_the_rating_of_the_unrated():
    columns = village_sheet(1000.0, 2, "nearest", "Ra", "dp", "performance")
    columns["Ra"][0] += 30  # one of the four Ra that player 6 is in
    audit = audited(columns, village().event())
    assert audit.settings.unrated == 1000
    assert cells(audit, "wrong") == {("Ra", 1)}


def test_what_the_sheet_states_as_the_rating_of_the_unrated_is_heard():
    ratings = [2000.0, 1900.0, 1800.0, 1700.0, 1600.0, 1800.0]
    columns = {"rating": [2000.0, 1900.0, 1800.0, 1070.0, 1600.0, 1800.0]}  # 1700 with two digits transposed
    games = village().games()
    used = [1070.0 if i == 3 else rating for i, rating in enumerate(ratings)]
    columns["Ra"] = [round(sum(used[j] for j, _ in own) / len(own), 2) for own in games]
    audit = audited(columns, village().event())
    assert audit.settings.unrated == 1800
    assert cells(audit, "wrong") == {("rating", 4)}


def test_one_cell_alone_is_no_rating_of_the_unrated():
    # Only player 1 has Ra stated, with 1723 for (1900 + 1800 + 1700 + 1400)/4 = 1700: unrated = 1492 would give it.
    audit = audited({"Ra": [1723.0, *[NAN] * 5]}, village().event())
    assert audit.settings.unrated == 1400
    assert cells(audit, "wrong") == {("Ra", 1)}


# --- RP and its constant ----------------------------------------------------------------------------------------------


def recursive(shift, decimals, dp="fide"):
    """RP of the village by the default settings, and a constant."""
    return [round(value + shift, decimals) for value in unrounded(village(), dp, "field", "performance")["rp"]]


def with_rp(values, **given):
    """The audit of a column headed RP, which might be a performance, the limit or the last iteration."""
    event = village().event()
    table = StatedTable.from_frame(frame({"performance": values}), event.players.index)
    column = table.columns["performance"]
    column = stated_column(
        "performance", "RP", column.values, column.spots, own=column.own, meanings=("performance", "rp", "rp_last")
    )
    return audit_table(StatedTable({"performance": column}, table.order), event, Settings(**given))


def test_a_constant_that_no_setting_explains_is_stated_and_judged_with():
    audit = with_rp(recursive(37, 1))
    assert audit.agrees
    assert remark(audit, "constant_unexplained") == {"constant": "+37.00", "right": 6, "total": 6}
    assert (audit.settings.unrated, audit.settings.origin("start")) == (1400, "default")
    wrong = recursive(12.3, 2)  # 12.3 * 24/4 = 73.8: no whole rating gives it
    wrong[3] += 20
    audit = with_rp(wrong)
    assert cells(audit, "wrong") == {("rp", 4)}
    assert remark(audit, "constant_unexplained") == {"constant": "+12.30", "right": 5, "total": 6}


def test_a_constant_that_the_unrated_explain():
    # Player 6 has 4 of the 24 games seen from both sides: 1000 instead of 1400 moves every RP by -400 * 4/24 = -66.67.
    values = recursive(-400 * 4 / 24, 2)
    values[5] *= 10  # and one decimal shifted, which mustn't keep the others from being heard
    audit = with_rp(values)
    assert audit.settings.unrated == 1000
    assert cells(audit, "wrong") == {("rp", 6)}
    assert at(audit, "rp", 6).causes[0].name == "decimal_shifted"
    assert remark(audit, "constant_unexplained") is None


# --- events and settings that nothing tells ---------------------------------------------------------------------------


def test_a_sheet_of_another_event():
    # The numbers of the village for the video's first six players: no Ra and no dp is right by any table.
    columns = stated(unrounded(village(), "fide", "field", "performance"))
    told = {key: [*columns[key], NAN, NAN] for key in ("Ra", "dp", "performance")}
    event = video()
    table = StatedTable.from_frame(frame(told).head(6), event.players.index)
    # Two rows are about nobody in the event; a third one, without a name, only has numbers.
    noted = (Remark("rows_of_nobody", {"count": 2}), Remark("rows_left_out", {"count": 1}))
    audit = audit_table(replace(table, remarks=noted), event, Settings())
    details = remark(audit, "event_in_doubt")
    assert (details["right"], details["total"], details["players"], details["absent"]) == (0, 12, 8, 2)
    assert details["strangers"] == 2
    assert remark(audit, "settings_inferred") is None
    assert found(audit) == ("fide", "field", "performance", 1400)


def test_wrong_numbers_that_are_gone_on_with_are_no_sign_of_another_event():
    # All dp are 40 too high, and there is no Ra: nothing comes right from the event, but all the rest follows by it.
    made = village()
    right = Sheet(made, "fide", "opponents", "performance").columns()["dp"]
    wrong = {("dp", i): value + 40 for i, value in enumerate(right)}
    columns = stated(Sheet(made, "fide", "opponents", "performance", overrides=wrong).columns())
    audit = audited(some(columns, "dp", "c", "c_hat", "iteration_1", "iteration_2"), made.event())
    assert remark(audit, "event_in_doubt") is None
    assert (audit.settings.c, audit.settings.start) == ("opponents", "performance")
    assert cells(audit, "wrong") == {("dp", no) for no in range(1, 7)}


def test_settings_on_which_nothing_depends_are_the_defaults():
    audit = audited(some(by_hand(video_columns("logistic-floor")), "Ra", "dp"))
    assert remark(audit, "settings_inferred")["settings"] == "dp = logistic-floor"
    assert [audit.settings.origin(name) for name in ("dp", "c", "start")] == [INFERRED, "default", "default"]


def test_an_empty_table_explains_nothing():
    audit = audited({key: [NAN] * 8 for key in ("Ra", "dp", "c", "iteration_1")})
    assert audit.summary["missing"] == 32
    assert remark(audit, "settings_inferred") is None
    assert {audit.settings.origin(name) for name in ("dp", "c", "start", "unrated")} == {"default"}
