"""A server that has collected all tests once: for each mutation of a function it forks, and swaps the function's code.

What runs at import (a constant, a record, a class's body) can't be changed so: it needs another import, which
`forked.run` makes.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import signal
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import forked
import pytest
from _pytest.main import pytest_runtestloop

_OPTIMIZED = 0x1
"""The flag of a function's code; that of a module and a class's body hasn't it, and has run already."""
COLD = 100
"""What a child's status says where the mutation can't be made in a program that is already imported."""


def _own(code: CodeType) -> tuple[object, ...]:
    """What a code object is without those in it."""
    constants = [(type(value), value) for value in code.co_consts if not isinstance(value, CodeType)]
    return code.co_code, code.co_names, code.co_varnames, code.co_freevars, constants


def _pairs(old: CodeType, new: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """Functions that differ, before and after. Raises ValueError where something differs that has run already."""
    if not old.co_flags & _OPTIMIZED and _own(old) != _own(new):
        raise ValueError("runs at import")
    if old.co_flags & _OPTIMIZED and old != new:
        yield old, new
    inner, changed = ([c for c in code.co_consts if isinstance(c, CodeType)] for code in (old, new))
    for pair in zip(inner, changed, strict=True):
        yield from _pairs(*pair)


def functions_by_file() -> dict[str, list[FunctionType]]:
    """All functions that there are, wherever they are held."""
    found: dict[str, list[FunctionType]] = defaultdict(list)
    for function in gc.get_objects():
        if type(function) is FunctionType:
            found[function.__code__.co_filename].append(function)
    return found


def swap(functions: list[FunctionType], file: Path, source: str, changed: str) -> None:
    """Give the functions of a file the code of `changed`. Raises ValueError where it can't be done."""
    for old, new in list(_pairs(compile(source, str(file), "exec"), compile(changed, str(file), "exec"))):
        for function in functions:
            code = function.__code__
            if (code.co_qualname, code.co_firstlineno, _own(code)) == (old.co_qualname, old.co_firstlineno, _own(old)):
                function.__code__ = new


class _Loop:
    """Instead of running the collected tests once: runs those asked for, each time in a fork."""

    def __init__(self, questions: Any, answers: Any, note: Path) -> None:
        self.questions, self.answers, self.note = questions, answers, note

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items = {item.nodeid: item for item in session.items}
        # What a fork doesn't touch isn't copied: functions are looked up here, and no child collects what is here.
        self.functions = functions_by_file()
        gc.freeze()
        self._say({"ready": len(items)})
        for line in self.questions:
            asked = json.loads(line)
            session.items = [items[test] for test in asked["tests"] if test in items]
            child = os.fork()
            if child == 0:
                status = 70
                try:
                    status = self._in_child(session, asked)
                finally:
                    os._exit(status)
            _, status, used = os.wait4(child, 0)
            with contextlib.suppress(ProcessLookupError):  # its own forks, too
                os.killpg(child, signal.SIGKILL)
            self._say({"status": os.waitstatus_to_exitcode(status), "seconds": used.ru_utime + used.ru_stime})
        return True

    def _in_child(self, session: pytest.Session, asked: dict[str, Any]) -> int:
        os.setsid()
        try:
            swap(self.functions[asked["file"]], Path(asked["file"]), asked["source"], asked["changed"])
        except (ValueError, SyntaxError):
            return COLD
        forked.forget_caches(session.config.rootpath)
        session.config.pluginmanager.register(forked.Judge(asked["tests"], asked["seconds"], self.note))
        with contextlib.suppress(session.Failed, session.Interrupted):  # at the first failure
            pytest_runtestloop(session)
        return 1 if session.testsfailed else 0

    def _say(self, answer: dict[str, Any]) -> None:
        self.answers.write(json.dumps(answer) + "\n")
        self.answers.flush()


class Server:
    """The process with all tests of these files, at the other end of two pipes."""

    def __init__(self, tree: Path, files: list[str], options: list[str], note: Path, log: Path) -> None:
        questions, answers = os.pipe(), os.pipe()
        if os.fork() == 0:
            status = 70
            try:
                os.close(questions[1])
                os.close(answers[0])
                forked.prepare(tree, log, write_bytecode=False)
                loop = _Loop(os.fdopen(questions[0]), os.fdopen(answers[1], "w"), note)
                plugins = [forked.InTree(tree), loop]
                status = int(pytest.main([*forked.OPTIONS, *options, "-x", *files], plugins=plugins))
            finally:
                os._exit(status)
        os.close(questions[0])
        os.close(answers[1])
        self._ask, self._hear = os.fdopen(questions[1], "w"), os.fdopen(answers[0])
        self._answer()

    def judge(self, file: Path, source: str, changed: str, tests: list[str], seconds: dict[str, float]) -> Any:
        """The status of the tests with the mutation, as `forked.run` has it, or COLD; and their CPU seconds."""
        asked = {"file": str(file), "source": source, "changed": changed, "tests": tests}
        self._ask.write(json.dumps(asked | {"seconds": {test: seconds[test] for test in tests}}) + "\n")
        self._ask.flush()
        found = self._answer()
        return found["status"], found["seconds"]

    def _answer(self) -> dict[str, Any]:
        line = self._hear.readline()
        if not line:
            raise SystemExit("the tests can't be collected: see .mutants/server.txt")
        answer: dict[str, Any] = json.loads(line)
        return answer
