"""`arpo rate`: file -> entry -> calculation -> workbook; the same for people, and as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, TextIO

import pandas as pd

from pipeline.commands.plain import plain_checks, plain_rows, plain_value
from pipeline.console import Printed, console_on, print_table
from pipeline.errors import UsageError, in_line
from pipeline.event import readable
from pipeline.language import SETTING as LANGUAGE
from pipeline.language import language_of
from pipeline.limits import NORMAL, Limits
from pipeline.method.choices import COMMAND_LINE
from pipeline.method.settings import SETTINGS_SHEET
from pipeline.output import check_writable, default_output, replacing
from pipeline.progress import doing
from pipeline.rating.calculation import RatingCalculation, calculated, first_ratings
from pipeline.rating.entry import Entry
from pipeline.rating.reading import read_entry
from pipeline.rating.ruleset import RatingWork
from pipeline.rating.settings import (
    NAMES,
    RatingSettings,
    checked_k,
    checked_type,
    previous_results,
    with_rating_values,
)
from pipeline.readers.hints import NONE, Hints
from pipeline.words import ENGLISH, said, told
from pipeline.workbook.rating.room import check_rating_report
from pipeline.workbook.rating.write import titled, write_rating_report


def make_rating(
    path: Path, given: Mapping[str, object], previous: str | None = None, out: Path | None = None,
    limits: Limits = NORMAL, hints: Hints = NONE, curves: bool = False,
) -> tuple[RatingCalculation, Path]:
    """Read `path`, write its rating report to `out` (or output/NAME-rating.xlsx), whole or not at all.

    `given` are settings by name, None where not given; `previous` is the text of --previous; `curves` adds the
    sheet of expected scores. Returns the calculation
    and where the workbook is. Raises ArpoError; then nothing has been written.
    """
    target = out or default_output(path, "rating")
    check_writable(target, path)
    calculation = rating_of(path, given, previous, limits, hints)
    check_rating_report(calculation, limits)
    with replacing(target, path) as temporary, doing(said("Writing {name}", name=in_line(target.name))):
        write_rating_report(calculation, temporary, curves=curves)
    return calculation, target


def rating_of(
    path: Path, given: Mapping[str, object], previous: str | None = None, limits: Limits = NORMAL, hints: Hints = NONE,
) -> RatingCalculation:
    """Read the file and compute everything; see `make_rating`."""
    checked_k(given.get("k"))  # type: ignore[arg-type]
    checked_type(given.get("type"))  # type: ignore[arg-type]
    stated = with_rating_values(RatingSettings(), given, COMMAND_LINE)
    entry = read_entry(Path(path), limits, hints)
    settings = with_rating_values(with_rating_values(RatingSettings(), entry.settings, SETTINGS_SHEET),
                                  {name: getattr(stated, name) for name in stated.origins}, COMMAND_LINE)
    spoken = entry.event.settings.get(LANGUAGE) if entry.event is not None else ""
    settings = replace(settings, language=language_of(str(given.get(LANGUAGE) or ""), str(spoken or "")))
    entry = entry.in_language(settings.language)
    return calculated(with_previous(entry, previous) if previous else entry, settings)


def with_previous(entry: Entry, text: str) -> Entry:
    """The entry with earlier first ratings: rating:games,… of its one unrated player, or NAME=rating:games,….

    Raises UsageError for a text that can't be read, and where it doesn't say whose results they are.
    """
    name, sign, results = text.rpartition("=")
    unrated = entry.players.index[entry.players["rating"].isna()]
    if sign:
        chosen = entry.players.index[entry.players["name"].str.strip().str.casefold() == name.strip().casefold()]
        if len(chosen) != 1:
            raise UsageError(
                said("--previous: no player is called {name!r}.", name=name.strip()),
                said("Write him as the file does."),
            )
        unrated = chosen
    if len(unrated) != 1:
        raise UsageError(
            said("--previous: {count} players are unrated.", count=len(unrated)),
            said('Say whose results they are: --previous "NAME=2280:5,2400:10", or give the table a column Previous.'),
        )
    try:
        return replace(entry, previous={**entry.previous, int(unrated[0]): previous_results(results)})
    except ValueError as error:
        raise UsageError(
            said("--previous: {error!r} can't be read.", error=str(error)),
            said("Write rating:games for each event: 2280:5,2400:10."),
        ) from None


def as_data(calculation: RatingCalculation) -> dict[str, Any]:
    """The report as plain data, for --json: numbers are None where there is no value."""
    work = calculation.work
    source = work.entry.source
    return {
        "source": readable(str(source.path)),
        "sha256": source.sha256,
        "event": work.entry.name,
        "kind": work.settings.kind,
        "layout": source.layout,
        "rules": {
            "name": work.rules.name, "title": told(work.rules.title, calculation.language),
            "source": told(work.rules.source, calculation.language),
        },
        "settings": {
            name: {"value": getattr(work.settings, name), "from": told(work.settings.origin(name),
            calculation.language)} for name in NAMES
        },
        "state": calculation.state,
        "status": told(calculation.master, calculation.language),
        "findings": [told(sentence, calculation.language) for sentence in calculation.findings],
        "average": {key: plain_value(value) for key, value in work.steps.items()},
        "checks": plain_checks(calculation),
        "players": plain_rows(work.frame),
        "games": [] if work.games is None else plain_rows(work.games.frame[work.games.frame["game"] == 1]),
    }


def print_rating(calculation: RatingCalculation, stream: TextIO) -> None:
    """The players, and how it was computed."""
    work = calculation.work
    columns = rating_columns(work)
    rows = [list(cells) for cells in zip(*(cells for _, cells in columns), strict=True)]
    print_table([column for column, _ in columns], rows, stream, titled(work), calculation.language)
    for sentence in calculation.findings:
        console_on(stream).print(told(sentence, calculation.language))


def rating_columns(work: RatingWork) -> list[tuple[Printed, list[str]]]:
    """The columns that are shown to people, with their cells; of a player's card only his own row."""
    frame = work.frame[[other == "" for other in work.entry.texts("only_opponent")]]
    unrated = frame["rating"].isna()
    new = frame["new_rating"].where(~unrated, first_ratings(frame))
    language = work.settings.language or ENGLISH

    def numbers(values: pd.Series, decimals: int | None = None) -> list[str]:
        return [_number(value, decimals) for value in values.tolist()]

    shared = "score" in frame
    change = 0 if "k_times_sum" in frame else 2
    found = [
        (Printed(said("No."), 8), [str(no) for no in frame["no"].tolist()]),
        (Printed(said("Player"), 1, left=True), [str(name) for name in frame["name"].tolist()]),
        (Printed(said("Rating"), 4), numbers(frame["rating"])),
    ]
    if shared:
        found.append((Printed(said("Points"), 10), numbers(frame["score"])))
    counted = said("Vs rated") if work.rules.needs_games else said("Counted")
    found += [
        (Printed(counted if shared else said("Points"), 5), numbers(frame["points"])),
        (Printed(said("Expected"), 6), numbers(frame["expected_points"], 2)),
        (Printed(said("K"), 7), numbers(frame["K_used" if "K_used" in frame else "K"])),
    ]
    if "k_times_sum" in frame:
        found.append((Printed(said("K × sum"), 2), numbers(frame["k_times_sum"], 2)))
    found += [(Printed(said("Change"), 2), numbers(frame["rating_change"], change)),
              (Printed(said("New"), 3), numbers(new))]
    if (frame["published"] != "").any():
        published = [told(why, language) for why in frame["published"].tolist()]
        found.append((Printed(said("Published"), 9, left=True), published))
    return found


def _number(value: float, decimals: int | None = None) -> str:
    """A number as briefly as it can be, or with so many decimals; empty for NaN."""
    if value != value:
        return ""
    return f"{value + 0.0:g}" if decimals is None else f"{round(value, decimals) + 0.0:.{decimals}f}"
