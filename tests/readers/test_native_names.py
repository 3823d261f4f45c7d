"""Native tables whose opponents are named, and whose players have no numbers."""

from pathlib import Path

import pytest

from pipeline.errors import InputError
from pipeline.readers import read_event

NUMBERED = """No.;Name;Rating;Opponent 1;Result 1;Opponent 2;Result 2
7;López, Ana;2000;{a};w;{b};d
3;Béla Kun;1900;{c};l;;full-bye
5;Dora;1800;;full-bye;{d};d
"""


def read(tmp_path, text):
    path = Path(tmp_path / "names.csv")
    path.write_text(text, encoding="utf-8")
    return read_event(path).event if hasattr(read_event(path), "event") else read_event(path)


def pairs(event):
    return [tuple(row) for row in event.entries[["no", "round", "opponent", "result"]].dropna().itertuples(index=False)]


@pytest.mark.parametrize(
    "names",
    [
        {"a": "Béla Kun", "b": "Dora", "c": "López, Ana", "d": "López, Ana"},
        {"a": "KUN BELA", "b": "dora", "c": "Ana Lopez", "d": "Ana López"},
        {"a": "3 Béla Kun", "b": "5. Dora", "c": "López, Ana (7)", "d": "7"},
    ],
)
def test_opponents_by_name_in_any_order_and_with_numbers(tmp_path, names):
    event = read(tmp_path, NUMBERED.format(**names))
    assert pairs(event) == [(7, 1, 3, "w"), (7, 2, 5, "d"), (3, 1, 7, "l"), (5, 2, 7, "d")]


def test_without_a_column_of_numbers_the_rows_count(tmp_path):
    text = "Name;Rating;Opponent 1;Result 1\nAnn;2000;2;w\nBob;1900;Ann;l\n"
    assert pairs(read(tmp_path, text)) == [(1, 1, 2, "w"), (2, 1, 1, "l")]


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ({"a": "Bela", "b": "Dora", "c": "López, Ana", "d": "7"}, "“Bela”"),
        ({"a": "5 Béla Kun", "b": "Dora", "c": "7", "d": "7"}, "the player of that name has the number 3"),
    ],
)
def test_a_name_that_nobody_has_or_that_contradicts_its_number(tmp_path, names, said):
    with pytest.raises(InputError, match=said):
        read(tmp_path, NUMBERED.format(**names))


def test_two_players_of_one_name(tmp_path):
    text = "No.;Name;Opponent 1;Result 1\n1;Ann;Bob;w\n2;Bob;1;l\n3;Bob;;full-bye\n"
    with pytest.raises(InputError, match="2 players have that name"):
        read(tmp_path, text)
