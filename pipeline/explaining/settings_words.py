"""The settings of a calculation in a reader's words, and what dp is computed from."""

from __future__ import annotations

import math

from pipeline.explaining.figures import shown
from pipeline.explaining.page import Form
from pipeline.explaining.seen import Seen
from pipeline.method.calculation import Calculation
from pipeline.method.dp import percentage, rule
from pipeline.words import Said, joined, said

_DP = {
    "fide": said("FIDE's table 8.1.1"),
    "article": said("the table of the article of 2006, as printed"),
    "logistic-floor": said("400·log10(s/(n − s)), rounded down"),
    "logistic": said("400·log10(s/(n − s)), not rounded"),
    "log-odds": said("ln(s/(n − s)), not in rating points"),
}
_C = {"field": said("the field's"), "opponents": said("the player's opponents'")}
_START = {"performance": said("performance"), "rating": said("rating")}


def settings_in_words(calculation: Calculation) -> Said:
    """What was chosen, in one sentence."""
    settings = calculation.work.settings
    parts = [
        said("dp = {what}", what=_DP[settings.dp]), said("c = {what}", what=_C[settings.c]),
        said("start = {what}", what=_START[settings.start]),
    ]
    if calculation.work.event.unrated.any():
        parts.append(said("unrated = {rating}", rating=shown(settings.unrated)))
    if settings.worst or settings.best:
        parts.append(said(
            "left out of the ARPO: {worst} worst and {best} best of the opponents", worst=settings.worst,
            best=settings.best,
        ))
    return said("Settings: {parts}.", parts=joined(", ", parts))


def dp_in_words(seen: Seen, form: Form) -> list[Said]:
    """The sum or the row of the table that gives the player's dp."""
    work = seen.calculation.work
    points, games, value = seen.value("points"), int(seen.value("games")), seen.value("dp")
    per_cent = percentage(points, games)
    dp = form.strong(Said("{x}", {"x": shown(value, 4 if work.settings.dp == "log-odds" else 2, short=True)}))
    if not work.rule.logarithm:
        which = said("In FIDE's table 8.1.1") if work.settings.dp == "fide" else said("In the article's table")
        return [said("{which}, the row of {per_cent} % has {dp}: dp = {dp}.", which=which, per_cent=per_cent, dp=dp)]
    if points in (0, games):
        what = said("a perfect score") if points else said("a zero score")
        return [said(
            "The formula has no value for {what}; the end of the table is taken: dp = {dp}.", what=what, dp=dp
        )]
    s, lost = shown(points, short=True), shown(games - points, short=True)
    ratio = points / (games - points)
    if work.rule.logarithm == "LN":
        return [said("dp = ln({s} / {lost}) = {dp}", s=s, lost=lost, dp=dp)]
    exact = shown(400 * math.log10(ratio))
    lines = [said("dp = 400 · log10({s} / {lost}) = {dp}", s=s, lost=lost, dp=dp)]
    if work.rule.floored:
        lines = [said(
            "dp = 400 · log10({s} / {lost}) = {exact}, rounded down: {dp}", s=s, lost=lost, exact=exact, dp=dp
        )]
    fide = rule("fide").table[per_cent]
    table = said("FIDE's table 8.1.1 has {dp} for {per_cent} %", dp=shown(fide), per_cent=per_cent)
    lines.append(said("({table}, too.)", table=table) if fide == value else said("({table}.)", table=table))
    return lines
