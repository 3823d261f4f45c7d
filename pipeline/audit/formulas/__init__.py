"""The audit of a sheet's formulas: their shapes, their references, and what they give when they are recalculated."""
