"""What the cells of pages look like, by name: the exercise's sheets, and the lists of a class."""

from __future__ import annotations

from typing import Any

from pipeline.workbook.styles import NAVY

_CELL = {"border": 1, "border_color": "#A6A6A6", "font_size": 10, "valign": "vcenter"}
_INPUT = {**_CELL, "bg_color": "#FFF9DB", "font_color": "#0000C0", "locked": False, "border_color": "#7F7F7F"}
_LIVE = {**_CELL, "font_size": 9, "font_color": "#595959", "bg_color": "#F2F2F2", "align": "right",
         "num_format": "0.00"}
_ROW = {"border": 1, "border_color": "#D9D9D9", "font_size": 10, "valign": "top"}

LOOKS: dict[str, dict[str, Any]] = {
    "title": {"bold": True, "font_size": 14, "font_color": NAVY, "valign": "vcenter"},
    "code": {"bold": True, "font_size": 11, "font_color": NAVY, "align": "right", "valign": "vcenter"},
    "label": {"bold": True, "font_size": 10, "valign": "vcenter"},
    "label_right": {"bold": True, "font_size": 10, "valign": "vcenter", "align": "right"},
    "text": {"font_size": 10, "valign": "top"},
    "rule": {"font_size": 9, "text_wrap": True, "valign": "vcenter"},
    "wrapped": {"font_size": 10, "text_wrap": True, "valign": "top"},
    "typed": {"font_name": "Courier New", "font_size": 8, "valign": "top"},
    "quiet": {"font_size": 9, "font_color": "#595959", "text_wrap": True, "valign": "vcenter"},
    "section": {"bold": True, "font_size": 12, "font_color": NAVY},
    "heading": {"bold": True, "font_size": 7.5, "font_color": "white", "bg_color": NAVY, "align": "center",
                "valign": "vcenter", "text_wrap": True, "border": 1, "border_color": "#A6A6A6"},
    "heading_left": {"bold": True, "font_size": 10, "font_color": "white", "bg_color": NAVY, "valign": "vcenter",
                     "text_wrap": True, "border": 1, "border_color": "#A6A6A6"},
    "given": {**_CELL, "align": "center"},
    "given_text": {**_CELL, "indent": 1},
    "given_points": {**_CELL, "align": "center", "num_format": "0.0"},
    "not_asked": {**_CELL, "align": "center", "font_color": "#6B6B6B"},
    "input_text": {**_INPUT, "num_format": "@"},
    "input": {**_INPUT, "num_format": "0.00", "align": "right"},
    "input_whole": {**_INPUT, "num_format": "General", "align": "center"},
    "answer": {**_CELL, "num_format": "0.00", "align": "right"},
    "answer_whole": {**_CELL, "num_format": "General", "align": "center"},
    "planted": {**_CELL, "num_format": "0.00", "align": "right", "bg_color": "#FFC7CE", "font_color": "#9C0006"},
    "live_label": {**_CELL, "bg_color": "#F2F2F2", "align": "right", "font_size": 9, "text_wrap": True},
    "live": _LIVE,
    "live_blank": {**_CELL, "bg_color": "#F2F2F2"},
    "helper": {**_CELL, "font_color": "#6B6B6B", "align": "center", "num_format": "General"},
    "helper_two": {**_CELL, "font_color": "#6B6B6B", "align": "right", "num_format": "0.00"},
    "helper_heading": {"bold": True, "font_size": 9, "bg_color": "#D9D9D9", "align": "center", "valign": "vcenter",
                       "text_wrap": True, "border": 1, "border_color": "#A6A6A6"},
    "table": {**_CELL, "font_size": 9, "align": "center"},
    "row": _ROW,
    "row_wrapped": {**_ROW, "text_wrap": True},
    "row_number": {**_ROW, "align": "right", "num_format": "0"},
    "row_share": {**_ROW, "align": "right", "num_format": "0.0"},
    "row_centre": {**_ROW, "align": "center"},
    "row_passed": {**_ROW, "align": "center", "bg_color": "#C6EFCE", "font_color": "#006100"},
    "row_failed": {**_ROW, "align": "center", "bg_color": "#FFC7CE", "font_color": "#9C0006"},
    "total": {**_ROW, "bold": True, "bg_color": "#F2F2F2"},
    "total_share": {**_ROW, "bold": True, "bg_color": "#F2F2F2", "align": "right", "num_format": "0.0"},
    "total_number": {**_ROW, "bold": True, "bg_color": "#F2F2F2", "align": "right", "num_format": "0"},
}
"""xlsxwriter's properties of formats."""
