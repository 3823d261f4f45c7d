"""LibreOffice as an independent judge of the workbooks: recalculate, change, read and compare them.

The usual test, for a report that the pipeline wrote (every formula cell carries the value the pipeline computed):

    assert roundtrip([report], tmp_path) == []

and what-if, in which a changed input cell must have the effect that the pipeline says it has:

    changed = edit(report, tmp_path / "changed.xlsx", {("Event", "C5"): 2100})
    [recalculated] = recalculate([poison(changed, tmp_path / "poisoned.xlsx")], tmp_path / "out")
    assert compare(recalculated, expected) == []

LibreOffice trusts the values stored in a file unless told otherwise, so a test that only opens and saves it proves
nothing. Hence the setting in PROFILE, and `poison`: 777 in the place of every stored result.
"""

from __future__ import annotations

import atexit
import functools
import math
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from xml.etree import ElementTree
from xml.sax.saxutils import escape

from openpyxl.formula.translate import Translator
from openpyxl.utils.cell import column_index_from_string, coordinate_from_string

Value = float | str | bool | None
"""What a cell holds. Numbers are float; an error is its text, such as "#N/A"; None is a blank."""

Cell = tuple[str, str]
"""Sheet and cell, such as ("Event", "C5")."""

POISON = 777
RELATIVE = 1e-9
ABSOLUTE = 1e-9
"""Differences and sums near zero are what rounding leaves of numbers around 2000: 2000 * 2**-52 * a few operations is
below 1e-11. The threshold of convergence is 1e-9, so nothing smaller than that is ever read as a result."""

# "Recalculation on file load": 0 is always, 1 is never, 2 is ask.
PROFILE = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema"
 xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>{mode}</value></prop></item>
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="ODFRecalcMode" oor:op="fuse"><value>{mode}</value></prop></item>
</oor:items>
"""  # noqa: E501  (LibreOffice wants each item on one line)

_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"


# --- LibreOffice ------------------------------------------------------------------------------------------------------


@functools.cache
def soffice() -> str | None:
    """The LibreOffice program, or None."""
    places = [
        "soffice",
        "libreoffice",
        "/Applications/LibreOffice.app/Contents/MacOS/soffice",
        r"C:\Program Files\LibreOffice\program\soffice.com",
    ]
    return next((found for place in places if (found := shutil.which(place))), None)


@functools.cache
def pdftoppm() -> str | None:
    """The program that makes pictures of a PDF's pages, or None."""
    return shutil.which("pdftoppm")


def recalculate(paths: Iterable[Path], out_dir: Path, *, hard: bool = True) -> list[Path]:
    """Let LibreOffice open and save all files in one process; return the new files in the order of `paths`.

    `hard=False` leaves LibreOffice's own setting, which trusts the stored values: only to show why that won't do.
    """
    return _convert(paths, out_dir, "xlsx", hard=hard)


def render(path: Path, out_dir: Path, *, dpi: int = 80, hard: bool = False) -> list[Path]:
    """Print the workbook as PDF and return a PNG picture of each page, to be looked at."""
    program = pdftoppm()
    if program is None:
        raise RuntimeError("pdftoppm is missing: apt install poppler-utils")
    [pdf] = _convert([path], out_dir, "pdf", hard=hard)
    subprocess.run([program, "-r", str(dpi), "-png", str(pdf), str(pdf.with_suffix(""))], check=True)
    return sorted(out_dir.glob(f"{_literal(pdf.stem)}-*.png"))


def _literal(name: str) -> str:
    return re.sub(r"([*?[])", r"[\1]", name)


def _convert(paths: Iterable[Path], out_dir: Path, kind: str, *, hard: bool) -> list[Path]:
    program = soffice()
    if program is None:
        raise RuntimeError("LibreOffice Calc is missing: apt install libreoffice-calc")
    sources = [Path(path) for path in paths]
    if not sources:
        return []
    out_dir.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="arpo-recalc-") as folder:
        # Numbered copies: two files may share a name, and LibreOffice takes some characters of a name amiss.
        staged = [Path(folder, f"{number}{path.suffix}") for number, path in enumerate(sources)]
        for source, copy in zip(sources, staged, strict=True):
            shutil.copyfile(source, copy)
        made = Path(folder, "made")
        command = [
            program,
            f"-env:UserInstallation={_profile(hard).as_uri()}",
            *("--headless", "--norestore", "--convert-to", kind, "--outdir", str(made)),
            *map(str, staged),
        ]
        said = _run(command, timeout=120 + 30 * len(sources))
        results: list[Path] = []
        for source, copy in zip(sources, staged, strict=True):
            result = made / f"{copy.stem}.{kind}"
            if not result.exists():
                raise RuntimeError(f"LibreOffice made nothing of {source}: {said}")
            results.append(Path(shutil.move(result, _unused(out_dir, source.stem, kind, taken=results))))
    return results


def _unused(out_dir: Path, stem: str, kind: str, taken: Sequence[Path]) -> Path:
    names = [f"{stem}.{kind}", *(f"{stem}-{number}.{kind}" for number in range(2, len(taken) + 3))]
    return next(out_dir / name for name in names if out_dir / name not in taken)


def _run(command: list[str], timeout: float) -> str:
    # soffice is a script that starts another program: in a session of its own, so that all of it can be ended.
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    try:
        said, _ = process.communicate(timeout=timeout)
    except subprocess.TimeoutExpired:
        if sys.platform == "win32":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        _profile.cache_clear()
        raise
    return said


@functools.cache
def _profile(hard: bool) -> Path:
    # One for each process of the tests: two LibreOffices can't share a profile, and the first start with one is slow.
    folder = Path(tempfile.mkdtemp(prefix="arpo-libreoffice-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    if hard:
        settings = folder / "user" / "registrymodifications.xcu"
        settings.parent.mkdir()
        settings.write_text(PROFILE.format(mode=0), encoding="utf-8")
    return folder


# --- changing a workbook ----------------------------------------------------------------------------------------------
# All on the XML of the sheets. openpyxl would lose the charts and rewrite styles, comments and validations, so a test
# would judge another file than the one the user gets.

_CELL = re.compile(r"<c((?: [^>]*?)?)(?:/>|>(.*?)</c>)", re.DOTALL)
_FORMULA = re.compile(r"<f(?: [^>]*)?/>|<f(?: [^>]*)?>.*?</f>", re.DOTALL)
_ROW = re.compile(r"<row((?: [^>]*?)?)(?:/>|>(.*?)</row>)", re.DOTALL)


def poison(path: Path, copy: Path) -> Path:
    """Copy the workbook with 777 as the stored value of every formula cell; nothing else changes."""

    def poisoned(match: re.Match[str]) -> str:
        formula = _FORMULA.match(match[2] or "")
        if formula is None:
            return match[0]
        return f"<c{_without(match[1], 't')}>{formula[0]}<v>{POISON}</v></c>"

    return _rewrite(path, copy, {part: lambda xml: _CELL.sub(poisoned, xml) for part in _parts(path).values()})


def edit(path: Path, copy: Path, changes: Mapping[Cell, Value | int]) -> Path:
    """Copy the workbook with other constants in some cells (None empties one); formula cells can't be edited.

    The cell keeps its format. The formulas' stored values stay as they were, so `poison` the copy too.
    """
    parts = _parts(path)
    by_part: dict[str, dict[str, Value | int]] = {}
    for (sheet, cell), value in changes.items():
        if sheet not in parts:
            raise KeyError(f"{path} has no sheet {sheet!r}; it has {', '.join(parts)}")
        by_part.setdefault(parts[sheet], {})[cell] = value

    def edited(xml: str, cells: Mapping[str, Value | int]) -> str:
        for cell, value in cells.items():
            xml = _set_cell(xml, cell, value)
        return xml

    return _rewrite(path, copy, {part: functools.partial(edited, cells=cells) for part, cells in by_part.items()})


def _set_cell(xml: str, cell: str, value: Value | int) -> str:
    column, row = coordinate_from_string(cell)
    if "<sheetData/>" in xml:
        xml = xml.replace("<sheetData/>", "<sheetData></sheetData>")
    for match in _ROW.finditer(xml):
        number = int(_attribute(match[1], "r"))
        if number == row:
            content = _set_in_row(match[2] or "", cell, column, value)
            return f"{xml[: match.start()]}<row{match[1]}>{content}</row>{xml[match.end() :]}"
        if number > row:
            at = match.start()
            break
    else:
        at = xml.index("</sheetData>")
    new_cell = _cell_xml(f' r="{cell}"', value)
    return f'{xml[:at]}<row r="{row}">{new_cell}</row>{xml[at:]}'


def _set_in_row(content: str, cell: str, column: str, value: Value | int) -> str:
    for match in _CELL.finditer(content):
        reference = _attribute(match[1], "r")
        if reference == cell:
            if _FORMULA.match(match[2] or ""):
                raise ValueError(f"{cell} holds a formula: {match[2]}")
            return content[: match.start()] + _cell_xml(match[1], value) + content[match.end() :]
        there, _ = coordinate_from_string(reference)
        if column_index_from_string(there) > column_index_from_string(column):
            return content[: match.start()] + _cell_xml(f' r="{cell}"', value) + content[match.start() :]
    return content + _cell_xml(f' r="{cell}"', value)


def _cell_xml(attributes: str, value: Value | int) -> str:
    attributes = _without(attributes, "t")
    match value:
        case None:
            return f"<c{attributes}/>"
        case bool():
            return f'<c{attributes} t="b"><v>{value:d}</v></c>'
        case str():
            return f'<c{attributes} t="inlineStr"><is><t xml:space="preserve">{escape(value)}</t></is></c>'
        case _:
            return f"<c{attributes}><v>{float(value)!r}</v></c>"


def _without(attributes: str, name: str) -> str:
    return re.sub(rf' {name}="[^"]*"', "", attributes)


def _attribute(attributes: str, name: str) -> str:
    match = re.search(rf' {name}="([^"]*)"', attributes)
    if match is None:
        raise ValueError(f"no {name} in <…{attributes}>")
    return match[1]


def _rewrite(path: Path, copy: Path, changes: Mapping[str, Callable[[str], str]]) -> Path:
    if copy.exists() and copy.samefile(path):
        raise ValueError(f"{copy} is the file itself")
    copy.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(copy, "w", zipfile.ZIP_DEFLATED) as new:
        for item in old.infolist():
            data = old.read(item)
            if item.filename in changes:
                data = changes[item.filename](data.decode("utf-8")).encode("utf-8")
            new.writestr(item, data, zipfile.ZIP_DEFLATED)
    return copy


def _parts(path: Path) -> dict[str, str]:
    """The file inside the workbook for each sheet's name, in the order of the sheets."""
    with zipfile.ZipFile(path) as archive:
        relations = ElementTree.fromstring(archive.read("xl/_rels/workbook.xml.rels"))
        targets = {relation.get("Id"): relation.get("Target", "") for relation in relations}
        workbook = ElementTree.fromstring(archive.read("xl/workbook.xml"))
        names = set(archive.namelist())
    parts = {}
    for sheet in workbook.iter(f"{_MAIN}sheet"):
        target = targets[sheet.get(_RELATION)]
        part = target.lstrip("/") if target.startswith("/") else f"xl/{target}"
        if part in names and "worksheets/" in part:
            parts[sheet.get("name", "")] = part
    return parts


# --- reading a workbook -----------------------------------------------------------------------------------------------


def values(path: Path) -> dict[Cell, Value]:
    """The stored value of every cell that has one; a formula that gives an empty text has the value ""."""
    found: dict[Cell, Value] = {}
    strings = _shared_strings(path)
    for sheet, cell, element in _cells(path):
        value = _value(element, strings)
        if value is not None:
            found[sheet, cell] = value
    return found


def formulas(path: Path) -> dict[Cell, str]:
    """The formula of every cell that has one, with its leading "="."""
    found: dict[Cell, str] = {}
    shared: dict[tuple[str, str], tuple[str, str]] = {}
    for sheet, cell, element in _cells(path):
        formula = element.find(f"{_MAIN}f")
        if formula is None:
            continue
        text = f"={formula.text or ''}"
        if formula.get("t") == "shared":
            key = sheet, formula.get("si", "")
            if formula.text:
                shared[key] = text, cell
            else:
                first, origin = shared[key]
                text = Translator(first, origin=origin).translate_formula(cell)
        found[sheet, cell] = text
    return found


def _cells(path: Path) -> Iterator[tuple[str, str, ElementTree.Element]]:
    parts = _parts(path)
    with zipfile.ZipFile(path) as archive:
        for sheet, part in parts.items():
            with archive.open(part) as stream:
                for _, element in ElementTree.iterparse(stream):
                    if element.tag == f"{_MAIN}row":
                        for cell in element.iter(f"{_MAIN}c"):
                            yield sheet, cell.get("r", ""), cell
                        element.clear()


def _shared_strings(path: Path) -> list[str]:
    with zipfile.ZipFile(path) as archive:
        if "xl/sharedStrings.xml" not in archive.namelist():
            return []
        root = ElementTree.fromstring(archive.read("xl/sharedStrings.xml"))
    return [_text(item) for item in root.iter(f"{_MAIN}si")]


def _text(item: ElementTree.Element) -> str:
    # <t> in runs of rich text too, but not the phonetic guide <rPh> of Japanese names
    direct = item.findall(f"{_MAIN}t") + item.findall(f"{_MAIN}r/{_MAIN}t")
    return "".join(part.text or "" for part in direct)


def _value(cell: ElementTree.Element, strings: Sequence[str]) -> Value:
    kind = cell.get("t", "n")
    if kind == "inlineStr":
        inline = cell.find(f"{_MAIN}is")
        return None if inline is None else _text(inline)
    stored = cell.find(f"{_MAIN}v")
    if kind == "str":
        return "" if stored is None else stored.text or ""
    if stored is None or stored.text is None:
        return None
    match kind:
        case "s":
            return strings[int(stored.text)]
        case "b":
            return stored.text == "1"
        case "e":
            return stored.text
        case _:
            return float(stored.text)


# --- comparing --------------------------------------------------------------------------------------------------------


def roundtrip(paths: Sequence[Path], out_dir: Path, **tolerances: float) -> list[str]:
    """Recalculate poisoned copies of the workbooks and compare every formula cell with the value it was written with.

    Returns the differences in words; a formula cell that was written without a value is one.
    """
    poisoned = [poison(path, out_dir / "poisoned" / f"{number}-{path.name}") for number, path in enumerate(paths)]
    differences = []
    for path, new in zip(paths, recalculate(poisoned, out_dir / "recalculated"), strict=True):
        written = values(path)
        expected = {cell: written.get(cell) for cell in formulas(path)}
        differences += [f"{path.name}: {line}" for line in compare(new, expected, **tolerances)]
    return differences


def compare(
    recalculated: Path, expected: Mapping[Cell, object], *, relative: float = RELATIVE, absolute: float = ABSOLUTE
) -> list[str]:
    """The cells of a recalculated workbook that differ from what is expected, in words; an empty list if none does.

    Numbers may differ by `relative` of the larger one, or by `absolute`; texts must be the same. A blank (None, NaN or
    "") only equals a blank. `expected` may hold pandas' and numpy's numbers.
    """
    found = values(recalculated)
    rules = formulas(recalculated)
    differences = []
    for cell, wanted in expected.items():
        got = found.get(cell)
        if not _same(wanted, got, relative, absolute):
            sheet, reference = cell
            rule = rules.get(cell, "no formula")
            gap = f", off by {_number(got) - _number(wanted):.3g}" if _are_numbers(wanted, got) else ""
            differences.append(f"{sheet}!{reference} {rule}: expected {_shown(wanted)}, got {_shown(got)}{gap}")
    return differences


def without_expectation(path: Path, expected: Mapping[Cell, object]) -> list[Cell]:
    """The formula cells that `expected` forgets, for a test that claims to look at every one."""
    return [cell for cell in formulas(path) if cell not in expected]


def _same(wanted: object, got: Value, relative: float, absolute: float) -> bool:
    if _is_blank(wanted) or _is_blank(got):
        return _is_blank(wanted) and _is_blank(got)
    if _are_numbers(wanted, got):
        return math.isclose(_number(wanted), _number(got), rel_tol=relative, abs_tol=absolute)
    return isinstance(wanted, str) and wanted == got


def _is_blank(value: object) -> bool:
    # pandas' NA and NaN differ from themselves, or have no truth value
    if value is None or (isinstance(value, str) and value == ""):
        return True
    return type(value).__name__ in ("NAType", "NaTType") or (not isinstance(value, str) and value != value)


def _are_numbers(*candidates: object) -> bool:
    return all(not isinstance(value, str) and hasattr(value, "__float__") for value in candidates)


def _number(value: object) -> float:
    return float(value)  # type: ignore[arg-type]


def _shown(value: object) -> str:
    if _is_blank(value):
        return "a blank"
    return repr(value) if isinstance(value, str) else f"{_number(value)!r}"
