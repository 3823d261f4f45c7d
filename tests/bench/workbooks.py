"""Writing and reading workbooks, against the libraries that do the writing and reading."""

from __future__ import annotations

import shutil
import tempfile
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

import openpyxl
import xlsxwriter
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from bench.events import swiss
from bench.measuring import Figure, process, ratio
from pipeline.commands.audit import make_audit
from pipeline.commands.convert import write_event
from pipeline.event import Event
from pipeline.method.calculation import Calculation, calculated
from pipeline.method.computing import computed
from pipeline.method.dp import rule
from pipeline.method.settings import Settings
from pipeline.readers import read_event
from pipeline.workbook.book import Book
from pipeline.workbook.layout import layout_of
from pipeline.workbook.write import write_report, write_sheets

PLAYERS, ROUNDS, ITERATIONS = 1000, 9, 60
AUDITED, AUDITED_ITERATIONS = 150, 80
REPORTED = 500
READ, READ_ROUNDS = 3000, 11
CLASS, SHEET_PLAYERS = 30, 60


class DesignWorksheet(Worksheet):  # type: ignore[misc]  # xlsxwriter has no types
    """xlsxwriter's worksheet with no more than the search for new functions left out: what (b) is compared with."""

    def _prepare_formula(self, formula: str, expand_future_functions: bool = False) -> str:
        return formula.removeprefix("=")


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
    """1,000 players × 60 iterations: the whole workbook, against xlsxwriter alone with the same cells."""
    calculation = calculated(swiss(PLAYERS, ROUNDS), Settings(iterations=ITERATIONS))
    with tempfile.TemporaryDirectory() as folder:
        return ratio(
            f"{PLAYERS} players, {ITERATIONS} iterations: writing the report / xlsxwriter alone, same cells",
            1.1,
            lambda: write_report(calculation, Path(folder, "report.xlsx")),
            same_cells(calculation, Path(folder, "plain.xlsx")),
        )


def values_in_report() -> Figure:
    """The same event: computing all values, against computing and writing the report."""
    event, settings = swiss(PLAYERS, ROUNDS), Settings(iterations=ITERATIONS)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "report.xlsx")
        return ratio(
            f"{PLAYERS} players, {ITERATIONS} iterations: all values / the report",
            0.1,
            lambda: calculated(event, settings),
            lambda: write_report(calculated(event, settings), path),
        )


def large_event() -> Figure:
    """3,000 players × 11 rounds: reading the event as the commands do, against openpyxl reading the same cells."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "event.xlsx")
        write_event(swiss(READ, READ_ROUNDS), path)
        return ratio(
            f"{READ} players, {READ_ROUNDS} rounds: the event read / openpyxl, all values",
            1.2,
            lambda: read_event(path, isolated=True),
            lambda: [list(sheet.values) for sheet in openpyxl.load_workbook(path, data_only=True)],
        )


def stated_sheet(event: Event, path: Path, iterations: int) -> None:
    """A sheet as a person fills it in: the event with all columns of the method, rounded to two decimals."""
    settings = Settings(iterations=iterations, threshold=1e-300)
    frame = computed(event, settings, rule(settings.dp)).frame
    keys = ["Ra", "dp", "c", "c_hat", "performance", *(f"iteration_{k}" for k in range(1, iterations + 1))]
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
    """150 players × 80 iterations: audit and annotated copy, against openpyxl loading and saving the file."""
    return _audited(
        f"{AUDITED} players, {AUDITED_ITERATIONS} iterations", 2.5,
        lambda path: stated_sheet(swiss(AUDITED, ROUNDS), path, AUDITED_ITERATIONS),
    )


def audited_report() -> Figure:
    """Our own report of 500 players × 60 iterations, 90,000 formulas: the same."""
    calculation = calculated(swiss(REPORTED, ROUNDS), Settings(iterations=ITERATIONS))
    return _audited(
        f"our report of {REPORTED} players, {ITERATIONS} iterations", 3.0, lambda path: write_report(calculation, path)
    )


def _audited(name: str, bound: float, write: Callable[[Path], object]) -> Figure:
    """The audit of what `write` writes, and its annotated copy, against openpyxl loading and saving it."""
    with tempfile.TemporaryDirectory() as folder:
        path, copy = Path(folder, "audited.xlsx"), Path(folder, "copy.xlsx")
        write(path)
        return ratio(
            f"{name}: audit and annotated copy / openpyxl, load and save", bound,
            lambda: make_audit(path, {}, out=Path(folder, "audit.xlsx")),
            lambda: openpyxl.load_workbook(path).save(copy),
        )


def audited_class() -> Figure:
    """A class: `arpo audit` of 30 sheets of 60 players as a process, against that of one of them."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [str(Path(folder, f"{number}.xlsx")) for number in range(CLASS)]
        stated_sheet(swiss(SHEET_PLAYERS, ROUNDS), Path(paths[0]), 10)
        for path in paths[1:]:
            shutil.copyfile(paths[0], path)
        audit = ("-m", "pipeline", "audit", "--out", str(Path(folder, "out")))
        return ratio(
            f"arpo audit of {CLASS} sheets of {SHEET_PLAYERS} players / of one, as processes", 30.0,
            process(*audit, *paths), process(*audit[:-1], str(Path(folder, "one.xlsx")), paths[0]), runs=3,
        )
