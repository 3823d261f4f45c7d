"""The card of a player, read in this process: what stands above the games, words for results, rounds and players."""

import math

import pytest
from made.making import workbook

from pipeline.errors import InputError
from pipeline.rating.card import Card, card_header, card_of, read_card, score_in
from pipeline.readers.containers import open_grids

HEADINGS = ["Rd", "Opponent", "Opp. rating", "Result"]
WORDS = {
    1: ("1", "1-0", "w", "win", "won", "g", "gana", "ganada", "v"),
    0.5: ("½", "1/2", "½-½", "d", "draw", "t", "tablas", "="),
    0: ("0", "0-1", "l", "loss", "lost", "p", "pierde", "perdida"),
}
"""How cards write a result, from the side of their player."""
CASES = [(word, score) for score, words in WORDS.items() for word in words]


def grid_of(path, *rows):
    path = workbook(path / "card.xlsx", rows, sheet="Card")
    return path, open_grids(path, path.read_bytes())[0]


def card(path, *rows):
    return read_card(*grid_of(path, *rows))


def sides(entry):
    """Each side of a game: number, round, opponent, result."""
    return entry.event.entries[["no", "round", "opponent", "result"]].values.tolist()


# --- results ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("word", "score"), CASES)
def test_each_word_for_a_result(word, score):
    for written in (word, word.upper(), f" {word} ", word.replace("-", " – ")):
        assert score_in(written) == score


@pytest.mark.parametrize(
    ("value", "score"),
    [(1, 1), (0.5, 0.5), (0, 0), (1.0, 1), ("0,5", 0.5), ("0.5", 0.5), ("1.0", 1), ("0,0", 0), ("x", 0.5)],
)
def test_numbers_are_results_too(value, score):
    assert score_in(value) == score


@pytest.mark.parametrize("value", [None, "", "+", "-", "bye", "won!", "1-1", 2, 1.5, -1, "2", "0.25", "-0.5"])
def test_what_is_no_result_of_a_played_game(value):
    assert math.isnan(score_in(value))


def test_a_game_with_each_word(tmp_path):
    """Each in a round of its own, against another opponent, who has the other side: a win is his loss."""
    rows = [[i, f"O{i}", 1500 + i, word] for i, (word, _) in enumerate(CASES, start=1)]
    entry = card(tmp_path, ["Player: Luna, Ana"], ["Elo", 1988], [], HEADINGS, *rows)
    own, other = {1: "w", 0.5: "d", 0: "l"}, {1: "l", 0.5: "d", 0: "w"}
    assert sides(entry) == [
        *([1, i, i + 1, own[score]] for i, (_, score) in enumerate(CASES, start=1)),
        *([i + 1, i, 1, other[score]] for i, (_, score) in enumerate(CASES, start=1)),
    ]
    # 9 wins and 8 draws: 9 + 4
    games = entry.event.games
    assert games.loc[games["no"] == 1, "points"].sum() == 13


# --- players and rounds -----------------------------------------------------------------------------------------------


ABOVE = (
    ["Player: Luna, Ana", None, "Event: Club open"], ["Rating", 1988, "K", 20], ["Born", 2012, "Year", 2025],
    ["Games before: 41"], [],
)


def test_the_card_s_player_is_no_1_and_the_opponents_follow(tmp_path):
    """A row without a result is no game: it takes no number and no round."""
    entry = card(
        tmp_path, *ABOVE, HEADINGS, [1, "Ruiz", 1900, 1], [2, "Bye", None, None], [3, "Torres", None, "½"],
        [4, "Vega", 2105, "loss"], ["Sum", None, None, 1.5],
    )
    assert entry.players.index.tolist() == [1, 2, 3, 4]
    assert entry.players["name"].tolist() == ["Luna, Ana", "Ruiz", "Torres", "Vega"]
    assert entry.numbers("rating").tolist() == pytest.approx([1988, 1900, math.nan, 2105], nan_ok=True)
    assert entry.players["only_opponent"].tolist() == ["", "yes", "yes", "yes"]
    for key, value in (("k_given", 20), ("games_before", 41), ("birth_year", 2012)):
        assert entry.numbers(key).tolist() == pytest.approx([value, math.nan, math.nan, math.nan], nan_ok=True)
    assert sides(entry) == [
        [1, 1, 2, "w"], [1, 2, 3, "d"], [1, 3, 4, "l"], [2, 1, 1, "l"], [3, 2, 1, "d"], [4, 3, 1, "w"],
    ]
    assert (entry.event.rounds, entry.event.name, entry.event.year) == (3, "Club open", 2025)


def test_what_stands_above_the_games(tmp_path):
    _, grid = grid_of(tmp_path, *ABOVE, HEADINGS, [1, "Ruiz", 1900, 1])
    assert card_header(grid) == 5
    assert card_of(grid, 5) == Card("Luna, Ana", 1988, 20, "2012", 41, 2025, "Club open")


def test_a_bare_card(tmp_path):
    """Without a line above: the file's name is the player's, who is unrated; two games with one opponent are two."""
    entry = card(tmp_path, HEADINGS, [1, "Ruiz", 1900, 1], [2, "Ruiz", 1900, "="])
    assert (entry.players["name"].tolist(), entry.event.year) == (["card", "Ruiz", "Ruiz"], None)
    assert math.isnan(entry.numbers("rating")[0])
    assert sides(entry) == [[1, 1, 2, "w"], [1, 2, 3, "d"], [2, 1, 1, "l"], [3, 2, 1, "d"]]


def test_a_card_without_a_game(tmp_path):
    with pytest.raises(InputError) as caught:
        card(tmp_path, *ABOVE, HEADINGS, [1, "Ruiz", 1900, None])
    assert [(p.place.cell, p.what, p.mend) for p in caught.value.problems] == [
        ("D6", "there is no game under the headings.", "Fill in opponents and results."),
    ]
