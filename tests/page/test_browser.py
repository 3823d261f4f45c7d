"""The page as people use it, in a real browser: one of each kind of file, keyboard, languages, downloads, stopping."""

import io
import zipfile
from pathlib import Path

import openpyxl
import pytest
from made.fields import ROOT, VIDEO, event

from pipeline.commands.convert import write_event
from pipeline.commands.exercise import Wish, make_exercises
from pipeline.commands.rate import make_rating
from pipeline.commands.report import make_report
from pipeline.commands.table import table_text

pytestmark = pytest.mark.needs_chromium
AUDITS = ROOT / "tests" / "fixtures" / "audits"
RATINGS = ROOT / "input" / "article" / "irt56.xlsx"
OPTIONS = {"c": "field", "order": "PTS,DE,RP"}


@pytest.fixture
def clean(visitor):
    """The visitor; nothing that a test did may make the browser complain, or ask another computer."""
    yield visitor
    assert not visitor.complaints


def test_from_the_upload_to_the_standings(clean):
    clean.bring(VIDEO)
    assert clean.state == "ALL 28 CHECKS OK"
    assert [row[3] for row in clean.rows()[:3]] == ["Player A", "Player B", "Player C"]
    assert clean.page.locator("svg[role=img] circle").count() == 41  # an iteration each
    assert clean.page.title() == "video – arpo"


def test_a_download_is_what_the_command_writes_byte_for_byte(clean, tmp_path):
    clean.bring(VIDEO)
    name, got = clean.saved("text=Download video-report.xlsx")
    make_report(VIDEO, {}, tmp_path / "r.xlsx")
    assert (name, got) == ("video-report.xlsx", (tmp_path / "r.xlsx").read_bytes())
    clean.action("Ratings")
    name, got = clean.saved("text=Download video-rating.xlsx")
    make_rating(VIDEO, {}, out=tmp_path / "rating.xlsx")
    assert (name, got) == ("video-rating.xlsx", (tmp_path / "rating.xlsx").read_bytes())


def test_settings_are_the_product_s_and_stand_in_the_address(clean, tmp_path):
    clean.open_video()
    clean.page.click(".settings summary")
    assert "average of dp taken over the whole field" in clean.page.inner_text(".settings")
    assert "as it is: opponents (Settings sheet)" in clean.page.inner_text(".settings [name=c]")
    clean.page.select_option("[name=c]", "field")
    clean.page.fill("[name=order]", "PTS,DE,RP")
    clean.page.click("text=Compute again")
    clean.settle()
    clean.page.reload()
    assert clean.page.input_value("[name=order]") == "PTS,DE,RP"
    assert "DE" in clean.page.locator("thead").first.inner_text()
    _, got = clean.saved("text=Download video-report.xlsx")
    make_report(VIDEO, OPTIONS, tmp_path / "r.xlsx")
    assert got == (tmp_path / "r.xlsx").read_bytes()
    clean.page.go_back()
    clean.settle()
    assert "DE" not in clean.page.locator("thead").first.inner_text()


def test_a_value_that_can_t_be_is_refused_in_the_product_s_words(visitor):
    visitor.open_video()
    visitor.page.click(".settings summary")
    visitor.page.fill("[name=iterations]", "5000")
    visitor.page.click("text=Compute again")
    visitor.settle()
    said = visitor.page.inner_text(".fault")
    assert "iterations (command line): '5000' won't do." in said
    assert "Use a whole number from 1 to 1000." in said
    assert visitor.page.input_value("[name=iterations]") == "5000"


def test_a_click_on_two_rows_says_why_one_is_before_the_other(clean):
    clean.open_video()
    cells = clean.page.locator("#pair tbody td:nth-child(2)")
    cells.nth(2).click()
    cells.nth(1).click()
    clean.page.wait_for_url("**/explain?p=*")
    assert clean.heading == "Why is Player B before Player C?"
    clean.page.go_back()
    clean.settle()
    clean.page.click("text=Player E")
    assert "Player E" in clean.heading
    # (1852.5 …) the sums of the explanation are there, written out
    assert " = " in clean.page.inner_text(".explained")


def test_all_columns_are_the_table_s(clean):
    from pipeline.commands.calculating import calculation_for

    clean.open_video()
    clean.follow("All columns")
    header = table_text(calculation_for(VIDEO, {}), "csv").splitlines()[1].split(",")
    assert clean.rows()[0][:3] == header[:3]
    [box] = clean.page.query_selector_all(".scroll.fixed")
    assert box.evaluate("box => box.scrollWidth > box.clientWidth")
    box.evaluate("box => { box.scrollTop = 50; box.scrollLeft = 300; }")
    corner = box.evaluate("box => box.getBoundingClientRect().top")
    assert abs(clean.page.locator("thead th").first.evaluate("cell => cell.getBoundingClientRect().top") - corner) < 3


def test_a_wrong_file_is_refused_beside_its_name(visitor, tmp_path):
    picture = tmp_path / "photo.xlsx"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(200))
    visitor.bring(picture)
    assert visitor.page.inner_text(".fault h2") == "photo.xlsx"
    assert visitor.page.locator(".mend").count() == 1
    assert visitor.page.locator("text=Traceback").count() == 0


def test_a_question_is_answered_where_it_is_asked(visitor, tmp_path):
    """Two events in one workbook: the refusal asks which, and the field of that option stands under it."""
    book = openpyxl.Workbook()
    for name in ("Open", "Seniors"):
        sheet = book.create_sheet(name)
        for row in (["No", "Name", "Rating", "Opponent 1", "Result 1"], [1, f"Ann {name}", 2000, 2, "w"],
                    [2, f"Ben {name}", 1900, 1, "l"]):
            sheet.append(row)
    del book["Sheet"]
    book.save(tmp_path / "two.xlsx")
    visitor.bring(tmp_path / "two.xlsx")
    assert "--pick" in visitor.page.inner_text(".fault")
    visitor.page.fill("[name=pick]", "Seniors")
    visitor.page.click("text=Try again >> nth=0")
    visitor.page.wait_for_selector(".state")
    assert visitor.rows()[0][3] == "Ann Seniors"


def test_every_problem_of_a_file_has_its_cell(visitor, tmp_path):
    sheet = tmp_path / "wrong.csv"
    sheet.write_text("No,Name,Rating,Opponent 1,Result 1\n1,Ann,2000,9,w\n2,Ben,90000,1,l\n", "utf-8")
    visitor.bring(sheet)
    said = visitor.page.inner_text(".fault")
    assert "line 2" in said and "line 3" in said


def test_a_hand_sheet_is_audited_and_one_without_games_by_its_event(clean):
    clean.bring(AUDITS / "hidden_dp.xlsx", further=AUDITS / "event4.xlsx")
    assert clean.state.startswith("DIFFERENCES")
    assert clean.rows()[0][3] == "wrong"
    name, copy = clean.saved("text=Download hidden_dp-audit.xlsx")
    assert copy[:2] == b"PK"


def test_the_event_of_a_sheet_can_be_brought_afterwards(visitor, tmp_path):
    sheet, games = tmp_path / "hand.csv", tmp_path / "games.csv"
    sheet.write_text("No,Name,Ra,c\n1,Ann,1900,0\n2,Ben,2001,0\n", "utf-8")
    games.write_text("No,Name,Rating,Opponent 1,Result 1\n1,Ann,2000,2,w\n2,Ben,1900,1,l\n", "utf-8")
    visitor.bring(sheet)
    assert visitor.page.inner_text(".fault h2") == "hand.csv"
    visitor.page.click(".further summary")
    visitor.page.set_input_files("#further", games)
    visitor.page.click(".further button")
    visitor.page.wait_for_selector(".state")
    assert visitor.rows()[0][1:6] == ["Ben", "Ra", "wrong", "2001", "2000"]  # of his one opponent, Ann


def test_a_rating_table_is_judged_and_rated(clean):
    clean.bring(RATINGS)
    assert clean.page.inner_text("[aria-current]") == "Audit"
    assert clean.state.startswith("DIFFERENCES: 4 wrong")
    clean.action("Ratings")
    assert "J.Ca." in [row[1] for row in clean.rows()]


def test_a_class_is_audited_a_line_a_file_and_one_bad_file_stops_nobody(clean, tmp_path):
    bad = tmp_path / "bad.xlsx"
    bad.write_bytes(b"nothing")
    clean.bring(AUDITS / "agrees_unread.xlsx", AUDITS / "rating_typed_wrong.xlsx", bad)
    assert [row[0] for row in clean.rows()] == ["agrees_unread.xlsx", "rating_typed_wrong.xlsx"]
    assert clean.page.inner_text(".fault h2") == "bad.xlsx"
    _, archive = clean.saved("text=Download copies.zip")
    assert len(zipfile.ZipFile(io.BytesIO(archive)).namelist()) == 2


def test_an_exercise_is_made_and_marked(clean, tmp_path):
    clean.start()
    clean.page.click("text=Make exercises for a course")
    clean.page.wait_for_selector("#e-seed")
    clean.page.fill("#e-seed", "chess")
    clean.page.click("main button")
    clean.settle()
    _, archive = clean.saved("text=Download exercise.zip")
    names = zipfile.ZipFile(io.BytesIO(archive)).namelist()
    assert names == ["students/exercise-V1.xlsx", "teacher/solution-V1.xlsx", "teacher/event-V1.xlsx"]
    _, paths = make_exercises(None, Wish(seed="chess"), {}, tmp_path / "made")
    with zipfile.ZipFile(io.BytesIO(archive)) as made:
        assert made.read(names[0]) == paths[0].read_bytes()
    clean.start()
    clean.page.click("text=A class's answers, to be marked")
    clean.page.set_input_files("#answers", [str(paths[0])])
    clean.page.set_input_files("#teacher", [str(paths[2])])
    clean.page.click("text=Mark >> nth=-1")
    clean.settle()
    [row] = clean.rows()
    assert row[0] == "0.0" and row[2] == "exercise-V1.xlsx"  # nothing was filled in


def test_both_languages_by_the_browser_s_and_by_the_switch(visitors, tmp_path):
    spanish = visitors("es-MX")
    spanish.bring(VIDEO)
    assert spanish.state == "TODO BIEN: 28 COMPROBACIONES OK"
    assert spanish.rows()[0][-2] == "1944,41" or "1944,41" in spanish.rows()[0]
    _, got = spanish.saved("text=Descargar video-report.xlsx")
    make_report(VIDEO, {"language": "es"}, tmp_path / "r.xlsx")
    assert got == (tmp_path / "r.xlsx").read_bytes()
    spanish.page.click("header >> text=English")
    spanish.settle()
    assert spanish.state == "ALL 28 CHECKS OK"
    assert spanish.page.get_attribute("html", "lang") == "en"


def test_keyboard_alone(clean):
    page = clean.page
    page.on("filechooser", lambda chooser: chooser.set_files(VIDEO))  # before it can be asked for
    clean.start()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    for _ in range(10):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == "file":
            break
    page.keyboard.press("Enter")
    for _ in range(500):
        if page.evaluate("document.getElementById('file').files.length"):
            break
        page.wait_for_timeout(20)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    clean.settle()
    boxes = page.locator("[name=p]")
    boxes.nth(0).focus()
    page.keyboard.press("Space")
    boxes.nth(1).focus()
    page.keyboard.press("Space")
    page.locator("#pair button").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/explain?*")
    assert clean.heading == "Why is Player A before Player B?"


def test_the_first_form_works_without_script(visitors):
    plain = visitors(script=False)
    plain.page.goto(plain.server.address)
    plain.page.set_input_files("#file", VIDEO)
    plain.page.click("#drop button")
    plain.settle()
    assert plain.state == "ALL 28 CHECKS OK"


def test_dropping_a_file_is_bringing_it(clean):
    clean.start()
    clean.page.evaluate("""() => {
        const data = new DataTransfer();
        const text = "No,Name,Rating,Opponent 1,Result 1\\n1,Ann,2000,2,w\\n2,Ben,1900,1,l\\n";
        data.items.add(new File([text], "two.csv"));
        document.dispatchEvent(new DragEvent("drop", {dataTransfer: data, bubbles: true, cancelable: true}));
    }""")
    clean.settle()
    assert [row[3] for row in clean.rows()] == ["Ann", "Ben"]


def test_two_tabs_with_two_files_don_t_meet(visitors, tmp_path):
    one, other = visitors(), visitors()
    write_event(event([2000, 1900], "1w2", names=["Ann", "Ben"]), tmp_path / "video.xlsx")
    one.bring(VIDEO)
    other.bring(tmp_path / "video.xlsx")
    one.page.reload()
    assert one.rows()[0][3] == "Player A"
    assert other.rows()[0][3] == "Ann"


def test_long_work_says_what_it_does_and_stops(visitor, tmp_path):
    """A sheet of 1,500 players with all columns takes far longer than a page waits."""
    rounds = [" ".join(f"{i}w{i + 1}" for i in range(1, 1500, 2)), " ".join(f"{i}d{i + 1}" for i in range(2, 1500, 2))]
    write_event(event([1500 + i % 900 for i in range(1500)], *rounds), tmp_path / "large.xlsx")
    visitor.start()
    visitor.page.set_input_files("#file", tmp_path / "large.xlsx")
    visitor.page.click("#drop button")
    visitor.page.wait_for_selector("#working")
    visitor.page.wait_for_selector("#working:text-matches('Reading large.xlsx|Computing|Writing')")
    visitor.page.click("text=Stop")
    visitor.page.wait_for_selector("text=Nothing was made.")
    assert visitor.page.locator("text=Begin again").count() == 1


def test_what_is_removed_is_gone(visitor, server):
    before = [len(list(folder.iterdir())) for folder in server.folders()]
    visitor.bring(VIDEO)
    address = visitor.page.url
    visitor.page.click("text=Remove this file")
    visitor.page.wait_for_selector("#drop")
    assert [len(list(folder.iterdir())) for folder in server.folders()] == before
    assert visitor.page.goto(address).status == 404
    assert visitor.heading == "There is no such page any more."


def test_21_mb_are_refused_before_and_after_they_are_sent(visitors, tmp_path):
    large = tmp_path / "large.csv"
    large.write_bytes(b"x" * 21_000_000)
    for script in (True, False):
        somebody = visitors(script=script)
        somebody.page.goto(somebody.server.address)
        somebody.page.set_input_files("#file", large)
        somebody.page.click("#drop button")
        somebody.page.wait_for_selector("text=That is more than 20 MB")


PAGES = {
    "start": lambda visitor: visitor.start(),
    "report": lambda visitor: visitor.open_video(),
    "columns": lambda visitor: (visitor.open_video(), visitor.follow("All columns")),
    "checks": lambda visitor: (visitor.open_video(), visitor.follow("All checks")),
    "explain": lambda visitor: (visitor.open_video(), visitor.follow("Player B")),
    "ratings": lambda visitor: (visitor.open_video(), visitor.action("Ratings")),
    "exercise": lambda visitor: (visitor.open_video(), visitor.action("Exercise")),
    "audit": lambda visitor: visitor.bring(RATINGS),
    "class": lambda visitor: visitor.bring(AUDITS / "agrees_unread.xlsx", AUDITS / "rating_typed_wrong.xlsx"),
    "refused": lambda visitor: visitor.bring(Path(__file__)),
    "new exercise": lambda visitor: visitor.page.goto(f"{visitor.server.address}en/exercise"),
    "gone": lambda visitor: visitor.page.goto(f"{visitor.server.address}en/nobody/report"),
}


@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing_and_a_phone_needs_no_sideways_scrolling(name, visitors):
    visitor = visitors(width=375)
    PAGES[name](visitor)
    visitor.page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
    assert not visitor.faults()
    # 200 % zoom of a window of 750 pixels is the same as 375 pixels wide
    assert visitor.page.evaluate("document.documentElement.scrollWidth") <= 375
