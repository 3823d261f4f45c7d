"""`arpo standings`: the list in the order that the user chose, as csv, Markdown, or one web page."""

from __future__ import annotations

import csv
import html
import io
from collections.abc import Sequence
from typing import NamedTuple

import pandas as pd

from pipeline.commands.table import markdown_cell
from pipeline.method.calculation import Calculation
from pipeline.tiebreaks.codes import DIRECT, POINTS, SAID_IN_LISTS, Code
from pipeline.tiebreaks.standings import Line, Standings, printed, which_standings
from pipeline.visible import guarded
from pipeline.words import Said, decimal_sign, joined, said, told

FIXED = ("rank", "no", "name", "federation", "rating", "points")
"""The first columns of the csv; one for each further code of the order follows, named by it."""


class _Row(NamedTuple):
    """A player: rank, number, name, federation, rating and points as text; then the values of the further codes."""

    fixed: tuple[str, ...]
    values: tuple[str, ...]
    decided: Said | str


def standings_text(calculation: Calculation, kind: str, *, raw: bool = False, language: str = "en") -> str:
    """The standings as csv, md or html; `raw` as for `arpo table`."""
    if kind == "csv":
        rows = _rows(calculation, full=True)
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow([*FIXED, *(code.code for code in _further(calculation))])
        writer.writerows([cell if raw or at not in (2, 3) else guarded(cell) for at, cell in
                          enumerate((*row.fixed, *row.values))] for row in rows)
        return text.getvalue().rstrip("\n")
    headings, cells = standings_cells(calculation, language)
    if kind == "md":
        return _markdown(calculation, headings, cells, language)
    return _page(calculation, headings, cells, language)


def standings_cells(calculation: Calculation, language: str) -> tuple[list[str], list[list[str]]]:
    """Headings and rows as they are printed for people, in the language; the player's number is the second cell."""
    rows = _rows(calculation, full=False)
    codes = (code.code for code in _further(calculation))
    headings = [told(heading, language) for heading in (*_HEADINGS, *codes, _DECIDED)]
    tied = any(row.decided for row in rows)
    sign = decimal_sign(language)
    cells = [
        [*row.fixed[:_RATING], *(cell.replace(".", sign) for cell in (*row.fixed[_RATING:], *row.values)),
         *([told(row.decided, language)] if tied else [])]
        for row in rows
    ]
    return headings if tied else headings[:-1], cells


def _rows(calculation: Calculation, *, full: bool) -> list[_Row]:
    return [_row(calculation, calculation.listed, line, full=full) for line in calculation.listed.lines]


def _further(calculation: Calculation) -> list[Code]:
    return [stage.code for stage in calculation.listed.stages if stage.code != POINTS]


_HEADINGS = (said("Rank"), said("No."), said("Name"), said("Federation"), said("Rating"), said("Points"))
_DECIDED = said("Tie decided")
_RATING = 4
"""The first column whose numbers may have decimals; texts stand before it."""


def _row(calculation: Calculation, listed: Standings, line: Line, *, full: bool) -> _Row:
    players = calculation.work.event.players
    player = players.loc[line.no]
    rating = float(players["rating"][line.no])
    federation = player["federation"] if "federation" in players else None
    fixed = (
        str(line.rank), str(line.no), str(player["name"]), "" if pd.isna(federation) else str(federation),
        "" if rating != rating else f"{rating:g}", printed(POINTS, float(calculation.work.event.score[line.no])),
    )
    values = []
    for stage, value in zip(listed.stages, line.values, strict=True):
        if stage.code != POINTS:
            values.append(printed(stage.code, value) if full else short(stage.code, value))
    return _Row(fixed, tuple(values), line.said)


def short(code: Code, value: float | None) -> str:
    """A value as it is printed for people: RP and ARPO, which nobody rounds, with two decimals."""
    if code.decimals is not None or code == DIRECT or value is None:
        return printed(code, value)
    return f"{value:.2f}"


def _title(calculation: Calculation) -> str:
    return calculation.work.event.name


def _which(calculation: Calculation) -> Said:
    """After which round, whether they are final or not to be used, and from which day."""
    event = calculation.work.event
    which = which_standings(event.rounds_held)[calculation.state]
    return joined(" · ", [which, said("began on {date}", date=event.date)] if event.date else [which])


def _order(codes: Sequence[Code]) -> Said:
    return said("Order: {order}", order=", ".join(code.code for code in codes))


def _order_said(calculation: Calculation) -> Said:
    codes = calculation.work.codes
    meanings = [
        said("{code}: {title}", code=code.code, title=SAID_IN_LISTS[code.code])
        for code in codes if code.code in SAID_IN_LISTS
    ]
    return joined(". ", [_order(codes), *meanings])


def _markdown(calculation: Calculation, headings: list[str], rows: list[list[str]], language: str) -> str:
    lines = [f"# {markdown_cell(_title(calculation))}", "", told(_which(calculation), language), ""]
    lines += [told(_order_said(calculation), language), ""]
    lines += ["| " + " | ".join(headings) + " |", "|" + "|".join(
        "---" if i in _texts(headings, language) else "---:" for i in range(len(headings))) + "|"]
    lines += ["| " + " | ".join(markdown_cell(cell) for cell in row) + " |" for row in rows]
    return "\n".join(lines)


def _texts(headings: list[str], language: str) -> list[int]:
    """The columns that aren't numbers: name and federation, and by what a tie is decided."""
    return [i for i in range(len(headings)) if i in (2, 3) or headings[i] == told(_DECIDED, language)]


_STYLE = (
    "body{font:15px/1.4 system-ui,sans-serif;margin:2em auto;max-width:60em;padding:0 1em;color:#111}"
    "h1{font-size:1.5em;margin:0 0 .2em}p{color:#444;margin:.2em 0 1em}"
    "table{border-collapse:collapse;width:100%}th,td{padding:.25em .6em;border-bottom:1px solid #ddd;text-align:left}"
    "th{background:#1f3864;color:#fff}td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}"
    "tr:nth-child(even) td{background:#f6f7fa}"
    "@media print{body{margin:0;max-width:none;font-size:11px}thead{display:table-header-group}"
    "th{-webkit-print-color-adjust:exact;print-color-adjust:exact}tr{break-inside:avoid}@page{size:A4;margin:12mm}}"
)


def _page(calculation: Calculation, headings: list[str], rows: list[list[str]], language: str) -> str:
    """One page that needs nothing beside itself."""
    title = html.escape(_title(calculation))
    words = _texts(headings, language)

    def cells(tag: str, row: list[str]) -> str:
        return "".join(
            f"<{tag}{'' if i in words else ' class=n'}>{html.escape(cell)}</{tag}>" for i, cell in enumerate(row)
        )

    body = "\n".join(f"<tr>{cells('td', row)}</tr>" for row in rows)
    work = calculation.work
    legend = "<br>".join(
        html.escape(told(said("{code}: {title}", code=code.code.removeprefix("stated:"),
                              title=SAID_IN_LISTS.get(code.code, code.title)), language))
        for code in work.codes
    )
    return (
        f'<!DOCTYPE html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n"
        f"<p>{html.escape(told(_which(calculation), language))}</p>\n"
        f"<table>\n<thead><tr>{cells('th', headings)}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>\n"
        f"<p>{html.escape(told(_order(work.codes), language))}<br>{legend}</p>\n</body>\n</html>"
    )
