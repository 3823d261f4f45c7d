"""Marking: a student's file -> his answers -> the audit's verdicts -> his mark; and a class's marks together."""
