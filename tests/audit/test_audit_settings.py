"""Which settings a sheet was made with: what is weighed against what, each weight from both sides."""

import pytest
from made.drawn import average, drawn
from made.fields import event
from made.tables import NAN, at, audited, cells, frame
from made.village import stated, unrounded, village

from pipeline.audit.run import audit_table
from pipeline.audit.sheet.stated import StatedTable, stated_column
from pipeline.method.settings import Settings

# --- mixtures against an error ----------------------------------------------------------------------------------------


def two_starts(count, hidden, odd, more):
    """A drawn round robin whose performances are in whole numbers; iteration 1 is Ra, as from the ratings, but for one.

    By the start from the ratings that one is wrong, which costs 1. From the performance nothing is, but no iteration
    is rounded by any one convention: those are a mixture of rounded and unrounded performances.
    """
    ratings = [1600 + i for i in range(count)]
    ra = average(ratings)
    first = [round(value, 2) for value in ra]
    first[odd - 1] = round(first[odd - 1] + more, 2)
    columns = {"performance": [float(round(value)) for value in ra], "iteration_1": first}
    if not hidden:
        columns["c_hat"] = [0.0] * count
    return audited(columns, drawn(ratings), dp="fide", c="field")


@pytest.mark.parametrize(
    # Everything shown, a mixture costs a fifth: four of them 0.8, six 1.2.
    ("count", "odd", "more", "start"), [(4, 1, -1.3, "performance"), (6, 4, 0.5, "rating")],
)
def test_a_mixture_costs_a_fifth_of_an_error(count, odd, more, start):
    # Of four (6406 in all): performance 1602, 1601.67, 1601.33, 1601; iteration 1 from the performances 1601.33,
    # 1601.44, 1601.56, 1601.67, or from whole ones 1601.33 and 1601.67: what is stated, 1600.70, 1601.67, 1601.33,
    # 1601, is no more than 0.67 from these, two thirds being what whole performances of the opponents allow, and
    # 1600.70 is 1.3 from Ra.
    audit = two_starts(count, False, odd, more)
    assert audit.settings.start == start
    assert cells(audit, "wrong") == ({("iteration_1", odd)} if start == "rating" else set())


@pytest.mark.parametrize(("count", "start"), [(8, "performance"), (12, "rating")])
def test_a_mixture_by_way_of_a_hidden_column_costs_a_tenth(count, start):
    # ĉ isn't shown and may have been rounded, too: eight of them cost 0.8, twelve 1.2.
    audit = two_starts(count, True, 4, 0.5)
    assert audit.settings.start == start


# --- a constant in RP -------------------------------------------------------------------------------------------------


def constant_of(audit):
    return next((dict(r.details)["constant"] for r in audit.remarks if r.name == "constant_unexplained"), None)


def test_a_constant_is_looked_for_where_the_start_or_the_unrated_are_open():
    # A drawn round robin of four rated players, in which every RP is 1630: 37.3 more, by no setting.
    rated = drawn([1600, 1620, 1640, 1660])
    assert constant_of(audited({"rp": [1667.3] * 4}, rated)) == "+37.30"
    assert constant_of(audited({"rp": [1667.3] * 4}, rated, unrated=1400)) == "+37.30"
    given = audited({"rp": [1667.3] * 4}, rated, start="rating")
    assert constant_of(given) is None
    assert given.summary["wrong"] == 4
    # The village has an unrated player, whose rating might explain it, were it not 74.6 (12.43*6) less a whole number.
    values = [round(value + 12.43, 2) for value in unrounded(village(), "fide", "field", "performance")["rp"]]
    open_ = audited({"rp": values}, village().event(), dp="fide", c="field", start="performance")
    assert constant_of(open_) == "+12.43"
    assert open_.agrees
    given = audited({"rp": values}, village().event(), dp="fide", c="field", start="performance", unrated=1400)
    assert (constant_of(given), given.summary["wrong"]) == (None, 6)


@pytest.mark.parametrize(("shifted", "constant"), [(3, None), (4, "+12.43"), (5, "+12.43"), (6, "+12.43")])
def test_a_constant_is_believed_where_most_of_the_cells_have_it(shifted, constant):
    # Of six RP at least 3.6 must have it, and three at least.
    values = unrounded(village(), "fide", "field", "performance")["rp"]
    stated_ = [round(value + (12.43 if i < shifted else 40 + 9 * i), 2) for i, value in enumerate(values)]
    audit = audited({"rp": stated_}, village().event(), dp="fide", c="field", start="performance")
    assert constant_of(audit) == constant
    assert audit.summary["wrong"] == (6 - shifted if constant else 6)


# --- what decides, and what doesn't -----------------------------------------------------------------------------------


def test_one_stated_dp_does_not_decide_the_table():
    # FIDE: 338 would be logistic-floor's for 3.5/4, where FIDE has 351: one wrong cell, when all else is FIDE's.
    columns = stated(unrounded(village(), "fide", "field", "performance"))
    told = {key: columns[key] for key in ("Ra", "c", "c_hat", "performance", "iteration_1")}
    told["dp"] = [338.0, *[NAN] * 5]
    audit = audited(told, village().event())
    assert audit.settings.dp == "fide"
    assert cells(audit, "wrong") == {("dp", 1)}


@pytest.mark.parametrize(("count", "dp"), [(2, "fide"), (3, "logistic-floor")])
def test_half_of_the_dp_decide_it(count, dp):
    # Of the six, three that are logistic-floor's (338, -71, -89) are enough, whatever the rest says; two aren't.
    columns = stated(unrounded(village(), "fide", "field", "performance"))
    told = {key: columns[key] for key in ("Ra", "c", "c_hat", "performance", "iteration_1")}
    told["dp"] = [338.0, -71.0, -89.0][:count] + [NAN] * (6 - count)
    assert audited(told, village().event()).settings.dp == dp


def with_rp(values, unrated=1400.0, keys=None, **others):
    """The audit of a column headed RP, which may be the performance, the limit or the last iteration."""
    made = village().event()
    table = StatedTable.from_frame(frame({"performance": values, **others}), made.players.index)
    column = table.columns["performance"]
    meanings = ("performance", "rp", "rp_last")
    rp = stated_column("performance", "RP", column.values, column.spots, own=column.own, meanings=meanings)
    return audit_table(StatedTable({**table.columns, "performance": rp}, table.order), made, Settings(unrated=unrated))


def test_where_only_rp_stands_the_published_start_comes_first():
    # From the ratings each RP is 103/24 = 4.29 lower than from the performance (the mean dp, weighted by games).
    # Unrated 1400 + 4.2917*6 = 1425.75 would turn the one into the other: no round number, so that both starts are told
    # apart.
    columns = unrounded(village(), "fide", "field", "performance")
    from_rating = [round(value - 103 / 24, 2) for value in columns["rp"]]
    assert with_rp(from_rating).settings.start == "rating"
    from_performance = [round(value, 2) for value in columns["rp"]]
    assert with_rp(from_performance).settings.start == "performance"


def test_where_two_starts_fit_equally_the_published_one_comes_first():
    # Unrated 1423 and the start from the ratings: RP are 23/6 - 103/24 = -0.4583 from those of the defaults. 1397 and
    # the start from the performance make it -3/6 = -0.5, which is the same in tenths; both are as little round.
    columns = unrounded(village(), "fide", "field", "performance")
    audit = with_rp([round(value - 11 / 24, 1) for value in columns["rp"]])
    assert (audit.settings.start, audit.settings.unrated) == ("rating", 1423)
    assert audit.agrees


@pytest.mark.parametrize(
    ("others", "start"),
    [({}, "rating"), ({"dp": [351.0, *[NAN] * 5]}, "rating"), ({"iteration_1": [1.0, *[NAN] * 5]}, "performance")],
)
def test_the_order_of_the_starts_where_no_number_tells(others, start):
    # Four RP that are right by no start; the first one is taken: the published one where nothing comes between it and
    # RP.
    rp = [1111.11, 2222.22, 1333.37, 2444.41, NAN, NAN]
    audit = audited({"rp": rp, **others}, village().event(), dp="fide", c="field", unrated=1400)
    assert audit.settings.start == start


def test_where_both_starts_have_the_same_rp_nothing_is_inferred():
    # In a drawn round robin c is 0, both starts have the same sum: every RP is S/n.
    audit = audited({"rp": [1630.0] * 4}, drawn([1600, 1620, 1640, 1660]))
    assert audit.agrees
    assert (audit.settings.start, audit.settings.origin("start")) == ("performance", "default")


# --- how many iterations are looked at --------------------------------------------------------------------------------


@pytest.mark.parametrize(("last", "c"), [(3, "opponents"), (4, "field"), (5, "field"), (6, "field")])
def test_four_iterations_tell_the_settings(last, c):
    # One cell each of iterations 1 to 3, all six of iteration 4, and of those after it: by c over the opponents the
    # first three and all after the fourth, by c over the field the fourth alone. Up to the third 3 : 0, up to the
    # fourth 3 : 6, up to the fifth 9 : 6: what comes after the fourth isn't looked at.
    by_c = {name: stated(unrounded(village(), "fide", name, "performance")) for name in ("field", "opponents")}
    told = {f"iteration_{k}": by_c["opponents"][f"iteration_{k}"] for k in range(1, last + 1)}
    for k in (1, 2, 3):
        told[f"iteration_{k}"] = [*told[f"iteration_{k}"][:1], *[NAN] * 5]
    if last >= 4:
        told["iteration_4"] = by_c["field"]["iteration_4"]
    assert audited(told, village().event(), dp="fide", start="performance", unrated=1400).settings.c == c


# --- the price of what is chosen to fit -------------------------------------------------------------------------------


def test_a_rating_of_the_unrated_is_cheaper_than_an_error():
    # Ra of 1 to 4 has player 6 in it: with 1300 the four agree, with 1400 they are four errors.
    columns = stated(unrounded(village(), "fide", "field", "performance"))
    games = village().games()
    ratings = [2000, 1900, 1800, 1700, 1600, 1300]
    columns["Ra"] = [round(sum(ratings[j] for j, _ in own) / len(own), 2) for own in games]
    audit = audited({key: columns[key] for key in ("Ra", "dp")}, village().event())
    assert (audit.settings.unrated, audit.agrees) == (1300, True)


def test_settings_that_are_given_are_not_looked_for():
    columns = stated(unrounded(village(), "logistic-floor", "field", "performance"))
    told = {key: columns[key] for key in ("dp", "c", "c_hat", "iteration_1")}
    audit = audited(told, village().event(), dp="fide")
    assert audit.settings.dp == "fide"
    assert audit.summary["wrong"] >= 6
    audit = audited(told, village().event(), start="rating", unrated=1400)
    assert (audit.settings.dp, audit.settings.start) == ("logistic-floor", "rating")
    assert {column for column, _ in cells(audit, "wrong")} == {"iteration_1"}
    audit = audited(told, village().event(), c="opponents", dp="logistic-floor", start="performance", unrated=1400)
    assert {no for column, no in cells(audit, "wrong") if column == "c"} == {1, 2, 3, 4, 5, 6}


def test_a_table_that_lacks_a_percentage_is_not_tried():
    # The article's table has no 100 %: 1w2 alone can't be judged by it, nor inferred.
    made = event([2000, 1900, 1800], "1w2", "1w3")
    audit = audited({"dp": [800, -800, -800], "performance": [2650, 1200, 1200]}, made)
    assert audit.settings.dp == "fide"
    assert audit.agrees


def test_what_explains_more_cells_plainly_comes_before_the_default():
    # Differences between the tables of less than a unit: 190.85, 88.74, … in whole numbers are rounded by logistic, and
    # exact by none other. -70.44 and -88.74 to the nearest are -70 and -89; logistic-floor has -71 and -89.
    columns = unrounded(village(), "logistic", "field", "performance")
    told = {key: [round(value, places) for value in columns[key]] for key, places in (("dp", 0), ("performance", 2))}
    audit = audited(told, village().event())
    assert audit.settings.dp == "logistic"
    assert at(audit, "dp", 2).verdict == "ok"
