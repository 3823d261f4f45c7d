"""Somebody's numbers, judged: of one sheet what is right and wrong and why, of a class's sheets a line each."""

from __future__ import annotations

from pipeline.audit.judging.verdicts import VERDICTS
from pipeline.audit.report.found import AGREES, DIFFERENCES, PARTLY, AnyAudit, JudgedCell
from pipeline.audit.report.marking import mark_of
from pipeline.audit.report.terminal import lines
from pipeline.audit.report.words import Words, words
from pipeline.commands.audit import audit_class, make_audit
from pipeline.output import WORKBOOK as SUFFIX
from pipeline.page.views import Asked, MadeFile, Table, View
from pipeline.page.work.forms import AUDITED, forms_for
from pipeline.page.work.given import hints_of, limits_of, number, settings_of, whole
from pipeline.page.work.refused import faults_of
from pipeline.page.work.report import WORKBOOK
from pipeline.page.work.zipped import zipped
from pipeline.words import counted, decimal_sign, said, told

_STATES = {AGREES: "ok", PARTLY: "provisional", DIFFERENCES: "check"}
_MACROS = "application/vnd.ms-excel.sheet.macroEnabled.12"


def _given(asked: Asked) -> dict[str, object]:
    given = settings_of(asked, (*AUDITED, "points", "rating_rules", "rating_kind"))
    del given["language"]
    return {**given, "rating_year": whole(asked, "rating_year"), "unrated": number(asked, "unrated")}


def audit_view(asked: Asked) -> View:
    """Audit one file, by the event of the second where there is one; see `pipeline.commands.audit.make_audit`."""
    [file] = asked.files
    event = asked.further[0].label if asked.further else None
    language = asked.language
    target = asked.folder / f"audit{file.label.suffix.lower() if file.label.suffix.lower() == '.xlsm' else SUFFIX}"
    made, _ = make_audit(
        file.label, _given(asked), event, target, language, limits_of(asked), hints_of(asked))
    spoken = words(language).about(made)
    label, details = made.about
    used = {spoken.setting(name): f"{spoken.setting(spoken.plain(value))} ({spoken.origin_of_setting(origin)})"
            for name, value, origin in made.telling_settings}
    copy = MadeFile(f"{file.label.stem}-audit{target.suffix}", target,
                    WORKBOOK if target.suffix == SUFFIX else _MACROS,
                    told(said("The copy of the sheet, with a comment at each cell"), language))
    tables = {"findings": _findings(made, spoken)} if made.findings else {}
    return View(
        asked.action, file.name, _STATES[made.outcome], spoken.master(made),
        sentences=(spoken.label(label, **details), spoken.mark(made), *(spoken.pattern(one) for one in made.patterns)),
        notes=tuple(spoken.remark(remark) for remark in made.remarks),
        tables={**tables, "counts": _counts(made, spoken)}, files=(copy,), forms=forms_for(asked, used),
    )


def _counts(made: AnyAudit, spoken: Words) -> Table:
    rows = []
    for columns, counts in lines(made):
        ends = dict.fromkeys((spoken.column(columns[0]), spoken.column(columns[-1])))
        rows.append((" … ".join(ends), *(str(counts[verdict] or "") for verdict in VERDICTS)))
    headings = (spoken.heading("column"), *(spoken.verdict(verdict) for verdict in VERDICTS))
    return Table(told(said("Cells by column"), spoken.language), headings, tuple(rows),
                 tuple(range(1, len(headings))), titles=("", *(spoken.meaning(verdict) for verdict in VERDICTS)))


def _findings(made: AnyAudit, spoken: Words) -> Table:
    """Every finding, errors first, what follows from them last."""
    found = sorted(made.findings, key=lambda cell: (not cell.verdict.is_error, cell.verdict.is_right))
    headings = [told(said("Cell"), spoken.language), *(spoken.heading(name) for name in (
        "player", "column", "verdict", "stated", "expected")), told(said("Why"), spoken.language)]
    return Table(
        told(said("What was found"), spoken.language), tuple(headings),
        tuple(_finding(cell, spoken) for cell in found), (4, 5),
        states=tuple("check" if cell.verdict.is_error else "ok" if cell.verdict.is_right else "provisional"
                     for cell in found),
    )


def _finding(cell: JudgedCell, spoken: Words) -> tuple[str, ...]:
    where = f"{cell.spot.sheet}!{cell.spot.cell}" if cell.spot.sheet else cell.spot.cell
    expected = "" if cell.expected is None and cell.causes else spoken.number(
        cell.expected, cell.shown_decimals, "no_value")
    return (where, cell.player, spoken.column(cell.column), spoken.verdict(cell.verdict),
            spoken.number(cell.stated, cell.shown_decimals), expected, spoken.causes(cell))


def class_view(asked: Asked) -> View:
    """Audit several files, each apart; a line a file, and the copies in a zip."""
    language, spoken = asked.language, words(asked.language)
    event = asked.further[0].label if asked.further else None
    labels, folder = [file.label for file in asked.files], asked.folder / "copies"
    rows, states, copies, faults = [], [], [], {}
    for answer in audit_class(labels, _given(asked), event, folder, language, limits_of(asked), hints_of(asked)):
        if answer.audit is None or answer.copy is None:
            if answer.error is not None:
                faults[answer.path.name] = faults_of(answer.error, language)
            continue
        mark = f"{mark_of(answer.audit).shown:.1f}".replace(".", decimal_sign(language))
        rows.append((answer.path.name, mark, spoken.master(answer.audit)))
        states.append(_STATES[answer.audit.outcome])
        copies.append(answer.copy)
    if not rows:
        return View(asked.action, faults=faults, forms=forms_for(asked))
    headings = tuple(told(one, language) for one in (said("File"), said("Mark (0-100)"), said("Outcome")))
    made = zipped(asked.folder / "copies.zip", copies, folder)
    refused = counted("{count} file can't be audited.", "{count} files can't be audited.", len(faults))
    return View(
        asked.action, told(said("A class"), language), max(states, key=list(_STATES.values()).index),
        told(counted("{count} file audited, {differing} of them with differences",
                     "{count} files audited, {differing} of them with differences", len(rows),
                     differing=states.count(_STATES[DIFFERENCES])), language),
        sentences=(told(refused, language),) if faults else (),
        tables={"class": Table(told(said("Files"), language), headings, tuple(rows), (1,), states=tuple(states))},
        files=(MadeFile("copies.zip", made, "application/zip",
                        told(said("All copies, with a comment at each cell"), language)),),
        forms=forms_for(asked), beside=faults,
    )
