"""Columns of what each round held, and of the tie-breaks of a player's own record (C.07 articles 7, 9.2 and 10.6)."""

from __future__ import annotations

from typing import Any

from pipeline.registry import Column
from pipeline.tiebreaks import rules
from pipeline.tiebreaks.building import C07, OWN, ROUNDS, c07, of, tie
from pipeline.words import counted, said

_SCORE = "IFERROR(INDEX([@result_scores],MATCH([result],[@result_codes],0)),0)"
_GAME = "([row_of_opponent:row]>1)"


def _number(given: Any) -> str:
    return "=[Event start_no]" if "start_no" in given.event.players else "=[no]"


RECORD: tuple[Column[Any], ...] = (
    tie(
        "paired_row", said("row of paired {k}"),
        said("Where the scheduled opponent stands in the block below, forfeits included; 1 for none."),
        OWN, "helper", of(rules.paired_row, "opponent"),
        "=IF(ISNUMBER([opponent]),IFERROR(MATCH([opponent],[no:all],0),1),1)", family="round", zero=1.0,
        by_way_of=frozenset({"no"}), width=6, band=ROUNDS,
    ),
    tie(
        "award", said("Rd {k} points"), said("The points of the round in the standings."), C07, "points",
        of(rules.award, "result"), f'=IF([result]="",0,{_SCORE})', family="round", band=ROUNDS,
    ),
    tie(
        "settled", said("Rd {k} settled"),
        said("1 where there is a result against an opponent; the last round in which somebody has one is the last that "
             "counts."), OWN, "helper", of(rules.settled, "paired_row", "result"),
        '=IF(AND([paired_row]>1,[result]<>""),1,0)', family="round", band=ROUNDS,
    ),
    tie(
        "bye", said("Rd {k} requested bye"),
        said("1 for a bye that the player asked for, of half a point or none, and for a round that he isn't in."),
        c07("16.2"), "helper", of(rules.bye, "opponent", "result", "settled"),
        '=IF(OR([bye:number]>[@rounds],[opponent]<>""),0,'
        'IF(OR([result]="",[result]=[@code half-bye],[result]=[@code zero-bye]),1,0))', family="round", band=ROUNDS,
    ),
    tie(
        "vur", said("Rd {k} VUR"),
        said("1 for a voluntary unplayed round: a requested bye, or a forfeit lost."), c07("16.1.2"), "helper",
        of(rules.vur, "bye", "paired_row", "result"),
        "=IF([bye]=1,1,IF(AND([paired_row]>1,[result]=[@code -]),1,0))", family="round", band=ROUNDS,
    ),
    tie(
        "meeting", said("Rd {k} met"),
        said("1 where the two have met: in a game, and in events paired in advance by a forfeit, too; else 0."),
        c07("6.1, 15.2"), "helper", of(rules.meeting, "paired_row", "result", "row_of_opponent"),
        '=IF(AND([paired_row]>1,[result]<>""),IF([row_of_opponent]>1,1,[@advance]),0)', family="round", band=ROUNDS,
    ),
    tie(
        "times", said("Rd {k} times met"), said("How often the two have met in the event."), c07("6.1.2"), "helper",
        of(rules.times, "meeting", "paired_row"),
        "=IF([meeting]=1,SUMPRODUCT(([paired_row:row]=[paired_row])*[meeting:row]),0)", family="round", band=ROUNDS,
    ),
    tie(
        "colour", said("Rd {k} colour"), said("w White, b Black, as the input has it."), said("the input"),
        "code", of(rules.colour), '=IF([Event colour]="","",[Event colour])', family="round", band=ROUNDS, zero=None,
    ),
    tie(
        "win", said("WIN"), said("Rounds with as many points as a win: games, forfeits won, byes of a full point."),
        c07("7.1"), "whole", of(rules.win, "award"), "=COUNTIF([award:row],[@win_score])",
    ),
    tie(
        "won", said("WON"), said("Games won over the board."), c07("7.2"), "whole",
        of(rules.won, "award", "row_of_opponent"), f"=SUMPRODUCT({_GAME}*([award:row]=[@win_score]))",
    ),
    tie(
        "bpg", said("BPG"), said("Games played with Black."), c07("7.3"), "whole",
        of(rules.bpg, "colour", "row_of_opponent"), f'=SUMPRODUCT({_GAME}*([colour:row]="b"))',
    ),
    tie(
        "bwg", said("BWG"), said("Games won with Black."), c07("7.4"), "whole",
        of(rules.bwg, "award", "colour", "row_of_opponent"),
        f'=SUMPRODUCT({_GAME}*([award:row]=[@win_score])*([colour:row]="b"))',
    ),
    tie(
        "running", said("Points after rd {k}"), said("The points of the rounds so far."), c07("7.5"), "points",
        of(rules.running, "award"), "=SUMPRODUCT([award:row]*([award:step]<=[running:number]))", family="round",
    ),
    tie(
        "ps", said("PS"), said("Sum of the points after each round."), c07("7.5"), "points",
        of(rules.ps(0), "running", "settled"), "=SUMPRODUCT([running:row]*([running:step]<=[@rounds]))",
    ),
    *(
        tie(
            f"ps_c{cut}", said("PS-C{n}", n=cut), counted(
                "PS without the points after the first round.", "PS without the points after the first {count} rounds.",
                cut),
            c07("7.5, 14.1"), "points", of(rules.ps(cut), "running", "settled"),
            f"=SUMPRODUCT([running:row]*([running:step]<=[@rounds])*([running:step]>{'+'.join('1' * cut)}))",
        )
        for cut in (1, 2)
    ),
    tie(
        "rep", said("REP"), said("Rounds that the player elected to play: all but voluntary unplayed ones."),
        c07("7.6"), "whole", of(rules.rep, "vur", "settled"), "=[@rounds]-SUM([vur:row])",
    ),
    tie(
        "standard", said("Rd {k} standard"),
        said("1 where the points of the round are more than the opponent's (without one: than a draw's), ½ where they "
             "are equal."), c07("7.7"), "points", of(rules.standard, "award", "paired_row", "result"),
        '=IF(AND([paired_row]>1,[result]=""),0,IF([award]>{0},1,IF([award]={0},[@half],0)))'.format(
            "IF([paired_row]>1,INDEX([award:all],[paired_row]),[@draw_score])"), family="round",
    ),
    tie(
        "std", said("STD"), said("Standard points: the sum over the rounds."), c07("7.7"), "points",
        of(rules.std, "standard"), "=SUM([standard:row])",
    ),
    tie(
        "scheduled", said("Scheduled"), said("Rounds with an opponent, played or not."), OWN, "helper",
        of(rules.scheduled, "paired_row"), '=COUNTIF([paired_row:row],">1")', band=ROUNDS,
    ),
    tie(
        "ks_part", said("KS rd {k}"),
        said("The points against an opponent who has at least half of the points that can be reached; forfeits count."),
        c07("9.2"), "points", of(rules.ks_part, "award", "paired_row", "result", "settled", "scheduled*", "score*"),
        '=IF(AND([paired_row]>1,[result]<>""),IF(INDEX([score:all],[paired_row])>=[@ks_line],[award],0),"")',
        family="round",
    ),
    tie(
        "ks", said("KS"), said("Koya: points against those who have at least half of the points that can be reached."),
        c07("9.2"), "points", of(rules.total, "ks_part"), "=SUM([ks_part:row])",
    ),
    tie(
        "tpn", said("TPN"), said("The pairing number; the lowest is first."), c07("7.8"), "whole", of(rules.tpn),
        _number,
    ),
    tie(
        "rtng", said("RTNG"), said("The player's own rating; the highest is first."), c07("10.6"), "whole",
        of(rules.rtng, "rating"), "=[rating]",
    ),
)
