"""What is wrong with a file that is to be audited, so that it can't be."""

from __future__ import annotations

from pipeline.errors import Place, Problem
from pipeline.words import said

_PROBLEMS = {
    "no_table": (
        said(
            "no table to audit was found: a header row with No. or Name and at least one of Ra, dp, c, ĉ, "
            "Performance, Iteration 1, RP, ARPO, RecRp; or a table of rating changes or of dp."
        ),
        said(
            "Give the columns these headings (English or Spanish; docs/audit.md has all that are known, docs/elo.md "
            "those of ratings)."
        ),
    ),
    "no_player": (
        said(
            "no row under the headings is a player of the event (compared by name and by number)."
        ),
        said(
            "Give the event that belongs to this sheet (--event), or write the names as it has them."
        ),
    ),
    "no_games": (
        said(
            "this sheet has columns to audit, and no opponents and results to audit them by."
        ),
        said(
            "Give the file that holds the games: arpo audit FILE --event EVENT."
        ),
    ),
    "nothing_to_judge": (
        said(
            "this table has no column with values to be judged, only what is given: ratings, games and points."
        ),
        said(
            "It needs one such as D, expected_points, difference, rating_change or initial_rating. (A file with "
            "formulas needs their values, too: open it in Excel or LibreOffice and save it.)"
        ),
    ),
}


def problem(name: str, place: Place) -> Problem:
    """The problem of that name at a place."""
    what, mend = _PROBLEMS[name]
    return Problem(place, what, mend)
