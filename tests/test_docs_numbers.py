"""The numbers of docs/lesson.md, leccion.md and the others are the program's."""

import re

import numpy as np
import pytest
from made.fields import ROOT, VIDEO, calculate
from made.fields import event as made

from pipeline import cli
from pipeline.method.dp import rule
from pipeline.readers import read_event

LESSON = {"dp": "logistic-floor", "c": "opponents"}


def page(name: str) -> str:
    return " ".join((ROOT / "docs" / name).read_text(encoding="utf-8").split())


def numbers() -> dict[str, str]:
    """What stands in the lesson's pages, by what it is, computed here."""
    event = read_event(VIDEO)
    lesson, fide = calculate(event, **LESSON), calculate(event, dp="fide", c="opponents")
    field = calculate(event, dp="fide", c="field")
    work, n = lesson.work, lesson.work.graph.n
    plain = [work.array("performance").sum(), *work.steps.values.sum(axis=0)]
    rp, published = work.array("rp"), field.work.array("limit")
    found = {
        "Ra": f"/ 5 = {work.array('Ra')[0]:.0f}", "c": f"/ 21 = {work.array('c')[0]:.4f}",
        "ĉ": f"240 − 14.8095 = {work.array('c_hat')[0]:.2f}",
        "performance": f"1756 + 240 = {work.array('performance')[0]:.0f}",
        "iteration 1": f"225.19 = {work.array('iteration_1')[0]:.2f}",
        "opponents' performances": ", ".join(f"{x:g}" for x in work.array("performance")[1:6]),
        "opponents' dp": ", ".join(f"{x:.0f}" for x in work.array("dp")[1:6]).replace("-", "−"),
        "weighted sums": f"= {n @ work.steps.values[:, -1]:.0f}", "the performances' sum": f"{plain[0]:.2f}",
        "iteration 1's": f"{plain[1] + 1e-9:.2f}", "iteration 2's": f"{plain[2] + 1e-9:.2f}",
        "range": f"{np.ptp(plain):.1f}", "FIDE's table": f"{n @ fide.work.array('c_hat'):.4f}",
        "its drift": f"{fide.drift:.4f}", "RP of A": f"{rp[0]:.2f}", "ARPO of A": f"{work.array('arpo')[0]:.2f}",
        "the others": f"{rp[0]:.2f}, {rp[1]:.2f}, {rp[2]:.2f}",
        "published": f"A {published[0]:.2f}, B {published[1]:.2f}", "published C": f"C {published[2]:.2f}",
    }
    for s, games, per_cent in ((4, 5, 80), (3, 4, 75), (2.5, 4, 63), (1.5, 4, 38), (1, 5, 20)):
        row = np.flatnonzero((work.array("points") == s) & (work.array("games") == games))[0]
        own, table = work.array("dp")[row], rule("fide").table[per_cent]
        found[f"{s} of {games}"] = f"| {per_cent} % | {table:.0f} | {own:.0f} |".replace("-", "−")
    found["the steps"] = f" {work.steps.converged_at}"
    return found


@pytest.mark.parametrize(("name", "comma"), [("lesson.md", False), ("leccion.md", True)])
def test_the_lesson_s_numbers_are_the_program_s(name, comma):
    text = page(name)
    for what, number in numbers().items():
        said = number.replace(".", ",") if comma else number
        # Lists stay lists: 1852,5, 1802,5
        assert said in text, (what, said)


def test_the_order_is_the_same_with_the_published_choices():
    event = read_event(VIDEO)
    own, published = calculate(event, **LESSON), calculate(event, dp="fide", c="field")
    assert [line.no for line in own.listed.lines] == [line.no for line in published.listed.lines]


def test_the_lesson_s_report_says_that_its_event_is_a_reconstruction(arpo):
    assert "This event is a reconstruction" in arpo("report", VIDEO).out
    assert "reconstrucción" in arpo("report", VIDEO, "--lang", "es").out
    other = calculate(made([1930, 1770, 1740, 1640, 1710, 1920, 1410, 1340], "1w2 3d4 5w6 7w8"))
    assert not [finding for finding in other.findings if "reconstruction" in finding]


def test_the_real_open_drifts_as_the_pages_say(shared_events):
    work = calculate(read_event(shared_events / "swiss-manager" / "open-147-players-recrp.txt"), c="opponents").work
    total = float(work.graph.n @ np.nan_to_num(work.array("c_hat")))
    drift = max(work.drifts, key=abs)
    for name in ("lesson.md", "leccion.md"):
        plain = page(name).replace(",", ".")
        assert f"{total:.2f}".replace("-", "−") in plain
        assert f"{drift:.4f}".replace("-", "−") in plain


PAGES = ("arbiters.md", "arbitros.md", "auditors.md", "lesson.md", "leccion.md", "swiss-manager.md")


@pytest.mark.parametrize("name", PAGES)
def test_the_commands_of_a_page_are_there(arpo, name):
    """Each `arpo command … --option` names a command and options that exist."""
    commands = re.findall(r"`arpo ([a-z]+)([^`]*)`", page(name))
    assert commands or name == "swiss-manager.md"
    known = {command.__name__ for command in cli.COMMANDS}
    for command, rest in commands:
        assert command in known, command
        said = arpo(command, "--help").out
        for option in re.findall(r"--[a-z]+", rest):
            assert re.search(rf"{option}\b", said), (command, option)
