"""The course: exercises for pencil and spreadsheet, made from a seed or from an event, and marked with their class.

`made/` draws events for a lesson; `sheet/` lays out what students and teachers get; `folder` is where it is written.
"""
