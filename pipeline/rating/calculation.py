"""Players and settings in, every number and every check out: what the rating report and its --json are made from."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import pandas as pd

from pipeline.errors import UsageError
from pipeline.rating.entry import Entry
from pipeline.rating.game_columns import rows_of
from pipeline.rating.player_columns import PLAYER_COLUMNS
from pipeline.rating.reading import is_round_robin
from pipeline.rating.rules import rules_named
from pipeline.rating.ruleset import GameWork, RatingWork
from pipeline.rating.settings import ROUND_ROBIN, SWISS, RatingSettings
from pipeline.registry import Check, Checked, fill
from pipeline.words import ENGLISH, Said, counted, said


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
        found = [said("Computed by {rules} ({source}).", rules=rules.title, source=rules.source)]
        if work.steps:
            share, limit = work.steps["share"], rules.parameter("unrated_share")
            how = (
                said(
                    "more than {limit:g} % are unrated, so the mean rating of the rated is corrected by their mean dp",
                    limit=limit,
                )
                if share > limit
                else said("{share:.0f} % are unrated and count as {rating:g}", share=share,
                          rating=rules.parameter("unrated_as"))
                if unrated
                else said("the mean of all ratings")
            )
            average = float(work.steps["tournament_average"])
            found.append(said("Tournament average: {average:g} ({how}); see the sheet Average.", average=average,
            how=how))
        if unrated:
            published = int((work.frame["published"] == "yes").sum())
            found.append(counted(
                "{count} unrated player; {published} of the first ratings can be published.",
                "{count} unrated players; {published} of their first ratings can be published.",
                unrated, published=published,
            ))
        return found


def first_ratings(frame: pd.DataFrame) -> pd.Series:
    """The first rating over all events counted, else the initial rating of this one; NaN for rated players."""
    initial: pd.Series = frame["initial_rating"]
    return frame["first_rating"].fillna(initial) if "first_rating" in frame else initial


def completed(entry: Entry, settings: RatingSettings) -> RatingSettings:
    """The settings, with what the input decides put in: rule set and type of event.

    Raises UsageError where the rule set can't be used for the input.
    """
    if not settings.rules:
        name = "article" if entry.event is None else "fide-2024"
        why = said("default for a summary table") if entry.event is None else said("default for an event with its "
        "games")
        settings = settings.having("rules", name, why)
    rules = rules_named(settings.rules)
    if rules.needs_games and entry.event is None:
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
    return settings


def calculated(entry: Entry, settings: RatingSettings) -> RatingCalculation:
    """All columns and checks. Raises UsageError where the rule set can't be used for the input."""
    settings = completed(entry, settings)
    rules = rules_named(settings.rules)
    games = None
    if entry.event is not None:
        games = GameWork(rows_of(entry.event), entry.event, rules)
        fill(games, rules.game_columns)
    work = RatingWork(entry.players.index, entry, settings, rules, games)
    fill(work, rules.columns)
    return RatingCalculation(work, tuple(rule.made(work) for rule in rules.checks if rule.wanted(work)))
