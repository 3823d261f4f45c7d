"""Which causes are named of those that might fit, in which order, and with whose names; and where none is.

The village of village.py, its sheet as in test_causes.py (FIDE's table, c over the opponents, start: performance).
"""

import math
import random

import numpy as np
import pytest
from made.making_sheets import Made, Sheet, made_event
from made.tables import at, audited, cells, frame
from made.village import stated, unrounded, village

from pipeline.audit.causes.case import Candidate, Cause
from pipeline.audit.judging.arpo_model import Ground, arpo_model
from pipeline.audit.judging.judge import judged
from pipeline.audit.report.findings import made_audit
from pipeline.audit.run import audit_table
from pipeline.audit.sheet.stated import Spot, StatedSum, StatedTable, stated_column
from pipeline.method.settings import Settings, with_values

GIVEN = {"dp": "fide", "start": "performance", "unrated": 1400}


def of_village(column, player, value, c="opponents", made=None, decimals=None):
    """The causes of one number written into the sheet of an event (the village's), by name with their details."""
    made = made or village()
    columns = stated(unrounded(made, "fide", c, "performance"))
    if decimals is not None:
        columns[column] = [round(v, decimals) for v in columns[column]]
    columns[column][player - 1] = float(value)
    audit = audited(columns, made.event(), c=c, **GIVEN)
    assert cells(audit, "wrong") == {(column, player)}
    return {fit.name: dict(fit.details) for fit in at(audit, column, player).causes}


# Byes, forfeits and absences

def resting():
    """Player 1 has a half-point bye and is absent once, 3 has a bye, 4 is absent once, 5 twice, and wins by forfeit.

    Points and games: 1 1½ of 2, 2 0 of 3 (and lost by forfeit to 5), 3 2½ of 3 (and a bye of one point), 4 1½ of 3,
    5 ½ of 1 (a forfeit won, and absent twice).
    """
    pairings = (
        (1, 1, 2, "w"), (1, 3, 4, "w"), (2, 1, None, "half-bye"), (2, 2, 3, "l"), (2, 4, 5, "d"),
        (3, 1, 3, "d"), (3, 2, 4, "l"), (3, 5, None, "zero-bye"), (4, 1, None, "zero-bye"), (4, 5, 2, "+"),
        (4, 3, None, "full-bye"), (4, 4, None, "zero-bye"), (1, 5, None, "zero-bye"),
    )
    reply = {"w": "l", "l": "w", "d": "d", "+": "-"}
    entries = []
    for round_, one, other, result in pairings:
        entries.append((one, round_, other, result))
        if other is not None:
            entries.append((other, round_, one, reply[result]))
    return Made([2000.0, 1900.0, 1800.0, 1700.0, 1600.0], 4, sorted(entries, key=lambda e: e[:2]))


@pytest.mark.parametrize(
    ("player", "value"),
    [
        # 1½ of 2, with the bye 2 of 3 = 67 %: 125, with that and the absence 2 of 4: 0, with its points alone 2 of 2
        (1, 125), (1, 0), (1, 800),
        # 1½ of 3 and an absence: 38 %
        (4, -87),
        # ½ of 1 and a forfeit won: 1½ of 2 = 75 %; with two absences, too, 1½ of 4 = 38 %; with these alone ½ of 3 =
        # 17 %
        (5, 193), (5, -87), (5, -273),
    ],
)
def test_rounds_without_a_game_counted_in_dp(player, value):
    assert "byes_counted" in of_village("dp", player, value, made=resting())


@pytest.mark.parametrize(("player", "value"), [(1, 366), (5, 95), (4, 193), (2, -366)])
def test_other_dp_come_from_no_round_without_a_game(player, value):
    assert "byes_counted" not in of_village("dp", player, value, made=resting())


@pytest.mark.parametrize(
    ("player", "value", "counted"),
    [
        # opponents of 1: 2 and 3, 1900 + 1800 = 3700; divided by two games and the bye, with the absence by four
        (1, 1233.33, True), (1, 925, True),
        # of 5: 4, 1700, and 2 by forfeit, 1900: both over 2, the one over 2, both over 1; with two absences over 4
        (5, 1800, True), (5, 850, True), (5, 3600, True), (5, 900, True), (5, 425, True), (5, 1200, False),
        # of 3: 4, 2, 1 and a bye of a point: 5600/4
        (3, 1400, True), (3, 1120, False),
        # of 2: 1, 3, 4 and 5 by forfeit: 5500 + 1600 over 4
        (2, 1775, True), (2, 1375, True),
    ],
)
def test_rounds_without_a_game_counted_in_ra(player, value, counted):
    assert ("byes_counted" in of_village("Ra", player, value, made=resting())) == counted


@pytest.mark.parametrize(
    ("column", "player", "value", "counted"),
    [
        ("points", 1, 2, True), ("points", 5, 1.5, True), ("points", 5, 2.5, False), ("games", 1, 3, True),
        ("games", 1, 4, True), ("games", 1, 5, False), ("games", 5, 2, True), ("games", 5, 4, True),
        ("games", 5, 3, True),
    ],
)
def test_rounds_without_a_game_counted_as_games_or_points(column, player, value, counted):
    assert ("byes_counted" in of_village(column, player, value, made=resting())) == counted


# Digits

@pytest.mark.parametrize(
    ("column", "player", "value", "fits"),
    [
        ("dp", 1, 363, True), ("dp", 1, 633, True), ("dp", 2, -27, True), ("dp", 2, 27, False), ("dp", 1, -363, False),
        ("dp", 1, 366, False), ("Ra", 4, 1757, True), ("Ra", 4, 5717, False), ("iteration_1", 5, 1884.78, True),
        ("iteration_1", 5, 8184.87, True), ("iteration_1", 5, 1884.79, False), ("c", 5, -153.8535, False),
        ("c", 5, -153.5835, True), ("c", 5, 153.5835, False),
    ],
)
def test_digits_change_places_two_at_a_time_and_the_sign_stays(column, player, value, fits):
    """336, -72, 1775, 1884.87, and c = -153.5385, of which 3 and 8 change places, and 5, 3 and 8 all go on by one."""
    assert ("transposed_digits" in of_village(column, player, value)) == fits


@pytest.mark.parametrize(
    ("value", "places"),
    [
        (188487, "2"), (18848.7, "1"), (188.49, "1"), (18.85, "2"), (1.88, "3"), (1884870, "3"), (18848700, None),
        (0.19, None),
    ],
)
def test_the_point_moves_by_three_places_at_most(value, places):
    found = of_village("iteration_1", 5, value)
    assert found.get("decimal_shifted") == (None if places is None else {"places": places})


def test_the_other_sign_alone_is_a_sign():
    assert list(of_village("dp", 3, 87)) == ["sign"]
    assert "sign" not in of_village("dp", 3, 88)


# Neighbours

@pytest.mark.parametrize(
    ("player", "value", "who"),
    [
        # performances: 2036, 1628, 1713, 1870, 1825, 1478
        (1, 1628, "Player 2"), (2, 2036, "Player 1"), (2, 1713, "Player 3"), (6, 1825, "Player 5"), (1, 1478, None),
        (3, 1825, None),
        # 1700 + 336 and 1700 - 72; Ra of 3 is 1800 and dp -87: 1800 - 72, 1700 - 87; 1775 - 87, 1800 + 95
        (3, 1728, "Player 2"), (3, 1613, "Player 2"), (3, 1688, "Player 4"), (3, 1895, "Player 4"),
    ],
)
def test_the_rows_above_and_below_are_the_neighbours(player, value, who):
    found = of_village("performance", player, value).get("neighbour_row")
    assert found == (None if who is None else {"who": who})


# Averages

def close(third=1800.01, more=0.0):
    """Player 1 plays 2, 3, 4 and 5, of whom 2 and 3 are nearly as strong."""
    entries = []
    for round_, (other, result, reply) in enumerate(((2, "w", "l"), (3, "d", "d"), (4, "w", "l"), (5, "d", "d")), 1):
        entries += [(1, round_, other, result), (other, round_, 1, reply)]
    ratings = [2000.0, 1800.0 + more, third + more, 1500.0 + more, 1600.0 + more]
    return Made(ratings, 4, sorted(entries, key=lambda e: e[:2]))


@pytest.mark.parametrize(("value", "who"), [(1633.34, "Player 2"), (1633.33, "Player 3")])
def test_of_several_who_may_be_left_out_those_are_named_whose_average_is_nearest(value, who):
    """6700.01 without 1800 is 4900.01, over 3 1633.3367; without 1800.01 4900, 1633.3333: both may be either number."""
    assert of_village("Ra", 1, value, made=close())["opponent_left_out"] == {"who": who}


def test_a_column_of_whole_numbers_names_nobody_whom_a_slip_would_hit_as_well():
    """1634 is 4901/3 without 1800, of 6701; but so near to it lie more averages without, or with twice, somebody."""
    assert of_village("Ra", 1, 1634, made=close(1801.0), decimals=0) == {}


@pytest.mark.parametrize(("count", "end"), [(3, ""), (4, " …")])
def test_three_are_named_and_more_are_hinted_at(count, end):
    """Player 1 plays `count` players of 1800 and one of 1500; without any of the former it is all the same."""
    ratings = [2000.0, *[1800.0] * count, 1500.0]
    entries = []
    for round_, other in enumerate(range(2, count + 3), 1):
        entries += [(1, round_, other, "w"), (other, round_, 1, "l")]
    made = Made(ratings, count + 1, sorted(entries, key=lambda e: e[:2]))
    found = of_village("Ra", 1, round((1800 * (count - 1) + 1500) / count, 2), made=made)
    assert found["opponent_left_out"] == {"who": "Player 2 / Player 3 / Player 4" + end}


def test_two_games_with_one_opponent_are_two_of_the_average():
    """1 plays 2 twice and 3 once: (2 · 1900.04 + 1800.04)/3; without one of the two 1850.04, without both 1800.04."""
    pairings = ((1, 1, 2, "w"), (2, 1, 3, "d"), (3, 1, 2, "l"), (4, 2, 3, "w"))
    reply = {"w": "l", "l": "w", "d": "d"}
    entries = [(one, r, other, result) for r, one, other, result in pairings]
    entries += [(other, r, one, reply[result]) for r, one, other, result in pairings]
    made = Made([2000.0, 1900.04, 1800.04], 4, sorted(entries, key=lambda e: e[:2]))
    assert of_village("Ra", 1, 1850.04, made=made)["opponent_left_out"] == {"who": "Player 2"}
    assert "opponent_left_out" not in of_village("Ra", 1, 1800.04, made=made)
    # (5600.12 + 1900.04)/4, and 5600.12/4
    assert of_village("Ra", 1, 1875.04, made=made)["opponent_doubled"] == {"who": "Player 2"}
    # dp of the others, -193·… each once: the plain average counts everybody once, or as often as they met
    dp = unrounded(made, "fide", "opponents", "performance")["dp"]
    assert "c_plain" in of_village("c", 1, round((2 * dp[1] + dp[2]) / 3, 4), made=made)
    assert "c_plain" in of_village("c", 1, round((dp[1] + dp[2]) / 2, 4), made=made)


@pytest.mark.parametrize(
    ("value", "cause"),
    [
        # opponents of 6: 5, 4, 2 and 1, all rated: nobody is left out as unrated; (7200 - 1600)/4 = 1400
        (1400, "opponent_left_out"),
        # 7200 + 1400 over 5, and over 4
        (1720, "own_rating_included"), (2150, "own_rating_included"),
    ],
)
def test_causes_in_ra_of_who_has_rated_opponents(value, cause):
    found = of_village("Ra", 6, value)
    assert cause in found
    assert not {"unrated_as_zero", "unrated_left_out"} & set(found)


def test_another_player_in_c_comes_with_his_own_games():
    """c of 5: -1996 over 13 games; 1 (336 in 4) for 2 (-72 in 5) makes -1996 + 360 + 1344 = -292 over 12."""
    assert of_village("c", 5, -24.3333)["opponent_mistaken"] == {"who": "Player 2", "other": "Player 1"}
    # or over 13 all the same
    assert of_village("c", 5, -22.4615)["opponent_mistaken"] == {"who": "Player 2", "other": "Player 1"}


def test_another_player_is_no_cause_where_c_hat_is_taken_away_instead():
    """Iteration 1 of player 1 with 5 for 6 is 2190.06, ĉ added: two ĉ less is another number, which nobody wrote so."""
    c_hat = unrounded(village(), "fide", "opponents", "performance")["c_hat"][0]
    assert of_village("iteration_1", 1, 2190.06)["opponent_mistaken"] == {"who": "Player 6", "other": "Player 5"}
    assert "opponent_mistaken" not in of_village("iteration_1", 1, round(2190.06 - 2 * c_hat, 2))


def test_a_later_column_taken_as_it_was_then():
    """Iteration 1 of player 5 from iteration 2 of his opponents, who have other numbers since: they follow from his."""
    made = village()
    sheet = Sheet(made, "fide", "opponents", "performance")
    right = sheet.columns()
    others = [j for j, _ in made.games()[4]]
    sheet.overrides["iteration_1", 4] = sum(right["iteration_2"][j] for j in others) / 3 + right["c_hat"][4]
    columns = stated({k: v for k, v in sheet.columns().items() if k not in ("rating", "games", "points")})
    assert columns["iteration_2"] != stated(right)["iteration_2"]
    audit = audited(columns, made.event(), c="opponents", **GIVEN)
    assert cells(audit, "wrong") == {("iteration_1", 5)}
    named = {fit.name: fit.details for fit in at(audit, "iteration_1", 5).causes}
    assert named["iteration_wrong_column"] == {"column": "iteration_2"}


def test_those_that_fit_to_the_nearest_come_first():
    """Without 1600.01 it is 1700.0167, with 1800.01 twice 8500.07/5 = 1700.014, with 1800.03 twice 1700.018.

    With 1600.01 for 1500.01 it is 6800.06/4 = 1700.015, a tie.
    """
    found = of_village("Ra", 1, 1700.01, made=close(1800.02, 0.01))
    assert [(name, details["who"]) for name, details in found.items()] == [
        ("opponent_doubled", "Player 2"), ("opponent_mistaken", "Player 4"), ("opponent_left_out", "Player 5"),
    ]


def test_which_percentage_and_formula_it_was():
    """2.5 of 4 is 62.5 %, 88.74 by the formula, and 95 (63 %) by the table; 62 % is 87, and 88 is no table's value."""
    assert list(of_village("dp", 4, 87)) == ["percentage_floored", "percentage_half_even", "table_row_beside"]
    assert list(of_village("dp", 4, 88)) == ["dp_logistic_floor"]
    assert list(of_village("dp", 4, 89)) == ["dp_logistic"]


@pytest.mark.parametrize(("points", "games"), [(7.0, 4.0), (-1.0, 4.0), (2.5, 2.0), (2.5, 3.5)])
def test_points_that_nobody_can_have_say_nothing_of_the_percentage(points, games):
    """Player 4's points and games as the sheet has them: what dp follows from them can't be asked.

    279 is 400 × log10(2.5 / 0.5), floored: of 2½ points in three games, which 3½ are not.
    """
    made = village()
    columns = stated(unrounded(made, "fide", "opponents", "performance"))
    columns["points"][3], columns["games"][3], columns["dp"][3] = points, games, 279.0
    audit = audited(columns, made.event(), c="opponents", **GIVEN)
    assert ("dp", 4) in cells(audit, "wrong")
    assert at(audit, "dp", 4).causes == ()


def test_what_nobody_could_have_written_has_no_cause():
    for column, player, value in (("dp", 2, 7000), ("Ra", 1, 31.25), ("c", 5, 999.1234), ("points", 1, 77)):
        assert of_village(column, player, value) == {}, (column, value)


def test_from_the_sheets_own_numbers_or_from_the_right_ones():
    """Player 2's dp is 100 for -72, and 3's performance with 2's Ra and his own dp: 1700 - 87; 2's with it 1800."""
    columns = stated(unrounded(village(), "fide", "opponents", "performance"))
    columns["dp"][1] = 100.0
    for value in (1700.0 + 100, 1700.0 - 72):
        columns["performance"][1] = value
        audit = audited(columns, village().event(), c="opponents", **GIVEN)
        expected = {100.0: "carried", -72.0: "ok"}[value - 1700]
        assert at(audit, "performance", 2).verdict == expected
    # ĉ as the sum of the sheet's dp and c: 100 + 24.37
    columns["c_hat"][1] = 124.37
    audit = audited(columns, village().event(), c="opponents", **GIVEN)
    assert [fit.name for fit in at(audit, "c_hat", 2).causes] == ["c_hat_added"]


# Sums

def with_sum(value, decimals=0, kind="plain", values=(1700.0, 1700.0, 1800.0, 1775.0, 1700.0, 1800.0)):
    """The audited sum under the village's Ra, which add up to 10475."""
    spots = [Spot("Hand", f"C{i + 1}", i, 2) for i in range(6)]
    columns = {"Ra": stated_column("Ra", "Ra", np.array(values), spots)}
    total = StatedSum(kind, "Ra", "Sum", value, decimals, Spot("Hand", "C8", 7, 2))
    settings = with_values(Settings(), {**GIVEN, "c": "opponents"}, "command line")
    audit = audit_table(StatedTable(columns, range(6), (total,)), village().event(), settings)
    [cell] = [cell for cell in audit.cells if cell.position < 0]
    return cell


@pytest.mark.parametrize(
    ("value", "named"),
    [
        # without one of 1700, of 1800, or 1775
        (8775, [("sum_left_out", name) for name in ("Player 1", "Player 2", "Player 5")]),
        (8675, [("sum_left_out", name) for name in ("Player 3", "Player 6")]),
        (8700, [("sum_left_out", "Player 4")]),
        # weighted by games: 4·1700 + 5·1700 + 4·1800 + 4·1775 + 3·1700 + 4·1800 = 41900; the mean 1745.83, the largest
        # 1800
        (41900, [("sum_of_another_kind", "weighted")]), (1746, [("sum_of_another_kind", "mean")]),
        (1800, [("sum_of_another_kind", "largest")]), (8776.5, []), (9000, []),
    ],
)
def test_who_or_what_is_missing_in_a_sum(value, named):
    cell = with_sum(value, 1 if value % 1 else 0)
    assert cell.verdict == "wrong"
    assert [(fit.name, *fit.details.values()) for fit in cell.causes] == named
    assert (cell.origin, cell.origins) == (cell.spot, (cell.spot,))
    assert cell.expected == 10475


def test_a_right_sum_has_no_origin_and_one_of_wrong_numbers_has_theirs():
    assert (with_sum(10475).verdict, with_sum(10475).origins) == ("ok", ())
    cell = with_sum(10575, values=(1700.0, 1800.0, 1800.0, 1775.0, 1700.0, 1800.0))
    assert cell.verdict == "carried"
    assert [spot.cell for spot in cell.origins] == ["C2"]
    assert cell.origin == cell.origins[0]
    assert cell.from_own == 10575
    assert math.isclose(cell.expected, 10475)


def test_causes_are_looked_for_in_the_first_3000_wrong_cells():
    """40 players with 80 iterations are 3,200 cells, all of them nonsense: the sheet is about something else."""
    rng = random.Random(1)
    made = made_event(rng, 40)
    ground = Ground(made.event())
    settings = with_values(Settings(), {**GIVEN, "c": "opponents"}, "command line")
    numbers = {f"iteration_{k}": [float(rng.randrange(10**5, 10**7)) for _ in range(40)] for k in range(1, 81)}
    table = StatedTable.from_frame(frame(numbers), ground.event.players.index)
    asked = []

    def candidates(cell, base):
        asked.append((cell.node.key, cell.position))
        return [Candidate(cell.stated, {})]

    judgement = judged(arpo_model(ground, settings, 80), table)
    audit = made_audit(ground.event, settings, judgement, (), causes=(Cause("sign", ("*",), candidates),))
    assert audit.summary["wrong"] == len(audit.cells) == 3200
    assert len(set(asked)) == 3000
    assert [bool(cell.causes) for cell in audit.cells] == [True] * 3000 + [False] * 200
