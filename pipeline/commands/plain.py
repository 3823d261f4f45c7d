"""What commands print for other programs (--json, csv): numbers and checks as plain data."""

from __future__ import annotations

import math
from typing import Any

import pandas as pd

from pipeline.registry import Checked
from pipeline.words import told


def plain_value(value: Any) -> Any:
    """A frame's value for JSON and csv: None for NaN, an int for a whole float, else the float in full precision."""
    if isinstance(value, float):
        if math.isnan(value):
            return None
        return int(value) if value.is_integer() else value
    return value


def plain_rows(frame: pd.DataFrame) -> list[dict[str, Any]]:
    """The rows of a frame, each with its values by column."""
    return [{str(key): plain_value(value) for key, value in row.items()} for row in frame.to_dict("records")]


def plain_checks(checked: Checked) -> list[dict[str, Any]]:
    """Checks with their outcome and words; the outcome is one of a few codes in every language."""
    return [
        {
            "name": told(check.name, checked.language),
            "value": check.value,
            "expected": check.expected,
            "tolerance": check.tolerance,
            "status": check.status,
            "kind": check.kind,
            "meaning": told(check.trouble, checked.language),
        }
        for check in checked.checks
    ]
