"""Cells in the notations of other programs: read back as the same games, or refused, and never as anything else."""

from collections import defaultdict
from random import Random

import pytest
from made.making import csv_file, workbook
from made.notations import (
    ROUND_ROBINS,
    SCORES,
    SWISS,
    THE_EVENT,
    native_table,
    random_event,
    random_round_robin,
    round_robin_table,
    swiss_table,
)
from made.writers import html

from pipeline.errors import InputError
from pipeline.readers import read_event
from pipeline.readers.hints import NONE, Hints

SEEDS = range(6)
GAMES = Hints(signs="games")
FORFEITS = Hints(signs="forfeits")


def plain(event):
    """The entries as `notations.Event.plain` has them."""
    entries = event.entries.assign(opponent=event.entries["opponent"].fillna(0).astype(int))
    return sorted(entries[["no", "round", "opponent", "result"]].itertuples(index=False, name=None))


def refusal(path, hints=NONE):
    with pytest.raises(InputError) as caught:
        read_event(path, hints=hints)
    return [str(problem) for problem in caught.value.problems]


def kinds(event):
    return {note.kind: note.which for note in event.notes}


# Dashes, fractions, forfeits; points of other scorings; opponents by starting number


@pytest.mark.parametrize("dash", "-\u2010\u2011\u2012\u2013\u2014\u2015\u2212")
def test_every_dash_is_one(tmp_path, dash):
    robin = [["No.", "Name", "Rtg", 1, 2, 3], [1, "A", 2000, "*", "1-0", "½-½"], [2, "B", 1900, "0-1", "*", "+ - -"],
             [3, "C", 1800, "½-½", "- - +", "*"]]  # fmt: skip
    rows = [[str(v).replace("-", dash) for v in row] for row in robin]
    found = read_event(csv_file(tmp_path / "r.csv", rows, ";"))
    assert found.score.tolist() == [1.5, 1, 0.5]  # 1 + ½, 0 + the forfeit, ½ + 0
    assert len(found.games) == 4
    swiss = swiss_table(THE_EVENT, SWISS["joined"])
    rows = [[str(v).replace("-", dash) for v in row] for row in swiss]
    assert plain(read_event(csv_file(tmp_path / "s.csv", rows, ";"))) == THE_EVENT.plain()
    byes = [["Rk.", "Name", "Rtg", "1.Rd", "2.Rd"], [1, "A", 2000, "2w1", "-½"], [2, "B", 1900, "1b0", "-1"],
            [3, "C", 1800, "4w+", "--"], [4, "D", 1700, "3b-", "-0"]]  # fmt: skip
    rows = [[str(v).replace("-", dash) for v in row] for row in byes]
    found = read_event(csv_file(tmp_path / "b.csv", rows, ";"), hints=Hints(signs="forfeits"))
    assert found.score.tolist() == [1.5, 1, 1, 0]
    assert len(found.games) == 2


@pytest.mark.parametrize("half", ["1\u20442", "1\u22152"])
def test_half_with_a_stroke_of_fractions(tmp_path, half):
    rows = [[str(v).replace("½", half) for v in row] for row in swiss_table(THE_EVENT, SWISS["chess-results"])]
    assert plain(read_event(csv_file(tmp_path / "h.csv", rows, ";"))) == THE_EVENT.plain()


def test_k_is_a_forfeit(tmp_path):
    rows = [["Rk.", "Name", "Rtg", "1.Rd", "2.Rd"], [1, "A", 2000, "2w1", "3b1K"], [2, "B", 1900, "1b0", "4w1"],
            [3, "C", 1800, "4w½", "1w0K"], [4, "D", 1700, "3b½", "2b0"]]  # fmt: skip
    found = read_event(csv_file(tmp_path / "k.csv", rows, ";"))
    assert found.entries["result"].tolist() == ["w", "+", "l", "w", "d", "-", "d", "l"]


POINTED = [["Rk.", "Name", "Rtg", "1.Rd", "2.Rd", "3.Rd", "Pts"], [1, "A", 2000, "4w+", "2b1", "-1", 4],
           [2, "B", 1950, "3b2", "1w1", "-2", 5], [3, "C", 1900, "2w0", "4b2", "-0", 2],
           [4, "D", 1850, "1b-", "3w0", "-0", 0]]  # fmt: skip


def test_points_of_another_scoring_with_byes_and_forfeits(tmp_path):
    """By 2-1-0: 2 + 1 + 1, 2 + 1 + 2, 0 + 2 + 0, 0."""
    for write, name in ((csv_file, "p.csv"), (workbook, "p.xlsx")):
        path = write(tmp_path / name, POINTED)
        (found,) = refusal(path)
        assert "say --points 2-1-0" in found
        assert "team match" not in found
        event = read_event(path, hints=Hints(points="2-1-0"))
        assert event.score.tolist() == event.players["points_stated"].tolist() == [4, 5, 2, 0]
        assert event.entries.query("round == 3")["result"].tolist() == ["half-bye", "full-bye", "zero-bye", "zero-bye"]
        (found,) = refusal(path, Hints(points="3-1-0"))
        assert "--points says 3-1-0" in found
        assert "say --points 2-1-0" in found


def test_opponents_by_starting_number_beside_the_rank(tmp_path):
    """The rows are by rank; only the starting numbers 3, 1, 4, 2 fit the cells."""
    rows = [["Rk.", "SNo", "Name", "Rtg", "1.Rd", "2.Rd"],
            [1, 3, "C", 1900, "1w1", "2b1"], [2, 1, "A", 2000, "3b0", "4w1"],
            [3, 4, "D", 1800, "2w½", "1b0"], [4, 2, "B", 1950, "4b½", "3w0"]]  # fmt: skip
    event = read_event(csv_file(tmp_path / "s.csv", rows, ";"))
    assert event.players["name"].to_dict() == {3: "C", 1: "A", 4: "D", 2: "B"}
    assert event.score.to_dict() == {3: 2, 1: 1, 4: 0.5, 2: 0.5}
    broken = [*rows[:4], [4, 2, "B", 1950, "4b½", "1w0"]]  # which neither of the two fits
    assert refusal(csv_file(tmp_path / "b.csv", broken, ";"))


def test_a_contradiction_quotes_the_cells(tmp_path):
    rows = swiss_table(THE_EVENT, SWISS["chess-results"])
    rows[1][3] = "4w0"
    (found,) = refusal(csv_file(tmp_path / "c.csv", rows, ";"))
    assert "player 1 has “4w0” against 4, who has “1b0” (line 5, field 4)" in found


# What is generated


@pytest.mark.parametrize("name", SWISS)
def test_swiss_notations_read_back(tmp_path, name):
    """Each of the notations is read as the event that was written, and without its hint not as another one."""
    notation, path, read = SWISS[name], tmp_path / "event.csv", 0
    for seed in SEEDS:
        random = Random(seed)
        event = random_event(random, forfeits=notation.has_forfeits)
        csv_file(path, swiss_table(event, notation), random.choice(";\t"))
        for hints in (Hints(**notation.hints), NONE):
            try:
                found = read_event(path, hints=hints)
            except InputError:
                continue
            assert plain(found) == event.plain()
            read += 1
    # “-1” is a bye or a game lost to number 1 where cells have no colour, and then the file is refused.
    assert read >= (2 if name == "no colour, result first" else len(SEEDS))


@pytest.mark.parametrize("name", ROUND_ROBINS)
@pytest.mark.parametrize("cycles", [1, 2, 3])
def test_round_robin_notations_read_back(tmp_path, name, cycles):
    write, has_forfeits = ROUND_ROBINS[name]
    read = 0
    for seed in SEEDS:
        players, games = random_round_robin(Random(seed), cycles, forfeits=has_forfeits)
        table = round_robin_table(players, games, write)
        path = tmp_path / "event"
        csv_file(path, table, ";") if "plus" in name else workbook(path, table)  # “==” would be a formula
        try:
            event = read_event(path)
        except InputError:
            continue
        found = defaultdict(list)
        for entry in event.entries.sort_values("round", kind="stable").itertuples():
            found[entry.no, entry.opponent].append(entry.result)
        assert found == games
        read += 1
    # In three games “+ - -” can be one game or three: refused.
    assert read == (0 if cycles == 3 and "plus" in name else len(SEEDS))


@pytest.mark.parametrize("name", ["chess-results", "papi", "us chess", "vega", "stroke", "joined"])
def test_changed_cells_are_refused(tmp_path, name):
    """Two cells of a round that change places, a cell that is left out, a heading that is: none is read as an event."""
    notation = SWISS[name]
    for seed in SEEDS:
        random = Random(seed)
        event = random_event(random, byes=False, forfeits=False)
        table = swiss_table(event, notation)
        column = random.randrange(3, 3 + event.rounds)
        games = [row for row in range(1, event.players + 1) if event.entries[row, column - 2][0]]
        one, other = random.sample(games, 2)
        swapped = [list(row) for row in table]
        swapped[one][column], swapped[other][column] = table[other][column], table[one][column]
        cut = [list(row) for row in table]
        cut[one][column] = ""
        unheaded = [list(row) for row in table]
        unheaded[0][column] = ""
        for rows in (cut, unheaded, *([swapped] if swapped != table else [])):
            refusal(csv_file(tmp_path / "event.csv", rows, "\t"))


@pytest.mark.parametrize("kind", ["xlsx", "csv", "tab", "html"])
@pytest.mark.parametrize("name", ["papi", "us chess", "stroke", "colour first, signs"])
def test_every_container(tmp_path, name, kind):
    path = tmp_path / "event"
    table = swiss_table(THE_EVENT, SWISS[name])
    if kind == "xlsx" and name == "papi":
        table = [[value.replace("=", " =") if isinstance(value, str) else value for value in row] for row in table]
    if kind == "xlsx":
        workbook(path, table)
    elif kind == "html":
        html(path, [["Village Open"], *table])
    else:
        csv_file(path, table, "\t" if kind == "tab" else ";")
    event = read_event(path)
    assert plain(event) == THE_EVENT.plain()
    assert event.score.tolist() == SCORES


# Two results that a dash joins


def test_joined_results_are_one_game(tmp_path):
    """Six games: 1 beats all, 2 beats 3, 4 beats 2, 3 beats 4."""
    cells = [["*", "1-0", "1-0", "1-0"], ["0-1", "*", "1-0", "0-1"], ["0-1", "0-1", "*", "1-0"],
             ["0-1", "1-0", "0-1", "*"]]  # fmt: skip
    rows = [["No", "Name", "Rtg", 1, 2, 3, 4], *([no, f"P{no}", 2000, *row] for no, row in enumerate(cells, 1))]
    event = read_event(csv_file(tmp_path / "r.csv", rows, ";"))
    assert (event.rounds, len(event.games)) == (3, 12)
    assert event.score.tolist() == [3, 1, 1, 1]
    assert "forfeits" not in kinds(event)


@pytest.mark.parametrize("cell", ["1-1", "½-0", "0-0", "1-0-1", "2-0", "1.5-0.5", "1-"])
def test_joined_results_that_are_no_game(tmp_path, cell):
    rows = [["No", "Name", "Rtg", 1, 2], [1, "A", 2000, "*", cell], [2, "B", 1900, "0-1", "*"]]
    assert "cell E2" in refusal(workbook(tmp_path / "r.xlsx", rows))[0]


def test_results_as_white_has_them_are_refused(tmp_path):
    """Each game with White's result in both rows: the rows contradict each other."""
    rows = [["No", "Name", "Rtg", 1, 2], [1, "A", 2000, "*", "1-0"], [2, "B", 1900, "1-0", "*"]]
    assert "the two contradict" in refusal(workbook(tmp_path / "r.xlsx", rows))[0]


@pytest.mark.parametrize(
    "cells",
    [
        [["*", "1/0", "½/½"], ["0/1", "*", "1/0"], ["½/½", "0/1", "*"]],
        [["*", "+/-", "1"], ["-/+", "*", "½"], ["0", "½", "*"]],
        [["*", "1 0", "½ ½"], ["0 1", "*", "1 0"], ["½ ½", "0 1", "*"]],
    ],
)
def test_one_game_or_two_is_a_question(tmp_path, cells):
    rows = [["No", "Name", "Rtg", 1, 2, 3], *([no, f"P{no}", 2000, *row] for no, row in enumerate(cells, 1))]
    assert "can be one game or two" in refusal(workbook(tmp_path / "r.xlsx", rows))[0]


# + = -


@pytest.mark.parametrize("draw", ["=", "½"])
def test_signs_of_a_table_without_1_and_0_are_games(tmp_path, draw):
    rows = native_table(THE_EVENT, {"w": "+", "d": draw, "l": "-"})
    event = read_event(workbook(tmp_path / "s.xlsx", rows))
    assert plain(event) == THE_EVENT.plain()
    assert kinds(event)["signs"] == "+ a win, - a loss"


def test_signs_beside_digits_are_forfeits(tmp_path):
    rows = swiss_table(THE_EVENT, SWISS["chess-results"])
    rows[1][3], rows[4][3] = "4w+", "1b-"
    event = read_event(workbook(tmp_path / "s.xlsx", rows))
    assert len(event.games) == 16
    assert event.entries.query("round == 1 and no in (1, 4)")["result"].tolist() == ["+", "-"]


@pytest.mark.parametrize(
    "cells",
    [
        ["2w+", "1b-", "4w½", "3b½", "6w½", "5b½"],  # draws in the notation of 1 ½ 0, and more of them
        ["2w+", "1b-", "4w", "3b", "6w", "5b"],  # most is still to be played
        ["2w+", "1b-", "4w-", "3b-"],  # a game that both lost
    ],
)
def test_signs_that_nothing_settles_are_a_question(tmp_path, cells):
    rows = [["Rk.", "Name", "Rtg", "1.Rd"], *([no, f"P{no}", 2000, cell] for no, cell in enumerate(cells, 1))]
    path = workbook(tmp_path / "q.xlsx", rows, "Event")
    assert "sheet Event, cell D1: the results + and - can be games" in refusal(path)[0]
    assert "--signs games or --signs forfeits" in refusal(path)[0]
    if "4w-" not in cells:
        assert read_event(path, hints=GAMES).entries["result"].tolist()[:2] == ["w", "l"]


def test_more_forfeits_than_games_are_asked_about(tmp_path):
    """14 of the 18 results would be forfeits: the draw is in the letters of w, d, l."""
    path = workbook(tmp_path / "f.xlsx", native_table(THE_EVENT, {"w": "+", "d": "d", "l": "-"}))
    assert "of the results 14 are + and -, which are forfeits here, and only 4" in refusal(path)[0]
    assert len(read_event(path, hints=FORFEITS).games) == 4
    assert plain(read_event(path, hints=GAMES)) == THE_EVENT.plain()


# Parts of a cell


@pytest.mark.parametrize(
    ("cell", "code"),
    [("BYE", "full-bye"), ("bye", "full-bye"), ("1 BYE", "full-bye"), ("+BYE", "full-bye"), ("½ bye", "half-bye"),
     ("0 BYE", "zero-bye"), ("H---", "half-bye"), ("U---", "zero-bye"), ("B---", "full-bye"), ("H--", "half-bye"),
     ("half-bye", "half-bye"), ("-½", "half-bye"), ("--", "zero-bye")],
)  # fmt: skip
def test_byes(tmp_path, cell, code):
    rows = swiss_table(THE_EVENT, SWISS["chess-results"])
    rows[1][4], rows[2][4] = cell, "0"
    event = read_event(csv_file(tmp_path / "b.csv", rows, "\t"))
    assert event.entries.query("no == 1 and round == 2")["result"].item() == code


def test_letters_of_a_bye_alone_are_read_only_in_the_notation_of_us_chess(tmp_path):
    rows = swiss_table(THE_EVENT, SWISS["chess-results"])
    rows[1][4] = "B"
    assert "“B”, which isn't an opponent" in refusal(csv_file(tmp_path / "b.csv", rows, "\t"))[0]


def test_forfeits_of_vega(tmp_path):
    rows = swiss_table(THE_EVENT, SWISS["vega"])
    rows[1][3], rows[4][3] = "1 cf4", "0 cf1"
    event = read_event(csv_file(tmp_path / "v.csv", rows, "\t"))
    assert event.entries.query("round == 1 and no in (1, 4)")["result"].tolist() == ["+", "-"]


def test_win_against_number_1_is_told_from_a_game_won_by_number_1(tmp_path):
    """“1 w 1” alone can be read from both ends; the other cells show that the result comes first."""
    event = read_event(csv_file(tmp_path / "o.csv", swiss_table(THE_EVENT, SWISS["result, colour, opponent"]), "\t"))
    assert plain(event) == THE_EVENT.plain()


# Scorings


def test_points_of_another_scoring_are_offered_its_option(tmp_path):
    path = csv_file(tmp_path / "p.csv", swiss_table(THE_EVENT, SWISS["two points"]), "\t")
    (found,) = refusal(path)
    assert "--points 2-1-0" in found
    assert "team match" not in found
    event = read_event(path, hints=Hints(points="2-1-0"))
    assert event.score.tolist() == [5, 5, 3, 2, 2, 1]
    # the method's own points stay 1, ½, 0
    assert event.games.groupby("no")["points"].sum().tolist() == SCORES


@pytest.mark.parametrize("cells", [["2w3", "1b1", "4w2", "3b2"], ["2w2½", "1b1½", "4w2", "3b2"], ["2w2", "1b2"]])
def test_board_points_stay_refused(tmp_path, cells):
    rows = [["Rk.", "Name", "1.Rd"], *([no, f"Team {no}", cell] for no, cell in enumerate(cells, 1))]
    found = refusal(workbook(tmp_path / "t.xlsx", rows))
    assert "board points of a team match" in found[0]
    assert "--points" not in "".join(found)


def test_three_points_of_a_round_robin(tmp_path):
    cells = [["*", 3, 1], [0, "*", 3], [1, 0, "*"]]
    rows = [["No", "Name", "Rtg", 1, 2, 3], *([no, f"P{no}", 2000, *row] for no, row in enumerate(cells, 1))]
    path = workbook(tmp_path / "r.xlsx", rows)
    assert "--points 3-1-0" in refusal(path)[0]
    assert read_event(path, hints=Hints(points="3-1-0")).score.tolist() == [4, 3, 1]


# Colours and encodings


def test_unknown_colour_names_the_option(tmp_path):
    path = csv_file(tmp_path / "c.csv", swiss_table(THE_EVENT, SWISS["letters of results"]), "\t")
    assert "“v” is no colour that is known" in refusal(path)[0]
    assert "--colours" in refusal(path)[0]
    event = read_event(path, hints=Hints(colours="v/s"))
    assert event.entries.query("no == 1 and round == 1")["colour"].item() == "w"


def test_colours_of_swiss_manager_by_their_letters(tmp_path):
    lines = ["Rank;SNo.;;Name;Rtg;FED;1.Rd.;;", "1;1;;A;2000;AUT;2;б;1", "2;2;;B;1900;AUT;1;ч;0"]
    (tmp_path / "s.txt").write_text("\n".join(lines), encoding="utf-8")
    event = read_event(tmp_path / "s.txt", hints=Hints(colours="б/ч"))
    assert event.entries["colour"].tolist() == ["w", "b"]


@pytest.mark.parametrize("sign", ["«", "Â½", "˝", "╜", "┬╜", "¢", "\ufffd"])
@pytest.mark.parametrize("table", [swiss_table(THE_EVENT, SWISS["chess-results"]), native_table(THE_EVENT, {"d": "½"})])
def test_half_points_in_wrong_encodings(tmp_path, sign, table):
    rows = [[value.replace("½", sign) if isinstance(value, str) else value for value in row] for row in table]
    event = read_event(csv_file(tmp_path / "h.csv", rows, "\t"))
    assert plain(event) == THE_EVENT.plain()
    assert kinds(event)["half points"] == f"“{sign}” in 4 cells"


def test_half_points_of_ms_dos(tmp_path):
    path = csv_file(tmp_path / "h.csv", swiss_table(THE_EVENT, SWISS["chess-results"]), ";", "cp850")
    assert plain(read_event(path)) == THE_EVENT.plain()


@pytest.mark.parametrize("cells", [{1: "2w«", 2: "1b½"}, {1: "2w?", 2: "1b?"}])
def test_doubtful_half_points_are_refused(tmp_path, cells):
    rows = swiss_table(THE_EVENT, SWISS["chess-results"])
    for row, cell in cells.items():
        rows[row][4] = cell
    assert "which isn't an opponent with a result" in refusal(csv_file(tmp_path / "h.csv", rows, "\t"))[0]


@pytest.mark.parametrize("name", ["«", "œ", "1⁄2", "½"])
def test_whatever_a_player_is_called_is_no_half_point(name, tmp_path):
    path = tmp_path / "event.csv"
    path.write_text(f"No.;Name;Rating;Opponent 1;Result 1\n1;{name};1900;2;«\n2;Bea;1800;1;«\n", "utf-8")
    event = read_event(path)
    assert event.players["name"].tolist() == [name, "Bea"]
    assert event.games["points"].tolist() == [0.5, 0.5]
