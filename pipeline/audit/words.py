"""What an audit says, in the user's language (templates/audit.toml)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pipeline.audit.causes import Fit
from pipeline.audit.findings import AnyAudit, JudgedCell
from pipeline.audit.stated import Remark, Spot
from pipeline.errors import UsageError
from pipeline.resources import template_toml

LANGUAGES = ("en", "es")


class _Known(dict[str, object]):
    """Fills a sentence in; what isn't known stays out, so that no sentence ever fails."""

    def __missing__(self, key: str) -> str:
        return ""


@dataclass(frozen=True)
class Words:
    """The sentences of one language."""

    language: str
    texts: Mapping[str, Any]

    def label(self, name: str, /, **details: object) -> str:
        """A label or sentence of its own."""
        return str(self.texts["labels"][name]).format_map(_Known(details))

    def heading(self, name: str) -> str:
        """The heading of a column of the reports."""
        return str(self.texts["headings"][name])

    def verdict(self, name: str) -> str:
        """A verdict's name."""
        return str(self.texts["verdicts"][name])

    def meaning(self, verdict: str) -> str:
        """What a verdict means."""
        return str(self.texts["meanings"][verdict])

    def remark(self, remark: Remark) -> str:
        """A remark as a sentence."""
        return str(self.texts["remarks"][remark.name]).format_map(_Known(remark.details))

    def cause(self, fit: Fit) -> str:
        """A cause as a sentence."""
        return str(self.texts["causes"][fit.name]).format_map(_Known(fit.details))

    def causes(self, cell: JudgedCell) -> str:
        """All causes of a cell, joined; where an error came from for a carried one."""
        said = [self.cause(fit) for fit in cell.causes]
        if cell.verdict == "carried" and cell.origin is not None:
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
        name = "master_ok" if audit.agrees else "master_differences"
        formulas = sum(finding.is_error for finding in audit.formulas)
        if not audit.agrees and not counts["wrong"] + counts["carried"] + counts["missing"]:
            name = "master_formulas"
        return self.label(name, total=sum(counts.values()), formulas=formulas, **counts)

    def mark(self, audit: AnyAudit) -> str:
        """The mark: cells right or carried right, out of all."""
        total = sum(audit.summary.values())
        per_cent = f"{100 * audit.right / total:.1f}" if total else "0"
        return self.label("mark", right=audit.right, total=total, per_cent=per_cent)


def words(language: str) -> Words:
    """The words of a language. Raises UsageError for one that there is none of."""
    if language not in LANGUAGES:
        raise UsageError(f"--lang: {language!r} is not known.\n    → Use one of: {', '.join(LANGUAGES)}.")
    return Words(language, template_toml("audit.toml")[language])


def address(spot: Spot, seen_from: Spot) -> str:
    """A cell's address, with its sheet where that is another one."""
    return spot.cell if spot.sheet == seen_from.sheet else f"{spot.sheet}!{spot.cell}"


def number(value: float | str | None, decimals: int = 2) -> str:
    """A number for people: at least two decimals, as many as the sheet claims, at most six."""
    if value is None or isinstance(value, str):
        return value or ""
    text = f"{value:.{min(max(decimals, 2), 6)}f}"
    return text.rstrip("0").rstrip(".") if decimals == 0 else text
