"""The audit: somebody's numbers in; every wrong cell out, with where its error began and what was probably done.

`run.audit_table` audits a table of numbers, `run.audit_file` a file; docs/audit.md describes what they go by.
"""
