"""`arpo standings --format html`: a page for the wall or the web, that says what it is of and from when."""

import html
from dataclasses import replace

import pytest
from made.fields import VIDEO, calculate, event

from pipeline.commands.standings import standings_text

DATED = replace(event([2000, 1900, 1800], "1w2", "1w3", "2d3"), date="2024-08-01", name="Village open")


@pytest.mark.parametrize(("language", "said"), [
    ("en", ("Village open", "Standings after round 3 · began on 2024-08-01", "RP: Recursive performance")),
    ("es", ("Clasificación después de la ronda 3 · empezó el 2024-08-01", "RP: Rendimiento recursivo")),
])
def test_the_page_says_what_it_is_of(language, said):
    page = standings_text(calculate(DATED), "html", language=language)
    assert all(text in page for text in said)
    assert "CHECKS" not in page and "COMPROBACIONES" not in page


def test_a_page_without_a_date_has_none():
    assert "began" not in standings_text(calculate(replace(DATED, date="")), "html")


@pytest.mark.parametrize("form", ["html", "md"])
def test_standings_that_fail_a_check_aren_t_published_as_if_nothing_were_wrong(form):
    wrong = event([2000, 1900, 1800], "1w2", "1w3", "2d3", points_stated=[3.0, 0.5, 0.5])
    assert "Not to be used: a check of this report failed" in standings_text(calculate(wrong), form)
    pending = event([2000, 1900, 1800], "1w2", "1w3", "2?3")
    assert "Standings after round 3, provisional" in standings_text(calculate(pending), form)


@pytest.mark.parametrize(("language", "said"), [
    ("en", "ARPO: Average recursive performance of the opponents; it isn't FIDE's APRO (C.07 10.4)"),
    ("es", "ARPO: Promedio de los rendimientos recursivos de los oponentes; no es el APRO de la FIDE (C.07 10.4)"),
])
def test_arpo_is_told_from_apro_where_it_is_listed(arpo, language, said):
    """Once on each page; and the last column is of words, not of numbers."""
    page = html.unescape(arpo("standings", VIDEO, "--order", "PTS,DE,ARPO", "--format", "html", "--lang", language).out)
    assert page.count(said) == 1 and page.count("DE: ") == 1
    text = arpo("standings", VIDEO, "--order", "PTS,DE,ARPO", "--format", "md", "--lang", language).out
    assert text.count(said) == 1 and "|---:|---:|---|---|---:|---:|---:|---:|---|" in text
