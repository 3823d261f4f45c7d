"""The words of an audit: names of columns as in the sheet, counts, decimal commas, short tables, errors."""

import io
import re

import openpyxl
import pytest
from made.tables import ROOT, at, audited, by_hand, hand_rows, video, video_columns, written

from pipeline.audit.causes import Fit
from pipeline.audit.report.data import as_data
from pipeline.audit.report.terminal import LINES, lines, print_audit
from pipeline.audit.report.words import words
from pipeline.audit.run import audit_file
from pipeline.audit.sheet.stated import Remark
from pipeline.commands.audit import make_audit
from pipeline.errors import InputError
from pipeline.words import told

HEADINGS = ("Elo medio", "D(p)", "C", "Ĉ", "Ptos.", "Perf.", "1", "2", "Iteración 10")
FIDE = {"dp": "fide", "c": "opponents"}


def printed(audit, language: str = "en") -> str:
    stream = io.StringIO()
    print_audit(audit, words(language), stream)
    return stream.getvalue()


# --- names of columns -------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def sheet(tmp_path_factory):
    """The video's sheet by hand, with Spanish headings; mere numbers count the iterations."""
    path = tmp_path_factory.mktemp("words") / "mano.xlsx"
    return written(path, hand_rows(by_hand(video_columns()), HEADINGS))


@pytest.mark.parametrize("language", ["en", "es"])
def test_columns_are_named_as_in_the_sheet(sheet, tmp_path, language):
    audit, copy = make_audit(sheet, FIDE, out=tmp_path / "copy.xlsx", language=language)
    said = printed(audit, language)
    for heading in ("Elo medio", "D(p)", "Ĉ", "Perf."):
        assert re.search(rf"^  {re.escape(heading)} ", said, re.MULTILINE), heading
    assert re.search(r"^  D\(p\): ", said, re.MULTILINE)  # said once for the column
    # “1” alone would say nothing; the usual name of the language does.
    assert re.search(rf"^  {'Iteration' if language == 'en' else 'Iteración'} 1 ", said, re.MULTILINE)
    book = openpyxl.load_workbook(copy)
    summary, audit_sheet = (book[name] for name in book.sheetnames[:2])
    columns = {row[3].value for row in audit_sheet.iter_rows(min_row=5)}
    assert "D(p)" in columns and "dp" not in columns
    assert {"D(p)", "Ĉ", "Perf."} <= {row[0].value for row in summary.iter_rows()}


def test_names_in_json_are_keys(sheet):
    data = as_data(audit_file(sheet, FIDE)[0])
    assert {finding["column"] for finding in data["findings"]} == {
        "dp", "c", "c_hat", "performance", "iteration_1", "iteration_2", "iteration_10",
    }


def test_causes_and_remarks_name_columns_as_in_the_sheet(sheet):
    said = words("es").about(audit_file(sheet, FIDE)[0])
    assert said.cause(Fit("c_hat_one_part", {"column": "dp"})) == "ĉ es solo D(p)"
    assert "(Perf. / Iteración 2)" in said.cause(Fit("iteration_wrong_column", {"column": "performance / iteration_2"}))
    assert said.cause(Fit("c_hat_one_part", {"column": "limit"})) == "ĉ es solo Límite"  # the sheet has none
    assert words("en").cause(Fit("c_hat_one_part", {"column": "limit"})) == "ĉ is Limit alone"
    kind = said.cause(Fit("sum_of_another_kind", {"kind": "weighted"}))
    assert kind == "es otra clase de suma (ponderada por partidas)"


# --- numbers and counts -----------------------------------------------------------------------------------------------


def test_spanish_sentences_have_decimal_commas(sheet, tmp_path):
    audit, copy = make_audit(sheet, FIDE, out=tmp_path / "copy.xlsx", language="es")
    said = words("es")
    assert said.number(1805.5) == "1805,50"
    assert said.number(-14.8, 4) == "-14,8000"
    assert "1940,49" in said.cause(Fit("transposed_digits", {"right": "1940.49"}))
    assert not re.search(r"[0-9]\.[0-9]", printed(audit, "es").replace("mano.xlsx", ""))
    [comment] = [cell.comment.text for row in openpyxl.load_workbook(copy)["Hand"].iter_rows() for cell in row
                 if cell.comment and cell.coordinate == "P3"]
    assert "esperado" in comment and re.search(r"[0-9],[0-9]", comment) and not re.search(r"[0-9]\.[0-9]", comment)
    audit_sheet = openpyxl.load_workbook(copy)["Auditoría"]
    assert all(isinstance(row[5].value, int | float) for row in audit_sheet.iter_rows(min_row=5))  # numbers stay


def test_formulas_cells_and_quoted_texts_stay_as_they_are():
    said = words("es")
    details = {"formula": "=A1*1.5", "expected": "=B1"}
    assert "=A1*1.5" in said.cause(Fit("unlike_neighbours", details))
    assert "«1.5»" in said.cause(Fit("not_a_number", {"text": "1.5"}))


@pytest.mark.parametrize(
    ("language", "count", "expected"), [
        ("en", 1, "1 number is stored as text"), ("en", 2, "2 numbers are stored as text"),
        ("es", 1, "1 número está guardado"), ("es", 3, "3 números están guardados"),
    ],
)
def test_one_is_said_otherwise_than_many(language, count, expected):
    assert words(language).remark(Remark("numbers_as_text", {"count": count, "cells": "A1"})).startswith(expected)


def test_the_outcome_counts_in_words():
    columns = by_hand(video_columns("fide", "opponents"))
    columns["performance"][1] += 100
    audit = audited({"performance": columns["performance"]}, **FIDE)
    assert words("es").master(audit) == "DIFERENCIAS: 1 errónea, 0 arrastradas, 0 vacías de 8 celdas"
    assert words("en").master(audit) == "DIFFERENCES: 1 wrong, 0 carried, 0 missing of 8 cells"
    # 7 of 8 cells are 87.5 %; all but one of 2,313 would round to 100.0 %, and it isn't all.
    assert words("es").mark(audit).endswith("(87,5 %)")


def test_an_empty_cell_is_called_empty():
    columns = by_hand(video_columns("fide", "opponents"))
    columns["performance"][1] = float("nan")
    audit = audited(columns, **FIDE)
    assert at(audit, "performance", 2).stated is None
    assert "missing; stated empty, expected 1855.50" in printed(audit)
    assert "falta; indicado vacío, esperado 1855,50" in printed(audit, "es")


# --- short tables on the terminal -------------------------------------------------------------------------------------


def test_columns_of_a_family_that_are_ok_share_a_line():
    event = video()
    steps = by_hand(video_columns("fide", "field"))
    audit = audited({key: steps[key] for key in ("performance", "iteration_1", "iteration_2", "iteration_10")}, event,
                    dp="fide", c="field")
    assert [names for names, _ in lines(audit)] == [["performance"], ["iteration_1", "iteration_2", "iteration_10"]]
    assert "iteration_1 … iteration_10" in printed(audit)  # what the headings of this table are
    steps["iteration_2"][0] += 50
    audit = audited({key: steps[key] for key in ("performance", "iteration_1", "iteration_2", "iteration_10")}, event,
                    dp="fide", c="field")
    assert [names for names, _ in lines(audit)] == [["performance"], ["iteration_1"], ["iteration_2"], ["iteration_10"]]


def test_a_long_table_is_cut():
    performance = by_hand(video_columns("fide", "opponents"))["performance"]
    wrong = [value + 7 for value in performance]
    audit = audited({"performance": performance, **{f"iteration_{k}": wrong for k in range(1, LINES + 3)}}, **FIDE)
    assert len(lines(audit)) == LINES + 3
    assert "… and 3 more columns; the sheet Summary has them all." in printed(audit)
    assert "… y 3 columnas más" in printed(audit, "es")


# --- errors -----------------------------------------------------------------------------------------------------------


def test_the_errors_of_the_audit_are_in_the_language(tmp_path):
    rows = [row[:3] + row[-len(HEADINGS) :] for row in hand_rows(headings=HEADINGS)]
    path = written(tmp_path / "sin.xlsx", rows)
    with pytest.raises(InputError) as error:
        make_audit(path, {}, language="es")
    assert told(error.value.said, "es").splitlines() == [
        f"{path}: se encontró 1 problema; no se escribió nada.",
        "  hoja Hand, celda A1: esta hoja tiene columnas que auditar, pero no los oponentes y resultados con que "
        "auditarlas.",
        "    → Indique el archivo que contiene las partidas: arpo audit ARCHIVO --event TORNEO.",
    ]
    with pytest.raises(InputError) as error:
        make_audit(path, {})
    assert "no opponents and results to audit them by" in str(error.value)


@pytest.mark.parametrize(
    ("rows", "expected"), [
        ([["x", "y"], [1, 2]], "no se ha encontrado ninguna tabla"),
        ([["No.", "Name", "dp"], [77, "Nobody", 5]], "ninguna fila bajo los encabezados"),
    ],
)
def test_no_table_and_no_player_in_spanish(tmp_path, rows, expected):
    with pytest.raises(InputError) as error:
        make_audit(written(tmp_path / "otra.xlsx", rows), {}, ROOT / "input" / "video.xlsx", language="es")
    assert expected in told(error.value.said, "es")


def test_what_readers_find_is_in_the_language(tmp_path):
    rows = hand_rows()
    rows[2][4] = "zz"
    with pytest.raises(InputError, match="zz") as error:
        make_audit(written(tmp_path / "mal.xlsx", rows), {}, language="es")
    assert "se encontró 1 problema; no se escribió nada" in told(error.value.said, "es")


