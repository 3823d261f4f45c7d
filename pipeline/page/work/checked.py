"""What every calculation with checks shows: state and reason, what to look at, all checks."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.event import Note
from pipeline.page.views import Look, Table
from pipeline.registry import ALERT, CHECK, INFO, OK, PROVISIONAL, Check, Checked
from pipeline.words import Said, decimal_sign, said, told

_STATES = {str(OK): "ok", str(CHECK): "check", str(PROVISIONAL): "provisional", str(ALERT): "alert", str(INFO): "info"}


def shown(value: float, language: str) -> str:
    """A number as the checks print it."""
    return f"{value:.6g}".replace(".", decimal_sign(language))


def looks_of(checked: Checked) -> tuple[Look, ...]:
    """The checks that aren't OK, the gravest first."""
    language = checked.language
    return tuple(
        Look(_STATES[str(check.status)], told(check.status, language), _value(check, language),
             told(check.trouble, language))
        for check in checked.to_look_at
    )


def _value(check: Check, language: str) -> str:
    margin: Said | str = said(" ± {tolerance:g}", tolerance=check.tolerance) if check.tolerance else ""
    return told(said("{name}: {value:.6g} (should be {expected:.6g}{margin})", name=check.name, value=check.value,
                     expected=check.expected, margin=margin), language)


def checks_table(checked: Checked) -> Table:
    """Every check in words, its value, what it should be, tolerance and state."""
    language = checked.language
    headings = (said("Check"), said("Value"), said("Should be"), said("Tolerance"), said("State"), said("Meaning"))
    return Table(
        told(said("All checks"), language), tuple(told(heading, language) for heading in headings),
        tuple((
            told(check.name, language), shown(check.value, language),
            "" if check.kind == "info" else shown(check.expected, language),
            shown(check.tolerance, language) if check.tolerance else "", told(check.status, language),
            "" if check.status == OK else told(check.trouble, language),
        ) for check in checked.checks),
        numbers=(1, 2, 3), states=tuple(_STATES[str(check.status)] for check in checked.checks),
    )  # fmt: skip


def notes_of(notes: Sequence[Note], language: str) -> tuple[str, ...]:
    """What reading left out or interpreted."""
    return tuple(f"{note.count} × {told(note.text, language)}" for note in notes)
