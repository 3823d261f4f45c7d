"""What a file is, by what stands in it: which commands it is for, the likeliest first."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pipeline.audit.run import is_of_the_method
from pipeline.audit.sheet.head import find_head
from pipeline.course.key import key_in
from pipeline.errors import InputError, in_line
from pipeline.limits import NORMAL, Limits
from pipeline.progress import doing
from pipeline.rating.card import card_header
from pipeline.rating.summary import find_summary
from pipeline.rating.summary_headings import audited_header, game_header
from pipeline.readers import FileBytes, event_in, file_bytes
from pipeline.readers.containers import open_grids
from pipeline.readers.grid import Grid
from pipeline.readers.hints import NONE
from pipeline.words import said

_BY_HAND = "dp"
"""No program exports it: whoever has this column has worked it out."""
_GIVEN = {"rating", "games", "points", "score"}
REPORT, AUDIT, RATE, EXERCISE, MARK = "report", "audit", "rate", "exercise", "mark"


def commands_for(path: Path, limits: Limits = NORMAL) -> tuple[str, ...]:
    """The commands that make sense for a file, by name. Raises FileError for one that can't be opened."""
    with doing(said("Reading {name}", name=in_line(path.name))):
        file = file_bytes(path, limits)
    grids = open_grids(path, file.data)
    if key_in(grids) is not None:
        return MARK, REPORT
    if any(is_of_the_method(grid) for grid in grids):
        return AUDIT, REPORT, RATE, EXERCISE
    if _is_rating_table(grids):
        judged = any(audited_header(grid) is not None or game_header(grid) is not None for grid in grids)
        return (AUDIT, RATE) if judged else (RATE, AUDIT)
    worked_out = _worked_out(grids)
    if _BY_HAND in worked_out or worked_out and not _is_event(file):
        return AUDIT, REPORT, RATE, EXERCISE
    return REPORT, RATE, AUDIT, EXERCISE


def _worked_out(grids: Sequence[Grid]) -> set[str]:
    """The columns that have been computed by somebody, or by a program: an audit could judge them."""
    heads = [head for grid in grids if (head := find_head(grid)) is not None]
    return {meaning for head in heads for meanings in head.columns.values() for meaning in meanings} - _GIVEN


def _is_event(file: FileBytes) -> bool:
    try:
        event_in(file, NONE)
    except InputError:
        return False
    return True


def _is_rating_table(grids: Sequence[Grid]) -> bool:
    """Whether what is in it to be rated is a table, or a player's card, and no event."""
    return find_summary(list(grids)) is not None or any(
        card_header(grid) is not None or game_header(grid) is not None for grid in grids
    )
