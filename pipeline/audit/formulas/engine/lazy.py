"""Functions that calculate only those of their arguments that are needed: conditions and choices."""

from __future__ import annotations

from collections.abc import Callable

from pipeline.audit.formulas.engine.parser import NotEvaluated
from pipeline.audit.formulas.engine.values import CellError, Value, number, order, scalar, truth

Program = Callable[[int], Value]
"""From the row (from 0) of a formula's cell to its value. Raises CellError, NotEvaluated, or Waiting."""


def refused(why: str) -> Program:
    """The program of what isn't calculated."""

    def program(row: int) -> Value:
        raise NotEvaluated(why)

    return program


def _if(programs: list[Program], name: str) -> Program:
    if len(programs) < 2:
        return refused(name)
    condition, yes = programs[:2]
    no = programs[2] if len(programs) > 2 else lambda row: False

    def program(row: int) -> Value:
        found = condition(row)
        return yes(row) if found is True or (found is not False and truth(found)) else no(row)

    return program


def _iferror(programs: list[Program], name: str) -> Program:
    def program(row: int) -> Value:
        try:
            return programs[0](row)
        except CellError:
            return programs[1](row)

    return program


def _ifna(programs: list[Program], name: str) -> Program:
    def program(row: int) -> Value:
        try:
            return programs[0](row)
        except CellError as error:
            if str(error) != "#N/A":
                raise
            return programs[1](row)

    return program


def _ifs(programs: list[Program], name: str) -> Program:
    def program(row: int) -> Value:
        for condition, value in zip(programs[::2], programs[1::2], strict=True):
            if truth(condition(row)):
                return value(row)
        raise CellError("#N/A")

    return program


def _switch(programs: list[Program], name: str) -> Program:
    def program(row: int) -> Value:
        wanted, *cases = programs
        value = scalar(wanted(row))
        for case, result in zip(cases[::2], cases[1::2], strict=False):
            if order(scalar(case(row)), value) == 0:
                return result(row)
        if len(cases) % 2:
            return cases[-1](row)
        raise CellError("#N/A")

    return program


def _choose(programs: list[Program], name: str) -> Program:
    def program(row: int) -> Value:
        place, *values = programs
        chosen = int(number(place(row)))
        if not 0 < chosen <= len(values):
            raise CellError("#VALUE!")
        return values[chosen - 1](row)

    return program


LAZY: dict[str, Callable[[list[Program], str], Program]] = {
    "IF": _if, "IFERROR": _iferror, "IFNA": _ifna, "IFS": _ifs, "SWITCH": _switch, "CHOOSE": _choose,
}  # fmt: skip
"""By name."""
