"""The catalogues of templates/words: whole, true to the code, compiled; and the tool that keeps them so."""

import gettext

import pytest
from words import Collected, Entry, Words, catalogues, collected, faults, merged, mo_bytes, parsed, po_bytes, updated

from pipeline.words import ENGLISH, languages

HEAD = 'msgid ""\nmsgstr ""\n"Language: es\\n"\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n"X-Decimal-Sign: ,\\n"'
GAMES = ("{count} game", "{count} games")
FORMS = Entry(("{count} partida", "{count} partidas"))


def catalogue(**entries):
    """A catalogue of sentences that count nothing, by sentence."""
    return Words("es", HEAD, {id_: Entry((form,) if form else ()) for id_, form in entries.items()})


@pytest.fixture(scope="module")
def code():
    return collected()


def test_every_sentence_of_the_code_is_a_literal(code):
    assert not code.unreadable, "the sentence must stand in the call: said(\"…\")"


@pytest.mark.parametrize("language", catalogues())
def test_every_sentence_is_translated(language, code):
    words = parsed(catalogues()[language].read_text("utf-8"), language)
    assert not faults(words, code), "run make words, and translate what it lists"


@pytest.mark.parametrize("language", catalogues())
def test_what_the_program_reads_is_compiled_from_the_catalogue(language):
    path = catalogues()[language]
    words = parsed(path.read_text("utf-8"), language)
    assert path.read_bytes() == po_bytes(words), "run make words"
    assert path.with_suffix(".mo").read_bytes() == mo_bytes(words), "run make words"


def test_the_program_s_languages_are_the_files():
    assert languages() == (ENGLISH, *catalogues())


@pytest.mark.parametrize(("words", "fault"), [
    (catalogue(), "missing"),
    (catalogue(**{"{n} rounds": ""}), "not translated"),
    (catalogue(**{"{n} rounds": "{n} rondas", "gone": "ido"}), "unused"),
    (catalogue(**{"{n} rounds": "{m} rondas"}), "not the same {details}"),
    (catalogue(**{"{n} rounds": "rondas"}), "not the same {details}"),
    (Words("es", HEAD, {"{n} rounds": Entry(("{n} rondas",), is_draft=True)}), "a draft, to be looked at"),
])
def test_each_fault_is_found(words, fault):
    [line] = faults(words, Collected({"{n} rounds"}))
    assert line.startswith(f"es: {fault}: ")


def test_a_form_that_counts_may_leave_the_count_out_and_nothing_else():
    found = Collected({("{count} game of {who}", "{count} games of {who}")})
    [id_] = found.ids
    assert not faults(Words("es", HEAD, {id_: Entry(("una partida de {who}", "{count} partidas de {who}"))}), found)
    [line] = faults(Words("es", HEAD, {id_: Entry(("una partida", "{count} partidas de {who}"))}), found)
    assert "details" in line
    [line] = faults(Words("es", HEAD, {id_: Entry(("una partida de {who}", ""))}), found)
    assert "not translated" in line


def test_new_sentences_are_added_and_old_ones_go():
    words = updated(catalogue(one="uno", two="dos"), {"two", "entirely another"})
    assert words.entries == {"two": Entry(("dos",)), "entirely another": Entry()}


def test_a_reworded_sentence_keeps_its_translation_as_a_draft():
    words = updated(catalogue(**{"The round has no results.": "La ronda no tiene resultados."}),
                    {"This round has no results."})  # fmt: skip
    [entry] = words.entries.values()
    assert entry == Entry(("La ronda no tiene resultados.",), is_draft=True)
    assert b"resultados" in po_bytes(words) and b"resultados" not in mo_bytes(words)


def test_two_sides_are_merged_by_entry():
    base = catalogue(same="igual", theirs="viejo", ours="viejo", gone="ido")
    ours = catalogue(same="igual", theirs="viejo", ours="nuestro", added="nuestro", gone="ido")
    theirs = catalogue(same="igual", theirs="suyo", ours="viejo", other="suyo")
    forms = {id_: entry.forms[0] for id_, entry in merged(base, ours, theirs).entries.items()}
    assert forms == {"same": "igual", "theirs": "suyo", "ours": "nuestro", "added": "nuestro", "other": "suyo"}


def test_the_file_says_the_same_when_read_and_written_again():
    words = Words("es", HEAD, {GAMES: FORMS, "5 % of “it”\nnow": Entry(("ya",))})
    text = po_bytes(words).decode()
    assert parsed(text, "es") == words and po_bytes(parsed(text, "es")).decode() == text
    assert "#," not in text and "Date" not in text


def test_the_compiled_catalogue_is_one_of_gettext_s(tmp_path):
    path = tmp_path / "es.mo"
    path.write_bytes(mo_bytes(Words("es", HEAD, {GAMES: FORMS})))
    with path.open("rb") as file:
        compiled = gettext.GNUTranslations(file)
    one, many = FORMS.forms
    assert [compiled.ngettext(*GAMES, n) for n in (0, 1, 2)] == [many, one, many]
    assert compiled.info()["x-decimal-sign"] == ","


def test_only_literals_can_be_collected(tmp_path):
    path = tmp_path / "module.py"
    path.write_text('said("kept" " whole")\nsaid(text)\nsaid(f"{n}")\ncounted("one", "many", n)\ncounted("one", n)\n')
    found = collected([path])
    assert found.ids == {"kept whole", ("one", "many")}
    assert found.unreadable == ["module.py:2", "module.py:3", "module.py:5"]
