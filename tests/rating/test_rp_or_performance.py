"""RP of the method and Rp of tables of ratings have one spelling: what the numbers are is found, judged, and said."""

import csv

import pytest
from made.tables import ROOT, video, video_columns, written

from pipeline.audit.report.words import words
from pipeline.audit.run import audit_file
from pipeline.method.calculation import calculated
from pipeline.method.settings import Settings
from pipeline.rating.calculation import calculated as rated
from pipeline.rating.entry import entry_of
from pipeline.rating.settings import RatingSettings

EVENT = ROOT / "input" / "video.xlsx"


def rating_table(path, rp):
    """Expected points by FIDE 2024, and these numbers under Rp."""
    event = video()
    expected = rated(entry_of(event), RatingSettings(rules="fide-2024"), audited=True).work.values["expected_points"]
    players = zip(event.players["name"], event.players["rating"], expected, rp, strict=True)
    rows = [["Nombre", "Elo", "We", "Rp"]]
    rows += [[name, rating, round(we, 2), value] for name, rating, we, value in players]
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, delimiter=";").writerows(rows)
    return path


def said(audit):
    return {remark.name: words("es").remark(remark) for remark in audit.remarks}


def test_rp_in_a_table_of_ratings(tmp_path):
    rp = calculated(video(), Settings()).table["rp"].round(1).tolist()
    rp[2] += 3
    audit, _ = audit_file(rating_table(tmp_path / "elo.csv", rp), {}, EVENT)
    assert [(cell.spot.cell, cell.verdict) for cell in audit.findings] == [("D4", "wrong")]
    assert audit.findings[0].expected == pytest.approx(rp[2] - 3, abs=0.05)
    assert audit.summary["ok"] == 23 and audit.left_out == 0
    assert "el RP del método; 7 de 8 números" in said(audit)["rp_is_recursive"]


def test_the_performance_in_a_table_of_ratings(tmp_path):
    golden = video_columns("fide", "field")
    audit, _ = audit_file(rating_table(tmp_path / "elo.csv", golden["performance"]), {}, EVENT)
    assert audit.agrees and audit.summary["ok"] == 24
    assert "rp_is_recursive" not in said(audit)


def test_the_performance_under_rp_in_a_sheet_of_the_method(tmp_path):
    golden = video_columns("fide", "field")
    names = video().players["name"]
    columns = zip(names, golden["Ra"], golden["dp"], golden["performance"], strict=True)
    path = written(tmp_path / "hand.xlsx", [["Name", "Ra", "dp", "RP"], *map(list, columns)])
    audit, _ = audit_file(path, {"dp": "fide", "c": "field"}, EVENT)
    assert audit.agrees and audit.summary["ok"] == 24
    assert "(8 de 8 números son correctos así)" in said(audit)["rp_is_performance"]
