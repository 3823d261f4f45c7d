"""Verdicts, headings and labels of audits, and the names that sentences fill in."""

from pipeline.words import counting, said

VERDICTS = {
    "ok": said("ok"),
    "rounding": said("rounding"),
    "carried": said("carried"),
    "wrong": said("wrong"),
    "missing": said("missing"),
}
"""What a verdict is called."""

MEANINGS = {
    "ok": said("Right, to the decimals that it shows."),
    "rounding": said("Right but for the way it was rounded."),
    "carried": said("Not right, but it follows from the sheet's own cells: the error came from elsewhere."),
    "wrong": said("The error begins here."),
    "missing": said("A value belongs here, and the cell has none."),
}
"""What a verdict means."""

HEADINGS = {
    "sheet": said("Sheet"),
    "cell": said("Cell"),
    "player": said("Player"),
    "column": said("Column"),
    "stated": said("Stated"),
    "expected": said("Expected"),
    "from_own": said("From own cells"),
    "difference": said("Difference"),
    "verdict": said("Verdict"),
    "cause": said("Cause"),
    "origin": said("Comes from"),
    "meaning": said("Meaning"),
    "setting": said("Setting"),
    "value": said("Value"),
    "from": said("From"),
    "total": said("Total"),
    "count": said("Cells"),
}
"""The headings of the copy's own sheets, and of the tables on the terminal."""

LABELS = {
    "audit": said("Audit"),
    "summary": said("Summary"),
    "title": said("Audit of {file}"),
    "master_agrees": counting("AGREES: the one cell is right", "AGREES: all {count} cells are right"),
    "master_agrees_so_far": counting(
        "AGREES: the one judged cell is right",
        "AGREES: the {count} judged cells are right",
    ),
    "master_differences": counting(
        "DIFFERENCES: {wrong}, {carried}, {missing} of 1 cell",
        "DIFFERENCES: {wrong}, {carried}, {missing} of {count} cells",
    ),
    "master_formulas": counting(
        "CHECK THE FORMULAS: the one number is right, {formulas}",
        "CHECK THE FORMULAS: the {count} numbers are right, {formulas}",
    ),
    "master_partly": counting(
        "PARTLY: 1 of {total} numbers judged, and right",
        "PARTLY: {count} of {total} numbers judged, all right",
    ),
    "not_judged": said("{outcome}; NOT JUDGED: {what}"),
    "count_ok": counting("{count} ok", "{count} ok"),
    "count_rounding": counting("{count} rounding", "{count} rounding"),
    "count_carried": counting("{count} carried", "{count} carried"),
    "count_wrong": counting("{count} wrong", "{count} wrong"),
    "count_missing": counting("{count} missing", "{count} missing"),
    "count_formulas": counting("1 cell would change when recalculated", "{count} cells would change when recalculated"),
    "count_typed_over": counting("1 number was typed over a formula", "{count} numbers were typed over formulas"),
    "mark": counting(
        "Mark: {right} of 1 cell right or carried right ({per_cent} %)",
        "Mark: {right} of {count} cells right or carried right ({per_cent} %)",
    ),
    "not_audited": said("NOT AUDITED: {why}"),
    "empty": said("empty"),
    "no_value": said("no value"),
    "counts": said("Cells by column and verdict"),
    "settings": said("Settings judged by"),
    "first_errors": said("First error of each player"),
    "no_errors": said("No player has a wrong cell."),
    "remarks": said("Noted"),
    "formulas": said("Formulas"),
    "no_findings": said("Nothing to say: every judged cell is ok."),
    "findings": said("Findings"),
    "pattern": said("{column}: {cause}; all {count} cells ({cells})"),
    "one_of": said("one of {count} that fit: {causes}"),
    "inside": said("{cause} (in {column}, which the sheet doesn't show)"),
    "follow": counting("→ 1 cell follows from it.", "→ {count} cells follow from it."),
    "more": said("… and {count} more; the sheet {sheet} has them all."),
    "more_columns": counting(
        "… and 1 more column; the sheet {sheet} has it.",
        "… and {count} more columns; the sheet {sheet} has them all.",
    ),
    "written": said("Written: {path}"),
    "colour_key": said("Colours"),
    "expected_comment": said("expected {expected}"),
    "own_comment": said("from the sheet's own cells {own}"),
    "origin_comment": said("comes from {origin}"),
    "origins_more": counting("{first} and {count} more", "{first} and {count} more"),
    "command_line": said("command line"),
    "default": said("default"),
    "settings_sheet": said("Settings sheet"),
    "settings_sheet_of_event": said("Settings sheet of the event"),
    "inferred": said("inferred from the sheet"),
    "event_of": said("Event: {name}, {players} players, {games} games"),
    "comments_limited": counting(
        "Only cells that aren't ok carry a comment: 1 cell was judged.",
        "Only cells that aren't ok carry a comment: {count} cells were judged.",
    ),
    "table_of": said("Table of ratings: {name}, {players} rows, {type}"),
}
"""Lines and labels."""

NAMES = {
    "weighted": said("weighted by games"),
    "mean": said("average"),
    "largest": said("largest absolute value"),
    "plain": said("plain"),
    "field": said("the whole field"),
    "opponents": said("the opponents"),
    "swiss": said("swiss"),
    "round-robin": said("round-robin"),
}
"""Names that the program has for kinds of sums, fields and events, where sentences fill them in."""

COLUMNS = {
    "rating": said("Rating"),
    "games": said("Games"),
    "score": said("Total"),
    "points": said("Points in games"),
    "Ra": said("Ra"),
    "dp": said("dp"),
    "per_cent": said("%"),
    "c": said("c"),
    "c_hat": said("ĉ"),
    "performance": said("Performance"),
    "start": said("Start"),
    "start_performance": said("Performance"),
    "start_rating": said("Rating"),
    "iteration": said("Iteration {n}"),
    "difference": said("Difference {n}"),
    "rp": said("RP"),
    "rp_last": said("ARPO"),
    "limit": said("Limit"),
    "arpo": said("ARPO"),
    "arpo_last": said("ARPO"),
    "result": said("Result {n}"),
}
"""Columns, where the sheet has no name for one, or a mere number; {n} counts in a family."""
