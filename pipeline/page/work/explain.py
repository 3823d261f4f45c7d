"""How a player's numbers come about, or why one player is before another."""

from __future__ import annotations

from pipeline.commands.calculating import calculation_for
from pipeline.commands.explain import explanation_blocks
from pipeline.explaining.page import Grid, Heading, Lines
from pipeline.method.settings import NAMES
from pipeline.page.views import Asked, Table, Told, View
from pipeline.page.work.given import hints_of, limits_of, settings_of


def explained_view(asked: Asked) -> View:
    """The explanation of one player, or of the first two that were chosen."""
    [file] = asked.files
    calculation = calculation_for(file.label, settings_of(asked, NAMES), limits_of(asked), hints_of(asked))
    told = []
    for block in explanation_blocks(calculation, list(asked.players[:2]), calculation.language):
        if isinstance(block, Heading):
            told.append(Told(block.text, block.level))
        elif isinstance(block, Grid):
            told.append(Told(table=Table("", block.headings, block.rows, block.numbers)))
        else:
            assert isinstance(block, Lines)
            told.append(Told(title=block.title or "", lines=block.parts))
    return View(asked.action, calculation.work.event.name, told=tuple(told))
