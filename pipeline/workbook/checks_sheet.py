"""The sheets Checks and dp table: what the formulas rest on, and whether it holds."""

from __future__ import annotations

import numpy as np
from xlsxwriter.worksheet import Worksheet

from pipeline.event import USUAL
from pipeline.method import recursion
from pipeline.method.checks import CHECKS, few_games, stale_parts, stated_half_unit
from pipeline.method.columns import SAME_RANK, SETTLED
from pipeline.method.event_checks import FAR, left_blank
from pipeline.method.given import stated_rp_heading
from pipeline.method.order_checks import unverified
from pipeline.method.sums import ROUNDING
from pipeline.method.work import has_limit
from pipeline.tiebreaks.codes import SAME_VALUE
from pipeline.tiebreaks.direct import DECIMALS
from pipeline.tiebreaks.performance import BELOW, HALF, difference_table, expected_table
from pipeline.tiebreaks.rules import ks_line
from pipeline.tiebreaks.scores import WEIGHT
from pipeline.words import said
from pipeline.workbook.book import Book
from pipeline.workbook.check_table import NAME, widths_of, write_check_table
from pipeline.workbook.event_sheet import write_results_table
from pipeline.workbook.layout import DP, DP_CODES_COLUMN, FIDE_COLUMN, PARAMETERS
from pipeline.workbook.measure import lines_in
from pipeline.workbook.sheets import Value
from pipeline.workbook.styles import LINE
from pipeline.workbook.templates import CHECK_SHEET, TABLE_ROW


def write_checks_sheet(book: Book) -> None:
    """Write the checks, the parts of the field, and the parameters."""
    sheet = write_check_table(book, CHECKS, book.work, book.layout.check_rows)
    _write_parts(book, sheet)
    _write_parameters(book, sheet)


def _write_parts(book: Book, sheet: Worksheet) -> None:
    """The parts of the field: for each, what c = field is made of. Their number and shape are as read."""
    work, graph = book.work, book.work.graph
    first, last = book.layout.component_rows
    resolver = book.resolver(CHECK_SHEET)
    sheet.set_row(first - 2, 2 * LINE)
    headings = (
        said("Part"), said("Players"), said("Games × 2"), said("Sum games × dp"), said("c (field)"),
        said("Sum games × ĉ"), said("Bipartite (1 yes)"), said("Limit old"),
    )
    book.row(sheet, first - 1, 0, headings, "heading")
    players = np.bincount(graph.component, minlength=graph.components + 1)[1:]
    n = graph.sides
    n_dp = np.bincount(graph.component, weights=graph.n * np.nan_to_num(work.array("dp")))[1:]
    n_c_hat = recursion.drift(work.array("c_hat"), graph) * n
    stale = stale_parts(work)
    for i in range(graph.components):
        row = first + i
        part = f"--({resolver.resolve('[component:players]')}=$A{row})"
        book.write(sheet, row, 0, i + 1, "whole")
        for column, formula, look, value in (
            (1, f"=COUNTIF([component:players],$A{row})", "whole", float(players[i])),
            (2, f"=SUMIF([component:players],$A{row},[games:players])", "whole", float(n[i])),
            (3, f"=SUMPRODUCT({part},[games:players],[dp:players])", "four", float(n_dp[i])),
            (4, f"=$D{row}/$C{row}", "four", float(n_dp[i] / n[i])),
            (5, f"=SUMPRODUCT({part},[games:players],[c_hat:players])", "four", float(n_c_hat[i])),
        ):
            book.formula(sheet, row, column, resolver.resolve(formula), look, value)
        book.write(sheet, row, 6, int(graph.bipartite[i]), "helper")
        if has_limit(work):
            # 1 where the limit, as read, doesn't belong to this part as it now is.
            formula = resolver.resolve(
                f"=--(ABS(SUMPRODUCT({part},[games:players],[limit:players])"
                f"-SUMPRODUCT({part},[games:players],[start:players],--ISNUMBER([limit:players])))>[@limit_tolerance])"
            )
            book.formula(sheet, row, 7, formula, "helper", int(stale[i]))


def _counted(book: Book) -> list[tuple[str, str, float, str]]:
    """Numbers of rounds and what is made from them: name, words, value, and the formula where the sheet has one."""
    work, ties = book.work, book.layout.ties
    reached = "MAX([scheduled:players])" if work.rounds.advance else "[@rounds]"
    return [
        ("rounds", said("Rounds that count: the last in which somebody has a result against an opponent"),
         work.rounds.number, "=SUMPRODUCT(MAX([settled:block]*[settled:step]))" if "settled" in ties else ""),
        ("last_paired", said("The last round that is paired"), work.rounds.last_paired,
         "=SUMPRODUCT(MAX(([paired_row:block]>1)*[paired_row:step]))" if "paired_row" in ties else ""),
        ("ks_line", said("Half of the points that can be reached"), ks_line(work),
         f"=[@half]*[@win_score]*{reached}" if "ks_part" in ties else ""),
    ]


_MEASURES = ("same_rank", "half_unit", "settled", "same_value")


def _write_name(book: Book, sheet: Worksheet, row: int, words: str, width: float) -> None:
    """What a parameter is, in as many lines as it takes."""
    book.write(sheet, row, 1, words, "bullet")
    sheet.set_row(row - 1, LINE * lines_in(book.told(words), (width,), indent=1))


def _write_parameters(book: Book, sheet: Worksheet) -> None:
    rows, width = book.layout.parameter_rows, widths_of(book)[NAME]
    book.row(sheet, rows[PARAMETERS[0]] - 1, 0, ("", said("Parameter"), said("Value")), "heading")
    stated = stated_rp_heading(book.work.event) is not None
    values: dict[str, tuple[str, Value]] = {
        "same_rank": (said("Equal scores share a rank if their RP differ by no more than"), SAME_RANK),
        "few_games": (said("Few games: fewer than (half of the busiest player's)"), few_games(book.work)),
        "half_unit": (said("Half a unit of the last decimal of the stated RP"),
                      stated_half_unit(book.work) + ROUNDING if stated else None),
        "settled": (said("After a change, RP is the last iteration while its largest difference is at most"), SETTLED),
        "far": (said("RP far outside the ratings, or a rating far from all others: by more than"), FAR),
        "rounds_left": (said("Rounds in which nobody is paired, as read"), book.work.event.rounds_left),
        "left_blank": (said("Players left blank in the last round, as read"), float(left_blank(book.work).sum())),
    }
    tie_rules = book.work.rounds
    if "rounds" in rows:
        values |= {
            "same_value": (said("Equal averages and stated values differ by no more than"), SAME_VALUE),
            "decimals": (said("Points of a direct encounter are rounded to so many decimals"), DECIMALS),
            "advance": (said("Paired in advance, as a round robin (1 yes), as read"), float(tie_rules.advance)),
            "half": (said("A half, to round half a point up"), HALF),
            "weight": (said("What orders by significance counts so much more than what decides between equals"),
            WEIGHT),
            "kept_out": (said("Tie-breaks kept out of the order, as read"), float(len(book.work.kept_out))),
            "other_points": (said("Points other than 1-½-0 (1 yes), as read"), float(book.work.event.scoring != USUAL)),
            "unverified": (said("Points of C.07 that no example shows, as read"), float(len(unverified(book.work)))),
            "ptp_below": (said("Without a point PTP is so far below the lowest opponent"), BELOW),
        }
        for name, words, number, formula in _counted(book):
            _write_name(book, sheet, rows[name], words, width)
            look = "points_right" if name == "ks_line" else "integer"
            if formula:
                formula = book.resolver(CHECK_SHEET).resolve(formula)
                book.formula(sheet, rows[name], 2, formula, look, number)
            else:
                book.write(sheet, rows[name], 2, number, look)
    for name, (words, value) in values.items():
        _write_name(book, sheet, rows[name], words, width)
        book.write(sheet, rows[name], 2, value, "measure" if name in _MEASURES else "integer")


def _write_fide_tables(book: Book, sheet: Worksheet) -> None:
    """FIDE's tables 8.1.1 and 8.1.2, which the tie-breaks of article 10 look up whatever the dp table in use."""
    headings = ("p %", "dp (8.1.1)", "", said("D from"), "% (8.1.2)")
    for column, heading in enumerate(headings, start=FIDE_COLUMN):
        if heading:
            book.write(sheet, TABLE_ROW - 1, column, heading, "heading")
    for column, numbers in zip((0, 1, 3, 4), (*difference_table(), *expected_table()), strict=True):
        for row, number in enumerate(numbers.tolist(), start=TABLE_ROW):
            book.write(sheet, row, FIDE_COLUMN + column, number, "whole")


def write_dp_sheet(book: Book) -> None:
    """Write the dp table in use, which the formulas look up, and what each result counts."""
    sheet, rule = book.sheet(DP), book.work.rule
    book.head(sheet, DP, said("dp: {dp}", dp=rule.title), said("Source: {source}.", source=rule.source))
    for column, width in enumerate((32, 30, 3, 3, 3)):
        sheet.set_column(column, column, width)
    if rule.logarithm:
        book.row(sheet, TABLE_ROW - 1, 0, (said("Parameter"), said("Value")), "heading")
        for i, (words, value) in enumerate(((said("scale"), rule.scale), (said("perfect or zero score: ±"), rule.end))):
            book.write(sheet, TABLE_ROW + i, 0, words, "text")
            book.write(sheet, TABLE_ROW + i, 1, value, "number")
        words = said("dp = INT(scale × {log}(s / (n − s)))", log=rule.logarithm) if rule.floored else said(
            "dp = scale × {log}(s / (n − s))", log=rule.logarithm
        )
        book.write(sheet, TABLE_ROW + 2, 0, words, "label")
    else:
        book.row(sheet, TABLE_ROW - 1, 0, ("p %", "dp"), "heading")
        for row, (per_cent, value) in enumerate(rule.table.items(), start=TABLE_ROW):
            book.write(sheet, row, 0, per_cent, "whole")
            book.write(sheet, row, 1, value, "whole")
    write_results_table(book, sheet, DP_CODES_COLUMN, book.work.event.results)
    if "opponent_rating" in book.layout.ties:
        _write_fide_tables(book, sheet)
    sheet.freeze_panes(TABLE_ROW - 1, 0)
    sheet.protect("", {"format_columns": True})
    book.print_setup(sheet, (TABLE_ROW - 1, TABLE_ROW - 1))
