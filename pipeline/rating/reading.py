"""What is to be rated, from any file: a summary table, or an event in any layout that the readers know."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from pathlib import Path

import pandas as pd

from pipeline.event import Event
from pipeline.limits import NORMAL, Limits
from pipeline.rating.entry import Entry
from pipeline.rating.summary import find_summary, read_summary
from pipeline.readers import read_file
from pipeline.readers.grid import Grid
from pipeline.readers.hints import NONE, Hints
from pipeline.readers.layouts import read_grids

_YEAR = re.compile(r"(?<![0-9])(?:19|20)[0-9]{2}(?![0-9])")


def read_entry(path: Path, limits: Limits = NORMAL, hints: Hints = NONE) -> Entry:
    """The players to be rated. Raises FileError or InputError, as `read_event` does."""
    return read_file(path, _parsed, limits, hints, isolated=True)


def _parsed(path: Path, data: bytes, grids: list[Grid], hints: Hints) -> Entry:
    table = find_summary(grids)
    return read_summary(path, table) if table is not None else entry_of(read_grids(path, grids, hints))


def entry_of(event: Event) -> Entry:
    """The players of an event, with what the input says of them."""
    players = pd.DataFrame({"name": event.players["name"], "rating": event.players["rating"]})
    for column, name in (("k", "k_given"), ("games_before", "games_before")):
        if column in event.players:
            players[name] = event.players[column]
    if "title" in event.players:
        players["title"] = event.players["title"].fillna("").astype(str)
    if "birth" in event.players:
        players["birth_year"] = [birth_year(str(birth)) for birth in event.players["birth"]]
    return Entry(event.name, event.source, players, event, notes=event.notes)


def birth_year(text: str) -> float:
    """The year in a date of birth, however it is written; NaN where there is none."""
    found = _YEAR.search(text)
    return float(found[0]) if found else float("nan")


def is_round_robin(event: Event) -> bool:
    """Whether everybody has met everybody, and all pairs equally often."""
    games = event.games
    pairs = Counter(
        (one, other) for one, other in zip(games["no"].tolist(), games["opponent"].tolist(), strict=True) if one < other
    )
    met = {pairs[pair] for pair in itertools.combinations(sorted(event.players.index), 2)}
    return len(met) == 1 and met != {0}
