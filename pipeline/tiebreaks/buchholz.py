"""Columns of what opponents scored: adjusted scores, dummies, Buchholz, Fore Buchholz, Sonneborn-Berger, their cuts.

C.07 articles 8, 9.1, 14 and 16. Fore Buchholz is Buchholz after the last round's pairings, each taken as a draw: the
same columns made from other points, whose keys begin with fore_. A cut is a chain of helper columns: what is left, as
one number that orders it (`key`), the same for voluntary unplayed rounds (`vkey`), and the round that goes (`cut`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pipeline.registry import Column
from pipeline.tiebreaks import scores
from pipeline.tiebreaks.building import ROUNDS, SERVING, c07, of, tie
from pipeline.words import said

CUTS = (("c1", 1, 0), ("c2", 2, 0), ("m1", 1, 1), ("m2", 2, 2))
"""Cut and median: how many of the least and of the most significant contributions go (14.1 to 14.4)."""


def _q_formula(fore: str) -> Any:
    """The formula of what an opponent, or a dummy in his place, counts: by the kind of event, and the edition."""
    rounds, is_game = "[@rounds]", "[row_of_opponent]>1"
    award, adjusted = f"[{fore}score]" if fore else "[score]", f"INDEX([{fore}adjusted:all],[paired_row])"
    pending = '[result]=""'
    if fore:
        last = f"AND([{fore}q:number]=[@last_paired],[paired_row]>1)"
        rounds, is_game = "[@last_paired]", f"OR([row_of_opponent]>1,{last})"

    def formula(given: Any) -> str:
        if given.rounds.advance:
            scored = f"INDEX([{fore}score:all],[paired_row])"
            known = f"OR([result]<>\"\",[{fore}q:number]=[@last_paired])" if fore else '[result]<>""'
            return f'=IF([paired_row]>1,IF({known},{scored},""),"")'
        by_forfeit, by_bye = award, award
        if given.capped:
            by_forfeit, by_bye = f"MIN({award},{adjusted})", f"MIN({award},[@draw_score]*{rounds})"
        unplayed = f'IF([paired_row]>1,IF({pending},"",{by_forfeit}),{by_bye})'
        return f'=IF([{fore}q:number]>{rounds},"",IF({is_game},{adjusted},{unplayed}))'

    return formula


def _scores(fore: str) -> Iterator[Column[Any]]:
    """Adjusted scores and dummies, from the points as they are, or (fore_) with the last round drawn."""
    what = said("Fore: ") if fore else said("")
    rounds = "[@last_paired]" if fore else "[@rounds]"
    vur, bye, award = (f"{fore}{name}" for name in ("vur", "bye", "award"))
    score = f"{fore}score"
    yield tie(
        f"{fore}last_round", said("{fore}last round", fore=what),
        said("The last round that isn't a voluntary unplayed one; 0 for none."), c07("16.3"), "helper",
        of(scores.last_round(fore), vur), f"=SUMPRODUCT(MAX(([{vur}:row]=0)*([{vur}:step]<={rounds})*[{vur}:step]))",
        band=ROUNDS,
    )
    yield tie(
        f"{fore}adjusted", said("{fore}adjusted score", fore=what),
        said("The score by which a player counts for others: requested byes after his last round count as draws, and "
             "other rounds after it nothing."), c07("16.3"), "points",
        of(scores.adjusted(fore), award, bye, f"{fore}last_round"),
        f"=SUMPRODUCT([{award}:row]*([{award}:step]<=[{fore}last_round]))"
        f"+[@draw_score]*SUMPRODUCT([{bye}:row]*([{bye}:step]>[{fore}last_round]))", width=9,
    )
    yield tie(
        f"{fore}q", said("{fore}Rd {k} opp. counts", fore=what, k="{k}"),
        said("What the opponent of the round counts: his adjusted score, or for an unplayed round the dummy's."),
        c07("8.1, 15.2, 16.4"), "points",
        of(scores.q(fore), f"{fore}adjusted*", f"{score}*", "paired_row", "result", "row_of_opponent"),
        _q_formula(fore), family="round",
    )


_FORE: tuple[Column[Any], ...] = (
    tie(
        "fore_award", said("Fore: rd {k} points"), said("The points, with every pairing of the last round drawn."),
        c07("8.3"), "points", of(scores.fore_award, "award", "paired_row"),
        "=IF(AND([fore_award:number]=[@last_paired],[paired_row]>1),[@draw_score],[award])", family="round",
        band=ROUNDS,
    ),
    tie(
        "fore_score", said("Fore: score"), said("The score with every pairing of the last round drawn."), c07("8.3"),
        "points", of(scores.fore_score, "fore_award"), "=SUM([fore_award:row])",
    ),
    tie(
        "fore_bye", said("Fore: rd {k} requested bye"),
        said("The same as without Fore, up to the last round that is paired."), c07("8.3"), "helper",
        of(scores.fore_bye, "opponent", "result"),
        '=IF(OR([fore_bye:number]>[@last_paired],[opponent]<>""),0,'
        'IF(OR([result]="",[result]=[@code half-bye],[result]=[@code zero-bye]),1,0))', family="round", band=ROUNDS,
    ),
    tie(
        "fore_vur", said("Fore: rd {k} VUR"),
        said("The same as without Fore; the last round's pairings are games."), c07("8.3"), "helper",
        of(scores.fore_vur, "fore_bye", "paired_row", "result"),
        "=IF([fore_bye]=1,1,IF(AND([paired_row]>1,[result]=[@code -],[fore_vur:number]<[@last_paired]),1,0))",
        family="round", band=ROUNDS,
    ),
)


def _cuts(key: str, name: str, part: str, q: str, vur: str, article: str) -> Iterator[Column[Any]]:
    """The cuts and medians of a sum of contributions `part`, whose significance is by `q`."""
    def left(number: int, low: str = "", high: str = "", before: str = "") -> Iterator[Column[Any]]:
        """What is left before cut `number`, once the round in the column `low` (or `high`) has gone."""
        keys = f"{key}_key{number}" if not high else f"{key}_{high}_key"
        gone, previous = low or before, f"{key}_key{number - 1}" if low else f"{key}_key3"
        if number == 1:
            formula, inputs = f'=IF(ISNUMBER([{q}]),[{q}]*[@weight]+[{part}],"")', (q, part)
        else:
            formula, inputs = f'=IF([{keys}:number]=[{gone}],"",[{previous}])', (previous, gone)
        yield tie(
            keys, said("{code} left {n}: rd {k}", code=name, n=number, k="{k}"),
            said("What is left, as a number that orders it: the opponent's, and then the contribution."),
            c07("14.1"), "two", of(scores.first_key if number == 1 else scores.without, *inputs), formula,
            family="round", width=10, band=SERVING,
        )

    def voluntary(number: int) -> Iterator[Column[Any]]:
        keys = f"{key}_vkey{number}"
        if number == 1:
            formula = f'=IF(AND(ISNUMBER([{part}]),[{vur}]*(1-[@advance])=1),[{part}]*[@weight]+[{q}],"")'
            inputs: tuple[str, ...] = (part, vur, q)
        else:
            formula = f'=IF([{keys}:number]=[{key}_cut{number - 1}],"",[{key}_vkey{number - 1}])'
            inputs = (f"{key}_vkey{number - 1}", f"{key}_cut{number - 1}")
        yield tie(
            keys, said("{code} left {n}: VUR rd {k}", code=name, n=number, k="{k}"),
            said("The same for voluntary unplayed rounds: the contribution, and then the dummy's."), c07("16.5"),
            "two", of(scores.first_vkey if number == 1 else scores.without, *inputs), formula, family="round",
            width=10, band=SERVING,
        )

    def cut(number: int) -> Iterator[Column[Any]]:
        keys, vkeys = f"[{key}_key{number}:row]", f"[{key}_vkey{number}:row]"
        least = f"MATCH(MIN({keys}),{keys},0)"
        own = f"MATCH(MIN({vkeys}),{vkeys},0)"
        contribution = f"INDEX([{part}:row],1,{{}})"
        yield tie(
            f"{key}_cut{number}", said("{code} cut {n}", code=name, n=number),
            said("The round that goes: the least significant one; a voluntary unplayed one instead, where it brought "
                 "as much or more. 0 where nothing is left."), c07("14.1, 16.5"), "whole",
            of(scores.cut, f"{key}_key{number}", f"{key}_vkey{number}", part),
            f"=IF(COUNT({keys})=0,0,IF(COUNT({vkeys})=0,{least},"
            f"IF({contribution.format(own)}>={contribution.format(least)},{own},{least})))",
        )

    def high(median: str, number: int, keys: str) -> Iterator[Column[Any]]:
        row = f"[{keys}:row]"
        yield tie(
            f"{key}_{median}_high{number}", said("{code}-{median} high cut {n}", code=name, median=median.upper(),
                                                  n=number),
            said("The round that goes at the other end: the most significant one of what the low cuts left."),
            c07("14.3"), "whole", of(scores.high, keys), f"=IF(COUNT({row})=0,0,MATCH(MAX({row}),{row},0))",
        )

    yield from left(1)
    yield from voluntary(1)
    yield from cut(1)
    yield from left(2, low=f"{key}_cut1")
    yield from voluntary(2)
    yield from cut(2)
    yield from left(3, low=f"{key}_cut2")
    yield from high("m1", 1, f"{key}_key2")
    yield from high("m2", 1, f"{key}_key3")
    yield from left(4, high="m2", before=f"{key}_m2_high1")
    yield from high("m2", 2, f"{key}_m2_key")
    for cut_name, low, tops in CUTS:
        gone = [f"{key}_cut{n}" for n in range(1, low + 1)] + [f"{key}_{cut_name}_high{n}" for n in range(1, tops + 1)]
        less = "".join(f"-IF([{column}]=0,0,INDEX([{part}:row],1,[{column}]))" for column in gone)
        yield tie(
            f"{key}_{cut_name}", said("{code}-{cut}", code=name, cut=cut_name.upper()),
            said("{code} without the contributions of the rounds that are cut.", code=name), c07(f"{article}, 14"),
            "quarters" if part == "sb_part" else "points", of(scores.less, part, *gone), f"=SUM([{part}:row]){less}",
        )


BUCHHOLZ: tuple[Column[Any], ...] = (
    *_scores(""),
    tie(
        "bh", said("BH"), said("Buchholz: the sum of what the opponents count."), c07("8.1"), "points",
        of(scores.total, "q"), "=SUM([q:row])",
    ),
    *_cuts("bh", "BH", "q", "q", "vur", "8.1"),
    *_FORE,
    *_scores("fore_"),
    tie(
        "fb", said("FB"), said("Fore Buchholz: the same with every pairing of the last round drawn."), c07("8.3"),
        "points", of(scores.total, "fore_q"), "=SUM([fore_q:row])",
    ),
    *_cuts("fb", "FB", "fore_q", "fore_q", "fore_vur", "8.3"),
    tie(
        "opponent_bh", said("Rd {k} opponent's BH"), said("The Buchholz of the opponent over the board."),
        c07("8.2"), "points", of(scores.of_opponent, "bh*", "row_of_opponent"),
        '=IF([row_of_opponent]>1,INDEX([bh:all],[row_of_opponent]),"")', family="round", width=10,
    ),
    tie(
        "aob", said("AOB"), said("Average of the opponents' Buchholz, of those met over the board."), c07("8.2"),
        "two", of(scores.average, "opponent_bh", "games"), '=IF([games]=0,"",SUM([opponent_bh:row])/[games])',
    ),
    tie(
        "sb_part", said("SB rd {k}"), said("What the opponent counts, times the points of the round."), c07("9.1"),
        "quarters", of(scores.product, "q", "award"), '=IF(ISNUMBER([q]),[q]*[award],"")', family="round",
    ),
    tie(
        "sb", said("SB"), said("Sonneborn-Berger: the sum of what the opponents count, times the points against them."),
        c07("9.1"), "quarters", of(scores.total, "sb_part"), "=SUM([sb_part:row])",
    ),
    *_cuts("sb", "SB", "sb_part", "q", "vur", "9.1"),
)
