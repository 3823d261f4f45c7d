"""The numbers of docs/method.md: the video's, those of the 2013 paper, and what Swiss-Manager published."""

import json
import math

import numpy as np
import pytest
from made.fields import DOUBLE_ROUND_ROBIN, ROOT, VIDEO, calculate, event

from pipeline.method.calculation import Calculation
from pipeline.readers import read_event

GOLDEN = json.loads((ROOT / "tests" / "fixtures" / "video.json").read_text(encoding="utf-8"))
CLOSE = {"rel": 1e-9, "abs": 1e-9}
OPEN = "swiss-manager/open-147-players-recrp.txt"


@pytest.fixture(scope="module")
def video() -> Calculation:
    return calculate(read_event(VIDEO), dp="logistic-floor", c="opponents")


@pytest.fixture(scope="module")
def large_open(shared_events):
    """The open's event, read once."""
    return read_event(shared_events / OPEN)


# --- section 6: what the video states ---------------------------------------------------------------------------------


def test_the_video_s_worked_player(video):
    player = video.work.frame.loc[1]
    assert (player["games"], player["points"], player["score"]) == (5, 4, 4)
    # Ra = 1756; 4/5 is 240; performance = 1756 + 240
    assert (player["Ra"], player["dp"], player["performance"]) == (1756, 240, 1996)
    # c = (4·190 + 4·190 - 4·89 + 4·88 - 5·241) / 21 = 311 / 21
    assert round(player["c"], 4) == 14.8095
    assert round(player["c_hat"], 2) == 225.19
    # (1852.5 + 1802.5 + 1743.5 + 1813 + 1365) / 5 + 225.19 = 1715.3 + 225.19
    assert round(player["iteration_1"], 2) == 1940.49


def test_the_video_s_opponents(video):
    opponents = video.work.frame.loc[[2, 3, 4, 5, 6], ["games", "points", "dp", "performance"]]
    assert opponents.to_numpy().tolist() == [
        [4, 3, 190, 1852.5], [4, 3, 190, 1802.5], [4, 1.5, -89, 1743.5], [4, 2.5, 88, 1813], [5, 1, -241, 1365],
    ]  # fmt: skip


def test_the_video_s_differences_and_checks(video):
    assert video.work.steps.converged_at == 41
    assert 0 < video.work.steps.largest_differences[-1] < 1e-9
    further = calculate(read_event(VIDEO), dp="logistic-floor", c="opponents", threshold=1e-300, iterations=60)
    assert 1e-13 < further.work.steps.largest_differences[50] < 1e-11  # "of the order of 1e-11"
    values = {check.key: check.value for check in video.checks}
    assert values["c_hat"] == pytest.approx(0, abs=1e-9)
    assert values["plain_c_hat"] == pytest.approx(0, abs=1e-9)
    assert values["iteration_sums"] == pytest.approx(0, abs=1e-9)
    # The plain sums are not all equal: 13578, 13561.525, 13569.955, …
    assert values["plain_sums"] > 8


@pytest.mark.parametrize("golden", GOLDEN["results"], ids=lambda result: f"{result['dp']} {result['c']}")
def test_golden(golden):
    work = calculate(
        read_event(VIDEO), dp=golden["dp"], c=golden["c"], start=golden["start"], threshold=1e-300, iterations=60
    ).work
    frame = work.frame

    def same(key, expected):
        assert frame[key].tolist() == pytest.approx(expected, **CLOSE), key

    for key in ("games", "points", "Ra"):
        same(key, GOLDEN[key])
    for key, name in (("dp", "dp_values"), ("c", "c_values"), *((key, key) for key in ("c_hat", "performance"))):
        same(key, golden[name])
    for k in (1, 2, 10):
        same(f"iteration_{k}", golden[f"iteration_{k}"])
    n = frame["games"]
    assert frame["c_hat"].sum() == pytest.approx(golden["sum_c_hat"], **CLOSE)
    assert (n * frame["c_hat"]).sum() == pytest.approx(golden["weighted_sum_c_hat"], **CLOSE)
    columns = ["performance", "iteration_1", "iteration_2", "iteration_3"]
    weighted = [(n * frame[column]).sum() for column in columns]
    assert weighted == pytest.approx(golden["weighted_sums_of_iterations"], **CLOSE)
    plain = [frame[column].sum() for column in columns]
    assert plain == pytest.approx(golden["plain_sums_of_iterations"], **CLOSE)
    for k, largest in golden["largest_difference_at_iteration"].items():
        assert work.steps.largest_differences[int(k) - 1] == pytest.approx(largest, **CLOSE)
    if golden["drift_per_iteration"]:
        assert work.frame["limit"].isna().all()
    else:
        same("limit", golden["limit"])


@pytest.mark.parametrize("golden", GOLDEN["results"], ids=lambda result: f"{result['dp']} {result['c']}")
def test_golden_results(golden):
    """RP, ARPO and drift with the program's own threshold: RP is then the last iteration, 1e-9 from the limit."""
    calculation = calculate(read_event(VIDEO), dp=golden["dp"], c=golden["c"], start=golden["start"])
    assert calculation.drift == pytest.approx(golden["drift_per_iteration"], **CLOSE)
    if golden["drift_per_iteration"]:
        assert calculation.work.frame[["rp", "arpo"]].isna().all(axis=None)
        return
    for frame in (calculation.work.frame, calculation.exact):
        assert frame["rp"].tolist() == pytest.approx(golden["limit"], abs=2e-9)
        assert frame["arpo"].tolist() == pytest.approx(golden["arpo"], abs=2e-9)


def test_the_video_s_file_has_its_settings(shared_events):
    assert dict(read_event(VIDEO).settings) == {"dp": "logistic-floor", "c": "opponents"}
    assert json.loads((shared_events.parent / "golden" / "video.json").read_text(encoding="utf-8")) == GOLDEN


# --- section 5: Swiss-Manager's RecRp, and the 2013 paper -------------------------------------------------------------


def test_rp_rounds_to_the_published_recrp(large_open):
    calculation = calculate(large_open, unrated=1201, start="rating")
    frame = calculation.work.frame
    played = frame["games"] > 0
    assert (len(frame), played.sum()) == (150, 147)
    published = large_open.stated["RecRp"]
    rounded = np.floor(calculation.exact["rp"] + 0.5)
    assert (rounded[played] == published[played]).sum() == 147
    statuses = {check.key: check.status for check in calculation.checks}
    assert (statuses["stated_rp"], statuses["stated_shift"]) == ("OK", "OK")


def test_1200_for_the_unrated_leaves_140_of_147(large_open):
    frame = calculate(large_open, unrated=1200, start="rating").exact
    published = large_open.stated["RecRp"][frame["rp"].notna()]
    rp = frame["rp"].dropna()
    assert (np.floor(rp + 0.5) == published).sum() == 140
    assert (rp - published).abs().max() < 0.56


def test_a_player_without_a_game_stays_blank(large_open):
    frame = calculate(large_open, unrated=1201, start="rating").work.frame
    blank = frame[frame["games"] == 0]
    assert len(blank) == 3
    computed = ["Ra", "per_cent", "dp", "c", "c_hat", "performance", "start", "limit", "residual", "rp", "arpo"]
    computed += [key for key in frame if key.startswith(("iteration_", "difference_"))]
    assert blank[computed].isna().all(axis=None)
    assert frame.loc[frame["games"] > 0, computed].notna().all(axis=None)
    assert (blank["points"] == 0).all()


def test_the_open_drifts_with_c_of_the_opponents(large_open):
    calculation = calculate(large_open, c="opponents", iterations=200)
    frame = calculation.work.frame
    assert round((frame["games"] * frame["c_hat"]).sum(), 2) == -5686.86
    assert round(calculation.drift, 4) == -4.6844
    sums = [(frame["games"] * frame[f"iteration_{k}"]).sum() / frame["games"].sum() for k in (1, 2, 3)]
    assert np.diff(sums).round(4).tolist() == [-4.6844, -4.6844]
    assert frame["difference_200"].dropna().to_numpy() == pytest.approx(-4.6844, abs=1e-4)
    assert calculation.exact.isna().all(axis=None)


def test_the_open_takes_77_steps_to_within_1e_10_of_the_limit(large_open):
    frame = calculate(large_open, unrated=1201, start="rating", threshold=1e-12, iterations=90).work.frame
    distances = [(frame[f"iteration_{k}"] - frame["limit"]).abs().max() for k in range(1, 91)]
    assert next(k for k, distance in enumerate(distances, start=1) if distance < 1e-10) == 77


def test_example_2_1_of_the_2013_paper():
    """Players 1 and 2 met 5 times (4:1), 1 and 3 5 times (5:0), 2 and 3 26 times (25:1)."""
    rounds = ["1l2", *["1w2"] * 4, *["1w3"] * 5, "2l3", *["2w3"] * 25]
    calculation = calculate(event([None, None, None], *rounds), dp="log-odds", iterations=1000)
    frame = calculation.work.frame
    assert frame["games"].tolist() == [10, 31, 31]
    # ln(9/1), ln(26/5), ln(1/30)
    assert frame["dp"].tolist() == pytest.approx([math.log(9), math.log(26 / 5), math.log(1 / 30)])
    rp = calculation.exact["rp"]
    assert (rp - rp.mean()).round(3).tolist() == [1.764, 0.491, -2.255]


# --- section 2: the two starts ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "made",
    [
        read_event(VIDEO),
        event([2000, 1900, None, 1700], *DOUBLE_ROUND_ROBIN),
        event([2000, 1900, 1800, 1700, 1600], "1w2 3d4 5:full-bye", "1d3 2+5 4:half-bye", "1w4 5l3", "2d4 1d5"),
    ],
    ids=["video", "double round robin", "byes and a forfeit"],
)
def test_start_rating_shifts_the_limit_by_the_mean_dp(made):
    here = calculate(made)
    there = calculate(made, start="rating")
    frame = here.work.frame
    mean_dp = (frame["games"] * frame["dp"]).sum() / frame["games"].sum()
    shift = (here.exact["rp"] - there.exact["rp"]).to_numpy()
    assert shift == pytest.approx(mean_dp, abs=1e-8)
    assert here.standings["no"].tolist() == there.standings["no"].tolist()


def test_byes_and_forfeits_count_for_the_standings_only():
    made = event([2000, 1900, 1800, 1700, 1600], "1w2 3d4 5:full-bye", "1d3 2+5 4:half-bye", "1w4 5--3 2:zero-bye")
    frame = calculate(made).work.frame
    # 2 lost to 1 and won by forfeit; 5 has a full-point bye and two forfeits: no game at all
    assert frame["games"].tolist() == [3, 1, 2, 2, 0]
    assert frame["points"].tolist() == [2.5, 0, 1, 0.5, 0]
    assert frame["score"].tolist() == [2.5, 1, 1, 1, 1]
    # opponents of 1: 2, 3, 4, without a correction
    assert frame.loc[1, "Ra"] == (1900 + 1800 + 1700) / 3
    assert math.isnan(frame.loc[5, "Ra"])


def test_an_unrated_player_gets_the_configured_rating():
    made = event([2000, None, 1800], "1w2 3:full-bye", "2d3", "3l1")
    assert calculate(made).work.frame["rating"].tolist() == [2000, 1400, 1800]
    low, high = (calculate(made, unrated=unrated).exact["rp"] for unrated in (1400, 1700))
    # A connected field: everybody gains the same, 2 games of 6 sides: 300·2/6 = 100
    assert (high - low).tolist() == pytest.approx([100, 100, 100])
