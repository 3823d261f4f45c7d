"""The Python interface, `import arpo`: events, reports, audits and ratings as pandas frames (docs/python.md).

These names stay; the rest of the package may change from one version to the next. Settings have the names of the
command line's options; a path may be a text or a Path; what goes wrong is an ArpoError whose text says what to do.
"""

from __future__ import annotations

import html
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from pipeline import __version__
from pipeline.audit.report.data import as_data as audit_data
from pipeline.audit.run import audit_file
from pipeline.commands.audit import make_audit
from pipeline.commands.calculating import check_iterations, settings_for
from pipeline.commands.plain import plain_checks
from pipeline.commands.rate import rating_of
from pipeline.commands.report import as_data as report_data
from pipeline.errors import ArpoError
from pipeline.event import Event
from pipeline.limits import limits_named
from pipeline.method.calculation import Calculation, calculated
from pipeline.output import replacing
from pipeline.rating.calculation import RatingCalculation
from pipeline.readers import read_event as _read_event
from pipeline.readers.hints import Hints
from pipeline.registry import STATE_CHECK, STATE_OK, STATE_PROVISIONAL, Checked
from pipeline.workbook.rating.room import check_rating_report
from pipeline.workbook.rating.write import write_rating_report
from pipeline.workbook.room import check_report
from pipeline.workbook.write import write_report

__all__ = ["ArpoError", "Audit", "Event", "Rating", "Report", "__version__", "audit", "rate", "read_event", "report"]

FilePath = str | os.PathLike[str]
_COLOURS = {STATE_OK: "#006100", STATE_PROVISIONAL: "#5F4700", STATE_CHECK: "#9C0006"}


def read_event(path: FilePath, *, limits: str = "normal", **hints: Any) -> Event:
    """The event in a tournament file of any kind.

    limits  "normal", or "large" for a file that is refused as too large and is right
    hints   answers to what the file leaves open: language, colours, points, signs, pick, round (as --pick and so on)

    `event.players`, `event.entries` and `event.games` are frames; `event.notes` what was interpreted. Raises ArpoError.
    """
    return _read_event(Path(path), limits_named(limits), Hints(**hints), isolated=True)


class _Checked:
    """What reports and ratings have in common: a state, and checks as a frame."""

    def __init__(self, checked: Checked) -> None:
        self._checked = checked

    @property
    def state(self) -> str:
        """Whether the results can decide a prize: "ok", "provisional" (not final) or "check" (something is wrong)."""
        return self._checked.state

    @property
    def status(self) -> str:
        """The state in words, with its reason."""
        return str(self._checked.master)

    @property
    def checks(self) -> pd.DataFrame:
        """Every check: name, value, expected, tolerance, status, kind, meaning."""
        return pd.DataFrame(plain_checks(self._checked))

    def _html(self, title: str, frame: pd.DataFrame) -> str:
        colour = _COLOURS[self.state]
        return (
            f"<h4>{html.escape(title)}</h4><p style='color:{colour}'><b>{html.escape(self.status)}</b></p>"
            + frame.to_html(index=False, na_rep="", float_format="{:.2f}".format, escape=True)
        )


class Report(_Checked):
    """The calculation of an event: `report` makes it."""

    def __init__(self, calculation: Calculation) -> None:
        """Keep the calculation."""
        super().__init__(calculation)
        self._calculation = calculation

    @property
    def event(self) -> Event:
        """The event that it is of."""
        return self._calculation.work.event

    @property
    def table(self) -> pd.DataFrame:
        """All columns, a row a player: no, name, rating, games, …, iteration_1 …, rp, arpo; NaN where there is none."""
        return self._calculation.table.reset_index(drop=True)

    @property
    def standings(self) -> pd.DataFrame:
        """rank, no, name, score, rp, arpo, in the order of the list."""
        return self._calculation.standings.reset_index(drop=True)

    @property
    def data(self) -> dict[str, Any]:
        """All that `arpo report --json` prints."""
        return report_data(self._calculation)

    def to_excel(self, path: FilePath) -> None:
        """Write the audited workbook, whole or not at all. Raises ArpoError where it can't be written."""
        check_report(self._calculation, limits_named("large"))
        with replacing(Path(path), self.event.source.path) as temporary:
            write_report(self._calculation, temporary)

    def _repr_html_(self) -> str:
        return self._html(self.event.name, self.standings)


def report(event: Event | FilePath, **settings: Any) -> Report:
    """The report of an event, or of the file of one.

    settings  dp, c, start, unrated, threshold, iterations, worst, best, order, points …, as the options of `arpo
              report`; else those of the file's Settings sheet, else the defaults

    Raises ArpoError for a file that can't be read, or a setting that can't be.
    """
    read = event if isinstance(event, Event) else read_event(event)
    chosen = settings_for(read, settings)
    check_iterations(len(read.players), chosen, limits_named("large"))
    return Report(calculated(read, chosen))


class Rating(_Checked):
    """Rating changes and first ratings of an event: `rate` makes it."""

    def __init__(self, calculation: RatingCalculation) -> None:
        """Keep the calculation."""
        super().__init__(calculation)
        self._calculation = calculation

    @property
    def table(self) -> pd.DataFrame:
        """All columns, a row a player, by the keys that docs/columns.md has."""
        return self._calculation.work.frame.reset_index(drop=True)

    def to_excel(self, path: FilePath) -> None:
        """Write the workbook, whole or not at all. Raises ArpoError where it can't be written."""
        check_rating_report(self._calculation, limits_named("large"))
        with replacing(Path(path), self._calculation.work.entry.source.path) as temporary:
            write_rating_report(self._calculation, temporary)

    def _repr_html_(self) -> str:
        return self._html(self._calculation.work.entry.name, self.table)


def rate(path: FilePath, **settings: Any) -> Rating:
    """The ratings of an event or a summary table.

    settings  rules ("fide-2024" or "article"), type, k, year, kind, as the options of `arpo rate`

    Raises ArpoError for a file that can't be read, or a setting that can't be.
    """
    return Rating(rating_of(Path(path), settings))


@dataclass(frozen=True)
class Audit:
    """What is right and wrong in somebody's sheet: `audit` makes it.

    agrees  whether nothing is wrong
    data    all that `arpo audit --json` prints
    """

    agrees: bool
    data: dict[str, Any]
    _inputs: tuple[Path, Path | None, dict[str, Any]]

    @property
    def summary(self) -> dict[str, int]:
        """How many cells there are of each verdict."""
        return {str(verdict): count for verdict, count in self.data["summary"].items()}

    @property
    def findings(self) -> pd.DataFrame:
        """The cells that aren't simply right, each with its verdict, causes, and where the error began."""
        return pd.DataFrame(self.data["findings"], columns=_FINDING)

    def to_excel(self, path: FilePath) -> None:
        """Write the annotated copy, whole or not at all. Raises ArpoError where it can't be written."""
        source, event, settings = self._inputs
        make_audit(source, settings, event, Path(path))

    def _repr_html_(self) -> str:
        counts = ", ".join(f"{count} {verdict}" for verdict, count in self.summary.items() if count)
        return f"<p><b>{html.escape(counts)}</b></p>" + self.findings.to_html(index=False, na_rep="", escape=True)


_FINDING = ["sheet", "cell", "player", "column", "stated", "expected", "difference", "verdict", "causes", "origin"]


def audit(path: FilePath, event: FilePath | None = None, **settings: Any) -> Audit:
    """The audit of somebody's sheet.

    event     the tournament file, where the sheet doesn't hold the games itself
    settings  as the options of `arpo audit`; what isn't given is inferred from the sheet

    Raises ArpoError for a file that can't be read, or in which there is nothing to audit.
    """
    source, games = Path(path), Path(event) if event is not None else None
    made, _ = audit_file(source, settings, games)
    return Audit(made.agrees, audit_data(made), (source, games, settings))
