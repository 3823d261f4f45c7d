"""The work of a report: what is given, and the columns that are computed from it, one by one."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from pipeline.method import recursion
from pipeline.method.given import Given
from pipeline.method.recursion import Iterations
from pipeline.registry import Column, Sheet


@dataclass(frozen=True)
class Work(Given, Sheet):
    """The ARPO sheet while its columns are computed, and afterwards (index: number).

    columns  those that were computed, in their order: of the ARPO sheet, and of the sheet Tie-breaks
    """

    columns: list[Column[Any]] = field(default_factory=list, init=False, repr=False, compare=False)

    def cells(self, key: str) -> Any:
        """The column that a rule calls so; see `pipeline.method.rules` for the names that aren't keys."""
        if key == "start":
            return self.values[self.start]
        if key == "previous":
            return self.steps.before
        if key in ("last_iteration", "last_difference"):
            return self.values[key.removeprefix("last_")][:, -1]
        return self.values[key]

    @cached_property
    def steps(self) -> Iterations:
        """The iterations, once they are computed."""
        return Iterations(self.array(self.start), self.values["iteration"], self.settings.threshold)

    @property
    def drifts(self) -> list[float]:
        """What each part of the field that drifts gains a step; empty where none does."""
        return recursion.drifts(self.array("c_hat"), self.graph)


def has_limit(work: Work) -> bool:
    """Whether anybody has a limit: nobody has where the whole field drifts."""
    return not bool(np.isnan(work.values["limit"]).all())
