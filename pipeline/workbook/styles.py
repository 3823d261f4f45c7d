"""What cells look like: number formats and colours by name, and what each colour means."""

from __future__ import annotations

from typing import Any

from pipeline.words import said

LINE = 15
"""Height of one line of text, in points."""
TITLE_HEIGHT = 24
"""That of a sheet's title; a spreadsheet doesn't always make a row as high as its letters."""

NAVY, BLUE, TEAL, GREEN, GREY = "#1F3864", "#2E75B6", "#26776D", "#38761D", "#6B6B6B"
"""White on each of them, and each on white, has a contrast of 4.5:1 or more: projectors wash colours out."""
LINK = "#0B4F9E"
"""What leads to another place when it is clicked."""
BAND_COLOURS = {
    "player": NAVY, "rounds": NAVY, "helper": GREY, "columns": NAVY, "iterations": BLUE, "differences": TEAL,
    "results": GREEN, "checking": GREY, "as read": GREY, "game": NAVY, "K": TEAL, "change": BLUE, "first": GREEN,
    "tie": GREEN, "rounds read": NAVY, "direct": TEAL, "for K": TEAL, "stated": NAVY, "previous": GREEN,
}
BAND_TITLES = {
    "rounds": said("Rounds"), "helper": said("Helpers"), "columns": said("The method's columns"),
    "iterations": said("Iterations"),
    "differences": said("Differences between iterations"), "results": said("Results"),
    "checking": said("Helpers for the checks"),
    "as read": said("The program's values for the event as read"), "game": said("Games"), "K": "K",
    "change": said("Rating change"),
    "tie": said("Tie-breaks"), "rounds read": said("What each round held"), "direct": said("Direct encounter"),
    "first": said("First rating"), "for K": said("What K depends on"), "stated": said("Stated"),
    "previous": said("First ratings of earlier events"),
}

_CELL = {"border": 1, "border_color": "#D9D9D9", "font_size": 10, "valign": "vcenter"}
_SMALL = "[>=0.005]0.00;[<=-0.005]-0.00;0.0E+00"
"""What may be rounding noise: two decimals, or, of less than that, its size. 0 itself is shown as 0 (`NOISY`)."""
_MEASURED = "[>=0.005]General;[<=-0.005]-General;0.0E+00"
"""The same for counts, too."""
_SHARE = "[=0]0;[=1]0;0.0##"
_SUM = {**_CELL, "bold": True, "bg_color": "#F2F2F2"}
_INPUT = {**_CELL, "bg_color": "#FFF9DB", "font_color": "#0000C0", "locked": False}
_OK, _BAD, _OPEN, _KNOW = (
    {"bg_color": "#C6EFCE", "font_color": "#006100"},
    {"bg_color": "#FFC7CE", "font_color": "#9C0006"},
    {"bg_color": "#FFD966", "font_color": "#5F4700"},
    {"bg_color": "#FFEB9C", "font_color": "#7F6000"},
)

STYLES: dict[str, dict[str, Any]] = {
    "title": {"bold": True, "font_size": 16, "font_color": NAVY},
    "subtitle": {"font_color": "#595959", "font_size": 10},
    "label": {"bold": True, "font_size": 10, "valign": "vcenter"},
    "label_small": {"bold": True, "font_size": 10, "valign": "vcenter", "shrink": True},
    "label_beside": {"bold": True, "font_size": 10, "valign": "vcenter", "indent": 1},
    "wrapped": {"font_size": 10, "text_wrap": True, "valign": "top"},
    "bullet": {**_CELL, "text_wrap": True, "indent": 1},
    "look": {"font_size": 10, "text_wrap": True, "valign": "top"},
    "look_link": {"font_size": 10, "text_wrap": True, "valign": "top", "font_color": LINK, "underline": 1},
    "look_number": {"font_size": 10, "num_format": _MEASURED, "valign": "top", "align": "center", "shrink": True},
    "master": {"bold": True, "font_size": 11, "border": 1, "text_wrap": True, "valign": "vcenter"},
    "heading": {"bold": True, "font_color": "white", "bg_color": NAVY, "align": "center", "valign": "vcenter",
                "text_wrap": True, "border": 1, "border_color": "white", "font_size": 10},
    "whole": {**_CELL, "num_format": "0", "align": "center"},
    "integer": {**_CELL, "num_format": "0", "align": "right"},
    "state": {"bold": True, "font_size": 12, "font_color": NAVY},
    "plain": {"font_size": 10},
    "right": {"font_size": 10, "align": "right"},
    "signed": {"font_size": 10, "top": 1},
    "group_end": {"border": 1, "border_color": "#D9D9D9", "bottom": 1, "bottom_color": GREY},
    "link": {**_CELL, "indent": 1, "font_color": LINK, "underline": 1, "text_wrap": True},
    "link_plain": {"font_size": 10, "font_color": LINK, "underline": 1},
    "who": {"bold": True, "font_color": "white", "bg_color": NAVY, "align": "center", "valign": "vcenter",
            "border": 1, "border_color": "white", "font_size": 10, "shrink": True},
    "code": {**_CELL, "align": "center", "shrink": True},
    "part": {**_CELL, "num_format": "0;-0;", "align": "center"},
    "text": {**_CELL, "indent": 1},
    "helper": {**_CELL, "num_format": "0", "align": "center", "font_color": GREY},
    "measure": {**_CELL, "num_format": _SMALL, "align": "right"},
    "points": {**_CELL, "num_format": "0.0", "align": "center"},
    "two": {**_CELL, "num_format": "0.00"},
    "quarters": {**_CELL, "num_format": "0.00", "align": "center"},
    "direct": {**_CELL, "num_format": "0.0##", "align": "center"},
    "direct_right": {**_CELL, "num_format": "0.0##", "align": "right"},
    "share": {**_CELL, "num_format": _SHARE, "align": "center"},
    "four": {**_CELL, "num_format": "0.0000"},
    "dp": {**_CELL, "num_format": "0", "align": "center"},
    "small": {**_CELL, "num_format": _SMALL},
    "number": {**_CELL, "num_format": "General", "align": "right"},
    "stated": {**_CELL, "num_format": "0.00", "font_color": GREY, "italic": True},
    "points_right": {**_CELL, "num_format": "0.0", "align": "right"},
    "three": {**_CELL, "num_format": "0.000"},
    "dp_right": {**_CELL, "num_format": "0", "align": "right"},
    "term": {**_CELL, "indent": 1, "shrink": True},
    "term_part": {**_CELL, "indent": 3, "font_color": GREY},
    "helper_text": {"font_size": 9, "font_color": GREY},
    "stated_points": {**_CELL, "num_format": "0.0", "align": "center", "font_color": GREY, "italic": True},
    "stated_whole": {**_CELL, "num_format": "0", "align": "center", "font_color": GREY, "italic": True},
    "no_game": {**_CELL, "num_format": "0", "font_color": GREY, "italic": True, "align": "center"},
    "no_game_text": {"font_color": GREY, "italic": True},
    "sum_label": {**_SUM, "align": "left"},
    "sum": {**_SUM, "num_format": "0.00"},
    "sum_small": {**_SUM, "num_format": _SMALL},
    "sum_whole": {**_SUM, "num_format": "0", "align": "center"},
    "sum_word": {**_SUM, "align": "center"},
    "setting_text": {**_CELL, "align": "right", "shrink": True},
    "stated_number": {**_CELL, "num_format": "0.0000", "align": "center", "font_color": GREY, "italic": True},
    "sum_direct": {**_SUM, "num_format": "0.0##", "align": "center"},
    "input": {**_INPUT, "align": "center"},
    "input_points": {**_INPUT, "num_format": "0.0#", "align": "center"},
    "input_text": {**_INPUT},
    "input_number": {**_INPUT, "num_format": "0", "align": "right"},
    "input_small": {**_INPUT, "num_format": "0.0E+00", "align": "right"},
    "step": {"font_size": 8, "font_color": GREY, "align": "center", "num_format": "0"},
    "status": {**_CELL, "bold": True, "align": "center"},
    "zero": {"num_format": "0"},
    "decimals": {"num_format": "0.00"},
    "cut": {"font_strikeout": True, "font_color": "#9C0006"},
    "dummy": {"italic": True, "bg_color": "#E7E6E6"},
    "cut_dummy": {"italic": True, "bg_color": "#E7E6E6", "font_strikeout": True, "font_color": "#9C0006"},
    "ok": _OK,
    "bad": _BAD,
    "open": _OPEN,
    "know": _KNOW,
}

NOISY = ("look_number", "measure", "small", "sum_small")
"""Formats of numbers that may be rounding noise: three sections of a format don't hold its size, two decimals and 0."""

COLOUR_KEY = (
    ("input", said("Blue on pale yellow: typed in; may be changed, and everything else follows.")),
    ("two", said("Black on white: a live formula.")),
    ("stated", said("Grey, slanted: as the input states it, or as the program computed it for the event as read; not "
    "live.")),
    ("helper", said("Grey: helpers for the formulas and checks.")),
    ("ok", said("Green, OK: the check is met.")),
    ("bad", said("Red, CHECK: the check failed; the result can't be trusted until the reason is known. Or: typed "
    "over.")),
    ("open", said("Orange, PROVISIONAL: nothing is wrong, but the standings aren't final, or have no common order.")),
    ("know", said("Yellow, alert: something to know before using the result.")),
)

DP_FORMATS = {"fide": "0", "article": "0", "logistic-floor": "0", "logistic": "0.00", "log-odds": "0.0000"}
"""Number format of the dp column, by dp table."""
