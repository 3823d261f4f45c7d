"""The worker's side of the page: a command called with what was asked, and its result as a `View`.

`done` runs in a worker (`pipeline.isolation`): within limits, and where it can be stopped. Whatever is written goes
into the folder of what was asked.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping
from functools import partial

from pipeline.errors import ArpoError
from pipeline.page.views import Asked, View
from pipeline.page.work.audit import audit_view, class_view
from pipeline.page.work.exercise import exercise_view, marks_view
from pipeline.page.work.explain import explained_view
from pipeline.page.work.look import look_view
from pipeline.page.work.rate import rate_view
from pipeline.page.work.refused import refused_view
from pipeline.page.work.report import report_view
from pipeline.progress import heard_by
from pipeline.readers.handed import handed
from pipeline.words import Said, told

PROGRESS = "progress.txt"
"""In the folder of what was asked: what is being done, in words."""
ACTIONS: Mapping[str, Callable[[Asked], View]] = {
    "look": look_view, "report": report_view, "explain": explained_view, "rate": rate_view, "audit": audit_view,
    "class": class_view, "exercise": exercise_view, "mark": marks_view,
}  # fmt: skip


def done(asked: Asked) -> View:
    """The result, or what is wrong, in the product's own words."""
    tempfile.tempdir = str(asked.folder)  # whatever is stopped leaves nothing anywhere else
    names = {file.label: file.content for file in (*asked.files, *asked.further)}
    with heard_by(partial(_note, asked)), handed(names):
        try:
            return ACTIONS[asked.action](asked)
        except ArpoError as error:
            return refused_view(asked, error)


def _note(asked: Asked, what: Said) -> None:
    (asked.folder / PROGRESS).write_text(told(what, asked.language), encoding="utf-8")
