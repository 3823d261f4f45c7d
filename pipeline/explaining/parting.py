"""Where two players part: in one sentence, by whom they met, through the iterations, and under other settings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from pipeline.explaining.figures import FEWEST, rounded, shown
from pipeline.explaining.page import Block, Grid, Heading, Lines
from pipeline.explaining.two import Pair, compared_opponents, figured
from pipeline.method.calculation import calculated
from pipeline.method.choices import in_words
from pipeline.method.columns import SAME_RANK
from pipeline.words import Said, joined, said

_SHOWN_STEPS = (1, 2, 3, 4, 5, 6, 7, 10)
"""Iterations whose values are shown, and the last."""
OTHER_DP, OTHER_C = ("fide", "logistic-floor", "logistic"), ("field", "opponents")
"""Settings under which the order is looked at once more."""


def parting(pair: Pair) -> Iterator[Block]:
    """All of it, of two players who have an RP in the same part of the field."""
    yield Heading(said("In one sentence"), 2)
    yield Lines((_in_one_sentence(pair),))
    yield from _where_from(pair)
    yield from _on_the_way(pair)
    yield from _how_sure(pair)


def _in_one_sentence(pair: Pair) -> Said:
    d = pair.decimals
    ahead, behind, sign = (pair.one, pair.other, 1) if pair.difference("rp") >= 0 else (pair.other, pair.one, -1)
    off_rp, off_c = sign * pair.difference("rp"), sign * pair.difference("c_hat")
    off_arpo = sign * (pair.averages[0].value - pair.averages[1].value)
    words = {
        "ahead": ahead.name, "behind": behind.name, "rp": shown(off_rp, d), "c": shown(abs(off_c), d),
        "arpo": shown(abs(off_arpo), d),
    }
    nothing = 0.5 * 10.0**-d
    if off_rp < 1e-6 and abs(off_c) < nothing:
        return said("Their RP are equal: their opponents were equally strong, and both have the same ĉ.")
    if off_rp < 1e-6:
        return said("Their RP are equal: what one gains by the opponents, the other gains by ĉ.", **words)
    if abs(off_c) < nothing:
        text = said("Both have the same ĉ, and {ahead}'s opponents were stronger by {arpo}.", **words)
    elif abs(off_arpo) < nothing:
        text = said("Their opponents were equally strong, and {ahead} gains {c} by ĉ.", **words)
    elif off_arpo > 0 and off_c > 0:
        text = said(
            "{ahead}'s opponents were stronger by {arpo}, and {ahead} gains {c} by ĉ, too: {rp} together.", **words
        )
    elif off_arpo > 0:
        text = said(
            "{ahead}'s opponents were stronger by {arpo}, {behind} gains {c} by ĉ, and what is left for {ahead} is "
            "{rp}.", **words,
        )
    else:
        text = said(
            "{behind}'s opponents were stronger by {arpo}, {ahead} gains {c} by ĉ, and what is left for {ahead} is "
            "{rp}.", **words,
        )
    if sign < 0:
        return said("{text} By RP alone, {ahead} would be before {behind}; but the order looks at other things first.",
                    text=text, **words)
    return text


def _where_from(pair: Pair) -> Iterator[Block]:
    """Where the difference of the averages and that of ĉ come from."""
    d, work = pair.decimals, pair.calculation.work
    rp = work.array("rp")
    games = [len(seen.opponents) for seen in pair.both]
    off = pair.averages[0].value - pair.averages[1].value
    lines: list[Said] = []
    if games[0] == games[1]:
        met = compared_opponents(pair)
        own, n = met.own, games[0]
        lines.append(said("The {off} between the averages, over {n} games each:", off=shown(off, d, signed=True), n=n))
        if len(own[0]) == len(own[1]) == 1:
            a, b = own[0][0], own[1][0]
            lines.append(said(
                "- {one} instead of {other}: {a} − {b} = {whole}, a game {part}", one=pair.one.name_of(a),
                other=pair.one.name_of(b), a=shown(rp[a], d), b=shown(rp[b], d),
                whole=shown(rp[a] - rp[b], d, signed=True), part=shown((rp[a] - rp[b]) / n, d, signed=True),
            ))
        elif own[0] or own[1]:
            whole = float(rp[own[0]].sum() - rp[own[1]].sum())
            lines.append(said(
                "- those that only one of them met: {a} for {one}, {b} for {other}: {whole}, a game {part}",
                one=pair.one.name, other=pair.other.name, a=shown(float(rp[own[0]].sum()), d),
                b=shown(float(rp[own[1]].sum()), d), whole=shown(whole, d, signed=True),
                part=shown(whole / n, d, signed=True),
            ))
        if met.each_other:
            times = pair.one.opponents.count(pair.other.row)
            whole = times * float(rp[pair.other.row] - rp[pair.one.row])
            lines.append(said(
                "- they met each other, and each has the other's RP in the average: {whole}, a game {part}",
                whole=shown(whole, d, signed=True), part=shown(whole / n, d, signed=True),
            ))
        if met.common:
            names = ", ".join(pair.one.name_of(row) for row in dict.fromkeys(met.common))
            lines.append(said("- whom both met ({names}): 0", names=names))
    else:
        lines.append(said(
            "The averages are over {a} games for {one} and {b} for {other}, so that those whom both met don't cancel "
            "out.", a=games[0], b=games[1], one=pair.one.name, other=pair.other.name,
        ))
    yield Heading(said("Where that comes from"), 2)
    yield Lines(tuple(lines))
    yield Lines((_c_hat_from(pair), *_c_from(pair)))


def _c_hat_from(pair: Pair) -> Said:
    d = pair.decimals
    dp, c = shown(pair.difference("dp"), d, signed=True), shown(-pair.difference("c"), d, signed=True)
    off = shown(pair.difference("c_hat"), d, signed=True)
    if pair.calculation.work.settings.c == "field" and abs(pair.difference("dp")) < 1e-9:
        return said("ĉ is the same for both, as dp and c are: {one} scored {a} %, {other} {b} %.",
                    one=pair.one.name, other=pair.other.name, a=shown(pair.one.value("per_cent")),
                    b=shown(pair.other.value("per_cent")))
    if pair.calculation.work.settings.c == "field":
        return said(
            "ĉ differs as dp does ({off}), for c is the same for both: {one} scored {a} %, {other} {b} %.", off=off,
            one=pair.one.name, other=pair.other.name, a=shown(pair.one.value("per_cent")),
            b=shown(pair.other.value("per_cent")),
        )
    if abs(pair.difference("dp")) < 1e-9:
        more, less = (pair.one, pair.other) if pair.difference("c") >= 0 else (pair.other, pair.one)
        return said(
            "ĉ differs by {off}, for {more}'s opponents scored better than {less}'s, and c is subtracted.", off=off,
            more=more.name, less=less.name,
        )
    return said(
        "ĉ differs by {off}: {dp} by their own scores, and {c} by c, the scores of their opponents.", off=off, dp=dp,
        c=c,
    )


def _c_from(pair: Pair) -> Iterator[Said]:
    """Where c is over a player's opponents: the two sums, and the dp of those whom only one of the two met."""
    work, d = pair.calculation.work, pair.decimals
    if work.settings.c != "opponents":
        return
    dp, n = work.array("dp"), work.graph.n
    games = [int(n[seen.opponents].sum()) for seen in pair.both]
    sums = [float((n[seen.opponents] * dp[seen.opponents]).sum()) for seen in pair.both]
    a = shown(sums[0], short=True)
    b = Said("{x}" if sums[1] >= 0 else "({x})", {"x": shown(sums[1], short=True)})
    off = shown(pair.difference("c"), d, signed=True)
    if games[0] == games[1]:
        whole = shown(sums[0] - sums[1], short=True)
        yield said("c differs by ({a} − {b}) / {n} = {whole} / {n} = {off}.", a=a, b=b, n=games[0], whole=whole,
                   off=off)
    else:
        yield said("c differs by {a} / {n} − {b} / {m} = {off}.", a=a, b=b, n=games[0], m=games[1], off=off)
    own = [list(dict.fromkeys(rows)) for rows in compared_opponents(pair).own]
    if own[0] or own[1]:
        named = [
            joined(" ", [pair.one.name_of(row), Said("{x}", {"x": shown(float(dp[row]), short=True)})])
            for row in (*own[0], *own[1])
        ]
        yield said("The dp of those whom only one of the two met: {list}.", list=joined(", ", named))


def _on_the_way(pair: Pair) -> Iterator[Block]:
    """The two through the iterations, and from where on the order is the last one."""
    work = pair.calculation.work
    if not pair.calculation.settled:
        return
    values = work.steps.values
    last = values.shape[1]
    start = work.array(work.start)
    paths = [np.append(start[seen.row], values[seen.row]) for seen in pair.both]
    off = paths[0] - paths[1]
    columns = [0, *(k for k in _SHOWN_STEPS if k < last), last]
    final = np.sign(off[-1])
    level = abs(float(off[-1])) <= SAME_RANK
    turned = [] if level else [k for k in range(last + 1) if np.sign(off[k]) != final and abs(off[k]) > 1e-9]
    rows = [
        (seen.name, *(figured(path[k], pair.decimals) for k in columns))
        for seen, path in zip(pair.both, paths, strict=True)
    ]
    signs = [_subtracted(paths[0][k], paths[1][k], pair.decimals) for k in columns]
    signs = [pair.one.form.strong(text) if k in turned else text for k, text in zip(columns, signs, strict=True)]
    yield Heading(said("Don't stop too early") if turned else said("On the way"), 2)
    first = said("0 (performance)") if work.start == "performance" else said("0 (rating)")
    yield Grid((said("Iteration"), first, *map(str, columns[1:])), (*rows, (said("difference"), *signs)),
               tuple(range(1, len(columns) + 1)))
    ahead = pair.one if final >= 0 else pair.other
    behind = pair.other if final >= 0 else pair.one
    if level:
        apart = np.flatnonzero(np.abs(off) > SAME_RANK)
        yield Lines((said(
            "By these values neither is before the other: from iteration {k} on they are equal but for less than "
            "0.000001.", k=int(apart[-1]) + 1,
        ) if len(apart) else said("By these values neither is before the other, from the beginning."),))
    elif turned:
        yield Lines((said(
            "The order of the two changes on the way. From iteration {k} on, {ahead} is before {behind} by these "
            "values.", k=turned[-1] + 1, ahead=ahead.name, behind=behind.name,
        ),))
    else:
        yield Lines((said(
            "{ahead} is before {behind} by these values from the beginning.", ahead=ahead.name, behind=behind.name,
        ),))


def _subtracted(a: float, b: float, d: int) -> Said:
    """The difference of two shown numbers, which is what a reader gets who subtracts them."""
    return figured(float(rounded(a, d) - rounded(b, d)), d, signed=True)


def _how_sure(pair: Pair) -> Iterator[Block]:
    """The RP of the two under other settings."""
    work = pair.calculation.work
    rows: list[tuple[str, ...]] = []
    orders: set[int] = set()
    for dp in OTHER_DP:
        for c in OTHER_C:
            settings = replace(work.settings, dp=dp, c=c)
            limit = calculated(work.event, settings).work.array("limit")
            a, b = float(limit[pair.one.row]), float(limit[pair.other.row])
            used = (dp, c) == (work.settings.dp, work.settings.c)
            label = joined("", ["dp = ", in_words(dp), ", c = ", in_words(c), said(" (used here)") if used else ""])
            if a != a or b != b:
                rows.append((label, said("no RP"), said("no RP"), ""))
                continue
            orders.add(0 if abs(a - b) <= 1e-6 else int(np.sign(a - b)))
            d = pair.decimals if used else FEWEST
            rows.append((label, *(figured(x, d) for x in (a, b)), _subtracted(a, b, d)))
    yield Heading(said("How sure is it?"), 2)
    yield Grid((said("Settings"), pair.one.name, pair.other.name, said("difference")), tuple(rows), (1, 2, 3))
    yield Lines((
        said("Their order by RP is the same with each of these that has an RP.") if len(orders) == 1
        else said("Their order by RP rests on the choice of dp and c."),
    ))
