"""What an audit says, in the user's language (templates/audit.toml)."""

from __future__ import annotations

import re
import warnings
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from pipeline.audit.causes import Fit
from pipeline.audit.formulas.finding import STALE, TYPED_OVER
from pipeline.audit.judging.verdicts import Verdict
from pipeline.audit.report.found import NOT_SHOWN, AnyAudit, JudgedCell, SaidPattern
from pipeline.audit.report.marking import mark_of
from pipeline.audit.sheet.problems import AuditProblem, SaidError
from pipeline.audit.sheet.stated import Remark, Spot
from pipeline.errors import InputError, UsageError
from pipeline.resources import template_toml
from pipeline.words import said

LANGUAGES = ("en", "es")
_COLUMNS = {"en": "english", "es": "spanish"}
"""Where columns.toml has the names of columns in a language."""
_DECIMAL = re.compile(r"[+-]?[0-9]+\.[0-9]+")
_NUMBERED = re.compile(r"(\w+)_([0-9]+)")
_ALTERNATIVES = " / "
_NAMED = ("kind", "other", "type")
"""Details of sentences that are words, which a language may have others for."""
_AS_IT_IS = ("text", "heading", "cells", "formula", "path")
"""Details that quote the sheet, or say where something is."""


class MissingDetailWarning(ResourceWarning):
    """A sentence names a detail that it wasn't given. Python ignores such warnings; in tests this one is an error."""


class _Details(dict[str, object]):
    """What a sentence is filled in with."""

    def __missing__(self, key: str) -> str:
        warnings.warn(f"a sentence lacks the detail {key!r}", MissingDetailWarning, stacklevel=2)
        return ""


@dataclass(frozen=True)
class Words:
    """The sentences of one language; `headings` are the audited sheet's own names of columns, by key."""

    language: str
    texts: Mapping[str, Any]
    headings: Mapping[str, str] = field(default_factory=dict)

    def about(self, audit: AnyAudit) -> Words:
        """The sentences about an audit, which name columns as its sheet does."""
        return replace(self, headings=audit.headings)

    def label(self, name: str, /, **details: object) -> str:
        """A label or sentence of its own."""
        return self._filled("labels", name, details)

    def heading(self, name: str) -> str:
        """The heading of a column of the reports."""
        return str(self.texts["headings"][name])

    def verdict(self, name: Verdict) -> str:
        """A verdict's name."""
        return str(self.texts["verdicts"][name])

    def meaning(self, verdict: Verdict) -> str:
        """What a verdict means."""
        return str(self.texts["meanings"][verdict])

    def remark(self, remark: Remark) -> str:
        """A remark as a sentence."""
        return self._filled("remarks", remark.name, remark.details)

    def cause(self, fit: Fit) -> str:
        """A cause as a sentence; of a column that the sheet doesn't show, with that column."""
        said = self._filled("causes", fit.name, fit.details)
        inside = fit.details.get("inside")
        return self.label("inside", cause=said, column=inside) if inside else said

    def pattern(self, pattern: SaidPattern) -> str:
        """A mistake that whole columns were made with, with its columns and cells."""
        ends = dict.fromkeys((self.column(pattern.columns[0]), self.column(pattern.columns[-1])))
        first, last = pattern.spots[0], pattern.spots[-1]
        cells = f"{first.cell} … {last.cell}"
        where = f"{first.sheet}!{cells}" if first.sheet else cells
        said = {"column": " … ".join(ends), "cause": self.cause(pattern.fit)}
        return str(self.texts["labels"]["pattern"]).format(**said, count=len(pattern.spots), cells=where)

    def _filled(self, section: str, name: str, details: Mapping[str, object]) -> str:
        """A sentence, in its form for one where `count` is that, with what it names in the language."""
        singular = self.texts["singular"] if details.get("count") == 1 else {}
        sentence = str(singular.get(name) or self.texts[section][name])
        return sentence.format_map(_Details({key: self._said(key, value) for key, value in details.items()}))

    def _said(self, key: str, value: object) -> object:
        """What a sentence names: a column by its heading, a known word in the language, numbers with its comma."""
        if isinstance(value, float):
            return self.plain(value)
        if not isinstance(value, str) or key in _AS_IT_IS:
            return value
        worded = self.column if key in ("column", "then") else self._word if key in _NAMED else self._decimal
        return _ALTERNATIVES.join(worded(part) for part in value.split(_ALTERNATIVES))

    def _word(self, text: str) -> str:
        return str(self.texts["words"].get(text, text))

    def _decimal(self, text: str) -> str:
        return self._with_comma(text) if _DECIMAL.fullmatch(text) else text

    def _with_comma(self, text: str) -> str:
        return text.replace(".", self.texts["decimal"]["point"])

    def column(self, key: str) -> str:
        """A column's name: its heading in the sheet, else the usual one in the language.

        A heading that is a mere number would say nothing in a sentence.
        """
        heading = self.headings.get(key, "")
        if heading and not heading.isdecimal():
            return heading
        names = template_toml("columns.toml")[_COLUMNS[self.language]]
        numbered = _NUMBERED.fullmatch(key)
        if numbered and numbered[1] in names:
            return str(names[numbered[1]][0]).replace("{n}", numbered[2])
        return str(names[key][0]) if key in names else key

    def number(self, value: float | str | None, decimals: int = 2, nothing: str = "empty") -> str:
        """A number for people: at least two decimals, as many as the sheet claims, at most six."""
        if value is None or isinstance(value, str):
            return value or self.label(nothing)
        text = f"{value:.{min(max(decimals, 2), 6)}f}"
        return self._with_comma(text.rstrip("0").rstrip(".") if decimals == 0 else text)

    def plain(self, value: object) -> str:
        """A value as it is, a number without needless digits."""
        return self._with_comma(f"{value:g}") if isinstance(value, float) else str(value)

    def causes(self, cell: JudgedCell) -> str:
        """All causes of a cell, joined; where an error came from for a carried one."""
        said = [self.cause(fit) for fit in sorted(cell.causes, key=lambda fit: fit.name != NOT_SHOWN)]
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

    def origin_of_setting(self, origin: str) -> str:
        """Where a setting came from."""
        names = {"command line": "command_line", "default": "default", "Settings sheet": "settings_sheet",
                 "Settings sheet of the event": "settings_sheet_of_event",
                 "inferred from the sheet": "inferred"}
        return self.label(names[origin]) if origin in names else origin

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
        known = self.texts["unjudged"]
        said = [str(known[remark.name]).format_map(_Details(remark.details)) for remark in audit.remarks
                if remark.name in known]
        return ", ".join(dict.fromkeys(said))

    def mark(self, audit: AnyAudit) -> str:
        """The mark: cells right or carried right, out of all."""
        mark = mark_of(audit)
        per_cent = self._with_comma(f"{mark.shown:.1f}")
        right = self._with_comma(f"{mark.points:.10g}")
        return self.label("mark", right=right, count=mark.count, per_cent=per_cent)

    def error(self, error: InputError) -> InputError:
        """An error in the language, where it is the audit's own; what readers find is said in English."""
        own = [problem for problem in error.problems if isinstance(problem, AuditProblem)]
        if len(own) < len(error.problems):
            return error
        lines = [self.label("problems", path=error.path, count=len(own)), *(f"  {self._problem(one)}" for one in own)]
        return SaidError(error.path, error.problems, "\n".join(lines))

    def _problem(self, problem: AuditProblem) -> str:
        texts = self.texts["problems"][problem.name]
        sheet = self.label("sheet_of", sheet=problem.place.sheet) if problem.place.sheet else ""
        cell = self.label("cell_of", cell=problem.place.cell) if problem.place.cell else ""
        where = ", ".join(part for part in (sheet, cell) if part)
        return f"{f'{where}: ' if where else ''}{texts['what']}\n    → {texts['mend']}"


def words(language: str) -> Words:
    """The words of a language. Raises UsageError for one that there is none of."""
    if language not in LANGUAGES:
        raise UsageError(
            said("--lang: {language!r} is not known.", language=language),
            said("Use one of: {listed}.", listed=", ".join(LANGUAGES)),
        )
    return Words(language, template_toml("audit.toml")[language])


def address(spot: Spot, seen_from: Spot) -> str:
    """A cell's address, with its sheet where that is another one."""
    return spot.cell if spot.sheet == seen_from.sheet else f"{spot.sheet}!{spot.cell}"
