"""The application that the commands are put together to, with what all of it has: -h, --version, shell completion."""

from __future__ import annotations

import difflib
import inspect
from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any, ClassVar

import typer
from typer.core import TyperGroup
from typer.main import get_command

from pipeline import __version__
from pipeline.cli.groups import ungrouped
from pipeline.cli.helping import documentation, in_words, speaking
from pipeline.errors import UsageError
from pipeline.visible import visible
from pipeline.words import ENGLISH, said

_HELP = said("Chess tie-breaks by recursive performance (ARPO): a tournament file in, an audited workbook out.")


class Commands(TyperGroup):
    """The commands, each made when it is asked for: typer takes some milliseconds for one, and a call needs one.

    A name that isn't a command is refused with what may be meant.
    """

    functions: ClassVar[Mapping[str, Callable[..., None]]] = {}
    language = ENGLISH
    """That of the help."""

    def list_commands(self, ctx: Any) -> list[str]:
        """The names, in the order of the help."""
        return list(self.functions)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of this name; None where there is none."""
        if cmd_name in self.functions and cmd_name not in self.commands:
            alone = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
            alone.command()(ungrouped(self.functions[cmd_name]))
            self.commands[cmd_name] = speaking(get_command(alone), self.language)
        return self.commands.get(cmd_name)

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """The command that is called. Raises UsageError where there is none of this name."""
        if args[0] not in self.functions and not args[0].startswith("-") and not ctx.resilient_parsing:
            near = difflib.get_close_matches(args[0].lower(), self.functions, n=1)
            mend = said("Did you mean arpo {name}?", name=near[0]) if near else said("arpo --help lists the commands.")
            raise UsageError(said(
                "{name}: there is no such command.\n    → {mend}", name=visible(args[0]), mend=mend,
            ))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """The commands with the whole sentence that each begins with; typer would cut it."""
        with formatter.section(said("Commands")):
            formatter.write_dl([(name, self._sentence(function)) for name, function in self.functions.items()])

    def _sentence(self, function: Callable[..., None]) -> str:
        return " ".join((in_words(inspect.getdoc(function), self.language) or "").split("\n\n")[0].split())


def application(commands: Iterable[Callable[..., None]]) -> typer.Typer:
    """The application of these commands, in their order."""
    app = typer.Typer(
        cls=type("OurCommands", (Commands,), {"functions": {command.__name__: command for command in commands}}),
        no_args_is_help=True, pretty_exceptions_enable=False, rich_markup_mode=None, help=_HELP,
        context_settings={"help_option_names": ["-h", "--help"]}, epilog=documentation(),
    )
    app.callback()(_for_all)
    return app


def spoken(app: typer.Typer, language: str) -> Any:
    """What the application runs, with its help in the language."""
    command = get_command(app)
    assert isinstance(command, Commands)
    command.language = language
    return speaking(command, language)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"arpo {__version__}")
        raise typer.Exit()


def _for_all(
    version: Annotated[bool, typer.Option(
        "--version", help=said("Print the version, and end."), callback=_print_version, is_eager=True)] = False,
) -> None:
    pass
