"""What the page is made from, without a server: options, names, progress, stopping, what a file is for."""

import threading
import time
from functools import partial
from pathlib import Path

import pytest
from made.fields import ROOT, VIDEO, event
from words import collected

from pipeline.commands.calculating import calculation_for
from pipeline.commands.convert import write_event
from pipeline.commands.exercise import Wish, make_exercises
from pipeline.commands.explain import explanation_blocks
from pipeline.commands.recognising import commands_for
from pipeline.commands.report import make_report
from pipeline.explaining.page import STRONG
from pipeline.isolation import POOL, STOPPED
from pipeline.limits import NORMAL
from pipeline.page.rendering import rendered
from pipeline.page.starting import Plain, plain
from pipeline.page.views import Asked, Uploaded
from pipeline.page.work import done
from pipeline.progress import heard_by
from pipeline.readers.handed import handed

AUDITS = ROOT / "tests" / "fixtures" / "audits"


@pytest.mark.parametrize(("arguments", "options"), [
    ([], Plain()),
    (["--no-open"], Plain(opened=False)),
    (["--port", "8000", "--lang=es"], Plain(8000, "es")),
    (["--help"], None), (["--port", "x"], None), (["--port"], None), (["--port", "65536"], None),
    (["--lang", "xx"], None), (["event.xlsx"], None),
])
def test_plain_options_are_taken_at_once_and_all_else_is_the_command_line_s(arguments, options):
    assert plain(arguments) == options


@pytest.mark.parametrize(("path", "first"), [
    (VIDEO, "report"),
    (ROOT / "tests" / "fixtures" / "swiss-manager-byes-and-forfeits.txt", "report"),
    (AUDITS / "agrees_unread.xlsx", "audit"),  # c, ĉ, iterations
    (AUDITS / "no_number_column.xlsx", "audit"),  # Ra and dp
    (AUDITS / "rp_rated_only.xlsx", "audit"),  # RP alone, and no games
    (AUDITS / "fide2024_summary.xlsx", "audit"),  # expected points and changes
    (AUDITS / "player_card_es.xlsx", "audit"),
], ids=lambda value: getattr(value, "name", value))
def test_the_first_of_the_commands_is_the_likeliest(path, first):
    assert commands_for(path)[0] == first


def test_a_rating_table_without_results_is_to_be_rated_and_a_key_to_be_marked_by(tmp_path):
    table = tmp_path / "table.csv"
    table.write_text("Name,Rating,Points,Games,Average\nAnn,2000,3,5,1950\n", "utf-8")
    assert commands_for(table)[0] == "rate"
    _, paths = make_exercises(None, Wish(seed="chess"), {}, tmp_path / "made")
    assert commands_for(paths[2])[0] == "mark"
    assert commands_for(paths[0])[0] != "mark"


def test_a_file_that_was_handed_over_is_called_so_and_read_elsewhere(tmp_path):
    (tmp_path / "1").write_bytes(VIDEO.read_bytes())
    label = Path("Club (final).xlsx")
    with handed({label: tmp_path / "1"}):
        calculation, _ = make_report(label, {}, tmp_path / "r.xlsx")
    assert calculation.work.event.source.file_name == "Club (final).xlsx"
    assert not label.exists()


def test_what_is_begun_is_told_to_who_listens(tmp_path):
    heard = []
    with heard_by(lambda what: heard.append(str(what))):
        make_report(VIDEO, {}, tmp_path / "r.xlsx")
    assert heard == ["Reading video.xlsx", "Computing", "Writing r.xlsx"]


def test_a_task_that_is_told_to_stop_is_ended():
    stop = threading.Event()
    threading.Timer(0.5, stop.set).start()
    assert POOL.do(partial(time.sleep, 100), NORMAL, stop).broke == STOPPED


def test_a_name_can_t_pass_for_what_stands_out(tmp_path):
    first, last = STRONG
    path = tmp_path / "named.xlsx"
    write_event(event([2000, 1900], "1w2", names=[f"{first}<b>Ann{last}", "Ben"]), path)
    blocks = explanation_blocks(calculation_for(path, {}), ["1"], "en")
    text = repr(blocks).encode().decode("unicode_escape", "ignore")
    assert text.count(first) == text.count(last) > 0
    assert f"{first}<b>Ann" not in text
    asked = Asked("explain", (Uploaded("named.xlsx", path),), (), (), "en", tmp_path, ("1",))
    view = done(asked)
    page = rendered("explain.html", "en", view=view, visit=_Visit(), base="", home="", path="", query="", given=[],
                    asked="", method="GET", action="report")
    assert "&lt;b&gt;Ann" in page and "<b>" not in page and "<strong>" in page


class _Visit:
    token, files, further, offered = "x", (), (), ("report",)


def test_a_template_s_sentences_are_collected_like_the_code_s(tmp_path):
    page = tmp_path / "page.html"
    page.write_text('{{ said("kept {n}", n=1) }}\n{{ counted("one", "many", n) }}\n{{ said(text) }}\n')
    found = collected([page])
    assert found.ids == {"kept {n}", ("one", "many")}
    assert found.unreadable == ["page.html:3"]
