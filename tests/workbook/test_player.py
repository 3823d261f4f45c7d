"""The sheets Standings and Player: what they say of the lesson's event, of ties, and after a choice or a change."""

import re
from dataclasses import replace

import numpy as np
import pytest
from made.fields import VIDEO, event, game_cells, report
from made.recalc import recalculate
from made.xlsx import edit, poison, values

from pipeline.readers import read_event
from pipeline.workbook.names import CHOICE, FIRST_LINE, PLAYER, STANDINGS_SHEET
from pipeline.workbook.player.layout import STEP_CHOICE_ROW, VERDICT_ROW, average_row, terms_row
from pipeline.workbook.player.terms import terms_of
from pipeline.workbook.player.ties import families_of
from pipeline.workbook.standings_sheet import STATE_ROW

LESSON = {"dp": "logistic-floor", "c": "opponents"}
OTHER_CHOICE = CHOICE.replace("C", "N")
TIES = event(
    [2000, 1900, 1800, 1700, 1600, 1500], "1w3 2w4 5w6", "1d2 5:half-bye", "3w4",
    federation=["ESP", None, "FRA", None, "ITA", None],
)
"""In the first part 1 and 2 are tied with 1½ points; 5 of the other part has 1½, too, and 4 and 6 have none."""


def terms(found, work) -> dict[str, tuple[object, object, object]]:
    """By their words the lines of the sheet Player: the two values and the difference."""
    first = terms_row(work) + 1
    last = first + len(terms_of(work)) + len(work.stages)
    rows = {found.get((PLAYER, f"A{row}"), ""): row for row in range(first, last + 1)}
    return {words: tuple(found.get((PLAYER, f"{column}{row}")) for column in "EGI") for words, row in rows.items()}


def test_the_lesson_s_two_tied_players(tmp_path):
    """By hand, for B and C, who are tied with 3 points (the numbers of the model text for that pair)."""
    calculation = report(tmp_path / "r.xlsx", read_event(VIDEO), **LESSON)
    found, work = values(tmp_path / "r.xlsx"), calculation.work
    assert found[PLAYER, f"A{VERDICT_ROW}"] == "2 Player B is before 3 Player C, decided by RP."
    said = terms(found, work)
    # (1930 + 1640 + 1740 + 1340) / 4 = 1662.5; (1410 + 1930 + 1770 + 1340) / 4 = 1612.5
    assert said["Ra: average rating of the opponents"] == pytest.approx((1662.5, 1612.5, 50))
    # (5·240 - 4·89 + 4·190 - 4·191) / 17 = 840 / 17; 432 / 17
    assert said["c: Σ games × dp / Σ games, above"] == pytest.approx((840 / 17, 432 / 17, 24))
    assert said["ĉ = dp − c"] == pytest.approx((190 - 840 / 17, 190 - 432 / 17, -24))
    # 6949.122 / 4; 6851.902 / 4
    assert said["Average RP of the opponents"] == pytest.approx((1737.281, 1712.976, 24.305), abs=1e-3)
    # A and H have met both; D (1612.186) only B, G (1514.661) only C
    assert said["from those whom both have met"][2] == pytest.approx(0, abs=1e-9)
    assert said["from each other"][2] == pytest.approx((1877.564 - 1877.869) / 4, abs=1e-3)
    assert said["from those whom one has met"][2] == pytest.approx((1612.186 - 1514.661) / 4, abs=1e-3)
    assert said["RP = that average + ĉ"] == pytest.approx((1877.869, 1877.564, 0.305), abs=1e-3)
    average = average_row(work)
    assert (found[PLAYER, f"E{average - 1}"], found[PLAYER, f"E{average}"]) == (6650, 1662.5)


@pytest.mark.needs_libreoffice
def test_a_choice_and_a_change_are_followed(tmp_path):
    """Other players, an iteration and a result, as LibreOffice computes them, against the pipeline."""
    base = report(tmp_path / "r.xlsx", read_event(VIDEO))
    chosen = {(PLAYER, CHOICE): "1 Player A", (PLAYER, OTHER_CHOICE): 6, (PLAYER, f"C{STEP_CHOICE_ROW}"): 3}
    changes = [chosen, chosen | game_cells(base, 1, "1w2"), {(PLAYER, CHOICE): "nobody"}]
    copies = [edit(tmp_path / "r.xlsx", tmp_path / "e" / f"{i}.xlsx", change) for i, change in enumerate(changes)]
    news = recalculate([poison(copy, tmp_path / "p" / copy.name) for copy in copies], tmp_path / "n")
    first, second, third = (values(new) for new in news)
    said, work = terms(first, base.work), base.work
    third_steps = work.steps.values[:, 2]
    iteration = said["Iteration = that average + ĉ"]
    assert iteration == pytest.approx((third_steps[0], third_steps[5], third_steps[0] - third_steps[5]))
    others = [no - 1 for no in (2, 3, 4, 5, 6)]
    assert said["Average of the column before"][0] == pytest.approx(np.mean(work.steps.values[others, 1]))
    # After the change A has 4½ points of 5: 90 %, dp 366 by FIDE's table.
    assert terms(second, work)["s: points in those games"][:2] == (4.5, 1)
    assert terms(second, work)["dp: row p of the dp table"][0] == 366
    assert third[PLAYER, f"A{VERDICT_ROW}"] == "Choose two players."
    assert terms(third, work)["RP = that average + ĉ"][0] == ""


def lines(found, columns: str) -> list[tuple[object, ...]]:
    return [tuple(found.get((STANDINGS_SHEET, f"{c}{FIRST_LINE + i}"), "") for c in columns) for i in range(6)]


def test_standings_to_hang_up(tmp_path):
    """Rank, number, federation, points, tied places, and the code that decides; equal ones of two parts share."""
    report(tmp_path / "r.xlsx", TIES)
    found = values(tmp_path / "r.xlsx")
    assert found[STANDINGS_SHEET, "A5"] == TIES.name
    assert found[STANDINGS_SHEET, f"A{STATE_ROW}"] == "Standings after round 3, provisional"
    assert lines(found, "ABDFHI") == [
        (1, 1, "ESP", 1.5, "1–3", "shared"), (1, 5, "ITA", 1.5, "1–3", "shared"), (2, 2, "", 1.5, "1–3", "RP"),
        (4, 3, "FRA", 1, "", ""), (5, 4, "", 0, "5–6", "shared"), (5, 6, "", 0, "5–6", "shared"),
    ]  # fmt: skip


@pytest.mark.needs_libreoffice
def test_standings_follow_a_change(tmp_path):
    """A beats B in the video's first round: A has 4½ and B 2½ points, and nobody stands beside C with 3 any more."""
    base = report(tmp_path / "r.xlsx", read_event(VIDEO), order="PTS,DE,WIN,RP")
    copy = edit(tmp_path / "r.xlsx", tmp_path / "e.xlsx", game_cells(base, 1, "1w2"))
    [new] = recalculate([poison(copy, tmp_path / "p.xlsx")], tmp_path / "n")
    found = values(new)
    assert lines(found, "ABE")[:2] == [(1, 1, 4.5), (2, 3, 3)]
    assert found[STANDINGS_SHEET, f"A{STATE_ROW}"] == "Standings after round 5"
    assert found["Summary", "A4"].startswith("These standings can decide a prize")


def test_the_player_s_tie_breaks_round_by_round(tmp_path):
    """1 drew with 2 (who has 1½), won by forfeit of 4, lost to 3 (2). By the rules of 2026 the forfeit counts what 4
    does, 1, as that is less than his own 1½. BH = 1½ + 1 + 2, of which 1 is cut; 2 drew with 1, 3 and 4: 1½ + 2 + 1.
    """
    made = event([2000, 1900, 1800, 1700], "1d2 3d4", "1+4 2d3", "1l3 2d4")
    calculation = report(tmp_path / "r.xlsx", made, order="PTS,BH-C1,SB,RTNG", rules="c07-2026", type="swiss")
    assert families_of(calculation.work) == ["q", "sb_part"]
    found = values(tmp_path / "r.xlsx")
    [first] = [row for (sheet, cell), value in found.items() if sheet == PLAYER and value == "cut from"
               and cell.startswith("G") for row in [int(cell[1:])]]
    assert (found[PLAYER, CHOICE], found[PLAYER, OTHER_CHOICE]) == ("2 Player B", "1 Player A")
    rows = range(first + 1, first + 5)

    def cells(columns: str) -> list[list[object]]:
        return [[found.get((PLAYER, f"{column}{row}")) for column in columns] for row in rows]

    # Points, what the opponents count, and both multiplied; then their sums
    assert cells("DEF") == [[0.5, 1.5, 0.75], [0.5, 2, 1], [0.5, 1, 0.5], [1.5, 4.5, 2.25]]
    assert cells("OPQ") == [[0.5, 1.5, 0.75], [1, 1, 1], [0, 2, 0], [1.5, 4.5, 1.75]]
    assert [str(cell or "").strip() for [cell] in cells("G")[:3]] == ["", "", "BH-C1"]
    assert [str(cell or "").strip() for [cell] in cells("R")[:3]] == ["", "BH-C1", ""]
    said = terms(found, calculation.work)
    assert (said["BH-C1: Buchholz, cut 1"], said["SB: Sonneborn-Berger"]) == ((3.5, 3.5, 0), (2.25, 1.75, 0.5))


def test_the_day_is_the_event_s_own(tmp_path):
    dated = replace(event([2000, 1900, 1800], "1w2", "1w3", "2w3"), date="2024-08-01")
    report(tmp_path / "dated.xlsx", dated)
    report(tmp_path / "undated.xlsx", replace(dated, date=""))
    row = [str(value) for (sheet, cell), value in values(tmp_path / "dated.xlsx").items()
           if sheet == STANDINGS_SHEET and cell.endswith(str(STATE_ROW)) and cell[-2:-1].isalpha()]
    assert row[-2:] == ["Began on", "2024-08-01"]
    undated = values(tmp_path / "undated.xlsx").items()
    blank = {str(value) for (sheet, cell), value in undated if sheet == STANDINGS_SHEET}
    assert "Date" in blank and not any(re.match(r"20[0-9]{2}-", text) for text in blank)


def test_the_summary_has_the_convergence_in_numbers(tmp_path):
    """Three who all met: M has the eigenvalues 1, -1/2, -1/2, so that a difference halves at each step."""
    calculation = report(tmp_path / "r.xlsx", event([2000, 1900, 1800], "1w2", "1w3", "2w3"))
    found = values(tmp_path / "r.xlsx")
    [row] = [int(cell[1:]) for (sheet, cell), value in found.items() if sheet == "Summary" and value == "eigenvalue"]
    assert found["Summary", f"I{row}"] == 0.5
    targets = calculation.convergence.targets
    assert [found["Summary", f"H{row + i}"] for i in (1, 2, 3)] == [0.01, 1e-6, 1e-9]
    assert [found["Summary", f"I{row + i}"] for i in (1, 2, 3)] == [target.made for target in targets]
    assert found["Summary", f"J{row + 1}"].endswith(f"by the eigenvalue {targets[0].expected}")
