"""The same input and settings give the same bytes, on any day and in any time zone: no clock is in any workbook."""

import datetime
import time
import zipfile
from pathlib import Path

import pytest
import xlsxwriter.core
from made.fields import ROOT, VIDEO

from pipeline.commands.audit import make_audit
from pipeline.commands.convert import write_event
from pipeline.commands.rate import make_rating
from pipeline.commands.report import make_report
from pipeline.commands.template import write_blank
from pipeline.readers import read_event


def _audit(path: Path) -> None:
    sheet = path.with_name("sheet.csv")
    sheet.write_text("No,Name,Rating,Opponent 1,Result 1,Ra\n1,Ann,2000,2,w,1900\n2,Ben,1900,1,l,2000\n", "utf-8")
    make_audit(sheet, {}, out=path)


WRITERS = {
    "report": lambda path: make_report(VIDEO, {}, path),
    "rate": lambda path: make_rating(VIDEO, {}, out=path),
    "convert": lambda path: write_event(read_event(VIDEO), path),
    "template": lambda path: write_blank(path),
    "audit of a workbook": lambda path: make_audit(ROOT / "input" / "article" / "irt56.xlsx", {}, out=path),
    "audit of a csv": _audit,
}


@pytest.fixture
def on_day(monkeypatch):
    """Sets the clock and the time zone that programs see."""

    def set_clock(day: datetime.datetime, zone: str) -> None:
        class Kind(type):
            def __instancecheck__(cls, value):
                return isinstance(value, datetime.datetime)

        class Clock(metaclass=Kind):
            @classmethod
            def now(cls, tz=None):
                return day.replace(tzinfo=tz)

        monkeypatch.setattr(xlsxwriter.core, "datetime", Clock)
        monkeypatch.setattr(time, "time", day.timestamp)
        monkeypatch.setattr(time, "localtime", lambda *of: day.timetuple())
        monkeypatch.setenv("TZ", zone)
        time.tzset()

    yield set_clock
    monkeypatch.undo()
    time.tzset()


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="the time zone can't be set on this system")
@pytest.mark.parametrize("name", WRITERS)
def test_same_bytes_on_another_day(name, tmp_path, on_day):
    made = []
    days = (datetime.datetime(2026, 1, 2, 3, 4), "UTC"), (datetime.datetime(2031, 7, 30, 23, 59), "Asia/Tokyo")
    for day, zone in days:
        on_day(day, zone)
        path = tmp_path / f"{day.year}" / "made.xlsx"
        path.parent.mkdir()
        WRITERS[name](path)
        made.append(path.read_bytes())
    assert made[0] == made[1]
    with zipfile.ZipFile(path) as archive:
        parts = b"".join(archive.read(part) for part in archive.namelist())
        assert {info.date_time[0] for info in archive.infolist()} == {1980}
    assert b"2031" not in parts and b"&amp;D" not in parts  # &D in a footer is the date of printing


def test_about_says_so(tmp_path):
    from made.xlsx import values

    make_report(VIDEO, {}, tmp_path / "r.xlsx")
    said = " ".join(str(value) for (sheet, _), value in values(tmp_path / "r.xlsx").items() if sheet == "About")
    assert "the same input and settings give the same file, byte for byte, on any day" in said
