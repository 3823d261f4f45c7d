"""Who of the two on the sheet Player is before whom, and by which code of the order: one sentence, live."""

from __future__ import annotations

from pipeline.method.work import Work
from pipeline.words import Said, said
from pipeline.workbook.book import Book
from pipeline.workbook.player.layout import Side, label, list_cells

_CHOOSE = said("Choose two players.")
_APART = said("No chain of games links the two: their values don't compare.")


def _shared(one: str, two: str) -> Said:
    return said("{one} and {two} share a rank.", one=one, two=two)


def _before(one: str, two: str, code: str) -> Said:
    return said("{one} is before {two}, decided by {code}.", one=one, two=two, code=code)


def verdict_formula(book: Book, sides: tuple[Side, Side]) -> str:
    """The template of the sentence."""
    work = book.work
    one, two = (side.place for side in sides)
    names = [f"INDEX({list_cells(work)},{place})" for place in (one, two)]
    ranks = [f"INDEX([rank:players],{place})" for place in (one, two)]
    code = book.quoted("")
    for stage in reversed(work.stages):
        cells = [f"INDEX([{stage.key}:players],{place})" for place in (one, two)]
        code = f"IF({cells[0]}<>{cells[1]},{book.quoted(stage.code.code.removeprefix('stated:'))},{code})"
    first, second = (f"IF({ranks[0]}<{ranks[1]},{names[i]},{names[1 - i]})" for i in (0, 1))
    compared = (
        f"IF({ranks[0]}={ranks[1]},{book.sentence(_shared, *names)},{book.sentence(_before, first, second, code)})"
    )
    by_part = next((stage for stage in work.stages if stage.code.by_part), None)
    if by_part and work.graph.components > 1:
        parts = "<>".join(f"INDEX([component:players],{place})" for place in (one, two))
        level = "=".join(f"INDEX([{by_part.previous}:players],{place})" for place in (one, two))
        condition = f"IF({level},{parts})" if by_part.previous else parts
        compared = f"IF({condition},{book.quoted(_APART)},{compared})"
    choose = book.quoted(_CHOOSE)
    return f"=IF({one}*{two}=0,{choose},IF({one}={two},{choose},{compared}))"


def verdict_as_read(work: Work, a: int, b: int) -> str:
    """What it says of the players at these positions, for the event as read."""
    if a == b:
        return _CHOOSE
    rank, part = work.values["rank"], work.values["component"]
    by_part = next((stage for stage in work.stages if stage.code.by_part), None)
    if by_part and work.graph.components > 1 and part[a] != part[b]:
        level = not by_part.previous or work.values[by_part.previous][a] == work.values[by_part.previous][b]
        if level:
            return _APART
    if rank[a] == rank[b]:
        return _shared(label(work, a), label(work, b))
    one, two = (a, b) if rank[a] < rank[b] else (b, a)
    code = next(stage.code.code for stage in work.stages if work.values[stage.key][a] != work.values[stage.key][b])
    return _before(label(work, one), label(work, two), code.removeprefix("stated:"))
