"""Which tests reach a line: all tests run once, file by file, with coverage by test."""

from __future__ import annotations

import ast
import json
import os
import re
import sys
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import Any

import coverage
import forked
import pytest


class _Recorder:
    """Notes the lines of each test; what several tests share (collection, fixtures of a module) goes to their file."""

    def __init__(self, tree: Path, file: str, data: Path) -> None:
        self.tree, self.file, self.data, self.now = str(tree), file, data, file
        self.seconds: dict[str, float] = {}
        self.failed: set[str] = set()

    def pytest_configure(self) -> None:
        source = [f"{self.tree}/pipeline"]
        self.coverage = coverage.Coverage(data_file=self.data, data_suffix=True, config_file=False, source=source)
        self.coverage.set_option("run:patch", ["_exit"])  # readers end so, and forked.run
        self.coverage.start()
        self.coverage.switch_context(self.file)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Any:
        forked.forget_caches(Path(self.tree))  # else the first test alone would reach what remembers its result
        self.now = item.nodeid
        self.coverage.switch_context(self.now)
        start = sum(os.times()[:4])
        try:
            return (yield)
        finally:
            self.seconds[item.nodeid] = sum(os.times()[:4]) - start
            self.coverage.switch_context(self.file)

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: Any) -> Any:
        if fixturedef.scope != "function":
            self.coverage.switch_context(self.file)
        try:
            return (yield)
        finally:
            self.coverage.switch_context(self.now)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        passed = {test: taken for test, taken in self.seconds.items() if test not in self.failed}
        _part(self.data, self.file).write_text(json.dumps([passed, sorted(self.failed)]))


def _part(data: Path, file: str) -> Path:
    return data.with_name(f"{file.replace('/', '.')}.json")


def record(tree: Path, data: Path, files: list[str], options: list[str]) -> None:
    """Run all tests; write what they reach, and how long each took, to `data` and `data`.json.

    A test that fails without any change is named and left out. If interrupted, it goes on with the next file.
    """
    log = data.with_name("log.txt")
    seconds: dict[str, float] = {}
    for number, file in enumerate(files, 1):
        print(f"\rwhat the tests reach: file {number} of {len(files)} ", end="", flush=True)
        if not (part := _part(data, file)).is_file():
            status, _ = forked.run(tree, [*options, file], _Recorder(tree, file, data), log, write_bytecode=True)
            if status not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED, pytest.ExitCode.TESTS_FAILED):
                part.unlink(missing_ok=True)
                sys.exit(f"\n{log.read_text()}\n{file} can't be run without any change, either: status {status}.")
        passed, failed = json.loads(part.read_text())
        seconds |= passed
        if failed:
            print("\nleft out, since it fails without any change: " + ", ".join(failed))
    combined = coverage.Coverage(data_file=data, config_file=False)
    combined.combine([str(data.parent)])
    combined.save()
    data.with_suffix(".json").write_text(json.dumps(seconds))
    print(f"\rwhat the tests reach: {len(seconds)} tests, {sum(seconds.values()):.0f} s")


class Reach:
    """What `record` wrote, and the sources it is about."""

    def __init__(self, tree: Path, data: Path) -> None:
        self._tree = tree
        self._data = coverage.CoverageData(str(data))
        self._data.read()
        self.seconds: dict[str, float] = json.loads(data.with_suffix(".json").read_text())
        self._contexts = cache(lambda file: self._data.contexts_by_lineno(str(file)))
        self._sources = {file: file.read_text(encoding="utf-8") for file in sorted((tree / "pipeline").rglob("*.py"))}
        self._parsed = cache(lambda file: ast.parse(self._sources[file]))

    def tests(self, file: str, line: int) -> list[str]:
        """The tests that may notice a change of a line: file by file, quick ones first.

        What runs at import alone, a constant say, is noticed by those that reach a line with its name in it, and so on.
        """
        found: set[str] = set()
        todo, seen, known = [(self._tree / file, line)], set(), set[str]()
        while todo:
            place = todo.pop()
            if place in seen:
                continue
            seen.add(place)
            contexts, names = self._at(*place)
            found |= contexts
            for name in names - known:
                todo += self._mentions(name)
            known |= names
        chosen = [test for test in self.seconds if test in found or file_of(test) in found]
        files: dict[str, float] = defaultdict(float)
        for test in chosen:
            files[file_of(test)] += self.seconds[test]
        return sorted(chosen, key=lambda test: (files[file_of(test)], file_of(test), self.seconds[test]))

    def is_late(self, file: str, line: int) -> bool:
        """Whether a statement is in a function that no import calls: nothing else rests on it before a test runs."""
        contexts, names = self._at(self._tree / file, line)
        return bool(contexts) and not names and all("::" in context for context in contexts)

    def _at(self, file: Path, line: int) -> tuple[set[str], set[str]]:
        """The contexts of the statement at a line, and the names by which others use it if it is run at import."""
        names: set[str] = set()
        inside, first, last = False, line, line
        node: Any = self._parsed(file)
        while True:
            around = [part for part in _parts(node) if _first(part) <= line <= part.end_lineno]
            if not around:
                break
            node = around[0]
            body = getattr(node, "body", None)
            first, last = _first(node), body[0].lineno - 1 if body else node.end_lineno
            if not inside:
                names |= _names(node)
            inside |= isinstance(node, ast.FunctionDef) and line >= node.body[0].lineno
        if first > line or line > last:
            first = last = line  # an else: or a blank line
        reached = {context for number in range(first, last + 1) for context in self._contexts(file).get(number, ())}
        tests = {context for context in reached if "::" in context}
        return (reached, set()) if inside else (tests, names)

    def _mentions(self, name: str) -> list[tuple[Path, int]]:
        word = re.compile(rf"\b{re.escape(name)}\b")
        return [
            (file, number)
            for file, source in self._sources.items()
            if name in source
            for number, text in enumerate(source.splitlines(), 1)
            if word.search(text)
        ]


def file_of(test: str) -> str:
    """The file of a test."""
    return test.partition("::")[0]


def _parts(node: Any) -> list[Any]:
    """The statements and handlers right below a node."""
    fields = ("body", "handlers", "orelse", "finalbody", "cases")
    parts = [part for field in fields for part in getattr(node, field, ())]
    return [inner for part in parts for inner in ([part] if hasattr(part, "lineno") else part.body)]


def _first(node: ast.stmt | ast.ExceptHandler) -> int:
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min(part.lineno for part in (node, *decorators))


def _names(node: ast.AST) -> set[str]:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return {node.name}
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    return {part.id for target in targets if target for part in ast.walk(target) if isinstance(part, ast.Name)}
