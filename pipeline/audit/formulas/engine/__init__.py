"""Recalculates a workbook's formulas: parser, values, functions."""
