"""The report workbook: where everything is, how it looks, its formulas, and the writing of it."""
