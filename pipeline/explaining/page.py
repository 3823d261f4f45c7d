"""A text of numbered steps, sentences and tables, as plain text or as Markdown, in a language."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pipeline.words import Said, joined, told

TEXT, MARKDOWN = KINDS = ("text", "md")
MARKED = "marked"
"""A form for programs: what stands out has the signs STRONG around it, which no name has."""
STRONG = ("\ue000", "\ue001")
WIDTH = 110
_SIGNS = re.compile(r"([\\`*_{}\[\]<>#|~!&])")


@dataclass(frozen=True)
class Form:
    """How a page is written: as plain text, as Markdown, or for a program."""

    kind: str = TEXT

    def strong(self, part: str) -> Said:
        """A result that stands out."""
        before, after = {MARKDOWN: ("**", "**"), MARKED: STRONG}.get(self.kind, ("", ""))
        return Said(f"{before}{{x}}{after}", {"x": part})

    def name(self, name: object) -> str:
        """A player's or an event's name, which in Markdown stays what it is."""
        plain = " ".join(str(name).translate(dict.fromkeys(map(ord, STRONG))).split())
        return _SIGNS.sub(r"\\\1", plain) if self.kind == MARKDOWN else plain


@dataclass(frozen=True)
class Heading:
    """The page's title, or that of a section."""

    text: str
    level: int = 1


@dataclass(frozen=True)
class Lines:
    """A paragraph; each of its sentences or sums begins a line. With a `title`, a numbered step.

    The first stands in the title's line, or, where it is empty, under it.
    """

    parts: tuple[str, ...]
    title: str | None = None


@dataclass(frozen=True)
class Grid:
    """A table: its headings and rows; columns of numbers stand to the right."""

    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numbers: tuple[int, ...] = ()


Block = Heading | Lines | Grid


def equation(symbol: str, stages: Sequence[Said], form: Form) -> Said:
    """symbol = sum = shorter sum = **value**."""
    return joined(" = ", [symbol, *stages[:-1], form.strong(stages[-1])])


def told_blocks(blocks: Iterable[Block], language: str) -> list[Block]:
    """The same with every text told in the language, for a program that lays them out itself."""

    def texts(parts: Iterable[str]) -> tuple[str, ...]:
        return tuple(told(part, language) for part in parts)

    def one(block: Block) -> Block:
        if isinstance(block, Heading):
            return Heading(told(block.text, language), block.level)
        if isinstance(block, Grid):
            return Grid(texts(block.headings), tuple(texts(row) for row in block.rows), block.numbers)
        return Lines(texts(part for part in block.parts if part), block.title and told(block.title, language))

    return [one(block) for block in blocks]


def rendered(blocks: Iterable[Block], form: Form, language: str) -> str:
    """The page in the language."""
    parts: list[str] = []
    step = 0
    for block in blocks:
        if isinstance(block, Heading):
            text = told(block.text, language)
            underline = {1: "=", 2: "-"}[block.level]
            parts.append(f"{'#' * block.level} {text}" if form.kind == MARKDOWN else f"{text}\n{underline * len(text)}")
        elif isinstance(block, Grid):
            rows = [[told(cell, language) for cell in row] for row in (block.headings, *block.rows)]
            parts.append(_markdown(rows, block.numbers) if form.kind == MARKDOWN else _aligned(rows, block.numbers))
        else:
            step += block.title is not None
            parts.append(_paragraph(block, step, form, language))
    return "\n\n".join(parts)


def _paragraph(block: Lines, step: int, form: Form, language: str) -> str:
    under = block.title is not None and block.parts[:1] == ("",)
    lines = [told(part, language) for part in block.parts if part]
    if block.title is None:
        return "\n".join(_wrapped(line, "", form) for line in lines)
    title = told(form.strong(joined("", [block.title, "."])), language)
    lines[:1] = [title, *lines[:1]] if under or not lines else [f"{title} {lines[0]}"]
    indent = " " * len(f"{step}. ")
    # In Markdown, two blanks at its end: the next begins a line.
    text = ("  \n" if form.kind == MARKDOWN else "\n").join(_wrapped(line, indent, form) for line in lines)
    return f"{step}. {text[len(indent):]}"


def _wrapped(line: str, indent: str, form: Form) -> str:
    """The line, in plain text broken where it is too long: before a sign, but never at × and /.

    In Markdown it stays one: a part that begins with a sign would be an item of a list.
    """
    if form.kind == MARKDOWN:
        return f"{indent}{line}"
    kept = line.replace(" × ", "\xa0×\xa0").replace(" / ", "\xa0/\xa0")
    for sign in "=+−":
        kept = kept.replace(f" {sign} ", f" {sign}\xa0")
    if line.endswith("."):  # a sentence, not a sum
        kept = kept.replace(" =\xa0", "\xa0=\xa0")
    lines = [""]
    for part in kept.replace(" =\xa0", "\n=\xa0").split("\n"):
        if "=" in lines[-1] and len(indent) + len(lines[-1]) + 1 + len(part) > WIDTH:
            lines.append("")
        lines[-1] += f" {part}" if lines[-1] else part
    filled = [
        textwrap.fill(
            line, WIDTH, initial_indent=indent, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
        )
        for line in lines
    ]
    return "\n".join(filled).replace("\xa0", " ")


def _markdown(rows: list[list[str]], numbers: tuple[int, ...]) -> str:
    rule = ["---:" if i in numbers else "---" for i in range(len(rows[0]))]
    return "\n".join("| " + " | ".join(row) + " |" for row in [rows[0], rule, *rows[1:]])


def _aligned(rows: list[list[str]], numbers: tuple[int, ...]) -> str:
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = [
        "  ".join(
            cell.rjust(width) if i in numbers else cell.ljust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
    lines.insert(1, "  ".join("-" * width for width in widths))
    return "\n".join(f"   {line}" for line in lines)
