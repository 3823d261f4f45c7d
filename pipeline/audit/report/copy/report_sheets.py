"""The sheets Audit (one row a finding) and Summary (the outcome, what it was judged by, where to look first)."""

from __future__ import annotations

from pathlib import Path

from pipeline.audit.judging.verdicts import VERDICTS, Verdict
from pipeline.audit.report.copy.looks import VERDICT_COLOURS, Styles
from pipeline.audit.report.copy.sheet_writer import Entry, SheetWriter
from pipeline.audit.report.found import AGREES, PARTLY, AnyAudit, JudgedCell
from pipeline.audit.report.terminal import by_column
from pipeline.audit.report.words import Words
from pipeline.audit.sheet.stated import Spot

_HEADINGS = (
    "sheet", "cell", "player", "column", "stated", "expected", "from_own", "difference", "verdict", "cause", "origin",
)
_WIDTHS = (12, 7, 23, 17, 11, 11, 15, 12, 12, 58, 18)
"""To the causes it is as wide as a small screen: they are what somebody looks for."""
_CAUSE_CHARACTERS, _COLUMN_CHARACTERS = 63, 18
"""What goes on a line of the columns that are wrapped."""
_LINE = 14.5
_NAVY = "FF1F3864"
_BANNER = 5
"""The outcome's bar reaches over so many further columns."""
_SUMMARY_WIDTHS = (20, 14, 21, 13, 13, 13, 13, 76)
_SUMMARY_CHARACTERS = 150


class Looks:
    """The styles that the two sheets use."""

    def __init__(self, styles: Styles) -> None:
        """Append them to the workbook's."""
        self._styles = styles
        self.title = styles.look(bold=True, size=16, colour=_NAVY)
        self.subtitle = styles.look(colour="FF595959")
        self.heading = styles.look(bold=True, colour="FFFFFFFF", fill=_NAVY, wrap=True, centred=True)
        self.section = styles.look(bold=True, size=12, colour=_NAVY)
        self.text = styles.look()
        self.wrapped = styles.look(wrap=True)
        self.bold = styles.look(bold=True)
        self.link = styles.look(colour="FF0563C1", underlined=True)
        self.count = styles.look(number_format="0", centred=True)
        self.good = styles.look(bold=True, size=12, fill="FFC6EFCE", colour="FF006100")
        self.partly = styles.look(bold=True, size=12, fill="FFFFEB9C", colour="FF7F6000")
        self.bad = styles.look(bold=True, size=12, fill="FFFFC7CE", colour="FF9C0006")
        self.verdicts = {v: styles.look(fill=colour, centred=True) for v, colour in VERDICT_COLOURS.items()}

    def number(self, decimals: int, value: float | str | None = None) -> int:
        """Numbers with as many decimals as the sheet claims: none for whole ones, else two at least, six at most."""
        if decimals == 0 and (value is None or isinstance(value, str) or round(float(value), 2).is_integer()):
            return self._styles.look(number_format="0")
        return self._styles.look(number_format="0." + "0" * min(max(decimals, 2), 6))

    def banner(self, text: str, outcome: str) -> list[Entry]:
        """The outcome in a coloured bar as wide as its text."""
        look = {AGREES: self.good, PARTLY: self.partly}.get(outcome, self.bad)
        return [Entry(text, look), *[Entry(None, look)] * _BANNER]


def link_to(spot: Spot) -> str:
    """A place in the workbook as links name it."""
    sheet = spot.sheet.replace("'", "''")
    return f"'{sheet}'!{spot.cell}"


def audit_sheet(audit: AnyAudit, words: Words, styles: Styles, file: Path) -> str:
    """The sheet with one row a finding, as XML."""
    looks = Looks(styles)
    sheet = SheetWriter(_WIDTHS, frozen=4, filtered=(3, len(_HEADINGS)))
    sheet.add(Entry(words.label("title", file=file.name), looks.title), height=24)
    sheet.add(*looks.banner(words.master(audit), audit.outcome), height=18)
    sheet.add()
    sheet.add(*(Entry(words.heading(name), looks.heading) for name in _HEADINGS), height=2 * _LINE)
    found = in_order(audit)
    for cell in found:
        cause, column = words.causes(cell), words.column(cell.column)
        high = 1 + max(len(cause) // _CAUSE_CHARACTERS, len(column) // _COLUMN_CHARACTERS)
        sheet.add(*_finding(cell, words, looks, cause), height=_LINE * high)
    if not found:
        sheet.add(Entry(words.label("no_findings"), looks.text))
    return sheet.xml()


FIRST_FINDING = 5
"""The row (from 1) of the first finding on the sheet Audit."""


def in_order(audit: AnyAudit) -> list[JudgedCell]:
    """The findings: each cell where an error begins, what comes from it below it; then what was only rounded."""
    following: dict[Spot | None, list[JudgedCell]] = {}
    begin: list[JudgedCell] = []
    for cell in audit.findings:
        if cell.verdict is Verdict.CARRIED:
            following.setdefault(cell.origin, []).append(cell)
        elif cell.verdict.is_error:
            begin.append(cell)
    found = [one for cell in begin for one in (cell, *following.pop(cell.spot, ()))]
    found += [cell for cells in following.values() for cell in cells]
    return found + [cell for cell in audit.findings if cell.verdict.is_right]


def _finding(cell: JudgedCell, words: Words, looks: Looks, cause: str) -> list[Entry]:
    def number(value: float | str | None) -> Entry:
        return Entry(value, looks.text if isinstance(value, str) else looks.number(cell.shown_decimals, value))

    origin = "" if cell.verdict.is_error else words.origins(cell)
    return [
        Entry(cell.spot.sheet, looks.text),
        Entry(cell.spot.cell, looks.link, link_to(cell.spot)),
        Entry(cell.player, looks.text),
        Entry(words.column(cell.column), looks.wrapped),
        *(number(value) for value in (cell.stated, cell.expected, cell.from_own, cell.difference)),
        Entry(words.verdict(cell.verdict), looks.verdicts[cell.verdict]),
        Entry(cause, looks.wrapped),
        Entry(origin, looks.link if origin else looks.text, link_to(cell.origin) if origin and cell.origin else ""),
    ]


def summary_sheet(audit: AnyAudit, words: Words, styles: Styles, file: Path, limited: int, findings: str) -> str:
    """The sheet with the outcome, as XML; `findings` is the name of the sheet that has them.

    `limited` says how many cells there were where not all got a comment.
    """
    looks = Looks(styles)
    sheet = SheetWriter(_SUMMARY_WIDTHS, frozen=3)
    sheet.add(Entry(words.label("title", file=file.name), looks.title), height=24)
    sheet.add(
        Entry(
            words.label(audit.about[0], **audit.about[1]),
            looks.subtitle,
        )
    )
    sheet.add(*looks.banner(words.master(audit), audit.outcome), height=18)
    sheet.add(Entry(words.mark(audit), looks.bold))
    where = Entry(f"→ {findings}", looks.link, link_to(Spot(findings, "A1"))) if audit.findings else None
    sheet.add(*([where] if where else []))
    _add_patterns(sheet, audit, words, looks)
    _add_settings(sheet, audit, words, looks)
    _add_remarks(sheet, audit, words, looks, limited)
    _add_counts(sheet, audit, words, looks)
    _add_first_errors(sheet, audit, words, looks)
    sheet.add(Entry(words.label("colour_key"), looks.section), height=18)
    for verdict in VERDICTS:
        sheet.add(Entry(words.verdict(verdict), looks.verdicts[verdict]), Entry(words.meaning(verdict), looks.text))
    return sheet.xml()


def _add_patterns(sheet: SheetWriter, audit: AnyAudit, words: Words, looks: Looks) -> None:
    """Mistakes that whole columns were made with, each once, with a link to its first cell."""
    for pattern in audit.patterns:
        sheet.add(
            Entry(pattern.spots[0].cell, looks.link, link_to(pattern.spots[0])),
            Entry(words.pattern(pattern), looks.bold),
        )
    if audit.patterns:
        sheet.add()


def _add_settings(sheet: SheetWriter, audit: AnyAudit, words: Words, looks: Looks) -> None:
    sheet.add(Entry(words.label("settings"), looks.section), height=18)
    sheet.add(*(Entry(words.heading(name), looks.heading) for name in ("setting", "value", "from")))
    for name, value, origin in audit.telling_settings:
        entries = (words.setting(name), words.setting(words.plain(value)), words.origin_of_setting(origin))
        sheet.add(*(Entry(text, looks.text) for text in entries))
    sheet.add()


def _add_remarks(sheet: SheetWriter, audit: AnyAudit, words: Words, looks: Looks, limited: int) -> None:
    said = [words.remark(remark) for remark in audit.remarks]
    if limited:
        said.append(words.label("comments_limited", count=limited))
    if said:
        sheet.add(Entry(words.label("remarks"), looks.section), height=18)
        for sentence in said:
            for line in _lines(sentence):
                sheet.add(Entry(line, looks.text))
        sheet.add()


def _lines(sentence: str) -> list[str]:
    """A sentence in lines that fit beside each other's cells: a cell that is wrapped would make its column wide."""
    lines, line = [], ""
    for word in sentence.split():
        if len(line) + len(word) >= _SUMMARY_CHARACTERS:
            lines.append(line)
            line = "   "
        line += (" " if line.strip() else "") + word
    return [*lines, line]


def _add_counts(sheet: SheetWriter, audit: AnyAudit, words: Words, looks: Looks) -> None:
    sheet.add(Entry(words.label("counts"), looks.section), height=18)
    names = [words.verdict(verdict) for verdict in VERDICTS]
    sheet.add(*(Entry(text, looks.heading) for text in (words.heading("column"), *names, words.heading("total"))))
    for column, counts in by_column(audit).items():
        entries = [Entry(counts[v] or None, looks.verdicts[v] if counts[v] else looks.count) for v in VERDICTS]
        sheet.add(Entry(words.column(column), looks.text), *entries, Entry(sum(counts.values()), looks.count))
    totals = audit.summary
    sheet.add(
        Entry(words.heading("total"), looks.bold), *(Entry(totals[v], looks.count) for v in VERDICTS),
        Entry(sum(totals.values()), looks.count),
    )
    sheet.add()


def _add_first_errors(sheet: SheetWriter, audit: AnyAudit, words: Words, looks: Looks) -> None:
    sheet.add(Entry(words.label("first_errors"), looks.section), height=18)
    found = audit.first_errors
    if not found:
        sheet.add(Entry(words.label("no_errors"), looks.text))
        sheet.add()
        return
    names = ("player", "cell", "column", "stated", "expected", "verdict", "", "cause")
    sheet.add(*(Entry(words.heading(name) if name else "", looks.heading) for name in names))
    for cell in found:
        stated = looks.text if isinstance(cell.stated, str) else looks.number(cell.shown_decimals, cell.stated)
        sheet.add(
            Entry(cell.player, looks.text), Entry(cell.spot.cell, looks.link, link_to(cell.spot)),
            Entry(words.column(cell.column), looks.text), Entry(cell.stated, stated),
            Entry(cell.expected, looks.number(cell.shown_decimals, cell.expected)),
            Entry(words.verdict(cell.verdict), looks.verdicts[cell.verdict]),
            Entry("", looks.text), Entry(words.causes(cell), looks.text),
        )
    sheet.add()
