"""class.xlsx: Class (a row a student), Mistakes (what to teach again), Columns (share right), Not marked (why)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial

from pipeline.course.exercise import ERROR, PLACE
from pipeline.course.marking.group import MarkedClass
from pipeline.course.marking.one import MarkedFile, Outcome
from pipeline.course.sheet.layout import heading_of
from pipeline.event import readable
from pipeline.words import Said, counted, joined, said, told
from pipeline.workbook.pages import BarChart, Page, PageCell
from pipeline.workbook.sheets import Value

CLASS_HEADINGS: tuple[tuple[Said, float], ...] = (
    (said("File"), 28), (said("Name"), 24), (said("Variant"), 9), (said("Right"), 8), (said("Carried"), 11),
    (said("Made up"), 11), (said("Wrong"), 8), (said("Missing"), 8), (said("Cells"), 8), (said("Mark (0-100)"), 10),
    (said("Passed"), 9), (said("First error, and its cause"), 46), (said("Remarks"), 46),
)
_OUTCOMES = (Outcome.RIGHT, Outcome.CARRIED, Outcome.MADE_UP, Outcome.WRONG, Outcome.MISSING)
_CHARTED = 12
_LINE = 13.5
_TOP = 3
"""The row of the headings of every sheet, from 0."""


def class_pages(marks: MarkedClass, language: str) -> list[Page]:
    """All sheets."""
    return [
        _class_page(marks, language), _mistakes_page(marks, language), _columns_page(marks, language),
        _not_marked_page(marks, language),
    ]


def _class_page(marks: MarkedClass, language: str) -> Page:
    tell = partial(told, language=language)
    cells = [*_title(said("Class"), _summary(marks), tell)]
    cells += [PageCell(_TOP, i, tell(text), "heading_left") for i, (text, _) in enumerate(CLASS_HEADINGS)]
    heights = {_TOP: 30.0}
    for row, file in enumerate(marks.files, start=_TOP + 1):
        remarks = tell(joined("; ", list(file.remarks)))
        passed = marks.has_passed(file)
        values: list[tuple[Value, str]] = [
            (readable(file.source.path.name), "row"), (file.student, "row"), (file.variant, "row_centre"),
            *((file.count(outcome), "row_number") for outcome in _OUTCOMES), (len(file.cells), "row_number"),
            (file.mark.per_cent, "row_share"),
            (tell(said("yes")) if passed else tell(said("no")), "row_passed" if passed else "row_failed"),
            (file.first, "row_wrapped"), (remarks, "row_wrapped"),
        ]
        cells += [PageCell(row, i, value, look) for i, (value, look) in enumerate(values)]
        heights[row] = _LINE * max(1, -(-len(file.first) // 44), -(-len(remarks) // 44))
    last = _TOP + len(marks.files)
    widths = {i: width for i, (_, width) in enumerate(CLASS_HEADINGS)}
    return Page(
        tell(said("Class")), cells, widths, heights, repeated=(_TOP, _TOP), footer="&L&9&F&C&9&A&R&9&P/&N",
        frozen=(_TOP + 1, 2), filtered=((_TOP, 0), (max(last, _TOP + 1), len(CLASS_HEADINGS) - 1)), tab="#1F3864",
    )


def _title(title: Said, subtitle: Said, tell: partial[str]) -> Iterator[PageCell]:
    yield PageCell(0, 0, tell(title), "title")
    yield PageCell(1, 0, tell(subtitle), "text")


def _summary(marks: MarkedClass) -> Said:
    passed = sum(marks.has_passed(file) for file in marks.files)
    mean = sum(file.mark.per_cent for file in marks.files) / len(marks.files) if marks.files else 0.0
    return said(
        "{marked} marked, {failed} not marked; {passed} passed (from {passing} %); mean mark {mean:.1f}. A cell counts "
        "1 where it is right, however rounded, {carried} where it follows rightly from a wrong one.",
        marked=len(marks.files), failed=len(marks.failed), passed=passed, passing=f"{marks.passing:g}",
        mean=float(mean), carried=f"{marks.carried:g}",
    )


def _mistakes_page(marks: MarkedClass, language: str) -> Page:
    tell = partial(told, language=language)
    students: Counter[str] = Counter()
    cells_of: Counter[str] = Counter()
    sentences: dict[str, str] = {}
    who: dict[str, list[str]] = {}
    for file in marks.files:
        for mistake in file.mistakes:
            students[mistake.name] += 1
            cells_of[mistake.name] += mistake.count
            sentences.setdefault(mistake.name, mistake.sentence)
            who.setdefault(mistake.name, []).append(file.student or readable(file.source.path.stem))
    order = sorted(students, key=lambda name: (-students[name], -cells_of[name], name))
    headings = ((said("What to teach again"), 64), (said("Students"), 10), (said("Cells"), 8), (said("Who"), 60))
    subtitle = said("Known mistakes, each once a student; the most frequent first.") if order else said(
        "No known mistake was found.")
    cells = [*_title(said("Mistakes"), subtitle, tell)]
    cells += [PageCell(_TOP, i, tell(text), "heading_left") for i, (text, _) in enumerate(headings)]
    heights = {}
    for row, name in enumerate(order, start=_TOP + 1):
        names = ", ".join(who[name])
        values: list[tuple[Value, str]] = [
            (sentences[name], "row_wrapped"), (students[name], "row_number"), (cells_of[name], "row_number"),
            (names, "row_wrapped"),
        ]
        cells += [PageCell(row, i, value, look) for i, (value, look) in enumerate(values)]
        heights[row] = _LINE * max(1, -(-len(sentences[name]) // 62), -(-len(names) // 58))
    charts = []
    if order:
        last = _TOP + min(len(order), _CHARTED)
        charts = [BarChart((_TOP + len(order) + 2, 0), tell(said("Students by mistake")), (_TOP + 1, last), 0, 1,
                           (760, 120 + 30 * min(len(order), _CHARTED)))]
    return Page(tell(said("Mistakes")), cells, {i: float(w) for i, (_, w) in enumerate(headings)}, heights,
                charts=charts, frozen=(_TOP + 1, 1), footer="&L&9&F&C&9&A&R&9&P/&N", repeated=(_TOP, _TOP))


def _columns_page(marks: MarkedClass, language: str) -> Page:
    tell = partial(told, language=language)
    keys = list(dict.fromkeys(key for exercise in marks.exercises for key in (*exercise.ask, PLACE, ERROR)))
    headings = ((said("Column"), 18), (said("Cells"), 9), (said("Right"), 9), (said("Carried"), 9),
                (said("Right or carried, %"), 14))
    cells = [*_title(said("Columns"), said("How many cells of each column are right, over the whole class."), tell)]
    cells += [PageCell(_TOP, i, tell(text), "heading_left") for i, (text, _) in enumerate(headings)]
    row = _TOP
    for key in keys:
        asked = [cell for file in marks.files for cell in file.cells if cell.key == key]
        if not asked:
            continue
        row += 1
        right = sum(cell.outcome is Outcome.RIGHT for cell in asked)
        carried = sum(cell.outcome is Outcome.CARRIED for cell in asked)
        values: list[tuple[Value, str]] = [
            (tell(heading_of(key)), "row"), (len(asked), "row_number"), (right, "row_number"),
            (carried, "row_number"), (100 * (right + carried) / len(asked), "row_share"),
        ]
        cells += [PageCell(row, i, value, look) for i, (value, look) in enumerate(values)]
    return Page(tell(said("Columns")), cells, {i: float(w) for i, (_, w) in enumerate(headings)},
                frozen=(_TOP + 1, 1), landscape=False, footer="&L&9&F&C&9&A&R&9&P/&N")


def _not_marked_page(marks: MarkedClass, language: str) -> Page:
    tell = partial(told, language=language)
    headings = ((said("File"), 34), (said("Reason"), 100))
    subtitle = counted("{count} file couldn't be marked.", "{count} files couldn't be marked.", len(marks.failed))
    cells = [*_title(said("Not marked"), subtitle, tell)]
    cells += [PageCell(_TOP, i, tell(text), "heading_left") for i, (text, _) in enumerate(headings)]
    heights = {}
    for row, one in enumerate(marks.failed, start=_TOP + 1):
        reason = tell(one.reason)
        cells += [PageCell(row, 0, readable(one.path.name), "row"), PageCell(row, 1, reason, "row_wrapped")]
        heights[row] = _LINE * max(1 + reason.count("\n"), -(-len(reason) // 98))
    return Page(tell(said("Not marked")), cells, {0: 34.0, 1: 100.0}, heights, frozen=(_TOP + 1, 1),
                footer="&L&9&F&C&9&A&R&9&P/&N")


def line_of(file: MarkedFile, passed: bool) -> Said:
    """A student's line on the terminal."""
    return said(
        "{mark:5.1f} {passed} {file} ({name}, {variant})", mark=file.mark.shown,
        passed=said("passed") if passed else said("failed"), file=readable(file.source.path.name),
        name=file.student or said("no name"), variant=file.variant,
    )


def outcome_lines(marks: MarkedClass) -> Sequence[Said]:
    """What the terminal says at the end."""
    return [_summary(marks)]
