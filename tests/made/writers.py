"""Writes an event in the layouts of other programs, for the readers to read back; each states what it can hold."""

from collections.abc import Iterable
from html import escape
from pathlib import Path
from typing import Any

import pandas as pd

from pipeline.event import RESULTS, Event
from pipeline.readers.layouts.round_robin import berger_round

CROSSTABLE = {"w": "1", "d": "½", "l": "0", "+": "+", "-": "-", "": ""}
CROSSTABLE_BYES = {"full-bye": "-1", "half-bye": "-½", "zero-bye": "-0"}
SWISS_MANAGER = {"w": "1", "d": "x", "l": "0", "+": "+", "-": "-", "": ""}
SWISS_MANAGER_BYES = {"full-bye": "1", "half-bye": "x", "zero-bye": "0"}
TRF = {"w": "1", "d": "=", "l": "0", "+": "+", "-": "-", "": " ", "full-bye": "U", "half-bye": "H", "zero-bye": "Z"}


def entry_of(event: Event) -> dict[tuple[int, int], Any]:
    """The entries by player and round."""
    return {(entry.no, entry.round): entry for entry in event.entries.itertuples(index=False)}


def score(event: Event, no: int) -> float:
    """The points of a player in the standings."""
    results = event.entries.loc[event.entries["no"] == no, "result"]
    return sum(RESULTS[result].score for result in results if result)


def trf(event: Event) -> str:
    """A FIDE report file: numbers to 9999, names to 33 letters, whole ratings, and the points that the results give."""
    entries = entry_of(event)
    lines = [f"012 {event.name}", f"XXR {event.rounds}"]
    for no, player in event.players.iterrows():
        line = f"001 {no:4} {'':1}{text(player, 'title'):>3} {player['name']:33} {whole(player['rating']):>4} "
        line += f"{text(player, 'federation'):3} {'':11} {text(player, 'birth'):10} {score(event, no):4.1f} {1:4}"
        for round_ in range(1, event.rounds + 1):
            entry = entries.get((no, round_))
            if entry is None:
                line += " " * 10
            else:
                opponent = "0000" if pd.isna(entry.opponent) else f"{entry.opponent:4}"
                line += f"  {opponent} {getattr(entry, 'colour', '') or '-'} {TRF[entry.result]}"
        lines.append(line)
    return "".join(f"{line}\r\n" for line in lines)


def crosstable(event: Event) -> list[list[Any]]:
    """chess-results' cross-table by starting number: title, federation and stated values too."""
    entries = entry_of(event)
    header = ["No.", None, "Name", "Rtg", "FED", *(f"{r}.Rd" for r in range(1, event.rounds + 1)), *event.stated]
    rows: list[list[Any]] = [[event.name], ["Starting rank crosstable"], header]
    for no, player in event.players.iterrows():
        cells = [crosstable_cell(entries.get((no, round_))) for round_ in range(1, event.rounds + 1)]
        rating = 0 if pd.isna(player["rating"]) else player["rating"]
        fixed = [no, text(player, "title"), player["name"], rating, text(player, "federation")]
        rows.append([*fixed, *cells, *(None if pd.isna(v) else v for v in event.stated.loc[no])])
    return rows


def crosstable_cell(entry: Any) -> str | None:
    """A cell such as “ 16w1”."""
    if entry is None:
        return None
    if pd.isna(entry.opponent):
        return CROSSTABLE_BYES[entry.result]
    return f"{entry.opponent:3}{getattr(entry, 'colour', '') or 'w'}{CROSSTABLE[entry.result]}"


def swiss_manager(event: Event) -> str:
    """Swiss-Manager's text export: the players' numbers must be 1, 2, 3, …"""
    entries = entry_of(event)
    rounds = range(1, event.rounds + 1)
    fields_of_rounds = [field for round_ in rounds for field in (f"{round_}.Rd.", "", "")]
    lines = [[event.name], [], ["Rank", "SNo.", "", "Name", "Rtg", "FED", *fields_of_rounds, *event.stated]]
    for no, player in event.players.iterrows():
        fields = [str(no), "", text(player, "title"), player["name"], whole(player["rating"]) or "0"]
        fields.append(text(player, "federation"))
        for round_ in rounds:
            entry = entries.get((no, round_))
            if entry is None:
                fields += ["", "", ""]
            elif pd.isna(entry.opponent):
                fields += ["-", "-", SWISS_MANAGER_BYES[entry.result]]
            else:
                colour = getattr(entry, "colour", "") or "-"
                fields += [str(entry.opponent), colour, SWISS_MANAGER[entry.result]]
        lines.append([*fields, *("" if pd.isna(v) else repr(v) for v in event.stated.loc[no])])
    return "".join(";".join(fields) + "\r\n" for fields in lines)


def round_robin(event: Event) -> list[list[Any]]:
    """A cross-table with a column for each player, numbers 1, 2, 3, …; every game in the round of the Berger tables."""
    entries = entry_of(event)
    count = len(event.players)
    cycles = max(1, event.rounds // max(1, count - 1 + count % 2))
    rows: list[list[Any]] = [[event.name], ["No.", "Name", "Rtg", *range(1, count + 1)]]
    for no, player in event.players.iterrows():
        cells: list[str] = []
        for other in event.players.index:
            games = [entries.get((no, berger_round(no, other, count, cycle))) for cycle in range(cycles)]
            cells.append("*" if no == other else "|".join(CROSSTABLE[g.result] for g in games if g is not None))
        rows.append([no, player["name"], 0 if pd.isna(player["rating"]) else player["rating"], *cells])
    return rows


def html(path: Path, rows: Iterable[Iterable[Any]]) -> Path:
    """A page with one table; rows with a single text are its titles, as on chess-results."""
    title, *table = [list(row) for row in rows]
    body = "".join(
        "<tr>" + "".join(f"<td>{'' if value is None else escape(str(value))}</td>" for value in row) + "</tr>\n"
        for row in table
        if len(row) > 1
    )
    page = f'<html><head><meta charset="utf-8"></head><body><h2>{escape(str(title[0]))}</h2>\n<table>{body}</table>'
    path.write_text(page, encoding="utf-8")
    return path


def text(player: Any, column: str) -> str:
    """A text of a player, empty where there is none."""
    value = player.get(column)
    return "" if value is None or pd.isna(value) else str(value)


def whole(rating: float) -> str:
    """A whole rating, empty for an unrated player."""
    return "" if pd.isna(rating) else str(int(rating))
