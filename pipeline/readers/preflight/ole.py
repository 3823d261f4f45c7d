"""Old Excel workbooks (.xls): the OLE container's chains of sectors, and the records of the workbook in it.

Only what is needed to measure: [MS-CFB] 2.2 to 2.6 for the container, [MS-XLS] 2.4 for the records.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path

from pipeline.errors import FileError
from pipeline.limits import Limits
from pipeline.readers.preflight.extent import Extent
from pipeline.readers.preflight.findings import Findings, damaged, too_large
from pipeline.words import Said, counted, said

_WORKBOOKS = ("Workbook", "Book")
_MACROS = "_VBA_PROJECT_CUR"
_LAST_SECTOR = 0xFFFFFFFA
"""Sector numbers from here on are marks: end of chain, free, and so on."""
_STREAM = 2
_BOF, _FILEPASS, _DIMENSIONS, _SST, _SUPBOOK = 0x0809, 0x002F, 0x0200, 0x00FC, 0x01AE
_CELLS = {0x0006, 0x0201, 0x0203, 0x0204, 0x0205, 0x027E, 0x00FD, 0x00D6, 0x0406, 0x0206}
"""FORMULA, BLANK, NUMBER, LABEL, BOOLERR, RK, LABELSST, RSTRING: each begins with its row and its column."""
_ROWS_OF_CELLS = {0x00BD, 0x00BE}
"""MULRK and MULBLANK: row, first column, …, last column."""
_OTHER_BOOK = 4
"""Bytes that a SUPBOOK record has for this workbook itself or for add-ins; longer ones name another file."""
_SHORTEST_TEXT = 3


class _Broken(Exception):
    """The container or its records aren't whole; says what."""

    def __init__(self, what: Said) -> None:
        super().__init__(what)
        self.what = what


def examine(path: Path, data: bytes, limits: Limits) -> Findings:
    """What is in an OLE file. Raises FileError for a workbook that is cut off, encrypted, or reaches too far."""
    findings = Findings("ole", size=len(data))
    if not any(name.encode("utf-16-le") in data for name in _WORKBOOKS):
        return findings  # some other Office file, or an encrypted one: it is named for what it is later
    try:
        container = _Container(data)
        name = next((name for name in _WORKBOOKS if name in container.streams), "")
        if not name:
            return findings
        stream = container.stream(name)
        if _MACROS in container.names:
            findings.note(said("macros"), [_MACROS], said("macros in the workbook, which were neither run nor read"))
        _look_through(path, stream, limits, findings)
    except (_Broken, struct.error) as error:
        what = error.what if isinstance(error, _Broken) else said("it is cut off")
        raise damaged(path, said("it is an old Office file, and {what}", what=what)) from error
    return findings


class _Container:
    """The streams of an OLE container."""

    def __init__(self, data: bytes) -> None:
        """Read the header, the sector tables and the directory."""
        self._data = data
        shift, mini_shift = struct.unpack_from("<2H", data, 30)
        if shift not in (9, 12) or mini_shift != 6:
            raise _Broken(said("its header is wrong"))
        self._size = 1 << shift
        fat_count, directory, _, self._cutoff, mini_fat, _, more, _ = struct.unpack_from("<IIIIIIII", data, 44)
        listed = list(struct.unpack_from("<109I", data, 76))
        width = self._size // 4
        for _ in range(len(data) // self._size + 1):  # the list of table sectors may go on elsewhere
            if more >= _LAST_SECTOR:
                break
            *part, more = struct.unpack(f"<{width}I", self._sector(more))
            listed += part
        sectors = [number for number in listed if number < _LAST_SECTOR][:fat_count]
        self._fat = [n for number in sectors for n in struct.unpack(f"<{width}I", self._sector(number))]
        self.names: set[str] = set()
        self.streams: dict[str, tuple[int, int]] = {}
        root = (_LAST_SECTOR, 0)
        entries = self._chain(directory)
        for start in range(0, len(entries) - 127, 128):
            length, kind = struct.unpack_from("<HB", entries, start + 64)
            name = entries[start : start + max(min(length, 64) - 2, 0)].decode("utf-16-le", "replace")
            where = struct.unpack_from("<II", entries, start + 116)
            self.names.add(name)
            if kind == _STREAM:
                self.streams.setdefault(name, where)
            elif kind == 5:
                root = where
        self._mini = self._chain(root[0]) if root[1] else b""
        table = self._chain(mini_fat)
        self._mini_fat = struct.unpack(f"<{len(table) // 4}I", table[: len(table) // 4 * 4])

    def _sector(self, number: int) -> bytes:
        start = (number + 1) * self._size
        sector = self._data[start : start + self._size]
        if not sector:
            raise _Broken(said("it is cut off"))
        return sector.ljust(self._size, b"\0")

    def _chain(self, number: int) -> bytes:
        """All sectors from `number` on. A chain can't be longer than the table, unless it runs in a circle."""
        parts: list[bytes] = []
        while number < _LAST_SECTOR:
            if number >= len(self._fat) or len(parts) > len(self._fat):
                raise _Broken(said("its table of sectors is wrong"))
            parts.append(self._sector(number))
            number = self._fat[number]
        return b"".join(parts)

    def stream(self, name: str) -> bytes:
        """The content of a stream."""
        first, size = self.streams[name]
        if size >= self._cutoff:
            content = self._chain(first)
        else:
            parts: list[bytes] = []
            number = first
            while number < _LAST_SECTOR:
                if number >= len(self._mini_fat) or len(parts) > len(self._mini_fat):
                    raise _Broken(said("its table of small sectors is wrong"))
                parts.append(self._mini[number * 64 : number * 64 + 64])
                number = self._mini_fat[number]
            content = b"".join(parts)
        if len(content) < size:
            raise _Broken(said("its workbook is cut off"))
        return content[:size]


def _records(stream: bytes) -> Iterator[tuple[int, memoryview]]:
    """The records of a workbook stream: number and content."""
    view = memoryview(stream)
    position = 0
    while position + 4 <= len(stream):
        number, length = struct.unpack_from("<2H", stream, position)
        position += 4
        if position + length > len(stream):
            if any(stream[position:]):
                raise _Broken(said("its last record is cut off"))
            return
        yield number, view[position : position + length]
        position += length


def _look_through(path: Path, stream: bytes, limits: Limits, findings: Findings) -> None:
    extents: list[Extent] = []
    others = 0
    for number, content in _records(stream):
        if number == _BOF:
            extents.append(Extent())
        elif number in _CELLS and extents and len(content) >= 4:
            row, column = struct.unpack_from("<2H", content)
            extents[-1].reach(row + 1, column + 1)
        elif number in _ROWS_OF_CELLS and extents and len(content) >= 6:
            row, last = struct.unpack_from("<H", content)[0], struct.unpack_from("<H", content, len(content) - 2)[0]
            extents[-1].reach(row + 1, last + 1)
        elif number == _DIMENSIONS and extents and len(content) >= 10:
            _, rows, _, columns = struct.unpack_from("<2I2H" if len(content) >= 14 else "<4H", content)
            extents[-1].reach(rows, columns)
        elif number == _FILEPASS:
            raise FileError(
                path, said("this is protected by a password."), said("Open it in Excel, remove it, and save it again.")
            )
        elif number == _SST and len(content) >= 8:
            texts = struct.unpack_from("<I", content, 4)[0]
            if texts > len(stream) // _SHORTEST_TEXT:
                raise _Broken(
                    said("its table of texts declares {texts:,} texts, more than there is room for", texts=texts)
                )
        elif number == _SUPBOOK and len(content) > _OTHER_BOOK:
            others += 1
    for index, extent in enumerate(extents):
        findings.cells += extent.cells
        if extent.exceeds(limits):
            raise extent.refusal(path, str(index), limits)  # number 0 is the workbook itself
    if findings.cells > limits.cells:
        what = said(
            "its sheets make {cells:,} cells together (limit {cells_2:,}).", cells=findings.cells, cells_2=limits.cells
        )
        raise too_large(path, what, said("Delete the sheets that don't belong to the tournament, and save it."), limits)
    links = [counted("{count} other file", "{count} other files", others)] if others else []
    findings.note(
        said("external links"), links, said("links to other files, not followed: the values saved with them were used")
    )
