"""Real files of chess-results and Swiss-Manager; counted here independently of the readers where that is possible."""

import re

import openpyxl
import pytest

from pipeline.errors import InputError
from pipeline.event import RESULTS
from pipeline.readers import read_event

SWISS_MANAGER = "swiss-manager/open-147-players-recrp.txt"
CROSSTABLES = ["swiss-ranked-1.xlsx", "swiss-ranked-2.xlsx", "swiss-by-starting-number.xlsx"]


def scores(event):
    """The points of every player in the standings, byes and forfeits included."""
    score = {code: result.score for code, result in RESULTS.items()} | {"": 0.0}
    by_player = event.entries["result"].map(score).groupby(event.entries["no"]).sum()
    return by_player.reindex(event.players.index, fill_value=0.0)


def kinds(event):
    return {note.kind: note.count for note in event.notes}


def test_video(shared_events):
    event = read_event(shared_events / "video.csv")
    # 5 + 4 + 4 + 4 + 4 + 5 + 4 + 4 entries, all of them games
    assert (len(event.players), event.rounds, len(event.entries), len(event.games)) == (8, 5, 34, 34)
    assert scores(event).tolist() == [4, 3, 3, 1.5, 2.5, 1, 1, 1]
    assert event.notes == ()


@pytest.mark.parametrize("name", CROSSTABLES)
def test_crosstable_against_an_independent_count(shared_events, name):
    path = shared_events / "chess-results" / name
    event = read_event(path)
    cells = [value for row in openpyxl.load_workbook(path).active.iter_rows(values_only=True) for value in row]
    games = [v for v in cells if isinstance(v, str) and re.fullmatch(r" *\d+[wb][01½]", v)]
    forfeits = [v for v in cells if isinstance(v, str) and re.fullmatch(r" *\d+[wb][+-]", v)]
    assert len(event.games) == len(games)
    assert kinds(event).get("forfeits", 0) == len(forfeits)
    assert (event.entries["opponent"].isna()).sum() + len(games) + len(forfeits) == len(event.entries)
    # Every cell of every player is filled: -1 and 0 are entries, too.
    assert len(event.entries) == len(event.players) * event.rounds


@pytest.mark.parametrize("name", CROSSTABLES)
def test_minus_one_is_a_point_and_zero_none(shared_events, name):
    """With -1 as a bye of one point and 0 as an absence, every stated score is the computed one."""
    event = read_event(shared_events / "chess-results" / name)
    assert (scores(event) == event.players["points_stated"]).all()


@pytest.mark.parametrize(
    ("name", "players", "rounds", "notes"),
    [
        ("swiss-ranked-1.xlsx", 67, 7, {"unrated": 22, "byes": 7, "absences": 4, "forfeits": 10, "rows left out": 2}),
        ("swiss-ranked-2.xlsx", 107, 7, {
            "unrated": 29, "byes": 5, "absences": 12, "forfeits": 20, "rows left out": 2,
            "ties in rank": 5, "no game": 2,
        }),
        ("swiss-by-starting-number.xlsx", 30, 5, {
            "unrated": 7, "byes": 3, "absences": 5, "rows left out": 2, "columns left out": 1,
        }),
    ],
)  # fmt: skip
def test_what_crosstables_hold(shared_events, name, players, rounds, notes):
    event = read_event(shared_events / "chess-results" / name)
    assert (len(event.players), event.rounds) == (players, rounds)
    assert kinds(event) == notes
    assert event.name.startswith("Keshmat")
    assert list(event.stated) == ["TB1", "TB2", "TB3"]


def test_swiss_manager(shared_events):
    event = read_event(shared_events / SWISS_MANAGER)
    assert event.name == "33 Open Internacional Ciudad de San Sebastian"
    assert (len(event.players), event.rounds) == (150, 9)
    assert event.stated["RecRp"].notna().sum() == 150
    text = (shared_events / SWISS_MANAGER).read_text(encoding="latin-1")
    assert len(event.games) == len(re.findall(r";\d+;[wb];[01x](?=;)", text))
    assert kinds(event) == {
        "ties in rank": 6, "unrated": 11, "byes": 65, "absences": 33, "forfeits": 38, "no game": 3,
    }  # fmt: skip


def test_swiss_manager_gives_half_a_point_for_three_lost_forfeits(shared_events):
    """Players 130, 133 and 145 lost round 1 by forfeit, and the file counts half a point for it."""
    event = read_event(shared_events / SWISS_MANAGER)
    difference = event.players["points_stated"] - scores(event)
    assert difference[difference != 0].to_dict() == {130: 0.5, 133: 0.5, 145: 0.5}
    first = event.entries.query("round == 1").set_index("no")["result"]
    assert first[[130, 133, 145]].tolist() == ["-", "-", "-"]


@pytest.mark.parametrize(("name", "count"), [("starting-list.xlsx", 53), ("starting-list-portuguese.xlsx", 47)])
def test_starting_lists(shared_events, name, count):
    with pytest.raises(InputError, match=f"{count} players and no column of games: this is a starting list"):
        read_event(shared_events / "chess-results" / name)


def test_crosstable_as_csv(shared_events):
    event = read_event(shared_events / "csv" / "open-220-players.csv")
    assert (len(event.players), event.rounds) == (220, 9)
    assert (scores(event) == event.players["points_stated"]).all()
