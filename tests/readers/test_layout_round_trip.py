"""Any event that a layout can hold, written in it, reads back as the same event."""

import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from made.making import csv_file, workbook
from made.writers import crosstable, html, round_robin, score, swiss_manager, trf

from pipeline.commands.convert import write_event
from pipeline.errors import Place
from pipeline.event import RESULTS
from pipeline.readers import read_event
from pipeline.readers.builder import EventBuilder
from pipeline.readers.hints import Hints
from pipeline.readers.layouts.round_robin import berger_round, rounds_of

NAMES = st.one_of(
    st.sampled_from(["Müller-Łoś, Åse", "O'Neil Jr.", "Иванов", "X", "d'Arc, Jeanne", "w", "1", "Result"]),
    st.text(st.characters(whitelist_categories=("Lu", "Ll")), min_size=1, max_size=20),
)
RATINGS = st.one_of(st.none(), st.integers(100, 4000))
PAIRS = [(code, reply) for code, result in RESULTS.items() for reply in result.reply] + [("", "")]
BYES = [code for code, result in RESULTS.items() if not result.reply]
FAST = settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)


SURE = Hints(signs="forfeits")
"""An event of which most was forfeited is asked about."""


@st.composite
def events(draw, path, optional=(), stated=False, points=False, colours=True):
    """Swiss events of players 1, 2, 3, …: every kind of result, byes and absences, a stated tie-break."""
    builder = EventBuilder(path, "generated", name="Village Open")
    numbers = range(1, draw(st.integers(2, 9)) + 1)
    values = {"title": "WGM", "federation": "ESP", "birth": "1990/01/02"}
    for no in numbers:
        given_values = {name: values[name] for name in optional if draw(st.booleans())}
        builder.add_player(no, Place(), draw(NAMES), draw(RATINGS), **given_values)
        if stated:
            builder.add_stated(no, "TB1", draw(st.integers(0, 100)) / 2)
    for round_ in range(1, draw(st.integers(1, 5)) + 1):
        order = draw(st.permutations(numbers))
        for one, other in zip(order[::2], order[1::2], strict=False):
            mine, his = ("w", "l") if round_ == 1 and one == order[0] else draw(st.sampled_from(PAIRS))
            white = draw(st.sampled_from(["wb", "bw"])) if colours else ["", ""]
            builder.add_entry(one, round_, other, mine, Place(), white[0])
            builder.add_entry(other, round_, one, his, Place(), white[1])
        if len(order) % 2 and draw(st.booleans()):
            builder.add_entry(order[-1], round_, None, draw(st.sampled_from(BYES)), Place())
    event = builder.finish()
    if points:
        event.players["points_stated"] = [float(score(event, no)) for no in event.players.index]
    return event


@st.composite
def round_robins(draw, path):
    """Single to triple round robins, each game in the round of the Berger tables."""
    builder = EventBuilder(path, "generated", name="Village Masters")
    count, cycles = draw(st.integers(2, 8)), draw(st.integers(1, 3))
    for no in range(1, count + 1):
        builder.add_player(no, Place(), draw(NAMES), draw(RATINGS))
    played = [pair for pair in PAIRS if cycles == 1 or pair != ("", "")]  # of several games, none can be left open
    second = [pair for pair in played if pair[0] not in RESULTS["w"].reply]
    for no in range(1, count + 1):
        for other in range(no + 1, count + 1):
            for cycle in range(cycles):
                round_ = berger_round(no, other, count, cycle)
                # Were the second result of every cell the reply to the first, the table could be one of single games
                # (1-0), which the reader refuses: the first two players' second game says that there are two.
                pairs = second if (no, other, cycle) == (1, 2, 1) else played
                mine, his = ("w", "l") if (no, other, cycle) == (1, 2, 0) else draw(st.sampled_from(pairs))
                builder.add_entry(no, round_, other, mine, Place())
                builder.add_entry(other, round_, no, his, Place())
    builder.set_rounds(rounds_of(count) * cycles)
    return builder.finish()


def same(left, right):
    """Compare two events but for where they were read from, and how that was noted."""
    assert (left.name, left.rounds) == (right.name, right.rounds)
    pd.testing.assert_frame_equal(left.players, right.players)
    pd.testing.assert_frame_equal(left.entries, right.entries)
    pd.testing.assert_frame_equal(left.stated, right.stated, check_column_type=False)


@pytest.fixture
def origin(tmp_path):
    path = tmp_path / "origin.txt"
    path.touch()
    return path


def saved(path, rows):
    """Write the rows as the kind of file that the path's suffix says."""
    if path.suffix == ".xlsx":
        workbook(path, rows, "Sheet1")
    elif path.suffix == ".csv":
        csv_file(path, rows, ";")
    else:
        html(path, rows)
    return path


@FAST
@given(data=st.data())
def test_trf(origin, data):
    event = data.draw(events(origin, ("title", "federation", "birth"), points=True))
    path = origin.with_name("event.trf")
    path.write_text(trf(event), encoding="utf-8", newline="")
    same(read_event(path, hints=SURE), event)


@FAST
@given(data=st.data())
@pytest.mark.parametrize("kind", ["xlsx", "csv", "html"])
def test_crosstable(origin, kind, data):
    event = data.draw(events(origin, ("title", "federation"), stated=True))
    same(read_event(saved(origin.with_name(f"event.{kind}"), crosstable(event)), hints=SURE), event)


@FAST
@given(data=st.data())
def test_swiss_manager(origin, data):
    event = data.draw(events(origin, ("title", "federation"), stated=True))
    path = origin.with_name("event.txt")
    path.write_text(swiss_manager(event), encoding="utf-8", newline="")
    same(read_event(path, hints=SURE), event)


@FAST
@given(data=st.data())
@pytest.mark.parametrize("kind", ["xlsx", "csv", "html"])
def test_round_robin(origin, kind, data):
    event = data.draw(round_robins(origin))
    same(read_event(saved(origin.with_name(f"event.{kind}"), round_robin(event)), hints=SURE), event)


@FAST
@given(data=st.data())
def test_native_with_colours(origin, data):
    event = data.draw(events(origin, ("title", "federation", "birth"), stated=True))
    path = origin.with_name("event.xlsx")
    write_event(event, path)
    same(read_event(path, hints=SURE), event)
