"""The columns of the sheet Tie-breaks, and the ranks that an order leaves, code after code.

They are described as those of the ARPO sheet are (`pipeline.method.columns` says how, formula templates too), and both
stand in one calculation: a column here may be made from one there. Which ones an event has follows from its order:
`columns_for` gives those of one code, what they are made from first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

from pipeline.made_from import Made, rules_of
from pipeline.registry import Column
from pipeline.tiebreaks import direct, ranking, rules
from pipeline.tiebreaks.buchholz import BUCHHOLZ
from pipeline.tiebreaks.building import DIRECT, OWN, c07, of, tie
from pipeline.tiebreaks.building import SHEET as SHEET
from pipeline.tiebreaks.codes import Code
from pipeline.tiebreaks.ranking import Stage
from pipeline.tiebreaks.ratings import RATINGS
from pipeline.tiebreaks.record import RECORD
from pipeline.words import said

HELPERS: tuple[Column[Any], ...] = (*RECORD, *BUCHHOLZ, *RATINGS)
"""Columns whose keys don't depend on the order; each stands after those that it is made from."""
_BY_KEY = {column.key: column for column in HELPERS}


@cache
def needed(*keys: str) -> tuple[Column[Any], ...]:
    """The columns of HELPERS that those with the keys are made from, and they themselves, in their order."""
    wanted: set[str] = set()
    open_ = [key for key in keys if key in _BY_KEY]
    while open_:
        column = _BY_KEY[open_.pop()]
        if column.key not in wanted:
            wanted.add(column.key)
            inputs = {source.key for rule in rules_of(column.rule).values() for source in rule.inputs}
            open_ += [key for key in inputs | column.by_way_of if key in _BY_KEY]
    return tuple(column for column in HELPERS if column.key in wanted)


def columns_for(stage: Stage, given: Any) -> Iterator[Column[Any]]:
    """The columns of one code of the order: those of its values, then the ranks that it leaves.

    `given` has the columns so far: how many passes a direct encounter takes follows from them.
    """
    code = stage.code
    if code.column.startswith("stated_"):
        yield _stated(code)
    if code.column:
        yield from needed(code.column)
        yield stage_column(stage)
        return
    yield from needed("times", "award")
    group = ranking.level(stage, _previous(stage, given), given.array("component").astype(int))
    count = direct.number_of_passes(group, given.rounds)
    for number in range(1, count + 1):
        yield from _pass(stage, number)
    yield _direct(stage, count)
    yield stage_column(stage, f"before_{stage.number}")


def _previous(stage: Stage, given: Any) -> Any:
    return rules.level_at_first(*([given.values[stage.previous]] if stage.previous else []), given=given)


def _stated(code: Code) -> Column[Any]:
    name = code.code.partition(":")[2]
    return tie(
        code.column, code.title, said("{heading} as the input states it.", heading=name), said("the input"), "stated",
        of(lambda given: given.event.stated[name].to_numpy(dtype=float)),
        f'=IF(ISNUMBER([Event {code.column}]),[Event {code.column}],"")', width=10,
    )


def stage_column(stage: Stage, before: str = "") -> Column[Any]:
    """The ranks that a code leaves; `before` is the column that counts who is before whom, where no value does."""
    code = stage.code
    part = "component" if code.by_part or stage.parted else ""
    inputs = [f"{name}*" for name in (code.column, stage.previous, part) if name]
    if before:
        inputs = [name for name in (before, stage.previous) if name]

    def rule(*columns: Any, given: Any) -> Any:
        cells = dict(zip((name.strip("*") for name in inputs), columns, strict=True))
        previous = cells.get(stage.previous)
        if before:
            return rules.after_direct(cells[before], previous)
        return rules.after(stage, cells[code.column], previous, cells.get(part))

    heading, meaning = said("Rank after {code}", code=code.code), said(
        "The rank when the order is looked at up to {code}: so many are before the player, and one.", code=code.code)
    if stage.last:
        heading, meaning = said("Rank"), said(
            "By the codes of the order, one after the other; who is level in all of them shares a rank, and so do "
            "players of different parts of the field with the same place in theirs."
        )
    return Column(
        stage.key, heading, meaning, c07("4.2") if not stage.last else OWN, "whole",
        "results" if stage.last else "checking", of(rule, *inputs), stage_formula(stage, before), width=7,
        zero=0.0 if stage.last else None, by_way_of=frozenset({"games", "component"}),
    )


def stage_formula(stage: Stage, before: str = "") -> str:
    """The formula template of the ranks that a code leaves: the ranks before it, and how many of the level are better.

    COUNTIFS takes no text for a number, so that who has no value is before nobody.
    """
    code, start = stage.code, f"[{stage.previous}]" if stage.previous else "1"
    if before:
        return f"={start}+[{before}]"
    better = _count([*_level(stage, True), _better(code, f"[{code.column}]")])
    if not code.may_lack:
        return f"={start}+{better}"
    without = _count([*_level(stage, True), _valued(code)])
    if code.by_part and not stage.parted:
        without = f"IF([games]=0,{_count([*_level(stage, False), _valued(code)])},{without})"
    return f"={start}+IF(ISNUMBER([{code.column}]),{better},{without})"


def recount(stage: Stage) -> str:
    """The sum over all players of how many are before each by the code, counted for all of them at once."""
    code = stage.code
    values = f"[{code.column}:players]"
    if not code.column:
        return f"SUM([before_{stage.number}:players])"
    if not code.may_lack:
        return f"SUMPRODUCT({_count([*_level(stage, True, ':players'), _better(code, values)])})"
    # SUMIF makes numbers of cells that may hold the empty text.
    better = _better(code, f"SUMIF([no:players],[no:players],{values})")
    without = _count([*_level(stage, True, ":players"), _valued(code)])
    total = f"SUMPRODUCT(ISNUMBER({values})*{_count([*_level(stage, True, ':players'), better])})"
    if not code.by_part or stage.parted:
        return f"{total}+SUMPRODUCT((1-ISNUMBER({values}))*{without})"
    idle = _count([*_level(stage, False, ":players"), _valued(code)])
    return (
        f"{total}+SUMPRODUCT((1-ISNUMBER({values}))*([games:players]>0)*{without})"
        f"+SUMPRODUCT(([games:players]=0)*{idle})"
    )


def _level(stage: Stage, in_part: bool, own: str = "") -> list[str]:
    """The criteria of COUNTIFS for who is level with a player; `own` is :players to ask for all players at once."""
    those = [f"[{stage.previous}:players],[{stage.previous}{own}]"] if stage.previous else []
    if stage.parted or (in_part and stage.code.by_part):
        those.append(f"[component:players],[component{own}]")
    return those


def _better(code: Code, own: str) -> str:
    """The criterion for a better value than `own`."""
    sign, margin = ("<", "-") if code.lowest else (">", "+")
    if code.same:
        own = f"({own}{margin}[@{'same_rank' if code.by_part else 'same_value'}])"
    return f'[{code.column}:players],"{sign}"&{own}'


def _valued(code: Code) -> str:
    """The criterion for having a value."""
    return f'[{code.column}:players],">"&(MIN([{code.column}:players])-1)'


def _count(criteria: Sequence[str]) -> str:
    return f"COUNTIF{'S' if len(criteria) > 1 else ''}({','.join(criteria)})"


def _pass(stage: Stage, number: int) -> Iterator[Column[Any]]:
    """The columns of one pass of a direct encounter; those of the first begin with the ranks before it."""
    i, article = stage.number, c07("6")

    def key(name: str) -> str:
        return f"de{i}_{number}_{name}"

    def column(name: str, heading: str, meaning: str, rule: Made, formula: str, **more: Any) -> Column[Any]:
        return tie(key(name), heading, meaning, article, more.pop("style", "helper"), rule, formula, band=DIRECT,
                    by_way_of=frozenset({"component", "times"}), **more)

    group = key("group")
    before = f"de{i}_{number - 1}_"
    if number == 1:
        start = f"=[{stage.previous}]" if stage.previous else "=1"
        begun = of(rules.level_at_first, *([stage.previous] if stage.previous else []))
    else:
        start = f"=[{before}group]+[{before}before]"
        begun = of(rules.level_again, f"{before}group", f"{before}before")
    members = f"[{group}:players],[{group}]" + (",[component:players],[component]" if stage.parted else "")
    same = f"INDEX([{group}:all],[paired_row])=[{group}]"
    if stage.parted:
        same = f"AND({same},INDEX([component:all],[paired_row])=[component])"
    parted = stage.parted
    yield column(
        "group", said("DE {p}: level", p=number), said("Who is level before the pass has the same number."),
        begun, start,
    )

    def among(function: Callable[..., Any]) -> Callable[..., Any]:
        """The rule with the groups as numbers of those who can be compared."""
        def of(group: Any, component: Any, *cells: Any, given: Any) -> Any:
            return function(rules.levels(group, component, parted), *cells, given=given)

        return of

    level = (f"{group}*", "component*")
    yield column(
        "shares", said("DE {p}: rd {k} met", p=number, k="{k}"),
        said("1 where the opponent is level, too, a share of it where they met more than once; else 0."),
        of(among(lambda g, times, given: direct.shares(g, given.rounds)), *level, "times"),
        f"=IF([times]=0,0,IF({same},1/[times],0))", family="round", style="share",
    )
    yield column(
        "e", said("DE {p}: points", p=number),
        said("e: points against those who are level, on average where two met more than once."),
        of(lambda shares, award, given: direct.points_within(shares, award), key("shares"), "award"),
        f"=ROUND(SUMPRODUCT([{key('shares')}:row],[award:row]),[@decimals])", style="direct",
    )
    yield column(
        "m", said("DE {p}: not met", p=number), said("m: how many of those who are level he hasn't met."),
        of(among(lambda g, shares, given: direct.not_met(g, shares)), *level, key("shares")),
        f"=COUNTIFS({members})-1-ROUND(SUM([{key('shares')}:row]),0)" if parted
        else f"=COUNTIF({members})-1-ROUND(SUM([{key('shares')}:row]),0)",
    )
    yield column(
        "best", said("DE {p}: at best", p=number), said("e + m: the points with all missing games won."),
        of(lambda e, m, given: e + m, key("e"), key("m")), f"=[{key('e')}]+[{key('m')}]", style="direct",
    )
    yield column(
        "ahead", said("DE {p}: safely ahead of", p=number),
        said("How many of those who are level can't reach his points even at best."),
        of(among(lambda g, e, best, given: direct.ahead_of(g, e, best)), *level, f"{key('e')}*", f"{key('best')}*"),
        f'=COUNTIFS({members},[{key("best")}:players],"<"&[{key("e")}])',
    )
    yield column(
        "behind", said("DE {p}: surely behind", p=number),
        said("How many of those who are level he can't reach even at best."),
        of(among(lambda g, e, best, given: direct.behind(g, e, best)), *level, f"{key('e')}*", f"{key('best')}*"),
        f'=COUNTIFS({members},[{key("e")}:players],">"&[{key("best")}])',
    )
    size = f"COUNTIF{'S' if parted else ''}({members})"
    yield column(
        "open", said("DE {p}: open", p=number),
        said("1 where somebody of those who are level may still be before or after him; else 0."),
        of(among(lambda g, a, b, given: direct.undecided(g, a, b)), *level, key("ahead"), key("behind")),
        f"=IF([{key('ahead')}]+[{key('behind')}]<{size}-1,1,0)",
    )
    yield column(
        "placed", said("DE {p}: placed", p=number),
        said("1 for who has his place: clear of everybody, and after nobody who isn't (6.3)."),
        of(among(lambda g, e, best, open_, given: direct.placed(g, e, best, open_)), *level, f"{key('e')}*",
            key("best"), f"{key('open')}*"),
        f'=IF([{key("open")}]=0,IF(COUNTIFS({members},[{key("open")}:players],1,[{key("e")}:players],'
        f'">"&[{key("best")}])=0,1,0),0)',
    )
    yield column(
        "before", said("DE {p}: before him", p=number),
        said("How many of those who are level are before him: by points where all have met (6.2), else those who have "
             "their places (6.3)."),
        of(among(lambda g, e, m, behind, placed, given: direct.before(g, e, m, behind, placed, given.rounds.advance)),
            *level, f"{key('e')}*", f"{key('m')}*", key("behind"), f"{key('placed')}*"),
        f'=IF(OR([@advance]=1,COUNTIFS({members},[{key("m")}:players],">0")=0),'
        f'COUNTIFS({members},[{key("e")}:players],">"&[{key("e")}]),'
        f'IF([{key("placed")}]=1,[{key("behind")}],COUNTIFS({members},[{key("placed")}:players],1)))',
    )


def _direct(stage: Stage, count: int) -> Column[Any]:
    keys = [f"de{stage.number}_{number}_before" for number in range(1, count + 1)]
    return tie(
        f"before_{stage.number}", said("DE: before him"),
        said("How many are before him by direct encounter, in all passes together."), c07("6"), "whole",
        of(lambda *cells, given: sum(cells), *keys), "=" + "+".join(f"[{key}]" for key in keys), band=DIRECT,
    )
