"""What the classes of K are called, in formulas as in the table of the classes: words that a reader sees."""

from __future__ import annotations

from pipeline.words import said

HIGH = said("high")
REACHED = said("reached")
JUNIOR = said("junior")
NEW = said("new")
ONCE = said("once")
SETTLED = said("settled")
OPTION = said("option")
COLUMN = said("column")
ASSUMED = said("assumed")
