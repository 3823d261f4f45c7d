"""Chess tie-breaks by recursive performance (ARPO): a tournament file in, an audited workbook out."""

__version__ = "0.1.0"
