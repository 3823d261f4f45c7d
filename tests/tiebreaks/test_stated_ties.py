"""Tie-breaks that an input states are told by what fits: right, right in a way that has a name, or wrong where."""

from dataclasses import replace

import pandas as pd
import pytest
from made.fields import calculate
from test_c07 import BYES, values

from pipeline.commands.convert import write_report_file
from pipeline.method.stated_ties import stated_ties
from pipeline.readers import read_event
from pipeline.tiebreaks.names import codes_of_legend, legends_in, named_code, number_of, own_order


def stating(**columns):
    """The event with stated columns."""
    return replace(BYES, stated=pd.DataFrame({name: pd.Series(found, dtype=float) for name, found in columns.items()}))


def said_of(rules="c07-2026", **columns):
    return [str(line) for line in stated_ties(calculate(stating(**columns), rules=rules).work)]


def test_a_right_column_is_told_by_its_values_alone():
    [line] = said_of(TB1=values(BYES, "FB", rules="c07-2026"))
    assert line == "TB1 is FB (Fore Buchholz), right for all 5 players who have one."


def test_one_of_the_other_edition():
    [line] = said_of(Buchholz=values(BYES, "BH", rules="c07-2024"))
    assert line.startswith("Buchholz is BH (Buchholz), right by the other edition: c07-2024, where c07-2026 applies")


def test_one_in_which_forfeits_are_games():
    # 4's opponent of the forfeit counts with his A = 1, as he does by the cap; 5's counts 4's 2½ and not min(1, 2½).
    found = values(BYES, "BH", rules="c07-2026") | {5: 7.5}
    [line] = said_of(**{"BH:GP": found})
    assert line == "BH:GP is BH (Buchholz), right but for one point: forfeits count as games."


def test_one_with_real_scores():
    # 4 counts 2 and not 2½, for 1 and 3; where 5 lost by forfeit the dummy is min(1, 2).
    found = values(BYES, "BH", rules="c07-2026")
    found = found | {1: found[1] - 0.5, 3: found[3] - 0.5}
    [line] = said_of(BH=found)
    assert "right but for one point: opponents count with their real scores" in line


def test_a_wrong_value_is_named_with_what_it_should_be():
    found = values(BYES, "SB", rules="c07-2026")
    [line] = said_of(SB=found | {2: found[2] + 1})
    assert line.startswith(f"SB as SB (c07-2026) differs from what is computed: No. 2 ({found[2] + 1:g} stated, "
                           f"{found[2]:g} computed)")


def test_a_column_without_a_name_is_the_tie_break_that_four_of_five_fit():
    found = values(BYES, "FB", rules="c07-2026")
    [line] = said_of(TB1=found | {2: found[2] + 1})
    assert line.startswith(f"TB1 as FB (c07-2026) differs from what is computed: No. 2 ({found[2] + 1:g} stated")
    [line] = said_of(TB1=found | {2: found[2] + 1, 4: found[4] + 3})
    assert line == "TB1: no tie-break of C.07, computed in any way that is known here, has these values."


def test_nobody_is_accused_of_what_isn_t_known():
    [line] = said_of(TB1={1: 17, 2: 3, 3: 11, 4: 5, 5: 23})
    assert line == "TB1: no tie-break of C.07, computed in any way that is known here, has these values."
    [line] = said_of(TB1={1: 0, 2: 0, 3: 0, 4: 0, 5: 0})
    assert "not told apart" in line


@pytest.mark.parametrize(("heading", "code"), [
    ("BH:GP/C1", "BH-C1"), ("Buchholz Cut 1", "BH-C1"), ("Des 1", ""), ("bh-m2", "BH-M2"), ("TB1", ""),
    ("Wins", "WIN"),
])
def test_headings_that_name_a_code(heading, code):
    assert named_code(heading) == code


@pytest.mark.parametrize(("heading", "number"), [
    ("TB1", 1), ("Des 2", 2), ("Desp3", 3), ("Desempate 4", 4), ("Des. 1", 1), ("Wtg1", 1), ("Tie-Break 2", 2),
    ("Buchholz", 0), ("BH-C1", 0), ("1", 0), ("Rd 1", 0),
])
def test_headings_that_are_numbers_of_tie_breaks(heading, number):
    assert number_of(heading) == number


@pytest.mark.parametrize(("words", "codes"), [
    ("Direct Encounter (DE)", {"DE"}),
    ("Encuentro directo", {"DE"}),
    ("Buchholz Tie-Break Variable (2023) (Gamepoints, Cut1)", {"BH-C1"}),
    ("Buchholz Tie-Breaks (variabel with parameter)", {"BH", "BH-C1", "BH-C2", "BH-M1", "BH-M2"}),
    ("Buchholz (BH:GP/C2)", {"BH-C2"}),
    ("Buchholz corte 1", {"BH-C1"}),
    ("Fore Buchholz (FB)", {"FB"}),
    ("Average of Opponents' Buchholz", {"AOB"}),
    ("Sonneborn-Berger median 2", {"SB-M2"}),
    ("Number of wins including byes (WIN) (Gamepoints, Forfeited games count)", {"WIN"}),
    ("points (game-points)", {"PTS"}),
    ("Play-off", set()),
])  # fmt: skip
def test_what_a_legend_means(words, codes):
    assert codes_of_legend(words) == codes


def test_legends_of_a_page_and_of_a_cell():
    text = "Anotación: Desempate 1: Encuentro directo (DE) Desempate 2: Buchholz, corte 1; rounds: 7"
    assert list(legends_in(text)) == [(1, "Encuentro directo (DE)"), (2, "Buchholz, corte 1; rounds: 7")]
    assert list(legends_in("Tie Break3: Koya System (KS)")) == [(3, "Koya System (KS)")]
    assert list(legends_in("Time control: 90'+30\", board 1: White")) == []


def with_legend(tmp_path, rows):
    """A cross-table of BYES as a csv file, with a legend below it, read."""
    def cell(no, round_):
        row = BYES.entries[(BYES.entries["no"] == no) & (BYES.entries["round"] == round_)]
        opponent, result = row["opponent"].iloc[0], row["result"].iloc[0]
        letters = {"w": "1", "d": "½", "l": "0", "full-bye": "-1", "half-bye": "-½", "zero-bye": "-0"}
        return letters[result] if pd.isna(opponent) else f"{opponent}w{letters.get(result, result)}"

    lines = ["No.;Name;Rtg;1.Rd;2.Rd;3.Rd;4.Rd;Pts;TB1;TB2"]
    for no, values_ in rows.items():
        row = BYES.players.loc[no]
        cells = [cell(no, k) for k in range(1, 5)]
        lines.append(";".join([str(no), row["name"], f"{row['rating']:g}", *cells, f"{BYES.score[no]:g}", *values_]))
    path = tmp_path / "event.csv"
    path.write_text("\n".join([*lines, "", "Tie Break1: Wins (WIN)", "Tie Break2: Direct Encounter (DE)"]),
                    encoding="utf-8")
    return [str(line) for line in stated_ties(calculate(read_event(path)).work)]


def test_a_direct_encounter_is_an_order_of_the_tied_and_no_value(tmp_path):
    # Two points have 2, 3 and 4, each with one win; 3 drew with 4, 2 beat 3 and didn't meet 4 in a game: e 1, ½, ½ and
    # m 1, 0, 1. 2 isn't above ½ + 1: nobody is placed.
    right = {1: ("2", "0"), 2: ("1", "0"), 3: ("1", "0"), 4: ("1", "0"), 5: ("1", "0")}
    said_ = with_legend(tmp_path, right)
    assert said_[0].startswith("TB1 (“Wins (WIN)”) is WIN (Number of wins), right for all 5")
    assert said_[1] == (
        "TB2 (“Direct Encounter (DE)”) is DE (Direct encounter), right: nobody who is tied can be placed by it.")
    wrong = with_legend(tmp_path, right | {2: ("1", "1")})
    assert wrong[1].startswith("TB2 (“Direct Encounter (DE)”) as DE doesn't order the tied as article 6 of C.07 does:")
    assert wrong[1].endswith(" No. 3, 4 stand elsewhere.")


@pytest.mark.parametrize(("name", "wanted"), [
    ("chess-results/swiss-ranked-1.xlsx", [
        "TB2 is BH-C1 (Buchholz, cut 1), right but for one point: unplayed rounds are read by FIDE's rule until 2023",
        "TB3 is BH (Buchholz), right but for one point: unplayed rounds are read by FIDE's rule until 2023",
        "The file's own order is by points and then by TB1, TB2, TB3.",
    ]),
    ("html/round-robin.html", [
        "TB1 (“Direct Encounter (DE)”) is DE (Direct encounter), right: nobody who is tied can be placed by it.",
        "TB2 (“Number of wins including byes (WIN) (Gamepoints, Forfeited games count)”) is WIN",
        "TB3 (“Sonneborn Berger Tie-Break Variable (2023) (Gamepoints)”) is SB (Sonneborn-Berger), right by c07-2024",
        "TB4 (“Koya System (KS) (Gamepoints/Limit 50\")”) is KS",
    ]),
    ("html/swiss.html", [
        "TB1 (“points (game-points)”) is PTS (Points), right for all 38",
        "TB2 (“Direct Encounter (DE)”) is DE (Direct encounter), right: nobody",
        "TB3 (“Progressive Score, before FIDE-Tie-Break (PS)(Gamepoints)”) is PS (Progressive scores), right for all",
    ]),
])
def test_real_files(shared_events, name, wanted):
    said = [str(line) for line in stated_ties(calculate(read_event(shared_events / name)).work)]
    assert [line for line in said if any(line.startswith(words) for words in wanted)] == [
        line for line in said if "not told apart" not in line
    ]
    assert len([line for line in said if "not told apart" not in line]) == len(wanted)


def test_the_file_s_ranks_and_its_own_list(tmp_path):
    path = tmp_path / "x.trf"
    write_report_file(BYES, path, "trf26", {"order": "PTS,DE,BH-C1,RP", "unrated": 1400})

    def said():
        return [str(line) for line in stated_ties(calculate(read_event(path)).work)]

    assert said() == ["The file's own order is by its own list: PTS, DE, BH/C1, OTHER_RP."]
    # 2, 3 and 4 have two points each; BH-C1 7, 6½ and 6.
    text = path.read_text(encoding="utf-8").replace("212 PTS,DE,BH/C1,OTHER_RP", "212 PTS,TPN")
    path.write_text(text, encoding="utf-8", newline="")
    assert said() == ["The file's own order is by its own list: PTS, TPN."]
    path.write_text(text.replace("212 PTS,TPN", "212 PTS,EDE/P"), encoding="utf-8", newline="")
    assert said() == ["The file's own list is PTS, EDE/P; EDE/P can't be computed here."]
    ranks = {line[:8]: line[85:89] for line in text.splitlines() if line.startswith("001")}
    swapped = dict(zip(ranks, [ranks["001    1"], ranks["001    4"], ranks["001    3"], ranks["001    2"],
                               ranks["001    5"]], strict=True))  # fmt: skip
    lines = [line[:85] + swapped[line[:8]] + line[89:] if line[:8] in swapped else line for line in text.splitlines()]
    path.write_text("\r\n".join(lines), encoding="utf-8", newline="")
    assert said() == ["The file's own order isn't by its own list (PTS, TPN): No. 2, 4 stand elsewhere."]


@pytest.mark.parametrize(("text", "order"), [
    ("PTS,DE,BH/C1,OTHER_RP", "PTS,DE,BH-C1,RP"), ("DE, BH:GP/C1", "PTS,DE,BH-C1"), ("PTS,DE,BH,DE", "PTS,DE,BH,DE"),
    ("PTS,EDE/P", ""), ("", ""),
])
def test_the_order_that_a_file_s_own_list_is(text, order):
    assert own_order(text) == order


def test_the_file_s_own_list_is_the_order_where_nobody_says_another(tmp_path, arpo):
    path = tmp_path / "x.trf"
    write_report_file(BYES, path, "trf26", {"order": "PTS,DE,BH-C1,RP", "unrated": 1400})
    assert arpo("standings", path).out.startswith("rank,no,name,federation,rating,points,DE,BH-C1,RP\n")
    assert arpo("standings", path, "--order", "PTS,WIN").out.startswith("rank,no,name,federation,rating,points,WIN\n")
    # Record 202 is the same list without the points; what isn't computed is kept out with an alert.
    text = path.read_text(encoding="utf-8").replace("212 PTS,DE,BH/C1,OTHER_RP", "202 EDE/P,WIN")
    path.write_text(text, encoding="utf-8", newline="")
    found = arpo("standings", path)
    assert found.out.startswith("rank,no,name,federation,rating,points,WIN\n")
    assert "EDE/P isn't computed here." in found.err
    assert arpo("convert", path, "--out", tmp_path / "x.xlsx").status == 0
    assert read_event(tmp_path / "x.xlsx").settings["order"] == "PTS,WIN"
