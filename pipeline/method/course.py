"""The course of an event: everybody's RP after each round, each computed as if the event had ended there."""

from __future__ import annotations

from dataclasses import dataclass

from pipeline.made_from import Floats


@dataclass(frozen=True)
class Course:
    """RP (of the exact limit) after round 1, 2, …: players × rounds, NaN where there is none."""

    rp: Floats
