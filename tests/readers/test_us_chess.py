"""The two-line text report of US Chess."""

import pytest
from one_event import GAMES, NAMES, POINTS, RATINGS, assert_is_the_event, kinds, scores

from pipeline.errors import InputError
from pipeline.readers import read_event
from pipeline.readers.hints import Hints

LINE = "-" * 77
HEAD = f"""{LINE}
 Pair | Player Name                     |Total|Round|Round|Round|
 Num  | USCF ID / Rtg (Pre->Post)       | Pts |  1  |  2  |  3  |
{LINE}
"""


def report(names=NAMES):
    """The event as such a report."""
    text = HEAD
    for no, name in enumerate(names, start=1):
        cells, colours = "", ""
        for _, white, black, result in (game for game in GAMES if no in game[1:3]):
            mine = result[0] if no == white else result[-1]
            cells += f"{ {'1': 'W', '½': 'D', '0': 'L'}[mine]}{black if no == white else white:4}|"
            colours += f"{'W' if no == white else 'B'}    |"
        rating = RATINGS[no - 1]
        text += f"{no:5} | {name.upper():31} |{POINTS[no - 1]:<5}|{cells}\n"
        text += f"   ON | 1000000{no} / R: {rating:<4}   ->{rating:<4}     |N:2  |{colours}\n{LINE}\n"
    return text


def read(tmp_path, text, name="report.txt", **kwargs):
    (tmp_path / name).write_text(text, encoding="utf-8")
    return read_event(tmp_path / name, **kwargs)


def capitals(event):
    """The event with the names as the tests' event has them."""
    event.players["name"] = event.players["name"].str.title()
    return event


def test_the_event(tmp_path):
    event = capitals(read(tmp_path, report()))
    assert_is_the_event(event)
    assert event.source.layout == "US Chess text report"
    assert event.players["points_stated"].tolist() == POINTS
    assert event.entries.query("no == 1")["colour"].tolist() == ["w", "b", "w"]
    assert event.notes == ()


def test_a_name_above_and_commas_in_names(tmp_path):
    event = read(tmp_path, "Village Open\n\n" + report([f"{name}, X; Jr." for name in NAMES]))
    assert (event.name, event.players["name"].tolist()[0]) == ("Village Open", "ANNA, X; JR.")


@pytest.mark.parametrize(
    ("cell", "points", "kind"),
    [("H    ", 2, "byes"), ("B    ", 2.5, "byes"), ("U    ", 1.5, "absences"), ("     ", 1.5, None),
     ("H---", 2, "byes"), ("Z    ", 1.5, "absences")],
)  # fmt: skip
def test_rounds_without_an_opponent(tmp_path, cell, points, kind):
    # Anna and Dora weren't paired in round 1: 1½ and 1 from the others
    text = report().replace("|W   4|", f"|{cell}|", 1).replace("|L   1|W   6", "|U    |W   6")
    event = read(tmp_path, text)
    assert scores(event)["ANNA"] == points
    assert len(event.games) == 16
    assert kind is None or kinds(event)[kind] >= 1


def test_forfeits(tmp_path):
    event = read(tmp_path, report().replace("|W   4|", "|X   4|", 1).replace("|L   1|W   6", "|F   1|W   6"))
    assert (scores(event)["ANNA"], len(event.games), kinds(event)["forfeits"]) == (2.5, 16, 2)


@pytest.mark.parametrize(
    ("written", "rating", "kind"),
    [("R: 1900P12->1911P15", 1900, "provisional"), ("R: Unrated->1500P4", None, "unrated"),
     ("Q: 1900   ->1890", 1900, None), ("R:  900   -> 905", 900, None)],
)  # fmt: skip
def test_ratings(tmp_path, written, rating, kind):
    event = read(tmp_path, report().replace("R: 1900   ->1900", written))
    found = event.players.loc[3, "rating"]
    assert found == rating or (rating is None and found != found)
    assert kinds(event) == ({kind: 1} if kind else {})


@pytest.mark.parametrize(
    ("old", "new", "parts"),
    [("|W   4|", "|Q   4|", ["line 5, field 4", "“Q   4”"]), ("|W   4|", "|W    |", ["line 5, field 4", "“W”"]),
     ("|W   4|", "|W   9|", ["opponent 9"]), ("|W   4|", "|L   4|", ["the two contradict", "“L” against 4"]),
     ("R: 1900   ->1900", "", ["player 3 has no line with a rating"]), ("|1.5  |", "|x.5  |", ["“x.5”"])],
)  # fmt: skip
def test_defects(tmp_path, old, new, parts):
    with pytest.raises(InputError) as caught:
        read(tmp_path, report().replace(old, new, 1))
    for part in parts:
        assert part in str(caught.value)


def test_two_sections_are_a_question(tmp_path):
    two = "SECTION A\n" + report() + "\nSECTION B\n" + report()
    with pytest.raises(InputError, match="a second table begins here"):
        read(tmp_path, two)
    assert_is_the_event(capitals(read(tmp_path, two, hints=Hints(pick="section b"))))


def test_saved_as_a_page(tmp_path):
    page = f"<html><body><table><tr><td><pre>{report().replace('ANNA', '<a href=x>ANNA</a>')}</pre></td></tr></table>"
    assert_is_the_event(capitals(read(tmp_path, page, "page.html")))
