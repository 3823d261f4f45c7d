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
    same       values are equal if they differ by no more than this: 0 for points and whole numbers
    kinds      what it needs, and when it may stand: BUCHHOLZ, RATING, COLOURS, NEW
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
    kinds: frozenset[str] = frozenset()

    def __str__(self) -> str:
        return self.code


SAME_RANK = 1e-6
"""RP, ARPO, RB and ARBO are equal if they differ by no more than this (rating points; for the last two points)."""

SAME_VALUE = 1e-9
"""Averages and stated values are equal if they differ by no more than this: floating point makes such differences."""

BUCHHOLZ, RATING, COLOURS, NEW = "buchholz", "rating", "colours", "2026"
"""What a code needs, or when it may stand: not in events paired in advance (note to article 8, 2026); rated players
(article 10); colours; the edition of March 2026.
"""

POINTS = Code("PTS", said("Points"), "1", "score", 1)
DIRECT = Code("DE", said("Direct encounter"), "6", "", None)
DIRECT_SAID = said(
    "Direct encounter, the points against those tied; it places only whom the games not played couldn't move"
)
"""What a list says of the column DE, whose numbers alone don't tell who is before whom (6.3)."""
SAID_IN_LISTS = {
    "DE": DIRECT_SAID,
    "ARPO": said("Average recursive performance of the opponents; it isn't FIDE's APRO (C.07 10.4)"),
}
"""What lists say of a code where its title alone could be misunderstood."""


def _with_cuts(code: str, title: Said, article: str, column: str, decimals: int, kinds: frozenset[str]) -> list[Code]:
    cuts = {
        "C1": said("{title}, cut 1", title=title), "C2": said("{title}, cut 2", title=title),
        "M1": said("{title}, median 1", title=title), "M2": said("{title}, median 2", title=title),
    }
    return [
        Code(code, title, article, column, decimals, kinds=kinds),
        *(
            Code(f"{code}-{cut}", words, f"{article}, 14", f"{column}_{cut.lower()}", decimals, kinds=kinds)
            for cut, words in cuts.items()
        ),
    ]


def _of_ratings(code: str, title: Said, article: str, column: str) -> Code:
    return Code(code, title, article, column, 0, may_lack=True, kinds=frozenset({RATING}))


_NO_KIND: frozenset[str] = frozenset()
CODES: tuple[Code, ...] = (
    POINTS,
    DIRECT,
    Code("WIN", said("Number of wins"), "7.1", "win", 0),
    Code("WON", said("Number of games won"), "7.2", "won", 0),
    Code("BPG", said("Games with Black"), "7.3", "bpg", 0, kinds=frozenset({COLOURS})),
    Code("BWG", said("Games won with Black"), "7.4", "bwg", 0, kinds=frozenset({COLOURS})),
    Code("PS", said("Progressive scores"), "7.5", "ps", 1),
    Code("PS-C1", said("Progressive scores, cut 1"), "7.5, 14", "ps_c1", 1),
    Code("PS-C2", said("Progressive scores, cut 2"), "7.5, 14", "ps_c2", 1),
    Code("REP", said("Rounds one elected to play"), "7.6", "rep", 0),
    Code("STD", said("Standard points"), "7.7", "std", 1, kinds=frozenset({NEW})),
    Code("TPN", said("Pairing number"), "7.8", "tpn", 0, lowest=True, kinds=frozenset({NEW})),
    *_with_cuts("BH", said("Buchholz"), "8.1", "bh", 1, frozenset({BUCHHOLZ})),
    Code("AOB", said("Average of the opponents' Buchholz"), "8.2", "aob", 2, may_lack=True, same=SAME_VALUE,
         kinds=frozenset({BUCHHOLZ})),
    *_with_cuts("FB", said("Fore Buchholz"), "8.3", "fb", 1, frozenset({BUCHHOLZ})),
    *_with_cuts("SB", said("Sonneborn-Berger"), "9.1", "sb", 2, _NO_KIND),
    Code("KS", said("Koya system"), "9.2", "ks", 1),
    _of_ratings("ARO", said("Average rating of the opponents"), "10.1", "aro"),
    _of_ratings("ARO-C1", said("Average rating of the opponents, cut 1"), "10.1, 14", "aro_c1"),
    _of_ratings("TPR", said("Tournament performance rating"), "10.2", "tpr"),
    _of_ratings("PTP", said("Perfect tournament performance"), "10.3", "ptp"),
    _of_ratings("APRO", said("Average performance rating of the opponents"), "10.4", "apro"),
    _of_ratings("APPO", said("Average perfect performance of the opponents"), "10.5", "appo"),
    Code("RTNG", said("Rating"), "10.6", "rtng", 0, kinds=frozenset({RATING, NEW})),
    Code("RP", said("Recursive performance"), "", "rp", None, by_part=True, may_lack=True, same=SAME_RANK),
    Code("ARPO", said("Average recursive performance of the opponents"), "", "arpo", None, by_part=True,
         may_lack=True, same=SAME_RANK),
    Code("RB", said("Recursive Buchholz"), "", "rb", None, by_part=True, may_lack=True, same=SAME_RANK),
    Code("ARBO", said("Average recursive Buchholz of the opponents"), "", "arbo", None, by_part=True, may_lack=True,
         same=SAME_RANK),
)
"""Every code there is, but for those of the input."""
BY_CODE = {code.code: code for code in CODES}
FIDE = frozenset(code.code for code in CODES if code.article)
"""The codes of C.07."""


class OrderError(ValueError):
    """An order that can't be: what is wrong, and what to do."""

    def __init__(self, what: Said, mend: Said) -> None:
        """Keep both as sentences."""
        super().__init__(what)
        self.what = what
        self.mend = mend


def order_of(text: str) -> str:
    """An order as it is written everywhere: `pts; de,BH/C1,Stated:TB1` is PTS,DE,BH-C1,stated:TB1.

    Raises OrderError for a code that isn't known, that stands twice (but DE), and for an order without any.
    """
    names: list[str] = []
    for part in text.replace(";", ",").split(","):
        part = part.strip()
        code = part.upper().replace(":GP", "").replace("/", "-")  # report files and other programs: BH:GP/C1
        if part.casefold().startswith(STATED):
            names.append(STATED + part[len(STATED) :].strip())
        elif code in BY_CODE:
            names.append(code)
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


