"""`import arpo`: what docs/python.md shows, and what a notebook sees."""

import doctest
import importlib.util
import shutil
import sys
from pathlib import Path

import pytest

from pipeline import interface

ROOT = Path(__file__).resolve().parents[2]
VIDEO = ROOT / "input" / "video.xlsx"


@pytest.fixture(scope="module")
def arpo():
    """The package that the wheel installs."""
    spec = importlib.util.spec_from_file_location("arpo", ROOT / "pipeline" / "interface" / "arpo_package.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_example_of_the_page_is_what_comes_out(arpo, tmp_path, monkeypatch):
    (tmp_path / "input").mkdir()
    shutil.copy(VIDEO, tmp_path / "input")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "arpo", arpo)
    found = doctest.testfile(str(ROOT / "docs" / "python.md"), module_relative=False)
    assert (found.failed, found.attempted > 10) == (0, True)


def test_the_package_has_the_names_of_the_interface(arpo):
    assert arpo.__all__ == interface.__all__
    assert all(getattr(arpo, name) is getattr(interface, name) for name in arpo.__all__)


def test_a_notebook_sees_state_and_standings(arpo, tmp_path):
    from made.fields import event

    from pipeline.commands.convert import write_event

    named = event([2000, 1900, 1800, 1700], "1w2 3d4", "1d3 2w4")
    named.players.loc[1, "name"] = "<b>A & B</b>"
    write_event(named, tmp_path / "e.xlsx")
    shown = arpo.report(tmp_path / "e.xlsx")._repr_html_()
    assert "&lt;b&gt;A &amp; B&lt;/b&gt;" in shown and "<b>A &" not in shown
    assert "CHECKS OK" in shown


def test_a_report_never_replaces_its_event(arpo, tmp_path):
    shutil.copy(VIDEO, tmp_path / "video.xlsx")
    before = (tmp_path / "video.xlsx").read_bytes()
    with pytest.raises(arpo.ArpoError, match="would replace the input"):
        arpo.report(tmp_path / "video.xlsx").to_excel(tmp_path / "video.xlsx")
    assert (tmp_path / "video.xlsx").read_bytes() == before


@pytest.mark.parametrize(
    ("settings", "what"), [({"dp": "fid"}, "fid"), ({"colour": "w"}, "colour"), ({"worst": 9}, "9")]
)
def test_a_setting_that_can_not_be_is_refused_in_words(arpo, settings, what):
    with pytest.raises(arpo.ArpoError, match=what):
        arpo.report(VIDEO, **settings)


def test_the_report_is_that_of_the_command(arpo, tmp_path):
    from pipeline.commands.report import make_report

    arpo.report(VIDEO, c="field").to_excel(tmp_path / "a.xlsx")
    make_report(VIDEO, {"c": "field"}, tmp_path / "b.xlsx")
    assert (tmp_path / "a.xlsx").read_bytes() == (tmp_path / "b.xlsx").read_bytes()
