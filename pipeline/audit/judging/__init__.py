"""A stated table against a calculation's columns: verdicts, habits of rounding, settings that fit."""
