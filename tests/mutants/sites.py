"""The mutations that a program can have: Cosmic Ray's, but those that change nothing or that anybody would notice."""

from __future__ import annotations

import ast
import random
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

_ARITHMETIC = {"Add_Sub", "Sub_Add", "Mul_Div", "Div_Mul", "FloorDiv_Mul", "Mod_FloorDiv", "Pow_Mul", "BitOr_BitAnd"}
"""An operator has one other in its place: eleven, most of them a TypeError, would make a sample of little else."""
_LEFT_OUT = {"RemoveDecorator", "ExceptionReplacer", "VariableReplacer", "VariableInserter"}
"""A function that isn't cached gives the same; one fails at json.JSONDecodeError; the others want to be told names."""
_LEAVES = {"name", "string", "newline", "endmarker", "fstring_string", "fstring_start", "fstring_end"}

Position = tuple[int, int]


class Mutation(NamedTuple):
    """One change: of the `occurrence`-th place in the file where `operator` fits; the first line that differs."""

    area: str
    file: str
    line: int
    operator: str
    occurrence: int
    before: str
    after: str


def _operators() -> Iterator[str]:
    for name in operator_names():
        kind, _, change = name.rpartition("/")[2].partition("_")
        old, _, new = change.partition("_")
        if kind == "ReplaceBinaryOperator" and change not in _ARITHMETIC and change != "BitAnd_BitOr":
            continue
        if kind == "ReplaceUnaryOperator" and old != "Delete":
            continue
        if kind == "ReplaceComparisonOperator" and new in ("Is", "IsNot") and old not in ("Is", "IsNot"):
            continue  # of equal numbers and texts, some are the same and some aren't
        if kind not in _LEFT_OUT:
            yield name


def _without_effect(source: str) -> list[tuple[Position, Position]]:
    """Where a change has no effect: annotations, which nothing evaluates, assertions, and what decorators are told."""
    lines = source.splitlines()
    found = []
    for node in ast.walk(ast.parse(source)):
        parts = [getattr(node, "annotation", None), getattr(node, "returns", None)]
        parts += getattr(node, "decorator_list", [])
        for part in [*parts, node if isinstance(node, ast.Assert) else None]:
            if isinstance(part, ast.expr | ast.stmt):
                ends = (part.lineno, part.col_offset), (part.end_lineno or 0, part.end_col_offset or 0)
                start, end = ((line, len(lines[line - 1].encode()[:byte].decode())) for line, byte in ends)
                found.append((start, end))
    return found


def places(source: str) -> dict[Position, list[tuple[str, int]]]:
    """Each place of a source that can be mutated, with the operators that fit there and their occurrences."""
    found = defaultdict(list)
    idle = _without_effect(source)
    nodes = [node for node in ast_nodes(get_ast(source)) if node.type not in _LEAVES]
    for name in _operators():
        operator = get_operator(name)()
        positions = [start for node in nodes for start, _ in operator.mutation_positions(node)]
        for occurrence, start in enumerate(positions):
            if not any(first <= start < last for first, last in idle):
                found[start].append((name, occurrence))
    return dict(found)


def mutated(source: str, operator: str, occurrence: int) -> str:
    """The source with one change."""
    return mutate_code(source, get_operator(operator)(), occurrence) or source


def difference(source: str, changed: str) -> tuple[str, str]:
    """The first line that differs, before and after."""
    pairs = zip(source.splitlines(), changed.splitlines(), strict=False)
    return next(((old.strip(), new.strip()) for old, new in pairs if old != new), ("", ""))


def _compiles_to_something_else(source: str, changed: str) -> bool:
    try:
        return ast.dump(ast.parse(changed)) != ast.dump(ast.parse(source))
    except SyntaxError:
        return False


def sample(area: str, files: list[Path], root: Path, count: int, seed: int) -> Iterator[Mutation]:
    """Up to `count` mutations of the files; each place is as likely as any other, and so is each change of it."""
    chance = random.Random(f"{seed} {area}")
    sources = {file: file.read_text(encoding="utf-8") for file in sorted(files)}
    found = [(file, *place) for file, source in sources.items() for place in sorted(places(source).items())]
    chance.shuffle(found)
    for file, (line, _), changes in found:
        if not count:
            return
        source = sources[file]
        operator, occurrence = chance.choice(changes)
        changed = mutated(source, operator, occurrence)
        if _compiles_to_something_else(source, changed):
            count -= 1
            name = file.relative_to(root).as_posix()
            yield Mutation(area, name, line, operator, occurrence, *difference(source, changed))
