"""How table 8.1.2 comes about: the figures of docs/elo.md, and the sheet that draws them."""

import openpyxl
import pytest
from made.fields import ROOT, event
from made.recalc import roundtrip

from pipeline.rating.calculation import calculated
from pipeline.rating.curves import CURVES, LAST
from pipeline.rating.entry import entry_of
from pipeline.rating.expected import expected_per_cent
from pipeline.rating.settings import RatingSettings
from pipeline.workbook.rating.write import write_rating_report

ELO = " ".join((ROOT / "docs" / "elo.md").read_text(encoding="utf-8").split())


def test_the_table_has_736_differences_before_its_end():
    assert (LAST, expected_per_cent(LAST), expected_per_cent(LAST + 1)) == (735, 99, 100)


@pytest.mark.parametrize(("curve", "count"), [(CURVES[0], 6), (CURVES[1], 110), (CURVES[2], 460)])
def test_so_many_differences_are_unlike_the_table(curve, count):
    assert len(curve.unlike()) == count
    assert f"{count} of the 736" in ELO


def test_the_six_are_named_in_the_docs():
    # 100·Φ(54·7/2000) = 57.495, and the table has 58
    assert CURVES[0].unlike() == [54, 343, 344, 358, 392, 620]
    assert round(CURVES[0].per_cent(54), 3) == 57.495
    assert "54, 343, 344, 358, 392 and 620" in ELO


def test_none_is_unlike_by_more_than_one_per_cent_but_the_logistic():
    off = [max(abs(round(curve.per_cent(d)) - expected_per_cent(d)) for d in range(LAST + 1)) for curve in CURVES]
    assert off == [1, 1, 2]


@pytest.mark.needs_libreoffice
def test_the_sheet_is_live_and_has_its_chart(tmp_path):
    path = tmp_path / "curves.xlsx"
    calculation = calculated(entry_of(event([2000, 1900, 1800], "1w2", "1d3", "2w3")), RatingSettings(k=20))
    write_rating_report(calculation, path, curves=True)
    sheet = openpyxl.load_workbook(path)["Curves"]
    assert len(sheet._charts) == 1
    assert roundtrip([path], tmp_path / "out") == []
    write_rating_report(calculation, path)
    assert "Curves" not in openpyxl.load_workbook(path).sheetnames


def test_the_option(arpo, tmp_path):
    done = arpo("rate", ROOT / "input" / "article" / "irt56.xlsx", "--curves", "--out", "r.xlsx")
    assert done.status == 0, done.err
    assert "Curves" in openpyxl.load_workbook(tmp_path / "r.xlsx").sheetnames
