"""Runs the application: streams, signals, and what went wrong as words on standard error and an exit status."""

from __future__ import annotations

import contextlib
import sys

import typer
from typer.exceptions import TyperException

from pipeline.cli.usage import in_our_words, wants_help
from pipeline.containment import contained, ended_by_signals
from pipeline.errors import ArpoError, OutputError, UsageError, in_line
from pipeline.streams import ReaderLeft, give_up_output, safe_streams


def main(app: typer.Typer) -> None:
    """Run the command line; errors meant for the user are printed without a traceback."""
    try:
        with safe_streams():
            status = _status(app)
            give_up_output()
    except OutputError as error:  # there is no standard output at all
        print(f"Error: {error}", file=sys.stderr)
        status = error.exit_status
    sys.exit(status)


def _status(app: typer.Typer) -> int:
    """Run the command; its exit status, with what went wrong said on standard error."""
    try:
        with ended_by_signals(), contained():
            status = _run(app)
        sys.stdout.flush()
        return status
    except ReaderLeft:
        return 0
    except ArpoError as error:
        said, status = str(error), error.exit_status
    except MemoryError:
        said, status = "there isn't enough memory for this.\n    → Close other programs, or use another computer.", 4
    except OSError as error:
        what = f"{in_line(error.filename or 'the system')}: {error.strerror or error}."
        said, status = f"{what}\n    → Check names and drives.", 4
    with contextlib.suppress(ReaderLeft, OutputError):
        print(f"Error: {said}", file=sys.stderr)
    return status


def _run(app: typer.Typer) -> int:
    try:
        return int(app(prog_name="arpo", standalone_mode=False) or 0)
    except SystemExit as ended:
        return int(ended.code or 0)
    except TyperException as error:
        if wants_help(error):
            print(error.format_message(), file=sys.stderr)
            return UsageError.exit_status
        raise in_our_words(error) from None
