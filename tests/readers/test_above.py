"""What stands above a table: how many rounds the event has, and its day. With fewer rounds nothing is final."""

import pytest
from made.making import FOUR, RANKED, changed, csv_file, workbook

from pipeline.commands.calculating import calculation_for
from pipeline.commands.convert import write_event
from pipeline.commands.report import make_report
from pipeline.readers import read_event
from pipeline.readers.above import date_of


def headed(*lines, rows=RANKED):
    """A table with lines above it, each a list of cells; it has three rounds, all of them held."""
    return [rows[0], rows[1], *map(list, lines), *rows[2:]]


@pytest.mark.parametrize("lines", [
    [["Number of rounds : 5"]], [["Number of rounds: 5"]], [["Number of rounds", 5]], [["Rundenanzahl : 5"]],
    [["Número de rondas: 5"]], [["Nombre de rondes : 5"]], [["Numero di turni : 5"]], [["Aantal ronden : 5"]],
    [["Tournament type : Swiss-System"], ["Rounds:", "5"]],
])  # fmt: skip
def test_the_rounds_that_a_line_declares(tmp_path, lines):
    event = read_event(workbook(tmp_path / "ranked.xlsx", headed(*lines)))
    assert (event.name, event.rounds, event.declared, event.rounds_left) == ("Village Open", 3, 5, 2)
    calculation = calculation_for(tmp_path / "ranked.xlsx", {})
    assert calculation.state == "provisional" and "2 rounds to be played" in calculation.master


@pytest.mark.parametrize("line", ["Number of rounds : 3", "Number of rounds : 2", "Number of rounds", "Rounds: 2.5"])
def test_rounds_that_are_all_there_or_no_number(tmp_path, line):
    event = read_event(workbook(tmp_path / "ranked.xlsx", headed([line])))
    assert event.rounds_left == 0


@pytest.mark.parametrize(("line", "date", "rules"), [
    (["Date : 2025/04/30"], "2025-04-30", "c07-2024"), (["Date : 2026/03/01 to 2026/03/04"], "2026-03-01", "c07-2026"),
    (["Datum : 04.05.2025 bis 07.05.2025"], "2025-05-04", "c07-2024"),
    (["Fecha", "2025-12-06"], "2025-12-06", "c07-2024"),
    (["Date : spring"], "", "c07-2026"),
])  # fmt: skip
def test_the_day_decides_the_edition(tmp_path, line, date, rules):
    path = workbook(tmp_path / "ranked.xlsx", headed(line))
    assert read_event(path).date == date
    assert calculation_for(path, {}).work.settings.rules == rules


def test_dates():
    assert [date_of(text) for text in ("2026/03/01", " 1.3.2026 ", "26/03/01", "2026/13/01", "2026/03/01 x", "")] == [
        "2026-03-01", "2026-03-01", "2026-03-01", "", "", "",
    ]  # fmt: skip


def test_a_text_has_them_too(tmp_path):
    path = csv_file(tmp_path / "ranked.csv", headed(["Number of rounds : 4"], ["Date : 2024/08/28"]), ";")
    event = read_event(path)
    assert (event.rounds_left, event.date) == (1, "2024-08-28")


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_converted_event_and_a_report_keep_them(tmp_path, language):
    """Before, a table of three rounds of five was green once it had been converted."""
    path = workbook(tmp_path / "ranked.xlsx", headed(["Number of rounds : 5"], ["Date : 2025/04/30"]))
    event = read_event(path)
    write_event(event, tmp_path / "converted.xlsx", language)
    make_report(path, {"language": language}, tmp_path / "report.xlsx")
    for name in ("converted", "report"):
        again = read_event(tmp_path / f"{name}.xlsx")
        assert (again.name, again.declared, again.rounds_left, again.date) == ("Village Open", 5, 2, "2025-04-30")


def test_an_event_without_a_name_has_none_of_them_for_it(tmp_path):
    path = workbook(tmp_path / "event.xlsx", [["Event", None, None, "Rounds", 5], *FOUR])
    event = read_event(path)
    assert event.name in ("", path.stem)
    assert event.declared == 5


@pytest.mark.parametrize("stated", [1, 2, 4])
def test_points_that_are_half_entered_are_noted(tmp_path, stated):
    """Five players: for who has none there is nothing to compare with."""
    rows = changed(RANKED, {(row, 8): None for row in range(4 + stated, 9)})
    notes = {note.kind: note for note in read_event(workbook(tmp_path / "e.xlsx", rows)).notes}
    assert notes["points"].count == 5 - stated


def test_points_of_everybody_or_of_nobody_need_no_note(tmp_path):
    none = changed(RANKED, {(row, 8): None for row in range(4, 9)})
    for rows in (RANKED, none):
        assert "points" not in {note.kind for note in read_event(workbook(tmp_path / "e.xlsx", rows)).notes}
