"""Headings, result words and colour letters in seven languages, and what decides where they clash."""

import pytest
from made.making import RANKED, changed, workbook

from pipeline.errors import InputError, UsageError
from pipeline.readers import read_event
from pipeline.readers.hints import Hints
from pipeline.readers.vocabulary import heading

NATIVE = {
    "english": (["No.", "Name", "Rating"], "Opponent", "Result", "wdl"),
    "german": (["Nr.", "Spieler", "Elo"], "Gegner", "Ergebnis", "grv"),
    "spanish": (["Nº", "Nombre", "Elo"], "Rival", "Resultado", "gtp"),
    "italian": (["Nr.", "Nome", "Elo"], "Avversario", "Risultato", "vps"),
    "portuguese": (["Nº", "Nome", "Elo"], "Adversário", "Resultado", "ved"),
    "french": (["Nº", "Nom", "Elo"], "Adversaire", "Résultat", "gnp"),
    "dutch": (["Nr.", "Naam", "Rating"], "Tegenstander", "Uitslag", "wrv"),
}
WORDS = {
    "english": ("win", "draw", "loss"),
    "german": ("Sieg", "Remis", "Niederlage"),
    "spanish": ("gana", "tablas", "pierde"),
    "italian": ("vittoria", "patta", "sconfitta"),
    "portuguese": ("vitória", "empate", "derrota"),
    "french": ("gain", "nulle", "perte"),
    "dutch": ("winst", "remise", "verlies"),
}
CROSSTABLES = {
    "german": ["Rg.", None, "Name", "Elo", "Land", "1.Rd", "2.Rd", "3.Rd", "Pkt.", "Wtg1", "Wtg2"],
    "spanish": ["Rk.", None, "Nombre", "Elo", "FED", "Ronda 1", "Ronda 2", "Ronda 3", "Pts.", "Desp1", "Desp2"],
    "italian": ["Rg.", None, "Nome", "Elo", "FED", "1.Turno", "2.Turno", "3.Turno", "Punti", "Spareggio 1", "Sp2"],
    "portuguese": ["Rk.", None, "Nome", "Elo", "FED", "1.Rd", "2.Rd", "3.Rd", "Pts.", "Des1", "Des2"],
    "french": ["Pl.", None, "Nom", "Elo", "Fédé", "Ronde 1", "Ronde 2", "Ronde 3", "Pts", "Dép1", "Dép.2"],
    "dutch": ["Rg.", None, "Naam", "Rating", "Land", "1.Rd", "2.Rd", "3.Rd", "Pnt.", "WP1", "WP2"],
}


def native(headings, opponent, result, win, draw, loss):
    """Anna beats Béla and draws with Carl, Béla beats Dora, Carl beats Dora."""
    header = [*headings, f"{opponent} 1", f"{result} 1", f"{opponent} 2", f"{result} 2"]
    return [
        header,
        [1, "Anna", 2000, 2, win, 3, draw],
        [2, "Béla", 1900, 1, loss, 4, win],
        [3, "Carl", 1800, 4, win, 1, draw],
        [4, "Dora", 1700, 3, loss, 2, loss],
    ]


def results(event):
    return "".join(event.entries["result"])


@pytest.mark.parametrize("language", NATIVE)
@pytest.mark.parametrize("capitals", [False, True])
def test_letters(tmp_path, language, capitals):
    headings, opponent, result, letters = NATIVE[language]
    letters = letters.upper() if capitals else letters
    event = read_event(workbook(tmp_path / "l.xlsx", native(headings, opponent, result, *letters)))
    assert results(event) == "wdlwwdll"
    named = [note.text for note in event.notes if note.kind == "language"]
    assert len(named) == (language != "english")


@pytest.mark.parametrize("language", WORDS)
def test_words_under_english_headings(tmp_path, language):
    event = read_event(workbook(tmp_path / "w.xlsx", native(*NATIVE["english"][:3], *WORDS[language])))
    assert results(event) == "wdlwwdll"


@pytest.mark.parametrize("language", ["german", "spanish", "portuguese", "french", "dutch"])
def test_letters_of_another_language_than_the_headings(tmp_path, language):
    """The letters alone decide, for no other language has all of them in a table without contradictions."""
    event = read_event(workbook(tmp_path / "l.xlsx", native(*NATIVE["english"][:3], *NATIVE[language][3])))
    assert results(event) == "wdlwwdll"


def test_p_is_a_draw_or_a_loss_in_italian(tmp_path):
    """vinta, persa: p stands against v. vittoria, patta: p stands against p."""
    headings, opponent, result, _ = NATIVE["italian"]
    event = read_event(workbook(tmp_path / "p.xlsx", native(headings, opponent, result, "v", "½", "p")))
    assert results(event) == "wdlwwdll"


def test_winner_and_loser_alone_are_a_question(tmp_path):
    """s and v: Sieg and verloren in German, sconfitta and vittoria in Italian; nothing in the table tells."""
    rows = native(*NATIVE["english"][:3], "s", "½", "v")
    path = workbook(tmp_path / "q.xlsx", rows)
    with pytest.raises(InputError) as caught:
        read_event(path)
    text = str(caught.value)
    assert "sheet Event, cell E1: the results can be read in two ways" in text
    assert "“s” is a win in German and a loss in Italian" in text
    assert "--language german or --language italian" in text
    assert results(read_event(path, hints=Hints(language="german"))) == "wdlwwdll"
    assert results(read_event(path, hints=Hints(language="italian"))) == "ldwlldww"


def test_headings_settle_it(tmp_path):
    headings, opponent, result, _ = NATIVE["german"]
    event = read_event(workbook(tmp_path / "h.xlsx", native(headings, opponent, result, "s", "½", "v")))
    assert results(event) == "wdlwwdll"


def test_d_is_a_draw_in_english_and_a_loss_in_portuguese(tmp_path):
    portuguese = native(*NATIVE["english"][:3], "v", "e", "d")
    assert results(read_event(workbook(tmp_path / "p.xlsx", portuguese))) == "wdlwwdll"
    english = changed(native(*NATIVE["english"][:3], "1", "d", "0"), {})
    assert results(read_event(workbook(tmp_path / "e.xlsx", english))) == "wdlwwdll"


def test_contradictions_are_still_reported(tmp_path):
    headings, opponent, result, letters = NATIVE["spanish"]
    rows = changed(native(headings, opponent, result, *letters), {(2, 4): "g"})
    with pytest.raises(InputError, match="cell E2: round 1: player 1 has “g” against 2, who has “g”"):
        read_event(workbook(tmp_path / "c.xlsx", rows))


def test_letter_of_no_language(tmp_path):
    rows = changed(native(*NATIVE["dutch"][:3], *"wrv"), {(1, 4): "q"})
    with pytest.raises(InputError, match="cell E2: .*“q”, which isn't a result"):
        read_event(workbook(tmp_path / "c.xlsx", rows))


@pytest.mark.parametrize("language", CROSSTABLES)
def test_crosstable_headings(tmp_path, language):
    rows = [*RANKED[:3], CROSSTABLES[language], *RANKED[4:]]
    event = read_event(workbook(tmp_path / "c.xlsx", rows))
    original = read_event(workbook(tmp_path / "o.xlsx", RANKED))
    assert event.source.layout == original.source.layout
    assert results(event) == results(original)
    assert event.players["rating"].equals(original.players["rating"])
    assert event.players["points_stated"].tolist() == [2.5, 2, 2, 0, 0.5]
    assert list(event.stated) == CROSSTABLES[language][-2:]


@pytest.mark.parametrize(
    ("text", "name"),
    [("Nombre", "name"), ("NOMBRE", "name"), ("Elo", "rating"), ("Pkt.", "points"), ("Nome", "name"), ("Rg.", "rank"),
     ("Desp1", "tie_break"), ("Resultat 3", "result"), ("Résultat 3", "result"), ("Equipe", "team"),
     ("3ª ronda", "round"), ("№", "no")],
)  # fmt: skip
def test_single_headings(text, name):
    assert heading(text).name == name


LETTERS = [("w", "b"), ("w", "s"), ("b", "n"), ("w", "z"), ("b", "p")]


def with_letters(white, black):
    rows = changed(RANKED, {})
    for row in rows[4:9]:
        for column in (5, 6, 7):
            if isinstance(row[column], str):
                row[column] = row[column].translate({ord("w"): white, ord("b"): black})
    return rows


@pytest.mark.parametrize(("white", "black"), LETTERS)
def test_colours(tmp_path, white, black):
    event = read_event(workbook(tmp_path / "c.xlsx", with_letters(white, black)))
    original = read_event(workbook(tmp_path / "o.xlsx", RANKED))
    assert event.entries.equals(original.entries)
    assert not [note for note in event.notes if note.kind == "colours"]


def test_one_letter_on_both_sides_is_left_out_and_noted(tmp_path):
    event = read_event(workbook(tmp_path / "e.xlsx", with_letters("b", "b")))
    assert set(event.entries.get("colour", [""])) == {""}
    assert "both players of the game have the same" in {note.kind: note.text for note in event.notes}["colours"]


@pytest.mark.parametrize(("language", "colour"), [("english", "b"), ("spanish", "w")])
def test_b_on_one_side_only_is_what_the_language_of_the_headings_says(tmp_path, language, colour):
    rows = with_letters("b", "b")
    rows[3] = CROSSTABLES.get(language, rows[3])
    event = read_event(workbook(tmp_path / "o.xlsx", changed(rows, {(4, 6): "3½", (6, 6): "1b½"})))
    assert event.entries.query("no == 3 and round == 2")["colour"].item() == colour


def test_b_that_nothing_settles(tmp_path):
    """Three headings are English and three Spanish: the colour is left out, and the note says how to tell it."""
    rows = [["Rk.", "Name", "Puesto", "1.Rd"], [1, "Anna", 1, "2b½"], [2, "Béla", 2, "1½"]]
    event = read_event(workbook(tmp_path / "u.xlsx", rows))
    assert "colour" not in event.entries
    assert "--colours" in {note.kind: note.text for note in event.notes}["colours"]
    event = read_event(workbook(tmp_path / "u.xlsx", rows), hints=Hints(colours="w/b"))
    assert event.entries["colour"].tolist() == ["b", ""]


def test_the_user_says_the_colours(tmp_path):
    path = workbook(tmp_path / "x.xlsx", with_letters("s", "w"))  # as someone may write it: w for zwart …
    event = read_event(path, hints=Hints(colours="s/w"))
    assert event.entries.query("no == 1 and round == 1")["colour"].item() == "w"
    assert event.entries["result"].equals(read_event(path).entries["result"])


def test_contradicting_colours_are_left_out_and_noted(tmp_path):
    event = read_event(workbook(tmp_path / "c.xlsx", changed(RANKED, {(4, 5): "  2b1"})))
    assert event.entries.query("round == 1 and no in (1, 2)")["colour"].tolist() == ["", ""]
    assert next(note.count for note in event.notes if note.kind == "colours") == 2


def test_colour_columns_of_the_native_workbook(tmp_path):
    rows = native(*NATIVE["french"][:3], *"gnp")
    rows[0] += ["Couleur 1", "Couleur 2"]
    for row, colours in zip(rows[1:], ["bn", "nb", "bb", "nn"], strict=True):
        row += colours
    event = read_event(workbook(tmp_path / "n.xlsx", rows))
    assert event.entries["colour"].tolist() == ["w", "b", "b", "w", "w", "w", "b", "b"]


@pytest.mark.parametrize("hint", [{"language": "klingon"}, {"colours": "w"}, {"colours": "w/w"}, {"colours": "/"}])
def test_hints_that_are_none(hint):
    with pytest.raises(UsageError, match="→"):
        Hints(**hint)


@pytest.mark.parametrize("name", ["Nombre del jugador", "Nombre completo", "Apellidos y nombres", "Full name"])
@pytest.mark.parametrize(("opponent", "result"), [("Riv. 1", "Res. 1"), ("Op. 1", "Rdo. 1"), ("Opon. 1", "Result. 1")])
def test_headings_as_teachers_write_them(name, opponent, result, tmp_path):
    path = tmp_path / "event.csv"
    path.write_text(f"N°;{name};Elo;{opponent};{result}\n1;Ana;1900;2;G\n2;Bea;1800;1;P\n", "utf-8")
    event = read_event(path)
    assert event.players["name"].tolist() == ["Ana", "Bea"]
    assert event.games["points"].tolist() == [1.0, 0.0]
