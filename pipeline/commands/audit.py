"""`arpo audit`: somebody's sheet in, an annotated copy of it out."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from pipeline.audit.report.annotate import write_annotated
from pipeline.audit.report.findings import AnyAudit
from pipeline.audit.report.words import words
from pipeline.audit.run import audit_file
from pipeline.errors import InputError
from pipeline.limits import NORMAL, Limits
from pipeline.output import WORKBOOK, check_writable, default_output, replacing
from pipeline.readers.hints import NONE, Hints

MACROS = ".xlsm"
"""A workbook with macros keeps its suffix."""


def make_audit(
    path: Path, given: Mapping[str, object], event_path: Path | None = None, out: Path | None = None,
    language: str = "en", limits: Limits = NORMAL, hints: Hints = NONE,
) -> tuple[AnyAudit, Path]:
    """Audit `path` and write the annotated copy to `out` (or output/NAME-audit.xlsx), whole or not at all.

    Returns the audit and where the copy is. Raises ArpoError; then nothing has been written.
    """
    said = words(language)
    suffix = MACROS if path.suffix.lower() == MACROS else WORKBOOK
    target = out or default_output(path, "audit").with_suffix(suffix)
    inputs = (path,) if event_path is None else (path, event_path)
    check_writable(target, *inputs, suffix=suffix)
    with _uncollected():
        try:
            audit, file = audit_file(path, given, event_path, limits, hints)
        except InputError as error:
            raise said.error(error) from error
        with replacing(target, *inputs, suffix=suffix) as temporary:
            write_annotated(audit, path, file.grids, file.package, said, temporary)
    return audit, target


@contextmanager
def _uncollected() -> Iterator[None]:
    """Without Python's search for cycles: an audit makes a great many small objects, keeps them, and has no cycles."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
