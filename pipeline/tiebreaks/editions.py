"""Which edition of C.07 applies, how an event was paired, and which codes may then stand in an order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pipeline.event import Event
from pipeline.tiebreaks.codes import BUCHHOLZ, COLOURS, NEW, RATING, Code
from pipeline.words import Said, joined, said

C07_2024, C07_2026 = "c07-2024", "c07-2026"
EDITIONS = (C07_2024, C07_2026)
"""The editions of C.07: of 1 August 2024, and of 1 March 2026."""
ELSEWHERE = ("article", "fide-2024")
"""Rules of ratings, which may stand in the same list."""
SINCE_2026 = "2026-03-01"
"""The first day of the edition of 2026."""
SWISS, ROUND_ROBIN = "swiss", "round-robin"
TYPES = (SWISS, ROUND_ROBIN)
AUTO = "auto"
"""As the event's date, or its games, show."""


def rules_of(text: str) -> str:
    """The edition that a list of rules names, `auto` where it names none. Raises ValueError for an unknown name."""
    names = [name.strip().lower() for name in text.replace(";", ",").split(",") if name.strip()]
    unknown = [name for name in names if name not in (*EDITIONS, *ELSEWHERE, AUTO)]
    chosen = [name for name in names if name in EDITIONS]
    if unknown or len(chosen) > 1 or not names:
        raise ValueError(unknown[0] if unknown else text)
    return chosen[0] if chosen else AUTO


def edition_of(event: Event) -> tuple[str, Said]:
    """The edition that applies by the event's date, and how that is known."""
    if not event.date:
        return C07_2026, said("the newest: the event has no date")
    edition = C07_2024 if event.date < SINCE_2026 else C07_2026
    return edition, said("the event's date, {date}", date=event.date)


@dataclass(frozen=True)
class Kept:
    """Why a code was kept out of an order, and what to do."""

    why: Said
    mend: Said


def not_allowed(
    code: Code, edition: str, advance: bool, unrated: Sequence[int], has_colours: bool
) -> Kept | None:
    """Why a code can't stand in the order of an event; None where it can. `unrated` are players nobody has declared."""
    if BUCHHOLZ in code.kinds and advance and edition == C07_2026:
        return Kept(
            said("{code} must not be used in a round robin, or any event paired in advance (FIDE Handbook C.07, "
                 "note to article 8, March 2026).", code=code.code),
            said("Leave it out; or --rules c07-2024, or --type swiss, where that is what was played."),
        )
    if NEW in code.kinds and edition == C07_2024:
        return Kept(
            said("{code} came with the edition of March 2026 (FIDE Handbook C.07, {article}), and {edition} "
                 "applies.", code=code.code, article=code.article, edition=edition),
            said("Leave it out, or choose --rules c07-2026."),
        )
    if RATING in code.kinds and unrated:
        numbers = joined(", ", [str(no) for no in unrated[:_SHOWN]])
        more = said(" and {n} more", n=len(unrated) - _SHOWN) if len(unrated) > _SHOWN else ""
        return Kept(
            said("{code} is based on ratings, and there are players without one (No. {numbers}{more}): then such "
                 "tie-breaks leave the list, unless the regulations say how the unrated are treated (FIDE "
                 "Handbook C.07, article 10).", code=code.code, numbers=numbers, more=more),
            said("Leave it out, or declare their rating: --unrated 1400, or the Settings sheet."),
        )
    if COLOURS in code.kinds and not has_colours:
        return Kept(
            said("{code} counts games with Black, and the input doesn't have the colours.", code=code.code),
            said("Leave it out, or give a file that has them."),
        )
    return None


_SHOWN = 10


def not_known(name: str) -> Kept:
    """A tie-break of the input's own list that isn't one of the codes."""
    return Kept(said("{name} isn't computed here.", name=name), said("Name others by their codes, with --order."))


def sorted_out(
    codes: Sequence[Code], reason: Callable[[Code], Kept | None]
) -> tuple[tuple[Code, ...], tuple[Kept, ...]]:
    """The codes that may stand, and those that are kept out."""
    found = [(code, reason(code)) for code in codes]
    return tuple(code for code, why in found if why is None), tuple(why for _, why in found if why is not None)
