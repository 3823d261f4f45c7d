"""An audit as plain data, for --json."""

from __future__ import annotations

from typing import Any

from pipeline.audit.report.findings import AnyAudit, JudgedCell
from pipeline.audit.report.words import address


def as_data(audit: AnyAudit) -> dict[str, Any]:
    """Settings, counts by verdict, and every finding; names here are identifiers in every language."""
    return {
        "settings": {name: {"value": value, "from": origin} for name, value, origin in audit.setting_lines},
        "summary": audit.summary,
        "findings": [_finding(cell) for cell in audit.findings],
    }


def _finding(cell: JudgedCell) -> dict[str, Any]:
    return {
        "sheet": cell.spot.sheet,
        "cell": cell.spot.cell,
        "player": cell.player,
        "column": cell.column,
        "stated": cell.stated,
        "expected": cell.expected,
        "from_own": cell.from_own,
        "difference": cell.difference,
        "verdict": cell.verdict,
        "causes": [fit.name for fit in cell.causes],
        "origin": address(cell.origin, cell.spot) if cell.origin else None,
    }
