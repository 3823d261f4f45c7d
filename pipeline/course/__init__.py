"""The course: exercises for pencil and spreadsheet, made from a seed or from an event, and marked with their class.

    made/       events made for a lesson: pairing, results, and what such an event must have
"""
