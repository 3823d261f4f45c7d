"""Event and settings in, every number and every check out: what the workbook, the tables and --json are made from."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import pandas as pd

from pipeline import recursion
from pipeline.checks import ALERT, CHECK, Check, made_checks
from pipeline.columns import Work, arpo_of, computed
from pipeline.dp import rule
from pipeline.event import Event
from pipeline.settings import Settings

TABLE_COLUMNS = ("no", "name", "rating", "games", "points", "score", "Ra", "dp", "c", "c_hat", "performance")
"""The first columns of `table`; then come the iterations, rp and arpo."""


@dataclass(frozen=True)
class Calculation:
    """A finished sheet (`work.frame`: index number, columns of the registry) with its checks."""

    work: Work
    checks: tuple[Check, ...]

    @cached_property
    def exact(self) -> pd.DataFrame:
        """rp and arpo of the exact limit; NaN where there is none."""
        limit = self.work.array("limit")
        return pd.DataFrame({"rp": limit, "arpo": arpo_of(self.work, limit)}, index=self.work.frame.index)

    @property
    def drift(self) -> float:
        """What all values gain a step in the long run: that of the component where it is largest; 0 without drift."""
        drifts = recursion.drift(self.work.array("c_hat"), self.work.field)
        largest = float(max(drifts, key=abs))
        return largest if abs(largest) > recursion.NO_DRIFT else 0.0

    def with_status(self, status: str) -> list[Check]:
        """The checks that have this status."""
        return [check for check in self.checks if check.status == status]

    @property
    def to_look_at(self) -> list[Check]:
        """The checks that aren't OK: those that failed, then those to know."""
        return self.with_status(CHECK) + self.with_status(ALERT)

    @property
    def counted(self) -> int:
        """How many checks there are that can fail (all but the infos)."""
        return sum(check.kind != "info" for check in self.checks)

    @property
    def master(self) -> str:
        """The master status in words, as the workbook's master cell has it."""
        failed, alerts = len(self.with_status(CHECK)), len(self.with_status(ALERT))
        passed = self.counted - failed - alerts
        said = f"CHECK: {failed} of {self.counted} checks failed" if failed else f"ALL {passed} CHECKS OK"
        return said + (f" · {alerts} to know" if alerts else "")

    @property
    def standings(self) -> pd.DataFrame:
        """rank, no, name, score, rp, arpo (of the exact limit), in the order of the list."""
        frame = self.work.frame[["rank", "no", "name", "score", "place"]].join(self.exact)
        return frame.sort_values("place").drop(columns="place")

    @property
    def table(self) -> pd.DataFrame:
        """The columns of `arpo table`: those of TABLE_COLUMNS, iteration_1 …, rp, arpo (of the exact limit)."""
        frame = self.work.frame
        iterations = [key for key in frame.columns if key.startswith("iteration_")]
        return frame[[*TABLE_COLUMNS, *iterations]].join(self.exact)

    @property
    def findings(self) -> list[str]:
        """Where the iteration goes, in sentences that a teacher can read out."""
        work, said = self.work, []
        steps, field = work.steps, work.field
        count = steps.values.shape[1]
        final = steps.largest_differences[-1]
        if steps.converged_at is not None:
            said.append(
                f"The iterations converge: at iteration {steps.converged_at} no value changes by more than "
                f"{work.settings.threshold:g}. RP is the last iteration."
            )
        if field.components > 1:
            said.append(
                f"The field falls into {field.components} parts that no game links: compare values only inside a part"
                + (", and each part has its own c." if work.settings.c == "field" else ".")
            )
        drifting = [d for d in recursion.drift(work.array("c_hat"), field) if abs(d) > recursion.NO_DRIFT]
        if drifting:
            largest = max(drifting, key=abs)
            said.append(
                f"The recursion drifts: every step adds {largest:.4f} to all values in the long run, because the "
                "games-weighted sum of ĉ is not 0. There is no limit, and no RP. With c = field there is one."
            )
        if any(field.bipartite):
            said.append(
                "The field is bipartite: it splits into two groups that only met each other, so the iterations swing "
                "between two values for ever. The limit exists all the same, and RP is taken from it."
                if field.components == 1
                else f"{'All' if all(field.bipartite) else sum(field.bipartite)} of the {field.components} parts are "
                "bipartite: two groups that only met each other. There the iterations swing for ever; RP is taken "
                "from the limit."
            )
        elif steps.converged_at is None and not drifting:
            said.append(
                f"The iterations converge slowly: after {count} of them the largest difference is {final:.2g}. "
                "RP is taken from the exact limit, which they approach."
            )
        return said


def calculated(event: Event, settings: Settings) -> Calculation:
    """All columns and checks for an event. Raises UsageError where the dp table has no value for a player's score."""
    work = computed(event, settings, rule(settings.dp))
    return Calculation(work, made_checks(work))
