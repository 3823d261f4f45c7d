"""Sheets of rating officers by both rule sets (made/rating_sheets.py): no false wrong, all origins."""

import json
import random
from pathlib import Path

import openpyxl
import pytest
from made.rating_sheets import HEADINGS, article_row, article_sheet, half_away, made_sheet, pd
from typer.testing import CliRunner

from pipeline.audit.report.words import words
from pipeline.audit.run import audit_file
from pipeline.cli import app
from pipeline.commands.rate import rating_of
from pipeline.errors import InputError

SEEDS = range(14)
AUDITS = Path(__file__).resolve().parents[1] / "fixtures" / "audits"


def saved(path, rows):
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    book.save(path)
    return path


def audited(sheet, folder, language="en", **given):
    """The verdicts that aren't right, by row and column of the sheet, and the audit."""
    path = saved(folder / "sheet.xlsx", sheet.table(language))
    event = saved(folder / "event.xlsx", sheet.event) if sheet.event else None
    made, _ = audit_file(path, given, event)
    found = {(cell.spot.row - 1, sheet.columns[cell.spot.column]): cell.verdict.value for cell in made.cells}
    return found, made


def outcome(sheet, folder, language):
    """What an audit gets wrong of a made sheet: nothing, or what in words."""
    found, made = audited(sheet, folder, language)
    wrong = {cell for cell, verdict in found.items() if verdict in ("wrong", "missing")}
    if dict((name, value) for name, value, _ in made.setting_lines)["rules"] != sheet.rules:
        return f"rules: {made.setting_lines}"
    if wrong != ({sheet.wrong} if sheet.wrong else set()):
        return f"wrong: {wrong}, not {sheet.wrong}"
    return ""


@pytest.mark.parametrize("mistake", [False, True])
def test_made_sheets_are_judged_right(tmp_path, mistake):
    failures = {
        seed: said for seed in SEEDS
        if (said := outcome(made_sheet(seed, mistake), tmp_path, "es" if seed % 4 < 2 else "en"))
    }
    assert not failures


WHOLE = {
    "sign": ("difference", lambda row: row["expected_points"] - row["points"]),
    "change_of_the_sum": ("rating_change", lambda row: half_away(row["K"] * row["points"], 2)),
    "column_misread": ("expected_per_cent", lambda row: pd(-row["D"])),
}
"""Mistakes of a whole column: expected minus scored, K times the points, the lower rated's half of the table."""


@pytest.mark.parametrize("cause", WHOLE)
@pytest.mark.parametrize("seed", [4, 6])
def test_a_mistake_of_a_whole_column_is_said_once(cause, seed, tmp_path):
    sheet = article_sheet(random.Random(seed), mistake=False)
    key, wrong = WHOLE[cause]
    for row in sheet.rows:
        row[key] = wrong(row)
        article_row(row, key)
    found, made = audited(sheet, tmp_path)
    [pattern] = made.patterns
    assert (pattern.fit.name, pattern.columns) == (cause, (HEADINGS["en"][key],))
    wrong_cells = {cell for cell, verdict in found.items() if verdict == "wrong"}
    assert {(spot.row - 1, sheet.columns[spot.column]) for spot in pattern.spots} == wrong_cells
    assert {column for _, column in wrong_cells} == {key} and len(wrong_cells) >= len(sheet.rows) - 1


@pytest.mark.parametrize(("name", "cells"), [
    ("fide2024_summary", 12), ("unrated_as_dp_table", 6), ("percent_text_rating", 12), ("player_card_es", 26),
    ("own_rate_report_unrated", 91),  # the Summary of such a report only looks up its sheet Rating
])
def test_small_cases_agree(name, cells):
    made, _ = audit_file(AUDITS / f"{name}.xlsx", {})
    assert made.agrees
    assert len(made.cells) == cells


def test_with_the_event_expected_points_are_judged_too():
    made, _ = audit_file(AUDITS / "fide2024_summary.xlsx", {}, AUDITS / "event4.xlsx")
    assert made.agrees
    assert {"Puntos esperados", "Diferencia", "Variación", "Elo", "Promedio"} <= {cell.column for cell in made.cells}


CLUB = [
    ["Nombre", "Elo", "K", "Partidas", "Puntos", "Esperado", "Dif.", "Variación"],
    ["Ana", 1900, 20, 2, 1.5, 1.4, 0.1, 2], ["Bea", 1800, 20, 2, 0.5, 1, -0.5, -10],
    ["Ida", 1700, 20, 2, 1, 0.6, 0.4, 8], ["Suma", None, None, 6, 3, 3, 0, 0],
]
"""Everybody met everybody: 64 and 76 per cent, 36 and 64, 24 and 36."""


def test_sums_under_a_table_of_ratings_are_judged(tmp_path):
    made, _ = audit_file(saved(tmp_path / "a.xlsx", CLUB), {})
    assert made.agrees and len(made.cells) == 3 * 3 + 5
    wrong = [*CLUB[:4], ["Suma", None, None, 6, 4, 3, 0, 20]]
    made, _ = audit_file(saved(tmp_path / "b.xlsx", wrong), {})
    wrong_cells = {cell.spot.cell: cell.expected for cell in made.cells if cell.verdict == "wrong"}
    assert wrong_cells == pytest.approx({"E5": 3, "H5": 0}, abs=1e-9)


def test_expected_points_that_are_given_are_not_called_right(tmp_path):
    rows = CLUB[:4]
    made, _ = audit_file(saved(tmp_path / "a.xlsx", rows), {})
    assert made.outcome == "agrees"
    assert words("es").master(made) == (
        "CONFORME: las 9 celdas juzgadas son correctas; SIN JUZGAR: «Esperado», que se toma como dado")
    # 30 hundredths too many for Bea, and what follows from them: who knows the points of all sees that they don't fit
    wrong = [*rows[:2], ["Bea", 1800, 20, 2, 0.5, 1.3, -0.8, -16], rows[3]]
    made, _ = audit_file(saved(tmp_path / "b.xlsx", wrong), {})
    assert (made.outcome, len(made.cells), made.left_out) == ("partly", 9, 3)
    assert "«Esperado» suma 3,3 y los puntos suman 3" in words("es").remark(made.remarks[-1])


@pytest.mark.parametrize(
    ("points", "expected", "fits"),
    [
        # 1½ + ½ + 1 of 3 × 2 games: closed, and 1.4 + 1.3 + .6 = 3.3. With another half point the field is open, and
        # nobody can say; neither where somebody's is blank, or somebody has 2650
        ((1.5, 0.5, 1), (1.4, 1.3, 0.6), False), ((1.5, 0.5, 1), (1.4, 1, 0.6), True),
        ((2, 0.5, 1), (1.4, 1.3, 0.6), True), ((1.5, 0.5, 1), (1.4, 1.3, None), True),
        ((2, 0.5, 1), (1.4, 1.3, None), True), ((1.5, 0.5, None), (1.4, 1.3, 0.6), True),
        # within a unit of the last decimal for each player: 3 × .1 are .3
        ((1.5, 0.5, 1), (1.4, 1.2, 0.7), True), ((1.5, 0.5, 1), (1.4, 1.3, 0.7), False),
    ],
)
@pytest.mark.parametrize("top", [2649, 2650])
def test_expected_points_of_a_closed_field_add_up_to_its_points(tmp_path, points, expected, fits, top):
    rows = [["Nombre", "Elo", "K", "Partidas", "Puntos", "Esperado", "Dif."]]
    for name, rating, scored, given in zip(("Ana", "Bea", "Ida"), (top, 1800, 1700), points, expected, strict=True):
        difference = None if scored is None or given is None else round(scored - given, 2)
        rows.append([name, rating, 10 if rating > 2400 else 20, 2, scored, given, difference])
    made, _ = audit_file(saved(tmp_path / "a.xlsx", rows), {"rating_rules": "fide-2024"})
    said = {remark.name for remark in made.remarks}
    assert ("expected_in_all" in said) is (not fits and top == 2649)


def test_a_card_is_rated():
    # As on the card: 7.2, and with it 2137
    work = rating_of(AUDITS / "player_card_es.xlsx", {}).work
    owner = work.frame.iloc[0]
    assert (owner["name"], owner.K, round(owner.k_times_sum, 2), owner.new_rating) == ("Vega, Bruno", 20, 7.2, 2137)
    assert work.frame["rating_change"].iloc[1:].isna().all()


def test_a_card_s_numbers_are_said_as_it_writes_them(tmp_path):
    """1988 against 1902: 86, 62 per cent; the card has parts of one, .60 instead."""
    rows = [["Jugadora", "Luna, Ana"], ["Elo", 1988], ["K", 20], [],
            ["Ronda", "Rival", "Elo rival", "Resultado", "Dif.", "We", "W-We"],
            [1, "Ruiz", 1600, 1, 388, 0.91, 0.09], [2, "Torres", 1902, 0.5, 86, 0.6, -0.1],
            [3, "Vega", 2105, 0, -117, 0.34, -0.34],
            ["Total", None, None, 1.5, None, 1.85, -0.35]]
    made, _ = audit_file(saved(tmp_path / "card.xlsx", rows), {})
    [wrong] = [cell for cell in made.cells if cell.verdict == "wrong"]
    assert (wrong.spot.cell, wrong.stated, wrong.expected, wrong.decimals) == ("F7", 0.6, 0.62, 2)
    carried = {cell.spot.cell: (cell.stated, cell.expected) for cell in made.cells if cell.verdict == "carried"}
    assert {cell: tuple(round(number, 9) for number in pair) for cell, pair in carried.items()} == {
        "G7": (-0.1, -0.12), "F9": (1.85, 1.87), "G9": (-0.35, -0.37)}


@pytest.mark.parametrize("pd_is", [1, 100])
@pytest.mark.parametrize("difference_is", [1, 100])
def test_the_sums_of_a_card_are_judged_in_parts_of_one_and_in_per_cent(pd_is, difference_is, tmp_path):
    """1988 against 1600: 388, 91 %; 1902: 86, 62 %; 2105: -117, 34 %. In all 187 %, and 150 - 187 is -37."""
    def card(pd_sum, difference_sum):
        def written(pd, difference):
            return [round(pd * pd_is / 100, 2), round(difference * difference_is / 100, 2)]

        rows = [["Jugadora", "Luna, Ana"], ["Elo", 1988], [],
                ["Ronda", "Rival", "Elo rival", "Resultado", "We", "W-We"], [1, "Ruiz", 1600, 1, *written(91, 9)],
                [2, "Torres", 1902, 0.5, *written(62, -12)], [3, "Vega", 2105, 0, *written(34, -34)],
                ["Total", None, None, 1.5, *written(pd_sum, difference_sum)]]
        made, _ = audit_file(saved(tmp_path / "card.xlsx", rows), {})
        judged = {cell.spot.cell: cell for cell in made.cells}
        assert {cell for cell, found in judged.items() if found.verdict != "ok"} <= {"E8", "F8"}
        return [(judged[cell].verdict, round(judged[cell].expected, 9)) for cell in ("E8", "F8")]

    sums = round(187 * pd_is / 100, 2), round(-37 * difference_is / 100, 2)
    assert card(187, -37) == [("ok", sums[0]), ("ok", sums[1])]
    assert card(191, -41) == [("wrong", sums[0]), ("wrong", sums[1])]


def test_a_junior_s_card_asks_for_the_year(tmp_path):
    rows = [["Player: Pérez, Eva"], ["Rating", 1850, "Born", 2012], [], ["Rd", "Opponent", "Opp. rating", "Result"],
            [1, "A", 1900, 1], [2, "B", 1800, 0.5]]
    path = saved(tmp_path / "card.xlsx", rows)
    with pytest.raises(InputError, match="K of Pérez, Eva depends on the year"):
        rating_of(path, {})
    # D -50: 43 %, .57; D 50: 57 %, -.07; K 40: 20
    owner = rating_of(path, {"year": 2026}).work.frame.iloc[0]
    assert (owner.K, owner.k_class, owner.rating_change) == (40, "junior", 20)


def test_where_no_rules_explain_a_table_nobody_is_accused(tmp_path):
    rows = [["Name", "Rtg", "K", "Pts.", "We", "W-We", "Rtg +/-"]]
    rows += [[f"P{i}", 1900 + i, 17, 3, 1.1 * i + 0.31, 7 - i * 1.3, 100 - 31 * i] for i in range(6)]
    made, _ = audit_file(saved(tmp_path / "a.xlsx", rows), {})
    assert not made.cells
    assert [remark.name for remark in made.remarks] == ["no_rules_explain"]
    # who knows the rules may ask for them
    asked, _ = audit_file(tmp_path / "a.xlsx", {"rating_rules": "fide-2024"})
    assert any(cell.verdict.is_error for cell in asked.cells)


def test_rapid_and_blitz(tmp_path):
    event = [["No.", "Name", "Rating", "Standard rating", "Opponent 1", "Result 1", "Opponent 2", "Result 2"],
             [1, "A", 2700, None, 2, "w", 3, "d"], [2, "B", 2050, None, 1, "l", 4, "w"],
             [3, "C", 2200, None, 4, "w", 1, "d"], [4, "D", None, 1900, 3, "l", 2, "l"]]
    path = saved(tmp_path / "club-rapid.xlsx", event)
    with pytest.raises(InputError, match="says rapid"):
        rating_of(path, {})
    quick = rating_of(path, {"kind": "rapid", "k": 20}).work
    # A-B: 650 and one above 2600: not rated. A-C: 500 counts as 400, no exemption: ½ - .92; K 10: -4.2
    assert quick.frame["games"].tolist() == [1, 1, 2, 2]
    assert quick.frame["k_times_sum"].round(2).tolist()[0] == -4.2
    # D plays with 1900: C beats him at 300: 85 %
    assert quick.frame["rating"].iloc[3] == 1900
    standard = rating_of(path, {"kind": "standard", "k": 20}).work
    assert standard.frame["games"].tolist() == [2, 1, 1, 2]
    assert standard.frame["rating"].isna().iloc[3]


def test_the_kind_is_said(tmp_path):
    book = openpyxl.Workbook()
    book.active.title = "Event"
    for row in (["No.", "Name", "Rating", "K", "Opponent 1", "Result 1"], [1, "A", 1390, 20, 2, "w"],
                [2, "B", 1404, 20, 1, "l"]):  # fmt: skip
        book.active.append(row)
    settings = book.create_sheet("Settings")
    settings.append(["Setting", "Value"])
    settings.append(["kind", "blitz"])
    book.save(tmp_path / "e.xlsx")
    run = CliRunner().invoke(app, ["rate", str(tmp_path / "e.xlsx"), "--json", "--out", str(tmp_path / "o.xlsx")])
    data = json.loads(run.stdout)
    assert (data["kind"], data["settings"]["kind"]["value"]) == ("blitz", "blitz")
    assert "blitz" in openpyxl.load_workbook(tmp_path / "o.xlsx")["Summary"]["A1"].value

    names = {check["name"]: check for check in data["checks"]}
    # 1390 is no rating of FIDE's; B loses 20 × .48 = 9.6 and falls to 1394
    assert names["Stated ratings below 1400"]["status"] == "alert"
    assert names["Players who fall below 1400: unrated on the next list"]["status"] == "alert"
