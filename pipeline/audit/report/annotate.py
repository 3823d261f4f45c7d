"""The annotated copy of an audited file: cells coloured and commented, the sheets Audit and Summary, nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from pipeline.addresses import Position
from pipeline.audit.judging.verdicts import Verdict
from pipeline.audit.report.copy.links import add_links
from pipeline.audit.report.copy.looks import VERDICT_COLOURS, Styles
from pipeline.audit.report.copy.notes import add_notes
from pipeline.audit.report.copy.package import Package, empty_package
from pipeline.audit.report.copy.report_sheets import FIRST_FINDING, audit_sheet, in_order, link_to, summary_sheet
from pipeline.audit.report.copy.sheet_writer import Entry, SheetWriter
from pipeline.audit.report.copy.styled_cells import Restyle, restyle
from pipeline.audit.report.findings import AnyAudit, JudgedCell
from pipeline.audit.report.words import Words
from pipeline.audit.sheet.reading import sheet_title
from pipeline.audit.sheet.stated import Spot
from pipeline.readers.grid import Grid, as_text, is_blank

_NARROW, _WIDE = 4, 30
"""Characters of the columns of a text file's copy."""
COMMENTED = 2000
"""Up to so many judged cells, the ok ones carry a comment, too; in a larger table they would hide the others."""


def annotated(audit: AnyAudit, path: Path, grids: list[Grid], data: bytes | None, words: Words) -> bytes:
    """The annotated copy of `path`, as bytes: of the workbook that the audit read (`data`), or of its grids' values.

    Raises FileError where the workbook can't be changed.
    """
    words = words.about(audit)
    package = Package.of(path, data) if data is not None else _plain_copy(path, grids)
    members = {grid.sheet: grid.member for grid in grids} if data is not None else {}
    package.rename({member: title for title, member in members.items()})
    styles = Styles(package)
    sheets = {title: part for part, title in package.sheets().items()}
    limited = len(audit.cells) if len(audit.cells) > COMMENTED else 0
    for name, cells in _by_sheet(audit.cells).items():
        part = sheets[name]
        restyle(package, part, {_at(cell): _paint(styles, cell) for cell in cells})
        notes = {_at(cell): _comment(cell, words) for cell in cells if cell.is_finding or not limited}
        if notes:
            add_notes(package, part, notes)
    title = free_title(words.label("audit"), sheets)
    audit_xml = audit_sheet(audit, words, styles, path)
    summary_xml = summary_sheet(audit, words, styles, path, limited, title)
    styles.save()
    rows = {cell.spot: row for row, cell in enumerate(in_order(audit), start=FIRST_FINDING)}
    for name, cells in _by_sheet(audit.findings).items():
        add_links(package, sheets[name], {_at(cell): link_to(Spot(title, f"A{rows[cell.spot]}")) for cell in cells})
    package.add_sheet(title, audit_xml, first=True)
    package.add_sheet(free_title(words.label("summary"), sheets), summary_xml, first=True)
    return package.bytes()


def free_title(wanted: str, taken: Iterable[str]) -> str:
    """A sheet name that the workbook doesn't have: Audit, else Audit (2) and so on. Capitals make no difference."""
    names = {name.casefold() for name in taken}
    title, number_ = wanted, 2
    while title.casefold() in names:
        title, number_ = f"{wanted} ({number_})", number_ + 1
    return title


def _by_sheet(cells: Iterable[JudgedCell]) -> dict[str, list[JudgedCell]]:
    found: dict[str, list[JudgedCell]] = {}
    for cell in cells:
        found.setdefault(cell.spot.sheet, []).append(cell)
    return found


def _at(cell: JudgedCell) -> Position:
    return cell.spot.row, cell.spot.column


def _paint(styles: Styles, cell: JudgedCell) -> Restyle:
    colour = VERDICT_COLOURS[cell.verdict]
    return lambda style: styles.coloured(style, colour)


def _comment(cell: JudgedCell, words: Words) -> list[str]:
    """The lines of a cell's comment: the verdict, what was expected, and why."""
    lines = [words.verdict(cell.verdict)]
    if cell.expected is not None:
        lines.append(words.label("expected_comment", expected=words.number(cell.expected, cell.shown_decimals)))
    follows = cell.verdict in (Verdict.CARRIED, Verdict.WRONG)
    if follows and cell.from_own is not None and cell.from_own != cell.expected:
        lines.append(words.label("own_comment", own=words.number(cell.from_own, cell.shown_decimals)))
    if cell.verdict is Verdict.CARRIED and cell.origin is not None:
        lines.append(words.label("origin_comment", origin=words.origins(cell)))
    return lines + words.why(cell)


def _plain_copy(path: Path, grids: list[Grid]) -> Package:
    """A workbook with the values of a file that isn't one: numbers as numbers, texts as texts."""
    package = empty_package(path)
    for grid in grids:
        sheet = SheetWriter(_widths(grid))
        for row, values in enumerate(grid.rows):
            sheet.add(*(Entry(_plain_value(grid, row, column)) for column in range(len(values))))
        package.add_sheet(sheet_title(path, grid), sheet.xml())
    return package


def _widths(grid: Grid) -> list[float]:
    """Columns as wide as what stands in them, but for titles, which stand alone in their rows."""
    widths: dict[int, int] = {}
    for values in grid.rows:
        filled = [(column, len(as_text(value))) for column, value in enumerate(values) if not is_blank(value)]
        if len(filled) > 1:
            widths.update({column: max(length, widths.get(column, 0)) for column, length in filled})
    last = max(widths, default=-1)
    return [min(max(widths.get(column, 0), _NARROW), _WIDE) + 2.0 for column in range(last + 1)]


def _plain_value(grid: Grid, row: int, column: int) -> str | float | int | bool | None:
    value = grid.value(row, column)
    if value is None or isinstance(value, bool | int | float):
        return value
    text = as_text(value)
    if not grid.typed and text:
        try:
            return float(text) if text[:1] not in "+" and "_" not in text else text
        except ValueError:
            return text
    return text
