"""Runs the application: streams, signals, and what went wrong as words on standard error and an exit status."""

from __future__ import annotations

import contextlib
import sys

import typer
from typer.exceptions import TyperException

from pipeline.cli.application import spoken
from pipeline.cli.usage import in_our_words, wants_help
from pipeline.containment import contained, ended_by_signals
from pipeline.errors import ArpoError, FileError, OutputError, TooMuchError, UsageError, in_line, why_of
from pipeline.language import language_behind, language_for_errors
from pipeline.resources import MissingPart
from pipeline.streams import ReaderLeft, give_up_output, safe_streams
from pipeline.words import Said, said, told


def main(app: typer.Typer) -> None:
    """Run the command line; errors meant for the user are printed without a traceback."""
    try:
        with safe_streams():
            status = _status(app)
            give_up_output()
    except OutputError as error:  # there is no standard output at all
        _say(error.said)
        status = error.exit_status
    sys.exit(status)


def _status(app: typer.Typer) -> int:
    """Run the command; its exit status, with what went wrong said on standard error."""
    sheet = ""
    try:
        with ended_by_signals(), contained():
            status = _run(app)
        sys.stdout.flush()
        return status
    except ReaderLeft:
        return 0
    except ArpoError as error:
        refusal, status, sheet = error.said, error.exit_status, error.language
    except MemoryError:
        what, mend = said("there isn't enough memory for this."), said("Close other programs, or use another computer.")
        refusal, status = TooMuchError(what, mend).said, 4
    except MissingPart as error:
        what, mend = said("this file of the program is missing."), said("Install arpo again.")
        refusal, status = FileError(error.filename, what, mend).said, 4
    except OSError as error:
        where = in_line(error.filename) if error.filename else said("the system")
        what = said("{where}: {why}.", where=where, why=why_of(error))
        refusal, status = TooMuchError(what, said("Check names and drives.")).said, 4
    with contextlib.suppress(ReaderLeft, OutputError):
        _say(refusal, sheet)
    return status


def _say(refusal: Said, sheet: str = "") -> None:
    """Print what went wrong, in the language that was asked for, or that the input's Settings sheet has."""
    language = language_for_errors(sys.argv[1:], sheet)
    print(told(said("Error: {refusal}", refusal=refusal), language), file=sys.stderr)


def _run(app: typer.Typer) -> int:
    try:
        command = spoken(app, language_for_errors(sys.argv[1:]))
        arguments = language_behind(sys.argv[1:])
        return int(command(args=arguments, prog_name="arpo", standalone_mode=False) or 0)
    except SystemExit as ended:
        return int(ended.code or 0)
    except TyperException as error:
        if wants_help(error):
            print(error.format_message(), file=sys.stderr)
            return UsageError.exit_status
        asked = next((word for word in sys.argv[1:] if word in command.list_commands(None)), "")
        raise in_our_words(error, asked) from None
