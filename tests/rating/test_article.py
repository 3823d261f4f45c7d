"""The rule set article: its own tables by rule, and cases computed by hand."""

import math
from pathlib import Path

import openpyxl
import pytest
from made.article import NAMES, WORKBOOKS, figures, write_workbook
from made.fields import DOUBLE_ROUND_ROBIN, event
from made.making import workbook

from pipeline.commands.rate import rating_of, with_previous
from pipeline.errors import InputError, UsageError
from pipeline.rating.calculation import calculated
from pipeline.rating.entry import entry_of
from pipeline.rating.reading import is_round_robin
from pipeline.rating.rules import rule_sets, rules_named
from pipeline.rating.settings import RatingSettings, previous_results

TABLES = ("chile_1997", "irt56", "panam_men_1999", "panam_women_1999", "examples")
MISPRINTS = {
    ("C.Mi.", "D_corrected"), ("J.Ca.", "expected_per_cent"), ("J.Ca.", "expected_points"), ("J.Ca.", "difference"),
    ("J.Ca.", "rating_change"), ("R.To.", "initial_rating"), ("E.Ro.", "initial_rating"), ("C.Cu.", "initial_rating"),
    ("F.Pe.", "rating_change"), ("B.Fa.", "initial_rating"), ("B.No.", "initial_rating"), ("A.Ri.", "initial_rating"),
    ("K.Ta.", "initial_rating"), ("K.Za.", "initial_rating"), ("Swiss 1", "difference"), ("Swiss 1", "rating_change"),
    ("Double round robin 1", "D_corrected"), ("Double round robin 2", "D_corrected"),
}


def rated(ratings, *rounds, kind="swiss", **optional):
    settings = RatingSettings(rules="article", type=kind, year=1997)
    return calculated(entry_of(event(ratings, *rounds, **optional)), settings).work


@pytest.mark.parametrize("name", NAMES)
def test_the_workbooks_hold_the_figures(name, tmp_path):
    sheet = openpyxl.load_workbook(WORKBOOKS / f"{name}.xlsx").active
    rows = [[cell for cell in row] for row in sheet.iter_rows(values_only=True)]
    width = max(len(row) for row in figures(name))
    assert rows == [row + [None] * (width - len(row)) for row in figures(name)]


def test_the_workbooks_are_reproducible(tmp_path):
    write_workbook("irt56", tmp_path / "irt56.xlsx")
    assert (tmp_path / "irt56.xlsx").read_bytes() == (WORKBOOKS / "irt56.xlsx").read_bytes()


@pytest.mark.parametrize("name", TABLES)
def test_the_tables_by_rule(name):
    """Every printed value but the known misprints, to the decimals printed; IRT 56 changes from rounded differences."""
    frame = rating_of(WORKBOOKS / f"{name}.xlsx", {}).work.frame.set_index("name")
    rows = [row for row in figures(name) if len(row) > 1]
    headings = rows[0]
    for row in rows[1:]:
        for heading, printed in zip(headings[1:], row[1:], strict=True):
            if heading not in frame or printed is None or not isinstance(printed, float) or heading == "rating":
                continue
            if (row[0], heading) in MISPRINTS or (name == "irt56" and heading == "rating_change"):
                continue
            unit = 10.0 ** -len(f"{printed:g}".partition(".")[2])
            exact = frame.loc[row[0], heading]
            # 84.33, with the average rounded to 2278, is printed 84; halves go away from zero
            assert abs(exact - printed) <= unit / 2 + 1e-9, (row[0], heading, printed, exact)


def test_the_average_of_irt_56_step_by_step():
    steps = rating_of(WORKBOOKS / "irt56.xlsx", {}).work.steps
    # 18510 / 9 = 2056.67; dp 296 + 251 + 251 + 211 + 175 + 57 + 29 - 401 - 401 = 468; 468 / 9 = 52; × 13/14 = 48.29
    assert steps["mean_rating"] == pytest.approx(2056.67, abs=0.005)
    assert (steps["sum_dp"], steps["mean_dp"], steps["corrected_dp"]) == (468, 52, 48)
    assert steps["tournament_average"] == 2057 - 48


def test_the_worked_swiss_example():
    frame = rating_of(WORKBOOKS / "examples.xlsx", {}).work.frame.set_index("name")
    # D = 2410 - 2367 = 43: 56 %; 8 × .56 = 4.48; 5.5 - 4.48 = 1.02 (printed 0.98); K 10: 10.2
    assert frame.loc["Swiss 1", "difference"] == pytest.approx(1.02)
    assert frame.loc["Swiss 1", "rating_change"] == pytest.approx(10.2)
    # Double round robin of 12: D = (2410 - 2473) × 11/12 = -57.75 -> -58: 42 %; 22 × .42 = 9.24
    double = frame.loc["Double round robin 1"]
    assert double["D_corrected"] == -57.75
    assert (double["expected_per_cent"], double["expected_points"]) == (42, pytest.approx(9.24))
    assert double["rating_change"] == pytest.approx(42.6)


def test_several_first_results_are_weighted():
    # (2280 × 5 + 2400 × 10 + 2000 × 5) / 20 = 45400 / 20 = 2270, with 2000 over 5 games from this event:
    # 50 % against an average of 2000
    made = entry_of(event([None, *[2000] * 5], "1w2", "1w3", "1d4", "1l5", "1l6"))
    entry = with_previous(made, "2280:5,2400:10")
    work = calculated(entry, RatingSettings(rules="article", type="swiss", year=1997)).work
    assert work.frame["initial_rating"].iloc[0] == 2000
    assert (work.frame["first_games"].iloc[0], work.frame["first_rating"].iloc[0]) == (20, 2270)
    assert work.frame["published"].iloc[0] == "yes"
    # an event with fewer than 4 games doesn't count
    entry = with_previous(made, "2280:3,2400:10")
    work = calculated(entry, RatingSettings(rules="article", type="swiss", year=1997)).work
    assert work.frame["first_rating"].iloc[0] == round((2400 * 10 + 2000 * 5) / 15)


@pytest.mark.parametrize("text", ["2280", "2280:", "2280:0", ":5", "2280:5,,", "a:b", "2280:5:6", "-5:4"])
def test_earlier_results_that_cant_be_read(text):
    made = entry_of(event([None, 2000], "1w2"))
    with pytest.raises(UsageError, match=r"--previous: .* can't be read.\n    → Write rating:games"):
        with_previous(made, text)


def test_earlier_results_are_somebodys():
    both = entry_of(event([None, None, 2000], "1w2", "1w3"))
    with pytest.raises(UsageError, match="2 players are unrated"):
        with_previous(both, "2280:5")
    assert with_previous(both, "player b=2280:5").previous == {2: ((2280.0, 5),)}
    with pytest.raises(UsageError, match="no player is called 'Player Z'"):
        with_previous(both, "Player Z=2280:5")
    with pytest.raises(UsageError, match="fide-2024 pools the games of several events"):
        calculated(with_previous(both, "Player A=2280:5"), RatingSettings(rules="fide-2024"))
    assert previous_results("2280,5:4, 2400:10; 2000:5") == ((2280.5, 4), (2400.0, 10), (2000.0, 5))


def test_first_ratings_in_a_round_robin():
    # 4 players, 1 unrated = 25 % > 20 %: mean (2100 + 2000 + 1900) / 3 = 2000.
    # Points: A 2, B 1½, C 1, D (unrated) 1½; dp: 67 % 125, 50 % 0, 33 % -125: sum 0. Rc = 2000.
    # D at 50 %: Rc = 2000
    rounds = ("1w2 3l4", "1w3 2d4", "1l4 2w3")
    work = rated([2100, 2000, 1900, None], "1w2 3w4", "1d3 2w4", "1d4 2w3", kind="irt")
    points = work.frame["points"].tolist()
    assert points == [2, 2, 1.5, 0.5]
    # dp: 67 % 125, 67 % 125, 50 % 0: mean 250/3 = 83.33 × 3/4 = 62.5 -> 63 (half away); Rc = 2000 - 63 = 1937
    assert work.steps["tournament_average"] == 1937
    # ½ of 3 = 17 %, dp -273 × 3/4 = -204.75: 1937 - 204.75 = 1732.25
    assert work.frame["initial_rating"].iloc[3] == 1732
    # By the article's conditions this is no IRT (4 rated players, 9 games): the Swiss rule, 6000/3 - 273
    swiss = rated([2100, 2000, 1900, None], "1w2 3w4", "1d3 2w4", "1d4 2w3", kind="round-robin")
    assert swiss.frame["initial_rating"].iloc[3] == 1727
    # above 50 %: Rc + 25 a point over it. D now has 2½ of 3: 1 point over: Rc + 25
    work = rated([2100, 2000, 1900, None], *rounds, kind="irt")
    assert work.frame["points"].iloc[3] == 2.5
    assert work.frame["initial_rating"].iloc[3] == work.steps["tournament_average"] + 25


def test_up_to_20_per_cent_unrated_count_as_2000():
    # 5 players, 1 unrated = 20 %: (2400 + 2300 + 2200 + 2100 + 2000) / 5 = 2200
    work = rated(
        [2400, 2300, 2200, 2100, None], "1w2 3w4", "1w3 2w5", "1w4 3d5", "1d5 2d4", "2d3 4w5", kind="irt"
    )
    assert work.steps["tournament_average"] == 2200
    # 1 point of 4: 25 %, dp -193 × 4/5 = -154.4: 2045.6 -> 2046
    assert work.frame["points"].iloc[4] == 1
    assert work.frame["initial_rating"].iloc[4] == 2046


def test_a_double_round_robin_has_n_less_one_opponents_and_twice_the_games():
    made = event([2100, 2000, 1900, 1800], *DOUBLE_ROUND_ROBIN)
    assert is_round_robin(made)
    assert not is_round_robin(event([2100, 2000, 1900, 1800], "1w2 3w4"))
    work = rated([2100, 2000, 1900, 1800], *DOUBLE_ROUND_ROBIN, kind="round-robin")
    # Rc = 1950; D = 150 × 3/4 = 112.5 -> 113 (half away): 65 %; 6 games: 3.9
    assert work.frame["D_corrected"].iloc[0] == 112.5
    assert (work.frame["expected_per_cent"].iloc[0], work.frame["expected_points"].iloc[0]) == (65, pytest.approx(3.9))


def test_k_from_the_rules():
    def k_and_why(rating, title=None, **optional):
        given = {"title": [title, None], **{name: [value, None] for name, value in optional.items()}}
        given = {name: values for name, values in given.items() if values[0] is not None}
        frame = rated([rating, 2000], "1w2", **given).frame
        return frame["K"].iloc[0], frame["k_class"].iloc[0]

    assert k_and_why(2410, "IM") == (10, "high")
    assert k_and_why(2410, "m") == (10, "high")  # as the article's tables write it
    assert k_and_why(2410, "WIM", games_before=100) == (15, "settled")
    assert k_and_why(2400, "GM", games_before=100) == (15, "settled")
    assert k_and_why(2300, games_before=23) == (25, "new")
    assert k_and_why(2300, games_before=24) == (15, "settled")
    assert k_and_why(2450, games_before=24) == (15, "assumed")  # may be an IM
    assert k_and_why(2450, k=10) == (10, "column")


def test_swiss_average_of_the_rated_opponents_alone():
    # 2000 and 2101 rated, one unrated: (2000 + 2101) / 2 = 2050.5 -> 2051; two games count
    work = rated([2100, 2000, 2101, None], "1w2", "1d3", "1w4")
    first = work.frame.iloc[0]
    assert (first.games, first.points, first.average) == (2, 1.5, 2051)


def test_a_third_rule_set_needs_a_module_alone(tmp_path, monkeypatch):
    import pipeline.rating.rules as package

    (tmp_path / "club.py").write_text(
        "from dataclasses import replace\nfrom pipeline.rating.rules import article\n"
        'RULES = replace(article.RULES, name="club", title="club rules")\n'
    )
    with monkeypatch.context() as patch:
        patch.setattr(package, "__path__", [*package.__path__, str(tmp_path)])
        rule_sets.cache_clear()
        assert set(rule_sets()) == {"article", "fide-2024", "club"}
        assert rating_of(WORKBOOKS / "irt56.xlsx", {"rules": "club"}).work.rules.title == "club rules"
    rule_sets.cache_clear()
    with pytest.raises(UsageError, match="'club' is not known.\n    → Use one of: article, fide-2024"):
        rules_named("club")


HEADER = ["player", "rating", "games", "average", "points"]


def problems(tmp_path: Path, *rows) -> list[str]:
    with pytest.raises(InputError) as caught:
        rating_of(workbook(tmp_path / "table.xlsx", [HEADER, *rows], sheet="T"), {})
    return [f"{problem.place.cell}: {problem.what}" for problem in caught.value.problems]


def test_all_that_is_wrong_with_a_table_at_once(tmp_path):
    assert problems(
        tmp_path, ["A", 5000, 4, 2000, 2], ["B", 2000, 4, 2000, 2.3], ["C", 2000, 4, 2000, 5],
        ["D", 2000, None, 2000, 2],
        ["E", 2000, 4, None, 2], ["F", 2000, 4, 2000, None], ["G", "abc", 4, 2000, 2],
    ) == [
        "B2: the rating is “5000”, which can't be.", "B8: the rating is “abc”, which isn't a number.",
        "E3: 2.3 points can't be scored.", "E4: 5 points in 4 games.", "C5: there is no number of games.",
        "D6: there is no average of the opponents' ratings.", "E7: there are no points.",
    ]  # fmt: skip
    assert problems(tmp_path) == ["A1: there is no player under the headings."]


def test_a_swiss_table_needs_both_columns(tmp_path):
    path = workbook(tmp_path / "table.xlsx", [["player", "rating", "games", "points"], ["A", 2000, 4, 2]], sheet="T")
    with pytest.raises(InputError, match="the table has no column “average”"):
        rating_of(path, {})
    with pytest.raises(UsageError, match="--type swiss: the table has no columns games and average"):
        rating_of(WORKBOOKS / "irt56.xlsx", {"type": "swiss"})


def test_a_spanish_table_and_earlier_results_in_a_column(tmp_path):
    rows = [["Jugador", "Elo", "Partidas", "Promedio", "Puntos", "Resultados anteriores"],
            ["Ana", None, 5, 2000, 2.5, "2280:5; 2400:10"], ["Blas", 2100, 5, 2000, 3, None]]
    work = rating_of(workbook(tmp_path / "tabla.xlsx", rows, sheet="T"), {}).work
    assert work.frame["first_rating"].iloc[0] == 2270
    assert math.isnan(work.frame["first_rating"].iloc[1])


def test_a_round_robin_of_one_player_is_refused(tmp_path):
    path = workbook(tmp_path / "one.xlsx", [["player", "rating", "points"], ["Anna", 2100, 1]])
    with pytest.raises(InputError, match="cell C2: a round robin of one player has no games"):
        rating_of(path, {})
