"""Which headings an audit knows, in one row or two, and what it says of columns that it doesn't judge."""

import pytest
from made.reading_sheets import COLUMNS, NAMES, audit_of, grid_of, remarks_of, rows_of, table_of
from made.tables import video

from pipeline.audit.report.sentences.remarks import REMARKS, UNJUDGED
from pipeline.audit.report.words import words
from pipeline.audit.sheet.head import find_head, without_audited
from pipeline.audit.sheet.known_headings import meanings_of, sum_kind
from pipeline.readers import vocabulary
from pipeline.readers.layouts import read_grids
from pipeline.resources import template_toml

KNOWN = {
    "Ra": (
        "Rating medio", "Media rivales", "Media de los rivales", "Promedio rivales", "Elo prom.", "Elo rivales", "Rm",
        "Avg rating", "Average opponent rating", "Opp. avg", "Ra (elo medio)",
    ),
    "performance": ("Rend.", "Rdto.", "Rendim.", "Rendimiento (Ra+dp)", "Rendimiento inicial", "Rend. = Ra + dp"),
    "dp": ("dp FIDE", "dp (tabla)", "Dif. rating"),
    "c": ("c (media)", "c promedio"),
    "c_hat": ("ĉ = dp - c", "dp-c", "ĉ (dp-c)"),
    "iteration_1": ("Iteración nº 1", "1ª it.", "Primera iteración", "I1", "1st iteration", "RP1", "x1 (desde x0)"),
    "score": ("Puntaje", "Puntos obtenidos", "Pts.", "Punkte"),
    "games": ("Nº de partidas", "Nº part.", "Part."),
    "per_cent": ("%", "p %", "p (%)", "Porcentaje"),
    "rating": ("Elo", "Rating", "Rtg", "Elo FIDE"),
}


@pytest.mark.parametrize(("meaning", "heading"), [(key, text) for key, texts in KNOWN.items() for text in texts])
def test_a_heading_is_known(meaning, heading):
    assert meaning in meanings_of(heading)


def test_a_letter_of_many_uses_is_no_percentage():
    """P stands for lost games beside G and E, for points, and for the percentage."""
    assert meanings_of("P") == ()


@pytest.mark.parametrize("heading", ["Rating (opponents)", "Elo (1ª vuelta)", "Pts. (5)", "Buchholz", "(c)x"])
def test_what_follows_a_given_column_makes_another_of_it(heading):
    """A bracket explains Ra, but the rating of opponents is no rating."""
    assert not {"rating", "score", "games", "c"} & set(meanings_of(heading))


@pytest.mark.parametrize("name", ["Jugadores", "Participante", "Nombre y apellidos", "Apellidos, Nombre"])
def test_names_are_headed_so(name):
    head = find_head(grid_of([["Nº", name, "Ra"], [1, "Anna", 1800]]))
    assert head is not None
    assert head.who == {"no": 0, "name": 1}


def test_a_sums_label_may_be_explained():
    assert (sum_kind("Suma ponderada (n·x)"), sum_kind("Suma (todos)"), sum_kind("Nota")) == (
        "weighted", "plain", "",
    )


def test_what_the_event_readers_know_stands_in_one_place():
    """Names, numbers, ratings and points: an audit knows them by vocabulary.toml, and lists none of them again."""
    for meanings in template_toml("columns.toml").values():
        assert not {"rating", "name", "no", "start_no", "rank"} & set(meanings)
        for spellings in meanings.values():
            for spelling in spellings:
                word = vocabulary.heading(spelling.replace("{n}", "1"))
                assert word is None or word.name not in ("rating", "rating_or_rank", "name", "no", "points"), spelling
    for language in vocabulary.languages():
        headings = template_toml("vocabulary.toml")[language]["headings"]
        assert all("rating" in meanings_of(spelling) for spelling in headings.get("rating", ()))
        assert all({"score", "points"} <= set(meanings_of(spelling)) for spelling in headings["points"])


def games(heading, values):
    """Four players, two rounds; `values` under `heading`, and the Ra of ratings 2000, 1900, 1800, 1700."""
    opponents = [(2, "w", 3, "d"), (1, "l", 4, "w"), (4, "w", 1, "d"), (3, "l", 2, "l")]
    ratings = [(1900 + 1800) / 2, (2000 + 1700) / 2, (1700 + 2000) / 2, (1800 + 1900) / 2]
    rows = [["No.", "Name", heading, "Opponent 1", "Result 1", "Opponent 2", "Result 2", "Ra"]]
    for i, row in enumerate(opponents):
        rows.append([i + 1, "ABCD"[i] * 3, values[i], *row, ratings[i]])
    return grid_of(rows)


@pytest.mark.parametrize("heading", ["Ranking", "R", "Elo", "Rating"])
def test_ratings_are_known_to_the_event_and_to_the_audit(heading, tmp_path):
    path = tmp_path / "hand.csv"
    path.touch()
    sheet = games(heading, [2000, 1900, 1800, 1700])
    assert read_grids(path, [without_audited(sheet)]).players["rating"].tolist() == [2000, 1900, 1800, 1700]
    assert find_head(sheet).columns[2] == ("rating",)


def test_a_ranking_of_places_is_no_rating(tmp_path):
    path = tmp_path / "hand.csv"
    path.touch()
    sheet = games("Ranking", [1, 2, 3, 4])
    assert read_grids(path, [without_audited(sheet)]).players["rating"].isna().all()
    head = find_head(sheet)
    assert (list(head.columns), head.who["rank"]) == ([7], 2)


# Two rows of headings

STEPS = ("iteration_1", "iteration_2")


def two_rows(upper, lower):
    """The video's Ra and two iterations under two rows of headings."""
    return [upper, lower, *rows_of("Ra", *STEPS)[1:]]


@pytest.mark.parametrize(
    ("upper", "lower", "merged"),
    [
        # All headings merged over two rows, Iteraciones over its two columns.
        (["Nº", "Nombre", "Ra", "Iteraciones", None], [None, None, None, 1, 2],
         ((0, 0, 1, 0), (0, 1, 1, 1), (0, 2, 1, 2), (0, 3, 0, 4))),
        (["Nº", "Nombre", "Ra", "Iteraciones", None], [None, None, None, 1, 2], ()),
        ([None, None, None, "Iteraciones", None], ["Nº", "Nombre", "Ra", 1, 2], ()),
        ([None, None, None, "Iteraciones", None], ["Nº", "Nombre", "Ra", "1", "2"], ()),
        (["Nº", "Nombre", "Elo", "It.", "It."], [None, None, "medio", 1, 2], ()),
    ],
)
def test_two_rows_of_headings(upper, lower, merged):
    table = table_of(two_rows(upper, lower), video(), merged)
    assert set(table.columns) == {"Ra", *STEPS}
    assert table.remarks == ()


def test_iterations_without_dp_or_performance_beside_them_need_their_band():
    rows = [[None, None, "Iteraciones", None], ["Nº", "Nombre", 1, 2], *rows_of(*STEPS)[1:]]
    assert set(table_of(rows, video()).columns) == set(STEPS)


def test_a_title_above_the_headings_is_no_band():
    rows = [["Media", None, None, None], *rows_of("Ra", "dp", headings=("Ra", "dp"))]
    assert set(table_of(rows, video()).columns) == {"Ra", "dp"}


def test_differences_without_a_number_are_those_of_the_iteration_before():
    # 1957.56 - 1996 = -38.44 and 1988.76 - 1957.56 = 31.20 for Player A
    start, one, two = COLUMNS["performance"], COLUMNS["iteration_1"], COLUMNS["iteration_2"]
    rows = [["No.", "Name", "Rend.", "It 1", "Dif.", "It 2", "Dif."]]
    for i, name in enumerate(NAMES):
        rows.append([i + 1, name, start[i], one[i], round(one[i] - start[i], 2), two[i], round(two[i] - one[i], 2)])
    assert rows[1][4::2] == [-38.44, 31.2]
    rows[1][6] = 13.2
    audit = audit_of(rows, video())
    [wrong] = [cell for cell in audit.cells if cell.verdict == "wrong"]
    assert (wrong.column, wrong.spot.cell, wrong.stated) == ("difference_2", "G2", 13.2)


# What isn't judged

def test_a_column_with_an_unknown_heading_is_said_with_the_outcome():
    rows = rows_of("Ra", "dp", "performance", "performance", headings=("Ra", "dp", "Ajuste", "Nota"))
    for row in rows[1:]:
        row[-1] = "bien"  # no numbers: nothing that might be judged
    rows[0][3:3] = ["Buchholz", "FED"]
    for row in rows[1:]:
        row[3:3] = [10.5, "ESP"]
    audit = audit_of(rows, video())
    remarks = remarks_of(audit)
    assert remarks["columns_unread"] == {"count": 1, "columns": "G", "headings": "“Ajuste”"}
    assert remarks["other_tie_breaks"]["columns"] == "D"
    assert words("en").master(audit) == (
        "PARTLY: 16 of 32 numbers judged, all right; NOT JUDGED: columns G, other tie-breaks (D)"
    )
    assert words("es").master(audit) == (
        "EN PARTE: 16 de 32 números juzgados, todos correctos; SIN JUZGAR: columnas G, otros desempates (D)"
    )


def test_neighbouring_columns_are_named_together_also_without_headings():
    rows = rows_of("Ra", "dp", "c", "c_hat", headings=("Ra", "otro", None, "más"))
    found = remarks_of(table_of(rows, video()))["columns_unread"]
    assert (found["columns"], found["headings"]) == ("D–F", "“otro”, —, “más”")


def test_what_is_judged_alone_is_said_as_before():
    audit = audit_of(rows_of("Ra", "dp"), video())
    assert audit.remarks == ()
    assert words("en").master(audit) == "AGREES: all 16 cells are right"


def test_what_limits_an_outcome_is_a_remark():
    assert set(UNJUDGED) <= set(REMARKS)
