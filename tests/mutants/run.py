"""`make mutants`: which small changes of the program do its tests notice?

    make mutants ARGS="--sample 200 --seed 1"     so many changes, a third of them in each area
    make mutants ARGS="--only method"             in one area
    make mutants ARGS="--survivors"               those of the last results that weren't noticed, or not tried, again
    make mutants ARGS="--libreoffice"             with the tests that need LibreOffice, which are slow
    make mutants ARGS="--tests tests/audit"       with the tests of these files and folders alone
    make mutants ARGS="--most 60"                 with so many seconds of tests a change: the own area, quick ones
    make mutants ARGS="--resume"                  what is left of the last sample, which was interrupted

Works on a copy in .mutants/tree. All tests run once there to see which lines each reaches, again only if a file has
changed; then one change after another is made, and the tests that reach it run until one fails. Prints a line for each
change, the survivors and a summary; .mutants/results.csv has them with the test that noticed and what it said. Not all
survivors are a gap: some changes give the same result, or are about looks. Needs a system that can fork.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import os
import shutil
import signal
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import forked
from reach import Reach, file_of, record
from sites import Mutation, difference, mutated, sample
from warm import COLD, Server

ROOT = Path(__file__).resolve().parents[2]
WORK = ROOT / ".mutants"
TREE, DATA, RESULTS = WORK / "tree", WORK / "reach" / "lines", WORK / "results.csv"

AREAS = {
    "method": ["pipeline/method", "pipeline/made_from.py", "pipeline/registry.py"],
    "rating": ["pipeline/rating"],
    "audit": ["pipeline/audit"],
}
"""Folders and files of each area; a file belongs to the first that names it."""
LEFT_OUT = ["tests/fuzz", "tests/test_program.py", "tests/readers/test_isolation.py",
            "tests/readers/test_slow_files.py"]  # fmt: skip
"""Tests that start processes or are about time."""
COPIED = ["pipeline", "tests", "templates", "input", "docs", "tools", "Makefile", "README.md", "CHANGELOG.md",
          "pyproject.toml", "constraints.txt"]  # fmt: skip
_FILES = 5
"""From so many files tests are taken, beside those of the own area, where their time is limited and nothing is imported
yet."""
NOTICED, UNNOTICED = ("noticed", "too long"), ("survived", "no test")
"""Verdicts that count; `import` doesn't (anything notices it), nor a crash of pytest, nor a line that is gone."""


def files_of(root: Path, names: list[str], pattern: str = "*") -> list[Path]:
    """The files of these names, and those in the folders of these names."""
    paths = [root / name for name in names]
    files = [file for path in paths for file in ([path] if path.is_file() else sorted(path.rglob(pattern)))]
    idle = {"__pycache__", "mutants"}
    return [file for file in files if file.is_file() and not idle & set(file.relative_to(root).parts)]


def digest(root: Path) -> str:
    """Of the names and content of what is copied."""
    files = [(file.relative_to(root).as_posix(), file.read_bytes()) for file in files_of(root, COPIED)]
    return hashlib.sha256(b"".join(name.encode() + b"\0" + content + b"\0" for name, content in files)).hexdigest()


def copy_tree() -> str:
    """Copy what the tests need, where it isn't the same; its digest."""
    if (now := digest(ROOT)) != digest(TREE):
        shutil.rmtree(TREE, ignore_errors=True)
        for file in files_of(ROOT, COPIED):
            (target := TREE / file.relative_to(ROOT)).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(file, target)
        (TREE / "output").mkdir()
    if not (shared := WORK / "shared").is_symlink():
        shared.symlink_to(ROOT.parent / "shared")  # where the tests look for real files
    return now


def mutations(count: int, seed: int, only: str | None) -> Iterator[Mutation]:
    """A sample, the same number from each area."""
    chosen, taken = [only] if only else list(AREAS), set[Path]()
    for area, names in AREAS.items():
        files = set(files_of(TREE, names, "*.py")) - taken
        taken |= files
        if area in chosen:
            number = (count + chosen.index(area)) // len(chosen)
            yield from sample(area, sorted(files), TREE, number, seed)


def save(rows: list[dict[str, Any]]) -> None:
    """Write the results so far."""
    with RESULTS.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, [*Mutation._fields, "verdict", "seconds", "tests", "test", "said"])
        writer.writeheader()
        writer.writerows(rows)


def judged_before(again: bool) -> list[dict[str, Any]]:
    """The last results; those of survivors without a verdict where they are to be tried again."""
    with RESULTS.open(encoding="utf-8", newline="") as file:
        rows: list[dict[str, Any]] = list(csv.DictReader(file))
    for row in rows:
        row |= {"line": int(row["line"]), "occurrence": int(row["occurrence"])}
        if again and row["verdict"] in UNNOTICED:
            row["verdict"] = ""
    return rows


def within(tests: list[str], area: str, seconds: dict[str, float], most: float | None) -> list[str]:
    """Tests of at most so many seconds, in their order: those in the area's own folder first, and quick ones."""
    if most is None:
        return tests
    chosen, left = set[str](), most
    for test in sorted(tests, key=lambda test: (not test.startswith(f"tests/{area}/"), seconds[test])):
        if (left := left - seconds[test]) < 0:
            break
        chosen.add(test)
    return [test for test in tests if test in chosen]


def judge(
    mutation: Mutation, reach: Reach, options: list[str], most: float | None, server: Server
) -> dict[str, Any]:
    """Make one change in the copy, run the tests that reach it, and take the change back; what came of it."""
    tests = within(reach.tests(mutation.file, mutation.line), mutation.area, reach.seconds, most)
    file, note = TREE / mutation.file, WORK / "note.txt"
    source = file.read_text(encoding="utf-8")
    changed = mutated(source, mutation.operator, mutation.occurrence)
    if difference(source, changed) != (mutation.before, mutation.after):
        return {"verdict": "gone"}
    if not tests:
        return {"verdict": "no test"}
    note.write_text("", encoding="utf-8")
    for stale in (file.parent / "__pycache__").glob(f"{file.stem}.*.pyc"):
        stale.unlink()
    try:
        file.write_text(changed, encoding="utf-8")
        status, seconds = server.judge(file, source, changed, tests, reach.seconds)
        if status == COLD or (status == 0 and not reach.is_late(mutation.file, mutation.line)):
            if most is not None:  # to import a file takes its time, too
                own = f"tests/{mutation.area}/"
                others = Counter(file for test in tests if not (file := file_of(test)).startswith(own))
                chosen = dict(others.most_common(_FILES))
                tests = [test for test in tests if test.startswith(own) or file_of(test) in chosen]
            arguments = [*options, "-x", *dict.fromkeys(map(file_of, tests))]
            status, seconds = forked.run(TREE, arguments, forked.Judge(tests, reach.seconds, note), WORK / "last.txt")
    finally:
        file.write_text(source, encoding="utf-8")
    names = {0: "survived", 5: "survived", 1: "noticed", 2: "import", 4: "import", -signal.SIGALRM: "too long"}
    test, _, said = note.read_text(encoding="utf-8").partition("\n")
    result = {"verdict": names.get(status, f"status {status}"), "tests": len(tests), "seconds": round(seconds, 1)}
    return result | ({} if status == 0 else {"test": test, "said": said.strip()})


def summary(rows: list[dict[str, Any]]) -> None:
    """Print the survivors and a line for each area."""
    lost = [row for row in rows if row["verdict"] in UNNOTICED]
    for row in lost:
        print(f"\n{row['file']}:{row['line']}  {row['verdict']}\n  - {row['before']}\n  + {row['after']}")
    print()
    for area in AREAS:
        counts = Counter(row["verdict"] for row in rows if row["area"] == area)
        noticed, missed = (sum(counts[verdict] for verdict in verdicts) for verdicts in (NOTICED, UNNOTICED))
        if tried := noticed + missed:
            details = ", ".join(f"{count} {verdict}" for verdict, count in sorted(counts.items()))
            print(f"{area}: {tried} tried, {noticed} noticed ({noticed / tried:.0%}); {details}")


def main() -> None:
    """Parse, prepare, try one change after another."""
    parser = argparse.ArgumentParser(prog="make mutants", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--sample", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=AREAS)
    parser.add_argument("--survivors", action="store_true")
    parser.add_argument("--resume", action="store_true")
    parser.add_argument("--libreoffice", action="store_true")
    parser.add_argument("--tests", nargs="+", default=["tests"])
    parser.add_argument("--most", type=float)
    wanted = parser.parse_args()
    if not hasattr(os, "fork"):
        sys.exit("make mutants needs a system that can fork (Linux, macOS, WSL).")
    options = [] if wanted.libreoffice else ["-m", "not needs_libreoffice and not needs_pdftoppm"]
    mark = f"{copy_tree()} {options} {wanted.tests}"
    forked.warm_up()
    if not (stamp := DATA.parent / "of.txt").is_file() or stamp.read_text() != mark:
        shutil.rmtree(DATA.parent, ignore_errors=True)
        DATA.parent.mkdir()
        stamp.write_text(mark)
    if not DATA.with_suffix(".json").is_file():
        found = sorted(file.relative_to(TREE).as_posix() for file in files_of(TREE, wanted.tests, "test_*.py"))
        record(TREE, DATA, [file for file in found if not file.startswith(tuple(LEFT_OUT))], options)
    if wanted.survivors or wanted.resume:
        rows = judged_before(again=wanted.survivors)
    else:
        rows = [mutation._asdict() for mutation in mutations(wanted.sample, wanted.seed, wanted.only)]
        save(rows)
    reach = Reach(TREE, DATA)
    files = sorted(set(map(file_of, reach.seconds)))
    server = Server(TREE, files, options, WORK / "note.txt", WORK / "server.txt")
    for number, row in enumerate(rows, 1):
        if not row.get("verdict"):
            mutation = Mutation(*(row[field] for field in Mutation._fields))
            row |= judge(mutation, reach, options, wanted.most, server)
            print(f"{number}/{len(rows)} {row['verdict']:9}{row.get('seconds', 0):6} s  "
                  f"{row['file']}:{row['line']}  {row['after']}", flush=True)  # fmt: skip
            save(rows)
    summary(rows)


if __name__ == "__main__":
    main()
