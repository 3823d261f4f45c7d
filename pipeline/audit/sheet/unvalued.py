"""Formulas that the file holds no value for, and that can't be calculated here: there is nothing to judge in them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from pipeline.audit.sheet.reading import sheet_title
from pipeline.audit.sheet.stated import Remark, Spot, StatedColumn, StatedTable, Unjudged, some
from pipeline.readers.grid import Grid, UnvaluedFormula

NO_STORED_VALUE = "no_stored_value"
"""The remark on formulas without a value, which can't be judged."""


def without_unvalued(table: StatedTable, path: Path, grids: list[Grid]) -> StatedTable:
    """The table without such cells, which a remark names."""
    by_title = {sheet_title(path, grid): grid for grid in grids}

    def is_unvalued(spot: Spot | None) -> bool:
        return spot is not None and isinstance(by_title[spot.sheet].value(spot.row, spot.column), UnvaluedFormula)

    found: list[Spot] = []

    def without(column: StatedColumn) -> StatedColumn:
        unvalued = {i for i in table.order if i in column.texts and is_unvalued(column.spots[i])}
        found.extend(spot for i in table.order if i in unvalued and (spot := column.spots[i]) is not None)
        return column.without(unvalued) if unvalued else column

    columns = {key: without(column) for key, column in table.columns.items()}
    found += [total.spot for total in table.sums if is_unvalued(total.spot)]
    if not found:
        return table
    sums = tuple(total for total in table.sums if not is_unvalued(total.spot))
    remark = Remark(NO_STORED_VALUE, {"count": len(found), "cells": some([spot.cell for spot in found])},
                    tuple(Unjudged(spot.sheet, spot.cell, 1) for spot in found))
    return replace(table, columns=columns, sums=sums, remarks=(*table.remarks, remark))
