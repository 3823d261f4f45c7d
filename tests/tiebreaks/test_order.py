"""The order is the user's: ranks code after code, direct encounter, parts of the field, wrong codes, the list."""

import csv
import io
import json
from dataclasses import replace

import numpy as np
import pytest
from made.fields import calculate, event

from pipeline.commands.standings import standings_text
from pipeline.errors import UsageError
from pipeline.event import Scoring
from pipeline.readers import read_event
from pipeline.tiebreaks.codes import OrderError, codes_of, order_of
from pipeline.tiebreaks.standings import printed

FIELD = event(
    [2000, 1900, 1800, 1700], "1w2 3w4", "1l3 2w4", "1w4 2w3",
    stated={"TB1": [1, 3, None, 2], "Buchholz, cut 1": [4, 4, 5, 6]},
)  # fmt: skip
"""1, 2 and 3 have two points each: 1 beat 2, 2 beat 3, 3 beat 1."""


def ranks(made, order, **given):
    work = calculate(made, order=order, **given).work
    return dict(zip(work.index.tolist(), work.values["rank"].tolist(), strict=True))


def test_a_code_orders_those_who_are_level_after_the_codes_before():
    # Points 2 2 2 0; the input's TB1 is 1, 3, none and 2: who has none comes after those who have one.
    assert ranks(FIELD, "PTS") == {1: 1, 2: 1, 3: 1, 4: 4}
    assert ranks(FIELD, "PTS,stated:TB1") == {1: 2, 2: 1, 3: 3, 4: 4}
    assert ranks(FIELD, "stated:TB1") == {1: 3, 2: 1, 3: 4, 4: 2}
    assert ranks(FIELD, "pts; WIN ;stated:buchholz, CUT 1") == {1: 2, 2: 2, 3: 1, 4: 4}


def test_direct_encounter_leaves_a_circle_tied():
    # e = 1, 1, 1: a group that comes out whole stays tied.
    assert ranks(FIELD, "PTS,DE") == {1: 1, 2: 1, 3: 1, 4: 4}


def test_a_smaller_group_is_looked_at_anew():
    made = event(
        [2000, 1900, 1800, 1700, 1600],
        "3w4 1w2", "4w5 1w3", "3d5 2w1", "2d3 1d4", "2d4 1d5",
    )  # fmt: skip
    work = calculate(made, order="PTS").work
    assert work.array("score").tolist() == [3.0, 2.0, 2.0, 2.0, 1.0]
    # 2, 3 and 4 have 2 points: 2 drew with 3 and 4, 3 beat 4: e = 1, 1½, ½.
    assert ranks(made, "PTS,DE") == {1: 1, 2: 3, 3: 2, 4: 4, 5: 5}


def test_direct_encounter_of_a_swiss_places_who_is_safe():
    # 1 beat 2 and 3, who haven't met: e = 2, 0, 0 and m = 0, 1, 1: 2 > 0 + 1, so 1 is first, and 2 and 3 stay tied.
    made = event(
        [2000, 1900, 1800, 1700, 1600, 1500], "1w2 3w4 5d6", "1w3 2w5 4d6", "1l4 2w6 3w5", numbers=range(1, 7),
    )  # fmt: skip
    assert calculate(made).work.array("score").tolist() == [2.0, 2.0, 2.0, 1.5, 0.5, 1.0]
    assert ranks(made, "PTS,DE") == {1: 1, 2: 2, 3: 2, 4: 4, 6: 5, 5: 6}


def test_nobody_safe_all_tied():
    # 1-2 drew, neither has met 3: e = ½, ½, 0, m = 1, 1, 2.
    made = event([2000, 1900, 1800, 1700, 1600, 1500], "1d2 3w4 5d6", "1d4 2d5 3l6")
    work = calculate(made, order="PTS,DE").work
    assert work.array("score").tolist() == [1.0, 1.0, 1.0, 0.5, 1.0, 1.5]
    assert [ranks(made, "PTS,DE")[no] for no in (1, 2, 3, 5)] == [2, 2, 2, 2]


def test_two_games_against_one_count_their_average():
    # 1 and 2 have 1½ points. They met twice, a win and a draw of 1: e = (1 + ½)/2 and (0 + ½)/2.
    listed = calculate(event([2000, 1900, 1800, 1700], "1w2 3w4", "1d2 3w4", "2w3 1l4"), order="PTS,DE").listed
    assert [(line.no, line.rank, line.values[1]) for line in listed.lines] == [
        (3, 1, None), (1, 2, 0.75), (2, 3, 0.25), (4, 4, None),
    ]  # fmt: skip


def test_forfeits_are_meetings_only_in_a_round_robin():
    # 1 and 2 have a point each: 1 won by forfeit against 2.
    swiss = event([2000, 1900, 1800, 1700], "1+2 3d4", "1l3 2w4")
    assert ranks(swiss, "PTS,DE")[1] == ranks(swiss, "PTS,DE")[2] == 2
    round_robin = event([2000, 1900, 1800], "1+2", "1l3", "2w3")
    assert calculate(round_robin).work.array("score").tolist() == [1.0, 1.0, 1.0]
    assert ranks(round_robin, "PTS,DE") == {1: 1, 2: 1, 3: 1}


PARTS = event(
    [2000, 1900, 1800, 1700, 2100, 2050], "1w2 5w6", "1d2 3:half-bye 5d6 4:full-bye", stated={"TB": [1, 2, 3, 4, 5, 6]}
)


def test_values_of_rp_compare_inside_a_part_and_so_does_what_comes_after():
    # 1 and 5 have 1½ points in two parts: RP can't part them, nor may anything after it.
    assert [ranks(PARTS, "PTS,RP,stated:TB")[no] for no in (1, 5)] == [1, 1]
    # Before RP it may.
    assert [ranks(PARTS, "PTS,stated:TB,RP")[no] for no in (1, 5)] == [2, 1]


def test_an_order_without_rp_isn_t_provisional_for_several_parts():
    assert calculate(PARTS, order="PTS,WIN").state == "ok"
    assert calculate(PARTS, order="PTS,WIN,ARPO").state == "provisional"


@pytest.mark.parametrize(
    ("text", "what", "mend"),
    [
        ("PTS,BX", "'BX' is not known", "PTS, DE"),
        ("PTS,ARP", "'ARP' is not known", "Did you mean ARPO?"),
        ("PTS,WIN,PTS", "PTS stands twice", "Name it once"),
        (" , ", "no tie-break is named", "as in PTS,DE,RP"),
    ],
)
def test_a_wrong_order_is_refused_with_the_codes_that_are_known(text, what, mend):
    with pytest.raises(OrderError) as error:
        order_of(text)
    assert what in error.value.what
    assert mend in error.value.mend


def test_direct_encounter_may_stand_twice():
    assert order_of("pts,de,rp,DE") == "PTS,DE,RP,DE"
    assert order_of("PTS,BH/C1,BH:GP,sb/m1") == "PTS,BH-C1,BH,SB-M1"


def test_stated_values_are_named_by_their_heading_even_with_a_comma():
    codes = codes_of(order_of("PTS,stated:Buchholz, cut 1,RP"), ["TB1", "Buchholz, cut 1"])
    assert [code.code for code in codes] == ["PTS", "stated:Buchholz, cut 1", "RP"]
    with pytest.raises(UsageError, match=r"'stated:TB2' is not known.\n    → Did you mean stated:TB1\?"):
        calculate(FIELD, order="PTS,stated:TB2")
    with pytest.raises(UsageError, match="the input states no tie-break"):
        calculate(PARTS if PARTS.stated.empty else event([2000, 1900], "1w2"), order="stated:TB1")


def test_the_csv_has_a_column_for_each_further_code():
    text = standings_text(calculate(FIELD, order="PTS,DE,stated:TB1,WIN"), "csv")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert list(rows[0]) == ["rank", "no", "name", "federation", "rating", "points", "DE", "stated:TB1", "WIN"]
    assert [row["no"] for row in rows] == ["2", "1", "3", "4"]
    assert [row["stated:TB1"] for row in rows] == ["3.0", "1.0", "", "2.0"]
    assert [row["DE"] for row in rows] == ["1.0", "1.0", "1.0", ""]
    assert [row["points"] for row in rows] == ["2.0", "2.0", "2.0", "0.0"]


@pytest.mark.parametrize("kind", ["md", "html"])
def test_names_stay_text_on_a_page(kind):
    made = event([2000, 1900], "1w2", names=["<b>Ann|a</b>", "=Bo"])
    text = standings_text(calculate(made), kind)
    assert "<b>" not in text.replace("\\<", "")
    assert "http" not in text


def test_who_is_tied_and_what_decided():
    listed = calculate(FIELD, order="PTS,DE,stated:TB1").listed
    first = listed.lines[0]
    assert (first.no, first.rank, first.tied, first.decided.code, first.shares) == (2, 1, (1, 3), "stated:TB1", ())
    assert listed.line(4).tied == ()
    between = listed.between(1, 3)
    assert (between.stage.code.code, between.values) == ("stated:TB1", (1.0, None))
    circle = calculate(FIELD, order="PTS,DE").listed
    assert circle.line(1).shares == (2, 3)
    assert circle.line(1).decided is None
    assert circle.between(1, 2).stage is None


def test_players_of_two_parts_can_t_be_compared():
    listed = calculate(PARTS, order="PTS,RP").listed
    assert not listed.between(1, 5).comparable
    assert listed.line(1).shares == ()


def test_halves_are_printed_up():
    from pipeline.tiebreaks.codes import BY_CODE

    assert printed(BY_CODE["PTS"], 2.5) == "2.5"
    assert printed(BY_CODE["WIN"], 3.0) == "3"
    assert printed(BY_CODE["RP"], 1940.4905) == "1940.4905"
    assert printed(BY_CODE["RP"], None) == ""


@pytest.mark.parametrize("name", ["c07-swiss-5", "c07-swiss-9", "c07-round-robin"])
def test_ranks_of_the_exercise_paper(shared_events, name):
    """Points, then direct encounter: all 29 ranks that the paper gives."""
    golden = json.loads((shared_events.parent / "golden" / "c07-exercises.json").read_text(encoding="utf-8"))
    wanted = golden["ranks-by-points-then-direct-encounter"][name]
    found = ranks(read_event(shared_events / "trf" / f"{name}.trf"), "PTS,DE")
    assert {no: found[int(no)] for no in wanted} == wanted


def test_the_usual_order_is_points_then_rp():
    work = calculate(FIELD).work
    rank, rp, score = (work.array(key) for key in ("rank", "rp", "score"))
    for i in range(len(rank)):
        better = ((score > score[i]) | ((score == score[i]) & (rp > rp[i] + 1e-6))).sum()
        assert rank[i] == 1 + better
    assert np.array_equal(work.array("after_1"), [1, 1, 1, 4])


def test_who_moves_against_the_file_s_own_order_is_listed():
    # Ours by points, then TB1: 2, 1, 3, 4; the file's: 1, 2 and 3 share the first place, then 4; or 3 first.
    def moved_in(ranks):
        checks = calculate(replace(FIELD, ranks=ranks), order="PTS,stated:TB1").checks
        check = next(check for check in checks if check.key == "moved")
        return check.status, check.value, str(check.trouble)

    assert moved_in({1: 1, 2: 1, 3: 1, 4: 4})[:2] == ("info", 0)
    status, count, said = moved_in({1: 2, 2: 3, 3: 1, 4: 4})
    assert (status, count) == ("info", 2)
    assert "2 (3 in the file, 1 here)" in said
    assert "3 (1 in the file, 3 here)" in said
    # The ranks of a starting list, by which points don't fall, are no standings.
    falling = calculate(replace(FIELD, ranks={4: 1, 1: 2, 2: 3, 3: 4}), order="PTS,stated:TB1").checks
    assert not [check for check in falling if check.key == "moved"]


MADE = {
    "met twice": (("1w2 3d4", "1d2 3w4"), "PTS,DE", "count on average in DE (6.1.2)"),
    "both lost": (("1w2 3--4", "1d3 2w4"), "PTS,STD", "a forfeit that both lost is half a point each in STD (7.7)"),
    "in advance": (("1w2 3+4", "1d3 2w4", "1w4 2d3"), "PTS,REP", "a forfeit lost in an event paired in advance"),
}


@pytest.mark.parametrize("name", MADE)
def test_what_no_example_shows_is_an_alert(name):
    rounds, order, words = MADE[name]
    made = event([2000, 1900, 1800, 1700], *rounds)
    [alert] = [check for check in calculate(made, order=order).checks if check.key == "unverified"]
    assert (alert.status, alert.value) == ("alert", 1)
    assert words in alert.trouble
    # Where the order doesn't rest on it, nothing is said.
    assert not [check for check in calculate(made, order="PTS,WIN").checks if check.key == "unverified"]


def test_before_the_last_round_it_is_said_that_rounds_so_far_count():
    made = replace(event([2000, 1900, 1800, 1700], "1w2 3d4", "1d3 2w4"), declared=3)
    [alert] = [check for check in calculate(made, order="PTS,BH").checks if check.key == "unverified"]
    assert "before the last round only the rounds so far count" in alert.trouble
    assert not [check for check in calculate(made, order="PTS,RP").checks if check.key == "unverified"]


def test_points_of_three_for_a_win_are_those_of_draws_and_dummies():
    """3-1-0: a requested bye counts as a draw, 1; a dummy at most 1 a round (2026)."""
    made = replace(event([2000, 1900, 1800, 1700], "1w2 3d4", "1d3 2:half-bye 4:full-bye", "1w4 2w3", "1d2 4w3"),
                   scoring=Scoring(3, 1, 0))
    listed = calculate(made, order="PTS,BH,SB,WIN,STD").listed
    found = {line.no: line.values for line in listed.lines}
    # Points: 1 3 + 1 + 3 + 1; 2 0 + 1 + 3 + 1; 3 1 + 1 + 0 + 0; 4 1 + 3 + 0 + 3.
    assert {no: values[0] for no, values in found.items()} == {1: 8, 2: 5, 3: 2, 4: 7}
    # BH of 2: 8, the dummy min(5, 4 · 1), 2, 8; of 4: 2, the dummy min(7, 4), 8, 2.
    assert (found[2][1], found[4][1]) == (22, 16)
    # SB of 2: 0 · 8 + 1 · 4 + 3 · 2 + 1 · 8; of 4: 1 · 2 + 3 · 4 + 0 · 8 + 3 · 2.
    assert (found[2][2], found[4][2]) == (18, 20)
    # WIN of 4: the bye and the last round. STD of 2: 0, ½ (a draw's points), 1, ½.
    assert (found[4][3], found[2][4]) == (2, 2.0)
    assert [check.value for check in calculate(made, order="PTS,BH").checks if check.key == "other_points"] == [1]
