"""The columns of the authors' second pair: RB, the recursive Buchholz, and ARBO (docs/method.md section 8)."""

from __future__ import annotations

from pipeline.made_from import made
from pipeline.method import rules
from pipeline.method.work import Work
from pipeline.registry import Column
from pipeline.words import said

_NO_GAME = "[games]=0"
_PAPER = said("Brozos-Vázquez and others, J. Math. Econ. 44 (2008)")
_OWN = said("this program")


def has_rb(work: Work) -> bool:
    """Whether the order has a code that needs them."""
    return any(code.column in ("rb", "arbo") for code in work.codes)


RB_COLUMNS: tuple[Column[Work], ...] = (
    Column(
        "rb_start", said("RB start"), said("Where the recursive Buchholz begins: rounds × points / games."), _PAPER,
        "two",
        "results", made(rules.rb_start), "[@rounds]*[points]/[games]", guard=_NO_GAME, wanted=has_rb,
    ),
    Column(
        "read_rb", said("RB as read"), said("Recursive Buchholz, computed by the program for the event as read; not "
        "live."), _PAPER,
        "stated", "as read", made(rules.read_rb), "", width=12, wanted=has_rb,
    ),
    Column(
        "rb", said("RB"), said("Recursive Buchholz: what the recursion average of the opponents' + points / games - ½ "
        "leads "
        "to."),
        _PAPER, "two", "results", made(rules.rb),
        '=IFERROR(IF([games]=0,"",INDEX([read_rb:players],MATCH([no],[read_no:players],0))),"")', width=10, zero=0.0,
        as_read=True, wanted=has_rb,
    ),
    Column(
        "rb_residual", said("RB residual"), said("RB minus (average of the opponents' RB + points / games - ½): 0 "
        "shows that it "
        "is right."), _OWN, "small", "checking", made(rules.rb_residual),
        "[rb]-(SUM([opponents rb])/[games]+[points]/[games]-[@draw_points])", width=10, guard=_NO_GAME, wanted=has_rb,
    ),
    Column(
        "arbo", said("ARBO"), said("Average of the opponents' RB."), _PAPER, "two", "results", made(rules.arbo),
        "SUM([opponents rb])/[games]", width=10, guard=_NO_GAME, wanted=has_rb,
    ),
)
