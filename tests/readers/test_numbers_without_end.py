"""Numbers that no spreadsheet can hold, and what is none: an error value of their cell, wherever they stand."""

import math
import struct

import pytest
from fuzz.seeds import as_ods, as_xls, as_xlsx
from made.fields import calculate
from made.hostile import parts_of, zipped

from pipeline.errors import InputError
from pipeline.readers import read_event
from pipeline.readers.cells import number_of

ROWS = [
    ["No.", "Name", "Rating", "Opponent 1", "Result 1", "Pts", "TB1"],
    [1, "Ann", 2000, 2, "w", 1, 3.5],
    [2, "Bob", 1900, 1, "l", 0, 2.5],
    [3, "Cy", 1800, 4, "d", 0.5, 1.5],
    [4, "Di", 1700, 3, "d", 0.5, 0.5],
]
STAND_IN = 424_242
"""What is written first in the place of the number."""
WRITTEN = {
    "xlsx": ["1e999", "-1e999", "1" + "0" * 400, "-1" + "0" * 400], "ods": ["1e999", "inf", "nan", "1" + "0" * 400],
    "xls": [math.inf, -math.inf, math.nan],
}


def with_number(path, column, written):
    """The event with what a program may have written for a number."""
    rows = [list(row) for row in ROWS]
    rows[2][column] = STAND_IN
    kind = path.suffix[1:]
    if kind == "xls":
        pattern = struct.pack("<d", STAND_IN)
        content = as_xls(rows)
        assert content.count(pattern) == 1
        path.write_bytes(content.replace(pattern, struct.pack("<d", written)))
        return path
    parts = parts_of({"xlsx": as_xlsx, "ods": as_ods}[kind](rows))
    found = [name for name, content in parts.items() if str(STAND_IN).encode() in content]
    assert len(found) == 1
    parts[found[0]] = parts[found[0]].replace(str(STAND_IN).encode(), written.encode())
    path.write_bytes(zipped(parts))
    return path


@pytest.mark.parametrize("column", [0, 2, 3, 5], ids=["number", "rating", "opponent", "points"])
@pytest.mark.parametrize(("kind", "written"), [(kind, number) for kind, found in WRITTEN.items() for number in found])
def test_it_is_said_where_a_number_is_wanted(tmp_path, kind, written, column):
    with pytest.raises(InputError) as caught:
        read_event(with_number(tmp_path / f"event.{kind}", column, written))
    assert "#NUM!" in str(caught.value)
    assert f"{'ABCDEF'[column]}3" in str(caught.value)


@pytest.mark.parametrize("kind", WRITTEN)
def test_a_stated_value_that_is_none_is_not_stated(tmp_path, kind):
    event = read_event(with_number(tmp_path / f"event.{kind}", 6, WRITTEN[kind][0]))
    assert event.stated["TB1"].tolist() == pytest.approx([3.5, math.nan, 1.5, 0.5], nan_ok=True)
    assert calculate(event).state in ("ok", "check", "provisional")


@pytest.mark.parametrize("written", ["9e307", "-9e307"])
def test_the_largest_that_a_spreadsheet_holds_is_a_number(tmp_path, written):
    with pytest.raises(InputError) as caught:
        read_event(with_number(tmp_path / "event.xlsx", 2, written))
    assert "#NUM!" not in str(caught.value)


@pytest.mark.parametrize(("text", "number"), [
    ("7½", 7.5), ("½", 0.5), ("123456789012345½", 123456789012345.5), ("1" * 16 + "½", None), ("9" * 400 + "x", None),
])
def test_a_half_behind_as_many_digits_as_other_numbers_have(text, number):
    assert number_of(text) == number
