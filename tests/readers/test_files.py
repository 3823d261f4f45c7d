"""Files that can't be read at all: each is named for what it is, with a mend, as a FileError (exit status 4)."""

import os
import zipfile

import pytest
from made.making import FOUR, csv_file, workbook

from pipeline.errors import FileError
from pipeline.readers import read_event

OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504)


def zipped(path, **members):
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in members.items():
            archive.writestr(name.replace("__", "/").replace("_DOT_", "."), content)
    return path.read_bytes()


def refused(path, *parts):
    with pytest.raises(FileError) as caught:
        read_event(path)
    message = str(caught.value)
    assert caught.value.exit_status == 4
    for part in (str(path), "→", *parts):
        assert part in message


@pytest.mark.parametrize(
    ("data", "part"),
    [
        (b"", "the file is empty"),
        (b"\r\n  \n", "the file is empty"),
        (bytes(100), "the file is empty"),
        (b"%PDF-1.7 ...", "a PDF document"),
        (b"\x89PNG\r\n\x1a\n....", "a picture (PNG)"),
        (b"\xff\xd8\xff\xe0", "a picture (JPEG)"),
        (b"\x1f\x8b\x08....", "gzip"),
        (OLE + "EncryptedPackage".encode("utf-16-le"), "protected by a password"),
        (OLE + "Workbook".encode("utf-16-le"), "damaged"),
        (OLE + "WordDocument".encode("utf-16-le"), "a Word document"),
        (OLE, "old Microsoft Office file"),
        (b"PK\x03\x04 and no more", "damaged"),
        (b"<!DOCTYPE html>\n<html><body><table></table></body></html>", "a web page without a table"),
        (b'<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>', "saved as XML"),
        (bytes(range(256)) * 8, "neither an Excel workbook nor a text file"),
    ],
)
def test_bytes(tmp_path, data, part):
    path = tmp_path / "événement.xlsx"
    path.write_bytes(data)
    refused(path, part)


@pytest.mark.parametrize(
    ("members", "part"),
    [
        ({"word__document_DOT_xml": "<w/>"}, "a Word document (.docx)"),
        ({"ppt__slides_DOT_xml": "<w/>"}, "PowerPoint"),
        ({"mimetype": "application/vnd.oasis.opendocument.spreadsheet"}, "damaged"),
        ({"xl__workbook_DOT_bin": "x"}, "Excel binary workbook (.xlsb)"),
        ({"photo_DOT_jpg": "x"}, "a zip file, and no Excel workbook"),
        ({"[Content_Types]_DOT_xml": "<x/>", "xl__workbook_DOT_xml": "<broken"}, "damaged"),
    ],
)
def test_zip_files(tmp_path, members, part):
    path = tmp_path / "event.xlsx"
    zipped(path, **members)
    refused(path, part)


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9, 0.99])
def test_truncated_workbook(tmp_path, share):
    path = workbook(tmp_path / "cut.xlsx", FOUR)
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * share)])
    refused(path, "damaged")


def test_damaged_inside(tmp_path):
    path = workbook(tmp_path / "bad.xlsx", FOUR)
    data = bytearray(path.read_bytes())
    start = data.index(b"xl/worksheets/sheet1.xml") + 40
    data[start : start + 30] = bytes(30)
    path.write_bytes(data)
    refused(path, "damaged")


def test_folder(tmp_path):
    refused(tmp_path, "this is a folder")


def test_missing_file_with_a_near_name(tmp_path):
    workbook(tmp_path / "Village Open.xlsx", FOUR)
    refused(tmp_path / "vilage open.xlsx", "no such file", "Did you mean Village Open.xlsx?")


def test_missing_file_and_folder(tmp_path):
    refused(tmp_path / "nowhere" / "a.xlsx", "no such file", "doesn't exist either")


def test_name_that_no_file_can_have(tmp_path):
    refused(tmp_path / ("x" * 5000), "can't be read")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="needs a user with limited rights")
def test_no_permission(tmp_path):
    path = csv_file(tmp_path / "locked.csv", FOUR)
    path.chmod(0)
    refused(path, "no permission")


def test_no_permission_reported_by_the_system(tmp_path, monkeypatch):
    path = csv_file(tmp_path / "locked.csv", FOUR)

    def deny(self):
        raise PermissionError(13, "denied")

    monkeypatch.setattr(type(path), "read_bytes", deny)
    refused(path, "no permission")


def test_text_that_is_cut_in_a_character(tmp_path):
    path = csv_file(tmp_path / "cut.csv", FOUR, encoding="utf-16")
    path.write_bytes(path.read_bytes()[:-1])
    refused(path, "damaged or cut off")
