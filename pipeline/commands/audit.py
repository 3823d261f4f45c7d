"""`arpo audit`: somebody's sheet in, an annotated copy of it out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from pipeline import isolation
from pipeline.audit.report.findings import AnyAudit
from pipeline.audit.run import inputs_of, with_copy
from pipeline.errors import ArpoError, FileError, in_line
from pipeline.limits import NORMAL, Limits
from pipeline.output import OUTPUT, WORKBOOK, check_writable, default_output, replacing
from pipeline.progress import doing
from pipeline.readers.collection import no_collection
from pipeline.readers.hints import NONE, Hints
from pipeline.words import said

MACROS = ".xlsm"
"""A workbook with macros keeps its suffix."""


@dataclass(frozen=True)
class Answer:
    """One file of a class: its audit and where the copy is, or why it can't be audited."""

    path: Path
    audit: AnyAudit | None = None
    copy: Path | None = None
    error: ArpoError | None = None

    @property
    def exit_status(self) -> int:
        """What the command would answer for this file alone."""
        if self.audit is None:
            return 3 if self.error is None else self.error.exit_status
        return 0 if self.audit.agrees else 1


def audit_class(
    paths: Sequence[Path], given: Mapping[str, object], event_path: Path | None = None, folder: Path | None = None,
    language: str = "en", limits: Limits = NORMAL, hints: Hints = NONE,
) -> Iterator[Answer]:
    """Audit several files one after the other, each copy in `folder` (or output); a bad one doesn't keep the others.

    The file of the event is left out where it is among them. Raises FileError before the first where `folder` is a
    file.
    """
    target = OUTPUT if folder is None else folder
    if target.exists() and not target.is_dir():
        what = said("the copies of several files need a folder, and this is a file.")
        raise FileError(target, what, said("Name a folder with --out."))
    taken: set[str] = set()
    for path in paths:
        if event_path is not None and path.exists() and event_path.exists() and path.samefile(event_path):
            continue
        name = _free_name(path, taken)
        try:
            made, copy = make_audit(path, given, event_path, target / name, language, limits, hints)
        except ArpoError as error:
            yield Answer(path, error=error)
        else:
            yield Answer(path, made, copy)


def _free_name(path: Path, taken: set[str]) -> str:
    """The name of a file's copy; files of the same name in several folders get another each."""
    stem, suffix = f"{path.stem}-audit", MACROS if path.suffix.lower() == MACROS else WORKBOOK
    number, name = 1, f"{stem}{suffix}"
    while name.casefold() in taken:
        number += 1
        name = f"{stem} ({number}){suffix}"
    taken.add(name.casefold())
    return name


def make_audit(
    path: Path, given: Mapping[str, object], event_path: Path | None = None, out: Path | None = None,
    language: str = "en", limits: Limits = NORMAL, hints: Hints = NONE,
) -> tuple[AnyAudit, Path]:
    """Audit `path` and write the annotated copy to `out` (or output/NAME-audit.xlsx), whole or not at all.

    The files are read once, here; all that looks into their bytes, up to the copy, runs apart and within `limits`.
    Returns the audit and where the copy is. Raises ArpoError; then nothing has been written.
    """
    suffix = MACROS if path.suffix.lower() == MACROS else WORKBOOK
    target = out or default_output(path, "audit").with_suffix(suffix)
    inputs = (path,) if event_path is None else (path, event_path)
    check_writable(target, *inputs, suffix=suffix)
    task = partial(with_copy, inputs_of(path, event_path, limits), given, hints, language)
    with no_collection(), doing(said("Auditing {name}", name=in_line(path.name))):
        made = isolation.run(path, task, limits, said("auditing it"))
    with replacing(target, *inputs, suffix=suffix) as temporary:
        temporary.write_bytes(made.copy)
    return made.audit, target
