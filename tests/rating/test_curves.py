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


@pytest.mark.parametrize(
    ("curve", "scale", "per_cents"),
    [
        # 100·Φ of 0.35, 0.7 and 1.4 (100·7/2000 and so on); of 0.353553, 0.707107 and 1.414214 (100/282.8427)
        (CURVES[0], 285.71, [63.6831, 75.8036, 91.9243]), (CURVES[1], 282.84, [63.8163, 76.0250, 92.1350]),
        # 100/(1 + 10^-0.25) and (1 + 10^-0.5), and 1000/11; the scale is 400/2.302585
        (CURVES[2], 173.72, [64.0065, 75.9747, 90.9091]),
    ],
)
def test_the_curves_at_100_200_and_400_points(curve, scale, per_cents):
    assert round(curve.scale, 2) == scale
    assert [round(curve.per_cent(d), 4) for d in (100, 200, 400)] == per_cents
    assert (curve.per_cent(0), curve.per_cent(-100)) == (50, pytest.approx(100 - curve.per_cent(100)))


def test_the_scales_are_those_of_the_docs():
    assert "σ = 2000/7 = 285.71" in ELO and "σ = 200·√2 = 282.84" in ELO
    # the docs' words for the logistic curve: at 400, 9.1 % for the lower rated
    assert round(100 - CURVES[2].per_cent(400), 1) == 9.1 and "at 400, 9.1 %" in ELO


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
