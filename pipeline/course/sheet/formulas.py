"""The solution's live formulas: the templates of the registry's columns, with the players' own opponents put in."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from pipeline.course.exercise import PLACE, Exercise
from pipeline.course.sheet.dp_page import lookup_cells
from pipeline.course.sheet.layout import FIRST_ROW, RATING, ROUNDS, TASK_ROW, Layout
from pipeline.method.columns import COLUMNS
from pipeline.method.work import Work
from pipeline.workbook.pages import cell_name

_TOKEN = re.compile(r"\[([^\]]+)\]")
_BY_KEY = {column.key: column for column in COLUMNS}
_CHAIN = ("rating", "games", "points", "per_cent", "Ra", "dp", "c", "c_hat", "performance")
"""What the columns are made from; what isn't asked stands right of the print."""


@dataclass(frozen=True)
class Formulas:
    """The formulas of one exercise."""

    layout: Layout

    @property
    def exercise(self) -> Exercise:
        """The exercise."""
        return self.layout.exercise

    @cached_property
    def helpers(self) -> dict[str, int]:
        """The columns right of the print, by key: what the asked ones are made from."""
        missing = [key for key in _CHAIN if key not in self.layout.asked]
        return {key: self.layout.last_column + 2 + i for i, key in enumerate(missing)}

    @property
    def unrated_cell(self) -> tuple[int, int]:
        """Where the rating of the unrated stands."""
        return TASK_ROW, self.helpers["rating"]

    def column(self, key: str) -> int:
        """Where a column stands."""
        return self.layout.asked[key] if key in self.layout.asked else self.helpers[key]

    def of(self, key: str, position: int) -> str:
        """The formula of a cell."""
        row = self.layout.row(position)
        if key == "rating":
            given = cell_name(row, RATING)
            return f"=IF(N({given})>0,{given},{cell_name(*self.unrated_cell)})"
        if key in ("games", "points"):
            cells = f"{cell_name(row, ROUNDS)}:{cell_name(row, self.layout.score - 1)}"
            wins, draws, losses = (f'COUNTIF({cells},"{letter}")' for letter in "wdl")
            return f"={wins}+{draws}+{losses}" if key == "games" else f"={wins}+{draws}/2"
        if key == PLACE:
            return self._place(row)
        if key == "c" and self.exercise.settings.c == "field":
            return self._c_of_field(position)
        family, _, number = key.rpartition("_")
        column = _BY_KEY[family if number.isdecimal() else key]
        template = column.formula if isinstance(column.formula, str) else column.formula(self._work)
        k = int(number) if number.isdecimal() else 0
        return "=" + _TOKEN.sub(lambda match: self._resolved(match[1], position, k), template).lstrip("=")

    @property
    def _work(self) -> Work:
        return self.exercise.calculation.work

    def _resolved(self, token: str, position: int, k: int) -> str:
        """What a token of a template stands for."""
        if token.startswith("@"):
            return lookup_cells(self.exercise)[token[1:]]
        if token.startswith("opponents "):
            keys = token.removeprefix("opponents ").split("*")
            return ",".join(
                "*".join(self._cell(key, opponent, k) for key in keys) for opponent in self._opponents(position)
            )
        return self._cell(token, position, k)

    def _cell(self, key: str, position: int, k: int) -> str:
        if key == "previous":
            start = "rating" if self.exercise.settings.start == "rating" else "performance"
            key = f"iteration_{k - 1}" if k > 1 else start
        row = FIRST_ROW if key == "c" and self.exercise.c_once else self.layout.row(position)
        return cell_name(row, self.column(key)).replace("$", "")

    def _opponents(self, position: int) -> list[int]:
        """The positions of a player's opponents, once for every game, round by round."""
        event = self.exercise.event
        at = {no: i for i, no in enumerate(event.players.index.tolist())}
        own = event.games[event.games["no"] == event.players.index[position]].sort_values("round")
        return [at[no] for no in own["opponent"].tolist()]

    def _c_of_field(self, position: int) -> str:
        games, dp = self.column("games"), self.column("dp")
        if self.exercise.c_once:
            n = self.layout.column_range(games)
            return f"=SUMPRODUCT({n},{self.layout.column_range(dp)})/SUM({n})"
        component = self.exercise.ground.graph.component
        rows = [self.layout.row(i) for i in range(self.layout.players) if component[i] == component[position]]
        counts = "+".join(cell_name(row, games) for row in rows)
        weighted = "+".join(f"{cell_name(row, games)}*{cell_name(row, dp)}" for row in rows)
        return f"=({weighted})/({counts})"

    def _place(self, row: int) -> str:
        last = self.layout.asked[f"iteration_{self.exercise.steps}"]
        points, own = self.layout.column_range(self.layout.score), cell_name(row, self.layout.score)
        values, value = self.layout.column_range(last), cell_name(row, last)
        return f'=1+COUNTIF({points},">"&{own})+COUNTIFS({points},{own},{values},">"&{value})'
