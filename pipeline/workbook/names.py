"""What the sheets added to the lesson's are called, and the names that a workbook defines for who builds on it."""

from __future__ import annotations

from pipeline.words import said

STANDINGS_SHEET, PLAYER = said("Standings"), said("Player")

FIRST_LINE = 9
"""Standings: the row of the first player."""
CHOICE = "C5"
"""The cell of the sheet Player in which the first of the two is chosen."""

DEFINED = {
    "players": "name", "numbers": "no", "ratings": "rating", "points": "score", "RP": "rp", "ARPO": "arpo",
    "ranks": "rank",
}
"""Defined names of columns of the ARPO sheet (players only), by what they are called."""
DEFINED_RATINGS = {"players": "name", "numbers": "no", "changes": "rating_change", "new_ratings": "new_rating"}
"""The same of a rating report's sheet Rating."""
STANDINGS_NAME = "standings"
"""The defined name of the table of the sheet Standings."""

TAB_COLOURS = {
    "Summary": "#38761D", STANDINGS_SHEET: "#38761D", PLAYER: "#38761D", "Event": "#F1C232", "ARPO": "#1F3864",
    "Players": "#F1C232", "Rating": "#1F3864", "Games": "#1F3864", "Average": "#1F3864", "Tie-breaks": "#1F3864",
    "Checks": "#B45F06",
}
"""By sheet: green what is read, yellow what is typed in, blue what is computed, brown the checks; grey all else."""
OTHER_TABS = "#6B6B6B"
