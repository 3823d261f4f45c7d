"""An event that is written as a FIDE report file reads back as the same event."""

from dataclasses import replace

import pandas as pd
import pytest
from made.fields import event

from pipeline.commands.convert import write_report_file
from pipeline.errors import ArpoError, UsageError
from pipeline.event import Scoring
from pipeline.readers import read_event
from pipeline.report_file import FORMS, code_in_file, left_out

KEPT = ["name", "rating", "title", "federation", "birth"]
"""What a report file has a place for."""
FIELD = event(
    [2000, None, 1800, 1700], "1w2 3d4", "1+3 2:half-bye 4:full-bye", "1l4 3:zero-bye", "2?3 1--4",
    names=["Åse Müller-Łoś", "Ana  Núñez", "B", "C"], title=["GM", None, "WFM", None],
    federation=["ESP", None, "NOR", "IRL"], birth=["1990/01/02", None, "1984", None],
)  # fmt: skip


def same(one, other):
    assert (one.name, one.rounds, one.date, one.scoring) == (other.name, other.rounds, other.date, other.scoring)
    known = [column for column in KEPT if column in one.players]
    pd.testing.assert_frame_equal(one.players[known], other.players[known])
    columns = [column for column in one.entries if column in other.entries]
    assert {"no", "round", "opponent", "result"} <= set(columns)
    pd.testing.assert_frame_equal(one.entries[columns], other.entries[columns])
    assert one.score.equals(other.score)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("scoring", [Scoring(), Scoring(3.0, 1.0, 0.0)])
def test_it_reads_back_equal(tmp_path, form, scoring):
    made = replace(FIELD, scoring=scoring, date="2026-03-01")
    write_report_file(made, tmp_path / "x.trf", form, {"order": "PTS,BH-C1,RP", "unrated": 1400})
    same(made, read_event(tmp_path / "x.trf"))


def test_it_has_the_list_and_the_ranks_by_it(tmp_path):
    write_report_file(FIELD, tmp_path / "x.trf", "trf26", {"order": "PTS,BH-C1,RP"})
    lines = (tmp_path / "x.trf").read_text(encoding="utf-8").splitlines()
    assert "212 PTS,BH/C1,OTHER_RP" in lines
    assert "142 4" in lines
    # 1 and 4 have two points; 4 beat 1, who has the lower cut Buchholz or not: the ranks are those of the order.
    ranks = [int(line[85:89]) for line in lines if line.startswith("001")]
    assert sorted(ranks) == [1, 2, 3, 4]
    assert read_event(tmp_path / "x.trf").ranks == dict(zip(range(1, 5), ranks, strict=True))


def test_codes_of_our_own_are_other_ones():
    assert [code_in_file(code) for code in ("DE", "BH-C1", "ARPO", "stated:Des. 1")] == [
        "DE", "BH/C1", "OTHER_ARPO", "OTHER_Des__1",
    ]  # fmt: skip


def test_what_doesn_t_fit_is_refused_or_named(tmp_path):
    with pytest.raises(UsageError, match=r"player 2 has the rating 1900\.5"):
        write_report_file(event([2000, 1900.5], "1w2"), tmp_path / "x.trf", "trf26", {})
    with pytest.raises(UsageError, match="player number 10000"):
        write_report_file(event([2000, 1900], "1w10000", numbers=[1, 10000]), tmp_path / "x.trf", "trf26", {})
    assert not list(tmp_path.iterdir())
    assert [str(what) for what in left_out(event([2000, 1900], "1w2", stated={"TB1": [1, 2]}, k=[10, 20]))] == [
        "K", "stated values (TB1)",
    ]  # fmt: skip


def test_real_files_read_back_equal_in_both_forms(tmp_path, shared_events):
    count = 0
    for path in sorted(shared_events.rglob("*.*")):
        try:
            read = read_event(path)
        except ArpoError:
            continue  # broken on purpose, or a starting list
        for form in FORMS:
            count += 1
            write_report_file(read, tmp_path / f"{count}.trf", form, {"iterations": 1})
            again = read_event(tmp_path / f"{count}.trf")
            same(read, again)
    assert count >= 40
