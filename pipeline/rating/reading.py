"""What is to be rated, from any file: a summary table, or an event in any layout that the readers know."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import replace
from pathlib import Path

from pipeline.errors import InputError, Problem, UsageError
from pipeline.event import Event
from pipeline.limits import NORMAL, Limits
from pipeline.method.settings import SETTINGS_SHEET
from pipeline.rating.card import card_header, read_card
from pipeline.rating.entry import Entry, entry_of
from pipeline.rating.rules import rule_sets
from pipeline.rating.settings import TYPES, RatingSettings, with_rating_values
from pipeline.rating.summary import find_summary, read_summary
from pipeline.readers import read_file
from pipeline.readers.grid import Grid
from pipeline.readers.hints import NONE, Hints
from pipeline.readers.layouts import read_grids
from pipeline.readers.layouts.settings_sheet import rating_settings
from pipeline.words import said


def read_entry(path: Path, limits: Limits = NORMAL, hints: Hints = NONE) -> Entry:
    """The players to be rated. Raises FileError or InputError, as `read_event` does."""
    return read_file(path, _parsed, limits, hints, isolated=True)


def _parsed(path: Path, data: bytes, grids: list[Grid], hints: Hints) -> Entry:
    table = find_summary(grids)
    settings = _settings(path, grids)
    card = next((grid for grid in grids if card_header(grid) is not None), None)
    if table is not None:
        entry = read_summary(path, table)
    elif card is not None:
        entry = read_card(path, card)
    else:
        entry = entry_of(read_grids(path, grids, hints))
    return replace(entry, settings=settings)


def _settings(path: Path, grids: list[Grid]) -> dict[str, object]:
    """The settings that the file carries. Raises InputError for a value that can't be."""
    # Tie-breaks have rules and types of their own, by the same names; of several words ours is taken.
    own = {"rules": tuple(rule_sets()), "type": TYPES}
    found = {}
    for name, (value, place) in rating_settings(grids).items():
        words = str(value).lower().replace(",", " ").split()
        known = [word for word in words if name not in own or word in own[name]]
        if known:
            found[name] = (known[0] if name in own else value, place)
    problems = []
    for name, (value, place) in found.items():
        try:
            with_rating_values(RatingSettings(), {name: value}, SETTINGS_SHEET)
        except UsageError as error:
            problems.append(Problem(place, error.what, error.mend or said("Correct it, or delete the row.")))
    if problems:
        raise InputError(path, problems)
    return {name: value for name, (value, _) in found.items()}


def is_round_robin(event: Event) -> bool:
    """Whether everybody has met everybody, and all pairs equally often."""
    games = event.games
    pairs = Counter(
        (one, other) for one, other in zip(games["no"].tolist(), games["opponent"].tolist(), strict=True) if one < other
    )
    met = {pairs[pair] for pair in itertools.combinations(sorted(event.players.index), 2)}
    return len(met) == 1 and met != {0}
