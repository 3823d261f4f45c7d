"""What is wrong, as the product says it: every problem with its place and its mend, by the file that it is about."""

from __future__ import annotations

import re

from pipeline.errors import ArpoError, FileError, InputError, in_line
from pipeline.page.views import Asked, Fault, View
from pipeline.page.work.forms import OF_A_TABLE, forms_for
from pipeline.words import told

_MEND = "→"
_OPTION = re.compile(r"--([a-z]+)")


def refused_view(asked: Asked, error: ArpoError) -> View:
    """The view of an action that was refused; its forms may hold what mends it."""
    path = getattr(error, "path", None)
    name = in_line(path.name) if path is not None else ""
    faults = faults_of(error, asked.language)
    named = set(_OPTION.findall(" ".join(f"{fault.what} {fault.mend}" for fault in faults))) | set(asked.given)
    forms, fields = [], []
    for form in forms_for(asked):
        mentioned = [field for field in form.fields if field.name.removeprefix(OF_A_TABLE) in named]
        fields += mentioned
        forms.append(form._replace(fields=tuple(field for field in form.fields if field not in mentioned)))
    return View(asked.action, faults={name: faults}, forms=tuple(forms), asked=tuple(fields))


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
