"""Ratings of an event or of a table: changes, first ratings, all checks, and the workbook."""

from __future__ import annotations

from pipeline.commands.rate import make_rating, rating_columns
from pipeline.method.choices import in_words
from pipeline.page.views import Asked, MadeFile, Table, View
from pipeline.page.work.checked import checks_table, looks_of, notes_of
from pipeline.page.work.forms import forms_for
from pipeline.page.work.given import hints_of, limits_of, number, settings_of
from pipeline.page.work.report import WORKBOOK
from pipeline.rating.calculation import RatingCalculation
from pipeline.rating.settings import NAMES
from pipeline.words import decimal_sign, joined, said, told
from pipeline.workbook.rating.write import STATES


def rate_view(asked: Asked) -> View:
    """Make the rating report; see `pipeline.commands.rate.make_rating`."""
    [file] = asked.files
    target = asked.folder / "rating.xlsx"
    given = {**settings_of(asked, NAMES), "k": number(asked, "k")}
    calculation, _ = make_rating(
        file.label, given, asked.given.get("previous"), target, limits_of(asked), hints_of(asked))
    language, entry = calculation.language, calculation.work.entry
    made = MadeFile(f"{file.label.stem}-rating.xlsx", target, WORKBOOK,
                    told(said("The workbook, with every formula"), language))
    return View(
        asked.action, entry.name, calculation.state, told(calculation.master, language),
        told(STATES.of(calculation), language), tuple(told(one, language) for one in calculation.findings),
        looks_of(calculation),
        notes_of(entry.notes, language),
        {"ratings": _ratings(calculation), "checks": checks_table(calculation)}, (made,),
        forms_for(asked, _used(calculation)),
    )


def _used(calculation: RatingCalculation) -> dict[str, str]:
    settings, language = calculation.work.settings, calculation.language
    values = {name: getattr(settings, name) for name in NAMES} | {"rules": calculation.work.rules.name}
    return {
        name: told(joined("", [in_words(value), " (", settings.origin(name), ")"]), language)
        for name, value in values.items() if value not in (None, "")
    }


def _ratings(calculation: RatingCalculation) -> Table:
    language = calculation.language
    sign = decimal_sign(language)
    columns = rating_columns(calculation.work)
    cells = [values if column.left else [value.replace(".", sign) for value in values] for column, values in columns]
    return Table(
        told(said("Ratings"), language), tuple(told(column.heading, language) for column, _ in columns),
        tuple(zip(*cells, strict=True)), tuple(at for at, (column, _) in enumerate(columns) if not column.left),
    )
