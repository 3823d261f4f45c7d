"""An event: its standings, what to look at, convergence, all columns, all checks, and the workbook."""

from __future__ import annotations

import math

from pipeline.commands.report import make_report
from pipeline.commands.standings import standings_cells, standings_text
from pipeline.method.calculation import Calculation
from pipeline.method.choices import in_words
from pipeline.method.columns import COLUMNS
from pipeline.method.settings import NAMES
from pipeline.page.views import Asked, MadeFile, Table, View
from pipeline.page.work.chart import convergence_chart
from pipeline.page.work.checked import checks_table, looks_of, notes_of
from pipeline.page.work.forms import forms_for
from pipeline.page.work.given import hints_of, limits_of, settings_of
from pipeline.registry import heading_of
from pipeline.words import decimal_sign, joined, said, told
from pipeline.workbook.summary_sheet import STATES

WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
"""The media type of .xlsx."""
_SHOWN = 10
"""Iterations that the table of columns shows, beside the last."""
_ITERATION = "iteration_"
_TEXTS = ("no", "name", "rating", "games", "points", "score")
"""Columns whose numbers are printed as briefly as they can be."""


def report_view(asked: Asked) -> View:
    """Make the report; see `pipeline.commands.report.make_report`."""
    [file] = asked.files
    target = asked.folder / "report.xlsx"
    calculation, _ = make_report(
        file.label, settings_of(asked, NAMES), target, limits_of(asked), hints_of(asked))
    language, event = calculation.language, calculation.work.event
    notice = asked.folder / "standings.html"
    notice.write_text(standings_text(calculation, "html", language=language) + "\n", encoding="utf-8")
    name = file.label.stem
    return View(
        asked.action, event.name, calculation.state, told(calculation.master, language),
        told(STATES.of(calculation), language), tuple(told(one, language) for one in
              (joined(", ", event.sizes), *calculation.findings, *calculation.speed)),
        looks_of(calculation), notes_of(event.notes, language),
        {"standings": _standings(calculation), "columns": columns_table(calculation),
         "checks": checks_table(calculation)},
        (MadeFile(f"{name}-report.xlsx", target, WORKBOOK, told(said("The workbook, with every formula"), language)),
         MadeFile(f"{name}-standings.html", notice, "text/html; charset=utf-8",
                  told(said("The standings to hang up or to publish"), language))),
        forms_for(asked, used_settings(calculation)), convergence_chart(calculation),
    )


def used_settings(calculation: Calculation) -> dict[str, str]:
    """The settings' values and where they came from, in words."""
    settings, language = calculation.work.settings, calculation.language
    return {
        name: told(joined("", [in_words(_brief(getattr(settings, name), language)), " (", settings.origin(name), ")"]),
                   language)
        for name in NAMES
    }


def _brief(value: object, language: str) -> object:
    return f"{value:g}".replace(".", decimal_sign(language)) if isinstance(value, float) else value


def _standings(calculation: Calculation) -> Table:
    headings, rows = standings_cells(calculation, calculation.language)
    texts = (2, 3) if len(rows[0]) == len(headings) else ()
    decided = len(headings) - 1 if any(line.said for line in calculation.listed.lines) else -1
    return Table(
        told(said("Standings"), calculation.language), tuple(headings), tuple(map(tuple, rows)),
        tuple(at for at in range(len(headings)) if at not in (*texts, decided)), tuple(row[1] for row in rows),
    )


def columns_table(calculation: Calculation) -> Table:
    """The columns of the calculation by player, with the first iterations and the last."""
    language, frame = calculation.language, calculation.table
    records = {column.key: column for column in COLUMNS}
    last = sum(key.startswith(_ITERATION) for key in frame.columns)
    keys = [key for key in frame.columns
            if not key.startswith(_ITERATION) or int(key.removeprefix(_ITERATION)) in (*range(1, _SHOWN + 1), last)]
    headings, titles = [], []
    for key in keys:
        record = records.get(_ITERATION.rstrip("_") if key.startswith(_ITERATION) else key)
        number = key.removeprefix(_ITERATION)
        words = _OWN.get(key) or (heading_of(record, number) if record else key)
        headings.append(told(words, language).replace("\n", " "))
        titles.append(told(record.meaning, language) if record else "")
    sign = decimal_sign(language)
    rows = tuple(
        tuple(_cell(key, value, sign) for key, value in zip(keys, row, strict=True))
        for row in frame[keys].itertuples(index=False)
    )
    return Table(
        told(said("All columns"), language), tuple(headings), rows,
        tuple(at for at, key in enumerate(keys) if key != "name"), tuple(row[0] for row in rows), (), tuple(titles),
        name=keys.index("name"),
    )


_OWN = {
    "no": said("No."), "name": said("Name"), "rating": said("Rating"), "rp": said("RP"), "arpo": said("ARPO"),
}  # fmt: skip


def _cell(key: str, value: object, sign: str) -> str:
    if not isinstance(value, float):
        return str(value)
    if math.isnan(value):
        return ""
    return (f"{value:g}" if key in _TEXTS else f"{value + 0.0:.2f}").replace(".", sign)
