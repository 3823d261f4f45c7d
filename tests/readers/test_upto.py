"""--round R: the event as after round R."""

import pytest
from made.fields import event
from made.making import csv_file

from pipeline.commands.calculating import calculation_for
from pipeline.commands.convert import write_event
from pipeline.errors import InputError, UsageError
from pipeline.method.calculation import calculated
from pipeline.method.settings import Settings
from pipeline.readers import read_event
from pipeline.readers.hints import Hints
from pipeline.registry import STATE_PROVISIONAL

ROUNDS = ("1w2 3d4", "1d3 2w4", "1w4 2:half-bye 3:zero-bye")
RATINGS = [2000, 1900, 1800, 1700]


@pytest.fixture
def whole(tmp_path):
    path = tmp_path / "whole.xlsx"
    write_event(event(RATINGS, *ROUNDS), path)
    return path


@pytest.mark.parametrize("last", [1, 2])
def test_it_is_the_event_that_a_file_of_so_many_rounds_holds(whole, tmp_path, last):
    write_event(event(RATINGS, *ROUNDS[:last]), tmp_path / "cut.xlsx")
    cut, alone = read_event(whole, hints=Hints(round=last)), read_event(tmp_path / "cut.xlsx")
    assert cut.entries.equals(alone.entries)
    assert (cut.rounds, cut.declared, cut.rounds_left) == (last, 3, 3 - last)
    computed, expected = (calculated(one, Settings()).work.frame for one in (cut, alone))
    assert computed["rp"].equals(expected["rp"])
    assert computed["rank"].equals(expected["rank"])


def test_what_came_later_is_counted(whole):
    notes = {note.kind: note for note in read_event(whole, hints=Hints(round=2)).notes}
    # round 3 has one game; the bye and the absence of that round are no notes of the first two
    assert (notes["later rounds"].count, notes["later rounds"].which) == (1, "the event is as after round 2 of 3")
    assert not {"byes", "absences"} & notes.keys()


def test_rounds_that_came_later_are_to_be_played(whole):
    calculation = calculation_for(whole, {}, hints=Hints(round=2))
    assert calculation.state == STATE_PROVISIONAL
    assert "1 round to be played" in calculation.master


def test_the_last_round_is_the_whole_event(whole):
    assert read_event(whole, hints=Hints(round=3)).entries.equals(read_event(whole).entries)


def test_stated_points_and_tie_breaks_are_those_of_the_end(tmp_path):
    rows = [
        ["No.", "Name", "Rating", "Opponent 1", "Result 1", "Opponent 2", "Result 2", "Points", "TB1"],
        [1, "A", 2000, 2, "w", 2, "d", 1.5, 7],
        [2, "B", 1900, 1, "l", 1, "d", 0.5, 8],
    ]
    path = csv_file(tmp_path / "event.csv", rows)
    assert list(read_event(path).stated) == ["TB1"]
    cut = read_event(path, hints=Hints(round=1))
    assert list(cut.stated) == [] and "points_stated" not in cut.players
    assert not [check for check in calculation_for(path, {}, hints=Hints(round=1)).checks if "stated" in check.key]


def test_a_round_that_there_is_not_is_refused(whole):
    with pytest.raises(UsageError, match="4 is more than the file's 3 rounds"):
        read_event(whole, hints=Hints(round=4))


def test_a_cross_table_of_a_round_robin_has_no_rounds(tmp_path):
    rows = [["No.", "Name", "Rtg", 1, 2, 3], [1, "A", 2000, "", 1, "½"], [2, "B", 1900, 0, "", 1],
            [3, "C", 1800, "½", 0, ""]]
    with pytest.raises(InputError, match="doesn't say in which round each game was played"):
        read_event(csv_file(tmp_path / "event.csv", rows), hints=Hints(round=1))


def test_a_list_of_games_without_rounds_has_none(tmp_path):
    rows = [["White", "Black", "Result"], ["A", "B", "1-0"], ["B", "C", "1-0"], ["A", "C", "1/2-1/2"]]
    with pytest.raises(InputError, match="doesn't say in which round each game was played"):
        read_event(csv_file(tmp_path / "event.csv", rows), hints=Hints(round=1))


def test_a_round_before_any_game_is_refused(tmp_path):
    write_event(event([2000, 1900], "1:half-bye 2:half-bye", "1w2"), tmp_path / "late.xlsx")
    with pytest.raises(InputError, match="no game played"):
        read_event(tmp_path / "late.xlsx", hints=Hints(round=1))


@pytest.mark.parametrize("command", ["table", "check", "report", "rate"])
def test_every_command_takes_it(arpo, whole, command):
    done = arpo(command, whole, "--round", 2)
    assert done.status == 0, done.err
    assert "1 round to be played" in done.out + done.err or command == "rate"


def test_a_round_is_a_number_from_1(arpo, whole):
    done = arpo("check", whole, "--round", 0)
    assert (done.status, "--round" in done.err) == (2, True)
