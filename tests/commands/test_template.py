"""The blank native workbook."""

import openpyxl
import pytest

from pipeline.commands.template import write_blank
from pipeline.errors import InputError, UsageError
from pipeline.readers import read_event


def test_blank(tmp_path):
    path = tmp_path / "blank.xlsx"
    write_blank(path)
    book = openpyxl.load_workbook(path)
    assert book.sheetnames == ["Event", "Settings", "How to"]
    sheet = book["Event"]
    header = [cell.value for cell in sheet[4]]
    assert header[:5] == ["No.", "Name", "Rating", "Opponent 1", "Result 1"]
    assert header[-1] == "Result 9"
    assert [sheet.cell(row, 1).value for row in (5, 34, 35)] == [1, 30, None]
    assert sheet.freeze_panes == "C5"
    lists = [v for v in sheet.data_validations.dataValidation if v.type == "list"]
    assert len(lists) == 9
    assert "w,d,l,+,-,full-bye,half-bye,zero-bye" in lists[0].formula1
    assert sheet["E5"].number_format == "@"  # so that 1/2 stays what it is
    assert sheet["B5"].fill.fgColor.rgb == "FFFFFBE0"
    assert [row[0].value for row in book["Settings"]["A2:A7"]] == [
        "dp", "c", "start", "unrated", "threshold", "iterations",
    ]  # fmt: skip


def test_blank_is_refused_as_an_event(tmp_path):
    write_blank(tmp_path / "blank.xlsx")
    with pytest.raises(InputError, match="sheet Event: there is no player under the headings"):
        read_event(tmp_path / "blank.xlsx")


def test_filled_in_as_a_user_would(tmp_path):
    path = tmp_path / "filled.xlsx"
    write_blank(path, players=4, rounds=1)
    book = openpyxl.load_workbook(path)
    sheet = book["Event"]
    sheet["B1"] = "Village Open"
    for row, values in enumerate([["Anna", 2000, 2, "w"], ["Béla", None, 1, "l"]], start=5):
        for column, value in enumerate(values, start=2):
            sheet.cell(row, column).value = value
    book["Settings"]["B2"] = "logistic"
    book.save(path)
    event = read_event(path)
    assert (event.name, len(event.players), len(event.games)) == ("Village Open", 2, 2)
    assert event.settings == {"dp": "logistic"}


@pytest.mark.parametrize("numbers", [(0, 9), (30, 0), (30, 100), (10**6, 9)])
def test_absurd_sizes(tmp_path, numbers):
    with pytest.raises(UsageError, match="Use a whole number"):
        write_blank(tmp_path / "x.xlsx", *numbers)
    assert list(tmp_path.iterdir()) == []
