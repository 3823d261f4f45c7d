"""Tie-breaks that an input states are told by what fits: right, right in a way that has a name, or wrong where."""

from dataclasses import replace

import pandas as pd
import pytest
from made.fields import calculate
from test_c07 import BYES, values

from pipeline.commands.convert import write_report_file
from pipeline.method.stated_ties import named_code, stated_ties
from pipeline.readers import read_event


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


def test_nobody_is_accused_of_what_isn_t_known():
    [line] = said_of(TB1={1: 17, 2: 3, 3: 11, 4: 5, 5: 23})
    assert line == "TB1: no tie-break of C.07, computed in any way that is known here, has these values."
    [line] = said_of(TB1={1: 0, 2: 0, 3: 0, 4: 0, 5: 0})
    assert "not told apart" in line


@pytest.mark.parametrize(("heading", "code"), [
    ("BH:GP/C1", "BH-C1"), ("Buchholz Cut 1", "BH-C1"), ("Des 1", "DE"), ("bh-m2", "BH-M2"), ("TB1", ""),
    ("Wins", "WIN"),
])
def test_headings_that_name_a_code(heading, code):
    assert named_code(heading) == code


@pytest.mark.parametrize(("name", "wanted"), [
    ("chess-results/swiss-ranked-1.xlsx", [
        "TB2 is BH-C1 (Buchholz, cut 1), right but for one point: unplayed rounds are read by FIDE's rule until 2023",
        "TB3 is BH (Buchholz), right but for one point: unplayed rounds are read by FIDE's rule until 2023",
        "The file's own order is by points and then by TB1, TB2, TB3.",
    ]),
    ("html/round-robin.html", ["TB2 is WIN", "TB3 is SB (Sonneborn-Berger), right by c07-2024 but", "TB4 is KS"]),
    ("html/swiss.html", ["TB1 is PTS (Points), right for all 38", "TB3 is PS (Progressive scores), right for all 38"]),
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
