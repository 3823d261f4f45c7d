"""Every formula cell of the reports is what LibreOffice computes, and what the frame holds.

All reports are written first and recalculated in one process; a test then looks at the differences of its own report.
"""

import math
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest
from made.fields import DOUBLE_ROUND_ROBIN, VIDEO, address, arpo_cells, event, report
from made.recalc import compare, recalculate
from made.xlsx import POISON, formulas, poison, values

from pipeline.event import Scoring
from pipeline.method.calculation import Calculation
from pipeline.method.given import STATED_RP
from pipeline.method.sums import SUM_ROWS
from pipeline.readers import read_event
from pipeline.workbook.layout import ARPO, layout_of, wanted_columns

SWISS = ("chess-results/swiss-ranked-1.xlsx", "chess-results/swiss-ranked-2.xlsx")
OPEN = "swiss-manager/open-147-players-recrp.txt"
STRANGE = ['=HYPERLINK("http://x.example","y")', 'Ana "La Torre" Núñez-Ōé', "+1", "1/2", "#N/A", "Łukasz ½ & <b>"]
MIXED = (
    "1w2 3d4 5:full-bye 6:half-bye", "1+3 2w5 4?6", "1d6 2-4 3l5", "1:zero-bye 2--3 4w5", "1w4 5d6 2:half-bye",
)  # fmt: skip
"""Byes of all kinds, forfeits on one side and on both, a pending game."""

Made = Callable[[Path], Calculation]


def _made(made: object, **given: object) -> Made:
    return lambda path: report(path, made, **{"iterations": 25, **given})


def _video(**given: object) -> Made:
    return lambda path: report(path, read_event(VIDEO), **given)


def _own() -> dict[str, Made]:
    reports = {
        f"video {dp} {c}": _video(dp=dp, c=c) for dp in ("fide", "logistic-floor") for c in ("field", "opponents")
    }
    reports |= {f"video {dp}": _video(dp=dp) for dp in ("logistic", "log-odds")}
    reports["video start rating"] = _video(start="rating")
    reports["video start rating opponents"] = _video(dp="logistic-floor", c="opponents", start="rating")
    reports["video worst and best cut"] = _video(worst=1, best=1)
    reports["video worst two cut"] = _video(worst=2)
    drawn = event([2000, 1900, 1800], "1d2", "2d3", "1d3")
    reports["article"] = _made(drawn, dp="article")
    one_round = event([2000 - 10 * i for i in range(24)], " ".join(f"{i}w{i + 1}" for i in range(1, 24, 2)))
    reports["one round, twelve parts"] = _made(one_round)
    reports["one round, one iteration"] = _made(one_round, iterations=1)
    reports["two parts"] = _made(
        event([2000, 1900, 1800, 1700, 1600, 1500, 1400], "1w2 4w5", "1w3 4d6", "2w3 5w6", "2d1")
    )
    reports["one part drifts"] = _made(
        event([2000, 1900, 1800, 1700, 1600, 1500, 1400], "1w2 3d4 5d6", "1w3 2d4 6d7", "1w4 5d7", "1d2"),
        c="opponents",
    )
    scheveningen = event([2000, 1900, 1800, 2050, 1950, 1850], "1w4 2d5 3l6", "1d5 2w6 3l4", "1w6 2d4 3d5")
    reports["bipartite"] = _made(scheveningen)
    drifting = event([2000, 1900, 1800, 1700], "1w2 3d4", "1w3 2d4", "1w4", "1d2")
    reports["drift"] = _made(drifting, c="opponents", iterations=20)
    reports["drift under the threshold"] = _made(drifting, c="opponents", threshold=100)
    reports["RP far outside the ratings"] = _made(event([1500, 1480, 1460, 1440], "1w2 3w4", "1w3 2w4", "1w4 2w3"))
    reports["double round robin"] = _made(event([2000, 1900, 1800, None], *DOUBLE_ROUND_ROBIN), dp="logistic")
    mixed = event([2000, None, 1800, 1700, None, 1500], *MIXED)
    reports["byes, forfeits, pending, unrated"] = _made(mixed)
    reports["c opponents with byes"] = _made(mixed, c="opponents", start="rating", iterations=1)
    tied = replace(mixed, stated=pd.DataFrame({"TB1": [1, None, 2, 2, 3, 1]}, index=mixed.players.index, dtype=float))
    reports["an order with ties"] = _made(tied, order="PTS,DE,stated:TB1,WIN,ARPO,DE")
    parts = event([2000, 1900, 1800, 1700, 1600, 1500, 1400], "1w2 4w5", "1w3 4d6", "2w3 5w6", "2d1")
    reports["an order that goes on inside parts"] = _made(parts, order="PTS,RP,DE,WIN")
    reports["two points for a win"] = _made(replace(mixed, scoring=Scoring(2.0, 1.0, 0.0)))
    reports["nobody else has a game"] = _made(event([None, 2000.5, 1800, 0], "1d2 3:full-bye", "3+4", "3?4"))
    reports["strange names"] = _made(event([2000, 1900, 1800, 1700, 1600, 1500], *MIXED, names=STRANGE), worst=1)
    reports["numbers far apart"] = _made(
        event([2000, 1900, 1800, 1700], "7w99999 12d3000", "7d12 99999w3000", "7l3000 12w99999",
              numbers=[99999, 7, 3000, 12])
    )  # fmt: skip
    reports["26 games in a pair"] = _made(
        event([None, None, None], "1l2", *["1w2"] * 4, *["1w3"] * 5, "2l3", *["2w3"] * 25), dp="log-odds"
    )
    # 400·log10(10) and its negative are whole numbers: INT must not fall to the next.
    reports["10 out of 11"] = _made(event([2000, 1900], *["1w2"] * 10, "1l2"), dp="logistic-floor")
    reports["stated values"] = _made(
        event([2000, 1900, 1800, 1700], "1w2 3d4", "1d3 2w4", "1w4 2d3",
              points_stated=[2.5, 1.5, None, 9], stated={"RecRp": [2100, 1900.4, None, 1500], "TB1": [1, None, 2, 3]},
              title=["GM", None, "FM", None], start_no=[4, 3, 2, 1])
    )  # fmt: skip
    long = [f"{i}w{i + 1} {i + 2}d{i + 3}" for i in (1, 5) for _ in range(2)]
    reports["rounds with absences"] = _made(event([2000 - i for i in range(9)], *long, "1w5 2w6 3w7 4w8", "1l8 4d5"))
    return reports


OWN = _own()
REAL = {
    "ranked 1": (SWISS[0], {}),
    "ranked 2": (SWISS[1], {}),
    "by starting number": ("chess-results/swiss-by-starting-number.xlsx", {"c": "opponents"}),
    "open of 147": (OPEN, {"unrated": 1201, "start": "rating"}),
}


class Recalculated:
    """A written report, what it was made from, and LibreOffice's copy of it."""

    def __init__(self, path: Path, calculation: Calculation) -> None:
        self.path = path
        self.calculation = calculation
        self.new = path


def recalculated(folder: Path, reports: dict[str, Made]) -> dict[str, Recalculated]:
    made = {name: folder / f"{name}.xlsx" for name in reports}
    results = {name: Recalculated(path, reports[name](path)) for name, path in made.items()}
    poisoned = [poison(path, folder / "poisoned" / path.name) for path in made.values()]
    for result, new in zip(results.values(), recalculate(poisoned, folder / "new"), strict=True):
        result.new = new
    return results


@pytest.fixture(scope="module")
def own(tmp_path_factory) -> dict[str, Recalculated]:
    return recalculated(tmp_path_factory.mktemp("own"), OWN)


@pytest.fixture(scope="module")
def real(tmp_path_factory, shared_events) -> dict[str, Recalculated]:
    def reports(name: str, given: dict[str, object]) -> Made:
        return lambda path: report(path, read_event(shared_events / name), **given)

    made = {key: reports(name, given) for key, (name, given) in REAL.items()}
    return recalculated(tmp_path_factory.mktemp("real"), made)


def written_values_are_recalculated(result: Recalculated) -> None:
    written = values(result.path)
    rules = formulas(result.path)
    assert len(rules) > 100
    assert compare(result.new, {cell: written.get(cell) for cell in rules}) == []
    assert POISON not in values(result.new).values()


def written_values_are_the_frame(result: Recalculated) -> None:
    """Cell for cell, the players' rows and the sums under them; exactly, for the file holds all digits."""
    work, layout = result.calculation.work, layout_of(result.calculation)
    cells = arpo_cells(result.calculation)
    columns = wanted_columns(work)
    assert len(cells) == len(work.frame) * sum(layout.columns[column.key].count for column in columns)
    assert compare(result.path, cells, relative=1e-15, absolute=0) == []
    # Nothing else has a formula there, but the status above and the sums below.
    allowed = {3, *layout.sum_rows.values()}
    rows = {int("".join(filter(str.isdigit, cell))) for sheet, cell in formulas(result.path) if sheet == ARPO}
    assert rows - allowed == set(range(8, 8 + len(work.frame)))


@pytest.mark.needs_libreoffice
@pytest.mark.parametrize("name", OWN)
def test_own_events(own, name):
    written_values_are_recalculated(own[name])
    written_values_are_the_frame(own[name])


@pytest.mark.needs_libreoffice
@pytest.mark.parametrize("name", REAL)
def test_real_events(real, name):
    written_values_are_recalculated(real[name])
    written_values_are_the_frame(real[name])


@pytest.mark.needs_libreoffice
def test_libreoffice_rounds_the_open_to_the_published_recrp(real):
    """Straight from the recalculated file: RP of all 147 rounds to what Swiss-Manager printed."""
    result = real["open of 147"]
    found = values(result.new)
    cells = arpo_cells(result.calculation, ("rp",))
    published = next(c for h, c in result.calculation.work.event.stated.items() if h.lower() in STATED_RP)
    pairs = [(found.get(cell), wanted) for cell, wanted in zip(cells, published, strict=True)]
    played = [(rp, wanted) for rp, wanted in pairs if isinstance(rp, float)]
    assert len(played) == 147
    assert all(math.floor(rp + 0.5) == wanted for rp, wanted in played)
    assert [rp for rp, _ in pairs if not isinstance(rp, float)] == [""] * 3


@pytest.mark.needs_libreoffice
def test_sums_and_checks_in_numbers(own):
    """The sum rows of the video's sheet as the file holds them: both of its checks."""
    result = own["video logistic-floor opponents"]
    layout, found = layout_of(result.calculation), values(result.new)
    assert [row.key for row in SUM_ROWS] == ["plain", "weighted", "deviation", "largest", "converged"]

    def under(key: str, row: str, k: int = 1) -> object:
        return found[ARPO, address(layout.columns[key].at(k), layout.sum_rows[row])]

    assert under("c_hat", "plain") == pytest.approx(0, abs=1e-9)
    assert under("c_hat", "weighted") == pytest.approx(0, abs=1e-9)
    # 5·1996 + 4·1852.5 + 4·1802.5 + 4·1743.5 + 4·1813 + 5·1365 + 4·1486.5 + 4·1519 = 57673
    assert under("performance", "weighted") == pytest.approx(57673)
    assert [under("iteration", "weighted", k) for k in (1, 2, 41)] == pytest.approx([57673] * 3)
    assert under("iteration", "plain", 1) == pytest.approx(13561.525)
    assert under("difference", "largest", 1) == pytest.approx(137.375)
    assert [under("difference", "converged", k) for k in (1, 40, 41)] == ["no", "no", "yes"]


@pytest.mark.needs_libreoffice
def test_names_are_names(own):
    result = own["strange names"]
    names = arpo_cells(result.calculation, ("name",))
    assert list(names.values()) == STRANGE
    assert compare(result.new, names) == []
    standing = {value for (sheet, cell), value in values(result.new).items() if sheet == "Summary" and cell[0] == "C"}
    assert set(STRANGE) <= standing
