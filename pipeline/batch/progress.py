"""How far a batch is: a bar with the rate and the time left on a terminal; nothing elsewhere."""

from __future__ import annotations

from types import TracebackType
from typing import TYPE_CHECKING, TextIO

from pipeline.words import counted, said

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.progress import TaskID


class Progress:
    """Shows, in a `with`, how many of `total` files are done; `before` of them were done by earlier runs."""

    def __init__(self, total: int, before: int, stream: TextIO | None) -> None:
        """Show it on `stream`, where that is a terminal."""
        self._bar: Bar | None = None
        self._task: TaskID | None = None
        self._refused = 0
        if stream is not None and stream.isatty() and before < total:
            self._bar = _bar(stream)
            self._task = self._bar.add_task(said("files"), total=total - before, refused=_refused(0))

    def __enter__(self) -> Progress:
        if self._bar is not None:
            self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.stop()

    def advance(self, refused: bool) -> None:
        """One more is done, or refused."""
        self._refused += refused
        if self._bar is not None and self._task is not None:
            self._bar.update(self._task, advance=1, refused=_refused(self._refused))


def _refused(count: int) -> str:
    return counted("{count} refused", "{count} refused", count) if count else ""


def _bar(stream: TextIO) -> Bar:
    from rich.progress import BarColumn, MofNCompleteColumn, ProgressColumn, Task, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar
    from rich.text import Text

    from pipeline.console import console_on

    class Rate(ProgressColumn):
        """Files a second."""

        def render(self, task: Task) -> Text:
            return Text(said("{rate:.1f} a second", rate=float(task.speed)) if task.speed else "")

    return Bar(
        MofNCompleteColumn(), BarColumn(), Rate(), TimeRemainingColumn(), TextColumn("{task.fields[refused]}"),
        console=console_on(stream), transient=True,
    )  # fmt: skip
