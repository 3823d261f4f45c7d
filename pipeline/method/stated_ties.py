"""What tie-breaks an input states, told by what fits: right, right in another way that has a name, or wrong where.

Each stated column is compared with every code, in the edition that applies, in the other one, and in readings that
programs are known for. What fits for everybody is what it is; what fits nearly, or is what the heading says, is wrong
for the others. Of anything else nothing is said but that it isn't known: nobody is accused.
"""

from __future__ import annotations

import re
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
from pipeline.tiebreaks.codes import BUCHHOLZ, CODES, COLOURS, NEW, RATING, STATED, Code
from pipeline.tiebreaks.direct import DECIMALS
from pipeline.tiebreaks.editions import C07_2024, C07_2026, has_colours
from pipeline.tiebreaks.rounds import EQUAL, REAL, VIRTUAL, Rounds
from pipeline.words import Said, joined, said

NEARLY = 0.8
"""A column of which this part fits is that tie-break, wrong for the others."""
_TELLING = 4
"""A column with fewer different values fits too much to be told by its values alone."""
_NAMES = {
    "BUCHHOLZ": "BH", "BUCHHOLZCUT1": "BH-C1", "BUCHHOLZCUT2": "BH-C2", "SONNEBORNBERGER": "SB", "DES": "DE",
    "DES1": "DE", "DIRECTENCOUNTER": "DE", "WINS": "WIN", "NUMBEROFWINS": "WIN", "KOYA": "KS", "PROGRESSIVESCORE": "PS",
    "PROGRESSIVESCORES": "PS", "CUMULATIVE": "PS", "FOREBUCHHOLZ": "FB", "GE": "REP",
}
"""Headings that are names of codes, in capital letters and without signs."""


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
    found = [_told(work, heading, readings) for heading in headings]
    return [*found, *_order(work, headings), *_own_list(work)]


def named_code(heading: str) -> str:
    """The code that a heading names: BH:GP/C1, Buchholz Cut 1, Des 1; empty where it names none."""
    form = re.sub(r"[^A-Z0-9]", "", re.sub(r":(GP|MP)", "", heading.upper()))
    codes = {re.sub("-", "", code.code): code.code for code in CODES}
    return codes.get(form) or _NAMES.get(form, "")


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
    unrated = bool(event.players["rating"].isna().any())
    codes = [
        code for code in CODES
        if code.column and not code.by_part and not (NEW in code.kinds and edition == C07_2024)
        and not (BUCHHOLZ in code.kinds and rounds.advance and edition == C07_2026)
        and not (COLOURS in code.kinds and not has_colours(event)) and not (RATING in code.kinds and unrated)
    ]
    settings = replace(work.settings, order=",".join(["PTS", "DE", *(code.code for code in codes[1:])]), rules=edition,
                       iterations=1, origins={})
    made = computed(event, settings, rule(settings.dp), rounds)
    values = {code.code: made.array(code.column) for code in codes}
    return Reading(point, edition, values | {"DE": np.nan_to_num(_tied_points(made))})


def _tied_points(work: Work) -> Floats:
    """The points against those with as many points: 0 for who is alone."""
    return np.round(work.array("de2_1_e"), DECIMALS)


def _told(work: Work, heading: str, readings: list[Reading]) -> Said:
    stated = work.event.stated[heading].to_numpy(dtype=float)
    known = np.isfinite(stated)
    name = named_code(heading)
    different = len(np.unique(stated[known]))
    candidates = [
        (reading, code) for reading in readings for code in CODES
        if code.code in reading.values and (not name or code.code == name) and (name or different >= _TELLING)
    ]
    if not candidates:
        return said("{heading}: not told apart, for it has few different values and its heading names no tie-break.",
                    heading=heading)
    wrong = [(reading, code, _off(code, reading.values[code.code], stated)) for reading, code in candidates]
    reading, code, off = min(wrong, key=lambda found: found[2].sum())
    if not off.any():
        return _right(heading, reading, code, readings, stated)
    if name or off.sum() <= (1 - NEARLY) * known.sum():
        return _wrong(work, heading, reading, code, off, stated)
    return said("{heading}: no tie-break of C.07, computed in any way that is known here, has these values.",
                heading=heading)


def _off(code: Code, values: Floats, stated: Floats) -> np.ndarray:
    """Whose stated value isn't the computed one, as printed; a blank is no value, or 0."""
    known = np.isfinite(stated)
    unit = 0.5 * 10.0 ** -(2 if code.decimals is None else code.decimals) + 1e-9
    whole = np.nan_to_num(values)
    return np.asarray(known & (np.abs(whole - np.nan_to_num(stated)) > unit))


def _right(heading: str, reading: Reading, code: Code, readings: list[Reading], stated: Floats) -> Said:
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


def _wrong(work: Work, heading: str, reading: Reading, code: Code, off: np.ndarray, stated: Floats) -> Said:
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
    names = [name.strip() for name in work.event.own_order.split(",") if name.strip()]
    codes = [_listed(name) for name in names]
    unknown = [name for name, code in zip(names, codes, strict=True) if not code]
    shown = ", ".join(names)
    if unknown:
        yield said("The file's own list is {list}; {names} can't be computed here.", list=shown,
                   names=", ".join(unknown))
        return
    settings = replace(work.settings, order=",".join(codes if "PTS" in codes else ["PTS", *codes]), origins={})
    made = computed(work.event, settings, rule(settings.dp))
    elsewhere = made.index[moved(made)].tolist()
    if not elsewhere:
        yield said("The file's own order is by its own list: {list}.", list=shown)
        return
    more = said(" and {n} more", n=len(elsewhere) - NAMED) if len(elsewhere) > NAMED else ""
    yield said("The file's own order isn't by its own list ({list}): No. {numbers}{more} stand elsewhere.", list=shown,
               numbers=", ".join(map(str, elsewhere[:NAMED])), more=more)


def _listed(name: str) -> str:
    """The code that a list of a report file means: BH:GP/C1, OTHER_RP; empty for one that isn't known."""
    return named_code(name.removeprefix("OTHER_")) or {"PTS": "PTS"}.get(name, "")
