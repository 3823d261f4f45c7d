"""Players and settings in, every number and every check out: what the rating report and its --json are made from."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import pandas as pd

from pipeline.errors import InputError, Place, Problem, UsageError
from pipeline.made_from import chosen
from pipeline.method.choices import in_words
from pipeline.rating.entry import Entry
from pipeline.rating.game_columns import rows_of
from pipeline.rating.kinds import STANDARD, kind_of, kinds_named
from pipeline.rating.player_columns import PLAYER_COLUMNS
from pipeline.rating.reading import is_round_robin
from pipeline.rating.rules import rules_named
from pipeline.rating.ruleset import GameWork, RatingWork, RuleSet
from pipeline.rating.settings import DEFAULT, ROUND_ROBIN, SWISS, RatingSettings
from pipeline.registry import NAMED, Check, Checked, Column, fill
from pipeline.words import ENGLISH, Said, counted, enumerated, joined, said


@dataclass(frozen=True)
class RatingCalculation(Checked):
    """A finished Rating sheet (`work.frame`), with the Games sheet (`work.games`) and its checks."""

    work: RatingWork
    checks: tuple[Check, ...]

    @cached_property
    def players(self) -> pd.DataFrame:
        """The frame of the Players sheet."""
        sheet = RatingWork(self.work.index, self.work.entry, self.work.settings, self.work.rules)
        fill(sheet, PLAYER_COLUMNS)
        return sheet.frame

    @property
    def language(self) -> str:
        """The language of all that is written of it."""
        return self.work.settings.language or ENGLISH

    @property
    def findings(self) -> list[Said]:
        """What was computed, by which rules, in sentences."""
        work, rules = self.work, self.work.rules
        unrated = int(work.frame["rating"].isna().sum())
        lines = [said("Computed by {title} ({source}).", title=rules.title, source=rules.source)]
        if rules.has_kinds:
            lines = [said("Computed by {title} ({source}), for {kind} chess.", title=rules.title, source=rules.source,
                          kind=in_words(work.settings.kind))]
        if work.steps:
            share, limit = work.steps["share"], rules.parameter("unrated_share")
            how = (
                said("more than {limit:g} % are unrated, so the mean rating of the rated is corrected by their mean dp",
                     limit=limit)
                if share > limit
                else said("{share:.0f} % are unrated and count as {as_rating:g}", share=share,
                          as_rating=rules.parameter("unrated_as")) if unrated else said("the mean of all ratings")
            )
            lines.append(said("Tournament average: {value:g} ({how}); see the sheet Average.",
                              value=work.steps["tournament_average"], how=how))
        if unrated:
            published = int((work.frame["published"] == "yes").sum())
            lines.append(counted(
                "{count} unrated player; {published} of the first ratings can be published.",
                "{count} unrated players; {published} of their first ratings can be published.", unrated,
                published=published,
            ))
        return [*lines, *rules.notes(work)]


def first_ratings(frame: pd.DataFrame) -> pd.Series:
    """The first rating over all events counted, else the initial rating of this one; NaN for rated players."""
    initial: pd.Series = frame["initial_rating"]
    return frame["first_rating"].fillna(initial) if "first_rating" in frame else initial


def completed(entry: Entry, settings: RatingSettings, *, audited: bool = False) -> RatingSettings:
    """The settings, with what the input decides put in: rule set, type of event, kind and year.

    `audited` tables show their kind by their numbers, and may be judged by rules that need games to compute.
    Raises UsageError where the rule set can't be used for the input, InputError where the file leaves a question.
    """
    if not settings.rules:
        name = "article" if entry.event is None else "fide-2024"
        why = said("default for a summary table") if entry.event is None else said("default for an event with its "
        "games")
        settings = settings.having("rules", name, why)
    rules = rules_named(settings.rules)
    if rules.needs_games and entry.event is None and not audited:
        raise UsageError(
            said(
                "--rules {name}: these rules go game by game, and {file} is a summary table.",
                name=rules.name, file=entry.source.path.name,
            ), said("Give the file with the games, or use --rules article."),
        )
    if entry.previous and not rules.weighs_previous:
        raise UsageError(
            said("--previous: {name} pools the games of several events and weighs no first ratings.", name=rules.name),
            said("Leave it out, or use --rules article."),
        )
    if not settings.type:
        if entry.event is not None:
            complete = is_round_robin(entry.event)
            why = said("everybody met everybody") if complete else said("not everybody met everybody equally often")
        else:
            complete = not entry.has("average") or (entry.has("participants") and entry.is_one_table)
            why = (
                said("the table states each player's average") if not complete
                else said("all players are in one round robin") if entry.has("average") else said("the table has no "
                "column average")
            )
        settings = settings.having("type", ROUND_ROBIN if complete else SWISS, why)
    elif settings.type == SWISS and entry.event is None and not entry.has("average"):
        raise UsageError(
            said("--type swiss: the table has no columns games and average."),
            said("Add them, or use --type round-robin."),
        )
    if entry.event is not None and entry.event.year is not None and settings.year is None:
        settings = settings.having("year", entry.event.year, said("date of the event"))
    return _with_kind(entry, settings, rules, audited)


def _with_kind(entry: Entry, settings: RatingSettings, rules: RuleSet, audited: bool) -> RatingSettings:
    """The settings with the kind of chess: as stated, else from the time control; a name alone asks."""
    if settings.kind:
        return settings
    control = entry.event.time_control if entry.event is not None else ""
    if rules.has_kinds and (kind := kind_of(control)):
        return settings.having("kind", kind, said("time control of the event: {control}", control=control))
    named = sorted(kinds_named(entry.name) - {STANDARD})
    if rules.has_kinds and named and not audited:
        raise InputError(entry.source.path, [Problem(
            Place(), said("the name of the event, “{name}”, says {kind}, and nothing else in the file does: rapid and "
                          "blitz have other rules than standard chess.", name=entry.name,
                          kind=joined(" / ", map(in_words, named))),
            said("Say which it was: --kind {kind}, or --kind standard.", kind=" | --kind ".join(named)),
        )])
    return settings.having("kind", STANDARD, DEFAULT)


def _ask_year(entry: Entry, settings: RatingSettings, rules: RuleSet) -> None:
    """Ask for the year of the event where somebody's K depends on it. Raises InputError."""
    asked = rules.asks_year(entry, settings) if rules.asks_year is not None else []
    if asked:
        raise InputError(entry.source.path, [Problem(
            Place(), counted(
                "the K of {names} depends on the year of the event, which the file doesn't say: until the year of the "
                "18th birthday it is 40 below 2300.",
                "the K of {count} young players ({names}) depends on the year of the event, which the file doesn't "
                "say: until the year of the 18th birthday it is 40 below 2300.",
                len(asked), names=enumerated(asked, NAMED),
            ),
            said("Give the year (--year 2026), or these players' K in a column K."),
        )])


def _with_standard(entry: Entry, kind: str) -> Entry:
    """In rapid and blitz, the unrated with the standard rating that the input states for them."""
    if kind == STANDARD or not entry.has("standard_rating"):
        return entry
    standard = entry.players["standard_rating"].where(entry.players["standard_rating"] > 0)
    return replace(entry, players=entry.players.assign(rating=entry.players["rating"].fillna(standard)))


def _without_games(rules: RuleSet, work: RatingWork) -> list[Column[RatingWork]]:
    """The columns as far as a table without its games goes: those made from games as people make them by hand."""
    found = []
    for column in rules.columns:
        by_games = any(source.key.startswith("Games:") for source in chosen(column.rule, work).inputs)
        by_hand = column.judged.instead if column.judged is not None else None
        if not by_games:
            found.append(column)
        elif by_hand is not None:
            found.append(replace(column, rule=by_hand))
    return found


def calculated(entry: Entry, settings: RatingSettings, *, audited: bool = False) -> RatingCalculation:
    """All columns and checks; `audited` as in `completed`.

    Raises UsageError where the rule set can't be used for the input, InputError where the file leaves a question.
    """
    settings = completed(entry, settings, audited=audited)
    rules = rules_named(settings.rules)
    entry = _with_standard(entry, settings.kind)
    if not audited:
        _ask_year(entry, settings, rules)
    games = None
    if entry.event is not None:
        games = GameWork(rows_of(entry.event), entry.event, rules, entry.numbers("rating"), settings.kind)
        fill(games, rules.game_columns)
    work = RatingWork(entry.players.index, entry, settings, rules, games)
    fill(work, rules.columns if games is not None or not rules.needs_games else _without_games(rules, work))
    # A table that is audited has no report, and no checks of one.
    checks = () if audited else tuple(rule.made(work) for rule in rules.checks if rule.wanted(work))
    return RatingCalculation(work, checks)
