"""The command line as a program of its own: the encoding of its streams, its exit status, a pipe that closes."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import pytest
from made.fields import ROOT, VIDEO, event
from made.making import FOUR, changed, workbook

from pipeline import streams
from pipeline.commands.convert import write_event


def process(*arguments: object, cwd: Path = ROOT, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run a command; no run may show a traceback."""
    paths = {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-m", "pipeline", *map(str, arguments)],
        cwd=cwd, env=os.environ | paths | environment, capture_output=True, check=False,
    )  # fmt: skip
    assert b"Traceback" not in done.stdout + done.stderr
    return done


@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
def test_a_console_without_the_characters_gets_substitutes(tmp_path, encoding):
    named = tmp_path / "named.xlsx"
    write_event(event([2000, 1900], "1w2", names=["Çelik ½", "Bo"]), named)
    drifts = process("report", VIDEO, "--dp", "fide", "--out", tmp_path / "r.xlsx", PYTHONIOENCODING=encoding)
    assert drifts.returncode == 0
    assert b"Sum of games x c^" in drifts.stdout if encoding == "ascii" else b"games \xd7 c^" in drifts.stdout
    names = process("table", named, PYTHONIOENCODING=encoding)
    assert names.returncode == 0
    assert (b"?elik 1/2" if encoding == "ascii" else "Çelik ½".encode("cp1252")) in names.stdout
    bad = process("check", tmp_path / "½ ĉ.xlsx", PYTHONIOENCODING=encoding)
    assert bad.returncode == 4
    assert b"c^" in bad.stderr
    assert b"-> " in bad.stderr


def test_substitutes_are_plain():
    for character, substitute in streams.SUBSTITUTES.items():
        assert len(character) == 1
        assert not character.isascii()
        assert substitute.isascii()


def test_exit_statuses_of_the_program(tmp_path):
    """A program's own: 0 done, 2 usage, 3 wrong input, 4 no such file."""
    bad = workbook(tmp_path / "bad.xlsx", changed(FOUR, {(1, 4): "v"}))
    assert process("check", VIDEO).returncode == 0
    assert process("check", VIDEO, "--nonsense").returncode == 2
    assert process("check", bad).returncode == 3
    assert process("check", tmp_path / "none.xlsx").returncode == 4


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell's pipe")
def test_a_reader_that_stops_early(tmp_path):
    """… | head -1: no complaint."""
    long = event([2000 - i for i in range(60)], *[" ".join(f"{i}w{i + 1}" for i in range(1, 60, 2))] * 3)
    write_event(long, tmp_path / "long.xlsx")
    command = f'"{sys.executable}" -m pipeline table "{tmp_path / "long.xlsx"}" --iterations 300 | head -c 10'
    done = subprocess.run(command, shell=True, cwd=ROOT, capture_output=True, check=False)
    assert (done.stdout, done.stderr) == (b"no,name,ra", b"")


def run(*arguments: object, **how: Any) -> subprocess.CompletedProcess[bytes]:
    """Run a command with streams of one's own; no run may show a traceback."""
    environment = os.environ | {"PYTHONPATH": str(ROOT)} | how.pop("env", {})
    usual = {"cwd": ROOT, "stderr": subprocess.PIPE, "check": False}
    done = subprocess.run(command(*arguments), env=environment, **usual | how)
    assert b"Traceback" not in (done.stdout or b"") + (done.stderr or b"")
    return done


def command(*arguments: object) -> list[str | bytes]:
    return [sys.executable, "-m", "pipeline", *(a if isinstance(a, bytes) else str(a) for a in arguments)]


unix = pytest.mark.skipif(sys.platform == "win32", reason="a matter of Unix")
HOSTILE = "\x1b[31mRED\x1b]0,pwn\x07\x9b31m\u202eabc\u2066\u200b\x7f\x08"
"""A name that colours, sets a title, rings, turns the direction of writing, hides and deletes."""
SHOWN = "␛[31mRED␛]0,pwn␇�31m�abc��␡␈"
RAW = [character.encode() for character in "\x1b\x07\x9b\u202e\u2066\u200b\x7f\x08"]


def hostile_csv(path: Path) -> Path:
    # The other's name is long: a text with a control in each hundred characters is taken for none.
    text = f"No.;Name;Rating;Opp 1;Res 1\n1;{HOSTILE};2000;2;w\n2;{'Bo ' * 200};1900;1;l\n"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    "arguments",
    [
        ("report", "f", "--out", "o"), ("report", "f", "--out", "o", "--json"), ("table", "f"), ("table", "f", "--raw"),
        ("table", "f", "--format", "md"), ("table", "f", "--format", "json"), ("check", "f"),
        ("rate", "f", "--out", "o"), ("rate", "f", "--out", "o", "--previous", f"{HOSTILE}=2000:5"), ("check", HOSTILE),
        ("check", "f", HOSTILE),
        ("report", "f", "--dp", HOSTILE), ("audit", "f", "--out", "o", "--event", HOSTILE), (HOSTILE,),
    ],
    ids=lambda arguments: " ".join(arguments).replace(HOSTILE, "HOSTILE"),
)
def test_nothing_from_outside_acts_on_a_terminal(tmp_path, arguments):
    files = {"f": hostile_csv(tmp_path / "f.csv"), "o": tmp_path / "o.xlsx"}
    done = process(*(files.get(argument, argument) for argument in arguments), PYTHONIOENCODING="utf-8")
    assert done.returncode == 0 or HOSTILE in arguments or "--previous" in arguments
    for raw in RAW:
        assert raw not in done.stdout + done.stderr


def test_such_a_name_is_shown_with_signs(tmp_path):
    done = process("table", hostile_csv(tmp_path / "f.csv"), PYTHONIOENCODING="utf-8")
    assert f"\n1,{SHOWN},2000," in done.stdout.decode().replace("\r", "").replace('"', "")


def test_a_name_in_a_message(tmp_path):
    """A heading, a cell and a sheet's name stand in messages about wrong input."""
    head = ["No.", "Name", "Rating", "Opp 1", "Res 1"]
    rows = [head, [1, "A", "x\u202e", 2, "w\u200b?"], [2, "B\u2066", 1900, 1, "l"]]
    bad = workbook(tmp_path / "bad.xlsx", rows, sheet="S\u202ex")
    done = process("check", bad, PYTHONIOENCODING="utf-8")
    assert done.returncode == 3
    assert b"problem" in done.stderr
    for raw in RAW:
        assert raw not in done.stderr


@unix
def test_colours_pass_and_names_do_not():
    """On a terminal the status is coloured; an escape of a name's is not one."""
    import pty

    with tempfile.TemporaryDirectory() as folder:
        made = hostile_csv(Path(folder) / "f.csv")
        ours, theirs = pty.openpty()
        with subprocess.Popen(
            command("report", made, "--out", Path(folder) / "o.xlsx"), stdout=theirs, stderr=theirs, cwd=ROOT,
            env=os.environ | {"PYTHONPATH": str(ROOT), "TERM": "xterm", "PYTHONIOENCODING": "utf-8", "COLUMNS": "200"},
        ) as running:  # fmt: skip
            os.close(theirs)
            said = b""
            with contextlib.suppress(OSError):  # Linux: the other end is closed
                while part := os.read(ours, 1 << 16):
                    said += part
        os.close(ours)
        assert running.returncode == 0
    assert b"\x1b[32m" in said  # green
    assert SHOWN[:5].encode() in said
    assert b"\x1b[31mRED" not in said


@unix
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
@pytest.mark.parametrize("arguments", [("table", VIDEO), ("--help",), ("check", VIDEO), ("report", VIDEO, "--json")])
def test_standard_output_that_is_full(tmp_path, arguments):
    out = ["--out", tmp_path / "o.xlsx"] if "report" in arguments else []
    with Path("/dev/full").open("wb") as full:
        done = run(*arguments, *out, stdout=full)
    assert done.returncode == 4
    assert done.stderr.count(b"standard output can't be written") == 1
    assert b"Exception ignored" not in done.stderr


@unix
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_standard_error_that_is_full(tmp_path):
    with Path("/dev/full").open("wb") as full:
        assert run("check", tmp_path / "none.csv", stderr=full).returncode == 4


@unix
@pytest.mark.parametrize("closed", [(1,), (0, 1), (0, 1, 2)])
def test_standard_output_closed_from_the_start(tmp_path, closed):
    def close() -> None:
        for number in closed:
            os.close(number)

    done = run("report", VIDEO, "--out", tmp_path / "o.xlsx", preexec_fn=close)
    assert done.returncode == 4
    assert (b"standard output can't be written: it is closed" in done.stderr) == (2 not in closed)
    assert not list(tmp_path.iterdir())  # it was said before anything was done


@unix
def test_only_standard_error_closed(tmp_path):
    done = run("report", VIDEO, "--out", tmp_path / "o.xlsx", stdout=subprocess.PIPE, preexec_fn=lambda: os.close(2))
    assert done.returncode == 0
    assert b"Written" in done.stdout


@unix
@pytest.mark.parametrize("arguments", [("table", "long", "--iterations", 300), ("--help",), ("check", "long")])
def test_a_reader_that_has_left_is_no_error(tmp_path, arguments):
    long = tmp_path / "long.xlsx"
    write_event(event([2000 - i for i in range(60)], " ".join(f"{i}w{i + 1}" for i in range(1, 60, 2))), long)
    receiver, sender = os.pipe()
    os.close(receiver)
    done = run(*(long if argument == "long" else argument for argument in arguments), stdout=sender)
    os.close(sender)
    assert (done.returncode, done.stderr) == (0, b"")


@unix
@pytest.mark.parametrize("arguments", [("report",), ("rate", "--k", 20), ("convert",), ("template",), ("audit",)])
def test_a_full_drive(tmp_path, arguments):
    """A file may have 2,000 bytes: what any of these writes has more."""
    resource = pytest.importorskip("resource")
    audited = tmp_path / "audited.xlsx"
    assert run("report", VIDEO, "--out", audited, stdout=subprocess.DEVNULL).returncode == 0
    name, *options = arguments
    given = {"template": [], "audit": [audited]}.get(name, [VIDEO])
    out = tmp_path / "out" / "o.xlsx"
    done = run(
        name, *given, *([out] if name == "template" else ["--out", out]), *options, stdout=subprocess.PIPE,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000)),
        env={"PYTHONDONTWRITEBYTECODE": "1"},  # Python, too, would keep the first 2,000 bytes of a module it compiles
    )
    assert done.returncode == 4, done.stderr
    assert b"o.xlsx: it can't be written (File too large)" in done.stderr
    assert not list(out.parent.iterdir())


@unix
def test_file_names_that_are_no_utf_8(tmp_path):
    if sys.platform == "darwin":
        pytest.skip("macOS has no such names")
    name = os.fsencode(tmp_path) + b"/caf\xe9.csv"
    with open(name, "wb") as file:
        file.write(hostile_csv(tmp_path / "f.csv").read_bytes().replace(HOSTILE.encode(), b"Anna"))
    assert run("check", name).returncode == 0
    for command_, *options in (["report", "--json"], ["rate", "--k", "20", "--json"], ["convert"]):
        out = os.fsencode(tmp_path / command_) + b"\xe9.xlsx"
        done = run(command_, name, "--out", out, *options, stdout=subprocess.PIPE)
        assert done.returncode == 0, done.stderr
        assert os.path.getsize(out) > 5000
        if options:
            assert json.loads(done.stdout)["source"].endswith("/caf\ufffd.csv")
        assert run("check", out, stdout=subprocess.PIPE).returncode == 0
    done = run("check", os.fsencode(tmp_path) + b"/none\xe9.csv")
    assert done.returncode == 4
    assert b"none?.csv: there is no such file" in done.stderr


@unix
@pytest.mark.parametrize(
    "arguments", [("report", VIDEO), ("rate", VIDEO, "--k", 20), ("convert", VIDEO, "--out", "o.xlsx"), ("template",),
                  ("check", "none.csv"), ("audit", VIDEO)],
)
def test_a_current_folder_that_was_deleted(tmp_path, arguments):
    gone = tmp_path / "gone"
    gone.mkdir()
    done = run(*arguments, cwd=gone, stdout=subprocess.PIPE, preexec_fn=gone.rmdir)
    assert done.returncode in (3, 4)
    assert b"Error: " in done.stderr
    assert done.returncode == 4 or arguments[0] == "audit"  # the video has no table to audit


def slow_report(tmp_path: Path, **environment: str) -> subprocess.Popen[bytes]:
    """A report that takes some seconds, once it has begun to write: two rounds, in which iterations never end."""
    made, folder = tmp_path / "slow.xlsx", tmp_path / "out"
    folder.mkdir()
    rounds = [" ".join(f"{i}w{i + 1}" for i in range(1, 600, 2))] * 2
    write_event(event([2000 - i for i in range(600)], *rounds), made)
    running = subprocess.Popen(
        command("report", made, "--iterations", 500, "--out", folder / "o.xlsx"), cwd=ROOT, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, env=os.environ | {"PYTHONPATH": str(ROOT)} | environment,
    )  # fmt: skip
    deadline = time.monotonic() + 60
    while not list(folder.iterdir()):
        assert running.poll() is None, running.stderr.read()
        assert time.monotonic() < deadline
        time.sleep(0.02)
    return running


@unix
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_run_that_is_told_to_end_cleans_up(tmp_path, number):
    (tmp_path / "tmp").mkdir()
    with slow_report(tmp_path, TMPDIR=str(tmp_path / "tmp")) as running:
        running.send_signal(number)
        _, said = running.communicate(timeout=60)
    assert running.returncode == 128 + number
    assert b"Traceback" not in said
    assert not list((tmp_path / "out").iterdir())
    assert not list((tmp_path / "tmp").iterdir())


@unix
def test_a_run_that_is_killed_is_cleaned_up_by_the_next(tmp_path):
    (tmp_path / "tmp").mkdir()
    with slow_report(tmp_path, TMPDIR=str(tmp_path / "tmp")) as running:
        # Another run beside it leaves its files alone.
        folder = tmp_path / "out"
        running.send_signal(signal.SIGSTOP)
        held = set(folder.glob(".arpo-*"))
        assert run("report", VIDEO, "--out", folder / "two.xlsx", stdout=subprocess.DEVNULL).returncode == 0
        assert held and held == set(folder.glob(".arpo-*"))
        running.kill()
    assert not list((tmp_path / "tmp").iterdir())
    assert list(folder.glob(".arpo-*"))
    assert run("report", VIDEO, "--out", folder / "three.xlsx", stdout=subprocess.DEVNULL).returncode == 0
    assert sorted(path.name for path in folder.iterdir()) == ["three.xlsx", "two.xlsx"]


def test_an_audit_never_writes_over_the_event(tmp_path):
    """A sheet that has its own games, and --event with --out: both are inputs."""
    event_file, sheet = tmp_path / "e.xlsx", tmp_path / "hand.xlsx"
    write_event(event([2000, 1900], "1w2"), event_file)
    workbook(sheet, [["No.", "Name", "Rating", "Ra"], [1, "Player A", 2000, 1900], [2, "Player B", 1900, 2000]])
    before = event_file.read_bytes(), sheet.read_bytes()
    for out in (event_file, tmp_path / "x" / ".." / "e.xlsx", sheet):
        done = process("audit", sheet, "--event", event_file, "--out", out)
        assert done.returncode == 4
        assert b"would replace the input" in done.stderr
    assert (event_file.read_bytes(), sheet.read_bytes()) == before


@unix
def test_a_file_s_name_is_no_line_of_the_program_s(tmp_path):
    name = tmp_path / "a\nStatus: ALL 18 CHECKS OK\t.csv"
    assert b"\nStatus" not in process("check", name).stderr
    made = hostile_csv(name)
    said = process("check", made).stdout + process("convert", made, "--out", f"{name}.xlsx").stdout
    assert b": 2 players" in said
    assert b"Written: " in said
    assert b"\nStatus" not in said
