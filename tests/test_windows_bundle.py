"""The page for Windows without Python: the wheels of the zip are resolved for Windows, without an index."""

import zipfile

import pytest
import windows_bundle
from windows_bundle import BundleError, start_file, uv_version


@pytest.fixture(scope="module")
def wheels(tmp_path_factory):
    """The wheels that the zip holds: 29 MB, from a package index."""
    folder = tmp_path_factory.mktemp("wheels")
    try:
        windows_bundle.wheels(folder)
    except BundleError as error:
        pytest.skip(f"the wheels for Windows can't be had here: {str(error).splitlines()[-1]}")
    return folder


def test_uv_resolves_it_for_windows_from_these_wheels_alone(wheels):
    names = {line.partition("==")[0] for line in windows_bundle.resolved(wheels)}
    assert {"arpo", "starlette", "uvicorn", "jinja2", "python-multipart", "pandas", "colorama", "tzdata"} <= names
    assert len(names) == len(list(wheels.glob("*.whl")))  # and none of them is there for nothing
    for needed in ("numpy", "pandas", "markupsafe"):
        assert [path.name.endswith("win_amd64.whl") for path in wheels.glob(f"{needed}-*")] == [True]


def test_without_one_of_them_it_isn_t_resolved(wheels, tmp_path):
    for path in wheels.glob("*.whl"):
        if not path.name.startswith("h11-"):
            (tmp_path / path.name).hardlink_to(path)
    with pytest.raises(BundleError, match="h11"):
        windows_bundle.resolved(tmp_path)


def test_the_wheel_holds_the_page(wheels):
    [path] = wheels.glob("arpo-*.whl")
    names = zipfile.ZipFile(path).namelist()
    assert {f"pipeline/templates/page/{name}" for name in ("base.html", "page.css", "page.js")} <= set(names)


def test_the_start_file_is_one_that_windows_reads():
    text = start_file()
    assert text.count(b"\r\n") == text.count(b"\n") and not text.startswith(b"\xef\xbb\xbf")
    assert b"PYTHON_VERSION" not in text
    assert text.index(b"chcp 65001") < text.index("Después".encode())  # the code page of its own words
    assert uv_version().startswith("uv==")
