"""One game whose two results contradict, in a file that is whole otherwise: the event as each of the rows has it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pipeline.errors import InputError, Place, Problem
from pipeline.event import Event


@dataclass(frozen=True)
class Alternative:
    """The event as one row has it; then the result in `place`, the other row's, is wrong.

    stated, right  what stands there, and the code of what the first row asks for
    no, round      whose it is, and of which round
    """

    event: Event
    place: Place
    stated: str
    right: str
    no: int
    round: int


class ContradictionError(InputError):
    """A file with nothing wrong but one game whose two results contradict."""

    def __init__(
        self, path: Path | str, problems: list[Problem], alternatives: tuple[Alternative, ...] = ()
    ) -> None:
        """Keep the events that it may be; they stay in this process."""
        super().__init__(path, problems)
        self.alternatives = alternatives
