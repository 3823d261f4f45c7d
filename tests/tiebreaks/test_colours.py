"""Games with Black (C.07 7.3, 7.4): colours stay in a report's Event sheet, and the tie-breaks follow them there."""

from dataclasses import replace

import pytest
from made.fields import address, event, event_cell, report
from made.typing_in import type_in
from test_c07 import values

from pipeline.readers import read_event
from pipeline.workbook.layout import FIRST_ROW, TIES, layout_of

PLAIN = event([2000, 1900, 1800, 1700], "1w2 3d4", "1-3 2l4", "1d4 2w3")


def coloured(made):
    """In odd rounds the lower number has White, in even ones the higher."""
    entries = made.entries
    white = (entries["no"] < entries["opponent"]) == (entries["round"] % 2 == 1)
    return replace(made, entries=entries.assign(colour=white.map({True: "w", False: "b"})))


FIELD = coloured(PLAIN)
# Black: round 1 players 2 and 4, round 2 player 2 (against 4; 1-3 wasn't played), round 3 players 4 and 3.
BLACK = {1: 0, 2: 2, 3: 1, 4: 2}
# Nobody won a game with Black: 1, 4 and 2 had White.
WON = {1: 0, 2: 0, 3: 0, 4: 0}


def test_games_with_black():
    assert values(FIELD, "BPG") == BLACK
    assert values(FIELD, "BWG") == WON


@pytest.mark.parametrize("lang", ["en", "es"])
def test_a_report_that_is_read_again_has_them(lang, tmp_path):
    report(tmp_path / "a.xlsx", FIELD, language=lang)
    again = read_event(tmp_path / "a.xlsx")
    assert again.entries["colour"].tolist() == FIELD.entries["colour"].tolist()
    assert values(again, "BPG") == BLACK


def test_without_colours_there_are_no_columns_of_them(tmp_path):
    report(tmp_path / "a.xlsx", PLAIN)
    assert "colour" not in read_event(tmp_path / "a.xlsx").entries


@pytest.mark.needs_office_python
def test_colours_that_are_typed_in_count(tmp_path):
    written = report(tmp_path / "a.xlsx", FIELD, order="PTS,BPG,BWG", iterations=2)
    swapped = {event_cell(written, 1, "colour", 1): "b", event_cell(written, 2, "colour", 1): "w"}
    [found] = type_in({tmp_path / "a.xlsx": [swapped]}, tmp_path)[tmp_path / "a.xlsx"]
    ties = layout_of(written).ties
    for key, wanted in {"bpg": [1, 1, 1, 2], "bwg": [1, 0, 0, 0]}.items():
        assert [found[TIES, address(ties[key].first, FIRST_ROW + row)] for row in range(4)] == wanted
