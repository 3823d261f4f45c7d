"""What an exercise says: what is asked, the rules in short, how to work it, the ties."""

from __future__ import annotations

from pipeline.course.elo import ARTICLE, YEAR
from pipeline.course.exercise import Exercise
from pipeline.course.sheet.layout import heading_of
from pipeline.method.dp import rule
from pipeline.words import Said, joined, said


def task_text(exercise: Exercise) -> Said:
    """What is asked."""
    if exercise.is_hunt:
        return said(
            "In this sheet {count} numbers are wrong where they stand; others only follow from them. Find those where "
            "an error begins, and write player, column and the right number below.", count=len(exercise.planted),
        )
    columns = joined(", ", [heading_of(key) for key in exercise.ask])
    if not exercise.places:
        return said("Fill in the yellow cells: {columns}. Two decimals are enough.", columns=columns)
    return said(
        "Fill in the yellow cells: {columns}. Two decimals are enough. Then the place of each tied player, "
        "a whole number.",
        columns=columns,
    )


def rules_text(exercise: Exercise) -> Said:
    """The rules in short: those of the columns that are asked, and of what they are made from."""
    if exercise.elo:
        return _elo_rules(exercise.elo)
    settings = exercise.settings
    start = said("rating") if settings.start == "rating" else said("performance")
    c = said("c: sum of games × dp / sum of games, over the field") if settings.c == "field" else said(
        "c: the same over the player's opponents: sum of (the opponent's games × his dp) / sum of the opponents' games"
    )
    parts = [
        said("Only games over the board count: w win, d draw, l loss; no forfeit (+ −) and no bye"),
        said("unrated: {rating}", rating=f"{settings.unrated:g}"),
        said("Ra: average rating of the opponents met"),
        said("dp: {title}, by points in games / games", title=rule(settings.dp).title),
        c,
        said("ĉ = dp − c"),
        said("performance = Ra + dp"),
    ]
    if exercise.steps:
        parts.append(said("iteration 1: average of the opponents' {start}, plus ĉ; each next one the same from the "
                          "column before", start=start))
    return joined(" · ", parts)


def _elo_rules(rules: str) -> Said:
    """The rules of a table of ratings in short."""
    common = said("Only games over the board against rated opponents count for the points; byes and forfeits don't")
    if rules == ARTICLE:
        return joined(" · ", [
            common, said("Ra: average of the rated opponents"), said("D = rating − Ra"),
            said("expected points: table 8.1.2 for D (rounded to the whole), in per cent × games"),
            said("K: 25 with fewer than 24 games before, else 15"), said("change = K × (points − expected points)"),
            said("unrated: first rating = Ra + dp, by table 8.1.1 for points / games"),
        ])
    return joined(" · ", [
        common, said("expected points: for each game table 8.1.2 for the difference, 400 at most; add them"),
        said("K: 40 for juniors (18 or younger in {year}) and with fewer than 30 games before, else 20", year=YEAR),
        said("change = K × (points − expected points)"),
        said("unrated: Ra = (sum of the rated opponents + 2 × 1800) / (n + 2), first rating = Ra + dp for "
             "(points + 1) / (n + 2), at most 2200"),
    ])


def _elo_lines() -> list[Said]:
    return [
        said("Write your name. Then work column by column, from left to right: each one goes on from those before it."),
        said("Players without a rating have no expected points and no K, but a first rating."),
        said("Two decimals are enough; a change may be rounded to the whole."),
        said("A number that follows rightly from an earlier wrong one of yours counts: don't leave cells blank."),
        said("Don't change ratings, results or headings, and keep the rows of the players: the sheet is marked by the "
             "teacher's copy."),
    ]


def tie_text(exercise: Exercise) -> Said:
    """The ties whose order is asked; the empty text without any."""
    if not exercise.ties:
        return said("")
    names = [str(name) for name in exercise.event.players["name"]]
    said_ties = []
    for tie in exercise.ties:
        first = exercise.first_place(tie)
        said_ties.append(said("{names}: places {first} to {last}", names=joined(", ", [names[i] for i in tie]),
                              first=first, last=first + len(tie) - 1))
    return said("Tied in points, to be ordered by iteration {k}, the highest first: {ties}.", k=exercise.steps,
                ties=joined("; ", said_ties))


def how_to_lines(exercise: Exercise) -> list[Said]:
    """The lines of the sheet How to."""
    if exercise.elo:
        return _elo_lines()
    lines = [
        said("Write your name. Then work column by column, from left to right: each one goes on from those before it."),
        said("Games are what was played over the board: w, d and l. Byes and forfeits count in the points of the "
             "standings, which are given, but not here: for p take the points from games and the number of games."),
        said("A percentage that ends in a half is rounded up: 2.5 points in 4 games are 62.5 %, so look up 63 %."),
        said("Two decimals are enough; it doesn't matter how you round. Go on from your own numbers, rounded or not."),
        said("“Adds up?” compares sums that the method keeps, each player counted once for every game: Ra against the "
             "ratings, performance against Ra and dp, ĉ against 0, each iteration against the column before. A "
             "difference beyond rounding says that a number in the column is wrong, not which."),
        said("With a pencil: multiply each number by the player's games, add, and write the sum under the column."),
        said("A number that follows rightly from an earlier wrong one of yours counts: don't leave cells blank."),
        said("On a computer the yellow cells can be typed into. The others are locked against accidents, without a "
             "password. Formulas of your own are welcome, on this sheet or others."),
        said("Don't change ratings, results or headings, and keep the rows of the players: the sheet is marked by the "
             "teacher's copy."),
    ]
    if exercise.is_hunt:
        lines = [
            said("Write your name. Work the numbers out again, column by column, from left to right."),
            said("Where a number follows rightly from a wrong one before it, the error isn't there, "
                 "but where it began."),
            said("Write the player's number, the column as it is headed, and the right number, one error a line. Each "
                 "line gives half for the cell and half for the number."),
            *lines[1:3],
        ]
    return lines
