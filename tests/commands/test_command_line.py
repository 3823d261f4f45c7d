"""What all commands have: version, -h, completion, groups of options, and refusals in the program's own words."""

import os
import subprocess
import sys
from dataclasses import dataclass
from typing import Annotated

import pytest
import typer
from made.fields import ROOT, VIDEO

from pipeline import __version__
from pipeline.cli.groups import ungrouped
from pipeline.cli.options import Method, Ordering, Reading, Steps, given_by
from pipeline.cli.rate import RULES, TYPES
from pipeline.method.settings import NAMES
from pipeline.rating.rules import rule_sets
from pipeline.rating.settings import TYPES as ALL_TYPES
from pipeline.readers.hints import SIGNS


def test_version(arpo):
    assert arpo("--version").out == f"arpo {__version__}\n"


@pytest.mark.parametrize("command", [(), ("report",), ("rate",)])
def test_h_is_help(arpo, command):
    short, long = arpo(*command, "-h"), arpo(*command, "--help")
    assert (short.status, short.out) == (0, long.out)
    assert "Usage: arpo" in short.out


def test_nothing_at_all_is_answered_with_the_help(arpo):
    done = arpo()
    assert (done.status, done.out) == (2, "")
    assert done.err == arpo("--help").out


def test_the_help_has_each_command_s_whole_sentence(arpo):
    listed = " ".join(arpo("--help").out.partition("Commands:")[2].split())
    assert "..." not in listed
    assert "a tournament file of any kind as an event workbook, to be corrected by hand and read again." in listed


def completed(*words: str) -> list[str]:
    """What a shell is offered for the last of the words."""
    asked = {"_ARPO_COMPLETE": "complete_bash", "COMP_WORDS": " ".join(words), "COMP_CWORD": str(len(words) - 1)}
    paths = {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-m", "pipeline"], env=os.environ | paths | asked, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return done.stdout.split()


def test_a_shell_completes_commands_and_choices():
    assert completed("arpo", "re") == ["report"]
    assert completed("arpo", "report", "x.xlsx", "--dp", "log") == ["logistic-floor", "logistic", "log-odds"]


def test_choices_stand_in_the_help(arpo):
    said = arpo("report", "--help").out
    for choices in ("fide|logistic-floor|logistic|log-odds|article", "field|opponents", "performance|rating"):
        assert f"[{choices}]" in said
    assert "[csv|json|md]" in arpo("table", "--help").out
    assert "output/EVENT-report.xlsx" in "".join(said.split())


def test_the_choices_offered_are_all_there_are():
    assert sorted(RULES) == sorted(rule_sets())
    assert TYPES == ALL_TYPES
    assert SIGNS == ("games", "forfeits")


def test_a_choice_may_have_capitals(arpo):
    assert arpo("table", VIDEO, "--format", "JSON", "--dp", "FIDE").status == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["reprot", "x"], "reprot: there is no such command.\n    → Did you mean arpo report?"),
        (["x.xlsx"], "x.xlsx: there is no such command.\n    → arpo --help lists the commands."),
        (["report"], "EVENT is missing.\n    → For example: arpo report event.xlsx"),
        (["report", "x", "--colour"], "there is no option --colour.\n    → Did you mean --colours?"),
        (["report", "x", "--dp"], "--dp: its value is missing.\n    → arpo report --help"),
        (["report", "x", "--dp", "elo"], "--dp: 'elo' is not known.\n    → Use one of: fide, logistic-floor,"),
        (["report", "x", "--unrated", "high"], "--unrated: 'high' won't do.\n    → Write a number"),
        (["report", "x", "--iterations", "2.5"], "--iterations: '2.5' won't do.\n    → Write a whole number."),
        (["template", "x.xlsx", "--players", "1"], "--players: '1' won't do.\n    → Use a whole number from 2"),
        (["report", "my", "event.xlsx"], "event.xlsx: that is one more than arpo report takes.\n    → Put names with"),
        (["template", "x", "--json"], "there is no option --json.\n    → arpo template --help"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_refusals_are_in_our_own_words(arpo, arguments, said):
    done = arpo(*arguments)
    assert (done.status, done.out) == (2, "")
    assert said in done.err


def test_a_group_is_its_options():
    @dataclass(frozen=True)
    class Pair:
        one: Annotated[int, typer.Option("--one")] = 1
        two: Annotated[str, typer.Option("--two")] = "b"

    seen: list[object] = []

    def command(name: str, pair: Pair, strict: bool = False) -> None:
        seen.append((name, pair, strict))

    ungrouped(command)(name="x", one=3, two="c", strict=True)
    assert seen == [("x", Pair(3, "c"), True)]


@pytest.mark.parametrize("before", [("--lang", "es"), ("--lang=es",)])
def test_the_language_may_stand_before_the_command(arpo, before):
    assert arpo(*before, "check", VIDEO).out == arpo("check", VIDEO, "--lang", "es").out != arpo("check", VIDEO).out
    # without a command it is the help's
    assert arpo(*before, "--help").out == arpo("--help", *before).out
    assert arpo(*before, "--help").out.startswith("Uso: ")
    refused = arpo("--help", "--lang", "xx")
    assert (refused.status, refused.out) == (2, "")
    assert "Use one of: en, es." in refused.err


def test_an_option_that_stands_in_two_groups_is_refused():
    def command(one: Reading, two: Reading) -> None: ...

    with pytest.raises(TypeError, match="command has colours, lang, language"):
        ungrouped(command)


def test_the_groups_have_every_setting():
    given = given_by(Ordering(), Method(dp="fide"), Steps(iterations=3), Reading(points="2-1-0"))
    # rules and type are of `arpo rate`, too
    assert set(NAMES) - given.keys() <= {"rules", "type"}
    assert given.keys() <= {*NAMES, "language"}
    assert (given["dp"], given["iterations"], given["points"], given["c"]) == ("fide", 3, "2-1-0", None)

