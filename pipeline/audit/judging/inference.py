"""Which settings a sheet was made with, where neither the options nor a Settings sheet say it: those that explain most.

Each combination is judged by; the one that leaves least unexplained wins (see `fit`), then the one with most cells
plainly right, then the one that comes first (the defaults first). A setting on which no number depends stays as it was.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from pipeline.audit.judging.arpo_model import Ground, arpo_model
from pipeline.audit.judging.fit import Misfit, misfit
from pipeline.audit.judging.hidden import with_slips
from pipeline.audit.judging.judge import judged
from pipeline.audit.judging.meanings import with_meanings
from pipeline.audit.judging.model import Model
from pipeline.audit.judging.pointers import constant_of, unrated_candidates, with_constant
from pipeline.audit.judging.remarks import constant_explained, constant_unexplained, event_in_doubt, in_line
from pipeline.audit.judging.verdicts import JudgedColumn, Judgement, Verdict
from pipeline.audit.sheet.claims import Claim
from pipeline.audit.sheet.known_headings import OUTCOMES, RECURSIVE
from pipeline.audit.sheet.stated import Remark, StatedTable
from pipeline.errors import UsageError
from pipeline.method.settings import C_NAMES, DP_NAMES, START_NAMES, Settings, with_values

INFERRED = "inferred from the sheet"
_CHOICES = {"dp": DP_NAMES, "c": C_NAMES, "start": START_NAMES}
_STEPS = ("iteration_", "difference_", "performance", "start")
_CUT = ("worst", "best")
_CUTS = ((1, 0), (0, 1), (1, 1), (2, 0), (0, 2), (2, 2))
"""How many of the opponents' RP, the worst and the best, an ARPO may leave out, the likeliest first."""
_LOOKED_AT = 4
"""So many iterations are enough to tell the settings apart."""
_UNRATED, _CONSTANT, _CHANCE = 0.2, 0.25, 0.5
"""What a rating of the unrated and a constant cost that were chosen to fit, in wrong cells: less than one. A constant
explains a little less than a rating, and a number less where one as round would have been found in any case."""


@dataclass(frozen=True)
class Basis:
    """What a table is judged by: the settings, and what was found out; with the judgement itself.

    The judgement has the model and the table with each column's meaning settled.
    """

    judgement: Judgement
    settings: Settings
    remarks: tuple[Remark, ...] = ()

    @property
    def model(self) -> Model:
        """The model judged by."""
        return self.judgement.model

    @property
    def table(self) -> StatedTable:
        """The table as it was judged."""
        return self.judgement.table


@dataclass(frozen=True)
class _Trial:
    """A table judged by one choice of settings; `constant` is what was added to RP."""

    settings: Settings
    judgement: Judgement
    misfit: Misfit
    constant: float = 0.0


def last_iteration(table: StatedTable) -> int:
    """The highest iteration or difference that the table has."""
    numbers = [int(key.rsplit("_", 1)[1]) for key in table.columns if key.startswith(("iteration_", "difference_"))]
    return max(numbers, default=0)


def wants_results(table: StatedTable) -> bool:
    """Whether the table has a column of RP or ARPO, whose truth takes longer than all the rest."""
    return any(set(OUTCOMES) & set(column.meanings) for column in table.columns.values())


def settled(table: StatedTable, ground: Ground, settings: Settings) -> Basis:
    """The basis for a table: settings whose origin is “default” are inferred from it, where it tells them.

    Raises UsageError where the dp table that was asked for lacks a percentage of the event.
    """
    basis = _Search(table, ground, settings).basis()
    return replace(basis, judgement=with_slips(basis.judgement))


class _Search:
    """The search for the settings of one table."""

    def __init__(self, table: StatedTable, ground: Ground, settings: Settings) -> None:
        self.table, self.ground, self.given = table, ground, settings
        self.open = [name for name in _CHOICES if settings.origin(name) == "default"]
        unrated = bool((ground.unrated & (ground.graph.n > 0)).any())
        self.fits_unrated = settings.origin("unrated") == "default" and unrated
        self.fits_constant = self.fits_unrated or "start" in self.open

    def basis(self) -> Basis:
        """The settings found, and what there is to say of them."""
        if not self.open and not self.fits_unrated:
            given = self._tried(self.table, self.given)
            found = self._with_cuts(given)
            return Basis(found.judgement, found.settings, tuple(self._remarks(found, found.settings)))
        best = self._best()
        if best is None:  # every dp table lacks a percentage; say which one
            arpo_model(self.ground, self.given, 0)
            raise AssertionError("the default table lacks no percentage")
        found = self._with_cuts(self._tried(self.table, best.settings, bool(best.constant)))
        if "dp" in self.open and (doubt := event_in_doubt(found.judgement)) is not None:
            return Basis(self._tried(self.table, self.given).judgement, self.given, (doubt,))
        final = self._without_idle(found)
        return Basis(found.judgement, final, tuple(self._remarks(found, final)))

    def _tried(self, table: StatedTable, settings: Settings, constant: bool = False, price: float = 0.0) -> _Trial:
        """The table judged by settings, its headings settled; `constant` to look for one in RP.

        Raises UsageError where the dp table lacks a percentage.
        """
        model = arpo_model(self.ground, settings, last_iteration(table), results=wants_results(table))
        shift = constant_of(table, model) if constant else None
        if shift is not None:
            model, price = with_constant(model, shift.value), price + _CONSTANT + _CHANCE * shift.chance
        judgement = judged(model, with_meanings(model, table))
        return _Trial(settings, judgement, misfit(judgement).plus(price), shift.value if shift else 0.0)

    def _with_cuts(self, found: _Trial) -> _Trial:
        """The trial with so many of the worst and best opponents cut in ARPO as make most of that column right."""
        columns = [column for column in found.judgement.columns.values() if "arpo" in column.stated.meanings]
        if any(self.given.origin(name) != "default" for name in _CUT) or _mostly_right(columns):
            return found
        for cuts in _CUTS:
            settings = with_values(found.settings, dict(zip(_CUT, cuts, strict=True)), INFERRED)
            tried = self._tried(self.table, settings, bool(found.constant))
            if _mostly_right([column for column in tried.judgement.columns.values() if column.node.family == "arpo"]):
                return tried
        return found

    def _best(self) -> _Trial | None:
        small = _small(self.table)
        best: _Trial | None = None
        cells = sum(int(column.filled.sum()) for column in small.columns.values()) + len(small.sums)
        for candidate in self._combinations(small):
            try:
                trials = list(self._with_unrated(small, candidate))
            except UsageError:
                continue
            for trial in trials:
                if best is None or trial.misfit < best.misfit:
                    best = trial
            if best is not None and best.misfit.plainness == -2 * cells and best.misfit.unexplained < _CONSTANT:
                return best  # every cell is plainly ok, and nothing explains that by less
        return best

    def _with_unrated(self, table: StatedTable, settings: Settings) -> Iterator[_Trial]:
        """The settings tried with each rating that the unrated may have; with that of the settings first."""
        constant = self.fits_constant and ("start" not in self.open or settings.start == self.given.start)
        yield self._tried(table, settings, constant)
        if self.fits_unrated:
            last, results = last_iteration(table), wants_results(table)
            model = arpo_model(self.ground, settings, last, results=results)
            for unrated in unrated_candidates(table, model, last, results):
                tried = with_values(settings, {"unrated": unrated.value}, INFERRED)
                yield self._tried(table, tried, price=_UNRATED + _CHANCE * unrated.chance)

    def _combinations(self, table: StatedTable) -> Iterator[Settings]:
        """All choices of the open settings, the likeliest first.

        Where a sheet states recursive performances and no iterations, both starts fit (they differ by a constant, as
        the rating of the unrated does): the published start, the rating, comes first then.
        """
        choices: dict[str, Sequence[str]] = dict(_CHOICES)
        if _only_results(table):
            choices["start"] = tuple(reversed(START_NAMES))
        choices["dp"] = self._tables(table)
        for values in itertools.product(*(choices[name] for name in self.open)):
            yield with_values(self.given, dict(zip(self.open, values, strict=True)), INFERRED)

    def _tables(self, table: StatedTable) -> Sequence[str]:
        """The dp tables by which every stated dp is right, if there are any: no other can be meant then; else all.

        dp depends on nothing but the event. A column with few of its cells decides nothing.
        """
        stated = table.columns.get("dp")
        if stated is None or int(stated.filled.sum()) * 2 < int((self.ground.graph.n > 0).sum()):
            return DP_NAMES
        right = []
        for name in DP_NAMES:
            try:
                model = arpo_model(self.ground, replace(self.given, dp=name), 0, results=False)
            except UsageError:
                continue
            claim = Claim.of(stated.values, stated.decimals, stated.own, model.noise)
            near = claim.nearest(model.truth["dp"])
            if model.by_key["dp"].exact:
                near = np.abs(stated.values - model.truth["dp"]) <= model.noise
            if near[stated.filled].all():
                right.append(name)
        return right or DP_NAMES

    def _without_idle(self, found: _Trial) -> Settings:
        """The settings with those put back that no number depends on: nothing says that they are so."""
        settings = found.settings
        for name in [*self.open, *(["unrated"] if self.fits_unrated else [])]:
            others = _CHOICES.get(name, (settings.unrated + 1,))
            absorbed = bool(found.constant) and name in ("start", "unrated")  # a constant takes their place
            if absorbed or all(self._is_same(found, _with(settings, name, value)) for value in others):
                origins = {key: origin for key, origin in settings.origins.items() if key != name}
                settings = replace(_with(settings, name, getattr(self.given, name)), origins=origins)
        return settings

    def _is_same(self, found: _Trial, settings: Settings) -> bool:
        """Whether other settings give the same values where the sheet has numbers; so do those without any value."""
        table, truth = found.judgement.table, found.judgement.model.truth
        try:
            model = arpo_model(self.ground, settings, last_iteration(table), results=wants_results(table))
        except UsageError:
            return True
        if found.constant:
            model = with_constant(model, found.constant)
        columns = [(key, column.filled) for key, column in table.columns.items()]
        columns += [(total.key, np.isfinite(truth[total.key])) for total in table.sums]
        return all(
            np.allclose(model.truth[key][cells], truth[key][cells], rtol=0, atol=model.noise, equal_nan=True)
            for key, cells in columns if key in model.truth
        )

    def _remarks(self, found: _Trial, settings: Settings) -> Iterator[Remark]:
        """What was found out from the numbers, and the constant in RP."""
        counts = found.judgement.counts()
        total = sum(counts.values())
        found_out = [name for name in (*_CHOICES, "unrated", *_CUT) if settings.origin(name) == INFERRED]
        if found_out:
            explained = total - counts[Verdict.WRONG] - counts[Verdict.MISSING]
            details = {"settings": in_line(settings, found_out), "explained": explained, "total": total}
            yield Remark("settings_inferred", details)
        if found.constant:
            yield constant_unexplained(found.judgement, found.constant)
        elif self.fits_unrated:
            yield from constant_explained(found.judgement, settings)


def _mostly_right(columns: Sequence[JudgedColumn]) -> bool:
    """Whether errors begin in less than half of the numbers of each of the columns."""
    return all(
        2 * sum(verdict is Verdict.WRONG for verdict in column.verdicts) < int(column.stated.filled.sum())
        for column in columns
    )


def _with(settings: Settings, name: str, value: object) -> Settings:
    """The settings with another value, and no word of where it came from."""
    return replace(settings, **{name: value})  # type: ignore[arg-type]  # a value that the setting can have


def _only_results(table: StatedTable) -> bool:
    """Whether the table states recursive performances, and nothing that comes between them and the start."""
    columns = table.columns.values()
    return any(set(RECURSIVE) & set(column.meanings) for column in columns) and not any(
        column.key.startswith(_STEPS) and not set(RECURSIVE) & set(column.meanings) for column in columns
    )


def _small(table: StatedTable) -> StatedTable:
    """The table with its first iterations alone; RP and ARPO stay where there are no iterations."""
    steps = sorted(int(key.rsplit("_", 1)[1]) for key in table.columns if key.startswith("iteration_"))
    if not steps:
        return table
    limit = steps[min(_LOOKED_AT, len(steps)) - 1]
    kept = {
        key: column
        for key, column in table.columns.items()
        if (not key.startswith(("iteration_", "difference_")) or int(key.rsplit("_", 1)[1]) <= limit)
        and not set(OUTCOMES) & set(column.meanings)
    }
    return StatedTable(kept, table.order)
