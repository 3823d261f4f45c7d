"""The rating report: its layout, its formulas and the writing of it, on the ground that all reports share."""
