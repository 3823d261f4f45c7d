"""`make fuzz`: thousands of spoilt files of every layout; each must give one of our errors, or what the file says.

    python tests/fuzz/run.py [--cases 10000] [--seed 1] [--layouts trf,krause] [--jobs 2] [--keep FOLDER]

Prints a line for each layout; exits with 1 where anything was no event and no error of ours, and keeps those files.
"""

import argparse
import collections
import json
import os
import selectors
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

MOST_MEMORY = 1_000_000_000
SILENCE = 30
"""Seconds without an outcome until a worker counts as hanging where its alarm can't ring: in C."""
CHUNK = 1000


def work(name: str, first: int, count: int, seed: int, folder: Path) -> None:
    """Run some cases in this process, which may have so much memory; print an outcome a line."""
    from fuzz import cases

    _bound_memory()
    if hasattr(os, "nice"):
        os.nice(5)
    with os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8") as answers:  # whatever else is printed
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
        for number in range(first, first + count):
            print(json.dumps([number]), file=answers, flush=True)
            outcome = cases.run(name, number, seed, folder)
            answer = [number, outcome.kind, outcome.seconds, outcome.details, _peak()]
            print(json.dumps(answer), file=answers, flush=True)


def _bound_memory() -> None:
    try:
        import resource
    except ImportError:  # Windows
        return
    pages = Path("/proc/self/statm")
    used = int(pages.read_text().split()[0]) * 4096 if pages.exists() else 0
    resource.setrlimit(resource.RLIMIT_AS, (used + MOST_MEMORY, used + MOST_MEMORY))


def _peak() -> int:
    """The most memory that this process has had, in MB."""
    try:
        import resource
    except ImportError:
        return 0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak // (1_000_000 if sys.platform == "darwin" else 1_000)


class Tally:
    """The outcomes of one layout."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.kinds: collections.Counter[str] = collections.Counter()
        self.slowest = (0.0, -1)
        self.peak = 0
        self.defects: list[tuple[int, str, str]] = []

    def add(self, number: int, kind: str, seconds: float, details: str, peak: int) -> None:
        """Count one outcome."""
        self.kinds[kind] += 1
        self.slowest = max(self.slowest, (seconds, number))
        self.peak = max(self.peak, peak)
        if details:
            self.defects.append((number, kind, details))

    def line(self) -> str:
        """The summary."""
        kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(self.kinds.items()))
        return (
            f"{self.name:27} {sum(self.kinds.values()):6} cases: {kinds}; "
            f"slowest {self.slowest[0]:.2f} s (case {self.slowest[1]}); peak {self.peak} MB; "
            f"{len(self.defects)} defects"
        )


def fuzz(name: str, cases: int, seed: int, jobs: int, folder: Path) -> Tally:
    """All cases of one layout, in several processes at a time; one that crashes or hangs is a defect of its case."""
    tally = Tally(name)
    waiting = [(first, min(CHUNK, cases - first)) for first in range(0, cases, CHUNK)]
    selector = selectors.DefaultSelector()
    running: dict[subprocess.Popen[bytes], dict] = {}
    while waiting or running:
        while waiting and len(running) < jobs:
            first, count = waiting.pop(0)
            command = [sys.executable, __file__, "--work", name, str(first), str(count), str(seed), str(folder)]
            process = subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT)
            running[process] = {"now": first - 1, "end": first + count, "heard": time.monotonic(), "rest": b""}
            selector.register(process.stdout, selectors.EVENT_READ, process)
        for key, _ in selector.select(1):
            process, state = key.data, running[key.data]
            piece = os.read(process.stdout.fileno(), 65536)
            state["heard"] = time.monotonic()
            *lines, state["rest"] = (state["rest"] + piece).split(b"\n")
            for number, *outcome in map(json.loads, lines):
                state["now"] = number
                if outcome:
                    tally.add(number, *outcome)
                    state["done"] = number
            if not piece:
                selector.unregister(process.stdout)
                _finish(process, running.pop(process), tally, waiting)
        for process, state in list(running.items()):
            if time.monotonic() - state["heard"] > SILENCE:
                process.kill()
    return tally


def _finish(process: subprocess.Popen, state: dict, tally: Tally, waiting: list) -> None:
    """What a worker's end says of its last case; the cases behind it are done by another."""
    status = process.wait()
    if status and state.get("done") != state["now"]:
        hung = time.monotonic() - state["heard"] > SILENCE
        tally.add(state["now"], "hang" if hung else "crash", 0.0, f"the process ended with {status}", 0)
    if status and state["now"] + 1 < state["end"]:
        waiting.append((state["now"] + 1, state["end"] - state["now"] - 1))


def main() -> int:
    """Parse the options and run all layouts."""
    if sys.argv[1:2] == ["--work"]:
        name, first, count, seed, folder = sys.argv[2:]
        work(name, int(first), int(count), int(seed), Path(folder))
        return 0
    from fuzz.seeds import LAYOUTS

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cases", type=int, default=10_000, help="for each layout")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--layouts", default=",".join(LAYOUTS))
    parser.add_argument("--jobs", type=int, default=min(2, os.cpu_count() or 1))
    parser.add_argument("--keep", type=Path, default=ROOT / "output" / "fuzz", help="where files with a defect go")
    options = parser.parse_args()
    defects = 0
    for name in options.layouts.split(","):
        with tempfile.TemporaryDirectory() as folder:
            begin = time.perf_counter()
            tally = fuzz(name, options.cases, options.seed, options.jobs, Path(folder))
            print(f"{tally.line()}; {time.perf_counter() - begin:.0f} s", flush=True)
            for number, kind, details in tally.defects:
                options.keep.mkdir(parents=True, exist_ok=True)
                for file in Path(folder).glob(f"{name}-{number}.bin"):
                    shutil.copy(file, options.keep)
                (options.keep / f"{name}-{number}.txt").write_text(f"{kind}\n{details}\n", encoding="utf-8")
            by_end = collections.Counter(details.strip().splitlines()[-1][:110] for _, _, details in tally.defects)
            for end, count in by_end.most_common(10):
                print(f"    {count} × {end}", flush=True)
            defects += len(tally.defects)
    print(f"{defects} defects" + (f"; their files are in {options.keep}" if defects else ""))
    return 1 if defects else 0


if __name__ == "__main__":
    sys.exit(main())
