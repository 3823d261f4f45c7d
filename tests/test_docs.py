"""The documentation says what the program does: columns, commands, and the README's own commands."""

import re
import shlex
import shutil
import sys

import pytest
from columns_page import columns_markdown
from made.fields import ROOT, VIDEO
from pictures import PICTURES

from pipeline import cli
from pipeline.method.checks import CHECKS
from pipeline.method.columns import COLUMNS
from pipeline.method.settings import NAMES
from pipeline.words import Said, told

README = (ROOT / "README.md").read_text(encoding="utf-8")
FLAT = " ".join(README.split())
PAGES = {"README.md": README} | {
    path.name: path.read_text(encoding="utf-8") for path in sorted((ROOT / "docs").glob("*.md"))
}
COMMANDS = {command.__name__: command for command in cli.COMMANDS}
CORE = ("report", "table", "check", "template")


def first_sentence(callback) -> str:
    return " ".join(callback.__doc__.split("\n\n")[0].split())


def example(callback) -> str:
    return re.search(r"Example: arpo (.*)", callback.__doc__)[1]


def test_the_columns_page_is_up_to_date():
    page = (ROOT / "docs" / "columns.md").read_text(encoding="utf-8")
    assert page == columns_markdown(), "run: make docs"


def test_the_columns_page_has_every_column_and_check():
    page = columns_markdown()
    for column in COLUMNS:
        assert f"| `{column.key}` |" in page
        assert column.meaning in page
    for check in CHECKS:
        assert f"| {check.name} |" in page


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_in_the_readme_with_its_sentence(name):
    assert f"arpo {name}" in FLAT
    assert first_sentence(COMMANDS[name]) in FLAT


def test_the_readme_has_the_two_commands_and_the_report_s_page_every_setting():
    for command in ("make report IN=input/video.xlsx", "make test"):
        assert f"\n    {command}\n" in README or f"\n{command}\n" in README
    for setting in NAMES:
        assert f"`--{setting}`" in PAGES["report.md"]


def test_the_readme_is_short():
    assert len(README.split()) <= 900


@pytest.mark.parametrize("page", PAGES)
def test_what_a_page_points_to_is_there(page):
    folder = ROOT if page == "README.md" else ROOT / "docs"
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", PAGES[page]):
        assert target.startswith("http") or (folder / target).exists(), target


def test_the_report_s_page_has_the_names_of_the_sheets():
    """In the order of the tabs."""
    page = PAGES["report.md"]
    places = [page.index(f"**{sheet}**") for sheet in ("Summary", "Event", "ARPO", "Checks", "dp table", "About")]
    assert places == sorted(places)


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.name)
def test_captions_have_the_status_that_stands_in_the_picture(picture):
    captions = [
        caption for page in PAGES.values()
        for caption, target in re.findall(r"!\[([^]]*)\]\(([^)]+)\)", page) if target.endswith(picture.name)
    ]
    assert captions
    assert set(captions) == {picture.caption}


def test_states_are_called_what_the_program_calls_them():
    """The texts in capitals that stand in the pages as a status are those of the program."""
    for page in PAGES.values():
        for said in re.findall(r"[`*]((?:ALL|PROVISIONAL|CHECK)\b[^`*]*)[`*]", page):
            assert re.match(r"ALL (…|[0-9]+) CHECKS OK|PROVISIONAL(:|$)|CHECK(:|$)", said), said


SHEETS = ("Summary", "Standings", "Player", "Event", "ARPO", "Tie-breaks", "Checks", "dp table", "About", "Settings")
SPANISH = ("auditores", "arbitros", "profesores", "leccion", "desempates", "diferencias", "indice")


@pytest.mark.parametrize("page", SPANISH)
def test_spanish_pages_call_sheets_and_states_what_the_program_calls_them(page):
    text = PAGES[f"{page}.md"]
    names = {told(Said(name, {}), "es").split()[0] for name in SHEETS}
    assert set(re.findall(r"\b[Hh]ojas? ([A-Z]\w+)", text)) <= names
    for state in re.findall(r"`((?:TODO BIEN|PROVISIONAL|REVISAR)\b[^`]*)`", text):
        assert re.match(r"TODO BIEN: (…|[0-9]+) COMPROBACIONES OK|PROVISIONAL(:|$)|REVISAR(:|$)", state), state


def readme_commands() -> list[str]:
    """The indented lines of the README that call arpo, by make or by itself."""
    lines = [line.strip() for line in README.splitlines() if line.startswith("    ")]
    calls = [line for line in lines if line.startswith("arpo ")]
    made = [re.sub(r"^make report IN=(\S+).*", r"arpo report \1", line) for line in lines if "make report IN" in line]
    return [*made, *calls]


def run(line: str, folder, monkeypatch, capsys) -> tuple[int, str]:
    """Run a command as printed, in a folder with input/video.xlsx and an event.xlsx where it needs one."""
    (folder / "input").mkdir()
    shutil.copyfile(VIDEO, folder / "input" / "video.xlsx")
    arguments = shlex.split(line)
    if arguments[1] != "template":
        shutil.copyfile(VIDEO, folder / "event.xlsx")
    monkeypatch.chdir(folder)
    monkeypatch.setattr(sys, "argv", arguments)
    try:
        cli.main()
        status = 0
    except SystemExit as exit_:
        status = exit_.code or 0
    out, err = capsys.readouterr()
    return status, out + err


@pytest.mark.parametrize("line", [line for line in readme_commands() if line.split()[1] in CORE])
def test_the_readme_s_commands_run(line, tmp_path, monkeypatch, capsys):
    status, said = run(line, tmp_path, monkeypatch, capsys)
    assert status == 0, said


@pytest.mark.parametrize("name", CORE)
def test_the_examples_in_the_help_run(name, tmp_path, monkeypatch, capsys):
    status, said = run(f"arpo {example(COMMANDS[name])}", tmp_path, monkeypatch, capsys)
    assert status == 0, said


def test_the_readme_runs_the_report_of_the_video():
    assert "arpo report input/video.xlsx" in readme_commands()
