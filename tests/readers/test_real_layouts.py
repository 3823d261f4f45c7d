"""Real report files, round robins, web pages and csv files, each counted here without the readers."""

import re
from dataclasses import replace
from html import unescape

import openpyxl
import pytest

from pipeline.commands.convert import write_event
from pipeline.errors import InputError
from pipeline.method.calculation import calculated
from pipeline.method.settings import Settings
from pipeline.readers import read_event

TRF = ["javafo_example", "krause-latin-1", "krause-masters", "krause-with-bom", "many-unplayed-rounds", "open-round-7",
       "open-round-9", "round-robin"]  # fmt: skip
ROUND = re.compile(r"(....) (.) (.)(?:  |\s*$)")


def rounds_of(path):
    """Opponent, colour and result of every round of every player, cut by a pattern and not by columns."""
    lines = path.read_bytes().decode("latin-1").splitlines()
    return [
        (opponent.strip().strip("0"), colour, result)
        for line in lines
        if line.startswith("001")
        for opponent, colour, result in ROUND.findall(line[91:])
    ]


def kinds(event):
    return {note.kind: note.count for note in event.notes}


@pytest.mark.parametrize("name", TRF)
def test_report_files(shared_events, name):
    path = shared_events / "trf" / f"{name}.trf"
    event = read_event(path)
    rounds = rounds_of(path)
    assert len(event.players) == path.read_bytes().count(b"\n001") + path.read_bytes().startswith(b"001")
    assert len(event.games) == sum(bool(opponent) and result in "10=" for opponent, _, result in rounds)
    assert kinds(event).get("forfeits", 0) == sum(bool(opponent) and result in "+-" for opponent, _, result in rounds)
    byes = sum(not opponent and result in "HFU" for opponent, _, result in rounds)
    assert kinds(event).get("byes", 0) == byes + kinds(event).get("byes by points", 0)
    assert event.players["points_stated"].notna().all()
    assert (event.score == event.players["points_stated"]).all()


def test_double_forfeit_and_a_forfeit_that_was_paired_again(shared_events):
    event = read_event(shared_events / "trf" / "many-unplayed-rounds.trf")
    double = event.entries.query("round == 2 and no in (4, 13)")
    assert double["result"].tolist() == ["-", "-"]
    again = event.entries.query("no == 2 and opponent == 5")  # a forfeit in round 4, a game in round 7
    assert again["result"].tolist() == ["-", "l"]
    assert len(event.games.query("no == 2 and opponent == 5")) == 1


def test_byes_that_only_the_points_tell(shared_events):
    """Five players of this Krause file have more points than results, and a blank round for each half of a point."""
    event = read_event(shared_events / "trf" / "krause-masters.trf")
    byes = event.entries.query("result == 'half-bye'")
    assert list(zip(byes["no"], byes["round"], strict=True)) == [(16, 4), (16, 5), (18, 3), (19, 1), (25, 6), (34, 1)]
    assert event.players.loc[[1, 6, 26], "title"].tolist() == ["GM", "IM", "WFM"]


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("comments", ["7 players and no game played: this looks like a starting list"]),
        ("incompatible_color", ["line 2, columns 132-139", "round 5", "player 2", "Black against 3", "line 3"]),
        ("incompatible_result", ["line 2, columns 132-139", "round 5", "player 2 has “w” against 3, who has “w”"]),
        ("incorrect_points", ["line 2, columns 81-84", "player 2 has 4 points", "give 3 (0 + 1 + ½ + ½ + 1)"]),
        ("invalid_code", ["line 7, columns 1-3", "“101”"]),
        ("missing_result", ["line 2, columns 132-139", "round 5", "player 3 has no opponent (line 3"]),
        ("missing_starting_number", ["line 7, columns 5-8", "number is 8, and nobody has number 7"]),
        ("too_many_results", ["line 2, columns 142-149", "player 2", "round 6", "5 rounds (line 8: XXR 5)"]),
    ],
)
def test_files_that_are_broken_on_purpose(shared_events, name, parts):
    with pytest.raises(InputError) as caught:
        read_event(shared_events / "trf" / f"{name}.trf")
    for part in [*parts, "→"]:
        assert part in str(caught.value.problems[0])


def test_swiss_web_page(shared_events):
    path = shared_events / "html" / "swiss.html"
    event = read_event(path)
    cells = [unescape(cell).strip() for cell in re.findall(r'<td class="CRc">([^<]*)</td>', path.read_text("utf-8"))]
    assert event.name == "Frome Chess Congress 2026 - Open"
    assert (len(event.players), event.rounds) == (38, 5)
    assert len(event.games) == sum(bool(re.fullmatch(r"\d+[wb][01½]", cell)) for cell in cells)
    assert kinds(event)["byes"] == sum(cell in ("-1", "-½") for cell in cells)
    assert kinds(event)["absences"] == cells.count("-0")
    assert (event.score == event.stated["TB1"]).all()  # the first tie-break of this event is the points


def test_round_robin_web_page(shared_events):
    path = shared_events / "html" / "round-robin.html"
    event = read_event(path)
    rows = re.findall(r'<tr class="CRg[12]">(.*?)</tr>', path.read_text("utf-8"))
    results = [cell for row in rows for cell in re.findall(r'<td class="CRc">([^<]*)</td>', row)[1:10]]
    assert (event.name, len(event.players)) == ("20260808-10 - USSA Closed 2026 Open", 9)
    assert len(event.games) == sum(cell in ("1", "0", "&frac12;") for cell in results)
    assert kinds(event)["forfeits"] == sum(cell in "+-" for cell in results)
    assert (event.score == event.players["points_stated"]).all()


def test_round_robin_workbook(shared_events):
    path = shared_events / "chess-results" / "round-robin.xlsx"
    event = read_event(path)
    rows = list(openpyxl.load_workbook(path).active.iter_rows(min_row=5, max_row=10, min_col=6, max_col=11))
    cells = [str(cell.value) for row in rows for cell in row]
    assert len(event.games) == sum(cell in ("1", "0", "½") for cell in cells)
    assert kinds(event)["forfeits"] == cells.count("+") + cells.count("-")
    assert (event.score == event.players["points_stated"]).all()
    assert list(event.stated) == ["TB1", "TB2", "TB3"]


def test_double_round_robin_with_dutch_colours(shared_events):
    event = read_event(shared_events / "csv" / "double-round-robin-dutch-colours.csv")
    assert event.name == "2nd Sinquefield Cup 2014"
    # 6 players, everybody twice against the 5 others, once with each colour
    assert (len(event.games), event.rounds) == (60, 10)
    assert event.entries.groupby(["no", "opponent"])["colour"].agg("".join).map(sorted).map("".join).eq("bw").all()
    assert (event.score == event.players["points_stated"]).all()


def test_game_file_of_the_paper(shared_events):
    """González-Díaz, Hendrickx, Lohmann 2013, example 2.1: 5, 5 and 26 games, RP of METHOD section 5."""
    event = read_event(shared_events / "csv" / "gonzalez-diaz-2013-example-2.1.csv")
    assert event.games.groupby(["no", "opponent"])["points"].agg(["size", "sum"]).to_numpy().tolist() == [
        [5, 4], [5, 5], [5, 1], [26, 25], [5, 0], [26, 1],
    ]  # fmt: skip
    assert kinds(event)["comments"] == 20
    assert kinds(event)["stray text"] == 1
    rp = calculated(event, Settings(dp="log-odds")).work.array("rp")
    assert (rp - rp.mean()).round(3).tolist() == [1.764, 0.491, -2.255]


def test_disconnected_open(shared_events):
    path = shared_events / "csv" / "disconnected-open.csv"
    event = read_event(path)
    cells = re.findall(r";(\d+)([ws])(?=([01=½+-]))", path.read_text("utf-8"))
    assert len(event.games) == sum(result in "01=½" for *_, result in cells)
    assert event.players["rating"].isna().all()
    assert event.entries["colour"].value_counts().to_dict() == {"w": 153, "b": 153}


def test_every_readable_file_converts_to_the_same_event(shared_events, tmp_path):
    from test_round_trip import same

    from pipeline.tiebreaks.editions import edition_of

    converted = 0
    for path in sorted(path for path in shared_events.rglob("*") if path.suffix in (".trf", ".csv", ".html", ".txt")):
        try:
            event = read_event(path)
        except InputError:
            continue
        write_event(event, tmp_path / "event.xlsx")
        again = read_event(tmp_path / "event.xlsx")
        # a date and how the event was paired have no cells of their own: what follows from them is kept
        follows = {name: value for name, value in again.settings.items() if name not in event.settings}
        assert set(follows) <= {"rules", "type"}
        assert follows.get("rules") == (edition_of(event)[0] if event.date and "rules" not in event.settings else None)
        assert follows.get("type", "") == event.paired
        same(again, replace(event, settings={**follows, **event.settings}))
        converted += 1
    assert converted == 21
