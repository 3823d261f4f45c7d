"""What is wrong with a file that is to be audited, said in the user's language (templates/audit.toml)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pipeline.errors import InputError, Place, Problem
from pipeline.resources import template_toml


@dataclass(frozen=True)
class AuditProblem(Problem):
    """A problem with its name in audit.toml; `what` and `mend` are its English words."""

    name: str = ""


def problem(name: str, place: Place) -> AuditProblem:
    """The problem of that name at a place."""
    texts = template_toml("audit.toml")["en"]["problems"][name]
    return AuditProblem(place, texts["what"], texts["mend"], name)


class SaidError(InputError):
    """An error whose message is in another language."""

    def __init__(self, path: Path, problems: list[Problem], message: str) -> None:
        """Keep the problems, with the message for them."""
        super().__init__(path, problems)
        self.args = (message,)
