"""A third language is one file: a catalogue made from the Spanish one, with letters that no other language has."""

import os
import re
import shutil
import subprocess
import sys
from dataclasses import replace

import pytest
from made.fields import ROOT
from made.tables import by_hand, hand_rows, video_columns, written
from made.xlsx import seen_texts
from words import Entry, catalogues, mo_bytes, po_bytes, read

FOREIGN = str.maketrans("aeou", "äëöü")


def foreign(text):
    """A text of the catalogue with its vowels changed, but not those of {details}."""
    return re.sub(r"[^{}]+(?![^{]*\})", lambda found: found[0].translate(FOREIGN), text)


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """The program, with its catalogues and one of a language xx, which is told nowhere else."""
    folder = tmp_path_factory.mktemp("home")
    for name in ("pipeline", "templates", "input"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    spanish = read(catalogues()["es"])
    entries = {id_: Entry(tuple(map(foreign, entry.forms))) for id_, entry in spanish.entries.items()}
    words = replace(spanish, language="xx", head=spanish.head.replace("Language: es", "Language: xx"), entries=entries)
    (folder / "templates" / "words" / "xx.po").write_bytes(po_bytes(words))
    (folder / "templates" / "words" / "xx.mo").write_bytes(mo_bytes(words))
    return folder


def run(home, *arguments, language="xx"):
    environment = {**os.environ, "PYTHONPATH": str(home), "COLUMNS": "200"}
    return subprocess.run([sys.executable, "-m", "pipeline", *arguments, "--lang", language], cwd=home, env=environment,
                          capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def report(home):
    made = run(home, "report", "input/video.xlsx", "--iterations", "12", "--out", "report.xlsx")
    assert made.returncode == 0, made.stderr
    return home / "report.xlsx"


def plain(path):
    """The texts of a workbook that are Spanish: said by something else than the catalogue of the language."""
    known = {form for id_, entry in read(catalogues()["es"]).entries.items() for form in entry.forms if form != id_}
    return [text for _, text in seen_texts(path) if text in known and foreign(text) != text]


def test_a_report_is_in_it(report):
    assert not plain(report)
    assert {"Cläsificäción", "Jügädör"} <= {text for _, text in seen_texts(report)}


def test_its_report_is_read_and_audited_in_it(home, report):
    """Sheets, headings and settings of the report are known again, so that as many numbers are judged as in English."""
    english = run(home, "report", "input/video.xlsx", "--iterations", "12", "--out", "english.xlsx", language="en")
    assert english.returncode == 0, english.stderr
    in_english = run(home, "audit", "english.xlsx", "--out", "english-audit.xlsx", language="en")
    made = run(home, "audit", str(report), "--out", "audit.xlsx")
    assert made.returncode == in_english.returncode == 0, made.stdout + made.stderr
    [count] = re.findall(r"AGREES: all (\d+) cells are right", in_english.stdout)
    assert f"läs {count} cëldäs sön cörrëctäs" in made.stdout
    assert not plain(home / "audit.xlsx")


def test_mistakes_are_told_in_it(home):
    columns = by_hand(video_columns("fide", "opponents"))
    columns["performance"][1] += 100
    written(home / "hand.xlsx", hand_rows(columns))
    made = run(home, "audit", "hand.xlsx", "--dp", "fide", "--c", "opponents", "--out", "mistakes.xlsx")
    assert made.returncode == 1, made.stderr
    assert "1 ërrónëä" in made.stdout
    assert not plain(home / "mistakes.xlsx")
