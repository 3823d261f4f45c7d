"""One case: a spoilt file, read; what came of it. The same layout, number and seed give the same case everywhere."""

import contextlib
import io
import random
import signal
import time
import traceback
from dataclasses import dataclass
from pathlib import Path

from fuzz import mutations, recount, recount_made, structure
from fuzz.recount import Line
from fuzz.seeds import LAYOUTS, Layout, Rows
from pipeline.commands.audit import make_audit
from pipeline.commands.calculating import settings_for
from pipeline.commands.check import print_checked
from pipeline.commands.rate import make_rating
from pipeline.errors import ArpoError
from pipeline.event import Event
from pipeline.method.calculation import calculated
from pipeline.readers import read_event
from pipeline.readers.hints import NONE, Hints
from pipeline.workbook.write import write_report

SECONDS = 10
CALCULATED, REPORTED, HINTED = 5, 200, 7
"""Of so many cases one is calculated, one written as a report, one read with hints (where it gives an event)."""
HINTS = Hints("spanish", "b/n")
STRUCTURED, REREAD = 3, 10
"""Every so manieth case changes what a table says, not how it is written, and what is accepted is counted again; of
its events every so manieth report is read again."""


@dataclass(frozen=True)
class Outcome:
    """What came of a case: the layout's use, or the class of our error; `details` is empty unless it is a defect."""

    kind: str
    seconds: float
    details: str = ""


class Hang(BaseException):
    """A case took too long; past every `except Exception`."""


class Contradiction(AssertionError):
    """What was accepted isn't what the file says, or contradicts itself."""


def is_structured(layout: Layout, number: int) -> bool:
    """Whether the case is one of `fuzz.structure`."""
    return number % STRUCTURED == 0 and (layout.rows is not None or layout.name in _TRF)


_TRF = ("trf", "krause")


def structured(layout: Layout, number: int, seed: int) -> tuple[bytes, Rows, list[Line]]:
    """The file of such a case, its table (empty for a TRF), and the players' rows in it."""
    rng = random.Random(f"structure {layout.name} {number} {seed}")
    times = rng.choice((1, 1, 1, 2))
    if layout.write is None or layout.rows is None:
        text = layout.text
        for _ in range(times):
            text = structure.in_trf(rng, text)
        return text.encode(), [], recount.lines_of_trf(text)
    rows = layout.rows
    for _ in range(times):
        rows = structure.in_table(rng, rows)
    return layout.write(rows), rows, recount.lines_of_table(rows)


def content(layout: Layout, number: int, seed: int) -> bytes:
    """The spoilt file of a case."""
    if is_structured(layout, number):
        return structured(layout, number, seed)[0]
    rng = random.Random(f"{layout.name} {number} {seed}")
    times = rng.choice((1, 1, 1, 2, 3))
    real = layout.real_files
    if real and rng.random() < 0.05:
        return _spoil_file(rng, mutations.some(rng, real), times)
    if rng.random() < 0.15:
        return _spoil_file(rng, layout.seed(), times)
    if layout.write is None or layout.rows is None:
        return _spoil_text(rng, layout.text, times)
    rows = layout.rows
    if rng.random() < 0.6:
        for _ in range(times):
            rows = mutations.in_cells(rng, rows)
        return layout.write(rows)
    return _spoil_file(rng, layout.write(rows), times)


def _spoil_file(rng: random.Random, data: bytes, times: int) -> bytes:
    """Spoil a file according to what it is."""
    for _ in range(times):
        if data.startswith(b"PK"):
            data = mutations.in_zip(rng, data) if rng.random() < 0.75 else mutations.in_bytes(rng, data)
        elif data.startswith(b"\xd0\xcf"):
            data = mutations.in_records(rng, data)
        elif b"<table" in data:
            data = mutations.in_xml(rng, data) if rng.random() < 0.7 else mutations.in_bytes(rng, data)
        elif rng.random() < 0.5:
            data = mutations.in_bytes(rng, data)
        else:
            data = _spoil_text(rng, data.decode("utf-8", "replace"), 1)
    return data


def _spoil_text(rng: random.Random, text: str, times: int) -> bytes:
    for _ in range(times):
        text = (mutations.in_characters if rng.random() < 0.6 else mutations.in_lines)(rng, text)
    return mutations.encoded(rng, text)


def run(name: str, number: int, seed: int, folder: Path) -> Outcome:
    """Read one case in `folder`; a sample of the events is calculated and written as a report, too."""
    path = folder / f"{name}-{number}.bin"
    layout = LAYOUTS[name]
    path.write_bytes(content(layout, number, seed))
    begin = time.perf_counter()
    printed = io.StringIO()
    kind = layout.use
    try:
        with _bounded(), contextlib.redirect_stdout(printed):
            if is_structured(layout, number):
                use_counted(layout, path, number, seed)
            else:
                use(layout, path, number)
    except ArpoError as error:
        kind = next(family.__name__ for family in type(error).__mro__ if family.__module__ == ArpoError.__module__)
        if not str(error).strip() or len(str(error)) > 20_000:
            return Outcome("bad message", time.perf_counter() - begin, str(error)[:500])
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt):
            raise
        return Outcome(type(error).__name__, time.perf_counter() - begin, traceback.format_exc())
    seconds = time.perf_counter() - begin
    if printed.getvalue():
        return Outcome("printed", seconds, printed.getvalue()[:500])
    path.unlink()
    return Outcome(kind, seconds)


def _read(path: Path, number: int) -> None:
    event = read_event(path, hints=HINTS if number % HINTED == 0 else NONE)
    if number % CALCULATED == 0:
        with contextlib.suppress(ArpoError):  # a dp table may have no value for a player's score
            _calculate(event, path, number)


def _calculate(event: Event, path: Path, number: int) -> None:
    calculation = calculated(event, settings_for(event, {"iterations": 20}))
    if number % REPORTED == 0:
        target = path.with_suffix(".xlsx")
        write_report(calculation, target)
        target.unlink()


def _audit(path: Path, number: int) -> None:
    _, target = make_audit(path, {}, out=path.with_suffix(".xlsx"), language="es" if number % HINTED == 0 else "en")
    target.unlink()


def _rate(path: Path, number: int) -> None:
    rules = "article" if number % HINTED == 0 else None
    _, target = make_rating(path, {"rules": rules}, out=path.with_suffix(".xlsx"))
    target.unlink()


_USES = {"event": _read, "audit": _audit, "rating": _rate}


def use(layout: Layout, path: Path, number: int) -> None:
    """Do with the file what is done with its layout. Raises ArpoError, or what a defect raises."""
    _USES[layout.use](path, number)


def use_counted(layout: Layout, path: Path, number: int, seed: int) -> None:
    """The same for a case of `fuzz.structure`; raises Contradiction where the recount finds another thing."""
    _, rows, lines = structured(layout, number, seed)
    target = path.with_suffix(".xlsx")
    if layout.use == "event":
        said = _counted_event(path, lines, target if number % (STRUCTURED * REREAD) == 0 else None)
    elif layout.use == "rating":
        rating, _ = make_rating(path, {}, out=target)
        said = recount_made.in_rating(rating, lines)
    else:
        audit, _ = make_audit(path, {}, out=target)
        said = recount_made.in_audit(audit, target, rows, lines)
    target.unlink(missing_ok=True)
    if said:
        raise Contradiction("; ".join(said))


def _counted_event(path: Path, lines: list[Line], target: Path | None) -> list[str]:
    """Check, and where there is a target report, the file; what the recount finds."""
    event = read_event(path)
    said = recount.in_event(event)
    calculation = calculated(event, settings_for(event, {"iterations": 20}))
    said += recount.against_file(event, lines, calculation.state)
    printed = io.StringIO()
    print_checked(path, calculation, printed)
    if not printed.getvalue().upper().startswith(("ALL", "PROVISIONAL:", "CHECK:")):
        said.append(f"check begins {printed.getvalue()[:60]!r}")
    if target:
        write_report(calculation, target)
        said += recount.same_entries(event, read_event(target))
    return said


@contextlib.contextmanager
def _bounded():
    """Raise Hang after SECONDS, where the system has alarms."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def ring(*_):
        raise Hang

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
