"""Marks one student's file: opened, read, judged by the audit, each asked cell with its credit; his annotated copy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path

from pipeline.audit.judging.judge import judged
from pipeline.audit.judging.verdicts import Verdict
from pipeline.audit.report.annotate import annotated
from pipeline.audit.report.findings import JudgedCell, judged_cells
from pipeline.audit.report.marking import FULL, Mark, MarkedAudit, filled_with_one_number, invented, marked
from pipeline.audit.report.told import ToldAudit
from pipeline.audit.report.told import told as told_audit
from pipeline.audit.report.words import Words, words
from pipeline.audit.run import audit_table
from pipeline.audit.sheet.file import AuditedFile, opened_bytes
from pipeline.audit.sheet.stated import Spot
from pipeline.course.elo import CAUSES
from pipeline.course.exercise import ERROR, PLACE, Cell, Exercise
from pipeline.course.marking.answers import Answers, like, read_answers, student_name, tag_in
from pipeline.course.marking.hunted import Line, credits, read_lines
from pipeline.course.marking.places import judged_places
from pipeline.course.sheet.layout import heading_of
from pipeline.errors import FileError
from pipeline.event import Note, Reading, Source
from pipeline.readers import FileBytes
from pipeline.readers.hints import NONE
from pipeline.words import Said, said, told


class Outcome(StrEnum):
    """What a cell counts as."""

    RIGHT = "right"
    CARRIED = "carried"
    MADE_UP = "made up"
    """It follows from a column that nobody worked out, or stands in one."""
    WRONG = "wrong"
    MISSING = "missing"


@dataclass(frozen=True)
class MarkedCell:
    """One asked cell: what it counts as and for; where it stands, with what, what is right; the causes' names."""

    key: str
    position: int
    outcome: Outcome
    credit: float
    spot: Spot | None = None
    stated: float | str | None = None
    expected: float | None = None
    causes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Mistake:
    """A known mistake of one student: its cause, as a sentence, and in how many cells."""

    name: str
    sentence: str
    count: int


@dataclass(frozen=True)
class MarkedFile(Reading):
    """A student's file with its mark; what is said is told in the exercise's language.

    student   his name as he wrote it; empty without one
    variant, id, language   of the exercise that it is
    cells     all asked cells
    first     the first error, with its cause
    remarks   what else there is to know
    mistakes  the known ones, each once
    copy      the bytes of his annotated copy
    """

    source: Source
    student: str
    variant: str
    id: str
    language: str
    cells: tuple[MarkedCell, ...]
    first: str = ""
    remarks: tuple[Said, ...] = ()
    mistakes: tuple[Mistake, ...] = ()
    copy: bytes = field(default=b"", repr=False)
    notes: tuple[Note, ...] = ()

    @property
    def mark(self) -> Mark:
        """The mark."""
        return Mark(sum(cell.credit for cell in self.cells), len(self.cells))

    def count(self, *outcomes: Outcome) -> int:
        """How many cells have one of these outcomes."""
        return sum(cell.outcome in outcomes for cell in self.cells)


def marked_file(file: FileBytes, exercises: Sequence[Exercise], carried: float) -> MarkedFile:
    """A file's mark. Raises FileError with the reason where it can't be marked, and what readers find."""
    opened = opened_bytes(file, NONE)
    exercise = _exercise_of(file, opened, exercises)
    source = Source(file.path, "", "")
    if exercise.is_hunt:
        return _marked_hunt(source, opened, exercise)
    answers = read_answers(source, opened.grids, exercise)
    if answers is None:
        raise FileError(
            file.path, said("it has no table of the exercise: a row with the headings (Player, {heading} …) is needed.",
                            heading=heading_of(exercise.ask[0])),
            said("Put the headings back as the exercise has them, and mark it again."),
        )
    return _marked(source, opened, exercise, answers, carried)


def _exercise_of(file: FileBytes, opened: AuditedFile, exercises: Sequence[Exercise]) -> Exercise:
    tag = tag_in(file.data, opened.grids)
    if tag is None:
        found = like(opened.grids, exercises)
        if found is None:
            raise FileError(file.path, said("it doesn't say which exercise it is, and its players are of none."),
                            said("Is it a file of this class? The students' files carry variant and id."))
        return found
    for exercise in exercises:
        if exercise.id == tag[1]:
            return exercise
    raise FileError(
        file.path,
        said("it is exercise {variant}-{id}, which isn't in the teacher's folder.", variant=tag[0], id=tag[1]),
        said("Give the folder of that exercise (--exercise)."),
    )


def _marked_hunt(source: Source, opened: AuditedFile, exercise: Exercise) -> MarkedFile:
    """The mark of an error hunt."""
    lines = read_lines(source, opened.grids, exercise)
    if lines is None:
        raise FileError(source.path, said("it has no lines for the errors: the row with their headings is missing."),
                        said("Put the headings back as the exercise has them, and mark it again."))
    cells = []
    found = credits(exercise, lines)
    for i, ((credit, line), one) in enumerate(zip(found, exercise.planted, strict=True)):
        outcome = Outcome.RIGHT if credit == FULL else Outcome.WRONG if credit else Outcome.MISSING
        cells.append(MarkedCell(ERROR, i, outcome, credit, line.spot if line else None, line.number if line else None,
                                one.right))
    missed = next((one for (credit, _), one in zip(found, exercise.planted, strict=True) if credit < FULL), None)
    names = dict(zip(exercise.event.players.index, exercise.event.players["name"], strict=True))
    first = "" if missed is None else told(
        said("{player}, {column}: {stated:.2f} instead of {expected:.2f}", player=str(names[missed.no]),
             column=heading_of(missed.column), stated=missed.wrong, expected=missed.right), exercise.language)
    places = sum(credit > 0 for credit, _ in found)
    remark = said("{places} of {count} errors found, {numbers} with the right number", places=places, count=len(found),
                  numbers=sum(credit == FULL for credit, _ in found))
    made = MarkedFile(source, student_name(opened.grids), exercise.name, exercise.id, exercise.language, tuple(cells),
                      first, (remark,))
    judged = tuple(
        JudgedCell(line.spot, str(i + 1), ERROR, line.number, one.right, None,
                   Verdict.OK if credit == FULL else Verdict.CARRIED if credit else Verdict.WRONG, 2, position=i)
        for i, ((credit, line), one) in enumerate(zip(_with_lines(found, lines), exercise.planted, strict=True))
    )
    about = ("event_of", {"name": exercise.event.name, "players": len(exercise.event.players),
                          "games": len(exercise.event.games) // 2})
    shown = MarkedAudit(judged, (), (), about, (), {ERROR: told(heading_of(ERROR), exercise.language)}, made.mark)
    copy = annotated(shown, source.path, opened.grids, opened.workbook, words(exercise.language))
    return replace(made, copy=copy)


def _with_lines(found: Sequence[tuple[float, Line | None]], lines: Sequence[Line]) -> list[tuple[float, Line]]:
    """Each error with the line that names it, the others with a line that names none."""
    left = [line for line in lines if line not in [used for _, used in found]]
    return [(credit, line if line is not None else left.pop(0)) for credit, line in found]


def _marked(source: Source, opened: AuditedFile, exercise: Exercise, answers: Answers, carried: float) -> MarkedFile:
    audit = _judged(answers, exercise)
    said_by = words(exercise.language).about(audit)
    places = judged_places(exercise, answers, audit)
    cells = _cells(exercise, audit, places, carried)
    remarks = [*answers.remarks]
    if invented(audit.cells):
        remarks.append(said("a column isn't explained by any known mistake: what follows from it doesn't count"))
    made = MarkedFile(
        source, student_name(opened.grids), exercise.name, exercise.id, exercise.language, cells,
        _first_error(exercise, cells, said_by, audit), tuple(remarks), tuple(_mistakes(audit, said_by)),
    )
    return replace(made, copy=_copy(source.path, opened, exercise, audit, places, made))


def _judged(answers: Answers, exercise: Exercise) -> ToldAudit:
    """The audit of his table, by the truth of the exercise."""
    if not exercise.elo:
        return told_audit(
            audit_table(answers.table, exercise.event, exercise.settings, ground=exercise.ground))
    judgement = judged(exercise.model, answers.table)
    cells = tuple(judged_cells(judgement, CAUSES, unrounded=exercise.model.truth))
    headings = {key: column.heading for key, column in answers.table.columns.items()}
    about = {"name": exercise.event.name, "players": len(exercise.event.players), "type": exercise.elo}
    return ToldAudit(cells, (), (), ("table_of", about), (("rules", exercise.elo, "default"),), headings)


def _cells(
    exercise: Exercise, audit: ToldAudit, places: Sequence[JudgedCell], carried: float
) -> tuple[MarkedCell, ...]:
    """All asked cells, in their order; those that aren't in the file are missing."""
    found: dict[Cell, MarkedCell] = {}
    for one in marked([*audit.cells, *places], carried):
        cell = one.cell
        first = exercise.playing[0] if cell.column == "c" and exercise.c_once else cell.position
        found[cell.column, first] = MarkedCell(
            cell.column, first, _outcome(cell, one.credit, carried), one.credit, cell.spot, cell.stated, cell.expected,
            tuple(fit.name for fit in cell.causes) if cell.verdict is Verdict.WRONG else (),
        )
    return tuple(
        found.get((key, position), MarkedCell(key, position, Outcome.MISSING, 0.0, expected=_truth(exercise, key,
                                                                                                   position)))
        for key, position in exercise.cells
    )


def _truth(exercise: Exercise, key: str, position: int) -> float:
    return float(exercise.places[position] if key == PLACE else exercise.model.truth[key][position])


def _outcome(cell: JudgedCell, credit: float, carried: float) -> Outcome:
    if cell.verdict is Verdict.MISSING:
        return Outcome.MISSING
    if cell.verdict.is_right and credit == FULL:
        return Outcome.RIGHT
    if cell.verdict is Verdict.CARRIED and credit == carried:
        return Outcome.CARRIED
    return Outcome.WRONG if cell.verdict is Verdict.WRONG else Outcome.MADE_UP


def _first_error(exercise: Exercise, cells: Sequence[MarkedCell], said_by: Words, audit: ToldAudit) -> str:
    """The first wrong cell, in the order of the columns, with its cause; else the first missing one."""
    names = [str(name) for name in exercise.event.players["name"]]
    by_spot = {cell.spot: cell for cell in audit.cells}
    for outcome in (Outcome.WRONG, Outcome.MISSING):
        cell = next((cell for cell in cells if cell.outcome is outcome), None)
        if cell is None:
            continue
        who = said("{player}, {column}", player=names[cell.position], column=heading_of(cell.key))
        if outcome is Outcome.MISSING:
            return told(said("{who}: missing", who=who), exercise.language)
        decimals = by_spot[cell.spot].decimals if cell.spot in by_spot else 0
        causes = said_by.causes(by_spot[cell.spot]) if cell.spot in by_spot else ""
        is_whole = cell.expected is not None and abs(cell.expected - round(cell.expected)) < 1e-9
        what = said("{who}: {stated} instead of {expected}", who=who, stated=said_by.number(cell.stated, decimals),
                    expected=said_by.number(cell.expected, 0 if is_whole else max(decimals, 2)))
        line = said("{what}; {causes}", what=what, causes=causes) if causes else what
        return told(line, exercise.language)
    return ""


def _mistakes(audit: ToldAudit, said_by: Words) -> list[Mistake]:
    """Each known mistake once: of a cell's causes the likeliest, rather one that other cells have too."""
    idle = invented(audit.cells) | filled_with_one_number(audit.cells)  # nobody made a mistake of method there
    wrong = [
        cell for cell in audit.cells
        if cell.verdict is Verdict.WRONG and cell.causes and (cell.table, cell.column) not in idle
    ]
    common = Counter(fit.name for cell in wrong for fit in cell.causes)
    counts: Counter[str] = Counter()
    sentences: dict[str, str] = {}
    for cell in wrong:
        fit = max(cell.causes, key=lambda fit: common[fit.name])  # the first of those that are as common
        counts[fit.name] += 1
        sentence = said_by.cause(fit)
        sentences.setdefault(fit.name, sentence.split(":")[0] if "who" in fit.details else sentence)
    return [Mistake(name, sentences[name], count) for name, count in counts.most_common()]


def _copy(
    path: Path, opened: AuditedFile, exercise: Exercise, audit: ToldAudit, places: Sequence[JudgedCell],
    made: MarkedFile,
) -> bytes:
    """The student's file with each asked cell coloured and commented."""
    headings = {**audit.headings, PLACE: told(heading_of(PLACE), exercise.language)}
    shown = MarkedAudit(
        (*audit.cells, *places), audit.remarks, (), audit.about, audit.setting_lines, headings, made.mark
    )
    return annotated(shown, path, opened.grids, opened.workbook, words(exercise.language))


