"""Each cause: its mistake made in one cell of a small sheet, and named by the audit.

The event is the village of village.py. Of its sheet (FIDE's table; c over the opponents; start: performance):

    player       1        2        3        4        5        6
    Ra        1700     1700     1800     1775     1700     1800
    dp         336      -72      -87       95      125     -322     (88, 40, 38, 63, 67, 13 %)
    c       -95.06    24.37   108.69   -38.35  -153.54   108.69     (over the field 103/24 = 4.2917)
    ĉ       431.06   -96.37  -195.69   133.35   278.54  -430.69
    perf.     2036     1628     1713     1870     1825     1478
    It 1   2103.31  1688.03  1644.06  1847.10  1884.87  1409.06

and with c over the field, to which RP and ARPO belong:

    RP     2017.08  1689.48  1731.36  1824.28  1759.77  1496.36
    ARPO   1685.37  1765.77  1822.65  1733.57  1639.07  1822.65
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import pytest
from made.making_sheets import Made
from made.tables import at, audited, cells
from made.village import duel, stated, unrounded, village

from pipeline.audit.causes import CAUSES
from pipeline.audit.report.findings import Audit

ANY = "*"


@dataclass(frozen=True)
class Mistake:
    """What was written into one cell instead of the right number, and what the audit should say of it."""

    cause: str
    column: str
    player: int
    value: float
    details: Mapping[str, str] = field(default_factory=dict)
    dp: str = "fide"
    c: str = "opponents"
    made: Callable[[], Made] = village
    any_column: bool = False
    """A mistake that can be made in any column."""

    @property
    def key(self) -> tuple[str, str]:
        """The cause, and the family of columns in which it was made: each such pair has its own test."""
        family = "iteration" if self.column.startswith("iteration") else self.column
        return self.cause, ANY if self.any_column else family

    def __str__(self) -> str:
        return f"{self.cause}-{self.column}-{self.player}"


def of_any(cause: str, column: str, player: int, value: float, details: Mapping[str, str]) -> Mistake:
    return Mistake(cause, column, player, value, details, any_column=True)


def in_arpo(cause: str, player: int, value: float, details: Mapping[str, str] | None = None) -> Mistake:
    return Mistake(cause, "arpo", player, value, details or {}, c="field")


IN_DP = (
    # 2 of 3 = 67 %: 125 by the table, 400 · log10(2/1) = 120.41 by the formula, floored 120
    Mistake("dp_fide", "dp", 5, 125, {"table": "FIDE table 8.1.1"}, dp="logistic-floor"),
    Mistake("dp_logistic_floor", "dp", 5, 120),
    Mistake("dp_logistic", "dp", 5, 120.41),
    # ln(2/1)
    Mistake("dp_log_odds", "dp", 5, 0.69),
    # 7 of 9 = 78 %: 220, and 219 in the article's table
    Mistake("dp_article", "dp", 1, 219, made=duel),
    # 66.67 read as 66: 117
    Mistake("percentage_floored", "dp", 5, 117),
    # 1.5 of 4 = 37.5 read as 37: -95
    Mistake("percentage_floored", "dp", 3, -95),
    # 2.5 of 4 = 62.5 read as 62: 87
    Mistake("percentage_half_even", "dp", 4, 87),
    # 40 % is -72; 41 % is -65, 39 % is -80
    Mistake("table_row_beside", "dp", 2, -65, {"row": "41"}),
    Mistake("table_row_beside", "dp", 2, -80, {"row": "39"}),
    # 66 % is 117, 67 % is 125: 117 + 8 · 0.6667
    Mistake("dp_interpolated", "dp", 5, 122.33),
    # with half a point for the bye 2.5 of 4 = 63 %: 95; with the forfeit, too, 2.5 of 5 = 50 %: 0
    Mistake("byes_counted", "dp", 5, 95),
    Mistake("byes_counted", "dp", 5, 0),
    # with the point of the forfeit 4.5 of 5 = 90 %: 366
    Mistake("byes_counted", "dp", 1, 366),
    # with the round in which he was absent 2.5 of 5 = 50 %: 0
    Mistake("byes_counted", "dp", 4, 0),
    # 2 of 5 rounds = 40 %: -72
    Mistake("divided_by_rounds", "dp", 5, -72),
)

IN_RA = (
    # (1900 + 1800 + 1700 + 1400 + 2000) / 5
    Mistake("own_rating_included", "Ra", 1, 1760),
    # 1700, 2000, 1900, 1600 without the last: 5600/3; or divided by 4 all the same
    Mistake("opponent_left_out", "Ra", 3, 1866.67, {"who": "Player 5"}),
    Mistake("opponent_left_out", "Ra", 3, 1400, {"who": "Player 5"}),
    # (7200 + 2000) / 5
    Mistake("opponent_doubled", "Ra", 3, 1840, {"who": "Player 1"}),
    # 1400 for 1600: (7200 - 200) / 4
    Mistake("opponent_mistaken", "Ra", 3, 1750, {"who": "Player 5", "other": "Player 6"}),
    # 6800/5 rounds
    Mistake("divided_by_rounds", "Ra", 1, 1360),
    # with the opponent of the forfeit: (6800 + 1600) / 5
    Mistake("byes_counted", "Ra", 1, 1680),
    # 5100 divided by three games and the bye
    Mistake("byes_counted", "Ra", 5, 1275),
    # (1900 + 1800 + 1700 + 0) / 4, and / 3
    Mistake("unrated_as_zero", "Ra", 1, 1350),
    Mistake("unrated_left_out", "Ra", 1, 1800),
)

IN_ITERATIONS = (
    # performances of 2, 3, 4 and 6: 1628 + 1713 + 1870 + 1478 = 6689; ĉ 431.06
    # (6689 + 2036) / 5 = 1745
    Mistake("himself_included", "iteration_1", 1, 2176.06),
    # without 6: 5211/3 = 1737
    Mistake("opponent_left_out", "iteration_1", 1, 2168.06, {"who": "Player 6"}),
    # 4 twice: 8559/5 = 1711.8
    Mistake("opponent_doubled", "iteration_1", 1, 2142.86, {"who": "Player 4"}),
    # 1825 of player 5 for 1478: 7036/4 = 1759
    Mistake("opponent_mistaken", "iteration_1", 1, 2190.06, {"who": "Player 6", "other": "Player 5"}),
    # 6689/5 = 1337.8
    Mistake("divided_by_rounds", "iteration_1", 1, 1768.86),
    # with 5, who lost to him by forfeit: (6689 + 1825) / 5 = 1702.8
    Mistake("byes_counted", "iteration_1", 1, 2133.86),
    # performances of 2, 3 and 6: 4819/3 = 1606.33; ĉ 278.54; c -153.54; dp 125
    Mistake("iteration_wrong_column", "iteration_2", 5, 1884.87, {"column": "performance"}),
    # Ra of 2, 3 and 6: 5300/3 = 1766.67
    Mistake("iteration_wrong_column", "iteration_1", 5, 2045.21, {"column": "Ra"}),
    Mistake("iteration_without_c_hat", "iteration_1", 5, 1606.33),
    Mistake("iteration_with_c", "iteration_1", 5, 1452.79),
    Mistake("iteration_with_dp", "iteration_1", 5, 1731.33),
    Mistake("iteration_minus_c_hat", "iteration_1", 5, 1327.79),
    # ratings of 2, 3 and 6: 5100/3 = 1700
    Mistake("iteration_from_ratings", "iteration_1", 5, 1978.54),
)

IN_ARPO = (
    # RP of 2, 3 and 6: 1689.4776 + 1731.3596 + 1496.3596 = 4917.1968
    # with his own 1759.7739: 6676.9707/4
    in_arpo("himself_included", 5, 1669.24),
    # without 6: 3420.8372/2
    in_arpo("opponent_left_out", 5, 1710.42, {"who": "Player 6"}),
    # 6 twice: 6413.5564/4
    in_arpo("opponent_doubled", 5, 1603.39, {"who": "Player 6"}),
    # 1824.2767 of player 4 for 6: 5245.1139/3
    in_arpo("opponent_mistaken", 5, 1748.37, {"who": "Player 6", "other": "Player 4"}),
    in_arpo("divided_by_rounds", 5, 983.44),
    # with 1, to whom he lost by forfeit: (4917.1968 + 2017.0767) / 4
    in_arpo("byes_counted", 5, 1733.57),
    # without 3, the best: (1689.4776 + 1496.3596) / 2
    in_arpo("opponents_cut", 5, 1592.92, {"worst": "0", "best": "1"}),
)

IN_C = (
    # of 2, 3 and 6: 5 · -72 + 4 · -87 + 4 · -322 = -1996; 5 + 4 + 4 = 13 games
    # without 6: -708/9
    Mistake("opponent_left_out", "c", 5, -78.6667, {"who": "Player 6"}),
    # 2 twice: -2356/18
    Mistake("opponent_doubled", "c", 5, -130.8889, {"who": "Player 2"}),
    # 1 (4 · 336) for 6: (-1996 + 1288 + 1344) / 13
    Mistake("opponent_mistaken", "c", 5, 48.9231, {"who": "Player 6", "other": "Player 1"}),
    # over the field 103/24 without the 375 of 5, with them twice, and with 6 (4 · -322) instead
    Mistake("player_left_out", "c", 5, -12.9524, {"who": "Player 5"}, c="field"),
    Mistake("player_doubled", "c", 5, 17.7037, {"who": "Player 5"}, c="field"),
    Mistake("player_mistaken", "c", 5, -62.4, {"who": "Player 5", "other": "Player 6"}, c="field"),
    # without the unrated 6: -708/9, and (103 + 1288) / 20
    Mistake("unrated_not_counted", "c", 5, -78.6667),
    Mistake("unrated_not_counted", "c", 5, 69.55, c="field"),
    # with 1, to whom he lost by forfeit: (-1996 + 1344) / 17
    Mistake("byes_counted", "c", 5, -38.3529),
    # (-72 - 87 - 322) / 3; of the field 75/6
    Mistake("c_plain", "c", 5, -160.3333),
    Mistake("c_plain", "c", 5, 12.5, c="field"),
    Mistake("c_other_definition", "c", 5, 4.2917, {"other": "field"}),
    Mistake("c_other_definition", "c", 5, -153.5385, {"other": "opponents"}, c="field"),
    Mistake("c_other_plain", "c", 5, 12.5, {"other": "field"}),
    Mistake("c_other_plain", "c", 5, -160.3333, {"other": "opponents"}, c="field"),
    # with his own 3 · 125: (-1996 + 375) / 16; plain (-481 + 125) / 4
    Mistake("c_with_himself", "c", 5, -101.3125),
    Mistake("c_with_himself", "c", 5, -89),
)

IN_ONE_ROW = (
    # dp 125, c -153.5385
    Mistake("c_minus_dp", "c_hat", 5, -278.54),
    Mistake("c_hat_added", "c_hat", 5, -28.54),
    Mistake("c_hat_one_part", "c_hat", 5, 125, {"column": "dp"}),
    Mistake("c_hat_one_part", "c_hat", 5, -153.54, {"column": "c"}),
    # Ra 1700, ĉ 278.54
    # without the unrated one: (1900 + 1800) / 2, and 1 of 2 is 50 %: 0
    Mistake("unrated_left_out", "performance", 5, 1850),
    Mistake("performance_minus_dp", "performance", 5, 1575),
    Mistake("performance_with_c", "performance", 5, 1978.54),  # Ra + ĉ
    Mistake("performance_with_c", "performance", 5, 1671.46),  # Ra + dp + c
    Mistake("performance_with_c", "performance", 5, 1546.46),  # Ra + c
    # rating 1600
    Mistake("performance_from_rating", "performance", 5, 1725),
    Mistake("rounds_counted", "games", 4, 5),
    # three games and the forfeit, or the bye; 2 points and half a point for the bye
    Mistake("byes_counted", "games", 5, 4),
    Mistake("byes_counted", "points", 5, 2.5),
    # a point for the bye is in the score of 2.5
    Mistake("byes_left_out", "score", 3, 1.5),
)

ANYWHERE = (
    # 1884.87
    of_any("transposed_digits", "iteration_1", 5, 1848.87, {"right": "1884.87"}),
    of_any("transposed_digits", "Ra", 4, 1757, {"right": "1775"}),
    of_any("decimal_shifted", "iteration_1", 5, 188.49, {"places": "1"}),
    of_any("decimal_shifted", "c", 5, -15353.85, {"places": "2"}),
    of_any("sign", "dp", 2, 72, {}),
    of_any("sign", "c_hat", 5, -278.54, {}),
    # the number itself; ĉ with the c above, 125 + 38.35; the performance with the dp below, 1700 - 322
    of_any("neighbour_row", "iteration_1", 5, 1847.1, {"who": "Player 4"}),
    of_any("neighbour_row", "c_hat", 5, 163.35, {"who": "Player 4"}),
    of_any("neighbour_row", "performance", 5, 1378, {"who": "Player 6"}),
)

IN_PARTS = {("parts_together", "c")}
"""Made where games link only parts of the field, in test_cuts_and_fields.py."""
MISTAKES = (*IN_DP, *IN_RA, *IN_ITERATIONS, *IN_ARPO, *IN_C, *IN_ONE_ROW, *ANYWHERE)


def audit_of(mistake: Mistake, *, made_in_it: bool = True) -> Audit:
    """The audit of the sheet in which the mistake was made; or of the same sheet before that."""
    made = mistake.made()
    columns = stated(unrounded(made, mistake.dp, mistake.c, "performance"))
    if made_in_it:
        assert columns[mistake.column][mistake.player - 1] != mistake.value
        columns[mistake.column][mistake.player - 1] = float(mistake.value)
    return audited(
        columns, made.event(), dp=mistake.dp, c=mistake.c, start="performance", unrated=1400
    )


@pytest.mark.parametrize("mistake", MISTAKES, ids=str)
def test_the_mistake_is_found_and_its_cause_is_named(mistake):
    audit = audit_of(mistake)
    assert cells(audit, "wrong") == {(mistake.column, mistake.player)}
    cell = at(audit, mistake.column, mistake.player)
    assert cell.stated == mistake.value
    assert cell.origin == cell.spot
    named = {fit.name: fit.details for fit in cell.causes}
    assert mistake.cause in named
    for key, text in mistake.details.items():
        assert text in named[mistake.cause][key].split(" / ")


@pytest.mark.parametrize("dp", ["fide", "logistic-floor"])
@pytest.mark.parametrize(("made", "c"), [(village, "field"), (village, "opponents"), (duel, "opponents")])
def test_without_a_mistake_the_sheets_are_right(made, c, dp):
    summary = audit_of(Mistake("", "", 0, 0, dp=dp, c=c, made=made), made_in_it=False).summary
    assert summary.pop("ok") > 0
    assert set(summary.values()) == {0}


@pytest.mark.parametrize(
    ("cause", "family"), [(cause.name, family) for cause in CAUSES for family in cause.applies_to]
)
def test_every_cause_has_a_test_in_every_column_where_it_can_be_made(cause, family):
    assert (cause, family) in {mistake.key for mistake in MISTAKES} | IN_PARTS


def test_all_that_fit_are_listed_and_nothing_else():
    # c - dp is also ĉ with the other sign
    causes = at(audit_of(Mistake("", "c_hat", 5, -278.54)), "c_hat", 5).causes
    assert [fit.name for fit in causes] == ["c_minus_dp", "sign"]
    # what no mistake gives has no cause
    assert at(audit_of(Mistake("", "c_hat", 5, 1000.01)), "c_hat", 5).causes == ()


@pytest.mark.parametrize(
    ("mistake", "named"),
    [
        # 40 % is a whole percentage: rounding it and interpolating make no difference
        (Mistake("", "dp", 2, -72, dp="logistic-floor"), ["dp_fide", "dp_article"]),
        # 0 is no number with its point shifted, and no log-odds written without decimals; 2 of 4 with 5's points
        (Mistake("", "dp", 4, 0), ["byes_counted", "divided_by_rounds", "neighbour_row"]),
        # 120.41 floored is 120, and rounded, too
        (Mistake("", "dp", 5, 120), ["dp_logistic_floor", "dp_logistic"]),
        # (1900 + 1800 + 1700 + 0) / 4: the opponent who is missing is the one without a rating
        (Mistake("", "Ra", 1, 1350), ["unrated_as_zero", "opponent_left_out"]),
        # over the field there are players
        (Mistake("", "c", 5, -12.9524, c="field"), ["player_left_out"]),
        # 6, who is missing, is the one without a rating
        (Mistake("", "c", 5, -78.6667), ["unrated_not_counted", "opponent_left_out"]),
    ],
    ids=str,
)
def test_a_cause_is_named_where_it_makes_a_difference_and_the_likeliest_first(mistake, named):
    assert [fit.name for fit in at(audit_of(mistake), mistake.column, mistake.player).causes] == named
