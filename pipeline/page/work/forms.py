"""The settings of a command as a form: its names, meanings and choices are those of the product's own settings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pipeline.limits import NAMES as LIMITS
from pipeline.method import settings as method
from pipeline.method.choices import SETTING_NAMES, in_words
from pipeline.page.views import Asked, Choice, Field, Form
from pipeline.rating import settings as rating
from pipeline.rating.rules import rule_sets
from pipeline.readers.hints import SIGNS
from pipeline.readers.vocabulary import languages as result_languages
from pipeline.readers.vocabulary import results_of
from pipeline.tiebreaks.editions import AUTO, EDITIONS
from pipeline.words import said, told

_READING = {
    "limits": said("How large the file may be: large is for one that is refused and right."),
    "language": said("Language of the result words, where the file leaves it open."),
    "colours": said("Letters of White and Black, such as w/b or b/n, where the file leaves it open."),
    "signs": said("What + and - mean where the file leaves it open."),
    "pick": said("Which event of a file that holds several."),
    "round": said("The event as after this round: later games are left out."),
}
_RATING = {"previous": said("Earlier first ratings of an unrated player: [NAME=]rating:games,…")}
_OF_RATINGS = {
    "rating_rules": said("Whose rules a table of ratings is judged by."),
    "rating_kind": said("Kind of chess, for a table of ratings."),
    "rating_year": said("Year of the event, for the K of young players."),
}
OF_A_TABLE = "rating_"
"""Before the names of an audit's options that tables of ratings are judged by."""
AUDITED = ("dp", "c", "start", "unrated", "worst", "best")
"""The settings of the method that an audit takes; the others it infers."""
_NUMERIC = ("unrated", "iterations", "worst", "best", "k", "year", "round", "rating_year")


def forms_for(asked: Asked, used: Mapping[str, str] | None = None) -> tuple[Form, ...]:
    """The forms of an action; `used` are the values that were used, in words."""
    reading = _form(asked, "reading", _READING, used)
    points = {"points": method.MEANINGS["points"]}
    if asked.action == "rate":
        return _form(asked, "rating", {**rating.MEANINGS, **_RATING}, used), reading
    if asked.action in ("audit", "class"):
        meanings = {name: method.MEANINGS[name] for name in AUDITED} | points
        return _form(asked, "method", meanings, used), _form(asked, "rating", _OF_RATINGS, used), reading
    if asked.action in ("report", "explain"):
        return _form(asked, "method", method.MEANINGS, used), reading
    return ()


_TITLES = {
    "method": said("The method and the standings"), "rating": said("Ratings"),
    "reading": said("What the file leaves open"),
}  # fmt: skip


def _form(
    asked: Asked, title: str, meanings: Mapping[str, str], used: Mapping[str, str] | None = None,
) -> Form:
    fields = []
    for name, meaning in meanings.items():
        values = _choices(title, name)
        fields.append(Field(
            name, told(_label(title, name), asked.language),
            told(meaning, asked.language), asked.given.get(name, ""), (used or {}).get(name, ""),
            tuple(Choice(value, told(in_words(value), asked.language)) for value in values), name in _NUMERIC,
        ))
    return Form(told(_TITLES[title], asked.language), tuple(fields))


_LABELS = {
    "limits": said("limits"), "colours": said("colours"), "signs": said("signs"), "pick": said("pick"),
    "round": said("round"), "previous": said("previous"), "language": said("words"),
}  # fmt: skip
"""How the fields of what isn't a setting of any sheet are called."""


def _label(title: str, name: str) -> str:
    return _LABELS[name] if title == "reading" or name in _RATING else SETTING_NAMES[name.removeprefix(OF_A_TABLE)]


def _choices(title: str, name: str) -> Sequence[str]:
    """What a setting may be; empty where anything may be typed."""
    if title == "method":
        return (*EDITIONS, AUTO) if name == "rules" else method.CHOICES.get(name, ())
    if title == "rating":
        key = name.removeprefix(OF_A_TABLE)
        return tuple(rule_sets()) if key == "rules" else rating.CHOICES.get(key, ())
    words = tuple(language for language in result_languages() if results_of(language))
    return {"limits": LIMITS, "signs": SIGNS, "language": words}.get(name, ())
