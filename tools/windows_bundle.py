"""`make windows`: the page for Windows computers without Python, as one zip in dist/.

It holds pinned wheels for Windows, uv.exe (from the package uv of PyPI), and arpo-page.cmd. On its first start that has
uv download Python, once, and installs the wheels without a network; from then on it only starts the page.

What is made is tried: uv resolves arpo[page] for Windows from these wheels alone. Running it takes a Windows computer.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import tomllib
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PYTHON_VERSION = "3.12"
"""Of Python on Windows: one for which every package has a wheel."""
TARGET = ROOT / "dist" / "arpo-page-windows.zip"
_UV = "x86_64-pc-windows-msvc"
_PIP = "win_amd64"
_NO_TIME = (1980, 1, 1, 0, 0, 0)


class BundleError(Exception):
    """A step failed; its words say why."""


def _run(*command: str) -> str:
    done = subprocess.run([sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise BundleError(f"{' '.join(command[:3])} failed:\n{done.stderr.strip()[-2000:]}")
    return done.stdout


def pinned() -> list[str]:
    """What arpo[page] needs on Windows, each with its exact version, by pyproject.toml and constraints.txt."""
    lines = _run("uv", "pip", "compile", "--quiet", "--no-header", "--no-annotate", "--extra", "page", "--constraint",
                 "constraints.txt", "--python-platform", _UV, "--python-version", PYTHON_VERSION, "pyproject.toml")
    return [line.partition(";")[0].strip() for line in lines.splitlines() if "==" in line]


def uv_version() -> str:
    """The version of uv that the tests have, too."""
    development = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]["dev"]
    return str(next(one for one in development if one.startswith("uv==")))


def download(packages: list[str], folder: Path) -> None:
    """Their wheels for Windows. Raises BundleError where one has none, or there is no network."""
    _run("pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps", "--only-binary=:all:", "--platform",
         _PIP, "--python-version", PYTHON_VERSION, "--implementation", "cp", "--dest", str(folder), *packages)


def build(folder: Path) -> None:
    """The wheel of arpo itself."""
    _run("uv", "build", "--quiet", "--wheel", "--out-dir", str(folder))
    (folder / ".gitignore").unlink(missing_ok=True)


def wheels(folder: Path) -> None:
    """All wheels that the zip holds: arpo's, and those that it needs."""
    download(pinned(), folder)
    build(folder)


def resolved(folder: Path) -> list[str]:
    """What uv would install on Windows from the wheels of a folder, without an index: name==version, sorted."""
    with tempfile.TemporaryDirectory() as target:
        done = subprocess.run(
            [sys.executable, "-m", "uv", "pip", "install", "--dry-run", "--offline", "--no-index", "--find-links",
             str(folder), "--python-platform", _UV, "--python-version", PYTHON_VERSION, "--target", target,
             "arpo[page]"],
            cwd=target, capture_output=True, text=True, check=False,
        )  # fmt: skip
    if done.returncode:
        raise BundleError(f"uv can't resolve it for Windows:\n{done.stderr.strip()}")
    return sorted(re.findall(r"^ \+ (\S+==\S+)", done.stderr, re.MULTILINE))


def start_file() -> bytes:
    """arpo-page.cmd, as Windows reads it."""
    text = (ROOT / "templates" / "page" / "arpo-page.cmd").read_text("utf-8")
    return text.replace("PYTHON_VERSION", PYTHON_VERSION).replace("\n", "\r\n").encode()


def make(target: Path = TARGET) -> Path:
    """Make the zip; returns where it is. Raises BundleError."""
    with tempfile.TemporaryDirectory() as made:
        folder, programs = Path(made, "wheels"), Path(made, "uv")
        folder.mkdir()
        programs.mkdir()
        wheels(folder)
        resolved(folder)
        download([uv_version()], programs)
        [uv] = programs.iterdir()
        with zipfile.ZipFile(uv) as archive:
            name = next(name for name in archive.namelist() if name.endswith("/uv.exe"))
            contents = {"arpo-page.cmd": start_file(), "uv.exe": archive.read(name)}
        contents |= {f"wheels/{path.name}": path.read_bytes() for path in sorted(folder.glob("*.whl"))}
        contents["LICENSE.txt"] = (ROOT / "LICENSE").read_bytes()
        target.parent.mkdir(exist_ok=True)
        with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as bundle:
            for name, content in contents.items():
                info = zipfile.ZipInfo(f"arpo-page/{name}", _NO_TIME)
                info.compress_type = zipfile.ZIP_STORED if name.endswith(".whl") else zipfile.ZIP_DEFLATED
                bundle.writestr(info, content)
    return target


if __name__ == "__main__":
    try:
        written = make()
    except BundleError as error:
        sys.exit(str(error))
    print(f"{written.relative_to(ROOT)}: {written.stat().st_size / 1e6:.0f} MB")
