"""What was seen besides the verdicts: a sentence for each `Remark`."""

from pipeline.words import counting, said

REMARKS = {
    "sums_weighted": said(
        "“{heading}” holds sums in which each player counts once for every game, and was judged by that ({cells}).",
    ),
    "by_other_settings": said(
        "Errors begin in {count} cells by the Settings sheet; with {text} they would in {left}. If the sheet was to be "
        "worked out so, give these options.",
    ),
    "expected_given": said(
        "“{heading}” is taken as given: expected points by these rules follow from each game. With the games "
        "(--event) they are judged, too.",
    ),
    "expected_in_all": said(
        "“{heading}” adds up to {expected}, the points to {points}: where everybody's opponents are in the table, both "
        "are equal. One of the numbers is wrong; which one, only the games tell (--event).",
    ),
    "no_rules_explain": said(
        "No rule set explains most of this table ({sheet}): the best, {rules}, fits {right} of {total} numbers. None "
        "of them is called wrong. If you know the rules, give them: --rules article or --rules fide-2024.",
    ),
    "event_contradicts": said(
        "The file of the event contradicts itself: {path}, {where}, round {round} of {player}: “{text}”, where the "
        "opponent's row asks for {right}. The numbers of this sheet fit {right}, and were judged by that.",
    ),
    "event_contradicts_untold": said(
        "The file of the event contradicts itself: {path}, {where}, round {round} of {player}: “{text}”, where the "
        "opponent's row asks for {right}. The numbers of this sheet don't tell which of the two it was; they were "
        "judged by {right}.",
    ),
    "of_other_rules": said(
        "Not judged, as {rules} has no such columns: {headings}. If the table was made by other rules, give them: "
        "--rules article or --rules fide-2024.",
    ),
    "stated_by_input": said("What the event's own file states is input here, and isn't judged: {headings}."),
    "rp_is_recursive": said(
        "“{heading}” holds the recursive performance (RP of the method; {right} of {total} numbers are right as such), "
        "not the performance Ra + dp that tables of ratings call Rp.",
    ),
    "rp_is_performance": said(
        "“{heading}” holds the performance Ra + dp ({right} of {total} numbers are right as such), which tables of "
        "ratings call Rp. In a sheet of this method RP is the recursive performance, where the iterations lead.",
    ),
    "settings_inferred": said(
        "Settings found from the numbers: {settings}. With them {explained} of {total} cells are explained (no error "
        "begins in them).",
    ),
    "constant_explained": said(
        "{right} of {total} stated RP differ from those of the default settings by one constant, {constant}. It is "
        "explained by unrated = {unrated} (default {default_unrated}) and start = {start} (default {default_start}). "
        "The start {other} with unrated = {same} would give the same constant: from RP alone the two can't be told "
        "apart. The constant changes no order.",
    ),
    "constant_unexplained": said(
        "{right} of {total} stated RP differ from those of the settings by one constant, {constant}, which no start "
        "and no rating of the unrated explains as simply. They are judged with it: it changes no order.",
    ),
    "event_in_doubt": said(
        "Hardly the event of this sheet: by no settings are more than {right} of {total} numbers right that come "
        "straight from the event. {absent} of its {players} players have no row in the sheet; rows of the sheet that "
        "are no player of the event: {strangers}. No setting was taken from the numbers.",
    ),
    "iterations_from_one": said(
        "The iterations are counted from 1 for the performance: “{heading}” was taken for performance, and each "
        "iteration after it for the one before.",
    ),
    "points_differ": counting(
        "1 player's stated points aren't the points of the games, forfeits and byes as the file has them: {players}. "
        "They were not judged.",
        "{count} players' stated points aren't the points of their games, forfeits and byes as the file has them: "
        "{players}. They were not judged.",
    ),
    "points_of_games": said(
        "“{heading}” are the points of the games alone, without those of byes and forfeits ({count} players have "
        "such).",
    ),
    "numbers_as_text": counting(
        "1 number is stored as text and was read as a number: {cells}.",
        "{count} numbers are stored as text and were read as numbers: {cells}.",
    ),
    "heading_twice": said("The column “{heading}” ({cell}) was not judged: another column stands for the same."),
    "rows_left_out": counting(
        "1 row with numbers belongs to no player of the event and to no known sum; it was not judged: {cells}.",
        "{count} rows have numbers, and neither a player nor the label of a known sum; they were not judged: {cells}.",
    ),
    "matched_by_number": said(
        "Rows with another name than the event's player of their number, judged as his: {rows} ({count}).",
    ),
    "row_again": said("Further rows of players who have one already, judged like the first: {rows} ({count})."),
    "rows_of_nobody": said("Rows about nobody in the event, by name and by number, not judged: {rows} ({count})."),
    "players_without_row": said("Players of the event without a row: {players} ({count})."),
    "columns_unread": said("Not judged, as the headings aren't known: columns {columns}, headings {headings}."),
    "other_tie_breaks": said("Other tie-breaks were not judged: {columns}, headings {headings}."),
    "sheet_apart": said(
        "The sheet {sheet} has the same columns as the first one; it was judged as a table of its own.",
    ),
    "settings_of_sheet": said("Settings found for {sheet}: {settings}."),
    "thousands_read": said(
        "In the column “{heading}” the sign {sign} separates thousands: “{text}” was read as {number}.",
    ),
    "ranks_by": said("“{heading}” was judged by {column}, then {then}."),
    "ranks_by_list": said("“{heading}” was judged by the order of the settings: {order}."),
    "ranks_by_one": said("“{heading}” was judged by {column} alone."),
    "c_once": said("c stands once ({cell}), and was taken for all players."),
    "no_game_values": counting(
        "1 cell of a player without a game holds a number, where there is none: {cells}. It was not judged.",
        "{count} cells of players without a game hold a number, where there is none: {cells}. They were not judged.",
    ),
    "no_game_minus_c": counting(
        "1 player without a game has a stated RP of {value}: that is -c, rounded ({cells}), what some programs show "
        "where there is no value. It was not judged.",
        "{count} players without a game have a stated RP of {value}: that is -c, rounded ({cells}), what some "
        "programs show where there is no value. They were not judged.",
    ),
    "not_evaluated": counting(
        "1 formula uses something that the audit doesn't calculate ({functions}); its stored value was judged as it "
        "is.",
        "{count} formulas use something that the audit doesn't calculate ({functions}); their stored values were "
        "judged as they are.",
    ),
    "no_stored_value": counting(
        "1 formula has no stored value and uses something that the audit doesn't calculate: {cells}. It can't be "
        "judged. Open the file in Excel or LibreOffice, save it, and audit it again.",
        "{count} formulas have no stored value and use something that the audit doesn't calculate: {cells}. They "
        "can't be judged. Open the file in Excel or LibreOffice, save it, and audit it again.",
    ),
    "limit_as_read": said(
        "The column “{heading}” holds the limits of the event and the settings as they were when the report was made; "
        "they have been changed since. It was not judged. Make the report again.",
    ),
    "rp_as_read": counting(
        "1 cell of RP or ARPO is empty, where the report could only take it from the limits as read: {cells}. It was "
        "not judged.",
        "{count} cells of RP and ARPO are empty, where the report could only take them from the limits as read: "
        "{cells}. They were not judged.",
    ),
    "convention_average_whole": said(
        "Convention: the tournament average is {value}, each of its steps rounded to the whole.",
    ),
    "convention_average_exact": said("Convention: the tournament average is {value}, not rounded."),
    "convention_half_away": said(
        "Convention: {column} is rounded to the nearest, the half away from zero ({explained} of {total} cells).",
    ),
    "convention_half_even": said(
        "Convention: {column} is rounded to the nearest, the half to the even number ({explained} of {total} cells).",
    ),
    "convention_down": said(
        "Convention: {column} is rounded down, towards minus infinity, as INT does ({explained} of {total} cells).",
    ),
    "convention_truncated": said("Convention: {column} is cut off, towards zero ({explained} of {total} cells)."),
    "convention_up": said("Convention: {column} is rounded up ({explained} of {total} cells)."),
    "convention_change_from_rounded": said(
        "Convention: {column} is K × the difference as printed, rounded ({explained} of {total} cells).",
    ),
    "convention_change_from_unrounded": said(
        "Convention: {column} is K × the unrounded difference ({explained} of {total} cells).",
    ),
    "dp_table_of": said("Compared with FIDE tables 8.1.1 and 8.1.2, row by row."),
}
"""What was read or judged how, and what wasn't."""

UNJUDGED = {
    "expected_given": said("“{heading}”, taken as given"),
    "expected_in_all": said("“{heading}”, whose sum is wrong"),
    "no_rules_explain": said("a table that no rule set explains"),
    "rows_of_nobody": said("rows of unknown players ({count})"),
    "rows_left_out": said("rows without a player ({cells})"),
    "players_without_row": said("players without a row ({count})"),
    "columns_unread": said("columns {columns}"),
    "of_other_rules": said("columns of other rules ({headings})"),
    "other_tie_breaks": said("other tie-breaks ({columns})"),
    "no_stored_value": said("formulas without a value ({cells})"),
    "no_game_values": said("numbers of players without a game ({cells})"),
    "limit_as_read": said("the limits as read"),
    "heading_twice": said("column “{heading}”"),
    "points_differ": said("points"),
}
"""What limits the outcome, said with it, for remarks on what wasn't judged."""
