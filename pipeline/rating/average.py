"""The average of a round robin, step by step (article of 2006; docs/method.md section 7)."""

from __future__ import annotations

import numpy as np

from pipeline.method.dp import percentage, rule
from pipeline.rating.columns import as_average, rounded_average
from pipeline.rating.ruleset import RatingWork, Step
from pipeline.words import said


def _ratings(work: RatingWork) -> np.ndarray:
    return work.entry.numbers("rating")


def _rated(work: RatingWork) -> float:
    return float(np.isfinite(_ratings(work)).sum())


def _mean(work: RatingWork) -> float:
    ratings = _ratings(work)
    return float(np.nansum(ratings) / work.steps["rated"]) if work.steps["rated"] else 0.0


def _sum_dp(work: RatingWork) -> float:
    """Sum of dp of the rated players, over all their games."""
    table = rule("fide").table
    points, games = work.array("points").tolist(), work.array("games").tolist()
    rows = zip(points, games, np.isfinite(_ratings(work)).tolist(), strict=True)
    return sum(table[percentage(s, int(n))] for s, n, rated in rows if rated and n)


def _rounded(work: RatingWork, value: float) -> float:
    return rounded_average(value, work.settings.average)


def _corrected(work: RatingWork) -> float:
    steps = work.steps
    return _rounded(work, steps["mean_dp"] * steps["opponents"] / steps["participants"])


def _with_unrated(work: RatingWork) -> float:
    steps, as_rating = work.steps, work.rules.parameter("unrated_as")
    total = float(np.nansum(_ratings(work))) + steps["unrated"] * as_rating
    return _rounded(work, total / steps["participants"])


def _final(work: RatingWork) -> float:
    steps = work.steps
    if steps["share"] > work.rules.parameter("unrated_share"):
        return steps["mean_rounded"] - steps["corrected_dp"]
    return steps["mean_with_unrated"]


def _cycles_formula(work: RatingWork) -> str:
    if work.games is not None or work.entry.has("games"):
        return "=MAX(1,ROUND(MAX([Rating:games])/[@opponents],0))"
    return "=MAX(1,ROUND(SUM([Rating:points])/([@participants]*[@opponents]*[@draw_points]),0))"


STEPS = (
    Step("participants", said("Participants"), said("Players of the round robin."), "integer",
         lambda w: float(len(w.index)), "=COUNT([Rating:no])"),
    Step("opponents", said("Opponents of each (n)"), said("Participants less one."), "integer",
         lambda w: w.steps["participants"] - 1, "=[@participants]-1"),
    Step("cycles", said("Rounds of everybody against everybody"),
    said("1, or 2 in a double round robin, as the points show."),
         "integer", lambda w: float(max(1, round(w.array("games").max() / w.steps["opponents"]))), _cycles_formula),
    Step("rated", said("Rated players"), said("Players who have a rating."), "integer", _rated,
    "=COUNT([Rating:rating])"),
    Step("unrated", said("Unrated players"), said("The others."), "integer",
         lambda w: w.steps["participants"] - w.steps["rated"], "=[@participants]-[@rated]"),
    Step("share", said("Unrated, per cent"), said("Decides how the unrated count."), "two",
         lambda w: 100 * w.steps["unrated"] / w.steps["participants"], "=100*[@unrated]/[@participants]"),
    Step("mean_rating", said("Mean rating of the rated"), said("Sum of their ratings / rated players."), "two", _mean,
         "=IF([@rated]>0,SUM([Rating:rating])/[@rated],0)"),
    Step("mean_rounded", said("… rounded"), said("To the whole, unless the settings want exact averages."), "number",
         lambda w: _rounded(w, w.steps["mean_rating"]), "=" + as_average("[@mean_rating]")),
    Step("sum_dp", said("Sum of dp of the rated"), said("dp of their percentages, over all their games."), "integer",
    _sum_dp,
         "=SUMPRODUCT(ISNUMBER([Rating:rating])*ISNUMBER([Rating:dp]),[Rating:dp])"),
    Step("mean_dp", said("Mean dp of the rated"), said("The sum / rated players."), "two",
         lambda w: w.steps["sum_dp"] / w.steps["rated"] if w.steps["rated"] else 0.0,
         "=IF([@rated]>0,[@sum_dp]/[@rated],0)"),
    Step("corrected_dp", said("… × n/(n+1)"), said("Mean dp × opponents / participants, rounded as the averages are."),
    "number",
         _corrected, "=" + as_average("([@mean_dp]*[@opponents]/[@participants])")),
    Step("mean_with_unrated", said("Mean with the unrated at 2000"),
         said("Counts where at most 20 % are unrated; without unrated players the mean of all."), "number",
         _with_unrated, "=" + as_average("((SUM([Rating:rating])+[@unrated]*[@unrated_as])/[@participants])")),
    Step("tournament_average", said("Tournament average (Rc)"),
         said("More than 20 % unrated: mean rating − corrected mean dp. Else the mean with the unrated at 2000."),
         "number",
         _final, "=IF([@share]>[@unrated_share],[@mean_rounded]-[@corrected_dp],[@mean_with_unrated])"),
)


def tournament_average(work: RatingWork) -> float:
    """Rc, with every step of it left in `work.steps`; needs the columns points and games."""
    for step in STEPS:
        work.steps[step.key] = step.compute(work)
    return work.steps["tournament_average"]
