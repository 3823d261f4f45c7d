"""The command `arpo`: parses, calls `pipeline.commands`, prints, turns errors into exit statuses; computes nothing.

One module a command, each with one function; COMMANDS is their order in the help. Options that several commands take
are in `options`, where those that belong together are a group: a parameter of its type stands for all of them.

Exit status: 0 done, 1 an audit found differences (or, with --strict, the status isn't ok), 2 usage, 3 the input is
wrong, 4 a file can't be read or written, standard output can't, or the work is too much.
"""

from __future__ import annotations

from pipeline.cli import (
    audit,
    batch,
    check,
    convert,
    exercise,
    explain,
    mark,
    page,
    rate,
    report,
    running,
    standings,
    table,
    template,
)
from pipeline.cli.application import application

COMMANDS = (
    report.report, table.table, standings.standings, explain.explain, check.check, convert.convert, audit.audit,
    rate.rate, batch.batch, exercise.exercise, mark.mark, template.template,
    page.page,
)  # fmt: skip

app = application(COMMANDS)


def main() -> None:
    """Run the command line; errors meant for the user are printed without a traceback."""
    running.main(app)
