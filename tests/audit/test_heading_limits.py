"""Whose row it is and which column it is, at the limits: names nearly alike, headings far down, long or counted."""

import dataclasses
import time

import pandas as pd
import pytest
from made.reading_sheets import NAMES, audit_of, grid_of, remarks_of, rows_of, table_of
from made.tables import video
from made.village import stated, unrounded, village

from pipeline.audit.sheet.head import find_head, without_audited
from pipeline.audit.sheet.known_headings import meanings_of, sum_kind
from pipeline.audit.sheet.players import PlayerNames, Row, matched
from pipeline.method.settings import Settings, with_values
from pipeline.readers import vocabulary

PEOPLE = ["Lee, Anna", "Lee, Bea", "Mi, Yu", "Smith, John Paul", "Kim", "O'Neil, Sean", "Łoś, Jan", "Big, Al B."]


def club(names=PEOPLE):
    """The video's event with other names."""
    event = video()
    return dataclasses.replace(event, players=event.players.assign(name=pd.Series(names, index=event.players.index)))


# Names

@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("Anna Lee", "Lee, Anna"), ("A. Lee", "Lee, Anna"), ("Ann Lee", None), ("Annabel Lee", None),
        ("B. A. Lee", None),
        ("Lee C.", None), ("John Smith", "Smith, John Paul"), ("J. P. Smith", "Smith, John Paul"),
        ("Smith J. J.", None), ("Smith Paul Peter", None), ("J. P.", None), ("Smith John John", None),
        ("GM Kim", "Kim"), ("Kim GM", "Kim"),
        ("GM", None), ("ONeil Sean", "O'Neil, Sean"),
        ("Los Jan", "Łoś, Jan"), ("Al Big", "Big, Al B."), ("Al Bertie Big", "Big, Al B."), ("Al Carl Big", None),
        ("yu mi", "Mi, Yu"), ("FM Mi Yu", "Mi, Yu"),
    ],
)
def test_a_name_is_the_same_with_words_left_out_or_cut_to_their_first_letter(written, name):
    assert [PEOPLE[i] for i in PlayerNames(PEOPLE).found(written)] == ([name] if name else [])


def rows(*pairs):
    return [Row(row, name, number) for row, (name, number) in enumerate(pairs)]


@pytest.mark.parametrize(
    ("numbers", "position"),
    [
        # two named rows: both numbers are the event's, one is, none is; the third has a number alone
        ((1, 2), 4), ((1, 1), 4), ((2, 1), None), ((None, None), 4), ((1, None), 4), ((3, None), None),
    ],
)
def test_numbers_count_unless_more_of_the_named_contradict_them_than_agree(numbers, position):
    found = matched(rows(("Lee, Anna", numbers[0]), ("Lee, Bea", numbers[1]), ("", 5)), club())
    assert {i: row for i, row in found.rows.items() if row == 2} == ({} if position is None else {position: 2})
    assert [row.row for row in found.others] == ([2] if position is None else [])


@pytest.mark.parametrize(("alike", "counts"), [(1, False), (2, False), (3, True), (4, True)])
def test_against_other_names_a_number_counts_where_more_than_half_are_alike(alike, counts):
    """Four rows of the video's Player A to D: so many of them are called Player in some way."""
    names = ["Player one", "Player two", "Player three", "Player vier"]
    table = [(name if i < alike else f"Stranger {i}", i + 1) for i, name in enumerate(names)]
    found = matched(rows(*table), video())
    assert (found.rows == {i: i for i in range(4)}) == counts
    assert len(found.by_number) == (4 if counts else 0)
    assert len(found.others) == (0 if counts else 4)


def test_one_known_name_makes_the_numbers_familiar():
    found = matched(rows(("Lee, Anna", 1), ("Stranger", 2), ("Other", 3)), club())
    assert found.rows == {0: 0, 1: 1, 2: 2}
    assert [(row.name, position) for row, position in found.by_number] == [("Stranger", 1), ("Other", 2)]


def test_third_rows_of_a_player_are_kept_apart_from_second_ones():
    found = matched(rows(("Kim", 5), ("Kim", 5), ("Lee, Bea", 2), ("Kim", 5), ("Lee, Bea", None)), club())
    assert (found.rows, found.again) == ({4: 0, 1: 2}, [{4: 1, 1: 4}, {4: 3}])


def test_numbers_beyond_the_event_are_nobodys():
    found = matched(rows(("Kim", 5), ("", 9), ("", 0), ("", 8)), club())
    assert found.rows == {4: 0, 7: 3}
    assert [row.row for row in found.others] == [1, 2]


@pytest.mark.parametrize(("number", "is_read"), [(3, True), ("3", True), (3.5, False), (0, False), (-3, False),
("x", False)])
def test_a_number_that_is_none_is_nobodys(number, is_read):
    table = [row[:1] + row[2:] for row in rows_of("Ra")]
    table[3][0] = number
    assert (2 in table_of(table, video()).order) == is_read


def test_rows_without_numbers_to_judge_are_nothing_to_speak_of():
    table = [*rows_of("Ra"), [20, "Stranger", None], [21, "Other", "text"], [22, "Third", 1500]]
    assert remarks_of(table_of(table, video()))["rows_of_nobody"]["rows"] == "B12 “Third”"


# Where the headings are

@pytest.mark.parametrize(("above", "is_found"), [(0, True), (59, True), (60, False)])
def test_headings_stand_in_the_first_sixty_rows(above, is_found):
    assert (find_head(grid_of([[None]] * above + rows_of("Ra"))) is not None) == is_found


@pytest.mark.parametrize(
    ("headings", "is_found"),
    [
        (("Name", "Ra"), True), (("No.", "Ra"), True), (("Ra", "dp"), False), (("Name", "Elo"), False),
        (("Name", "Pts"), False),
        (("Name", "%"), False), (("Name", "%", "dp"), True), (("Start no.", "dp"), False),
    ],
)
def test_a_table_has_somebody_and_something_computed(headings, is_found):
    table = [list(headings), *([f"Player {i}"] * len(headings) for i in range(3))]
    assert (find_head(grid_of(table)) is not None) == is_found


def test_the_headings_that_announce_most_are_taken():
    """One row with a single column, and further down one with two; of two that announce as much the first."""
    few, more = [["Name", "Ra"], ["Anna", 1800]], [["Name", "dp", "c"], ["Anna", 5, 1]]
    assert find_head(grid_of([*few, [], *more])).row == 3
    assert find_head(grid_of([*more, [], *few])).row == 0
    assert find_head(grid_of([*few, [], *few])).row == 0
    # a given column counts where the computed ones are as many
    given = [["Name", "Ra", "Elo"], ["Anna", 1800, 1900]]
    assert find_head(grid_of([*few, [], *given])).row == 3


@pytest.mark.parametrize("count", [8, 12])
def test_of_two_columns_of_ratings_one_is_the_event_readers(count):
    table = [["No.", "Name", "Rtg", "Elo", "Ra"], *[[i + 1, NAMES[i % 8], 1900, 1800, 1700] for i in range(count)]]
    head = find_head(grid_of(table))
    ratings = [column for column, meanings in head.columns.items() if meanings == ("rating",)]
    words = [vocabulary.heading(text) for text in ("Rtg", "Elo")]
    best = min((word.preference, column) for column, word in enumerate(words, start=2))
    assert ratings == [best[1]]
    assert head.beside == {2, 3} - {best[1]}


# Headings that count

def counted(*headings, values=None):
    """The meanings of columns under these headings, beside a performance."""
    first = rows_of("performance", headings=("Rend.",))
    table = [[*row, *(headings if i == 0 else values or [1800.5] * len(headings))] for i, row in enumerate(first)]
    return {column - 2: meanings[0] for column, meanings in find_head(grid_of(table)).columns.items() if column > 2}


def test_numbers_count_iterations_and_then_differences_and_nothing_a_third_time():
    assert counted(1, 2, 1, 2) == {1: "iteration_1", 2: "iteration_2", 3: "difference_1", 4: "difference_2"}
    assert counted(1, 2, 1, 1) == {1: "iteration_1", 2: "iteration_2", 3: "difference_1"}
    assert counted("1", "2", "3") == {1: "iteration_1", 2: "iteration_2", 3: "iteration_3"}
    # a count that misses a number ends there; what doesn't begin with 1 is none
    assert counted(1, 2, 4) == {1: "iteration_1", 2: "iteration_2"}
    assert counted(2, 3) == {}
    assert counted(0, 1) == {2: "iteration_1"}


@pytest.mark.parametrize(
    ("values", "meaning"),
    [
        ([100.0], "iteration_1"), ([-100.0], "iteration_1"), ([99.9], None), ([-99.0], None),
        ([None], "iteration_1"), (["w"], None),
    ],
)
def test_what_is_no_larger_than_points_is_no_iteration(values, meaning):
    assert counted(1, values=values).get(1) == meaning


@pytest.mark.parametrize(("heading", "meaning"), [("It 9999", "iteration_9999"), ("It 10000", None),
("It 0", "performance")])
def test_iterations_have_four_digits_at_most(heading, meaning):
    assert next(iter(meanings_of(heading)), None) == meaning


def test_a_heading_of_many_digits_counts_nothing():
    """0001 is 1; what has five digits is no count, and no iteration either."""
    assert counted("0001", "2") == {1: "iteration_1", 2: "iteration_2"}
    assert counted("00001", "2") == {}
    assert counted("Iteración 1111") == {1: "iteration_1111"}
    assert counted("Iteración 11111") == {}


def test_numbers_before_the_games_count_rounds():
    """1 and 2 left of the opponents count no iterations; right of them they do."""
    games = ["Opponent 1", "Result 1"]
    table = [
        ["No.", "Name", 1, *games, "dp", 1],
        [1, "Anna", 1800, 2, "w", 800, 1900], [2, "Béla", 1800, 1, "l", -800, 1800],
    ]
    assert find_head(grid_of(table)).columns == {5: ("dp",), 6: ("iteration_1",)}


def test_numbers_count_beside_one_step_and_not_without():
    for headings, expected in ((("Elo", "dp", 1), {4: "iteration_1"}), (("Elo", "Pts", 1), {})):
        table = [["No.", "Name", *headings], [1, "Anna", 1900, 1, 1800.5], [2, "Béla", 1800, 0, 1700.5]]
        found = find_head(grid_of([*table, [], ["No.", "Name", "Ra"], [1, "Anna", 1800]]))
        assert {c: m[0] for c, m in found.columns.items() if m[0].startswith("iteration")} == expected


def test_a_difference_belongs_to_the_iteration_before_it():
    table = [["No.", "Name", "Dif.", "Rend.", "Dif.", "It 1", "Dif.", "It 3", "Dif."], [1, "Anna", *[1800] * 7]]
    head = find_head(grid_of(table))
    assert {c: m[0] for c, m in head.columns.items()} == {
        3: "performance", 5: "iteration_1", 6: "difference_1", 7: "iteration_3", 8: "difference_3",
    }


# Two rows of headings

def test_a_band_ends_where_the_next_begins_or_its_cells_do():
    lower = ["Nº", "Nombre", 1, 2, 1, 2]
    numbers = rows_of("iteration_1", "iteration_2")[1:]
    body = [[*row, 5, 6] for row in numbers]
    upper = [None, None, "Iteración", None, "Diferencia", None]
    expected = {2: "iteration_1", 3: "iteration_2", 4: "difference_1", 5: "difference_2"}
    for merged in ((), ((0, 2, 0, 3), (0, 4, 0, 5))):
        head = find_head(grid_of([upper, lower, *body], merged))
        assert {c: m[0] for c, m in head.columns.items()} == expected
        assert (head.row, head.bottom) == (0, 1)
    # merged over the first alone, the band isn't the second's
    head = find_head(grid_of([[None, None, "Iteración", None, None, None], lower, *body], ((0, 2, 0, 2),)))
    assert {c: m[0] for c, m in head.columns.items()} == {2: "iteration_1"}


def test_one_row_of_headings_is_preferred_to_two_that_say_as_much():
    head = find_head(grid_of([["Lista", None, None], *rows_of("Ra")]))
    assert (head.row, head.bottom) == (1, 1)


# What the event is read from

def test_audited_columns_are_blank_for_the_event_and_the_rest_is_as_it_was():
    rows = [["No.", "Name", "Elo", "Opponent 1", "Result 1", "Ra", "Rend.", 1, "Nota"],
            [1, "Anna", 1900, 2, "w", 1800, 2600, 2400.5, "x"], [2, "Béla", 1800, 1, "l", 1900, 1100, 1300.5, "y"]]
    found = without_audited(grid_of(rows))
    assert found.rows == [
        ["No.", "Name", "Elo", "Opponent 1", "Result 1", "Ra", "Rend.", None, "Nota"],
        [1, "Anna", 1900, 2, "w", None, None, None, "x"], [2, "Béla", 1800, 1, "l", None, None, None, "y"],
    ]


def test_a_table_without_games_is_blank_and_what_stands_beside_it_is_not():
    table = rows_of("Ra")
    above = [["Title"], [None, None]]
    found = without_audited(grid_of([*above, *table])).rows
    assert found[0] == ["Title"]
    assert all(value is None for row in found[2:] for value in row)


# What a heading means

@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Suma", "plain"), ("Average", "mean"), ("Max.", "largest"), ("Suma ponderada", "weighted"), ("=Suma", ""),
        ("Sum (x", ""), ("Sum [all]", "plain"), ("Anna", ""),
    ],
)
def test_the_label_of_a_sum(text, kind):
    assert sum_kind(text) == kind


def test_iterations_counted_from_one_are_the_performance_first_where_most_say_so():
    """Five of eight numbers under “It 1” are the performances: it is the first; four of eight are no majority."""
    for right, is_first in ((8, True), (5, True), (4, False), (3, False)):
        table = rows_of("Ra", "dp", "performance", "iteration_1", headings=("Ra", "dp", "It 1", "It 2"))
        for i, row in enumerate(table[1:]):
            if i >= right:
                row[4] = 100.25 + i
        assert ("iterations_from_one" in remarks_of(audit_of(table, video()))) == is_first, right


def test_iterations_counted_from_one_only_where_the_start_is_the_performance_and_it_isnt_stated():
    one = rows_of("Ra", "dp", "performance", "iteration_1", headings=("Ra", "dp", "It 1", "It 2"))
    rating = with_values(Settings(), {"dp": "fide", "c": "field", "start": "rating"}, "command line")
    assert "iterations_from_one" not in remarks_of(audit_of(one, video(), rating))
    with_it = rows_of("performance", "performance", "iteration_1", headings=("Rend.", "It 1", "It 2"))
    assert "iterations_from_one" not in remarks_of(audit_of(with_it, video()))
    # a unit of the last decimal is let pass, two aren't
    for off, is_first in ((0.01, True), (0.02, False)):
        near = [row[:] for row in one]
        for row in near[1:]:
            row[4] = round(row[4] + off, 2)
        assert ("iterations_from_one" in remarks_of(audit_of(near, video()))) == is_first, off


def test_further_iterations_move_with_the_first():
    keys = ("performance", "iteration_1", "iteration_2")
    audit = audit_of(rows_of(*keys, headings=("It 1", "It 2", "It 3")), video())
    assert audit.agrees
    assert [*dict.fromkeys(cell.column for cell in audit.cells)] == list(keys)


def test_a_heading_of_two_meanings_is_what_explains_most():
    """“Rp” is a performance or RP, “ARPO” is RP or the average of the opponents' RP, each the likeliest first."""
    audit = audit_of(rows_of("Ra", "dp", "performance", headings=("Ra", "dp", "Rp")), video())
    assert audit.agrees
    assert {cell.column for cell in audit.cells} == {"Ra", "dp", "performance"}
    columns = stated(unrounded(village(), "fide", "field", "performance"))
    for key in ("rp", "arpo"):
        rows = [["No.", "Name", "dp", "Rend.", "ARPO"]]
        numbers = zip(columns["dp"], columns["performance"], columns[key], strict=True)
        rows += [[no, f"Player {no}", *values] for no, values in enumerate(numbers, 1)]
        audit = audit_of(rows, village().event())
        assert audit.agrees
        assert {cell.column for cell in audit.cells} == {"dp", "performance", key}


def test_a_long_text_is_no_heading_and_takes_no_time():
    """A formula of 200,000 digits and signs took a minute: all that stands before each digit was looked up."""
    word = vocabulary.heading("Result 12")
    assert (word.name, word.number) == ("result", 12)
    begin = time.process_time()
    assert vocabulary.heading("=1" + "+1" * 100_000) is None
    assert vocabulary.heading("Result " + "1" * 200_000) is None
    assert time.process_time() - begin < 1
