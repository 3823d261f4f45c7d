"""What an audit says: outcomes, counts, how many findings are shown, and when the event is in doubt."""

import io

import pytest
from made.making_sheets import Made
from made.reading_sheets import GIVEN, audit_of, rows_of
from made.tables import NAN, at, audited, frame, video, video_columns
from made.village import stated, unrounded, village

from pipeline.audit.causes import Fit
from pipeline.audit.formulas.finding import FormulaFinding
from pipeline.audit.judging.verdicts import Verdict
from pipeline.audit.report.data import as_data
from pipeline.audit.report.findings import AnyAudit, JudgedCell
from pipeline.audit.report.terminal import LINES, lines, print_audit
from pipeline.audit.report.words import address, words
from pipeline.audit.run import audit_table
from pipeline.audit.sheet.stated import Remark, Spot, StatedTable, Unjudged
from pipeline.method.settings import Settings, with_values

EN, ES = words("en"), words("es")
SPOT = Spot("Hand", "C2", 1, 2)
FIDE = {"dp": "fide", "c": "opponents"}


def printed(audit, language="en"):
    stream = io.StringIO()
    print_audit(audit, words(language), stream)
    return stream.getvalue()


def of(verdict, **given):
    """A judged cell with this verdict."""
    return JudgedCell(**{
        "spot": SPOT, "player": "Anna", "column": "dp", "stated": 1.0, "expected": 2.0, "from_own": 2.0,
        "verdict": Verdict(verdict), "decimals": 0, "position": 0, **given,
    })


def outcome(*verdicts, remarks=(), formulas=()):
    return AnyAudit(tuple(map(of, verdicts)), tuple(remarks), tuple(formulas))


def unvalued(count):
    return Remark("no_stored_value", {"count": count, "cells": "A1"}, (Unjudged("Sheet", "A1", count),))


STALE = FormulaFinding(SPOT, "stale_value", {"value": "1"})
UNLIKE = FormulaFinding(SPOT, "unlike_neighbours", {})


# Outcomes

@pytest.mark.parametrize(
    ("audit", "said"),
    [
        (outcome("ok", "rounding"), "AGREES: all 2 cells are right"),
        (outcome("ok"), "AGREES: the one cell is right"),
        (outcome("ok", formulas=[UNLIKE]), "AGREES: the one cell is right"),
        (outcome("ok", "carried"), "DIFFERENCES: 0 wrong, 1 carried, 0 missing of 2 cells"),
        (outcome("wrong", "carried"), "DIFFERENCES: 1 wrong, 1 carried, 0 missing of 2 cells"),
        (outcome("carried", "missing"), "DIFFERENCES: 0 wrong, 1 carried, 1 missing of 2 cells"),
        (outcome("ok", "missing"), "DIFFERENCES: 0 wrong, 0 carried, 1 missing of 2 cells"),
        (outcome("wrong", "ok", formulas=[STALE], remarks=[unvalued(2)]),
         "DIFFERENCES: 1 wrong, 0 carried, 0 missing of 2 cells; NOT JUDGED: formulas without a value (A1)"),
        (outcome("ok", "ok", formulas=[STALE, STALE, UNLIKE]),
         "CHECK THE FORMULAS: the 2 numbers are right, 2 cells would change when recalculated"),
        (outcome("ok", "ok", remarks=[unvalued(3)]),
         "PARTLY: 2 of 5 numbers judged, all right; NOT JUDGED: formulas without a value (A1)"),
        (outcome("ok", "ok", formulas=[STALE], remarks=[unvalued(1)]),
         "CHECK THE FORMULAS: the 2 numbers are right, 1 cell would change when recalculated; NOT JUDGED: formulas "
         "without a value (A1)"),
        (outcome("ok", "ok", remarks=[Remark("points_differ", {"count": 2, "players": "A"})]),
         "AGREES: the 2 judged cells are right; NOT JUDGED: points"),
        (outcome("ok", "wrong", remarks=[Remark("rows_of_nobody", {"count": 4, "rows": "A"}), unvalued(1)]),
         "DIFFERENCES: 1 wrong, 0 carried, 0 missing of 2 cells; NOT JUDGED: rows of unknown players (4), formulas "
         "without a value (A1)"),
    ],
)
def test_the_outcome(audit, said):
    assert EN.master(audit) == said
    assert audit.agrees == said.startswith("AGREES")


def test_what_counts_as_right_and_as_a_finding():
    audit = outcome("ok", "rounding", "carried", "wrong", "missing", "wrong")
    assert audit.right == 3
    assert audit.summary == {"ok": 1, "rounding": 1, "carried": 1, "wrong": 2, "missing": 1}
    assert len(audit.findings) == 5
    assert of("ok", causes=(Fit("sign"),)).is_finding
    assert not of("ok").is_finding
    assert outcome("ok", remarks=[unvalued(2), unvalued(3), Remark("c_once", {"count": 7, "cell": "A1"})]).left_out == 5


@pytest.mark.parametrize(
    ("right", "count", "said"),
    [(0, 0, "0 of 0 cells right or carried right (0.0 %)"), (1, 1, "1 of 1 cell right or carried right (100.0 %)"),
     (1, 3, "1 of 3 cells right or carried right (33.3 %)"),
     (4999, 5000, "4999 of 5000 cells right or carried right (99.9 %)"),
     (997, 998, "997 of 998 cells right or carried right (99.9 %)"),
     (997, 1000, "997 of 1000 cells right or carried right (99.7 %)")],
)
def test_the_mark_is_100_for_all_cells_alone(right, count, said):
    # Each cell with a number of its own: a column filled with one number gets no marks.
    verdicts = ["carried"] * right + ["wrong"] * (count - right)
    cells = [of(verdict, stated=float(i)) for i, verdict in enumerate(verdicts)]
    assert EN.mark(AnyAudit(tuple(cells), (), ())) == f"Mark: {said}"


def test_the_difference_is_stated_minus_expected():
    assert of("wrong", stated=5.0, expected=2.0).difference == 3.0
    assert of("wrong", stated="x").difference is None
    assert of("wrong", expected=None).difference is None
    assert of("missing", stated=None).difference is None


def test_first_errors_are_one_a_player_and_table():
    cells = [
        of("carried"), of("wrong", column="c"), of("wrong", column="ĉ"), of("missing", position=2),
        of("ok", position=1), of("wrong", position=-1), of("wrong", table=1), of("wrong", position=1, column="rp"),
    ]
    found = AnyAudit(tuple(cells), (), ()).first_errors
    assert [(cell.table, cell.position, cell.column) for cell in found] == [
        (0, 0, "c"), (0, 1, "rp"), (0, 2, "dp"), (1, 0, "dp"),
    ]


def test_a_finding_as_data():
    other = Spot("Other", "D3", 2, 3)
    cell = of("carried", causes=(Fit("sign"), Fit("c_plain")), origin=other, stated=1.5)
    assert as_data(AnyAuditOf(cell))["findings"] == [{
        "sheet": "Hand", "cell": "C2", "player": "Anna", "column": "dp", "stated": 1.5, "expected": 2.0,
        "from_own": 2.0, "difference": -0.5, "verdict": "carried", "causes": ["sign", "c_plain"],
        "weights": ["one of 2", "one of 2"], "origin": "Other!D3",
    }]
    assert as_data(AnyAuditOf(of("wrong", origin=SPOT)))["findings"][0]["origin"] == "C2"
    assert as_data(AnyAuditOf(of("wrong")))["findings"][0]["origin"] is None


class AnyAuditOf(AnyAudit):
    """An audit of single cells."""

    def __init__(self, *cells):
        super().__init__(cells, (), ())

    @property
    def setting_lines(self):
        return (("dp", "fide", "default"), ("unrated", 1400.0, "command line"), ("threshold", 0.1, "default"),
                ("iterations", 3, "default"), ("worst", 0, "default"))

    @property
    def about(self):
        return "event_of", {"name": "Open", "players": 3, "games": 4}


# Numbers and names

@pytest.mark.parametrize(
    ("value", "decimals", "said"),
    [
        (1805.5, 2, "1805.50"), (1805.5, 1, "1805.50"), (1805.5, 0, "1805.5"), (1805.0, 0, "1805"), (100.0, 0, "100"),
        (1 / 3, 3, "0.333"), (1 / 3, 6, "0.333333"), (1 / 3, 12, "0.333333"), (None, 2, "empty"), ("", 2, "empty"),
        ("see", 2, "see"), (-0.5, 4, "-0.5000"),
    ],
)
def test_a_number_for_people(value, decimals, said):
    assert EN.number(value, decimals) == said
    assert ES.number(value, decimals) == said.replace(".", ",").replace("empty", "vacío")


def test_a_number_by_default_and_where_there_is_none():
    assert EN.number(2.0) == "2.00"
    assert EN.number(None, 2, "no_value") == "no value"
    assert [EN.plain(value) for value in (1400.0, 0.25, "x", 3)] == ["1400", "0.25", "x", "3"]
    assert ES.plain(0.25) == "0,25"


@pytest.mark.parametrize(("count", "said"), [(0, "A1"), (1, "A1, A2"), (3, "A1, A2, A3, A4"), (4, "A1 and 4 more")])
def test_three_further_origins_are_named(count, said):
    spots = tuple(Spot("Hand", f"A{i}", i, 0) for i in range(1, count + 2))
    assert EN.origins(of("carried", origin=spots[0], origins=spots)) == said
    carried = of("carried", origin=spots[0], origins=spots, causes=(Fit("sign"),))
    assert EN.causes(carried) == f"{EN.cause(Fit('sign'))}; comes from {said}"
    assert EN.causes(of("wrong", origin=spots[0], origins=spots)) == ""


def test_an_address_has_its_sheet_where_that_is_another():
    assert address(SPOT, SPOT) == "C2"
    assert address(SPOT, Spot("Other", "A1")) == "Hand!C2"


@pytest.mark.parametrize(
    ("origin", "said"),
    [("command line", "línea de órdenes"), ("default", "por defecto"), ("elsewhere", "elsewhere")],
)
def test_where_a_setting_came_from(origin, said):
    assert ES.origin_of_setting(origin) == said
    for known in ("Settings sheet", "Settings sheet of the event", "inferred from the sheet"):
        assert ES.origin_of_setting(known) != known
        assert EN.origin_of_setting(known) == known


# The terminal

def test_twenty_findings_are_printed_and_wrong_ones_first():
    for count, more in ((20, None), (21, 1), (25, 5)):
        audit = AnyAuditOf(*[of("carried", spot=Spot("", f"A{i}")) for i in range(count - 1)], of("wrong", spot=SPOT))
        said = printed(audit)
        shown = [line for line in said.splitlines() if " Anna, " in line]
        assert len(shown) == 20
        assert shown[0].startswith("  Hand!C2 Anna, dp: wrong; stated 1, expected 2")
        assert shown[1].startswith("  A0 Anna, dp: carried")
        assert (f"… and {more} more; the sheet Audit has them all." in said) == (more is not None)
        assert ("more; the sheet" in said) == (more is not None)


def test_settings_that_only_end_the_iterations_are_not_printed():
    said = printed(AnyAuditOf(of("ok")))
    assert said.splitlines()[:2] == [
        "Event: Open, 3 players, 4 games", "Settings judged by: dp = fide (default), unrated = 1400 (command line)",
    ]


@pytest.mark.parametrize(("columns", "more"), [(LINES, None),
(LINES + 1, "… and 1 more column; the sheet Summary has it.")])
def test_so_many_lines_of_counts_are_printed(columns, more):
    audit = AnyAuditOf(*[of("wrong", column=f"iteration_{k}") for k in range(1, columns + 1)])
    assert len(lines(audit)) == columns
    assert ("more column" in printed(audit)) == (more is not None)
    assert more is None or more in printed(audit)
    assert LINES == 25


def test_a_family_that_is_right_shares_a_line_until_one_is_not():
    cells = [of("ok", column=f"iteration_{k}") for k in (1, 2)] + [of("wrong", column="iteration_3")]
    cells += [of("ok", column=f"iteration_{k}") for k in (4, 5)] + [of("ok", column="rp"), of("ok", column="arpo")]
    found = lines(AnyAuditOf(*cells))
    assert [names for names, _ in found] == [
        ["iteration_1", "iteration_2"], ["iteration_3"], ["iteration_4", "iteration_5"], ["rp"], ["arpo"],
    ]
    assert [sum(counts.values()) for _, counts in found] == [2, 1, 2, 1, 1]


# The event of the sheet

def in_doubt(columns, event, **given):
    settings = with_values(Settings(), given, "command line")
    audit = audit_table(StatedTable.from_frame(frame(columns), event.players.index), event, settings)
    return next((dict(remark.details) for remark in audit.remarks if remark.name == "event_in_doubt"), None)


@pytest.mark.parametrize(("right", "total", "doubtful"), [(0, 5, False), (0, 6, True), (2, 8, True), (3, 8, False),
(1, 6, True), (2, 7, False)])
def test_the_event_is_in_doubt_where_a_quarter_or_less_is_right(right, total, doubtful):
    """Ra of the video: the first `right` as they are, others nonsense, the rest blank."""
    ra = video_columns("fide", "field")["Ra"]
    told = [ra[i] if i < right else 1000.5 + 7 * i if i < total else NAN for i in range(8)]
    found = in_doubt({"Ra": told, "dp": [NAN] * 8}, video())
    assert (found is not None) == doubtful
    if found is not None:
        assert (found["right"], found["total"], found["players"], found["absent"]) == (right, total, 8, 0)


@pytest.mark.parametrize(("followed", "doubtful"), [(3, True), (4, False)])
def test_the_event_is_not_in_doubt_where_most_of_its_games_are_gone_on_by(followed, doubtful):
    """All dp of the village are 40 too high; iteration 1 follows from them, by the games, for so many of the six."""
    made = village()
    columns = stated(unrounded(made, "fide", "opponents", "performance"))
    told = {"dp": [v + 40 for v in columns["dp"]], "c": [v + 40 for v in columns["c"]]}
    told["c"] = [v if i < followed else 3000.1 * (i + 1) for i, v in enumerate(told["c"])]
    assert (in_doubt(told, made.event(), c="opponents", start="performance") is not None) == doubtful


def test_nobody_is_in_doubt_about_settings_that_were_given():
    ra = [1000.5 + 7 * i for i in range(8)]
    assert in_doubt({"Ra": ra, "dp": [NAN] * 8}, video(), dp="fide", c="field", start="performance") is None


def test_a_constant_that_settings_explain_is_said_with_both_ways_to_it():
    """Three players in a circle, the third unrated, everybody drawing: RP are all the average of the starts.

    With 2000, 1900 and 1400 performances are 1650, 1700, 1950: 1766.67; with 1700 for the unrated 1866.67, +100. From
    the ratings it would be the same average, so the other start needs the same 1700.
    """
    entries = [(1, 1, 2, "d"), (1, 2, 3, "d"), (2, 1, 1, "d"), (2, 3, 3, "d"), (3, 2, 1, "d"), (3, 3, 2, "d")]
    event = Made([2000.0, 1900.0, NAN], 3, entries).event()
    settings = with_values(Settings(), {"dp": "fide", "c": "field"}, "command line")
    table = StatedTable.from_frame(frame({"rp": [1866.67] * 3}), event.players.index)
    audit = audit_table(table, event, settings)
    [said] = [remark.details for remark in audit.remarks if remark.name == "constant_explained"]
    assert audit.settings.unrated == 1700
    assert {key: said[key] for key in ("constant", "unrated", "default_unrated", "same", "right", "total")} == {
        "constant": "+100.00", "unrated": "1700", "default_unrated": "1400", "same": "1700.0", "right": 3, "total": 3,
    }


def test_the_other_start_needs_another_rating_where_c_is_not_0():
    """1 beats 2, 1 and 3 draw, 2 beats 3 twice: dp 193, 125 and -273, c = (2·193 + 3·125 - 3·273)/8 = -7.25.

    From the performances, whose average is c below that of the ratings, with 1600 for player 3: 2·RP1 + 3·RP2 + 3·RP3 =
    2·2000 + 3·1900 + 3·1600 - 8·7.25 = 14442, where RP2 + RP3 = 2·RP1 - 400.5 and RP2 = (RP1 + 2·RP3)/3 + 132.25. That
    is 200·3/8 = 75 more than with 1400. From the ratings it would be 7.25 more, which 7.25·8/3 = 19.3 less make up for.
    """
    entries = [
        (1, 1, 2, "w"), (1, 2, 3, "d"), (2, 1, 1, "l"), (2, 3, 3, "w"), (2, 4, 3, "w"), (3, 2, 1, "d"), (3, 3, 2, "l"),
        (3, 4, 2, "l"),
    ]
    event = Made([2000.0, 1900.0, NAN], 4, entries).event()
    rp1 = (14442 + 1201.5) / 8
    rp3 = (2 * rp1 - 400.5 - rp1 / 3 - 132.25) * 3 / 5
    told = {"rp": [round(value, 2) for value in (rp1, 2 * rp1 - 400.5 - rp3, rp3)]}
    settings = with_values(Settings(), {"dp": "fide", "c": "field", "start": "performance"}, "command line")
    audit = audit_table(StatedTable.from_frame(frame(told), event.players.index), event, settings)
    assert audit.agrees and audit.settings.unrated == 1600
    [said] = [remark.details for remark in audit.remarks if remark.name == "constant_explained"]
    assert (said["constant"], said["other"], said["same"]) == ("+75.00", "rating", "1580.7")


def test_the_sheets_own_headings_name_its_columns():
    audit = audit_of(rows_of("Ra", "dp", "iteration_1", headings=("Elo medio", "D(p)", "It 1")), video(), GIVEN)
    said = words("en").about(audit)
    assert [said.column(key) for key in ("Ra", "dp", "iteration_1", "iteration_7", "c_hat", "nonsense")] == [
        "Elo medio", "D(p)", "It 1", "Iteration 7", "ĉ", "nonsense",
    ]
    assert at(audit, "Ra", 1).verdict == "ok"
    assert audited({"Ra": video_columns()["Ra"]}, **FIDE).agrees
