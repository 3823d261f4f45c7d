"""Groups of options: a command takes one parameter for all the options that belong together.

    @dataclass(frozen=True)
    class Reading:
        limits: Annotated[str, typer.Option("--limits")] = "normal"

    def check(event: EventFile, reading: Reading) -> None: …

typer sees every field as an option of its own; the command gets the group, made of what was given.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from typing import Any, get_type_hints

_ALONE = inspect.Parameter.KEYWORD_ONLY
"""typer calls by name; so parameters need no order of those with and without a default."""


def ungrouped(command: Callable[..., None]) -> Callable[..., None]:
    """The command with each parameter that is a group written out as its fields.

    Raises TypeError where two of its options have the same name.
    """
    hints = get_type_hints(command, include_extras=True)
    parameters: dict[str, inspect.Parameter] = {}
    groups: dict[str, tuple[type, list[str]]] = {}
    for name, parameter in inspect.signature(command).parameters.items():
        hint = hints[name]
        if isinstance(hint, type) and is_dataclass(hint):
            inner = get_type_hints(hint, include_extras=True)
            new = {
                field.name: inspect.Parameter(field.name, _ALONE, default=field.default, annotation=inner[field.name])
                for field in fields(hint)
            }
            groups[name] = hint, list(new)
        else:
            new = {name: parameter.replace(kind=_ALONE, annotation=hint)}
        if twice := new.keys() & parameters.keys():
            raise TypeError(f"{command.__name__} has {', '.join(sorted(twice))} twice")
        parameters |= new

    @functools.wraps(command)
    def called(**given: Any) -> None:
        made = {name: group(**{key: given.pop(key) for key in keys}) for name, (group, keys) in groups.items()}
        command(**given, **made)

    del called.__wrapped__  # its signature is another
    called.__signature__ = inspect.Signature(list(parameters.values()))  # type: ignore[attr-defined]
    called.__annotations__ = {name: parameter.annotation for name, parameter in parameters.items()}
    return called
