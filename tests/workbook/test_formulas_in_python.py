"""Frame, sums, checks and formulas say the same, computed here; test_recalculation asks LibreOffice for many more."""

import pytest
from made.evaluating import differences
from made.fields import MADE, VIDEO, calculate, event, report

from pipeline.readers import read_event
from pipeline.workbook.write import write_report

RATINGS = [2000, None, 1800, 1700, None, 1500]
MIXED = (
    "1w2 3d4 5:full-bye 6:half-bye", "1+3 2w5 4?6", "1d6 2-4 3l5", "1:zero-bye 2--3 4w5", "1w4 5d6 2:half-bye",
)  # fmt: skip
EVENTS = {
    "byes, forfeits, pending, unrated": (event(RATINGS, *MIXED), {"iterations": 3}),
    "c of the opponents, from the ratings": (
        event(RATINGS, *MIXED), {"iterations": 2, "c": "opponents", "start": "rating", "dp": "logistic"}
    ),
    "worst and best cut": (event(RATINGS, *MIXED), {"iterations": 2, "worst": 1, "best": 1, "dp": "log-odds"}),
    "best alone cut": (event(RATINGS, *MIXED), {"iterations": 2, "best": 1, "dp": "logistic-floor"}),
    "two parts": (
        event([2000, 1900, 1800, 1700, 1600, 1500, 1400], "1w2 4w5", "1w3 4d6", "2w3 5w6", "2d1"), {"iterations": 30}
    ),
    "one part drifts, the other doesn't": (
        event([2000, 1900, 1800, 1700, 1600, 1500, 1400], "1w2 3d4 5d6", "1w3 2d4 6d7", "1w4 5d7", "1d2"),
        {"c": "opponents", "iterations": 30, "threshold": 1e-3},
    ),
    "parts that drift against each other": (
        event([2000] * 8, "1l2 3d4 5w6 7d8", "2l3 6w7"), {"c": "opponents", "threshold": 100, "dp": "log-odds"}
    ),
    "drift under the threshold": (
        event([2000, 1900, 1800, 1700], "1w2 3d4", "1w3 2d4", "1w4", "1d2"), {"c": "opponents", "threshold": 100}
    ),
    "bipartite, far outside the ratings": (event([2000, 1900, 1500, 1500], "1w2 3w4"), {"iterations": 4}),
    "stated values": (
        event([2000, 1900, 1800, 1700], "1w2 3d4", "1d3 2w4", "1w4 2d3", points_stated=[2.5, 1.5, None, 9],
              stated={"RecRp": [2030.6, 1824.9, None, 1500], "TB1": [1, None, 2, 3]}), {},
    ),
    "the article's table": (event([2000, 1900, 1800], "1d2", "2d3", "1d3"), {"dp": "article"}),
}  # fmt: skip


@pytest.mark.parametrize("name", EVENTS)
def test_the_frame_is_what_the_formulas_say(name, tmp_path):
    made, given = EVENTS[name]
    report(tmp_path / "report.xlsx", made, **given)
    assert differences(tmp_path / "report.xlsx") == []


def test_the_video_s_report(tmp_path):
    report(tmp_path / "video.xlsx", read_event(VIDEO), c="opponents", dp="logistic-floor", iterations=3)
    assert differences(tmp_path / "video.xlsx") == []


def test_a_cell_that_says_something_else_is_found(tmp_path):
    made, given = EVENTS["two parts"]
    calculation = calculate(made, **given)
    calculation.work.frame.loc[1, "rank"] = 7
    write_report(calculation, tmp_path / "report.xlsx", MADE)
    assert any(line.startswith("ARPO!") and "7.0 in the file" in line for line in differences(tmp_path / "report.xlsx"))
