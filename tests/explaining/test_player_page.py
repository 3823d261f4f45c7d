"""One player's page: the lesson's numbers, and phrases for all that a tournament holds."""

import re

import pytest
from made.fields import VIDEO, calculate, event

from pipeline.explaining import explained, player
from pipeline.explaining.player import WRITTEN_OUT
from pipeline.made_from import Floats
from pipeline.made_from import made as made_of
from pipeline.method.columns import COLUMNS
from pipeline.readers import read_event
from pipeline.registry import Column
from pipeline.words import said as sentence

LESSON = {"dp": "logistic-floor", "c": "opponents"}
RATINGS = [2000, None, 1800, 1700, None, 1500]
MIXED = (
    "1w2 3d4 5:full-bye 6:half-bye", "1+3 2w5 4?6", "1d6 2-4 3l5", "1:zero-bye 2--3 4w5", "1w4 5d6", "1w2 3d4",
)  # fmt: skip


def page(made, no, language="en", kind="text", **given):
    return explained(calculate(made, **given), no, kind=kind, language=language)


def flat(text):
    return " ".join(text.split())


@pytest.fixture(scope="module")
def lesson():
    return flat(page(read_event(VIDEO), 1, **LESSON))


@pytest.mark.parametrize(
    "said",
    [
        "How the ARPO of Player A is calculated (No. 1, rating 1930, 4 points)", "4 / 5 = 80 %",
        "Ra = (1770 + 1740 + 1640 + 1710 + 1920) / 5 = 8780 / 5 = 1756", "= 240.82, rounded down: 240",
        "FIDE's table 8.1.1 has 240 for 80 %, too", "= 311 / 21 = 14.81", "ĉ = 240 − 14.81 = 225.19",
        "performance = 1756 + 240 = 1996", "1715.30 + 225.19 = 1940.49", "1734.94 + 225.19 = 1960.13",
        "1939.22 → 1948.54 → 1942.59 → …", "by less than 1 point from iteration 8 on",
        "nobody's by more than 0.000000001 at iteration 41", "RP = 1944.41",
        "ARPO = (1877.87 + 1877.56 + 1612.19 + 1780.34 + 1448.12) / 5 = 8596.08 / 5 = 1719.22",
        "1719.22 + 225.19 = 1944.41 again", "played like 1719, 37 less than their ratings say",
        "score was 225 better than theirs",
    ],
)
def test_the_lesson_s_player(lesson, said):
    """The numbers of the lesson: METHOD.md section 6."""
    assert said in lesson


def test_the_table_has_what_the_sums_take_from_the_opponents():
    text = page(read_event(VIDEO), 1, **LESSON)
    head = ["Round", "Opponent", "Result", "Rating", "dp", "Games", "Performance", "Iteration", "1", "RP"]
    assert next(line for line in text.splitlines() if "Opponent " in line).split() == head
    assert re.search(r"3 +4 Player D +win +1640 +−89 +4 +1743\.5 +1606\.13 +1612\.19", text)
    # With c = field nothing is taken from the opponents' games and dp.
    assert "Rating  Performance" in page(read_event(VIDEO), 1, dp="fide", c="field")


@pytest.mark.parametrize(
    ("no", "said"),
    [
        (1, "4 games over the board (byes and forfeits don't count), 3.5 points in them: 3.5 / 4 = 87.5 %, in whole "
            "per cent 88 %."),
        (1, "round 2: won by forfeit against Player C, 1 point; round 4: bye or absence, 0 points"),
        (1, "counted once for every game: Player B 2 times"),
        (1, "counted with 1400 (setting “unrated”): Player B."),
        (2, "(No. 2, unrated, "),
        (2, "round 3: lost by forfeit against Player D, 0 points; round 4: lost by forfeit against Player C, 0 points"),
        (4, "round 2: the game against Player F is still to be played"),
        (5, "round 1: bye, 1 point; round 6: not paired"),
        (6, "round 1: bye, 0.5 points"),
    ],
)  # fmt: skip
def test_phrases_for_rounds(no, said):
    assert said in flat(page(event(RATINGS, *MIXED), no))


def test_several_rounds_without_an_entry_are_one_phrase():
    text = flat(page(event([2000, 1900, 1800], "1w2", "1w2", "1w2 3:full-bye"), 3))
    assert "No games: round 3: bye, 1 point; rounds 1, 2: not paired." in text
    assert "Without a game over the board there is no value in any column" in text


@pytest.mark.parametrize(
    ("rounds", "given", "said"),
    [
        # two rounds of four are bipartite: 1-2, 3-4, 1-3, 2-4
        (("1w2 3d4", "1w3 2d4"), {}, "they swing for ever, at the end between"),
        (("1w2 3d4", "1w3 2d4", "1d4 2w3"), {"iterations": 3}, "After 3 iterations (as many as were asked for)"),
        (("1w2 3d4", "1w3", "1w4"), {"c": "opponents"}, "So there is no RP, and no ARPO. With c = field"),
        (("1w2 3d4",), {}, "The field has 2 parts that no game links"),
    ],
)
def test_phrases_for_the_end(rounds, given, said):
    text = flat(page(event([2000, 1900, 1800, 1700], *rounds), 1, **given))
    assert said in text
    assert ("ARPO, and the check" in text) == (given.get("c") != "opponents")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"dp": "fide"}, "In FIDE's table 8.1.1, the row of 88 % has 336: dp = 336."),
        ({"dp": "article"}, "In the article's table, the row of 88 % has"),
        # 400 log10(7) = 338.04
        ({"dp": "logistic"}, "dp = 400 · log10(3.5 / 0.5) = 338.04 (FIDE's table 8.1.1 has 336 for 88 %.)"),
        ({"dp": "log-odds"}, "dp = ln(3.5 / 0.5) = 1.9459"),
        ({"start": "rating"}, "The average of the opponents' ratings, plus ĉ."),
    ],
)
def test_each_dp_has_a_sentence_of_its_own(given, said):
    assert said in flat(page(event(RATINGS, *MIXED), 1, **given))


def test_a_perfect_score_is_the_end_of_the_table():
    made = event([2000, 1900, 1800], "1w2", "1w3", "2d3")
    said = "The formula has no value for a perfect score; the end of the table is taken: dp = 800."
    assert said in flat(page(made, 1, dp="logistic"))
    assert "the row of 100 % has 800" in flat(page(made, 1))


def test_cut_opponents_are_named():
    made = event([2000, 1900, 1800, 1700], "1w2 3d4", "1w3 2d4", "1d4 2w3")
    text = flat(page(made, 1, worst=1))
    assert re.search(r"without the 1 lowest and the 0 highest \(Player [BCD] [0-9.]+\)", text)
    assert "Check with all opponents" in text
    assert "Nobody is left: no ARPO." in flat(page(made, 1, worst=2, best=1))


def test_markdown_keeps_names_what_they_are():
    made = event([2000, 1900, 1800], "1w2", "1d3", "2w3", names=["*A* <b>", "B|C", "D_d"])
    text = page(made, 1, kind="md")
    assert text.startswith("# How the ARPO of \\*A\\* \\<b\\> is calculated")
    assert "2 B\\|C" in text
    assert all(line.count(" | ") == text.splitlines()[8].count(" | ") for line in text.splitlines() if line[:1] == "|")


def test_every_column_that_is_calculated_is_a_step_of_its_own():
    told = [column for column in COLUMNS if column.key in ("Ra", "dp", "c", "c_hat", "performance", "arpo")]
    steps = re.findall(r"^([0-9]+)\. ", page(read_event(VIDEO), 1, **LESSON), re.MULTILINE)
    # games, those, the iterations that are written out, and so on
    assert steps == [str(i) for i in range(1, 1 + len(told) + WRITTEN_OUT + 2)]


def test_the_command(arpo):
    done = arpo("explain", VIDEO, "a player")
    assert (done.status, done.err) == (0, "")
    assert "RP = 1944.41" in done.out
    refused = arpo("explain", VIDEO, "player")
    assert (refused.status, refused.out) == (2, "")
    assert "'player' may be any of 8 players" in refused.err


SPANISH = (
    "Cómo se calcula el ARPO de Player A",
    "(1770 + 1740 + 1640 + 1710 + 1920) / 5 = 8780 / 5 = 1756", "= 311 / 21 = 14,81",
    "1715,30 + 225,19 = 1940,49", "1939,22 → 1948,54 → 1942,59", "ninguno más de 0,000000001 en la iteración 41",
    "rendimiento recursivo: RP = 1944,41", "37 menos de lo que dicen sus Elo",
)  # fmt: skip


def test_in_spanish_with_decimal_commas():
    text = flat(page(read_event(VIDEO), 1, "es", **LESSON))
    for said in SPANISH:
        assert said in text
    articles = re.sub(r"C\.07 [0-9]+\.[0-9]+|8\.1\.1", "", text.replace("n.º", ""))
    assert not re.search(r"[0-9]\.[0-9]", articles)


def test_a_new_column_is_a_step_without_any_further_edit(monkeypatch):
    """As docs/method.md might gain one: what the score is worth beside the opponents' average."""

    def edge(performance: Floats, rating: Floats) -> Floats:
        return performance - rating

    new = Column(
        "edge", sentence("Edge"), sentence("Performance less rating."), "test", "two", "columns", made_of(edge),
        "[performance]-[rating]",
    )
    calculation = calculate(read_event(VIDEO), **LESSON)
    calculation.work.values["edge"] = made_of(edge).of(calculation.work.cells, calculation.work)
    at = next(i for i, column in enumerate(COLUMNS) if column.key == "iteration")
    monkeypatch.setattr(player, "COLUMNS", (*COLUMNS[:at], new, *COLUMNS[at:]))
    # 1996 - 1930 = 66
    step = "7. Edge. Performance less rating. Edge = 1996 − 1930 = 66 8. Iteration 1."
    assert step in flat(explained(calculation, 1))
