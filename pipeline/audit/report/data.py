"""An audit as plain data, for --json."""

from __future__ import annotations

from typing import Any

from pipeline.audit.report.findings import AnyAudit, JudgedCell
from pipeline.audit.report.words import address, words


def as_data(audit: AnyAudit, language: str = "en") -> dict[str, Any]:
    """Settings, outcome, counts by verdict, what isn't judged, and every finding.

    Names here are identifiers in every language; what remarks say is in the language.
    """
    said = words(language).about(audit)
    return {
        "settings": {name: {"value": value, "from": origin} for name, value, origin in audit.setting_lines},
        "outcome": audit.outcome,
        "summary": audit.summary,
        "judged": len(audit.cells),
        "not_judged": [
            {"sheet": left_out.sheet, "cells": left_out.cells, "count": left_out.count, "heading": left_out.heading,
             "reason": reason}
            for reason, left_out in audit.not_judged
        ],
        "remarks": [{"name": remark.name, "said": said.remark(remark)} for remark in audit.remarks],
        "patterns": [
            {"columns": list(pattern.columns), "cause": pattern.fit.name, "count": len(pattern.spots),
             "sheet": pattern.spots[0].sheet, "cells": [spot.cell for spot in pattern.spots]}
            for pattern in audit.patterns
        ],
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
        "weights": cell.weights,
        "origin": address(cell.origin, cell.spot) if cell.origin else None,
    }
