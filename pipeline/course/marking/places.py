"""Judges the places of tied players: right, or what follows from a student's own last iteration."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.audit.judging.verdicts import Verdict
from pipeline.audit.report.findings import AnyAudit, JudgedCell
from pipeline.audit.sheet.stated import Spot
from pipeline.course.exercise import PLACE, Exercise
from pipeline.course.marking.answers import Answers
from pipeline.tiebreaks.codes import SAME_RANK


def judged_places(exercise: Exercise, answers: Answers, audit: AnyAudit) -> list[JudgedCell]:
    """A judged cell for each tied player who has a row; its origins are the cells of his tie's last iteration."""
    found = []
    last = f"iteration_{exercise.steps}"
    own = {cell.position: cell for cell in audit.cells if cell.column == last}
    for tie in exercise.ties:
        written = _in_the_standings([answers.places.get(i) for i in tie], exercise.first_place(tie), len(tie))
        cells = [own[i] for i in tie if i in own]
        for i, stated in zip(tie, written, strict=True):
            if i in answers.place_spots:
                found.append(_judged(exercise, tie, i, stated, answers.place_spots[i], cells))
    return found


def _in_the_standings(written: Sequence[float | None], first: int, count: int) -> list[float | None]:
    """Places counted inside the tie (1, 2) as places in the standings (3, 4), where all of them must be meant so."""
    numbers = [place for place in written if place is not None]
    if first > 1 and len(numbers) == count and set(numbers) == set(range(1, count + 1)):
        return [None if place is None else place + first - 1 for place in written]
    return list(written)


def _judged(
    exercise: Exercise, tie: Sequence[int], i: int, stated: float | None, spot: Spot, cells: Sequence[JudgedCell]
) -> JudgedCell:
    right = float(exercise.places[i])
    follows = _own_places(exercise, tie, i, cells)
    off = [cell for cell in cells if not cell.verdict.is_right and cell.verdict is not Verdict.MISSING]
    if stated is None:
        verdict = Verdict.MISSING
    elif stated in follows:
        # It follows from what he wrote: right where that is, else carried from where it came from.
        verdict = Verdict.CARRIED if off else Verdict.OK
    else:
        verdict = Verdict.OK if stated == right and not _is_from_nowhere(cells, off) else Verdict.WRONG
    origins = tuple(dict.fromkeys(spot for cell in off for spot in (cell.spot, *cell.origins)))
    carried = verdict is Verdict.CARRIED
    return JudgedCell(
        spot, str(exercise.event.players["name"].iloc[i]), PLACE, stated, right, min(follows, default=None), verdict, 0,
        origin=origins[0] if carried and origins else spot if verdict is Verdict.WRONG else None,
        origins=origins if carried else (), position=i,
    )


def _own_places(exercise: Exercise, tie: Sequence[int], i: int, cells: Sequence[JudgedCell]) -> set[float]:
    """The places that follow from his own last iteration: several where it has equal numbers; none without all."""
    values = {cell.position: cell.stated for cell in cells if isinstance(cell.stated, float)}
    if set(values) != set(tie):
        return set()
    first = exercise.first_place(tie)
    better = sum(values[j] > values[i] + SAME_RANK for j in tie)
    equal = sum(abs(values[j] - values[i]) <= SAME_RANK for j in tie)
    return {float(first + better + k) for k in range(equal)}


def _is_from_nowhere(cells: Sequence[JudgedCell], off: Sequence[JudgedCell]) -> bool:
    """Whether all of the tie's numbers are wrong, so that the right order can only be luck."""
    return bool(cells) and len(off) == len(cells)
