"""What stands in a file that is to be audited: its headings, rows, numbers, and what was left out."""
