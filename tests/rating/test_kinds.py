"""The kind of chess, from a time control: the minutes that a player has for 60 moves, or its name."""

import pytest

from pipeline.rating.kinds import kind_of, kinds_named, minutes


@pytest.mark.parametrize(
    ("control", "length"),
    [
        # seconds a move are so many minutes for 60 moves: 90 + 30, 15 + 10, 3 + 2, 10 + 5, 60 + 30
        ("90 min + 30 sec", 120), ("15'+10''", 25), ("15’ + 10”", 25), ("3 min + 2 sec per move", 5),
        ("10 minutos + 5 segundos por jugada", 15), ("1 hour + 30 seconds", 90),
        # an hour and a half, then half an hour, and 30 more from the first move on: 90 + 30 + 30
        ("90 min for 40 moves + 30 min + 30 sec from move 1", 150), ("1:30 + 10", 100), ("1:30 + 10 from move 1", 100),
        ("1h30 + 30s", 90), ("2 hours 15 minutes", 135), ("1,5 h", 90), ("1.5 h", 90),
        # without anything added
        ("G/25", 25), ("game in 25", 25), ("25 min", 25), ("G/60;+5", 65), ("G/60 d5", 65), ("SD/30", 30),
        # bare numbers: minutes where the first is small, seconds where it is large; between them either
        ("3+2", 5), ("15+10", 25), ("90+30", 120), ("120+0", 120), ("121+0", None), ("180+2", None), ("299+2", None),
        # 300 s are 5 min; 900 s 15 and 10 more; 40 moves in 5400 s (90), then 1800 s (30), 30 s a move: 90 + 30 + 30
        ("300", 5), ("300+0", 5), ("900+10", 25), ("40/5400+30:1800+30", 150), ("40/5400+30,1800+30", 150),
        # periods add up, the seconds a move don't: 30 + 10 and the 5 of one
        ("30+5:10+5", 45), ("30+5:10", 45),
        ("", None), ("as agreed", None), ("0", None), ("0+0", None),
    ],
)  # fmt: skip
def test_minutes_for_60_moves(control, length):
    assert minutes(control) == (None if length is None else pytest.approx(length))


@pytest.mark.parametrize(
    ("control", "kind"),
    [
        # 60 minutes or more are standard, 10 or less blitz: 59 + 1, 59 + 0; 10 + 1, 10 + 0, 3 + 2
        ("60 min", "standard"), ("59 min + 1 sec", "standard"), ("59 min", "rapid"), ("30 min + 30 sec", "standard"),
        ("30 min + 29 sec", "rapid"), ("11 min", "rapid"), ("10 min + 1 sec", "rapid"), ("10 min", "blitz"),
        ("9 min + 1 sec", "blitz"), ("8 min + 3 sec", "rapid"), ("3+2", "blitz"), ("1 min", "blitz"),
        ("5400+30", "standard"), ("600", "blitz"), ("660", "rapid"),
        # a name alone, where it is one
        ("Rápido", "rapid"), ("blitz", "blitz"), ("clásico", "standard"), ("rapid or blitz", ""), ("", ""),
        ("as agreed", ""),
    ],
)  # fmt: skip
def test_the_kind_that_a_time_control_makes(control, kind):
    assert kind_of(control) == kind


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("Torneo Rápido", {"rapid"}), ("3rd Blitz Cup", {"blitz"}), ("Semirrápidas 2024", {"rapid"}),
        ("Rapidplay", {"rapid"}), ("Schnellschach", {"rapid"}), ("Activechess", {"rapid"}), ("Relámpago", {"blitz"}),
        ("Lightning", {"blitz"}), ("Bullet", {"blitz"}), ("Blitzschach", {"blitz"}), ("Standard", {"standard"}),
        ("Classical Open", {"standard"}), ("Clásico", {"standard"}), ("Estándar", {"standard"}),
        ("Rapid & Blitz", {"rapid", "blitz"}), ("Rapidity", set()), ("Grand Rapids Open", set()), ("Open", set()),
    ],
)  # fmt: skip
def test_the_kinds_that_a_name_says(text, kinds):
    assert kinds_named(text) == kinds
