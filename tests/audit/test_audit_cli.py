"""`arpo audit` as it is typed: the video's cases, exit statuses, --json, --marks, Spanish, headings and messages."""

import random
import re

import openpyxl
import pytest
from made.tables import HEADINGS, ROOT, by_hand, hand_rows, video_columns, video_rows, written
from made.xlsx import parts_of, rewritten

VIDEO = ROOT / "input" / "video.xlsx"
FIDE = ("--dp", "fide", "--c", "opponents")
FLOOR = ("--dp", "logistic-floor", "--c", "opponents")
FINDING = {
    "sheet", "cell", "player", "column", "stated", "expected", "from_own", "difference", "verdict", "causes", "weights",
    "origin",
}
SPANISH = ("Elo medio", "d(p)", "c", "c con sombrero", "puntos", "Rendimiento", "It 1", "It 2", "It 10")


@pytest.fixture
def audit(arpo):
    """Audits a file as it is typed."""
    return lambda *arguments: arpo("audit", *arguments)


def cells(run, verdict):
    return {(f["column"], f["player"][-1]) for f in run.data["findings"] if f["verdict"] == verdict}


@pytest.fixture
def hand(tmp_path):
    return written(tmp_path / "hand.xlsx", hand_rows())


def csv_of(path, rows, sign=";"):
    """A csv file with decimal commas."""
    def text(value):
        return "" if value is None else str(value).replace(".", ",") if isinstance(value, float) else str(value)

    path.write_text("\n".join(sign.join(map(text, row)) for row in rows) + "\n", encoding="utf-8")
    return path


def typed_over(path, copy, cell, number):
    """A copy of a report in which a number was typed over a formula of the sheet ARPO."""
    part = parts_of(path)["ARPO"]
    rule = rf'(<c r="{cell}"[^>]*>)<f>[^<]*</f><v>[^<]*</v>'

    def edited(xml):
        changed, count = re.subn(rule, rf"\g<1><v>{number}</v>", xml)
        assert count == 1
        return changed

    return rewritten(path, copy, {part: edited})


# --- the video --------------------------------------------------------------------------------------------------------


def test_exactly_the_seven_dp_cells_are_wrong_by_the_fide_table(audit, hand):
    run = audit(hand, *FIDE, "--json")
    assert run.status == 1
    wrong = [f for f in run.data["findings"] if f["verdict"] == "wrong"]
    assert [f["stated"] for f in wrong] == [190, 190, -89, 88, -241, -191, -191]
    assert [(f["column"], f["player"]) for f in wrong] == [("dp", f"Player {letter}") for letter in "BCDEFGH"]
    assert all(f["causes"][0] == "dp_logistic_floor" and f["origin"] == f["cell"] for f in wrong)
    follows = {(column, letter) for letter in "ABCDEFGH" for column in (
        "c", "c_hat", "performance", "iteration_1", "iteration_2", "iteration_10")}
    assert cells(run, "carried") == follows - {("performance", "A")}
    assert run.data["summary"] == {"ok": 18, "rounding": 0, "carried": 47, "wrong": 7, "missing": 0}
    assert {f["origin"] for f in run.data["findings"]} <= {f["cell"] for f in wrong}


@pytest.mark.parametrize("given", [FLOOR, ()])
def test_nothing_is_wrong_by_the_videos_own_settings_or_with_none(audit, hand, given):
    run = audit(hand, *given, "--json")
    assert run.status == 0
    assert run.data["summary"] == {"ok": 72, "rounding": 0, "carried": 0, "wrong": 0, "missing": 0}
    assert run.data["findings"] == []
    assert run.data["settings"]["dp"]["value"] == "logistic-floor"
    assert run.data["settings"]["dp"]["from"] == ("command line" if given else "inferred from the sheet")


def test_the_settings_sheet_is_followed_where_no_option_is_given(audit, tmp_path):
    path = written(tmp_path / "hand.xlsx", hand_rows())
    book = openpyxl.load_workbook(path)
    source = openpyxl.load_workbook(VIDEO)["Settings"]
    sheet = book.create_sheet("Settings")
    for row in source.iter_rows(values_only=True):
        values = list(row)
        if values[0] in ("dp", "c"):
            values[1] = {"dp": "fide", "c": "opponents"}[values[0]]
        sheet.append(values)
    book.save(path)
    run = audit(path, "--json")
    assert run.data["settings"]["dp"]["value"] == "fide"
    assert run.data["summary"]["wrong"] == 7
    assert audit(path, "--dp", "logistic-floor", "--json").data["summary"]["wrong"] == 0


def test_the_recrp_of_swiss_manager_is_right_and_its_constant_explained(audit, shared_events):
    path = shared_events / "swiss-manager" / "open-147-players-recrp.txt"
    run = audit(path, "--json")
    # Points that aren't those of the games are not judged: the file has games, byes and forfeits, and no penalties.
    assert (run.status, run.data["outcome"]) == (1, "partly")
    assert [left["reason"] for left in run.data["not_judged"]] == ["points_differ"]
    assert run.data["summary"] == {"ok": 147, "rounding": 0, "carried": 0, "wrong": 0, "missing": 0}
    assert "one constant, -10.18" in run.err
    assert "explained by unrated = 1201 (default 1400) and start = rating (default performance)" in run.err
    assert "changes no order" in run.err


# --- --json, --marks, exit status -------------------------------------------------------------------------------------


def test_json_has_the_fields_of_its_description(audit, hand):
    run = audit(hand, *FIDE, "--json")
    assert set(run.data) == {
        "settings", "outcome", "summary", "judged", "not_judged", "remarks", "patterns", "findings",
    }
    assert (run.data["outcome"], run.data["judged"], run.data["not_judged"]) == ("differences", 72, [])
    assert list(run.data["summary"]) == ["ok", "rounding", "carried", "wrong", "missing"]
    assert len(run.data["findings"]) == 54
    for finding in run.data["findings"]:
        assert set(finding) == FINDING
        assert finding["sheet"] == "Hand"
        assert finding["difference"] == pytest.approx(finding["stated"] - finding["expected"])
        assert isinstance(finding["causes"], list)
    assert "DIFFERENCES: 7 wrong, 47 carried, 0 missing of 72 cells" in run.err


def test_a_mark(audit, hand):
    assert "Mark:" not in audit(hand).out
    assert "Mark: 72 of 72 cells right or carried right (100" in audit(hand, "--marks").out
    assert "Mark: 65 of 72 cells right or carried right (90.3 %)" in audit(hand, *FIDE, "--marks").out


def test_a_missing_cell_is_a_difference_and_rounding_is_none(audit, tmp_path):
    rows = hand_rows()
    rows[3][-1] = None
    run = audit(written(tmp_path / "a.xlsx", rows), *FLOOR, "--json")
    assert (run.status, run.data["summary"]["missing"]) == (1, 1)
    rows = hand_rows()
    rows[1][-3] = 1940.50  # 1940.4904…, rounded up
    run = audit(written(tmp_path / "b.xlsx", rows), *FLOOR, "--json")
    assert (run.status, run.data["summary"]["rounding"]) == (0, 1)


@pytest.mark.parametrize("given", [("--dp", "elo"), ("--lang", "fr"), ("--nonsense",)])
def test_usage_is_2(audit, hand, tmp_path, given):
    run = audit(hand, *given)
    assert run.status == 2
    assert run.out == "" and run.err
    assert not (tmp_path / "output").exists()


def test_a_file_without_a_table_is_3(audit, tmp_path, hand):
    path = csv_of(tmp_path / "none.csv", [["x", "y"], [1, 2]])
    for given in ((), ("--event", VIDEO)):
        run = audit(path, *given)
        assert run.status == 3
        assert run.err.startswith("Error: ") and "none.csv: 1 problem" in run.err and "→" in run.err
    # An event without any computed column has nothing to be audited.
    run = audit(written(tmp_path / "event.xlsx", video_rows()))
    assert run.status == 3 and "→" in run.err


def test_a_table_without_games_asks_for_the_event(audit, tmp_path):
    path = written(tmp_path / "bare.xlsx", [row[:3] + row[-len(HEADINGS):] for row in hand_rows()])
    run = audit(path)
    assert run.status == 3
    assert "--event" in run.err
    assert audit(path, "--event", VIDEO, *FLOOR).status == 0
    run = audit(path, "--event", VIDEO, *FIDE, "--json")
    assert (run.status, run.data["summary"]["wrong"]) == (1, 7)


def test_files_that_cannot_be_read_or_written_are_4(audit, hand, tmp_path):
    assert audit(tmp_path / "nowhere.xlsx").status == 4
    before = hand.read_bytes()
    run = audit(hand, "--out", hand)
    assert run.status == 4
    assert "the output would replace the input" in run.err
    assert hand.read_bytes() == before


def test_where_the_copy_is(audit, hand, tmp_path):
    assert "output/hand-audit.xlsx" in audit(hand).out.replace("\\", "/")
    assert (tmp_path / "output" / "hand-audit.xlsx").is_file()
    audit(hand, "--out", tmp_path / "mine.xlsx")
    assert (tmp_path / "mine.xlsx").is_file()


# --- headings and files -----------------------------------------------------------------------------------------------


def test_spanish_headings(audit, tmp_path):
    rows = hand_rows(headings=SPANISH)
    rows[0][:3] = ["No.", "Nombre", "Elo"]
    run = audit(written(tmp_path / "mano.xlsx", rows), *FIDE, "--json")
    assert run.data["summary"] == {"ok": 18, "rounding": 0, "carried": 47, "wrong": 7, "missing": 0}


@pytest.mark.parametrize("seed", range(6))
def test_headings_in_any_order_and_any_subset(audit, tmp_path, seed):
    rng = random.Random(seed)
    rows = hand_rows()
    given = len(rows[0]) - len(HEADINGS)
    kept = [given + i for i in rng.sample(range(len(HEADINGS)), rng.randrange(3, len(HEADINGS) + 1))]
    if not {given, given + 1, given + 2, given + 3, given + 5, given + 6} & set(kept):
        kept.append(given + 1)
    order = [*range(given), *kept]
    path = written(tmp_path / "hand.xlsx", [[row[i] for i in order] for row in rows])
    run = audit(path, *FLOOR, "--json")
    assert run.status == 0
    assert run.data["summary"]["ok"] == 8 * len(kept)
    run = audit(path, *FIDE, "--json")
    assert run.data["summary"]["wrong"] >= (7 if given + 1 in kept else 0)
    if given + 1 in kept:
        assert cells(run, "wrong") == {("dp", letter) for letter in "BCDEFGH"}


def test_the_computed_columns_may_stand_first(audit, tmp_path):
    rows = [row[-len(HEADINGS):] + row[: -len(HEADINGS)] for row in hand_rows()]
    run = audit(written(tmp_path / "hand.xlsx", rows), *FIDE, "--json")
    assert run.data["summary"] == {"ok": 18, "rounding": 0, "carried": 47, "wrong": 7, "missing": 0}


@pytest.mark.parametrize("sign", [";", "\t"])
def test_csv_with_decimal_commas(audit, tmp_path, sign):
    path = csv_of(tmp_path / "hand.csv", hand_rows(), sign)
    run = audit(path, *FIDE, "--json")
    assert run.data["summary"] == {"ok": 18, "rounding": 0, "carried": 47, "wrong": 7, "missing": 0}
    sheet = openpyxl.load_workbook(tmp_path / "output" / "hand-audit.xlsx")["hand"]
    assert {f["sheet"] for f in run.data["findings"]} == {"hand"}
    assert sheet["O3"].value in (190, "190,0")
    assert sheet["O3"].comment is not None


def test_a_text_in_a_number_cell_is_a_missing_number_and_said(audit, tmp_path):
    rows = hand_rows()
    rows[2][-len(HEADINGS) + 1] = "about 190"
    rows[3][-len(HEADINGS) + 1] = "#N/A"
    path = written(tmp_path / "hand.xlsx", rows)
    run = audit(path, *FLOOR, "--json")
    assert run.status == 1
    first = run.data["findings"][0]
    assert (first["cell"], first["stated"], first["verdict"], first["causes"]) == (
        "O3", "about 190", "missing", ["not_a_number"])
    assert first["difference"] is None
    assert "“about 190” isn't a number" in audit(path, *FLOOR).out


# --- Spanish ----------------------------------------------------------------------------------------------------------


def test_everything_in_spanish(audit, tmp_path):
    rows = hand_rows(headings=SPANISH)
    rows[4][-1] = None
    path = written(tmp_path / "mano.xlsx", rows)
    run = audit(path, *FIDE, "--lang", "es", "--marks")
    assert run.status == 1
    for text in ("Torneo: mano, 8 jugadores, 17 partidas", "Ajustes con que se juzga", "correcto", "arrastrado",
                 "erróneo", "falta", "las 7 celdas", "; indicado ", ", esperado ",
                 "en vez de la tabla elegida", "viene de",
                 "DIFERENCIAS: 7 erróneas",
                 "Nota: 64 de 72 celdas", "Escrito:", "línea de órdenes"):
        assert text in run.out, text
    for text in ("wrong", "carried", "stated", "expected", "Written", "command line", "comes from"):
        assert text not in run.out.replace(str(tmp_path), ""), text
    book = openpyxl.load_workbook(tmp_path / "output" / "mano-audit.xlsx")
    assert book.sheetnames == ["Resumen", "Auditoría", "Hand"]
    assert [cell.value for cell in book["Auditoría"][4]] == [
        "Hoja", "Celda", "Jugador", "Columna", "Indicado", "Esperado", "De sus propias celdas", "Diferencia",
        "Veredicto", "Causa", "Viene de",
    ]
    texts = {str(c.value) for row in book["Resumen"].iter_rows() for c in row if c.value is not None}
    assert {"Ajustes con que se juzga", "Primer error de cada jugador", "Celdas por columna y veredicto"} <= texts
    assert {"Colores", "El error empieza aquí."} <= texts
    comment = book["Hand"]["O3"].comment.text
    assert "erróneo" in comment and "esperado 193" in comment and "wrong" not in comment
    verdicts = {row[8].value for row in book["Auditoría"].iter_rows(min_row=5)}
    assert verdicts == {"erróneo", "arrastrado", "falta"}
    # Names in --json are identifiers, whatever the language.
    data = audit(path, *FIDE, "--lang", "es", "--json").data
    assert {f["verdict"] for f in data["findings"]} == {"wrong", "carried", "missing"}


def test_a_report_of_our_own_that_somebody_edited(arpo, audit, tmp_path):
    report = tmp_path / "report.xlsx"
    assert arpo("report", VIDEO, "--out", report).status == 0
    run = audit(report, "--json")
    assert run.status == 0, run.err
    assert run.data["summary"]["wrong"] == 0 and run.data["summary"]["ok"] > 100
    book = openpyxl.load_workbook(report)
    sheet = book["ARPO"]
    row, column = next(
        (cell.row + 1, cell.column) for cells in sheet.iter_rows(max_row=12) for cell in cells if cell.value == "dp"
    )
    while not str(sheet.cell(row, column).value).startswith("="):
        row += 1
    cell = sheet.cell(row, column).coordinate
    plain = openpyxl.load_workbook(report, data_only=True)["ARPO"]
    edited = typed_over(report, tmp_path / "edited.xlsx", cell, plain[cell].value + 7)
    run = audit(edited, "--json")
    assert run.status == 1
    assert [(f["sheet"], f["cell"]) for f in run.data["findings"] if f["verdict"] == "wrong"] == [("ARPO", cell)]
    assert "typed_over_formula" in next(f for f in run.data["findings"] if f["verdict"] == "wrong")["causes"]


def test_by_hand_helper_rounds_as_people_do():
    assert by_hand(video_columns())["c"][0] == 14.8095
