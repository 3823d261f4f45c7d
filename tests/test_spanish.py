"""Workbooks in Spanish: no English word in them, formulas that give what they show, and read back as they were."""

import errno
import io
import re
from dataclasses import replace

import pytest
from made.fields import ROOT, event
from made.recalc import recalculate, roundtrip
from made.tables import by_hand, hand_rows, video_columns
from made.tables import written as sheet_of
from made.xlsx import formulas, seen_texts, values
from words import catalogues, first, read

from pipeline.audit.report.words import words as audit_words
from pipeline.commands.audit import make_audit
from pipeline.commands.calculating import calculation_for
from pipeline.commands.convert import write_event
from pipeline.commands.rate import make_rating, rating_of
from pipeline.commands.report import make_report, print_report
from pipeline.commands.template import write_blank
from pipeline.course.folder import read_exercises, write_exercises
from pipeline.course.making import Wish, made_exercises
from pipeline.errors import SYSTEM_ERRORS, InputError, UsageError, why_of
from pipeline.explaining import compared, explained
from pipeline.method.columns import COLUMNS
from pipeline.rating.player_columns import PLAYER_COLUMNS
from pipeline.rating.rules import rule_sets
from pipeline.readers import read_event
from pipeline.resources import docs_folder
from pipeline.tiebreaks.columns import HELPERS
from pipeline.words import told
from pipeline.workbook.layout import NATIVE_HEADINGS, ROUND_HEADINGS

SPANISH = {first(id_): entry.forms for id_, entry in read(catalogues()["es"]).entries.items()}
ENGLISH = re.compile(
    r"\b(the|of|and|is|are|was|with|for|not|from|which|who|players?|games?|rounds?|check|sum|values?|opponents?|average"
    r"|file|sheet|read|yes|if|they|where|each)\b"
)
"""Words that no Spanish text has."""
CODES = re.compile(
    r"round-robin|full-bye|half-bye|zero-bye|arpo report|[a-z_]+(?:_[a-z]+|_\{?k\}?)+|video\.xlsx|irt56\.xlsx"
)
"""What is the same in every language: result codes, the names of columns in files, commands, files."""
KEYS = {column.key for column in (*COLUMNS, *HELPERS, *PLAYER_COLUMNS)} | {
    column.key for rules in rule_sets().values() for column in (*rules.columns, *rules.game_columns)
}
"""The names of columns in files, which About lists, are the same in every language."""
TIES = "PTS,DE,BH-C1,SB-M1,FB,AOB,KS,PS-C1,WIN,REP,STD,ARO-C1,TPR,PTP,APRO,RP,ARPO,RB"
MIXED = (
    "1w2 3d4 5:full-bye 6:half-bye", "1+3 2w5 4?6", "1d6 2-4 3l5", "1:zero-bye 2--3 4w5", "1w4 5d6 2:half-bye",
)  # fmt: skip


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """A report, a rating by each rule set, a blank and a filled event workbook, all in Spanish."""
    folder = tmp_path_factory.mktemp("spanish")
    names = ("event", "report", "ties", "video", "rating", "article", "blank")
    paths = {name: folder / f"{name}.xlsx" for name in names}
    mixed = event([2000, 1900, None, 1700, 1600, 1500], *MIXED, names=["Ana", "Berta", "Carla", "Dora", "Eva", "Flor"])
    write_event(replace(mixed, name="Prueba"), paths["event"], "es")
    make_report(paths["event"], {"language": "es", "iterations": 12}, paths["report"])
    make_report(ROOT / "input" / "video.xlsx", {"language": "es", "iterations": 12}, paths["video"])
    make_report(
        paths["event"], {"language": "es", "iterations": 12, "unrated": 1400, "rules": "c07-2026", "order": TIES},
        paths["ties"],
    )
    make_rating(paths["event"], {"language": "es"}, out=paths["rating"])
    make_rating(ROOT / "input" / "article" / "irt56.xlsx", {"language": "es"}, out=paths["article"])
    write_blank(paths["blank"], players=4, rounds=2, language="es")
    return paths


def english_among(texts):
    """What isn't Spanish, of (part, text)."""
    return {
        (part, text) for part, text in texts
        if SPANISH.get(text, (text,))[0] != text and text not in KEYS
        or ENGLISH.search(CODES.sub("", text)) and " " in text and not text.startswith("Player ")
    }


@pytest.mark.parametrize("name", ["event", "report", "ties", "video", "rating", "article", "blank"])
def test_there_is_no_english_word(written, name):
    assert not english_among(seen_texts(written[name]))


def test_there_is_no_english_word_in_an_audit(tmp_path):
    """In all that the copy has beside the audited sheet's own words: a sheet with mistakes of three kinds."""
    columns = by_hand(video_columns("fide", "opponents"))
    columns["performance"][1] += 100
    columns["c_hat"][2] *= -1
    columns["iteration_1"] = [value + 7 for value in columns["iteration_1"]]
    path = sheet_of(tmp_path / "mano.xlsx", hand_rows(columns))
    make_audit(path, {"dp": "fide", "c": "opponents"}, out=tmp_path / "copia.xlsx", language="es")
    own = {text for _, text in seen_texts(path)}
    assert not english_among((part, text) for part, text in seen_texts(tmp_path / "copia.xlsx") if text not in own)


def test_there_is_no_english_word_in_an_explanation(written):
    text = explained(calculation_for(written["event"], {"unrated": 1400, "rules": "c07-2026", "order": TIES}), 1,
                     language="es")
    assert not english_among(("", line) for line in text.splitlines())


@pytest.mark.parametrize("name", ["report", "rating"])
def test_each_formula_gives_the_word_that_it_shows(written, name, tmp_path):
    assert roundtrip([written[name]], tmp_path) == []


def test_a_change_in_the_spanish_workbook_is_followed_by_words(written, tmp_path):
    """A typed-over formula: the state says so in Spanish, and so do the other sheets."""
    from made.xlsx import edit

    cell = next(cell for cell in formulas(written["report"]) if cell[0] == "ARPO" and cell[1].startswith("M"))
    changed = edit(written["report"], tmp_path / "changed.xlsx", {cell: 1}, over_formulas=True)
    [result] = recalculate([changed], tmp_path / "out")
    for sheet in ("Resumen", "ARPO", "Comprobaciones"):
        assert str(values(result)[sheet, "B3"]).startswith("REVISAR: ")


def test_a_spanish_workbook_is_read_as_the_english_one(written, tmp_path):
    english = tmp_path / "english.xlsx"
    one = read_event(written["event"])
    write_event(one, english)
    other = read_event(english)
    assert one.players.equals(other.players) and one.entries.equals(other.entries)
    report = read_event(written["report"])
    assert report.players["name"].tolist() == one.players["name"].tolist()
    assert report.entries["result"].tolist() == one.entries["result"].tolist()


def test_spanish_settings_are_read(written):
    """The video's event in Spanish has dp = logística-entera, c = oponentes."""
    assert {name: read_event(written["video"]).settings[name] for name in ("dp", "c", "start")} == {
        "dp": "logistic-floor", "c": "opponents", "start": "performance",
    }  # fmt: skip


def test_our_own_spanish_report_agrees(written, tmp_path):
    made, _ = make_audit(written["video"], {}, out=tmp_path / "audit.xlsx", language="es")
    assert made.agrees


@pytest.mark.parametrize("heading", [*NATIVE_HEADINGS.values(), *ROUND_HEADINGS.values()])
def test_the_readers_know_our_headings(heading):
    from pipeline.readers.vocabulary import heading as word

    [english, spanish] = [word(told(heading, language).replace("{n}", "3")) for language in ("en", "es")]
    assert english is not None and spanish is not None and (english.name, english.number) == (
        spanish.name, spanish.number)


@pytest.mark.parametrize("arguments", [("--help",), ("report", "--lang", "es", "-h"), ("rate", "--help")])
def test_the_help_is_told_in_the_language(arguments, capsys, monkeypatch):
    from pipeline.cli import main

    monkeypatch.setattr("sys.argv", ["arpo", *arguments])
    monkeypatch.setenv("ARPO_LANG", "es_MX.UTF-8")
    with pytest.raises(SystemExit):
        main()
    text = capsys.readouterr().out
    assert text.startswith("Uso: arpo") and "Opciones:" in text
    text = text.replace(str(docs_folder()), "")  # a path has English words in it where it will
    said = re.sub(r"(?m)^  [a-z]+  |Ejemplo: .*|\S*--\S+|\[[^]]*\]|<[^>]*>|arpo \w+", "", text)
    assert not ENGLISH.search(said)


@pytest.mark.parametrize("command", ["audit", "explain", "exercise", "mark", "convert", "batch", "template"])
def test_the_help_names_values_in_the_language(command, capsys, monkeypatch):
    """ARCHIVO, <número>; before, FILE and <float>. What is missing is called so, too."""
    from pipeline.cli import main

    monkeypatch.setenv("ARPO_LANG", "es")
    monkeypatch.setattr("sys.argv", ["arpo", command, "--help"])
    with pytest.raises(SystemExit):
        main()
    text = capsys.readouterr().out
    assert not re.search(r"\b(EVENT|PLAYER|FILES?|FOLDER|NAME|ADDRESS|DIR)\b|<[a-z]*(float|int|str|path)[a-z ]*>", text)
    assert "that of" not in text
    monkeypatch.setattr("sys.argv", ["arpo", "report"])
    with pytest.raises(SystemExit):
        main()
    assert "falta TORNEO." in capsys.readouterr().err


SHEETS = (
    "Summary", "Standings", "Player", "Event", "ARPO", "Tie-breaks", "Checks", "dp table", "About", "Settings",
    "How to", "Audit", "Exercise", "Rounds", "Curves", "Tables",
)  # fmt: skip


@pytest.mark.parametrize("english", [id_ for id_ in SPANISH if re.search(r"\bsheet [A-Z]", id_)])
def test_a_sentence_calls_a_sheet_what_it_is_called(english):
    """“The sheet How to says …” was “La hoja Cómo se usa …”, and the sheet is called Cómo se hace."""
    for name in SHEETS:
        if re.search(rf"\bsheet {name}\b", english):
            assert all(SPANISH[name][0] in form for form in SPANISH[english])


def test_audits_call_every_column_by_a_spanish_name():
    """Those that a sheet lacks, too; before, an error began in “rating”, and “participants” weren't divided by."""
    said_by = audit_words("es")
    columns = [*COLUMNS, *PLAYER_COLUMNS]
    for rules in rule_sets().values():
        columns += [*rules.columns, *rules.game_columns]
    same = {"average", "opponents", "participants", "rating", "D_corrected", "expected_points", "start_performance"}
    assert not {key for key in same if said_by.column(key) == key}
    assert not english_among((key, said_by.column(key)) for key in {column.key for column in columns if column.judged})
    assert said_by.column("-D_corrected") == "-D corregida"


def test_an_audit_s_words_are_spanish_where_several_cells_share_a_cause(tmp_path):
    """“dp: tomado de FIDE table 8.1.1; las 7 celdas”: what causes have in common was joined as English text."""
    path = sheet_of(tmp_path / "mano.xlsx", hand_rows(by_hand(video_columns("fide", "field"))))
    make_audit(path, {"dp": "logistic-floor", "c": "field"}, out=tmp_path / "copia.xlsx", language="es")
    texts = [text for _, text in seen_texts(tmp_path / "copia.xlsx")]
    assert any("tomado de otra tabla: tabla 8.1.1 de la FIDE" in text for text in texts)
    assert not any("FIDE table" in text for text in texts)


def test_what_the_system_says_of_an_error_is_told():
    """Each of its errors that is known by name; one that isn't keeps the system's own words."""
    for name in SYSTEM_ERRORS:
        spanish = told(why_of(OSError(getattr(errno, name), "whatever")), "es")
        assert spanish not in ("whatever", str(SYSTEM_ERRORS[name])) and not ENGLISH.search(spanish)
    assert why_of(OSError(errno.EDOM, "Argument out of domain")) == "Argument out of domain"
    assert why_of(ValueError("embedded null byte")) == "embedded null byte"


@pytest.mark.parametrize(("row", "said"), [
    (("dp", "fida"), "«fida» no puede ser el valor de un ajuste (dp).\n    → Use uno de: fide, logística-entera, "),
    (("inicio", "final"), "(inicio).\n    → Use uno de: rendimiento, Elo."),
    (("comienzo", "Elo"), "ajustes son: dp, c, inicio, sin Elo, umbral, "),
])
def test_what_is_wrong_in_a_spanish_settings_sheet_is_said_in_its_words(row, said, tmp_path):
    import openpyxl

    write_blank(tmp_path / "a.xlsx", players=4, rounds=1, language="es")
    book = openpyxl.load_workbook(tmp_path / "a.xlsx")
    sheet = book["Ajustes"]
    place = next((r for r in sheet.iter_rows() if r[0].value == row[0]), None)
    if place is None:
        sheet.append(row)
    else:
        place[1].value = row[1]
    event_sheet = book["Evento"]
    header = next(r for r in event_sheet.iter_rows() if r[0].value == "N.º")[0].row
    for at, cells in enumerate(((1, "Ana", 2000, 2, "w"), (2, "Eva", 1900, 1, "l")), start=header + 1):
        for column, value in enumerate(cells, start=1):
            event_sheet.cell(at, column, value)
    book.save(tmp_path / "b.xlsx")
    with pytest.raises(InputError) as refused:
        read_event(tmp_path / "b.xlsx")
    assert said in told(refused.value.said, "es")


def test_the_terminal_calls_settings_as_the_sheets_do(tmp_path):
    """The options themselves never change."""
    calculation = calculation_for(ROOT / "input" / "video.xlsx", {"language": "es", "start": "rating"})
    out = io.StringIO()
    print_report(calculation, out)
    assert "c oponentes (hoja Ajustes), inicio Elo (línea de órdenes), sin Elo 1400" in " ".join(out.getvalue().split())
    assert "dp = logística-entera, c = torneo" in compared(calculation, 2, 3, language="es")
    with pytest.raises(UsageError) as refused:
        calculation_for(ROOT / "input" / "video.xlsx", {"start": "final"})
    assert "start (línea de órdenes): 'final' no se conoce.\n    → Use uno de: performance, rating." in told(
        refused.value.said, "es")


@pytest.mark.parametrize("wish", [Wish(seed="5", language="es"), Wish(seed="5", language="es", elo="fide-2024")])
def test_the_teachers_event_is_in_the_language_and_the_same_as_in_english(wish, tmp_path):
    [spanish], [english] = made_exercises(wish, {}), made_exercises(replace(wish, language="en"), {})
    assert (spanish.event.name, english.event.name) == ("Ejercicio V1", "Exercise V1")
    assert spanish.event.players.equals(english.event.players) and spanish.id == english.id
    write_exercises([spanish], tmp_path)
    key = {"ask", "cells", "elo", "id", "lang", "lesson", "seed", "variant", "version", "arpo key"}
    own = key | {",".join(spanish.ask)}
    for path in tmp_path.rglob("*.xlsx"):
        assert not english_among((part, text) for part, text in seen_texts(path) if text not in own), path
    [again] = read_exercises(tmp_path)
    assert (again.id, again.settings, again.ask, again.event.name) == (
        spanish.id, spanish.settings, spanish.ask, "Ejercicio V1")


def test_players_without_a_name_get_one_in_the_language(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("No.;Name;Rating;R1;R2\n1;;1900;2w1;3b½\n2;Bo;1800;1b0;4w1\n3;Cy;1700;4w1;1w½\n4;Di;1600;3b0;2b0\n",
                    encoding="utf-8")
    for language, name in (("en", "Player 1"), ("es", "Jugador 1")):
        names = [name, "Bo", "Cy", "Di"]
        assert calculation_for(path, {"language": language}).work.event.players["name"].tolist() == names
        assert rating_of(path, {"language": language, "k": 20}).work.frame["name"].tolist() == names
        write_event(read_event(path), tmp_path / "b.xlsx", language)
        assert read_event(tmp_path / "b.xlsx").players["name"].tolist() == names
