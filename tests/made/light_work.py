"""What a batch may be told to do with a file instead of a report: quick things, and things that end their process.

Worker processes import it as `tests.made.light_work`; nothing here imports pandas.
"""

import hashlib
import os
import signal
import time
from pathlib import Path

from pipeline.batch.ledger import DONE, Row
from pipeline.batch.sources import Source
from pipeline.errors import FileError
from pipeline.output import replacing


def copied(out: Path, source: Source) -> Row:
    """Writes a copy of the file, by the way of all results; one with a draw against a win is refused."""
    data = source.path.read_bytes()
    if b"Beta,1900,1,d" in data:
        raise FileError(source.path, "the two contradict.", "Correct it.")
    target = out / f"{source.stem}-table.csv"
    with replacing(target, source.path, suffix=".csv") as temporary:
        temporary.write_bytes(data)
    return Row(DONE, hashlib.sha256(data).hexdigest(), results=(target.name,), sizes=(len(data),))


def dies_once(source: Source) -> Row:
    """Ends its own process the first time."""
    seen = source.path.with_suffix(".seen")
    if not seen.exists():
        seen.write_text("")
        os.kill(os.getpid(), signal.SIGKILL)
    return Row(DONE, "", event="after all")


def dies(source: Source) -> Row:
    """Ends its own process each time, and counts."""
    with source.path.with_suffix(".seen").open("a") as file:
        file.write("x")
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def sleeps(source: Source) -> Row:
    """Takes too long."""
    with source.path.with_suffix(".seen").open("a") as file:
        file.write("x")
    time.sleep(60)
    raise AssertionError


def devours(source: Source) -> Row:
    """Takes too much memory."""
    kept = [bytearray(10_000_000) for _ in range(1_000)]
    return Row(DONE, str(len(kept)))


def copied_far(out: Path, source: Source) -> Row:
    """As `copied`."""
    return copied(out, source)


def ends_cluster_worker(out: Path, source: Source) -> Row:
    """Ends the process that gave it the file, each time, for a file called dies; once for one called dies-once."""
    seen = Path(os.environ["ARPO_SEEN"]) / source.path.name
    if source.path.name.startswith("dies") and not (source.path.stem == "dies-once" and seen.exists()):
        with seen.open("a") as file:
            file.write("x")
        os.kill(os.getppid(), signal.SIGKILL)
        os.kill(os.getpid(), signal.SIGKILL)
    return copied(out, source)
