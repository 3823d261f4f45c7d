"""What the parser of the command line refuses, in this program's own words."""

from __future__ import annotations

import ast
from typing import Any

from typer.exceptions import TyperException

from pipeline.errors import UsageError
from pipeline.visible import visible
from pipeline.words import Said, in_all, joined, said


def wants_help(error: TyperException) -> bool:
    """Whether nothing at all was given: then the help is the answer."""
    return type(error).__name__ == "NoArgsIsHelpError"


def in_our_words(error: TyperException, asked: str = "") -> UsageError:
    """The error as one of ours: what is wrong, and what to do. `asked` is the command, where typer doesn't say it.

    Its kinds are told apart by name: typer's are in a private part of it.
    """
    kind, context = type(error).__name__, getattr(error, "ctx", None)
    command = context.command_path if context else joined(" ", ["arpo", asked or said("COMMAND")])
    help_ = said("{command} --help lists what it takes.", command=command)
    if kind == "NoSuchOption":
        name: str = getattr(error, "option_name", "")
        near = list(getattr(error, "possibilities", None) or ())
        mend = said("Did you mean {name}?", name=near[0]) if near else help_
        return _usage(said("there is no option {name}.", name=visible(name)), mend)
    if kind == "MissingParameter":
        return _usage(said("{name} is missing.", name=_name_of(error)), _example_of(context) or help_)
    if kind == "BadParameter":
        return _usage(said("{name}: {value!r} won't do.", name=_name_of(error), value=_value_of(error)), _wanted(error))
    if kind == "BadOptionUsage":
        name = visible(getattr(error, "option_name", ""))
        what = said("{name} takes no value.", name=name)
        if "requires" in error.message:
            what = said("{name}: its value is missing.", name=name)
        return _usage(what, help_)
    if "unexpected extra argument" in error.message:
        extra = visible(error.message.partition("(s) (")[2].removesuffix(")"))
        return _usage(
            said("{extra}: that is one more than {command} takes.", extra=extra, command=command),
            said("Put names with blanks in quotes. {help}", help=help_),
        )
    return _usage(error.format_message(), help_)


def _usage(what: str, mend: str) -> UsageError:
    return UsageError(said("{what}\n    → {mend}", what=what, mend=mend))


def _name_of(error: Any) -> str:
    """The option's long name, or the argument's as the help writes it."""
    parameter = error.param
    return str(parameter.opts[-1] if parameter.param_type_name == "option" else parameter.metavar)


def _example_of(context: Any) -> Said | None:
    """The example of the command's help."""
    help_ = (context.command.help or "") if context else ""
    for mark in in_all(said("Example: ")):
        if mark in help_:
            return said("For example: {example}", example=help_.partition(mark)[2].strip())
    return None


def _value_of(error: Any) -> object:
    """The value as it was typed, which typer's message has in front, as Python writes it."""
    written, told, _ = error.message.rpartition(" is not ")
    return str(ast.literal_eval(written)) if told else error.message


_EXAMPLES = {"--k": "20", "--threshold": "0.001", "--carried": "0.5", "--pass": "80"}
"""A value for each option that is any number, but for --unrated."""


def _wanted(error: Any) -> Said:
    """What the option wants: a number, with its limits where it has any."""
    kind = error.param.type
    whole = "int" in kind.name
    least, most = getattr(kind, "min", None), getattr(kind, "max", None)
    if least is not None and most is not None:
        return said("Use a whole number from {least} to {most}.", least=least, most=most)
    if least is not None:
        return said("Use a whole number, {least} at least.", least=least)
    example = _EXAMPLES.get(error.param.opts[-1], "1400")
    return said("Write a whole number.") if whole else said("Write a number, such as {example}.", example=example)
