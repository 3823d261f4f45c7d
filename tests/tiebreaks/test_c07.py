"""Every value of the published exercises on C.07, of both editions; article by article in small events of our own."""

import json

import pytest
from made.fields import calculate, event

from pipeline.errors import UsageError
from pipeline.readers import read_event
from pipeline.tiebreaks.codes import CODES, NEW
from pipeline.tiebreaks.performance import expected_per_cent
from pipeline.tiebreaks.standings import printed

EVERY = ",".join(code.code for code in CODES)
BEFORE_2026 = ",".join(code.code for code in CODES if NEW not in code.kinds)


def golden(folder):
    return json.loads((folder.parent / "golden" / "c07-exercises.json").read_text(encoding="utf-8"))


def cases(given):
    """Event, edition, and the values by code and number: those of 2024, and for the Swiss of 5 those of 2026."""
    first = given["rules-2024"]
    found = [(name, "c07-2024", table) for name, table in first.items()]
    table = {code: dict(values) for code, values in first["c07-swiss-5"].items()}
    for code, values in given["rules-2026-where-they-differ"]["c07-swiss-5"].items():
        table[code] |= values
    return [*found, ("c07-swiss-5", "c07-2026", table)]


def test_every_value_of_the_exercises(shared_events):
    different, count = [], 0
    for name, edition, table in cases(golden(shared_events)):
        codes = [{"GE": "REP"}.get(code, code) for code in table]
        listed = calculate(
            read_event(shared_events / "trf" / f"{name}.trf"), order=",".join(["PTS", *codes]), rules=edition
        ).listed
        for i, values in enumerate(table.values(), start=1):
            for no, wanted in values.items():
                found = printed(listed.codes[i], listed.line(int(no)).values[i]) or None
                count += 1
                if found != wanted:
                    different.append((name, edition, listed.codes[i].code, no, wanted, found))
    assert different == []
    assert count == 540


def values(made, code, **given):
    """The values of a code by the players' numbers."""
    listed = calculate(made, order=code if code == "PTS" else f"PTS,{code}", **given).listed
    return {line.no: line.values[-1] for line in sorted(listed.lines, key=lambda line: line.no)}


BYES = event(
    [2000, 1900, 1800, 1700, 1600],
    "1w2 3d4 5:full-bye", "1w3 2:half-bye 4+5", "1d4 2w5 3:half-bye", "2d1 3w5 4:zero-bye",
)  # fmt: skip
"""Points: 1 3, 2 2, 3 2, 4 2, 5 1. Rounds 4. 2 asked for half a point in the second round, 3 in the third; 4 is out of
the last one; 5 had the full point and lost by forfeit."""


def test_adjusted_scores_and_dummies():
    # A: 1 3; 2 2 (the half-point bye is followed by games); 3 2; 4 has ½ + 1 + ½ = 2, and his last round is a requested
    # bye, which counts as a draw: 2½; 5 1.
    work = calculate(BYES, order="PTS,BH", rules="c07-2024").work
    assert work.array("score").tolist() == [3.0, 2.0, 2.0, 2.0, 1.0]
    assert work.array("adjusted").tolist() == [3.0, 2.0, 2.0, 2.5, 1.0]
    # 2024, the dummy is the own score. 1: 2 + 2 + 2½ + 2; 2: 3 + 2 (dummy) + 1 + 3; 3: 2½ + 3 + 2 + 1;
    # 4: 2 + 2 (forfeit) + 3 + 2 (bye); 5: 1 (bye) + 1 (forfeit) + 2 + 2.
    assert values(BYES, "BH", rules="c07-2024") == {1: 8.5, 2: 9.0, 3: 8.5, 4: 9.0, 5: 6.0}
    # 2026: a bye's at most ½·4 = 2, a forfeit's at most A of the opponent: 4's against 5 is min(2, 1).
    assert values(BYES, "BH", rules="c07-2026") == {1: 8.5, 2: 9.0, 3: 8.5, 4: 8.0, 5: 6.0}


def test_voluntary_unplayed_rounds_are_cut_first():
    # 2: 3, 2 (voluntary), 1, 3: the least is 1, but the bye's 2 >= 1 goes. 3: the bye's 2 before 5's 1.
    # 4: 2, 1 (forfeit won: no such round), 3, 2 (voluntary): 2 goes. 5: 1, 1 (forfeit lost), 2, 2: that 1.
    assert values(BYES, "BH-C1", rules="c07-2026") == {1: 6.5, 2: 7.0, 3: 6.5, 4: 6.0, 5: 5.0}
    # The second cut: of what is left the least.
    assert values(BYES, "BH-C2", rules="c07-2026") == {1: 4.5, 2: 6.0, 3: 5.5, 4: 5.0, 5: 4.0}
    # M1: after the first cut the highest: 1 2½, 2 3, 3 3, 4 3, 5 2.
    assert values(BYES, "BH-M1", rules="c07-2026") == {1: 4.0, 2: 4.0, 3: 3.5, 4: 3.0, 5: 3.0}


def test_the_last_round_s_pairings_are_draws_in_fore_buchholz():
    # Last round 2-1 was drawn, 3-5 becomes a draw: scores 3, 2, 1½, 2, 1½; A 3, 2, 1½, 2½, 1½.
    # 1: 2 + 1½ + 2½ + 2; 2: 3 + 2 + 1½ + 3; 3: 2½ + 3 + 1½ + 1½; 4: 1½ + min(2, 1½) + 3 + 2;
    # 5: 1½ + min(1½, 2½) + 2 + 1½.
    assert values(BYES, "FB", rules="c07-2026") == {1: 8.0, 2: 9.5, 3: 8.5, 4: 8.0, 5: 6.5}


def test_a_players_own_record():
    assert values(BYES, "WIN") == {1: 2, 2: 1, 3: 1, 4: 1, 5: 1}
    assert values(BYES, "WON") == {1: 2, 2: 1, 3: 1, 4: 0, 5: 0}
    assert values(BYES, "REP") == {1: 4, 2: 3, 3: 3, 4: 3, 5: 3}
    # 1: 1, 2, 2½, 3. 5: 1, 1, 1, 1.
    assert values(BYES, "PS")[1] == 8.5
    assert values(BYES, "PS-C1")[1] == 7.5
    assert values(BYES, "PS-C2")[5] == 2.0
    # 4: ½ (drawn), 1 (forfeit won), ½, 0; 2: 0, ½ (half a point without opponent), 1, ½.
    assert values(BYES, "STD") == {1: 3.0, 2: 2.0, 3: 2.0, 4: 2.0, 5: 1.0}


def test_ratings():
    # 1 met 1900, 1800, 1700, 1900: 1825. 4 met 1800 and 2000. 5 met 1900, 1800 in games: 1850.
    assert values(BYES, "ARO") == {1: 1825, 2: 1867, 3: 1767, 4: 1900, 5: 1850}
    assert values(BYES, "ARO-C1")[5] == 1900
    # 3 of 4 points: 193 more; no point of 2: 800 less.
    assert values(BYES, "TPR")[1] == 1825 + 193
    assert values(BYES, "PTP")[5] == 1800 - 800


def test_the_expected_score_is_that_of_the_whole_table():
    assert expected_per_cent([0, 3, 4, -4, 392, -392, 735, 736, -735, -736, 5000, -5000]).tolist() == [
        50, 50, 51, 49, 92, 8, 99, 100, 1, 0, 100, 0,
    ]  # fmt: skip


ROUND_ROBIN = event([2000, 1900, 1800, 1700], "1w2 3+4", "1d3 2w4", "1w4 2d3")


def test_buchholz_is_refused_in_a_round_robin_of_2026():
    with pytest.raises(UsageError, match=r"BH-C1 must not be used in a round robin.*note to article 8"):
        calculate(ROUND_ROBIN, order="PTS,BH-C1", rules="c07-2026")
    assert values(ROUND_ROBIN, "BH", rules="c07-2024")[1] == 1.5 + 2.0 + 0.0


def test_forfeits_of_a_round_robin_are_games_for_what_counts_points():
    # 3: ½ against 1 (2½), forfeit against 4 (0), ½ against 2 (1½): 1¼ + 0 + ¾.
    assert values(ROUND_ROBIN, "SB")[3] == 2.0
    # At least 1½ of 3 have 1, 2 and 3.
    assert values(ROUND_ROBIN, "KS") == {1: 1.5, 2: 0.5, 3: 1.0, 4: 0.0}


def test_what_an_edition_doesn_t_have_is_refused():
    with pytest.raises(UsageError, match="STD came with the edition of March 2026"):
        calculate(BYES, order="PTS,STD", rules="c07-2024")


def test_ratings_need_rated_players_or_a_declaration():
    made = event([2000, None, 1800, 1700], "1w2 3w4", "1w3 2w4")
    with pytest.raises(UsageError, match=r"ARO is based on ratings.*\(No\. 2\).*article 10"):
        calculate(made, order="PTS,ARO")
    assert values(made, "ARO", unrated=1500) == {1: 1650, 2: 1850, 3: 1850, 4: 1650}


def test_what_the_input_asks_for_is_kept_out_with_an_alert():
    from dataclasses import replace

    from pipeline.commands.calculating import settings_for
    from pipeline.method.calculation import calculated

    made = replace(event([2000, None, 1800, 1700], "1w2 3w4", "1w3 2w4"), settings={"order": "PTS,ARO,WIN"})
    calculation = calculated(made, settings_for(made, {}))
    assert [code.code for code in calculation.work.codes] == ["PTS", "WIN"]
    alert = next(check for check in calculation.checks if check.key == "kept_out")
    assert (alert.status, alert.value) == ("alert", 1)
    assert "ARO is based on ratings" in alert.trouble


def test_colours_are_needed_for_games_with_black():
    with pytest.raises(UsageError, match="doesn't have the colours"):
        calculate(BYES, order="PTS,BPG")


def test_the_date_picks_the_edition(shared_events):
    made = calculate(read_event(shared_events / "trf" / "c07-swiss-5.trf"), order="PTS").work.settings
    assert (made.rules, made.origin("rules")) == ("c07-2024", "the event's date, 2024-08-01")
    assert calculate(BYES).work.settings.rules == "c07-2026"
    assert calculate(BYES, rules="fide-2024, c07-2024").work.settings.rules == "c07-2024"
    with pytest.raises(UsageError, match="two editions"):
        calculate(BYES, rules="c07-2024,c07-2026")


def the_manual_s_example():
    """The example of the Arbiters' Manual of 2026: 7 points of 10, a zero-point bye in the fourth round, the opponents'
    adjusted scores as given. Lost to the first of 6½, drew with the second and with the first of 6: 9 - 1 - ½ - ½ = 7.
    """
    scores = [5, 5, 6.5, None, 4.5, 6, 5, 6.5, 5.5, 6]
    results = ["w", "w", "l", "", "w", "d", "w", "d", "w", "w"]
    rounds = [[] for _ in scores]
    rounds[3].append("1:zero-bye")
    for k, (score, result) in enumerate(zip(scores, results, strict=True)):
        if score is None:
            continue
        no = k + 2
        rounds[k].append(f"1{result}{no}")
        # The rest of his points are byes of the last rounds: none of his unplayed rounds is after them.
        rest = score - {"w": 0, "d": 0.5, "l": 1}[result]
        others = [r for r in range(len(scores)) if r != k]
        byes = ["full-bye"] * int(rest) + ["half-bye"] * round(2 * (rest % 1))
        byes += ["zero-bye"] * (len(others) - len(byes))
        for r, bye in zip(reversed(others), byes, strict=True):
            rounds[r].append(f"{no}:{bye}")
    return event([2000] * 11, *(" ".join(games) for games in rounds), numbers=[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])


@pytest.mark.parametrize(("edition", "buchholz"), [("c07-2024", 57), ("c07-2026", 55)])
def test_the_arbiters_manual_s_example(edition, buchholz):
    # 5 + 5 + 6½ + 4½ + 6 + 5 + 6½ + 5½ + 6 = 50, and the dummy: 7 points, at most ½ · 10 = 5 in 2026.
    # SB: 50 - 6½ - 6½/2 - 6/2 = 37¼.
    made = the_manual_s_example()
    assert values(made, "PTS", rules=edition, type="swiss")[1] == 7
    assert values(made, "BH", rules=edition, type="swiss")[1] == buchholz
    assert values(made, "BH-C1", rules=edition, type="swiss")[1] == 50
    assert values(made, "SB", rules=edition, type="swiss")[1] == 37.25
