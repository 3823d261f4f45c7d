"""PGN: tags alone or with moves and comments, several events, and what can't be right."""

import pytest
from one_event import GAMES, NAMES, RATINGS, assert_is_the_event, kinds, scores

from pipeline.errors import InputError
from pipeline.readers import read_event
from pipeline.readers.hints import Hints


def game(number, round_=True, moves="", **tags):
    """A game of the event as PGN; `tags` replace or add, None leaves one out."""
    r, white, black, result = GAMES[number]
    values = {
        "Event": "Village Open", "Site": "?", "Date": "2024.01.01", "Round": f"{r}.{number % 3 + 1}" if round_ else "?",
        "White": NAMES[white - 1], "Black": NAMES[black - 1], "Result": result.replace("½", "1/2"),
        "WhiteElo": RATINGS[white - 1], "BlackElo": RATINGS[black - 1], **tags,
    }  # fmt: skip
    lines = [f'[{tag} "{value}"]' for tag, value in values.items() if value is not None]
    return "\n".join([*lines, "", *([moves, ""] if moves else [])]) + "\n"


def pgn(tmp_path, *games, encoding="utf-8"):
    path = tmp_path / "games.pgn"
    path.write_bytes("".join(games).encode(encoding))
    return path


def all_games(**tags):
    return [game(number, **tags) for number in range(9)]


def problems(path):
    with pytest.raises(InputError) as caught:
        read_event(path)
    return [str(problem) for problem in caught.value.problems]


def test_tags_alone(tmp_path):
    event = read_event(pgn(tmp_path, *all_games()))
    assert_is_the_event(event)
    assert (event.source.layout, event.name, event.notes) == ("PGN", "Village Open", ())


@pytest.mark.parametrize("round_", [None, "?", "-", ""])
def test_unknown_rounds(tmp_path, round_):
    event = read_event(pgn(tmp_path, *all_games(Round=round_)))
    assert_is_the_event(event)
    assert kinds(event) == {"rounds": 9}


MOVES = [
    "1. e4 {a comment} e5 (1... c5 2. Nf3 {[%clk 1:00]}) 2. Nf3 $1 END",
    "1. e4 {two\nlines\n[White \"Nobody\"]\nand more} e5 END",
    "1. e4 ; to the end of the line { and [White \"Nobody\"]\ne5 END",
    "1. e4 e5\n% escaped [White \"Nobody\"]\n2. f4 END",
    "1. e4 {1-0 would be wrong} e5 END",
]


@pytest.mark.parametrize("moves", MOVES)
def test_moves_and_comments(tmp_path, moves):
    texts = [game(number, moves=moves.replace("END", GAMES[number][3].replace("½", "1/2"))) for number in range(9)]
    event = read_event(pgn(tmp_path, *texts))
    assert_is_the_event(event)
    assert event.notes == ()


def test_a_brace_that_is_never_closed_swallows_no_game(tmp_path):
    texts = all_games()
    texts[3] = game(3, moves="1. e4 {no end\n1/2-1/2")
    assert_is_the_event(read_event(pgn(tmp_path, *texts)))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1", "utf-16"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_encodings_and_line_ends(tmp_path, encoding, end):
    event = read_event(pgn(tmp_path, *(text.replace("\n", end) for text in all_games()), encoding=encoding))
    assert_is_the_event(event)


def test_tags_on_one_line_or_spread_and_escaped(tmp_path):
    texts = [text.replace('"]\n[', '"] [') for text in all_games()]
    with_quotes = [text.replace("Anna", 'Anna \\"A\\"') for text in all_games()]
    event = read_event(pgn(tmp_path, *with_quotes))
    assert event.players["name"].tolist()[0] == 'Anna "A"'
    assert_is_the_event(read_event(pgn(tmp_path, *texts)))


def test_several_events_are_a_question(tmp_path):
    blitz = [game(number, Event="Village Blitz", Result="1/2-1/2") for number in range(9)]
    path = pgn(tmp_path, *(text for pair in zip(all_games(), blitz, strict=True) for text in pair))
    assert "--pick: 1 (“Village Open”, line 1), 2 (“Village Blitz”, line 11)" in problems(path)[0]
    assert_is_the_event(read_event(path, hints=Hints(pick="village open")))
    assert set(scores(read_event(path, hints=Hints(pick="2"))).values()) == {1.5}


def test_the_round_in_the_name_is_no_event(tmp_path):
    event = read_event(pgn(tmp_path, *(game(n, Event=f"Village Open - Round {GAMES[n][0]}") for n in range(9))))
    assert_is_the_event(event)
    assert event.name == "Village Open"


def test_sections_are_events(tmp_path):
    path = pgn(tmp_path, *all_games(Section="A"), *all_games(Section="B"))
    assert "“Village Open, B”" in problems(path)[0]


def test_open_games_and_forfeits(tmp_path):
    event = read_event(pgn(tmp_path, game(0, Result="*"), *all_games()[1:]))
    assert (scores(event)["Anna"], kinds(event)["pending"]) == (1.5, 1)
    event = read_event(pgn(tmp_path, game(0, Termination="forfeit"), *all_games()[1:]))
    assert (scores(event)["Anna"], len(event.games), kinds(event)["forfeits"]) == (2.5, 16, 2)
    assert_is_the_event(read_event(pgn(tmp_path, game(0, Termination="time forfeit"), *all_games()[1:])))


def test_unrated(tmp_path):
    for text in ("?", "-", "0", ""):
        event = read_event(pgn(tmp_path, *(game(n, WhiteElo=text, BlackElo=text) for n in range(9))))
        assert_is_the_event(event, ratings=False)


def test_a_result_without_moves_among_games_with_moves_is_noted(tmp_path):
    texts = [game(number, moves=f"1. e4 {GAMES[number][3].replace('½', '1/2')}") for number in range(1, 9)]
    event = read_event(pgn(tmp_path, game(0), *texts))
    assert_is_the_event(event)
    assert kinds(event) == {"no moves": 1}


@pytest.mark.parametrize(
    ("first", "parts"),
    [
        (game(0, White=None), ["line 1", "the opponent is “”"]),
        (game(0, White="?"), ["the opponent is “?”"]),
        (game(0, Result="2-0"), ["line 7", "“2-0”"]),
        (game(0, moves="1. e4 0-1"), ["line 7", "the tag Result is “1-0”, and the moves end with “0-1”"]),
        (game(0, Result="*", moves="1. e4 0-1"), ["the moves end with “0-1”"]),
        (game(0) + game(0), ["stands twice"]),
        (game(0, WhiteElo=2100), ["rating of Anna"]),
    ],
)
def test_defects(tmp_path, first, parts):
    said = "\n".join(problems(pgn(tmp_path, first, *all_games()[1:])))
    for part in parts:
        assert part in said


def test_one_round(tmp_path):
    assert "the pairings of a single round: 3 games" in problems(pgn(tmp_path, *all_games()[:3]))[0]
