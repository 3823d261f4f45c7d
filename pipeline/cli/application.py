"""The application that the commands are put together to, with what all of it has: -h, --version, shell completion."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from pipeline import __version__
from pipeline.cli.groups import ungrouped
from pipeline.cli.helping import documentation
from pipeline.errors import UsageError
from pipeline.visible import visible
from pipeline.words import said

_HELP = said("Chess tie-breaks by recursive performance (ARPO): a tournament file in, an audited workbook out.")


class _Commands(TyperGroup):
    """The commands; a name that isn't one is refused with what may be meant."""

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """The command that is called. Raises UsageError where there is none of this name."""
        if self.get_command(ctx, args[0]) is None and not args[0].startswith("-") and not ctx.resilient_parsing:
            near = difflib.get_close_matches(args[0].lower(), self.commands, n=1)
            mend = said("Did you mean arpo {name}?", name=near[0]) if near else said("arpo --help lists the commands.")
            raise UsageError(said(
                "{name}: there is no such command.\n    → {mend}", name=visible(args[0]), mend=mend,
            ))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """The commands with the whole sentence that each begins with; typer would cut it."""
        named = {name: self.get_command(ctx, name) for name in self.list_commands(ctx)}
        with formatter.section(said("Commands")):
            formatter.write_dl([(name, _sentence(command.help)) for name, command in named.items() if command])


def _sentence(help_: str | None) -> str:
    return " ".join((help_ or "").split("\n\n")[0].split())


def application(commands: Iterable[Callable[..., None]]) -> typer.Typer:
    """The application of these commands, in their order."""
    app = typer.Typer(
        cls=_Commands, no_args_is_help=True, pretty_exceptions_enable=False, rich_markup_mode=None, help=_HELP,
        context_settings={"help_option_names": ["-h", "--help"]}, epilog=documentation(),
    )
    app.callback()(_for_all)
    for command in commands:
        app.command()(ungrouped(command))
    return app


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"arpo {__version__}")
        raise typer.Exit()


def _for_all(
    version: Annotated[bool, typer.Option(
        "--version", help=said("Print the version, and end."), callback=_print_version, is_eager=True)] = False,
) -> None:
    pass
