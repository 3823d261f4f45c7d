"""An audit as it is told: all that is printed, written and counted of it, and nothing that it was judged with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pipeline.audit.report.findings import AnyAudit, SettingLine


@dataclass(frozen=True)
class ToldAudit(AnyAudit):
    """An audit of whatever table, in a form that one process can hand to another."""

    told_about: tuple[str, Mapping[str, object]]
    told_settings: tuple[SettingLine, ...]
    told_headings: Mapping[str, str]

    @property
    def about(self) -> tuple[str, Mapping[str, object]]:
        """What was audited."""
        return self.told_about

    @property
    def setting_lines(self) -> tuple[SettingLine, ...]:
        """The settings judged by."""
        return self.told_settings

    @property
    def headings(self) -> Mapping[str, str]:
        """What the sheet calls its columns."""
        return self.told_headings


def told(audit: AnyAudit) -> ToldAudit:
    """The audit without its event, settings and judgement."""
    return ToldAudit(
        audit.cells, audit.remarks, audit.formulas, audit.about, audit.setting_lines, dict(audit.headings),
        patterns=audit.patterns,
    )
