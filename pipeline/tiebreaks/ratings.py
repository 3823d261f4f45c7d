"""Columns of the tie-breaks that are based on ratings (C.07 article 10), live down to the tables they look up."""

from __future__ import annotations

from typing import Any

from pipeline.registry import Column
from pipeline.tiebreaks import performance as rules
from pipeline.tiebreaks import scores
from pipeline.tiebreaks.building import SERVING, c07, of, tie
from pipeline.words import said

_EXPECTED = "SUMPRODUCT(([opponent_rating:row]>0)*LOOKUP({x}-[opponent_rating:row],[@pd_from],[@pd_per_cent]))"


def _average_of(key: str, code: str, title: str, of_what: str, article: str) -> tuple[Column[Any], Column[Any]]:
    part = f"opponent_{of_what}"
    return (
        tie(
            part, said("Rd {k} opponent's {code}", code=of_what.upper(), k="{k}"),
            said("The {code} of the opponent over the board.", code=of_what.upper()), c07(article), "whole",
            of(scores.of_opponent, f"{of_what}*", "row_of_opponent"),
            f'=IF([row_of_opponent]>1,INDEX([{of_what}:all],[row_of_opponent]),"")', family="round", width=10,
        ),
        tie(
            key, code, title, c07(article), "whole", of(rules.rounded_average, part, "games"),
            f'=IF([games]=0,"",INT(SUM([{part}:row])/[games]+[@half]))',
        ),
    )


RATINGS: tuple[Column[Any], ...] = (
    tie(
        "opponent_rating", said("Rd {k} opponent's rating"),
        said("The rating of the opponent over the board; 0 without a game."), c07("10.1"), "part",
        of(rules.opponent_rating, "rating*", "row_of_opponent"),
        "=IF([row_of_opponent]>1,INDEX([rating:all],[row_of_opponent]),0)", family="round", width=10,
    ),
    tie(
        "aro", said("ARO"), said("Average rating of the opponents over the board, in whole points, the half up."),
        c07("10.1"), "whole", of(rules.aro, "opponent_rating", "games"),
        '=IF([games]=0,"",INT(SUM([opponent_rating:row])/[games]+[@half]))',
    ),
    tie(
        "aro_c1", said("ARO-C1"), said("The same without the lowest rating; no value where nobody is left."),
        c07("10.1, 14.1"), "whole", of(rules.aro_c1, "opponent_rating", "games"),
        '=IF([games]<1+1,"",INT((SUM([opponent_rating:row])-SMALL([opponent_rating:row],'
        "COUNTIF([opponent_rating:row],0)+1))/([games]-1)+[@half]))",
    ),
    tie(
        "tpr", said("TPR"), said("Performance rating: ARO, and the difference of FIDE's table for the percentage."),
        c07("10.2"), "whole", of(rules.tpr, "aro", "per_cent"),
        '=IF([games]=0,"",[aro]+INDEX([@fide_dp],MATCH([per_cent],[@fide_per_cents],0)))',
    ),
    tie(
        "ptp_start", said("PTP start"), said("Where the search for PTP begins: the lowest opponent's rating less 800."),
        c07("10.3"), "helper", of(rules.ptp_start, "opponent_rating", "games"),
        "=IF([games]=0,0,SMALL([opponent_rating:row],COUNTIF([opponent_rating:row],0)+1)-[@ptp_below])", band=SERVING,
    ),
    tie(
        "ptp_search", said("PTP search {k}"),
        said("Steps of a search for the highest rating whose expected score is still below the points: the number "
             "above is added where it stays below."), c07("10.3"), "helper",
        of(rules.ptp_search, "ptp_start", "opponent_rating", "games", "points"),
        "=[before ptp_start]+IF([games]=0,0,IF("
        + _EXPECTED.format(x="([before ptp_start]+[ptp_search:number])") + "<100*[points],[ptp_search:number],0))",
        family="search", band=SERVING,
    ),
    tie(
        "ptp", said("PTP"),
        said("Perfect performance: the lowest whole rating whose expected score against the same opponents reaches the "
             "points; without a point the lowest opponent's less 800."), c07("10.3"), "whole",
        of(rules.ptp, "ptp_start", "ptp_search", "games", "points"),
        '=IF([games]=0,"",IF([points]=0,[ptp_start],[last ptp_search]+1))',
    ),
    *_average_of("apro", said("APRO"), said("Average of the opponents' TPR, of those met over the board. (Not ARPO.)"),
                 "tpr", "10.4"),
    *_average_of("appo", said("APPO"), said("Average of the opponents' PTP, of those met over the board."), "ptp",
                 "10.5"),
)
