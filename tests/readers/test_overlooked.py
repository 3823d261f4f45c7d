"""Nothing that looks like a game is left out: columns without a right heading, cut lists; and what people type."""

import datetime

import pytest
from made.making import csv_file, workbook
from made.notations import SCORES, SWISS, THE_EVENT, native_table, swiss_table
from test_notations import kinds, plain, refusal

from pipeline.errors import InputError
from pipeline.readers import read_event

CROSSTABLE = swiss_table(THE_EVENT, SWISS["chess-results"])


def headed(rows, column, heading):
    """The rows with another heading."""
    return [[*rows[0][:column], heading, *rows[0][column + 1 :]], *rows[1:]]


@pytest.mark.parametrize("name", ["chess-results", "result first", "us chess", "no colour", "vega", "joined"])
@pytest.mark.parametrize(
    ("heading", "called"),
    [(None, "column E, without a heading,"), ("2.Rdd", "“2.Rdd”"), (datetime.datetime(2026, 11, 24), "2026-11-24"),
     ("Title", "“Title”"), ("Club", "“Club”"), ("TB1", "“TB1”")],
)  # fmt: skip
def test_column_of_games_without_a_right_heading(tmp_path, name, heading, called):
    rows = headed(swiss_table(THE_EVENT, SWISS[name]), 4, heading)
    (found,) = refusal(workbook(tmp_path / "c.xlsx", rows, "Sheet1"))
    assert "sheet Sheet1, cell E1" in found
    assert f"{called}" in found
    assert "look like games" in found


@pytest.mark.parametrize("number", [True, False])
@pytest.mark.parametrize(("headings", "missing"), [((1, 3, 4), "round 2"), ((2, 3, 4), "round 1"),
                                                   ((1, 2, 6), "the rounds 3, 4, 5")])  # fmt: skip
def test_round_that_is_missing_in_the_headings(tmp_path, headings, missing, number):
    rows = [[*CROSSTABLE[0][:3], *(n if number else f"{n}.Rd" for n in headings)], *CROSSTABLE[1:]]
    (found,) = refusal(workbook(tmp_path / "m.xlsx", rows, "Sheet1"))
    assert f"no column has the heading of {missing}" in found


BYES = [["-½"], ["-1"], ["-0"], ["-0"], ["-0"], ["-0"]]


@pytest.mark.parametrize("heading", ["Club", None, "Remark"])
@pytest.mark.parametrize(
    "cells", [BYES, [["half-bye"], ["full-bye"], *[["zero-bye"]] * 4], [["H---"], ["B---"], *[[""]] * 4]]
)
def test_column_of_byes_without_a_right_heading(tmp_path, heading, cells):
    rows = [[*row, *more] for row, more in zip(CROSSTABLE, [[heading], *cells], strict=True)]
    (found,) = refusal(workbook(tmp_path / "b.xlsx", rows, "Sheet1"))
    assert "cell G1" in found
    assert "look like games" in found
    rows = [[*row, *more] for row, more in zip(native_table(THE_EVENT), [[None, heading], *([None, *c] for c in cells)],
                                               strict=True)]  # fmt: skip
    assert "look like games" in " ".join(refusal(workbook(tmp_path / "n.xlsx", rows)))


@pytest.mark.parametrize("cells", [["H", "B", "U", "F", "H", "B"], [-1, 0, 0, -1, 0, 0], ["bye in round 4", *[""] * 5]])
def test_columns_that_only_look_a_little_like_byes(tmp_path, cells):
    """Groups, changes of rating, a remark."""
    rows = [[*row, more] for row, more in zip(CROSSTABLE, ["Group", *cells], strict=True)]
    assert plain(read_event(workbook(tmp_path / "b.xlsx", rows))) == THE_EVENT.plain()


@pytest.mark.parametrize("heading", ["Lug.", "Поз"])
def test_the_heading_that_is_not_known_is_blamed(tmp_path, heading):
    (found,) = refusal(workbook(tmp_path / "l.xlsx", headed(CROSSTABLE, 0, heading), "Sheet1"))
    assert f"sheet Sheet1, cell A1: the heading “{heading}” isn't known" in found
    assert "Rk." in found
    (found,) = refusal(workbook(tmp_path / "l.xlsx", [row[1:] for row in CROSSTABLE], "Sheet1"))
    assert "no column is headed as that of the numbers or ranks" in found


def test_round_whose_heading_stands_twice(tmp_path):
    assert "“3.Rd” isn't understood" in refusal(workbook(tmp_path / "t.xlsx", headed(CROSSTABLE, 4, "3.Rd")))[0]


@pytest.mark.parametrize("headings", [(None, None), ("Oponent 3", "Resutl 3")])
def test_opponents_and_results_without_right_headings(tmp_path, headings):
    rows = headed(headed(native_table(THE_EVENT), 7, headings[0]), 8, headings[1])
    assert "look like games (such as “3”)" in refusal(workbook(tmp_path / "n.xlsx", rows))[0]


def test_columns_of_a_list_that_only_look_a_little_like_games(tmp_path):
    """Groups, categories, tie-breaks with halves, rooms and boards."""
    others = [["U12", "B1", "4½", "1b", 1], ["S50", "B2", "3½", "2w", 1], ["U14", "B1", "2½", "1b", 2],
              ["W", "B2", "1½", "3b", 2], ["U12", "C1", "½", "3w", 3], ["S65", "C1", "0", "", 3]]  # fmt: skip
    headings = [*CROSSTABLE[0], "Cat", "Group", "SB", "Room", "Board"]
    rows = [headings, *([*row, *more] for row, more in zip(CROSSTABLE[1:], others, strict=True))]
    event = read_event(workbook(tmp_path / "o.xlsx", rows))
    assert plain(event) == THE_EVENT.plain()
    assert event.stated["SB"].tolist() == [4.5, 3.5, 2.5, 1.5, 0.5, 0]


def test_row_of_games_under_the_table(tmp_path):
    rows = [*CROSSTABLE[:6], [None, None, None, *CROSSTABLE[6][3:]]]
    assert "neither a number nor a name" in " ".join(refusal(workbook(tmp_path / "r.xlsx", rows)))


# Headings


def test_headings_in_two_rows(tmp_path):
    rows = native_table(THE_EVENT)
    above = [None, None, None, "Round 1", None, "Round 2", None, "Round 3", None]
    names = ["No.", "Name", "Rating", *["Opponent", "Result"] * 3]
    for head in ([above, names], [["N.", "Nome", "Elo", *["Avversario", "Risultato"] * 3]],
                 [["Nr.", "Name", "Elo", *above[3:]], [None, None, None, *["Gegner", "Ergebnis"] * 3]]):  # fmt: skip
        event = read_event(workbook(tmp_path / "h.xlsx", [*head, *rows[1:]]))
        assert plain(event) == THE_EVENT.plain()


def test_rounds_above_the_headings(tmp_path):
    head = [[None, None, None, "Round 1", "Round 2", "Round 3"], ["Rk.", "Name", "Rtg", None, None, None]]
    assert plain(read_event(workbook(tmp_path / "h.xlsx", [*head, *CROSSTABLE[1:]]))) == THE_EVENT.plain()


def test_polish_headings(tmp_path):
    rows = [["M.", "Nazwisko, Imię", "FIDE", "1", "2", "3"], *CROSSTABLE[1:]]
    event = read_event(workbook(tmp_path / "p.xlsx", rows))
    assert plain(event) == THE_EVENT.plain()
    assert event.players["rating"].tolist() == [2000, 1950, 1900, 1850, 1800, 1750]


def test_starting_list_is_said_only_of_a_list_without_games(tmp_path):
    """Headings of no language that is known, over games; then over the results of a round robin."""
    rows = [["No.", "Name", "Rtg", "Rnd A", "Rnd B", "Rnd C"], *CROSSTABLE[1:]]
    found = refusal(workbook(tmp_path / "s.xlsx", rows))
    assert len(found) == 3
    assert all("look like games" in problem for problem in found)
    robin = [["No.", "Name", "Rtg", "AA", "BB"], [1, "A", 2000, "*", "½"], [2, "B", 1900, "½", "*"]]
    (found,) = refusal(workbook(tmp_path / "r.xlsx", robin))
    assert "these columns hold results, and their headings don't say of which games: AA, BB" in found


@pytest.mark.parametrize(("opponent", "result"), [("Op{}", "R{}"), ("Opp. {}", "Res {}")])
def test_short_headings(tmp_path, opponent, result):
    rows = native_table(THE_EVENT)
    head = [*rows[0][:3], *(words.format(round_) for round_ in (1, 2, 3) for words in (opponent, result))]
    assert plain(read_event(workbook(tmp_path / "h.xlsx", [head, *rows[1:]]))) == THE_EVENT.plain()


# Lists that were cut off


def test_cut_list_is_one_problem(tmp_path):
    (found,) = refusal(csv_file(tmp_path / "c.csv", CROSSTABLE[:5], ";"))
    # 2-5 and 3-6 in round 1, 3-5 and 4-6 in round 2
    assert "line 3, field 4: 4 cells from here on name opponents whom the file doesn't have: 5, 6" in found
    assert "the list was cut off" in found


# What people type


@pytest.mark.parametrize(
    "ranks",
    [["1.", "2.", "3.", "4.", "5.", "6."], ["1.", "=", "3", "=", "5", "="], ["1-2", "1-2", "3", "4–5", "4–5", "6"],
     [1, "", 3, None, 5, 6], ["=1", "=1", "3=", "3=", "T5", "T5"], ["1)", "2)", "3)", "4)", "5)", "6)"]],
)  # fmt: skip
def test_ranks(tmp_path, ranks):
    rows = [CROSSTABLE[0], *([rank, *row[1:]] for rank, row in zip(ranks, CROSSTABLE[1:], strict=True))]
    assert plain(read_event(workbook(tmp_path / "r.xlsx", rows))) == THE_EVENT.plain()


@pytest.mark.parametrize(
    "ranks", [[1, 2, "4-5", "4-5", 5, 6], [1, 2, "=1", 4, 5, 6], [1, 3, 2, 4, 5, 6], [1, 2, "x", 4, 5, 6]]
)
def test_ranks_that_cannot_be(tmp_path, ranks):
    rows = [CROSSTABLE[0], *([rank, *row[1:]] for rank, row in zip(ranks, CROSSTABLE[1:], strict=True))]
    assert "the rank is" in refusal(workbook(tmp_path / "r.xlsx", rows))[0]


@pytest.mark.parametrize(
    ("rating", "read"),
    [("NR", None), ("N/A", None), ("nr", None), ("n.a.", None), ("1900P12", 1900), ("1900 P5", 1900), ("1900/12", 1900),
     ("2 000", 2000), ("2\u00a0000", 2000), ("2000 F", 2000), ("1 499 E", 1499), ("2'000", 2000)],
)  # fmt: skip
def test_ratings(tmp_path, rating, read):
    rows = [*CROSSTABLE[:3], [*CROSSTABLE[3][:2], rating, *CROSSTABLE[3][3:]], *CROSSTABLE[4:]]
    event = read_event(workbook(tmp_path / "r.xlsx", rows))
    ratings = [2000, 1950, read or float("nan"), 1850, 1800, 1750]
    assert event.players["rating"].tolist() == pytest.approx(ratings, nan_ok=True)
    assert ("ratings" in kinds(event)) == (read is not None)
    assert event.score.tolist() == SCORES


@pytest.mark.parametrize("ranks", [[1, 1, 3, 4, 4, 6], ["1", "1", "3", "3", "3", "6"], [1, 2, 3, 4, 4, 4]])
def test_ranks_that_are_shared(tmp_path, ranks):
    """Each is that of the row above, or its own place: the cells name the rows, whatever they share."""
    rows = [CROSSTABLE[0], *([rank, *row[1:]] for rank, row in zip(ranks, CROSSTABLE[1:], strict=True))]
    event = read_event(workbook(tmp_path / "r.xlsx", rows))
    assert plain(event) == THE_EVENT.plain()
    assert kinds(event)["ties in rank"]


@pytest.mark.parametrize("ranks", [[1, 1, 2, 3, 3, 4], [2, 2, 3, 4, 5, 6], [1, 1, 3, 4, 5, 5.5]])
def test_shared_ranks_that_are_no_places_say_what_to_do(tmp_path, ranks):
    rows = [CROSSTABLE[0], *([rank, *row[1:]] for rank, row in zip(ranks, CROSSTABLE[1:], strict=True))]
    assert "number the rows 1, 2, 3" in refusal(workbook(tmp_path / "r.xlsx", rows))[0]


@pytest.mark.parametrize("rating", [2, 1.95, 19, 0.5, 99, "2.0", -5, 4001])
def test_ratings_that_no_list_has(tmp_path, rating):
    """2.000 that became 2, and what is no rating either."""
    rows = [*CROSSTABLE[:3], [*CROSSTABLE[3][:2], rating, *CROSSTABLE[3][3:]], *CROSSTABLE[4:]]
    (found,) = refusal(workbook(tmp_path / "r.xlsx", rows, "Sheet1"))
    assert "cell C4: the rating" in found
    assert "100 to 4000" in found
    rows[3][2] = 100
    assert read_event(workbook(tmp_path / "r.xlsx", rows)).players["rating"].tolist()[2] == 100


@pytest.mark.parametrize("rating", ["2,000", "2.000", "GM", "2000*", "1900P123", "20 000", "2000 X"])
def test_ratings_that_are_none(tmp_path, rating):
    rows = [*CROSSTABLE[:3], [*CROSSTABLE[3][:2], rating, *CROSSTABLE[3][3:]], *CROSSTABLE[4:]]
    assert "cell C4: the rating is" in refusal(workbook(tmp_path / "r.xlsx", rows))[0]


@pytest.mark.parametrize("heading", ["3.Rd", "TB1", "Elo", ""])
def test_results_without_their_opponents_are_no_column_to_leave_out(tmp_path, heading):
    rows = [
        ["No.", "Name", "Rating", "Opponent 1", "Result 1", heading],
        [1, "Anna", 2000, 2, "w", "w"], [2, "Bo", 1900, 1, "l", "d"], [3, "Cleo", 1800, 4, "d", "l"],
        [4, "Dora", 1700, 3, "d", "d"],
    ]
    with pytest.raises(InputError, match="its cells look like games"):
        read_event(workbook(tmp_path / "e.xlsx", rows))


@pytest.mark.parametrize("heading", ["Pts.", "Result 1", "No."])
def test_the_column_of_a_round_robin_under_another_heading(tmp_path, heading):
    rows = [["No.", "Name", "1", "2", heading], [1, "Anna", "*", "1", "½"], [2, "Bo", "0", "*", "1"],
            [3, "Cleo", "½", "0", "*"]]
    with pytest.raises(InputError):
        read_event(workbook(tmp_path / "r.xlsx", rows))
