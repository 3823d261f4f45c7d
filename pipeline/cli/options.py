"""The options that several commands take: those of one kind as a group (see `groups`), others as an annotation.

def report(event: EventFile, method: Method, steps: Steps, reading: Reading, out: ReportOut = None) -> None:
given = given_by(method, steps, reading)          # settings by name, None where not given
calculation_for(event, given, reading.held(), reading.hints())
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pipeline.containment import hold
from pipeline.errors import UsageError
from pipeline.language import SETTING as LANGUAGE
from pipeline.limits import NAMES as LIMIT_NAMES
from pipeline.limits import Limits, limits_named
from pipeline.method.choices import C_NAMES, DP_NAMES, START_NAMES
from pipeline.words import languages, said

if TYPE_CHECKING:
    from pipeline.readers.hints import Hints
    from pipeline.registry import Checked


EDITIONS = ("c07-2024", "c07-2026")
"""Rules of tie-breaks, which may stand beside the rules of ratings, with a comma between them."""


def choice(
    name: str, choices: Sequence[str], help_: str, default: str | bool = False, beside: Sequence[str] = ()
) -> Any:
    """An option whose value is one of a few words: they stand in the help, and are completed and checked here.

    `default` is what the help calls the default; False where there is none to show. `beside` are words of other
    commands that may stand in the same list, and say nothing here.
    """
    return typer.Option(
        name, metavar=f"[{'|'.join(choices)}]", help=help_, show_default=default,
        callback=_one_of(name, choices, beside), autocompletion=lambda: list(choices),
    )


def _one_of(name: str, choices: Sequence[str], beside: Sequence[str] = ()) -> Callable[[str | None], str | None]:
    """What checks such a value; letters may be capital ones."""

    def checked(value: str | None) -> str | None:
        if not value:
            return value
        words = [word.strip() for word in value.lower().split(",")] if beside else [value.strip().lower()]
        own = [word for word in words if word not in beside]
        if not own:
            return None
        if len(own) > 1 or own[0] not in choices:
            raise UsageError(said(
                "{name}: {value!r} is not known.\n    → Use one of: {choices}.", name=name, value=value,
                choices=", ".join(choices),
            ))
        return own[0]

    return checked


def output_option(default: str) -> Any:
    """--out of a command that writes a workbook, with where it goes otherwise."""
    return typer.Option("--out", help=said("The file to write."), show_default=default)


EventFile = Annotated[Path, typer.Argument(
    metavar="EVENT", help=said("The tournament file."), show_default=False, readable=False)]
AsJson = Annotated[bool, typer.Option(
    "--json", help=said("Print one JSON object; words go to standard error."))]
Strict = Annotated[bool, typer.Option(
    "--strict", help=said("Exit with 1 unless every check is OK (ALL … CHECKS OK)."))]
Lang = Annotated[str, choice(
    "--lang", languages(), said("Language of all that is written."), said("Settings sheet, else ARPO_LANG, else en"))]


@dataclass(frozen=True)
class Method:
    """The settings of the method; None where not given."""

    dp: Annotated[str | None, choice("--dp", DP_NAMES, said("dp table."), "fide")] = None
    c: Annotated[str | None, choice("--c", C_NAMES, said("c over the field or over the opponents."), "field")] = None
    start: Annotated[str | None, choice(
        "--start", START_NAMES, said("First column of the iterations."), "performance")] = None
    unrated: Annotated[float | None, typer.Option(
        "--unrated", help=said("Rating for players who have none."), show_default="1400")] = None
    worst: Annotated[int | None, typer.Option(
        "--worst", help=said("Opponents with the lowest RP left out of the ARPO."), show_default="0")] = None
    best: Annotated[int | None, typer.Option(
        "--best", help=said("Opponents with the highest RP left out of the ARPO."), show_default="0")] = None


@dataclass(frozen=True)
class Steps:
    """The settings of the iterations; None where not given."""

    threshold: Annotated[float | None, typer.Option(
        "--threshold", help=said("Converged once no difference is larger."), show_default="1e-9")] = None
    iterations: Annotated[int | None, typer.Option(
        "--iterations", help=said("Iteration columns at most."), show_default="100")] = None


@dataclass(frozen=True)
class Ordering:
    """How the standings are ordered; None where not given."""

    order: Annotated[str | None, typer.Option(
        "--order",
        help=said("What the standings are ordered by: codes of C.07 (PTS, DE, WIN …), RP, ARPO, stated:NAME."),
        show_default="PTS,RP")] = None
    rules: Annotated[str | None, typer.Option(
        "--rules", help=said("Edition of C.07: c07-2024 or c07-2026; rules of ratings may stand beside it."),
        show_default=said("by the event's date"))] = None
    type: Annotated[str | None, choice(
        "--type", ("swiss", "round-robin"), said("How the event was paired, for tie-breaks."),
        said("as the games show"))] = None


@dataclass(frozen=True)
class Reading:
    """How large the file may be, and answers to what it may leave open."""

    limits: Annotated[str, choice(
        "--limits", LIMIT_NAMES, said("How large the file may be: large is for one that is refused and right."),
        True)] = "normal"
    language: Annotated[str, typer.Option(
        "--language", help=said("Language of the result words, where the file leaves it open."),
        show_default=False)] = ""
    colours: Annotated[str, typer.Option(
        "--colours", help=said("Letters of White and Black, such as w/b or b/n, where the file leaves it open."),
        show_default=False)] = ""
    points: Annotated[str, typer.Option(
        "--points", help=said("What a win, a draw and a loss count in the standings, such as 2-1-0 or 3-1-0."),
        show_default="1-½-0")] = ""
    signs: Annotated[str, choice(
        "--signs", ("games", "forfeits"), said("What + and - mean where the file leaves it open."))] = ""
    pick: Annotated[str, typer.Option(
        "--pick", metavar="NAME|N", help=said("Which event of a file that holds several."), show_default=False)] = ""
    round: Annotated[int | None, typer.Option(
        "--round", min=1, help=said("The event as after this round: later games are left out."),
        show_default=str(said("the last")))] = None

    lang: Lang = ""

    def held(self) -> Limits:
        """The limits, which from now on bound the whole command. Raises UsageError for a name that isn't known."""
        return hold(self.named_limits())

    def named_limits(self) -> Limits:
        """The limits, for a command that bounds each of its files. Raises UsageError for a name that isn't known."""
        return limits_named(self.limits)

    def hints(self) -> Hints:
        """The answers for the readers. Raises UsageError for one that can't be."""
        from pipeline.readers.hints import Hints  # only here: it brings all the readers

        return Hints(self.language, self.colours, self.points, self.signs, self.pick, self.round or 0)


def given_by(*groups: Method | Steps | Ordering | Reading) -> dict[str, object]:
    """The settings that were given, by name; None where not given. Of `Reading`, what results count is one."""
    given: dict[str, object] = {}
    for group in groups:
        given |= (
            {"points": group.points or None, LANGUAGE: group.lang or None} if isinstance(group,
            Reading) else vars(group)
        )
    return given


def without_language(given: dict[str, object]) -> dict[str, object]:
    """The settings alone, for what isn't computed from the event's own Settings sheet."""
    return {name: value for name, value in given.items() if name != LANGUAGE}


def judge(calculation: Checked, strict: bool) -> None:
    """With --strict, anything but ok is an exit status of 1."""
    if strict and not calculation.is_ok:
        raise typer.Exit(1)
