"""The help in the language that is asked for: by --lang before or behind --help, else by ARPO_LANG.

A command's help is its docstring, an option's the sentence that it is declared with; both are in the catalogues. The
few words that typer itself puts around them are replaced in the finished text.
"""

from __future__ import annotations

import re
from typing import Any

from pipeline.resources import docs_folder
from pipeline.words import ENGLISH, Said, said, told

_AROUND = (said("Usage:"), said("Options:"), said("Arguments:"), said("Commands:"), said("Commands"))
_WITHIN = (
    said("[default: "), said("[required]"), said("[OPTIONS]"), said("COMMAND [ARGS]..."),
    said("Show this message and exit."),
    said("Install completion for the current shell."),
    said("Show completion for the current shell, to copy it or customize the installation."),
)
_STANDING = (
    said("EVENT"), said("PLAYER"), said("FILE"), said("FILES"), said("FOLDER"), said("DIR"), said("NAME"),
    said("ADDRESS"),
)
"""What stands for a value in the usage of a command."""
_KINDS = (
    said("<str>"), said("<path>"), said("<float>"), said("<int>"), said("<int range>"), said("<list[Path]>"),
)
"""What kind of value it is, as typer calls it."""


def speaking(command: Any, language: str) -> Any:
    """The command with its help in the language."""
    if language == ENGLISH:
        return command
    command.help = in_words(command.help, language)
    if command.epilog:
        command.epilog = documentation(language)
    for parameter in command.params:
        if getattr(parameter, "help", None):
            parameter.help = in_words(parameter.help, language)
        _name_values(parameter, language)
        default = getattr(parameter, "show_default", None)
        # One of the choices, which the help lists as [one|other], is typed the same in any language.
        if isinstance(default, str) and default not in (parameter.metavar or "").strip("[]").split("|"):
            parameter.show_default = _with_words(in_words(default, language) or "", language)
    finished = command.get_help
    command.get_help = lambda context: _around(finished(context), language)
    return command


def _name_values(parameter: Any, language: str) -> None:
    """What the help writes in the place of a parameter's value, in the language: one of a few words stays as it is."""
    kind = f"<{parameter.type.name.strip('<>')}>"
    if parameter.metavar:
        parameter.metavar = _with_words(parameter.metavar, language)
    elif kind in _KINDS:
        parameter.metavar = told(_KINDS[_KINDS.index(kind)], language)


def _with_words(text: str, language: str) -> str:
    """A text with its words in capitals (output/EVENT-report.xlsx) in the language."""
    return re.sub(r"[A-Z]{2,}", lambda word: told(Said(word[0], {}), language), text)


def documentation(language: str = ENGLISH) -> str:
    """Where to read more; with the mark that keeps a path in one line."""
    folder = docs_folder()
    return "\b\n" + told(said("Documentation, from index.md on: {folder}", folder=folder), language) if folder else ""


def in_words(text: str | None, language: str) -> str | None:
    """A sentence of the help in the language."""
    return told(Said(text, {}), language) if text else text


def _around(text: str, language: str) -> str:
    """The finished help with typer's own words in the language."""
    for word in _AROUND:
        text = re.sub(rf"^{re.escape(word)}", told(word, language), text, flags=re.MULTILINE)
    for word in _WITHIN:
        text = re.sub(r"\s+".join(map(re.escape, word.split())), told(word, language).strip(), text)
    return text
