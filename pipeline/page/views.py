"""What a worker is asked for, and what it hands back: texts in the visitor's language, tables of texts, files made."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

_NOTHING: Mapping[str, Any] = {}


class Uploaded(NamedTuple):
    """A file of a visit: what the visitor calls it, and where its content is; the name never leads anywhere."""

    name: str
    content: Path

    @property
    def label(self) -> Path:
        """The name as commands take it: in no folder."""
        return Path(self.name)


class Asked(NamedTuple):
    """What is asked for.

    action    a name of `pipeline.page.work`
    files     the files that it is about; those of the second kind (the event, the teacher's copies) in `further`
    values    the settings, by the name of their option; only those that were given
    players   numbers of players, for explanations
    language  of the page, and of all that is made
    folder    where results go; the worker's own temporary files, too
    """

    action: str
    files: tuple[Uploaded, ...]
    further: tuple[Uploaded, ...]
    values: tuple[tuple[str, str], ...]
    language: str
    folder: Path
    players: tuple[str, ...] = ()

    @property
    def given(self) -> dict[str, str]:
        """The settings by name."""
        return dict(self.values)


class Choice(NamedTuple):
    """A value that a setting may have."""

    value: str
    label: str


class Field(NamedTuple):
    """A setting in a form: the name of its option, what it means, what it may be, and what was given.

    `usual` is what holds where nothing is given; `choices` are empty where anything may be typed.
    """

    name: str
    label: str
    meaning: str
    given: str = ""
    usual: str = ""
    choices: tuple[Choice, ...] = ()
    numeric: bool = False


class Form(NamedTuple):
    """Settings that belong together."""

    title: str
    fields: tuple[Field, ...]


class Table(NamedTuple):
    """A table. `numbers` are the columns that stand to the right; `players` the number of each row's player.

    `states` are looks of rows by their state, empty for none.
    """

    caption: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numbers: tuple[int, ...] = ()
    players: tuple[str, ...] = ()
    states: tuple[str, ...] = ()
    titles: tuple[str, ...] = ()
    """What a heading means, where it has a meaning to be shown."""
    name: int = 2
    """The column of the players' names, where there are players."""


class Look(NamedTuple):
    """Something to look at: its state's key and word, what it is, and what it means."""

    state: str
    status: str
    what: str
    meaning: str


class MadeFile(NamedTuple):
    """A file to download: its name for the visitor, where it is, and what it is."""

    name: str
    content: Path
    kind: str
    what: str


class Line(NamedTuple):
    """A line of the chart: its points in the unit square."""

    points: tuple[tuple[float, float], ...]


class Chart(NamedTuple):
    """A chart: its title, what it says in words, ticks (place from 0 to 1, and text) and its line, placed alike."""

    title: str
    said: str
    across: tuple[tuple[float, str], ...]
    upwards: tuple[tuple[float, str], ...]
    lines: tuple[Line, ...]
    x_title: str
    y_title: str


class Told(NamedTuple):
    """A paragraph, heading or table of an explanation."""

    heading: str = ""
    level: int = 0
    title: str = ""
    lines: tuple[str, ...] = ()
    table: Table | None = None


class Fault(NamedTuple):
    """What is wrong, where, and what to do."""

    where: str
    what: str
    mend: str


class View(NamedTuple):
    """A result.

    state, status  the state's key, and the sentence that says it; `reason` is what that means, and why
    sentences      what the numbers say
    looks          what to look at; notes: what reading left out or interpreted
    tables         by name; which there are depends on the action
    offered        the actions that the file allows, the likeliest first
    faults         what is wrong, by the name of the file that it is about (empty for a setting)
    """

    action: str
    title: str = ""
    state: str = ""
    status: str = ""
    reason: str = ""
    sentences: tuple[str, ...] = ()
    looks: tuple[Look, ...] = ()
    notes: tuple[str, ...] = ()
    tables: Mapping[str, Table] = _NOTHING
    files: tuple[MadeFile, ...] = ()
    forms: tuple[Form, ...] = ()
    chart: Chart | None = None
    told: tuple[Told, ...] = ()
    offered: tuple[str, ...] = ()
    faults: Mapping[str, tuple[Fault, ...]] = _NOTHING
    asked: tuple[Field, ...] = ()
    """Of a refusal, the settings that its words name: they aren't in the forms."""
    beside: Mapping[str, tuple[Fault, ...]] = _NOTHING
    """The same for some files of several, the others having a result."""

    @property
    def is_refused(self) -> bool:
        """Whether there is no result, only what is wrong."""
        return bool(self.faults)
