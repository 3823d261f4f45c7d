"""`arpo table` for spreadsheets and for pages: what a name can do in a cell."""

import csv
import io

import pytest
from made.fields import calculate, event

from pipeline.commands.table import table_text
from pipeline.visible import guarded

FORMULAS = ["=1+1", "+49 170", "-2+3", "@SUM(A1)", "＝1+1"]
HARMLESS = ["'=1", "O'Neil", "Anna=", "½"]


def names_in_csv(names, **how):
    made = event([2000, 1900], "1w2", names=names)
    rows = list(csv.DictReader(io.StringIO(table_text(calculate(made), "csv", **how), newline="")))
    return [row["name"] for row in rows], rows


@pytest.mark.parametrize("name", FORMULAS)
def test_a_name_that_a_spreadsheet_would_compute_is_guarded(name):
    assert names_in_csv([name, "Bo"])[0] == [f"'{name}", "Bo"]
    assert names_in_csv([name, "Bo"], raw=True)[0] == [name, "Bo"]


def test_so_is_what_a_reader_would_have_cut_off():
    """Readers cut blanks off the ends of a name; a tab or a new line before a sign would count as well."""
    assert [guarded(text) for text in ("\t=1", "\r=1", "\n=1")] == ["'\t=1", "'\r=1", "'\n=1"]
    assert [guarded(value) for value in (-1, -1.5, None, "")] == [-1, -1.5, None, ""]


@pytest.mark.parametrize("name", HARMLESS)
def test_other_names_are_as_they_are(name):
    assert names_in_csv([name, "Bo"])[0] == [name, "Bo"]


def test_numbers_are_never_guarded():
    """1900 loses to 2000: dp is -800 for 0 %, and c is the average of 800 and -800."""
    rows = names_in_csv(["A", "B"])[1]
    assert (rows[1]["dp"], rows[1]["c"]) == ("-800", "0")


@pytest.mark.parametrize(
    ("name", "cell"),
    [
        ("a|b", r"a\|b"), ("a\\", "a\\\\"), ("a\\|b", r"a\\\|b"), ("a\nb\r\nc", "a b c"), ("a\u2028b", "a b"),
        ("<b>x</b>", r"\<b\>x\</b\>"), ("[x](http://y.z)", r"\[x\](http\://y.z)"), ("www.y.z", r"www\.y.z"),
        ("*a* _b_ `c`", r"\*a\* \_b\_ \`c\`"), ("&lt;", r"\&lt;"), ("a@b.c", r"a\@b.c"), ("O'Neil, J.", "O'Neil, J."),
    ],
)
def test_a_name_stays_in_its_cell_of_a_page(name, cell):
    lines = table_text(calculate(event([2000, 1900], "1w2", names=[name, "Bo"])), "md").splitlines()
    assert len(lines) == 4  # headings, the line under them, two players
    assert lines[2].startswith(f"| 1 | {cell} | ")
