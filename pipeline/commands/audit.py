"""`arpo audit`: somebody's sheet in, an annotated copy of it out."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path

from pipeline import isolation
from pipeline.audit.report.findings import AnyAudit
from pipeline.audit.report.words import words
from pipeline.audit.run import inputs_of, with_copy
from pipeline.errors import InputError, in_line
from pipeline.limits import NORMAL, Limits
from pipeline.output import WORKBOOK, check_writable, default_output, replacing
from pipeline.progress import doing
from pipeline.readers.collection import no_collection
from pipeline.readers.hints import NONE, Hints
from pipeline.words import said

MACROS = ".xlsm"
"""A workbook with macros keeps its suffix."""


def make_audit(
    path: Path, given: Mapping[str, object], event_path: Path | None = None, out: Path | None = None,
    language: str = "en", limits: Limits = NORMAL, hints: Hints = NONE,
) -> tuple[AnyAudit, Path]:
    """Audit `path` and write the annotated copy to `out` (or output/NAME-audit.xlsx), whole or not at all.

    The files are read once, here; all that looks into their bytes, up to the copy, runs apart and within `limits`.
    Returns the audit and where the copy is. Raises ArpoError; then nothing has been written.
    """
    spoken = words(language)
    suffix = MACROS if path.suffix.lower() == MACROS else WORKBOOK
    target = out or default_output(path, "audit").with_suffix(suffix)
    inputs = (path,) if event_path is None else (path, event_path)
    check_writable(target, *inputs, suffix=suffix)
    task = partial(with_copy, inputs_of(path, event_path, limits), given, hints, language)
    with no_collection():
        try:
            with doing(said("Auditing {name}", name=in_line(path.name))):
                made = isolation.run(path, task, limits, said("auditing it"))
        except InputError as error:
            raise spoken.error(error) from error
    with replacing(target, *inputs, suffix=suffix) as temporary:
        temporary.write_bytes(made.copy)
    return made.audit, target
