"""An event as after one of its rounds (--round): later games are left out, and with them what is stated of the end."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd

from pipeline.errors import InputError, Place, Problem, UsageError
from pipeline.event import Event, Note
from pipeline.readers.builder import EventBuilder
from pipeline.words import said

_RECOUNTED = frozenset({"byes", "absences", "forfeits", "pending", "no game"})
"""Notes that tell rounds, or depend on them."""


def after_round(event: Event, last: int) -> Event:
    """The event as after round `last`; as it is where nothing came later.

    Stated points, ranks and tie-breaks are those of the end: they are left out. The rounds that came later are rounds
    to be played. Raises InputError for a file that has no rounds, or no game up to that one; UsageError for a round
    that it doesn't have.
    """
    if not event.has_rounds:
        raise InputError(event.source.path, [Problem(
            Place(event.source.sheet),
            said("this file doesn't say in which round each game was played: there is no “after round {n}”.", n=last),
            said("Leave out --round, or give a file with rounds, such as a FIDE report file."),
        )])  # fmt: skip
    if last > event.rounds:
        raise UsageError(said(
            "--round: {n} is more than the file's {rounds} rounds.\n    → Use a round from 1 to {rounds}.",
            n=last, rounds=event.rounds,
        ))
    later = event.entries[event.entries["round"] > last]
    if later.empty:
        return event
    cut = _rebuilt(event, event.entries.drop(later.index), last)
    games = int(later["opponent"].notna().sum()) // 2
    left_out = Note(
        said("later rounds"), games, said("games of later rounds, left out"),
        said("the event is as after round {last} of {rounds}", last=last, rounds=max(event.rounds, event.declared)),
    )  # fmt: skip
    return cut.noting(left_out)


def _rebuilt(event: Event, entries: pd.DataFrame, rounds: int) -> Event:
    """The event with fewer entries, and with the notes that a reader would make of it."""
    nowhere = Place(event.source.sheet)
    builder = EventBuilder(event.source.path, event.source.layout, event.source.sheet, event.name)
    builder.scoring, builder.settings = event.scoring, event.settings
    names, ratings = event.players["name"].tolist(), event.players["rating"].tolist()
    for no, name, rating in zip(event.players.index.tolist(), names, ratings, strict=True):
        builder.add_player(no, nowhere, name, rating)
    opponents = [None if pd.isna(opponent) else int(opponent) for opponent in entries["opponent"].tolist()]
    colours = entries["colour"].tolist() if "colour" in entries else [""] * len(entries)
    columns = (entries["no"].tolist(), entries["round"].tolist(), opponents, entries["result"].tolist(), colours)
    for no, round_, opponent, result, colour in zip(*columns, strict=True):
        builder.add_entry(no, round_, opponent, result, nowhere, colour)
    builder.set_rounds(rounds)
    builder.declare_rounds(max(event.rounds, event.declared))
    cut = builder.finish()
    notes = [note for note in event.notes if note.kind not in _RECOUNTED]
    notes += [note for note in cut.notes if note.kind in _RECOUNTED]
    players = event.players.drop(columns="points_stated", errors="ignore")
    return replace(
        event, players=players, entries=cut.entries, rounds=cut.rounds, declared=cut.declared, stated=cut.stated,
        ranks={}, notes=tuple(notes),
    )
