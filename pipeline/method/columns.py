"""The registry of columns: each exists once, as a record that report, workbook, audit and docs/columns.md come from.

A column is a function in `pipeline.method.rules`, which says what it is and, by its parameters, what it is made from;
and its record here, which joins that function with heading, words, number format and formula template:

    def c_hat(dp: Floats, c: Floats) -> Floats: return dp - c
    Column("c_hat", "ĉ", …, made(rules.c_hat), "[dp]-[c]", guard=_NO_GAME, judged=Judged())

From that follow, with no further edit: the frame; the live column of the sheet with heading and comment; the audit's
truth, what it computes from somebody's own cells and how far rounding may have moved it (`judged`); "made from" in
docs/columns.md (`make docs`). The formula is written here; tests compare its references with the declared inputs, and
itself with what the function writes when it is run on symbols. Beside the record stand, where a column needs them: its
spellings on other people's sheets (templates/columns.toml), known mistakes (audit/causes), a place in `arpo table`
(calculation.py) and in the standings (workbook/layout.py); what ranks by is `pipeline.tiebreaks.ranking`.

The order is the order of the ARPO sheet, which is that of the video lesson; a column stands after those that it is made
from. Formula templates are read by `pipeline.workbook.resolver`:

    [key]              the cell of column `key` in the same row (of the same round, in a family of rounds)
    [key:all]          the column from the "no game" row to the last player; [key:players] without the former
    [key:row]          the whole family in this row; [key:block] the whole family for all players
    [key:above]        the column from the "no game" row to the row above
    [opponents key]    the value of `key` of each opponent, one argument a round (0 for a round without a game)
    [Event key]        the cell of the Event sheet in the same row
    [@name]            a parameter that stands in a cell
    [previous]         the column before this iteration: the one before, or the start
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pipeline.made_from import Choice, Floats, Opponents, made
from pipeline.method import recursion, rules
from pipeline.method.given import Given, stated_rp_heading
from pipeline.method.recursive_buchholz import RB_COLUMNS
from pipeline.method.work import Work, has_limit
from pipeline.registry import Also, Column, Judged
from pipeline.tiebreaks.codes import BY_CODE, DEFAULT_ORDER
from pipeline.tiebreaks.codes import SAME_RANK as SAME_RANK
from pipeline.tiebreaks.columns import stage_column
from pipeline.tiebreaks.ranking import stages
from pipeline.words import said

SETTLED = 1e-6
"""After a change in the workbook, iterations may need a few more steps: RP is live while no difference is larger."""

_NO_GAME = "[games]=0"
"""A player without a game has no value in what is computed from games."""


def _whole_dp(given: Given) -> bool:
    """Whether dp are whole numbers, which nobody rounds."""
    return not given.rule.logarithm or given.rule.floored


def _dp_formula(work: Work) -> str:
    if not work.rule.logarithm:
        return "INDEX([@dp_values],MATCH([per_cent],[@dp_per_cents],0))"
    inner = f"[@dp_scale]*{work.rule.logarithm}([points]/([games]-[points]))"
    if work.rule.floored:
        inner = f"INT({inner})"
    return f"IF([points]=0,-[@dp_end],IF([points]=[games],[@dp_end],{inner}))"


def _c_formula(work: Work) -> str:
    if work.settings.c == "opponents":
        return "SUM([opponents games*dp])/SUM([opponents games])"
    return "INDEX([@component_c],[component])"


def _rp_formula(work: Work) -> str:
    # Where the event was changed and the limit no longer fits, an iteration that is as good as settled is still live.
    value = f'IF({settled_condition(work)},[last_iteration],"")'
    if has_limit(work):
        value = f"IF(AND({limit_condition(work)},ISNUMBER([limit])),[limit],{value})"
    return f"IF({converged_condition(work)},[last_iteration],{value})"


def converged_condition(work: Work) -> str:
    """The formula of “RP is the last iteration”: it has converged, and no drift hides under the threshold."""
    return _checks_are_ok(work, "converged", drift_check(work))


def settled_condition(work: Work) -> str:
    """The formula of “the last iteration has all but converged”, for an event that was changed after the report."""
    return f"AND({_checks_are_ok(work, drift_check(work))},[last_difference:largest]<=[@settled])"


def limit_condition(work: Work) -> str:
    """The formula of “the limit is that of the event as it now is”: a fixed point, with the sum of the start."""
    return _checks_are_ok(work, "residual", "limit_sum", "parts_limit")


def drift_check(work: Work) -> str:
    """The check that says whether ĉ drifts: where there are several parts, each by itself."""
    return "parts_c_hat" if work.graph.components > 1 else "c_hat"


def _checks_are_ok(work: Work, *keys: str) -> str:
    wanted = [key for key in keys if work.graph.components > 1 or not key.startswith("parts_")]
    conditions = ",".join(f'[@check {key}]="OK"' for key in wanted)
    return f"AND({conditions})"


def _iterations(work: Work) -> Floats:
    games, c_hat = work.array("games"), work.array("c_hat")
    with np.errstate(invalid="ignore"):
        return recursion.iterate(
            work.array(work.start), lambda previous: rules.iteration(Opponents(previous, work.graph), c_hat, games),
            work.settings.threshold, work.settings.iterations,
        )


def _cut(work: Work) -> bool:
    return work.settings.worst + work.settings.best > 0


def _arpo_formula(work: Work) -> str:
    if not _cut(work):
        return f'=IF({_NO_GAME},"",IF(ISNUMBER([rp]),SUM([opponents rp])/[games],""))'
    ranks = ["1" + "+1" * i for i in range(max(work.settings.worst, work.settings.best))]
    cut = "".join(f"-SMALL([opponent_rp:row],{rank})" for rank in ranks[: work.settings.worst])
    cut += "".join(f"-LARGE([opponent_rp:row],{rank})" for rank in ranks[: work.settings.best])
    return (
        f'=IF(AND(ISNUMBER([rp]),[games]>[@worst]+[@best]),(SUM([opponent_rp:row]){cut})'
        '/([games]-[@worst]-[@best]),"")'
    )


def pending_join(work: Given) -> bool:
    """Whether games are to be played, all of them between players of the one part: then they change no part."""
    if not work.event.pending.any() or work.graph.components != 1:
        return False
    return bool((work.graph.n[work.event.arrays.player[work.event.pending]] > 0).all())


_PLAYED = "IFERROR(INDEX([@result_games],MATCH([result],[@result_codes],0)),0)"
# Where the row of the opponent isn't in the block (no game over the board), it is looked up for this check alone.
_ROW = "IF([row_of_opponent]>1,[row_of_opponent],MATCH([opponent],[no:all],0))"
_REPLY = f"INDEX([result:all],{_ROW})"


def _code(column: str, result: str) -> str:
    return f"INDEX([@result_{column}],MATCH({result},[@result_codes],0))"


_MISMATCH = (
    '=IF(AND([opponent]="",[result]=""),0,IFERROR('
    f'IF([result]="",IF(AND(INDEX([opponent:all],{_ROW})=[no],{_REPLY}=""),0,1),'
    f'IF({_code("opponents", "[result]")}=0,IF([opponent]="",0,1),'
    f"IF(AND([opponent]<>[no],INDEX([opponent:all],{_ROW})=[no],"
    f"{_code('games', '[result]')}={_code('games', _REPLY)},"
    f"{_code('points', '[result]')}+{_code('points', _REPLY)}={_code('games', '[result]')},"
    f"{_code('scores', '[result]')}+{_code('scores', _REPLY)}<=MAX([@result_scores])),0,1))),1))"
)

_VIDEO = said("video lesson of an arbiters' course on ARPO")
_PAPER = said("Brozos-Vázquez and others, J. Math. Econ. 44 (2008)")
_OWN = said("this program")

NO_GAME = said("(no game)")
"""What stands as the name in the row above the players, from which a round without a game takes its values."""
BEFORE: tuple[Column[Work], ...] = (
    Column(
        "no", said("No."), said("Number of the player; opponents are named by it."), _VIDEO, "whole", "player",
        made(rules.no), "=[Event no]", width=7, zero=0.0,
    ),
    Column(
        "name", said("Name"), said("The player."), _VIDEO, "text", "player", made(rules.name), "=[Event name]",
        width=30,
    ),
    Column(
        "opponent", said("Rd {k} opp."), said("Number of the opponent in the round."), _VIDEO, "whole", "rounds",
        made(rules.opponent), '=IF([Event opponent]="","",[Event opponent])', "round", width=5.5,
    ),
    Column(
        "result", said("Rd {k} res."), said("Result: w win, d draw, l loss; + and - forfeits and byes are no games."),
        _VIDEO, "code", "rounds", made(rules.result), '=IF([Event result]="","",[Event result])', "round", width=5.5,
    ),
    Column(
        "row_of_opponent", said("row of opp. {k}"),
        said("Where the opponent stands in the block below, counted from the row “no game”; 1 without a game."), _OWN,
        "helper", "helper", made(rules.row_of_opponent),
        f"=IF(ISNUMBER([opponent]),IF({_PLAYED}=1,IFERROR(MATCH([opponent],[no:all],0),1),1),1)", "round", width=6,
        by_way_of=frozenset({"opponent", "result", "no"}),
    ),
    Column(
        "games", said("Games"), said("n: games played over the board; no bye, forfeit or absence."), _PAPER, "whole",
        "helper", made(rules.games), '=COUNTIF([row_of_opponent:row],">1")', width=7, zero=0.0,
        by_way_of=frozenset({"row_of_opponent"}), judged=Judged(exact=True, count=True),
    ),
    Column(
        "points", said("Points in games"), said("s: points from those games: win 1, draw ½, loss 0."), _PAPER, "points",
        "helper", made(rules.points), "=SUMPRODUCT(COUNTIF([rounds:row],[@result_codes]),[@result_points])", width=8,
        by_way_of=frozenset({"rounds"}), judged=Judged(exact=True, count=True, instead=made(rules.points_of_score)),
    ),
    Column(
        "per_cent", said("p %"), said("s/n in whole per cent, the half rounded up: 2.5/4 is 63."),
        said("FIDE Handbook B.01 1.4.9"),
        "whole", "helper", made(rules.per_cent), "ROUND(100*[points]/[games],0)", width=6, guard=_NO_GAME,
        judged=Judged(final=True, instead=made(rules.unrounded_per_cent)),
    ),
    Column(
        "component", said("Part of the field"),
        said("Players linked by games have the same number; values compare only inside a part. As read, not live (a "
        "player "
        "whose first game is typed in later counts to part 1)."), _PAPER, "whole", "helper", made(rules.component),
        "=IF([games]=0,0,MAX(1,IFERROR(INDEX([read_component:players],MATCH([no],[read_no:players],0)),0)))", width=7,
        as_read=True,
    ),
    Column(
        "rating", said("Rating"), said("The player's rating; an unrated player gets the one of the settings."), _VIDEO,
        "whole", "columns", made(rules.rating), "=IF(N([Event rating])>0,[Event rating],[@unrated])", zero=0.0,
        judged=Judged(exact=True),
    ),
    Column(
        "Ra", said("Ra"), said("Average rating of the opponents, each counted once for every game; not rounded."),
        _VIDEO,
        "two", "columns", made(rules.Ra), "SUM([opponents rating])/[games]", width=10, guard=_NO_GAME, judged=Judged(),
    ),
    Column(
        "dp", said("dp"), said("Rating difference for the percentage scored, from the dp table of the settings."),
        _VIDEO, "dp",
        "columns", made(rules.dp), _dp_formula, zero=0.0, guard=_NO_GAME, by_way_of=frozenset({"per_cent"}),
        judged=Judged(exact=_whole_dp),
    ),
    Column(
        "c", said("c"),
        said("Games-weighted average of dp: sum of games × dp / sum of games, over the field (field) or over the "
        "player's opponents (opponents)."), _PAPER, "four", "columns", Choice(lambda given: given.settings.c, {
            "field": made(rules.c_of_field), "opponents": made(rules.c_of_opponents),
        }), _c_formula, width=10, guard=_NO_GAME, by_way_of=frozenset({"component"}), judged=Judged(),
    ),
    Column(
        "c_hat", said("ĉ"), said("dp - c: what is added at every iteration."), _VIDEO, "four", "columns",
        made(rules.c_hat), "[dp]-[c]", sums=("plain", "weighted"), width=11, guard=_NO_GAME, judged=Judged(),
    ),
    Column(
        "score", said("Score"), said("Points in the standings, byes and forfeits included; only for reference."),
        _VIDEO, "points",
        "columns", made(rules.score), "=SUMPRODUCT(COUNTIF([rounds:row],[@result_codes]),[@result_scores])", width=10,
        by_way_of=frozenset({"rounds"}), judged=Judged(exact=True, count=True),
    ),
    Column(
        "performance", said("Performance"), said("Ra + dp."), _VIDEO, "two", "columns", made(rules.performance),
        "[Ra]+[dp]", sums=("plain", "weighted"), width=12, zero=0.0, guard=_NO_GAME, judged=Judged(),
    ),
    Column(
        "start", said("Start"), said("Where the iterations begin: the rating (published start)."), _PAPER, "two",
        "columns", made(rules.start), "[rating]", sums=("plain", "weighted"), width=11, zero=0.0,
        wanted=lambda w: w.settings.start == "rating", guard=_NO_GAME,
        judged=Judged(also=(Also("start_performance", made(rules.performance_as_start)),)),
    ),
    Column(
        "iteration", said("Iteration {k}"), said("Average of the opponents' previous column, plus ĉ."), _VIDEO, "two",
        "iterations", made(rules.iteration), "SUM([opponents previous])/[games]+[c_hat]", "iteration",
        sums=("plain", "weighted", "deviation"), width=10, zero=0.0, guard=_NO_GAME, steps=_iterations, judged=Judged(),
    ),
    Column(
        "difference", said("Difference {k}"), said("This iteration minus the column before it."), _VIDEO, "small",
        "differences",
        made(rules.difference), "[iteration]-[previous]", "difference", sums=("largest", "converged"), width=10,
        guard=_NO_GAME, judged=Judged(),
    ),
    Column(
        "last", said("Last iteration"), said("The last of the iterations once more, beside what follows from it."),
        _OWN, "two", "results", made(rules.last_as_rp), "[last_iteration]", width=11, guard=_NO_GAME,
        by_way_of=frozenset({"iteration", "start"}),
    ),
    Column(
        "limit", said("Limit (as read)"),
        said("Exact solution that the iterations approach, computed by the program for the event as read; not live."),
        _PAPER, "stated", "results", made(rules.limit),
        '=IFERROR(IF(ISNUMBER(INDEX([read_limit:players],MATCH([no],[read_no:players],0))),'
        'INDEX([read_limit:players],MATCH([no],[read_no:players],0)),""),"")',
        sums=("plain", "weighted"), width=12, zero=0.0, as_read=True, judged=Judged(final=True, solved=True),
    ),
    Column(
        "residual", said("Residual"), said("Limit minus (average of the opponents' limits + ĉ): 0 shows that the "
        "limit is right."), _OWN, "small", "results", made(rules.residual),
        '=IF(AND([games]>0,ISNUMBER([limit])),[limit]-(SUM([opponents limit])/[games]+[c_hat]),"")',
        sums=("largest",), width=10,
    ),
    Column(
        "rp", said("RP (video: ARPO)"),
        said("Recursive performance: the last iteration where it has converged, else the limit; none where ĉ drifts. "
        "The video lesson calls it the player's ARPO."), _PAPER, "two", "results", made(rules.rp), _rp_formula,
        width=11, zero=0.0, guard=_NO_GAME, by_way_of=frozenset({"limit", "residual", "start"}),
        judged=Judged(final=True, solved=True),
    ),
    Column(
        "opponent_rp", said("RP of opp. {k}"), said("The RP of the opponent in the round, from which the settings' "
        "worst and best "
        "are cut."), _OWN, "two", "results", made(rules.opponent_rp),
        '=IF([row_of_opponent]>1,INDEX([rp:all],[row_of_opponent]),"")', "round", width=10, wanted=_cut,
        by_way_of=frozenset({"row_of_opponent"}),
    ),
    Column(
        "arpo", said("ARPO"), said("Average recursive performance of the opponents: the average of their RP, the "
        "worst and best "
        "of the settings cut. It isn't FIDE's APRO (C.07 10.4)."),
        _PAPER, "two", "results", made(rules.arpo), _arpo_formula, width=10,
        by_way_of=frozenset({"rp", "opponent_rp", "games"}), judged=Judged(final=True, solved=True),
    ),
    Column(
        "stated_rp", said("RP as stated"), said("The recursive performance that the input itself states (RecRp)."),
        said("the input"),
        "stated", "results", made(rules.stated_rp), '=IF(ISNUMBER([Event stated_rp]),[Event stated_rp],"")', width=10,
        wanted=lambda w: stated_rp_heading(w.event) is not None,
    ),
    Column(
        "stated_difference", said("RP minus stated"), said("Computed minus stated; the same for all players is only a "
        "shift."), _OWN, "two", "results", made(rules.stated_difference),
        '=IF(AND(ISNUMBER([rp]),ISNUMBER([stated_rp])),[rp]-[stated_rp],"")', width=10,
        wanted=lambda w: stated_rp_heading(w.event) is not None,
    ),
    *RB_COLUMNS,
)
"""The columns that the order of the standings is made from."""

AFTER: tuple[Column[Work], ...] = (
    Column(
        "place", said("Place in list"), said("In the order of the ranks, players of the same rank one after the "
        "other."), _OWN, "helper", "checking", made(rules.place),
        '=1+COUNTIF([rank:players],"<"&[rank])+COUNTIF([rank:above],[rank])', width=7,
    ),
    Column(
        "mismatch", said("Rd {k} mismatch"),
        said("1 where this row and the opponent's don't tell the same of the game, or the result isn't one; else 0."),
        _OWN, "helper", "checking", made(rules.mismatch), _MISMATCH, "round", width=9,
        by_way_of=frozenset({"opponent", "result", "row_of_opponent", "no"}),
    ),
    Column(
        "opponents_numbers", said("Numbers of opponents"),
        said("Sum of the opponents' numbers: shows whether pairings were changed after the report was made."), _OWN,
        "helper", "checking", made(rules.opponents_numbers), "=SUM([opponents no])", width=10,
    ),
    Column(
        "pending_numbers", said("Numbers of pending opponents"),
        said("Sum of the numbers of the opponents against whom the game is to be played: they are in the same part "
        "already."),
        _OWN, "helper", "checking", made(rules.pending_numbers), '=SUMPRODUCT(--([result:row]=""),[opponent:row])',
        width=10, wanted=pending_join, by_way_of=frozenset({"result", "opponent"}),
    ),
    Column(
        "read_no", said("No. as read"), said("The program's values belong to this number."), _OWN, "stated_whole",
        "as read", made(rules.read_no), "", width=7,
    ),
    Column(
        "read_component", said("Part as read"), said("Part of the field, for the event as read."), _OWN, "stated_whole",
        "as read", made(rules.read_component), "", width=7,
    ),
    Column(
        "read_pairings", said("Opponents as read"),
        said("Sum of the opponents' numbers, for the event as read; of pending ones, too, who are in the same part "
        "already."),
        _OWN, "stated_whole", "as read", Choice(lambda given: "pending" if pending_join(given) else "played", {
            "played": made(rules.read_pairings), "pending": made(rules.read_pairings_pending),
        }), "", width=10,
    ),
    Column(
        "read_limit", said("Limit as read"), said("The limit, for the event as read."), _OWN, "stated", "as read",
        made(rules.read_limit), "", width=12,
    ),
    Column(
        "read_rank", said("Rank in the file"), said("The input's own rank."), said("the input"), "stated_whole",
        "as read", made(rules.read_rank), "", width=8, wanted=lambda w: bool(w.file_ranks),
    ),
    Column(
        "read_group", said("Group as read"),
        said("Group by results, for the event as read: between players of two groups, all points went to one side."),
        _OWN, "helper", "as read", made(rules.group), "", width=8,
    ),
)

_USUAL = tuple(map(stage_column, stages([BY_CODE[code] for code in DEFAULT_ORDER.split(",")])))

COLUMNS: tuple[Column[Any], ...] = (*BEFORE, *_USUAL, *AFTER)
"""The columns of the ARPO sheet with the usual order of the standings; `Work.columns` has those of an event."""
