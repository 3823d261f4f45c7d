"""What an audit says, in the user's language: the sentences of `sentences`, filled in."""

from __future__ import annotations

import re
import warnings
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from pipeline.audit.causes import Fit
from pipeline.audit.formulas.finding import STALE, TYPED_OVER
from pipeline.audit.judging.verdicts import Verdict
from pipeline.audit.report.found import NOT_SHOWN, AnyAudit, JudgedCell, SaidPattern
from pipeline.audit.report.marking import mark_of
from pipeline.audit.report.sentences.causes import CAUSES
from pipeline.audit.report.sentences.labels import COLUMNS, HEADINGS, LABELS, MEANINGS, NAMES, VERDICTS
from pipeline.audit.report.sentences.remarks import REMARKS, UNJUDGED
from pipeline.audit.sheet.stated import Remark, Spot
from pipeline.errors import UsageError
from pipeline.method.choices import in_words
from pipeline.rating.player_columns import PLAYER_COLUMNS
from pipeline.rating.rules import rule_sets
from pipeline.registry import Column, heading_of
from pipeline.words import Said, decimal_sign, filled, languages, said, told

_DECIMAL = re.compile(r"[+-]?[0-9]+\.[0-9]+")
_NUMBERED = re.compile(r"(\w+)_([0-9]+)")
_ALTERNATIVES = " / "
_NAMED = ("kind", "other", "type", "table")
"""Details of sentences that are words, which a language may have others for."""
_OF_COLUMNS = ("column", "then", "divisor")
"""Details that are columns, by key."""
_AS_IT_IS = ("text", "heading", "cells", "formula", "path", "causes")
"""Details that quote the sheet, or say where something is."""


@cache
def _registered() -> dict[str, Said]:
    """The usual headings of the columns of ratings, by key."""
    columns: list[Column[Any]] = [*PLAYER_COLUMNS]
    for rules in rule_sets().values():
        columns += [*rules.columns, *rules.game_columns]
    return {column.key: heading_of(column, 1) for column in columns}


class MissingDetailWarning(ResourceWarning):
    """A sentence names a detail that it wasn't given. Python ignores such warnings; in tests this one is an error."""


class _Details(dict[str, object]):
    """What a sentence is filled in with."""

    def __missing__(self, key: str) -> str:
        warnings.warn(f"a sentence lacks the detail {key!r}", MissingDetailWarning, stacklevel=2)
        return ""


@dataclass(frozen=True)
class Words:
    """What is said in a language; `headings` are the audited sheet's own names of columns, by key."""

    language: str
    headings: Mapping[str, str] = field(default_factory=dict)

    def about(self, audit: AnyAudit) -> Words:
        """The sentences about an audit, which name columns as its sheet does."""
        return replace(self, headings=audit.headings)

    def label(self, name: str, /, **details: object) -> str:
        """A label or sentence of its own."""
        return self._filled(LABELS[name], details)

    def heading(self, name: str) -> str:
        """The heading of a column of the reports."""
        return told(HEADINGS[name], self.language)

    def verdict(self, name: Verdict) -> str:
        """A verdict's name."""
        return told(VERDICTS[name], self.language)

    def meaning(self, verdict: Verdict) -> str:
        """What a verdict means."""
        return told(MEANINGS[verdict], self.language)

    def remark(self, remark: Remark) -> str:
        """A remark as a sentence."""
        return self._filled(REMARKS[remark.name], remark.details)

    def cause(self, fit: Fit) -> str:
        """A cause as a sentence; of a column that the sheet doesn't show, with that column."""
        said = self._filled(CAUSES[fit.name], fit.details)
        inside = fit.details.get("inside")
        return self.label("inside", cause=said, column=inside) if inside else said

    def pattern(self, pattern: SaidPattern) -> str:
        """A mistake that whole columns were made with, with its columns and cells."""
        ends = dict.fromkeys((self.column(pattern.columns[0]), self.column(pattern.columns[-1])))
        first, last = pattern.spots[0], pattern.spots[-1]
        cells = f"{first.cell} … {last.cell}"
        where = f"{first.sheet}!{cells}" if first.sheet else cells
        details = {"column": " … ".join(ends), "cause": self.cause(pattern.fit), "count": len(pattern.spots)}
        return told(filled(LABELS["pattern"], {**details, "cells": where}), self.language)

    def _filled(self, sentence: Said, details: Mapping[str, object]) -> str:
        """A sentence with what it names in the language, in its form for one where `count` is that."""
        named = _Details({key: self._said(key, value) for key, value in details.items()})
        return told(filled(sentence, named), self.language)

    def _said(self, key: str, value: object) -> object:
        """What a sentence names: a column by its heading, a known word in the language, numbers with its comma."""
        if isinstance(value, float):
            return self.plain(value)
        if isinstance(value, Said):
            return told(value, self.language)
        if not isinstance(value, str) or isinstance(value, Said) or key in _AS_IT_IS:
            return value
        worded = self.column if key in _OF_COLUMNS else self._word if key in _NAMED else self._decimal
        return _ALTERNATIVES.join(worded(part) for part in value.split(_ALTERNATIVES))

    def _word(self, text: str) -> str:
        return told(NAMES.get(text, Said(text, {})), self.language)

    def _decimal(self, text: str) -> str:
        return self._with_comma(text) if _DECIMAL.fullmatch(text) else text

    def _with_comma(self, text: str) -> str:
        return text.replace(".", decimal_sign(self.language))

    def column(self, key: str) -> str:
        """A column's name: its heading in the sheet, else the usual one in the language.

        A heading that is a mere number would say nothing in a sentence.
        """
        heading = self.headings.get(key, "")
        if heading and not heading.isdecimal():
            return heading
        numbered = _NUMBERED.fullmatch(key)
        if numbered and numbered[1] in COLUMNS:
            return told(filled(COLUMNS[numbered[1]], {"n": numbered[2]}), self.language)
        if key.startswith("-"):  # the other half of a table
            return f"-{self.column(key[1:])}"
        return told(COLUMNS[key] if key in COLUMNS else _registered().get(key, key), self.language)

    def number(self, value: float | str | None, decimals: int = 2, nothing: str = "empty") -> str:
        """A number for people: at least two decimals, as many as the sheet claims, at most six."""
        if value is None or isinstance(value, str):
            return value or self.label(nothing)
        text = f"{value:.{min(max(decimals, 2), 6)}f}"
        return self._with_comma(text.rstrip("0").rstrip(".") if decimals == 0 else text)

    def plain(self, value: object) -> str:
        """A value as it is, a number without needless digits."""
        return self._with_comma(f"{value:g}") if isinstance(value, float) else str(value)

    def why(self, cell: JudgedCell) -> list[str]:
        """The causes of a cell, a sentence each; those of which one is enough to give its number are one sentence."""
        fitting = cell.fitting
        said = [self.cause(fit) for fit in sorted(cell.causes, key=lambda fit: fit.name != NOT_SHOWN)
                if fit not in fitting]
        told = [self.cause(fit) for fit in fitting]
        return [*said, *(told if len(told) < 2 else [self.label("one_of", count=len(told), causes="; ".join(told))])]

    def causes(self, cell: JudgedCell) -> str:
        """All causes of a cell, joined; where an error came from for a carried one."""
        said = self.why(cell)
        if cell.verdict is Verdict.CARRIED and cell.origin is not None:
            said.append(self.label("origin_comment", origin=self.origins(cell)))
        return "; ".join(said)

    def origins(self, cell: JudgedCell) -> str:
        """The cells that an error came from: the one that weighs most, and which or how many others."""
        others = [spot for spot in cell.origins if spot != cell.origin]
        first = address(cell.origin, cell.spot) if cell.origin else ""
        if not others:
            return first
        if len(others) <= 3:
            return ", ".join([first, *(address(spot, cell.spot) for spot in others)])
        return self.label("origins_more", first=first, count=len(others))

    def setting(self, text: str) -> str:
        """A setting's name or value as the workbooks of the language call it."""
        return told(in_words(text), self.language)

    def origin_of_setting(self, origin: str) -> str:
        """Where a setting came from."""
        names = {"command line": "command_line", "default": "default", "Settings sheet": "settings_sheet",
                 "Settings sheet of the event": "settings_sheet_of_event",
                 "inferred from the sheet": "inferred"}
        return self.label(names[origin]) if origin in names else told(origin, self.language)

    def master(self, audit: AnyAudit) -> str:
        """The outcome in one line."""
        counts = audit.summary
        judged = sum(counts.values())
        name = f"master_{audit.outcome}"
        if audit.differs and not counts[Verdict.WRONG] + counts[Verdict.CARRIED] + counts[Verdict.MISSING]:
            name = "master_formulas"
        what = self.unjudged(audit)
        if what and audit.agrees:
            name = "master_agrees_so_far"
        said = {str(verdict): self.label(f"count_{verdict}", count=count) for verdict, count in counts.items()}
        said["formulas"] = self._formulas(audit)
        outcome = self.label(name, count=judged, total=judged + audit.left_out, **said)
        return self.label("not_judged", outcome=outcome, what=what) if what else outcome

    def _formulas(self, audit: AnyAudit) -> str:
        """How many formulas are in error, by kind."""
        counts = Counter(finding.name for finding in audit.formulas if finding.is_error)
        labels = {STALE: "count_formulas", TYPED_OVER: "count_typed_over"}
        return ", ".join(self.label(label, count=counts[name]) for name, label in labels.items() if counts[name])

    def unjudged(self, audit: AnyAudit) -> str:
        """What wasn't judged although it might be expected to, in short: no outcome is said without it."""
        limits = [self._filled(UNJUDGED[remark.name], remark.details) for remark in audit.remarks
                  if remark.name in UNJUDGED]
        return ", ".join(dict.fromkeys(limits))

    def mark(self, audit: AnyAudit) -> str:
        """The mark: cells right or carried right, out of all."""
        mark = mark_of(audit)
        per_cent = self._with_comma(f"{mark.shown:.1f}")
        right = self._with_comma(f"{mark.points:.10g}")
        return self.label("mark", right=right, count=mark.count, per_cent=per_cent)


def words(language: str) -> Words:
    """The words of a language. Raises UsageError for one that there is none of."""
    if language not in languages():
        raise UsageError(
            said("--lang: {language!r} is not known.", language=language),
            said("Use one of: {listed}.", listed=", ".join(languages())),
        )
    return Words(language)


def address(spot: Spot, seen_from: Spot) -> str:
    """A cell's address, with its sheet where that is another one."""
    return spot.cell if spot.sheet == seen_from.sheet else f"{spot.sheet}!{spot.cell}"
