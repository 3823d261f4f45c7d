"""`make bench`: how fast it is, as ratios, which mean the same on every machine. Prints; asserts nothing."""

from __future__ import annotations

import importlib
import random
import statistics
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import openpyxl
import xlsxwriter
from bench_page import PAGE_FIGURES
from measuring import ROOT, RUNS, Figure, NotMeasuredError, process, ratio, seconds
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from pipeline.commands.audit import make_audit
from pipeline.commands.convert import write_event
from pipeline.errors import Place
from pipeline.event import Event
from pipeline.method.calculation import Calculation, calculated
from pipeline.method.computing import computed
from pipeline.method.dp import rule
from pipeline.method.settings import Settings
from pipeline.readers import read_event
from pipeline.readers.builder import EventBuilder
from pipeline.tiebreaks.codes import CODES, COLOURS
from pipeline.workbook.book import Book
from pipeline.workbook.layout import layout_of
from pipeline.workbook.write import write_report, write_sheets


def whole_process() -> Figure:
    """(a) 8 players, everything: start, read, compute, write; against the bare import of what that needs."""
    with tempfile.TemporaryDirectory() as folder:
        return ratio(
            "8 players, whole process / importing pandas, openpyxl, xlsxwriter",
            2.5,
            process("-m", "pipeline", "report", "input/video.xlsx", "--out", str(Path(folder, "report.xlsx"))),
            process("-c", "import pandas, openpyxl, xlsxwriter"),
        )


PLAYERS, ROUNDS, ITERATIONS = 1000, 9, 60


class DesignWorksheet(Worksheet):  # type: ignore[misc]  # xlsxwriter has no types
    """xlsxwriter's worksheet with no more than the search for new functions left out: what (b) is compared with."""

    def _prepare_formula(self, formula: str, expand_future_functions: bool = False) -> str:
        return formula.removeprefix("=")


def swiss(players: int, rounds: int) -> Event:
    """An event paired by score, the strongest first, with seeded results."""
    dice = random.Random(2026)
    builder = EventBuilder(ROOT / "pyproject.toml", "benchmark", name="Benchmark")
    for no in range(1, players + 1):
        builder.add_player(no, Place(), f"Player {no}", 2600.0 - no * 1000 // players)
    score = dict.fromkeys(range(1, players + 1), 0.0)
    for round_ in range(1, rounds + 1):
        order = sorted(score, key=lambda no: (-score[no], dice.random()))
        for one, other in zip(order[::2], order[1::2], strict=True):
            result, reply, points = dice.choice((("w", "l", 1.0), ("d", "d", 0.5), ("l", "w", 0.0)))
            builder.add_entry(one, round_, other, result, Place())
            builder.add_entry(other, round_, one, reply, Place())
            score[one] += points
            score[other] += 1 - points
    return builder.finish()


def same_cells(calculation: Calculation, path: Path) -> Callable[[], object]:
    """An action in which xlsxwriter alone writes the cells of the report: their formulas and values, ready-made."""
    book = Book(path, calculation, layout_of(calculation))
    write_sheets(book)
    workbook = book._book
    strings = {number: text for text, number in workbook.str_table.string_table.items()}
    sheets = [
        (sheet.name, [(row, column, cell) for row, cells in sheet.table.items() for column, cell in cells.items()])
        for sheet in workbook.worksheets()
    ]

    def write() -> None:
        plain = xlsxwriter.Workbook(str(path))
        formats: dict[object, Format] = defaultdict(lambda: plain.add_format({"border": 1}))
        for name, cells in sheets:
            sheet = plain.add_worksheet(name, DesignWorksheet)
            for row, column, cell in cells:
                look = formats[cell.format]
                kind = type(cell).__name__
                if kind == "Formula":
                    sheet.write_formula(row, column, cell.formula, look, cell.value)
                elif kind == "Number":
                    sheet.write_number(row, column, cell.number, look)
                elif kind == "String":
                    sheet.write_string(row, column, strings[cell.string], look)
                else:
                    sheet.write_blank(row, column, None, look)
        plain.close()

    return write


def large_workbook() -> Figure:
    """(b) 1,000 players × 60 iterations: the whole workbook, against xlsxwriter alone with the same cells."""
    calculation = calculated(swiss(PLAYERS, ROUNDS), Settings(iterations=ITERATIONS))
    with tempfile.TemporaryDirectory() as folder:
        return ratio(
            f"{PLAYERS} players, {ITERATIONS} iterations: the workbook / xlsxwriter alone, same cells",
            1.5,
            lambda: write_report(calculation, Path(folder, "report.xlsx")),
            same_cells(calculation, Path(folder, "plain.xlsx")),
        )


def values_in_report() -> Figure:
    """(c) The same event: computing all values, against computing and writing the report."""
    event, settings = swiss(PLAYERS, ROUNDS), Settings(iterations=ITERATIONS)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "report.xlsx")
        return ratio(
            f"{PLAYERS} players, {ITERATIONS} iterations: all values / the report",
            0.1,
            lambda: calculated(event, settings),
            lambda: write_report(calculated(event, settings), path),
        )


AUDITED, AUDITED_ITERATIONS = 150, 80


def stated_sheet(event: Event, path: Path) -> None:
    """A sheet as a person fills it in: the event with all columns of the method, rounded to two decimals."""
    settings = Settings(iterations=AUDITED_ITERATIONS, threshold=1e-300)
    frame = computed(event, settings, rule(settings.dp)).frame
    keys = ["Ra", "dp", "c", "c_hat", "performance", *(f"iteration_{k}" for k in range(1, AUDITED_ITERATIONS + 1))]
    book = openpyxl.Workbook()
    sheet = book.create_sheet("Hand", 0)
    rounds = range(1, event.rounds + 1)
    sheet.append(["No.", "Name", "Rating", *(f"{what} {n}" for n in rounds for what in ("Opponent", "Result")), *keys])
    played: dict[int, list[object]] = defaultdict(list)
    entries = event.entries.sort_values(["no", "round"])
    for no, opponent, result in zip(entries["no"], entries["opponent"], entries["result"], strict=True):
        played[no] += [int(opponent), result]
    numbers = frame[keys].astype(float).round(2).to_numpy().tolist()
    players = zip(event.players.index, event.players["name"], event.players["rating"], numbers, strict=True)
    for no, name, rating, row in players:
        sheet.append([no, name, rating, *played[no], *row])
    book.save(path)


def audited_sheet() -> Figure:
    """(d) 150 players × 80 iterations: audit and annotated copy, against openpyxl loading and saving the file."""
    with tempfile.TemporaryDirectory() as folder:
        path, copy = Path(folder, "hand.xlsx"), Path(folder, "copy.xlsx")
        stated_sheet(swiss(AUDITED, ROUNDS), path)
        return ratio(
            f"{AUDITED} players, {AUDITED_ITERATIONS} iterations: audit and annotated copy / openpyxl, load and save",
            2.5,
            lambda: make_audit(path, {}, out=Path(folder, "audit.xlsx")),
            lambda: openpyxl.load_workbook(path).save(copy),
        )


REPORTED = 500


def audited_report() -> Figure:
    """(f) Our own report of 500 players × 60 iterations, 90,000 formulas: the same as (d)."""
    with tempfile.TemporaryDirectory() as folder:
        path, copy = Path(folder, "report.xlsx"), Path(folder, "copy.xlsx")
        write_report(calculated(swiss(REPORTED, ROUNDS), Settings(iterations=ITERATIONS)), path)
        return ratio(
            f"our report of {REPORTED} players, {ITERATIONS} iterations: audit and copy / openpyxl, load and save",
            3.0,
            lambda: make_audit(path, {}, out=Path(folder, "audit.xlsx")),
            lambda: openpyxl.load_workbook(path).save(copy),
        )


READ, READ_ROUNDS = 3000, 11


def large_event() -> Figure:
    """(e) 3,000 players × 11 rounds: reading the event as the commands do, against openpyxl reading the same cells."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "event.xlsx")
        write_event(swiss(READ, READ_ROUNDS), path)
        return ratio(
            f"{READ} players, {READ_ROUNDS} rounds: the event read / openpyxl, all values",
            1.5,
            lambda: read_event(path, isolated=True),
            lambda: [list(sheet.values) for sheet in openpyxl.load_workbook(path, data_only=True)],
        )


PYRP, OPEN = "PyRP==0.2", ROOT.parent / "shared" / "events" / "swiss-manager" / "open-147-players-recrp.txt"
"""The program of the method's authors, and an open in the layout that it reads."""
TIMES = 20
"""So often in a row, since once takes a few milliseconds."""


def all_values_of_an_open() -> Figure:
    """(f) An open of 147 players: all columns and checks, against the RP alone by PyRP, which is installed for this."""
    if not OPEN.is_file():
        raise NotMeasuredError(f"{OPEN} is missing")
    event, settings = read_event(OPEN), Settings(unrated=1201, start="rating")
    with tempfile.TemporaryDirectory() as folder:
        install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", folder, PYRP]
        if subprocess.run(install, check=False).returncode:
            raise NotMeasuredError(f"{PYRP} can't be installed")
        sys.path.insert(0, folder)
        tournament = importlib.import_module("PyRP.RP").Tournament.load(str(OPEN), elo_default=1201)
        with_rb = calculated(event, replace(settings, order="PTS,RB")).work.array("rb")
        if not np.allclose(with_rb[np.isfinite(with_rb)], tournament.rb(), rtol=0, atol=1e-9):
            raise NotMeasuredError(f"RB isn't that of {PYRP}")

        def theirs() -> None:
            for _ in range(TIMES):
                tournament._recursive_performances = None  # it keeps the values that it has
                tournament.rp()

        def ours() -> None:
            for _ in range(TIMES):
                calculated(replace(event), settings)  # another event, which has kept nothing

        return ratio(f"147 players: all columns and checks / rp() of {PYRP}, {TIMES} times", 1.0, ours, theirs)


EVERY = ",".join(code.code for code in CODES if COLOURS not in code.kinds)
"""All tie-breaks, one after the other; the events of this bench have no colours."""


def every_tie_break() -> Figure:
    """(g) All tie-breaks of C.07 for 150 players, beside the columns of RP and ARPO: what they add to these."""
    event, usual, every = swiss(150, 9), Settings(order="PTS,RP,ARPO"), Settings(order=EVERY)

    def timed(settings: Settings) -> float:
        return statistics.median(seconds(lambda: _some(event, settings)) for _ in range(RUNS))

    base = timed(usual)
    added = timed(every) - base
    return Figure("150 players: what all tie-breaks add / columns of RP and ARPO", added / base, 2.0,
                  f"{added / TIMES * 1000:.0f} ms, {base / TIMES * 1000:.0f} ms")


def tie_breaks_of_many() -> Figure:
    """(h) All tie-breaks for 3,000 players, against 20 times as long as for 150: no slower than linear, within 30 %."""
    few, many, every = swiss(150, 9), swiss(3000, 9), Settings(order=EVERY)
    return ratio(
        "3,000 players: all tie-breaks / those of 150 players, 20 times", 1.3, lambda: calculated(replace(many), every),
        lambda: _some(few, every),
    )


def _some(event: Event, settings: Settings) -> None:
    for _ in range(TIMES):
        calculated(replace(event), settings)


FIGURES: tuple[Callable[[], Figure], ...] = (
    whole_process, large_workbook, values_in_report, audited_sheet, large_event, audited_report, all_values_of_an_open,
    every_tie_break, tie_breaks_of_many, *PAGE_FIGURES,
)  # fmt: skip


def main() -> None:
    """Measure and print each figure as soon as it is there."""
    print(f"{'ratio':>7}  {'limit':>5}  {'':4}  median of {RUNS}")
    for measure in FIGURES:
        try:
            figure = measure()
        except NotMeasuredError as why:
            print(f"{'':13}  not measured: {why}", flush=True)
            continue
        line = f"{figure.value:7.2f}  {figure.limit:5.2f}  {figure.verdict:4}  {figure.name} ({figure.note})"
        print(line, flush=True)


if __name__ == "__main__":
    main()
