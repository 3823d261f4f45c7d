"""An event that is written as a native workbook reads back as the same event."""

import math
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from made.making import FOUR, RANKED, workbook

from pipeline.commands.convert import write_event
from pipeline.errors import Place
from pipeline.event import RESULTS
from pipeline.readers import read_event
from pipeline.readers.builder import EventBuilder
from pipeline.readers.hints import Hints

NAMES = st.one_of(
    st.sampled_from(['=HYPERLINK("http://x.example","y")', 'O\'Neil "Ace"', "Åse Müller-Łoś"]),
    st.sampled_from(["-1", "007", "@x", "1/2", "#N/A", "TRUE", "_x0041_"]),
    st.text(st.characters(blacklist_categories=("Cc", "Cs", "Zl", "Zp", "Cn")), max_size=20),
)  # fmt: skip
RATINGS = st.one_of(st.none(), st.integers(1, 4000), st.floats(1, 4000))
PAIRS = [(code, reply) for code, result in RESULTS.items() for reply in result.reply] + [("", "")]
BYES = [code for code, result in RESULTS.items() if not result.reply]


def same(left, right):
    """Compare two events but for where they were read from and how that was noted."""
    assert (left.name, left.rounds, dict(left.settings)) == (right.name, right.rounds, dict(right.settings))
    pd.testing.assert_frame_equal(left.players, right.players)
    pd.testing.assert_frame_equal(left.entries, right.entries)
    pd.testing.assert_frame_equal(left.stated, right.stated, check_column_type=False)


SURE = Hints(signs="forfeits")
"""An event of which most was forfeited is asked about."""


@st.composite
def events(draw, path):
    """Events with every kind of result; the rounds of a double round robin are just rounds with the same pairs."""
    numbers = draw(st.lists(st.integers(1, 99_999), min_size=2, max_size=7, unique=True))
    builder = EventBuilder(path, "generated", name=draw(NAMES))
    optional = draw(
        st.lists(st.sampled_from(["title", "federation", "birth", "k", "points_stated", "start_no"]), unique=True)
    )
    for no in numbers:
        given_values = {
            "title": "GM",
            "federation": "ESP",
            "birth": "1990",
            "k": 20.0,
            "points_stated": 2.5,
            "start_no": 7,
        }
        kept = {name: given_values[name] for name in optional if draw(st.booleans())}
        builder.add_player(no, Place(), draw(NAMES), draw(RATINGS), **kept)
        if draw(st.booleans()):
            builder.add_stated(no, "Buchholz", draw(st.floats(-1e6, 1e6)))
    rounds: dict[tuple[int, int], tuple[int | None, str]] = {}
    count = draw(st.integers(1, 5))
    for round_ in range(1, count + 1):
        order = draw(st.permutations(numbers))
        for one, other in zip(order[::2], order[1::2], strict=False):
            result = ("w", "l") if round_ == 1 else draw(st.sampled_from(PAIRS))
            rounds[one, round_], rounds[other, round_] = (other, result[0]), (one, result[1])
        if len(order) % 2 and draw(st.booleans()):
            rounds[order[-1], round_] = (None, draw(st.sampled_from(BYES)))
    for no in numbers:
        for round_ in range(1, count + 1):
            if (no, round_) in rounds:
                builder.add_entry(no, round_, *rounds[no, round_], Place())
    builder.set_rounds(count)
    builder.settings = draw(
        st.sampled_from([{}, {"dp": "logistic", "unrated": 1201}, {"c": "opponents", "threshold": 1e-6}])
    )
    return builder.finish()


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(data=st.data())
def test_any_event(tmp_path, data):
    origin = tmp_path / "origin.txt"
    origin.touch()
    event = data.draw(events(origin))
    target = tmp_path / "event.xlsx"
    write_event(event, target)
    same(read_event(target, hints=SURE), event)


@pytest.mark.parametrize("rows", [FOUR, RANKED])
def test_event_of_each_layout(tmp_path, rows):
    event = read_event(workbook(tmp_path / "in.xlsx", rows))
    write_event(event, tmp_path / "out.xlsx")
    same(read_event(tmp_path / "out.xlsx"), event)


def test_formula_in_a_name_stays_a_name(tmp_path):
    import openpyxl

    event = read_event(workbook(tmp_path / "in.xlsx", FOUR))
    names = event.players.assign(name=["=1+1", "http://x.example", "+3", "-"])
    write_event(replace(event, players=names), tmp_path / "out.xlsx")
    sheet = openpyxl.load_workbook(tmp_path / "out.xlsx")["Event"]
    cells = [sheet.cell(row, 2) for row in range(5, 9)]
    assert [cell.value for cell in cells] == ["=1+1", "http://x.example", "+3", "-"]
    assert not any(cell.hyperlink for cell in cells)
    assert read_event(tmp_path / "out.xlsx").players["name"].tolist() == ["=1+1", "http://x.example", "+3", "-"]


def test_the_repository_s_example(shared_events):
    example = read_event(Path(__file__).parents[2] / "input" / "video.xlsx")
    original = read_event(shared_events / "video.csv")
    assert dict(example.settings) == {"dp": "logistic-floor", "c": "opponents"}
    same(replace(example, settings={}), original)
    assert not math.isnan(example.players["rating"].sum())
