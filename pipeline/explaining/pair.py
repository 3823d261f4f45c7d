"""Why one player is before another: the code that decides, then what each is made of, and where they part."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pipeline.errors import UsageError
from pipeline.explaining.figures import Figure, shown
from pipeline.explaining.page import MARKDOWN, Block, Form, Grid, Heading, Lines
from pipeline.explaining.parting import parting
from pipeline.explaining.seen import SIGNS, points_in_words
from pipeline.explaining.settings_words import settings_in_words
from pipeline.explaining.tellings import is_told, telling
from pipeline.explaining.terms import Leaf, Places, Term, adds_up, stages
from pipeline.explaining.tie_breaks import brought_in_words, tie_stages, tie_sum
from pipeline.explaining.two import MOST, Pair, compared_opponents, figured
from pipeline.explaining.worked import Worked
from pipeline.made_from import PART
from pipeline.method.calculation import Calculation
from pipeline.method.columns import COLUMNS
from pipeline.tiebreaks.codes import DIRECT, POINTS
from pipeline.tiebreaks.standings import Between, printed
from pipeline.words import Said, joined, said


def pair_page(calculation: Calculation, first: int, second: int, form: Form) -> Iterator[Block]:
    """Why one of two players is before the other. Raises UsageError where it is the same player twice."""
    if first == second:
        raise UsageError(said("both are No. {no}.\n    → Name two players, or one alone.", no=first))
    pair = Pair.of(calculation, first, second, form)
    between = calculation.listed.between(pair.one.no, pair.other.no)
    names = {"one": pair.one.name, "other": pair.other.name}
    if between.stage is None:
        yield Heading(said("{one} and {other} share a rank: why?", **names))
    else:
        yield Heading(said("Why is {one} before {other}?", **names))
    by_recursion = any(stage.code.by_part for stage in calculation.work.stages)
    yield Lines((*_decided(pair, between), *([settings_in_words(calculation)] if by_recursion else [])))
    yield from _beside(pair, list(_tie_rows(pair, between)))
    if not by_recursion:
        return
    if not (pair.one.has_games and pair.other.has_games):
        idle = next(seen for seen in pair.both if not seen.has_games)
        yield Lines((said("{name} has no game over the board, and so no RP.", name=idle.name),))
        return
    if not between.comparable or _parts(pair)[0] != _parts(pair)[1]:
        yield Lines((said("No game links the parts of the field that they play in: their RP can't be compared."),))
        return
    if any(value != value for value in pair.values("rp")):
        yield Lines((said("There is no RP in this calculation: with c = opponents, ĉ drifts. Try --c field."),))
        return
    yield from _beside(pair, list(_rows(pair)))
    yield from parting(pair)


def _parts(pair: Pair) -> tuple[int, int]:
    part = pair.calculation.work.graph.component
    return int(part[pair.one.row]), int(part[pair.other.row])


def _decided(pair: Pair, between: Between) -> Iterator[Said]:
    """Code after code, until one decides."""
    listed = pair.calculation.listed
    one = listed.line(pair.one.no)
    order = ", ".join(code.code for code in listed.codes)
    yield said("The order of the standings: {order}.", order=order)
    for i, stage in enumerate(listed.stages):
        if stage is not between.stage:
            if between.stage is not None and i > listed.stages.index(between.stage):
                return
            yield _level(pair, stage.code.code, one.values[i])
            continue
        a, b = between.values
        code = stage.code
        if a is None or b is None:
            yield said("{code} ({title}) decides.", code=code.code, title=code.title)
        elif code.code == DIRECT.code:
            yield said(
                "{code} ({title}) decides: in the games among those who were level, {one} has {a} and {other} {b}.",
                code=code.code, title=code.title, one=pair.one.name, a=points_in_words(a), other=pair.other.name,
                b=points_in_words(b),
            )
        elif code.decimals is None:
            d = pair.decimals
            yield said(
                "{code} ({title}) decides: {one} {a}, {other} {b}, a difference of {difference}.", code=code.code,
                title=code.title, one=pair.one.name, a=shown(a, d), other=pair.other.name, b=shown(b, d),
                difference=pair.one.form.strong(Said("{x}", {"x": shown(abs(a - b), d)})),
            )
        else:
            yield said(
                "{code} ({title}) decides: {one} {a}, {other} {b}.", code=code.code, title=code.title,
                one=pair.one.name, a=_figure(printed(code, a)), other=pair.other.name, b=_figure(printed(code, b)),
            )
        return
    yield said("No code of the order tells them apart: both are at rank {rank}.", rank=one.rank) if (
        between.comparable
    ) else said("They are in parts of the field that no game links: what is left of the order can't compare them.")


def _level(pair: Pair, code: str, value: float | None) -> Said:
    if code == POINTS.code:
        return said("Both have {points}.", points=points_in_words(pair.one.value("score")))
    if value is None:
        return said("{code} leaves them level.", code=code)
    return said("{code} leaves them level: {value}.", code=code, value=shown(value, short=True))


def _figure(text: str) -> Figure:
    return Figure(float(text), text)


# The table


@dataclass(frozen=True)
class _Row:
    label: Said
    one: Said | str
    other: Said | str
    difference: Said | str = ""


def _tie_rows(pair: Pair, between: Between) -> Iterator[_Row]:
    """The sums of the tie-breaks of C.07 that were looked at, until one decided."""
    until = between.stage.number if between.stage else len(pair.calculation.work.stages)
    those = [stage for stage in tie_stages(pair.calculation.work) if stage.number <= until]
    brought = [dict(brought_in_words(seen, those)) for seen in pair.both]
    for heading in (name for name in brought[0] if name in brought[1]):
        yield _Row(heading, brought[0][heading], brought[1][heading])
    for stage in those:
        texts = [joined(" ", tie_sum(seen, stage)) for seen in pair.both]
        yield _Row(said("{code}, {title}", code=stage.code.code, title=stage.code.title), *texts)


def _beside(pair: Pair, rows: list[_Row]) -> Iterator[Block]:
    """What each is made of, and the difference: in Markdown a table, as text a paragraph each."""
    if not rows:
        return
    names = [
        said("{name} (No. {no}, {rating})", name=seen.name, no=seen.no, rating=seen.rating()) for seen in pair.both
    ]
    difference = said("difference")
    if pair.one.form.kind == MARKDOWN:
        cells = tuple((row.label, row.one, row.other, row.difference) for row in rows)
        yield Grid(("", *names, difference), cells, (3,))
        return
    for row in rows:
        lines = [joined(": ", [seen.name, text]) for seen, text in zip(pair.both, (row.one, row.other), strict=True)]
        if row.difference:
            lines.append(joined(": ", [difference, row.difference]))
        yield Lines(("", *lines), row.label)


def _rows(pair: Pair) -> Iterator[_Row]:
    form, d = pair.one.form, pair.decimals
    met = [
        joined(", ", [f"{seen.name_of(row)} ({SIGNS[result]})"
                      for row, result in zip(seen.opponents, seen.results, strict=True)])
        for seen in pair.both
    ]
    yield _Row(said("Opponents (result)"), *met)
    both = compared_opponents(pair)
    in_common: list[str] = [pair.one.name_of(row) for row in both.common]
    if both.each_other:
        in_common.append(said("each other"))
    if in_common:
        text = joined(", ", in_common)
        yield _Row(said("In common"), text, text)
    if both.own[0] or both.own[1]:
        yield _Row(said("Not in common"), *(
            joined(", ", [said("{name} {rating}", name=pair.one.name_of(row), rating=pair.one.rating(row))
                          for row in rows]) if rows else "–" for rows in both.own
        ))
    work = pair.calculation.work
    for column in COLUMNS:
        if not is_told(column, work) or column.family or column.key == "arpo":
            continue
        cells = [seen.worked(column.key) for seen in pair.both]
        if column.key == "dp":
            texts = [
                said("{per_cent} %: {dp}", per_cent=shown(seen.value("per_cent")),
                     dp=shown(seen.value("dp"), d, short=True)) for seen in pair.both
            ]
        else:
            texts = [_summed(cell, d) for cell in cells]
        yield _Row(telling(column, pair.one).title, texts[0], texts[1], _signed(pair.difference(column.key), d, form))
    theirs = [
        joined(", ", [said("{name} {rp}", name=seen.name_of(row), rp=shown(float(work.array("rp")[row]), d))
                      for row in seen.opponents]) for seen in pair.both
    ]
    yield _Row(said("RP of the opponents"), *theirs)
    sums = [joined(" = ", stages(term, _within(term, d))) for term in pair.averages]
    off = pair.averages[0].value - pair.averages[1].value
    yield _Row(said("Their average"), sums[0], sums[1], _signed(off, d, form))
    totals = []
    for average, seen in zip(pair.averages, pair.both, strict=True):
        again = Leaf(average.value) + Leaf(seen.value("c_hat"))
        inner = pair.inner(average.value, seen.value("c_hat"), seen.value("rp"))
        value = form.strong(figured(seen.value("rp"), d))
        totals.append(joined(" = ", [stages(again, Places(inner, inner))[0], value]))
    yield _Row(said("RP = that average + ĉ"), totals[0], totals[1], _signed(pair.difference("rp"), d, form))


def _summed(cell: Worked, d: int) -> Said:
    """A cell's sum; of one over a part of the field, which is both players', only its last steps."""
    if cell.term is None:
        return figured(cell.value, d)
    steps = stages(cell.term, _within(cell.term, d))
    return joined(" = ", steps[-2:] if all(source.reach == PART for source in cell.inputs) else steps)


def _within(term: Term, d: int) -> Places:
    """Places for a result of `d` decimals: as many inside as it takes to add up."""
    fitting = (Places(d, inner) for inner in range(d, MOST + 1))
    return next((places for places in fitting if adds_up(term, places)), Places(d, d))


def _signed(value: float, d: int, form: Form) -> Said:
    return form.strong(figured(value, d, signed=True))


def ties(calculation: Calculation) -> list[tuple[int, int]]:
    """Neighbours in the list who are level after the first code of the order, as pairs of numbers."""
    lines = calculation.listed.lines
    return [(a.no, b.no) for a, b in zip(lines, lines[1:], strict=False) if b.no in a.tied]

