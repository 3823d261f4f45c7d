"""Whose row it is: names as people write them, numbers that are the event's and others, players without a row."""

import dataclasses

import pandas as pd
import pytest
from made.reading_sheets import COLUMNS, GIVEN, remarks_of, rows_of, table_of
from made.tables import video

from pipeline.audit.report.words import words
from pipeline.audit.run import audit_table
from pipeline.audit.sheet.players import PlayerNames, Row, matched
from pipeline.errors import InputError

EVENT = [
    "Núñez Ávila, José", "García Pérez, María", "Fernández, Íñigo", "López, Ana", "Ruiz de la Torre, Inés",
    "Ødegård, Per", "López, Ana María", "Mi, Yu",
]


def club(names=EVENT):
    """The video's event with other names."""
    event = video()
    players = event.players.assign(name=pd.Series(names, index=event.players.index))
    return dataclasses.replace(event, players=players)


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("NUNEZ AVILA, JOSE", "Núñez Ávila, José"),
        ("Nu\u0301n\u0303ez A\u0301vila,  Jose\u0301", "Núñez Ávila, José"),  # accents as signs of their own
        ("José Núñez Ávila", "Núñez Ávila, José"),
        ("GM Núñez Ávila, José", "Núñez Ávila, José"),
        ("WIM María García Pérez", "García Pérez, María"),
        ("Fernandez,Inigo", "Fernández, Íñigo"),
        ("Ruiz de la Torre, I.", "Ruiz de la Torre, Inés"),
        ("Inés Ruiz", "Ruiz de la Torre, Inés"),
        ("Odegard Per", "Ødegård, Per"),
        ("Mi Yu", "Mi, Yu"),  # MI is a title, and here a name
        ("Ana López", "López, Ana"),  # not Ana María, of whom this would be a part
    ],
)
def test_a_name_is_found_however_it_is_written(written, name):
    assert [EVENT[position] for position in PlayerNames(EVENT).found(written)] == [name]


@pytest.mark.parametrize(("written", "count"), [("López", 2), ("L. A.", 0), ("Pérez, Juan", 0), ("", 0), ("A.", 0)])
def test_a_name_that_several_or_none_have_is_nobodys(written, count):
    assert len(PlayerNames(EVENT).found(written)) == count


def rows(*pairs):
    return [Row(row, name, number) for row, (name, number) in enumerate(pairs)]


def test_numbers_that_are_ranks_count_for_nothing():
    """Two names contradict their numbers, none agrees: the third row has a number and no known name."""
    found = matched(rows(("López, Ana", 1), ("Ødegård, Per", 2), ("Somebody", 5)), club())
    assert found.rows == {3: 0, 5: 1}
    assert [row.name for row in found.others] == ["Somebody"]


def test_a_number_against_another_name_counts_where_the_numbers_are_the_events():
    found = matched(rows(("López, Ana", 4), ("Ødegård, Per", 6), ("Somebody", 5), ("", 1)), club())
    assert found.rows == {3: 0, 5: 1, 4: 2, 0: 3}
    assert [(row.name, position) for row, position in found.by_number] == [("Somebody", 4)]


def test_a_number_never_takes_the_place_of_a_named_player():
    found = matched(rows(("López, Ana", 4), ("Somebody", 6), ("Ødegård, Per", 6)), club())
    assert found.rows == {3: 0, 5: 2}
    assert [row.name for row in found.others] == ["Somebody"]


@pytest.mark.parametrize("word", ["Jugador", "", "Spieler"])
def test_a_number_counts_where_most_names_are_alike(word):
    """The video's Player A to Player H: a letter is a word of the name, which with another word isn't the same."""
    found = table_of(rows_of("Ra", names=[f"{word} {letter}".strip() for letter in "ABCDEFGH"]), video())
    assert found.order == list(range(8))
    assert ("matched_by_number" in remarks_of(found)) == bool(word)


def test_of_two_with_one_name_the_number_decides():
    twins = ["Lee, Kim", "Lee, Kim", *EVENT[2:]]
    assert matched(rows(("Kim Lee", 2), ("Kim Lee", 1)), club(twins)).rows == {1: 0, 0: 1}
    assert matched(rows(("Kim Lee", None),), club(twins)).rows == {}


def test_names_of_another_event_are_nobodys_whatever_their_numbers():
    names = [f"Somebody {letter}" for letter in "ABCDEFGH"]
    with pytest.raises(InputError, match="no row under the headings is a player of the event"):
        table_of(rows_of("Ra", names=names), club())


def test_names_alone_and_numbers_alone_are_enough():
    with_names = [row[1:] for row in rows_of("Ra", names=[name.upper() for name in EVENT])]
    assert table_of(with_names, club()).order == list(range(8))
    with_numbers = [[row[0], row[2]] for row in rows_of("Ra")]
    assert table_of(with_numbers, club()).order == list(range(8))


def test_what_becomes_of_rows_is_said():
    """C has no row; the fourth row is D's by its number alone; a stranger stands below."""
    table = rows_of("Ra", "dp")
    del table[3]
    table[3][1] = "Somebody"
    table.append([30, "A Stranger", 1500, 0])
    found = table_of(table, video())
    assert found.order == [0, 1, 3, 4, 5, 6, 7]
    assert remarks_of(found) == {
        "matched_by_number": {"count": 1, "rows": "B4 “Somebody” = 4 Player D"},
        "rows_of_nobody": {"count": 1, "rows": "B9 “A Stranger”"},
        "players_without_row": {"count": 1, "players": "Player C"},
    }
    audit = audit_table(found, video(), GIVEN)
    assert words("en").master(audit) == (
        "PARTLY: 14 of 16 numbers judged, all right; NOT JUDGED: rows of unknown players (1), players without a row (1)"
    )


def test_headings_that_stand_again_and_titles_of_groups_are_no_rows():
    table = rows_of("Ra", "dp")
    table[4:4] = [[None, "Grupo B", None, None], table[0]]
    assert table_of(table, video()).remarks == ()


def test_a_row_without_a_number_under_numbered_players_is_no_player():
    """Its label isn't known as a sum's; it isn't taken for a player that the event lacks."""
    table = [*rows_of("Ra"), [None, "Comprobación", 13582]]
    assert list(remarks_of(table_of(table, video()))) == ["rows_left_out"]


def test_a_sum_is_no_player_also_where_its_label_stands_elsewhere():
    """8 is the number of players, and Player H's number."""
    total = sum(COLUMNS["Ra"])  # 13582
    table = [row[:] + [None] for row in rows_of("Ra")]
    table.append([8, None, total, "Suma"])
    found = table_of(table, video())
    assert [(s.kind, s.value) for s in found.sums] == [("plain", 13582.0)]
    assert found.columns["Ra"].values[7] == 1710

