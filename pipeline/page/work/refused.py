"""What is wrong, as the product says it: every problem with its place and its mend, by the file that it is about."""

from __future__ import annotations

from pipeline.errors import ArpoError, FileError, InputError, in_line
from pipeline.page.views import Asked, Fault, View
from pipeline.page.work.forms import forms_for
from pipeline.words import told

_MEND = "→"


def refused_view(asked: Asked, error: ArpoError) -> View:
    """The view of an action that was refused; its forms may hold what mends it."""
    path = getattr(error, "path", None)
    name = in_line(path.name) if path is not None else ""
    return View(asked.action, faults={name: faults_of(error, asked.language)}, forms=forms_for(asked))


def faults_of(error: ArpoError, language: str) -> tuple[Fault, ...]:
    """All that an error says."""
    if isinstance(error, InputError):
        return tuple(
            Fault(told(one.place.said, language), told(one.what, language), told(one.mend, language))
            for one in error.problems
        )
    if isinstance(error, FileError):
        return (Fault("", told(error.what, language), told(error.mend, language)),)
    what, _, mend = told(error.said, language).partition(_MEND)
    return (Fault("", what.strip(), mend.strip()),)
