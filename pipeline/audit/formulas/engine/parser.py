"""Parses a formula into a tree; its references stay what they are, so that one tree serves a whole column."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from pipeline.audit.formulas.engine.shape import Formula, Reference


class NotEvaluated(Exception):
    """A formula uses something that this program doesn't calculate; the message names it."""


@dataclass(frozen=True)
class Number:
    """A number."""

    value: float


@dataclass(frozen=True)
class Text:
    """A text, TRUE and FALSE as bool, or None for an argument that is left out."""

    value: str | bool | None


@dataclass(frozen=True)
class Call:
    """A function, or an operator under its sign, with its arguments."""

    name: str
    arguments: tuple[Tree, ...]


Tree = Number | Text | Call | Reference
_BLANK = Text(None)
_LEXEMES = re.compile(
    r'(?:(?P<number>[0-9]+\.?[0-9]*(?:[eE][+-]?[0-9]+)?|\.[0-9]+)|(?P<text>"(?:[^"]|"")*")'
    r"|(?P<name>[A-Za-z_][\w.]*)|(?P<sign><=|>=|<>|[-+*/^&=<>(),;%]))"
)
_PRECEDENCE = {"=": 1, "<>": 1, "<": 1, ">": 1, "<=": 1, ">=": 1, "&": 2, "+": 3, "-": 3, "*": 4, "/": 4, "^": 6}
_DEEPEST = 100
"""Levels of nesting; Excel allows 64."""
_UNARY = 6.5
"""A sign binds its number before a power does, as in Excel: -2^2 is 4."""


@lru_cache(maxsize=4096)
def tree_of(formula: Formula) -> Tree:
    """The tree of a formula. Raises NotEvaluated for what isn't understood (names, arrays, other workbooks)."""
    if formula.unread:
        raise NotEvaluated(formula.unread)
    parser = _Parser(formula)
    tree = parser.expression(0)
    if parser.position < len(parser.tokens):
        raise NotEvaluated(str(parser.tokens[parser.position]))
    return tree


def subtrees(tree: Tree) -> Iterator[Tree]:
    """A tree and all that is in it; sums of many terms are nested deep, and no function may call itself so often."""
    waiting = [tree]
    while waiting:
        found = waiting.pop()
        yield found
        if isinstance(found, Call):
            waiting.extend(found.arguments)


_BLANKS = re.compile(r"\s*")
_NESTED = "a formula nested that deep"


def _after_blanks(text: str, at: int) -> int:
    match = _BLANKS.match(text, at)
    assert match is not None
    return match.end()


class _Parser:
    def __init__(self, formula: Formula) -> None:
        self.tokens: list[str | Number | Text | Reference] = []
        self.position = self.depth = 0
        for piece in formula.pieces:
            if isinstance(piece, Reference):
                self.tokens.append(piece)
            else:
                self._split(piece)

    def _split(self, text: str) -> None:
        at = _after_blanks(text, 0)
        while at < len(text):
            match = _LEXEMES.match(text, at)
            if match is None:
                raise NotEvaluated(text[at : at + 12].strip())
            if match["number"]:
                self.tokens.append(Number(float(match["number"])))
            elif match["text"]:
                self.tokens.append(Text(match["text"][1:-1].replace('""', '"')))
            else:
                self.tokens.append((match["name"] or match["sign"]).upper())
            at = _after_blanks(text, match.end())

    def peek(self) -> str:
        """The sign or name that comes next, as text; empty for anything else."""
        token = self.tokens[self.position] if self.position < len(self.tokens) else ""
        return token if isinstance(token, str) else ""

    def take(self, sign: str) -> bool:
        if self.peek() == sign:
            self.position += 1
            return True
        return False

    def expression(self, least: float) -> Tree:
        self.depth += 1
        if self.depth > _DEEPEST:
            raise NotEvaluated(_NESTED)
        left = self.operand()
        per_cent = 0
        while True:
            sign = self.peek()
            if sign == "%":
                self.position += 1
                per_cent += 1
                if per_cent > _DEEPEST:
                    raise NotEvaluated(_NESTED)
                left = Call("%", (left,))
            elif _PRECEDENCE.get(sign, -1) > least:
                self.position += 1
                left = Call(sign, (left, self.expression(_PRECEDENCE[sign])))
            else:
                self.depth -= 1
                return left

    def operand(self) -> Tree:
        if self.position >= len(self.tokens):
            raise NotEvaluated("…")
        token = self.tokens[self.position]
        self.position += 1
        if not isinstance(token, str):
            return token
        if token == "-":
            return Call("negative", (self.expression(_UNARY),))
        if token == "+":
            return self.expression(_UNARY)
        if token == "(":
            inner = self.expression(0)
            if not self.take(")"):
                raise NotEvaluated("(")
            return inner
        if token in ("TRUE", "FALSE") and self.peek() != "(":
            return Text(token == "TRUE")
        if self.take("("):
            return Call(token, tuple(self._arguments()))
        raise NotEvaluated(token)

    def _arguments(self) -> list[Tree]:
        if self.take(")"):
            return []
        found: list[Tree] = []
        while True:
            found.append(_BLANK if self.peek() in (",", ";", ")") else self.expression(0))
            if self.take(")"):
                return found
            if not (self.take(",") or self.take(";")):
                raise NotEvaluated(self.peek() or "…")
