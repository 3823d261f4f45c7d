"""Players who share their points, and the order in which values put them."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.made_from import Floats


def tied(scores: Sequence[float], plays: Sequence[bool]) -> list[list[int]]:
    """The positions of those with a game who share their points, from the top."""
    groups: dict[float, list[int]] = {}
    for position, score in enumerate(scores):
        if plays[position]:
            groups.setdefault(score, []).append(position)
    return [groups[score] for score in sorted(groups, reverse=True) if len(groups[score]) > 1]


def order_of(tie: Sequence[int], values: Floats) -> list[int]:
    """The players of a tie in the order of these values, the highest first; by position where they are the same."""
    return sorted(tie, key=lambda position: (-values[position], position))


def apart(tie: Sequence[int], values: Floats) -> float:
    """The smallest difference between neighbours in the order of these values."""
    ordered = sorted(values[list(tie)].tolist(), reverse=True)
    return min(float(one - other) for one, other in zip(ordered, ordered[1:], strict=False))
