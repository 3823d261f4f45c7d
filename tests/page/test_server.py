"""The server: who is refused, what stays on the drive, and that it ends without leaving anything."""

import os
import re
import signal
import subprocess
import sys
import time
from types import SimpleNamespace

import pytest
from made.fields import ROOT, VIDEO
from made.page_server import BOUNDARY, form, serving
from made.processes import children_of

from pipeline.page.visits import Visits, shown_name, unlike


def test_the_first_line_is_the_address_of_the_loopback(server):
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/[\w-]{32}/", server.address)


def test_a_page_says_what_a_browser_may_do_with_it(server):
    status, headers, body = server.ask("GET", server.path("en/"))
    assert status == 200
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy and "frame-ancestors 'none'" in policy
    assert headers["referrer-policy"] == "same-origin"
    assert headers["x-content-type-options"] == "nosniff"
    assert "set-cookie" not in headers
    assert not re.search(rb"<style|style=|<script>|onclick|https?://(?!www\.w3\.org)", body)


@pytest.mark.parametrize(("change", "status"), [
    ({"Host": "rebound.example:80"}, 421),
    ({"Host": "127.0.0.1"}, 421),
    ({"Origin": "http://elsewhere.example"}, 403),
    ({"Origin": "null"}, 403),
])
def test_another_host_or_origin_is_refused(server, change, status):
    assert server.ask("GET", server.path("en/"), **change)[0] == status
    assert server.bring(("a.csv", b"x"), **change)[0] == status


def test_a_form_without_an_origin_is_refused(server):
    kind = f"multipart/form-data; boundary={BOUNDARY}"
    assert server.ask("POST", server.path("en/"), form(("a.csv", b"x")), Content_Type=kind)[0] == 403


@pytest.mark.parametrize("path", ["/", "/en/", "/wrong-secret/en/", "/page.css"])
def test_without_the_secret_there_is_nothing(server, path):
    assert server.ask("GET", path)[0] == 404


def test_the_browser_is_started_with_a_ticket_that_leads_to_the_secret_once(tmp_path):
    """BROWSER is what Python opens addresses with: here a program that keeps what it was started with."""
    opened = tmp_path / "opened"
    with serving(tmp_path, opened=f"sh -c 'echo %s >{opened}.part && mv {opened}.part {opened}'") as server:
        for _ in range(200):
            if opened.exists():
                break
            time.sleep(0.05)
        [address] = opened.read_text().split()
        assert server.path().strip("/") not in address
        path = "/" + address.split("/", 3)[3]
        assert server.ask("GET", path)[1]["location"] == server.path()
        assert server.ask("GET", path)[0] == 404


@pytest.mark.parametrize("path", ["xx/", "en/../../etc/passwd", "page.py", "en/x/report/file/0", "en/x/job/y/state"])
def test_what_isn_t_there_is_a_page_or_an_answer_and_no_failure(server, path):
    assert server.ask("GET", server.path(path))[0] in (200, 404)


def test_the_language_is_the_browser_s_or_english(server):
    both = "fr,en;q=0.3,es;q=0.5"
    for wanted, language in (("es-AR,es;q=0.9,en;q=0.8", "es"), (both, "es"), ("fr", "en"), ("", "en")):
        assert server.ask("GET", server.path(), Accept_Language=wanted)[1]["location"].endswith(f"/{language}/")


@pytest.mark.parametrize("body", [b"", b"nonsense", form(), form(("", b"x"))])
def test_a_form_without_a_file_is_answered_in_words(server, body):
    kind = f"multipart/form-data; boundary={BOUNDARY}"
    status, _, page = server.ask("POST", server.path("en/"), body, Content_Type=kind, Origin=server.origin)
    assert status == 400 and b'role="alert"' in page


def test_no_name_of_an_upload_leads_anywhere(server):
    evil = "../../../../tmp/evil\\..\\x.csv"
    status, headers, _ = server.bring((evil, VIDEO.read_bytes()))
    assert status == 303
    [folder] = server.folders()
    names = {path.name for path in folder.rglob("*") if path.is_file()}
    assert not any("csv" in name or "evil" in name for name in names)


@pytest.mark.parametrize(("name", "shown"), [
    ("a/b/c.xlsx", "c.xlsx"), ("C:\\events\\öpen.trf", "öpen.trf"), ("..", "file"), ("", "file"),
    ("\n\x1b[2J.csv", "[2J.csv"),
    ("x" * 300 + ".xlsx", "x" * 116 + ".xlsx"),
])
def test_a_name_is_shown_without_folders_and_in_one_line(name, shown):
    assert shown_name(name) == shown


def test_files_of_the_same_name_get_another_each():
    taken: set[str] = set()
    assert [unlike(name, taken) for name in ("a.xlsx", "A.xlsx", "a.xlsx", "b")] == [
        "a.xlsx", "A (2).xlsx", "a (3).xlsx", "b"]


def test_a_visit_that_nobody_uses_for_an_hour_is_removed(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    clock = SimpleNamespace(now=1000.0)
    monkeypatch.setattr("pipeline.page.visits.time.monotonic", lambda: clock.now)
    visits = Visits()
    old, used = visits.new(), visits.new()
    old.used = used.used = clock.now
    clock.now += 3000
    visits.get(used.token)
    clock.now += 700  # 3,700 s since the old one was used, 700 since the other
    assert visits.forget_unused() == [old.token]
    assert not old.folder.exists() and used.folder.exists()
    visits.close()
    assert not list(tmp_path.iterdir())


def test_after_a_kill_the_next_start_sweeps_and_leaves_what_is_in_use(tmp_path):
    with serving(tmp_path) as killed, serving(tmp_path) as living:
        assert killed.ask("GET", killed.path("en/"))[0] == living.ask("GET", living.path("en/"))[0] == 200
        assert len(living.folders()) == 2
        killed.end(signal.SIGKILL)
        with serving(tmp_path) as third:
            assert third.ask("GET", third.path("en/"))[0] == 200
            assert len(third.folders()) == 2  # its own, and that of the living one
            assert living.ask("GET", living.path("en/"))[0] == 200


@pytest.mark.skipif(os.name != "posix", reason="signals of Unix")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_leaves_nothing(tmp_path, number):
    with serving(tmp_path) as server:
        location = server.bring(("video.xlsx", VIDEO.read_bytes()))[1]["location"]
        server.ask("GET", f"{location}report")
        time.sleep(0.5)  # the worker is started after the first page
        children = children_of(server.process.pid)
        assert server.end(number) in (0, 143)
        assert server.process.stderr.read() == ""
        assert not server.folders()
        assert not [child for child in children if _is_alive(child)]


def test_the_page_s_button_ends_it(tmp_path):
    with serving(tmp_path) as server:
        status, _, page = server.ask("POST", server.path("es/quit"), b"", Origin=server.origin)
        assert status == 200 and b"El programa ha terminado" in page
        assert server.process.wait(20) == 0
        assert not server.folders()


def test_a_port_that_is_taken_is_a_message(server):
    port = server.host.rpartition(":")[2]
    done = subprocess.run([sys.executable, "-m", "pipeline", "page", "--no-open", "--port", port], cwd=ROOT,
                          capture_output=True, text=True, check=False)
    assert done.returncode == 2 and f"--port: {port}" in done.stderr and "→" in done.stderr


def test_the_server_imports_nothing_heavy(server):
    heavy = "import sys, pipeline.page.serving; print([m for m in ('numpy', 'pandas', 'openpyxl') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", heavy], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True

