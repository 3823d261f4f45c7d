"""What tie-breaks an input states, told by what fits: right, right in another way that has a name, or wrong where.

Each stated column is compared with every code, in the edition that applies, in the other one, and in readings that
programs are known for. What fits for everybody is what it is; what fits nearly, or is what the heading says, is wrong
for the others. Of anything else nothing is said but that it isn't known: nobody is accused.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np

from pipeline.made_from import Floats
from pipeline.method.computing import computed
from pipeline.method.dp import rule
from pipeline.method.given import stated_rp_heading
from pipeline.method.order_checks import moved
from pipeline.method.settings import Settings
from pipeline.method.work import Work
from pipeline.registry import NAMED
from pipeline.tiebreaks.codes import BUCHHOLZ, CODES, COLOURS, DIRECT, NEW, POINTS, RATING, STATED, Code
from pipeline.tiebreaks.editions import C07_2024, C07_2026
from pipeline.tiebreaks.names import codes_of_legend, named_code, own_list, own_order
from pipeline.tiebreaks.rounds import EQUAL, REAL, VIRTUAL, Rounds
from pipeline.words import Said, joined, said

NEARLY = 0.8
"""A column of which this part fits is that tie-break, wrong for the others."""
_TELLING = 4
"""A column with fewer different values fits too much to be told by its values alone."""


@dataclass(frozen=True)
class Reading:
    """One way to compute all codes: what it is called, the edition, and the values by code."""

    point: Said | None
    edition: str
    values: Mapping[str, Floats]


def stated_ties(work: Work) -> list[Said]:
    """A sentence for each stated column, and one on the file's order by them; nothing where none is stated."""
    event = work.event
    headings = [str(h) for h in event.stated.columns if h != stated_rp_heading(event)]
    headings = [h for h in headings if np.isfinite(event.stated[h]).any()]
    if not headings:
        return list(_own_list(work))
    readings = list(_readings(work))
    found = [
        _direct(work, headings[:i], heading) if _is_direct(work, heading) else _told(work, heading, readings)
        for i, heading in enumerate(headings)
    ]
    return [*found, *_order(work, headings), *_own_list(work)]


def _readings(work: Work) -> Iterator[Reading]:
    """All ways, the one that applies first."""
    own, other = (C07_2024, C07_2026) if work.settings.rules == C07_2024 else (C07_2026, C07_2024)
    rounds = work.rounds
    yield _reading(work, None, own, rounds)
    yield _reading(work, None, other, rounds)
    others = [
        (said("unplayed rounds are read by FIDE's rule until 2023, with a virtual opponent"), rounds.read_as(VIRTUAL)),
        (said("forfeits count as games"), rounds.with_forfeits_as_games()),
        (said("opponents count with their real scores, and not with the adjusted ones (16.3)"), rounds.read_as(REAL)),
        (said("voluntary unplayed rounds have no preference in cuts (16.5)"), rounds.read_as(EQUAL)),
    ]
    if rounds.advance:
        swiss = replace(rounds, advance=False)
        others = [
            (said("unplayed rounds are read as in a Swiss (16), but opponents count with their real scores"),
             swiss.read_as(REAL)),
            (said("unplayed rounds are read as in a Swiss (16), and not as in an event paired in advance (15.2)"),
             swiss),
            *others,
        ]
    for point, read in others:
        for edition in (own, other):
            yield _reading(work, point, edition, read)


def _reading(work: Work, point: Said | None, edition: str, rounds: Rounds) -> Reading:
    event = work.event
    unrated = bool(event.unrated.any())
    codes = [
        code for code in CODES
        if code.column and not code.by_part and not (NEW in code.kinds and edition == C07_2024)
        and not (BUCHHOLZ in code.kinds and rounds.advance and edition == C07_2026)
        and not (COLOURS in code.kinds and not event.has_colours) and not (RATING in code.kinds and unrated)
    ]
    order = ",".join(code.code for code in codes)
    settings = replace(work.settings, order=order, rules=edition, iterations=1, origins={})
    made = computed(event, settings, rule(settings.dp), rounds)
    return Reading(point, edition, {code.code: made.array(code.column) for code in codes})


def _is_direct(work: Work, heading: str) -> bool:
    """Whether a column is said to be the direct encounter, which is an order within tied groups and no value."""
    return DIRECT.code in (named_code(heading) or codes_of_legend(work.event.legends.get(heading, "")))


def _direct(work: Work, before: list[str], heading: str) -> Said:
    """Whether a column orders those who are level after the columns before it as article 6 does."""
    def ranks(*last: str) -> Floats:
        order = ",".join([POINTS.code, *(STATED + name for name in before), *last])
        settings = replace(work.settings, order=order, iterations=1, origins={})
        return computed(work.event, settings, rule(settings.dp)).array("rank")

    shown = _shown(work, heading)
    if any("," in name for name in (*before, heading)):
        return said("{heading}: not compared, for there is a comma in its heading or in one before it.", heading=shown)
    stated, own = ranks(STATED + heading), ranks(DIRECT.code)
    elsewhere = work.index[stated != own].tolist()
    if elsewhere:
        more = said(" and {n} more", n=len(elsewhere) - NAMED) if len(elsewhere) > NAMED else ""
        return said(
            "{heading} as DE doesn't order the tied as article 6 of C.07 does: No. {numbers}{more} stand elsewhere.",
            heading=shown, numbers=", ".join(map(str, elsewhere[:NAMED])), more=more,
        )
    placed = int((own != ranks()).sum())
    if not placed:
        return said("{heading} is DE (Direct encounter), right: nobody who is tied can be placed by it.", heading=shown)
    return said("{heading} is DE (Direct encounter), right: it orders the tied as article 6 does.", heading=shown)


def _shown(work: Work, heading: str) -> Said | str:
    """A heading, with the file's legend for it."""
    legend = work.event.legends.get(heading, "")
    return said("{heading} (“{legend}”)", heading=heading, legend=legend) if legend else heading


def _told(work: Work, heading: str, readings: list[Reading]) -> Said:
    stated = work.event.stated[heading].to_numpy(dtype=float)
    known = np.isfinite(stated)
    name, shown = named_code(heading), _shown(work, heading)
    named = frozenset({name}) if name else codes_of_legend(work.event.legends.get(heading, ""))
    telling = len(np.unique(stated[known])) >= _TELLING

    def best(codes: frozenset[str]) -> tuple[Reading, Code, np.ndarray] | None:
        found = [
            (reading, code, _off(code, reading.values[code.code], stated))
            for reading in readings for code in CODES if code.code in reading.values and code.code in codes
        ]
        return min(found, key=lambda one: one[2].sum(), default=None)

    every = frozenset(code.code for code in CODES) if telling else frozenset()
    for codes in (named, every - named if not name else frozenset()):
        found = best(codes)
        if found is not None and not found[2].any():
            return _right(shown, found[0], found[1], readings, stated)
    found = best(named or every)
    if found is None:
        return said("{heading}: not told apart, for it has few different values and its heading names no tie-break.",
                    heading=shown)
    if name or (known & ~found[2]).sum() >= NEARLY * known.sum():
        return _wrong(work, shown, *found, stated)
    return said("{heading}: no tie-break of C.07, computed in any way that is known here, has these values.",
                heading=shown)


def _off(code: Code, values: Floats, stated: Floats) -> np.ndarray:
    """Whose stated value isn't the computed one, as printed; a blank is no value, or 0."""
    known = np.isfinite(stated)
    unit = 0.5 * 10.0 ** -(2 if code.decimals is None else code.decimals) + 1e-9
    whole = np.nan_to_num(values)
    return np.asarray(known & (np.abs(whole - np.nan_to_num(stated)) > unit))


def _right(heading: Said | str, reading: Reading, code: Code, readings: list[Reading], stated: Floats) -> Said:
    applies = readings[0].edition
    if reading.point is not None:
        if reading.edition == applies:
            return said("{heading} is {code} ({title}), right but for one point: {point}.", heading=heading,
                        code=code.code, title=code.title, point=reading.point)
        return said("{heading} is {code} ({title}), right by {other} but for one point: {point}.", heading=heading,
                    code=code.code, title=code.title, point=reading.point, other=reading.edition)
    if reading.edition != applies:
        return said("{heading} is {code} ({title}), right by the other edition: {other}, where {applies} applies.",
                    heading=heading, code=code.code, title=code.title, other=reading.edition, applies=applies)
    return said("{heading} is {code} ({title}), right for all {n} players who have one.", heading=heading,
                code=code.code, title=code.title, n=int(np.isfinite(stated).sum()))


def _wrong(work: Work, heading: Said | str, reading: Reading, code: Code, off: np.ndarray, stated: Floats) -> Said:
    values, numbers = reading.values[code.code], work.index[off].tolist()
    shown = joined(", ", [
        said("{no} ({stated:g} stated, {computed:g} computed)", no=no, stated=float(stated[at]),
             computed=float(np.nan_to_num(values[at])))
        for no, at in list(zip(numbers, np.flatnonzero(off).tolist(), strict=True))[:NAMED]
    ])  # fmt: skip
    more = said(" and {n} more", n=len(numbers) - NAMED) if len(numbers) > NAMED else ""
    how = said(" ({edition}; {point})", edition=reading.edition, point=reading.point) if reading.point else said(
        " ({edition})", edition=reading.edition)
    return said("{heading} as {code}{how} differs from what is computed: No. {shown}{more}.", heading=heading,
                code=code.code, how=how, shown=shown, more=more)


def _order(work: Work, headings: list[str]) -> Iterator[Said]:
    """Whether the file's own ranks follow its points and its stated values, one after the other."""
    if not work.file_ranks or any("," in heading for heading in headings):
        return
    order = ",".join(["PTS", *(STATED + heading for heading in headings)])
    settings: Settings = replace(work.settings, order=order, iterations=1, origins={})
    made = computed(work.event, settings, rule(settings.dp))
    elsewhere = made.index[moved(made)].tolist()
    if not elsewhere:
        yield said("The file's own order is by points and then by {headings}.", headings=", ".join(headings))
        return
    more = said(" and {n} more", n=len(elsewhere) - NAMED) if len(elsewhere) > NAMED else ""
    yield said(
        "The file's own order isn't by points and then by {headings}: No. {numbers}{more} stand elsewhere.",
        headings=", ".join(headings), numbers=", ".join(map(str, elsewhere[:NAMED])), more=more,
    )


def _own_list(work: Work) -> Iterator[Said]:
    """Whether the file's own ranks follow the list of tie-breaks that it says they are by."""
    if not work.event.own_order or not work.file_ranks:
        return
    listed = own_list(work.event.own_order)
    unknown = [name for name, code in listed if not code]
    shown = ", ".join(name for name, _ in listed)
    if unknown:
        yield said("The file's own list is {list}; {names} can't be computed here.", list=shown,
                   names=", ".join(unknown))
        return
    settings = replace(work.settings, order=own_order(work.event.own_order) or POINTS.code, origins={})
    made = computed(work.event, settings, rule(settings.dp))
    elsewhere = made.index[moved(made)].tolist()
    if not elsewhere:
        yield said("The file's own order is by its own list: {list}.", list=shown)
        return
    more = said(" and {n} more", n=len(elsewhere) - NAMED) if len(elsewhere) > NAMED else ""
    yield said("The file's own order isn't by its own list ({list}): No. {numbers}{more} stand elsewhere.", list=shown,
               numbers=", ".join(map(str, elsewhere[:NAMED])), more=more)
