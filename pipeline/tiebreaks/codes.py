"""The codes that standings are ordered by, as FIDE's C.07 writes them, and the lists of them.

A code is a record: what it is called, its article, the column that holds its values, and how values compare. An order
is a list of codes, PTS,DE,RP; `stated:NAME` is a tie-break as the input itself states it.
"""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.words import Said, said

STATED = "stated:"
"""Before the heading of a tie-break of the input."""
DEFAULT_ORDER = "PTS,RP"


@dataclass(frozen=True)
class Code:
    """One tie-break.

    code       as it is written in an order
    title      its name
    article    of the FIDE Handbook, C.07; empty for one that isn't FIDE's
    column     the column of its values, by key; empty for one that is an order within a group and no value (DE)
    decimals   how many a value is printed with; None where all are kept
    lowest     whether the lowest value is first
    by_part    whether values compare only inside a part of the field that games link
    may_lack   whether a player may have no value
    same       values are equal if they differ by no more than this: 0 for points, whole numbers and what is stated
    """

    code: str
    title: Said
    article: str
    column: str
    decimals: int | None
    lowest: bool = False
    by_part: bool = False
    may_lack: bool = False
    same: float = 0.0

    def __str__(self) -> str:
        return self.code


SAME_RANK = 1e-6
"""Players with equal scores share a rank if their RP differ by no more than this (rating points)."""

SAME_VALUE = 1e-9
"""Averages and stated values are equal if they differ by no more than this: floating point makes such differences."""

POINTS = Code("PTS", said("Points"), "1", "score", 1)
DIRECT = Code("DE", said("Direct encounter"), "6", "", None)

CODES: tuple[Code, ...] = (
    POINTS,
    DIRECT,
    Code("WIN", said("Number of wins"), "7.1", "win", 0),
    Code("RP", said("Recursive performance"), "", "rp", None, by_part=True, may_lack=True, same=SAME_RANK),
    Code("ARPO", said("Average recursive performance of the opponents"), "", "arpo", None, by_part=True,
         may_lack=True, same=SAME_RANK),
)  # fmt: skip
"""Every code there is, but for those of the input."""
BY_CODE = {code.code: code for code in CODES}


class OrderError(ValueError):
    """An order that can't be: what is wrong, and what to do."""

    def __init__(self, what: Said, mend: Said) -> None:
        """Keep both as sentences."""
        super().__init__(what)
        self.what = what
        self.mend = mend


def order_of(text: str) -> str:
    """An order as it is written everywhere: `pts; de,Stated:TB1` is PTS,DE,stated:TB1.

    Raises OrderError for a code that isn't known, that stands twice (but DE), and for an order without any.
    """
    names: list[str] = []
    for part in text.replace(";", ",").split(","):
        part = part.strip()
        if part.casefold().startswith(STATED):
            names.append(STATED + part[len(STATED) :].strip())
        elif part.upper() in BY_CODE:
            names.append(part.upper())
        elif part and names and names[-1].startswith(STATED):
            names[-1] += f", {part}"  # a heading may have a comma in it
        elif part:
            raise _unknown(part, list(BY_CODE))
    if not names:
        raise OrderError(said("no tie-break is named."), said("Name them by their codes, as in PTS,DE,RP."))
    twice = next((name for i, name in enumerate(names) if name in names[:i] and name != DIRECT.code), None)
    if twice is not None:
        raise OrderError(said("{code} stands twice.", code=twice), said("Name it once: the second changes nothing."))
    return ",".join(names)


def codes_of(order: str, headings: Sequence[str]) -> tuple[Code, ...]:
    """The codes of an order as `order_of` writes it, for an input that states values under `headings`.

    Raises OrderError for a stated tie-break that the input doesn't have.
    """
    codes: list[Code] = []
    for name in _parts(order, headings):
        codes.append(_stated(name.removeprefix(STATED), headings) if name.startswith(STATED) else BY_CODE[name])
    return tuple(codes)


def _parts(order: str, headings: Sequence[str]) -> list[str]:
    """The names of an order: a comma parts them, but where it belongs to a heading."""
    parts: list[str] = []
    for name in order.split(","):
        if parts and parts[-1].startswith(STATED) and name.strip() not in BY_CODE and not name.startswith(STATED):
            parts[-1] += f",{name}"
        else:
            parts.append(name)
    return parts


def _stated(name: str, headings: Sequence[str]) -> Code:
    by_name = {heading.strip().casefold(): i for i, heading in enumerate(headings)}
    at = by_name.get(name.strip().casefold())
    if at is None:
        if not headings:
            raise OrderError(
                said("{name}: the input states no tie-break.", name=STATED + name),
                said("Leave it out, or name one that is computed: {codes}.", codes=", ".join(BY_CODE)),
            )
        raise _unknown(name, list(headings), STATED)
    heading = headings[at]
    return Code(STATED + heading, said("{heading} (as stated)", heading=heading), "", f"stated_{at + 1}", None,
                may_lack=True, same=SAME_VALUE)


def _unknown(name: str, known: list[str], prefix: str = "") -> OrderError:
    by_fold: dict[str, str] = {other.casefold(): other for other in known}
    near = difflib.get_close_matches(name.casefold(), by_fold, n=1, cutoff=0.5)
    listed = ", ".join(prefix + other for other in known)
    if near:
        mend = said("Did you mean {near}? Known are: {codes}.", near=prefix + by_fold[near[0]], codes=listed)
    elif prefix:
        mend = said("Known are: {codes}.", codes=listed)
    else:
        mend = said("Known are: {codes}, and {stated}NAME for a tie-break that the input states.",
                    codes=listed, stated=STATED)
    return OrderError(said("{code} is not known.", code=repr(prefix + name)), mend)


