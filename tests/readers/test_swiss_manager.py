"""Swiss-Manager's text export: three fields a round, opponents by row."""

from pathlib import Path

import pytest

from pipeline.errors import InputError
from pipeline.readers import read_event

FIXTURE = Path(__file__).parents[1] / "fixtures" / "swiss-manager-byes-and-forfeits.txt"


def broken(tmp_path, old, new):
    """The fixture with one text replaced, and the problems that reading it must raise."""
    path = tmp_path / "broken.txt"
    text = FIXTURE.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_event(path)
    assert str(path) in str(caught.value)
    return [str(problem) for problem in caught.value.problems]


def test_all_of_it():
    event = read_event(FIXTURE)
    assert (event.name, event.source.layout, event.rounds) == ("Village Open", "Swiss-Manager text export", 3)
    assert event.players["start_no"].tolist() == [2, 1, 4, 3, 5]
    assert event.players["title"].tolist()[0] == "FM"
    assert event.players["points_stated"].tolist() == [2.5, 2, 2, 0.5, 0.5]
    assert event.stated["RecRp"].tolist() == [2105, 1900, 1910, 1500, 1512]
    results = event.entries.groupby("no")["result"].agg(list).tolist()
    assert results == [
        ["w", "d", "+"], ["l", "w", "full-bye"], ["w", "d", "d"], ["l", "half-bye", "-"], ["zero-bye", "l", "d"],
    ]  # fmt: skip
    forfeit = event.entries.query("no == 4 and round == 3")["opponent"].item()
    assert forfeit == 1
    # 1-2, 3-4, 1-3, 2-5, 3-5, each seen from both sides
    assert len(event.games) == 10
    assert {note.kind: note.count for note in event.notes} == {
        "ties in rank": 1, "unrated": 2, "byes": 2, "absences": 1, "forfeits": 2,
    }  # fmt: skip


def test_crlf_and_latin_1(tmp_path):
    path = tmp_path / "latin.txt"
    text = FIXTURE.read_text(encoding="utf-8").replace("\n", "\r\n")
    path.write_bytes(text.encode("latin-1"))
    event = read_event(path)
    assert event.players["name"][2] == "Béla"
    assert "Windows-1252" in next(note.text for note in event.notes if note.kind == "encoding")


def test_quotation_mark_in_a_name_swallows_nothing(tmp_path):
    path = tmp_path / "quote.txt"
    path.write_text(FIXTURE.read_text(encoding="utf-8").replace(";Anna;", ';"Anna;'), encoding="utf-8")
    assert read_event(path).players["name"].tolist()[:2] == ['"Anna', "Béla"]


@pytest.mark.parametrize(
    ("old", "new", "parts"),
    [
        ("2;w;1;3", "2;w;7;3", ["line 6, field 7", "round 1 of player 1 is “2;w;7”, which isn't a result", "12;w;1"]),
        ("2;w;1;3", "2;q;1;3", ["line 6, field 7", "“2;q;1”"]),
        ("2;w;1;3", "zz;w;1;3", ["line 6, field 7", "opponent is “zz”, which isn't a number"]),
        ("2;w;1;3", "8;w;1;3", ["line 6, field 7", "opponent 8, and no player of the file has that number"]),
        ("2;w;1;3", "1;w;1;3", ["line 6, field 7", "against himself"]),
        ("1;b;0;5", "1;b;1;5", ["line 6, field 7", "“w” against 2, who has “w” (line 7, field 7)", "contradict"]),
        (";2000;", ";20x0;", ["line 6, field 5", "rating is “20x0”, which isn't a number"]),
        ("2;1;;Béla", "3;1;;Béla", ["line 7, field 1", "rank is “3”, but this is row 2"]),
        (";4;-;+;2x;2105", "", ["line 6, field 12", "ends here, with 12 fields", "cut off"]),
        (";2x;2105", ";2y;2105", ["line 6, field 16", "number of points is “2y”"]),
    ],
)
def test_defective_line(tmp_path, old, new, parts):
    found = broken(tmp_path, old, new)
    for part in parts:
        assert part in found[0]
