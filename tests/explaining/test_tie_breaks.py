"""The tie-breaks of C.07 in explanations: each code's sum gives the code's value, and the others say what they are."""

import re

import pytest
from made.fields import calculate, event

from pipeline.explaining import compared, explained
from pipeline.explaining.page import Form
from pipeline.explaining.seen import Seen
from pipeline.explaining.tie_breaks import _SUMMANDS, tie_stages, tie_sum
from pipeline.explaining.tie_sums import column_of, family_of
from pipeline.tiebreaks.standings import printed

RATINGS = [2000, 1900, 1800, 1700, 1600, 1500]
MIXED = (
    "1w2 3d4 5:full-bye 6:half-bye", "1+3 2w5 4w6", "1d6 2-4 3l5", "1:zero-bye 2--3 4w5 6:half-bye", "1w4 5d6 2l3",
)  # fmt: skip
CODES = (
    "DE,WIN,WON,PS,PS-C1,PS-C2,REP,STD,TPN,BH,BH-C1,BH-C2,BH-M1,BH-M2,AOB,FB,FB-C1,FB-M2,SB,SB-C1,SB-M1,KS,ARO,ARO-C1,"
    "TPR,PTP,APRO,APPO,RTNG"
)


def flat(text):
    return " ".join(text.split())


@pytest.fixture(scope="module")
def mixed():
    return calculate(event(RATINGS, *MIXED), order=f"PTS,{CODES}")


def numbers(sum_):
    """The stages of a sum that has no words in it, computed."""
    return [eval(stage.replace("−", "-")) for stage in sum_.split(" = ")[1:]]  # noqa: S307


@pytest.mark.parametrize("no", range(1, 7))
def test_every_sum_gives_the_code_s_value(mixed, no):
    seen = Seen(mixed, no, Form())
    for stage in tie_stages(mixed.work):
        if stage.code.code == "DE":
            continue
        value = printed(stage.code, mixed.listed.line(no).values[stage.number - 1])
        text, *why = tie_sum(seen, stage)
        assert all("C.07 16.5" in line for line in why)
        if not value:
            assert text == f"{stage.code.code}: no value."
        elif re.fullmatch(r"[A-Z0-9-]+ = [0-9.+−() /]+", text):
            assert numbers(text) == pytest.approx([float(value)] * len(numbers(text)), abs=0.005), text
        else:
            assert re.search(rf"\b{float(value):g}\b", text.replace(".00", "")), text
        assert " (from:" not in text


@pytest.mark.parametrize(("no", "code", "said"), [
    # 1 beat 2 (2½ adjusted), won by forfeit of 3, drew 6, wasn't there in round 4, beat 4.
    (1, "WIN", "WIN = 3: rounds 1, 2, 5."),
    (1, "WON", "WON = 2: rounds 1, 5."),
    (1, "REP", "REP = 4: rounds 1, 2, 3, 5."),
    # 1 + 1 + ½ + 0 + 1, added up after each round: 1, 2, 2½, 2½, 3½
    (1, "PS", "PS = 1 + 2 + 2.5 + 2.5 + 3.5 = 11.5"),
    (1, "PS-C1", "PS-C1 = 2 + 2.5 + 2.5 + 3.5 = 10.5"),
    # over the board 2 (1900), 6 (1500) and 4 (1700): 5100 / 3
    (1, "ARO", "ARO = (1900 + 1500 + 1700) / 3 = 5100 / 3 = 1700"),
    (1, "ARO-C1", "ARO-C1 = (1900 + 1500 + 1700 − 1500) / 2 = (5100 − 1500) / 2 = 3600 / 2 = 1800"),
    # 2½ of 3 are 83 %: dp 273
    (1, "TPR", "TPR = ARO 1700 and dp of 83 %, +273: 1973"),
])
def test_what_each_code_is_made_of(mixed, no, code, said):
    stage = next(stage for stage in mixed.work.stages if stage.code.code == code)
    assert tie_sum(Seen(mixed, no, Form()), stage) == [said]


def test_a_voluntary_round_that_is_cut_before_the_least_one_is_explained():
    """Player 1 asked for a bye in round 4: his own 2.5 goes, though somebody brought 1. Of 2 the least goes."""
    calculation = calculate(event(RATINGS, *MIXED), order="PTS,BH-C1,RP")
    one, two = (flat(explained(calculation, no)) for no in (1, 2))
    assert "BH-C1 = 1 + 1.5 + 2 + 2.5 + 3.5 − 2.5 = 10.5 − 2.5 = 8 (Round 4 is cut, and not the least one" in one
    assert "BH-C1 = 3.5 + 2.5 + 1 + 1 + 1.5 − 1 = 9.5 − 1 = 8.5" in two and "not the least one" not in two


def test_the_table_and_the_notes(mixed):
    text = flat(explained(mixed, 1))
    assert "The other tie-breaks of the order" in text
    assert "Round 2 has no game: in the opponent's place a dummy counts" in text
    assert "2 3 Player C forfeit won 1" in text


def test_the_default_order_needs_none():
    assert "other tie-breaks" not in explained(calculate(event(RATINGS, *MIXED)), 1)


def test_a_direct_encounter_says_who_was_level():
    # 1 and 2 have a point each, and 2 beat 1.
    made = event([2000, 1900, 1800, 1700], "2w1 3d4", "1w3 4w2")
    text = flat(explained(calculate(made, order="PTS,DE,RP"), 1))
    assert ("Level before it: Player B. Points against them: Player B 0; together 0. By direct encounter 1 of them is "
            "before Player A.") in text


def test_a_pair_is_told_up_to_the_code_that_decides():
    # 1 and 2 drew, and have 1½ points; 1 beat 3 (½ point at the end), 2 beat 4 (½): Buchholz leaves them level.
    made = event([2000, 1900, 1800, 1700], "1d2 3d4", "1w3 2w4")
    text = flat(compared(calculate(made, order="PTS,BH,SB,RTNG,STD"), 1, 2))
    assert "RTNG (Rating) decides: Player A 2000, Player B 1900." in text
    assert "What the opponents count for the Buchholz. Player A: Player B 1.5, Player C 0.5" in text
    # Buchholz 1½ + ½; Sonneborn-Berger 1½ × ½ + ½ × 1
    assert "Player A: BH = 1.5 + 0.5 = 2 Player B: BH = 1.5 + 0.5 = 2" in text
    assert "Player A: SB = 0.75 + 0.5 = 1.25" in text
    assert "STD =" not in text and "In one sentence" not in text


def test_a_pair_is_told_by_rp_where_the_order_has_it():
    made = event([2000, 1900, 1800, 1700], "1d2 3d4", "1w3 2w4")
    text = flat(compared(calculate(made, order="PTS,BH,RP"), 1, 2))
    assert "BH = 1.5 + 0.5 = 2" in text and "In one sentence" in text


def test_each_family_of_rounds_has_a_title_of_its_own_in_a_comparison():
    made = event([2000, 1900, 1800, 1700], "1d2 3d4", "1w3 2w4")
    work = calculate(made, order="PTS,BH,FB,AOB,SB,KS,PS,STD,ARO,APRO,APPO,RP", rules="c07-2026").work
    families = {family_of(work, column_of(stage.code)) for stage in tie_stages(work)} - {""}
    assert len(families) == 10 and families <= _SUMMANDS.keys()
    text = compared(calculate(made, order="PTS,BH,SB,RTNG"), 1, 2, language="es")
    assert "Lo que cuentan los oponentes para el Buchholz.\n" in text
