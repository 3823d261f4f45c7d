"""Event and settings in, every number and every check out: what the workbook, the tables and --json are made from."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import pandas as pd

from pipeline.event import Event
from pipeline.made_from import Floats, Opponents
from pipeline.method import rules
from pipeline.method.checks import NO_RP, made_checks, stated_half_unit
from pipeline.method.computing import computed
from pipeline.method.convergence import Convergence, convergence_of
from pipeline.method.dp import rule
from pipeline.method.given import stated_rp_heading
from pipeline.method.lesson import remark
from pipeline.method.settings import Settings
from pipeline.method.sums import ROUNDING
from pipeline.method.work import Work
from pipeline.registry import OK, Check, Checked
from pipeline.tiebreaks.editions import AUTO, ROUND_ROBIN, SWISS, edition_of
from pipeline.tiebreaks.ranking import Stage
from pipeline.tiebreaks.rounds import is_round_robin
from pipeline.tiebreaks.rules import levels
from pipeline.tiebreaks.standings import Standings
from pipeline.words import ENGLISH, Said, counted, joined, said

TABLE_COLUMNS = ("no", "name", "rating", "games", "points", "score", "Ra", "dp", "c", "c_hat", "performance")
"""The first columns of `table`; then come the iterations, rp and arpo."""


@dataclass(frozen=True)
class Calculation(Checked):
    """A finished sheet (`work.frame`: index number, columns of the registry) with its checks."""

    work: Work
    checks: tuple[Check, ...]

    @cached_property
    def exact(self) -> pd.DataFrame:
        """rp and arpo of the exact limit; NaN where there is none."""
        limit = self.work.array("limit")
        arpo = rules.arpo(Opponents(limit, self.work.graph), self.work)
        return pd.DataFrame({"rp": limit, "arpo": arpo}, index=self.work.index)

    @property
    def language(self) -> str:
        """The language of all that is written of it."""
        return self.work.settings.language or ENGLISH

    @property
    def drift(self) -> float:
        """What all values gain a step in the long run: that of the component where it is largest; 0 without drift."""
        return float(max(self.work.drifts, key=abs, default=0.0))

    @cached_property
    def convergence(self) -> Convergence:
        """How fast the iterations converge: the second eigenvalue, and the steps it takes."""
        return convergence_of(self.work.graph, self.work.steps, bool(self.work.drifts))

    @property
    def standings(self) -> pd.DataFrame:
        """rank, no, name, score, rp, arpo (of the exact limit), in the order of the list."""
        frame = self.work.frame[["rank", "no", "name", "score", "place"]].join(self.exact)
        return frame.sort_values("place").drop(columns="place")

    @cached_property
    def listed(self) -> Standings:
        """The list in the chosen order: ranks, values by code, who is tied and by what it was decided."""
        work = self.work
        return Standings(
            work.index.tolist(), work.stages, np.column_stack([work.values[stage.key] for stage in work.stages]),
            work.values["component"], work.values["place"], self._code_values,
        )

    def _code_values(self, stage: Stage) -> Floats:
        """The values of a code; for direct encounter the points among those who were level, if anybody was."""
        if stage.code.column:
            return self.work.array(stage.code.column)
        group = levels(self.work.values[f"de{stage.number}_1_group"], self.work.values["component"], stage.parted)
        return np.where(np.bincount(group)[group] > 1, self.work.array(f"de{stage.number}_1_e"), np.nan)

    @property
    def table(self) -> pd.DataFrame:
        """The columns of `arpo table`: those of TABLE_COLUMNS, iteration_1 …, rp, arpo (of the exact limit)."""
        frame = self.work.frame
        iterations = [key for key in frame.columns if key.startswith("iteration_")]
        return frame[[*TABLE_COLUMNS, *iterations]].join(self.exact)

    @property
    def findings(self) -> list[Said]:
        """What the numbers say, in sentences that a teacher can read out: stated RP, where RP is from, parts."""
        steps, graph, settled = self.work.steps, self.work.graph, self.settled
        found = self.stated
        if settled:
            found.append(said(
                "The iterations converge: at iteration {number} no value changes by more than {threshold:g}. RP is the "
                "last iteration.",
                number=steps.converged_at, threshold=self.work.settings.threshold,
            ))
        found += self.parts
        if self.work.drifts:
            found.append(_on_drift(self.work.drifts, graph.components))
        if any(graph.bipartite):
            found += self.swinging
        elif not settled and not self.work.drifts:
            found.append(said(
                "The iterations converge slowly: after {count} of them the largest difference is {largest:.2g}. RP is "
                "taken from the exact limit, which they approach.",
                count=steps.values.shape[1], largest=float(steps.largest_differences[-1]),
            ))
        return found + remark(self.work.event)

    @property
    def speed(self) -> list[Said]:
        """How many steps it takes, by the second eigenvalue and as it happened; nothing where it never gets there."""
        return [] if self.convergence.targets[0].expected is None else [_on_speed(self.convergence)]

    @property
    def facts(self) -> list[Said]:
        """Those of the findings that a changed result leaves true: the input's own RP, as read, and the parts."""
        return [*self.stated, *self.parts, *self.swinging]

    @property
    def stated(self) -> list[Said]:
        """Whether the recursive performances that the input states agree, in a sentence; nothing where it has none."""
        shift = next((check for check in self.checks if check.key == "stated_shift"), None)
        if shift is None:
            return []
        heading, off = stated_rp_heading(self.work.event), self.work.array("stated_difference")
        if shift.status != OK:
            return [said(
                "The stated {heading} isn't RP, nor RP but for one constant (the differences range over {range:.4g}): "
                "it "
                "was computed from other results, ratings, dp or c.",
                heading=heading, range=shift.value,
            )]
        constant, count = float(np.nanmean(off)), int(np.isfinite(off).sum())
        if np.nanmax(np.abs(off)) <= stated_half_unit(self.work) + ROUNDING:
            return [said("The stated {heading} is RP, for all {count} players who have one.", heading=heading,
            count=count)]
        return [said(
            "The stated {heading} is RP but for one constant ({constant:+.2f} for all {count} players who have one), "
            "so "
            "the order is the same.",
            heading=heading, constant=constant, count=count,
        )]

    @property
    def parts(self) -> list[Said]:
        """That the field has several parts, in a sentence; nothing where it has one."""
        if self.work.graph.components < 2:
            return []
        count = self.work.graph.components
        if self.work.settings.c == "field":
            return [said(
                "The field falls into {count} parts that no game links: compare values only inside a part, and each "
                "part "
                "has its own c.",
                count=count,
            )]
        return [said(
            "The field falls into {count} parts that no game links: compare values only inside a part.", count=count
        )]

    @property
    def swinging(self) -> list[Said]:
        """That iterations swing where two groups only met each other, in a sentence; nothing where none do."""
        bipartite = self.work.graph.bipartite
        return [_on_bipartite(bipartite, self.settled, len(self.work.drifts))] if any(bipartite) else []

    @property
    def settled(self) -> bool:
        """Whether RP is the last iteration: it meets the threshold, and not only because the drift is a small one."""
        return self.work.steps.converged_at is not None and not self.work.drifts


def _on_speed(convergence: Convergence) -> Said:
    """The second eigenvalue, and the steps that it takes by that, beside those that it took."""
    return said(
        "The second eigenvalue of the games is {eigenvalue:.4f}. Steps until no difference is over {sizes}: {expected} "
        "by that, {made} as it happened.",
        eigenvalue=convergence.second_eigenvalue,
        sizes=joined("; ", [said("{size:g}", size=target.size) for target in convergence.targets]),
        expected=", ".join(str(target.expected) for target in convergence.targets),
        made=", ".join("–" if target.made is None else str(target.made) for target in convergence.targets),
    )


def _on_drift(drifts: list[float], parts: int) -> Said:
    step = float(max(drifts, key=abs))
    if parts == 1:
        return said(
            "The recursion drifts: every step adds {step:.4f} to all values in the long run, because the "
            "games-weighted "
            "sum of ĉ is not 0. There is no limit: {no_rp}",
            step=step, no_rp=NO_RP,
        )
    where = (
        said("The recursion drifts in all {count} parts", count=parts)
        if len(drifts) == parts
        else said("The recursion drifts in {some} of the {count} parts", some=len(drifts), count=parts)
    )
    return said(
        "{where}: every step adds {step:.4f} to all values of a part, at most, in the long run, because the "
        "games-weighted sum of ĉ is not 0. In such a part there is no limit: {no_rp}",
        where=where, step=step, no_rp=NO_RP,
    )


def _on_bipartite(bipartite: tuple[bool, ...], settled: bool, drifting: int) -> Said:
    parts = len(bipartite)
    if parts == 1:
        what = said("The field is bipartite: it splits into two groups that only met each other")
    elif all(bipartite):
        what = said("All {parts} parts are bipartite: two groups that only met each other", parts=parts)
    else:
        what = counted(
            "{count} of the {parts} parts is bipartite: two groups that only met each other",
            "{count} of the {parts} parts are bipartite: two groups that only met each other",
            sum(bipartite), parts=parts,
        )
    if settled:
        return said(
            "{what}. Iterations then swing for ever as a rule; here the swing is within the threshold.", what=what
        )
    if drifting == parts:
        return said("{what}, so the iterations swing between two values for ever while they drift.", what=what)
    limit = (
        said("Where there is a limit, RP is taken from it.")
        if drifting
        else said("The limit exists all the same, and RP is taken from it.")
    )
    return said("{what}, so the iterations swing between two values for ever. {limit}", what=what, limit=limit)


def _found(settings: Settings, event: Event) -> Settings:
    """The settings with what the event itself shows: the edition of C.07 by its date, and how it was paired."""
    if settings.rules == AUTO:
        edition, how = edition_of(event)
        settings = replace(settings, rules=edition, origins={**settings.origins, "rules": how})
    if settings.type == AUTO:
        shown = ROUND_ROBIN if is_round_robin(event) else SWISS
        how = said("the file says so") if event.paired else said("as the games show")
        settings = replace(settings, type=event.paired or shown, origins={**settings.origins, "type": how})
    return settings


def calculated(event: Event, settings: Settings) -> Calculation:
    """All columns and checks for an event. Raises UsageError where the dp table has no value for a player's score."""
    # What results count is the event's own: the cells were read by it.
    settings = _found(replace(settings, points=str(event.scoring)), event)
    work = computed(event, settings, rule(settings.dp))
    return Calculation(work, made_checks(work))
