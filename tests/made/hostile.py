"""Files that are made to break a reader, or were broken on the way; all of them small, or made without a disk."""

import io
import struct
import zipfile
import zlib

import openpyxl
from made.making import FOUR

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
SHEET = "xl/worksheets/sheet1.xml"
ODS = "application/vnd.oasis.opendocument.spreadsheet"
OFFICE = "urn:oasis:names:tc:opendocument:xmlns:"


def parts_of(data):
    """The parts of a zip container, by name."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def zipped(parts):
    """A zip container; `parts` is a dict, or pairs where names may stand twice."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items() if isinstance(parts, dict) else parts:
            archive.writestr(name, content)
    return target.getvalue()


def workbook_bytes(rows=FOUR):
    """A workbook as openpyxl writes it."""
    book = openpyxl.Workbook()
    book.active.title = "Event"
    for row in rows:
        book.active.append(row)
    target = io.BytesIO()
    book.save(target)
    return target.getvalue()


def workbook_with(changes, rows=FOUR):
    """A workbook with other parts: a text for a new content, a function for one made from the old content."""
    parts = parts_of(workbook_bytes(rows))
    for name, content in changes.items():
        parts[name] = content(parts.get(name, b"")) if callable(content) else content
    return zipped(parts)


def put(before, text):
    """A change that puts `text` in front of `before`."""

    def change(old):
        assert before.encode() in old
        return old.replace(before.encode(), text.encode() + before.encode(), 1)

    return change


def far_cell(address="XFD1048576", tag='<c r="{}"><v>1</v></c>'):
    """A workbook of some 5 KB with one more cell, far outside the table."""
    return workbook_with({SHEET: put("</sheetData>", f"<row>{tag.format(address)}</row>")})


def bomb(size, name="xl/media/image1.png"):
    """A workbook that unzips to `size` bytes more, which are never all held: its check sum is left wrong."""
    return with_member(workbook_bytes(), name.encode(), zeros(size), 0, size)


def with_member(data, name, packed, crc, size, declared=None):
    """A zip container with one more, deflated member, which may declare another size than it has."""
    declared = size if declared is None else declared
    end = data.rindex(b"PK\x05\x06")
    count, length, start = struct.unpack_from("<HII", data, end + 10)
    fixed = (20, 0, 8, 0, 0x21, crc, len(packed), declared, len(name), 0)
    local = struct.pack("<4s5H3I2H", b"PK\x03\x04", *fixed) + name + packed
    central = struct.pack("<4sH5H3I5H2I", b"PK\x01\x02", 20, *fixed, 0, 0, 0, 0, start) + name
    directory = data[start : start + length] + central
    tail = struct.pack("<4s4H2IH", b"PK\x05\x06", 0, 0, count + 1, count + 1, len(directory), start + len(local), 0)
    return data[:start] + local + directory + tail


def zeros(size, piece=10_000_000):
    """`size` zeros deflated, as one packed piece over and over."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(bytes(piece)) + packer.flush(zlib.Z_FULL_FLUSH)
    return packed * (size // piece) + b"\x03\0"


def deflated(content):
    """Deflated bytes as a zip container holds them."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return packer.compress(content) + packer.flush()


def ods(table, extra=()):
    """An OpenDocument spreadsheet with this content of its one table."""
    content = (
        f'<office:document-content xmlns:office="{OFFICE}office:1.0" xmlns:table="{OFFICE}table:1.0" '
        f'xmlns:text="{OFFICE}text:1.0"><office:body><office:spreadsheet><table:table table:name="Event">{table}'
        "</table:table></office:spreadsheet></office:body></office:document-content>"
    )
    return zipped([("mimetype", ODS), ("content.xml", content), *extra])


def ods_row(values, attributes="", cell=""):
    """One row of an OpenDocument table."""
    cells = "".join(
        f'<table:table-cell {cell} office:value-type="string"><text:p>{v}</text:p></table:table-cell>'
        if v is not None
        else "<table:table-cell/>"
        for v in values
    )
    return f"<table:table-row {attributes}>{cells}</table:table-row>"


def ole(streams):
    """An OLE container (old Excel, Word …) with these streams, each of 4,096 bytes or more: none is a small one."""
    sectors, starts, table = [], {}, []
    for name, content in streams.items():
        content = content.ljust(max(4096, -len(content) % 512 + len(content)), b"\0")
        starts[name] = (len(sectors), len(content))
        count = len(content) // 512
        table += [*range(len(sectors) + 1, len(sectors) + count), 0xFFFFFFFE]
        sectors += [content[at : at + 512] for at in range(0, len(content), 512)]
    entries = [_entry("Root Entry", 5, 0xFFFFFFFE, 0, child=1)]
    for number, name in enumerate(streams, start=1):
        following = number + 1 if number < len(streams) else _NONE
        entries.append(_entry(name, 2, *starts[name], following))
    entries += [bytes(128)] * (-len(entries) % 4)
    directory = len(sectors)
    directory_count = len(entries) // 4
    sectors += [b"".join(entries[at : at + 4]) for at in range(0, len(entries), 4)]
    table += [*range(directory + 1, directory + directory_count), 0xFFFFFFFE]
    fat_count = 1
    while (len(sectors) + fat_count) > fat_count * 128:
        fat_count += 1
    fat_start = len(sectors)
    table += [0xFFFFFFFD] * fat_count
    table += [0xFFFFFFFF] * (fat_count * 128 - len(table))
    fat = struct.pack(f"<{len(table)}I", *table)
    header = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16) + struct.pack("<5H", 0x3E, 3, 0xFFFE, 9, 6) + bytes(10)
    header += struct.pack("<8I", fat_count, directory, 0, 4096, 0xFFFFFFFE, 0, 0xFFFFFFFE, 0)
    header += struct.pack("<109I", *range(fat_start, fat_start + fat_count), *[0xFFFFFFFF] * (109 - fat_count))
    return header + b"".join(sectors) + fat


_NONE = 0xFFFFFFFF


def _entry(name, kind, start, size, following=_NONE, child=_NONE):
    text = name.encode("utf-16-le")
    head = text.ljust(64, b"\0") + struct.pack("<HBB3I", len(text) + 2, kind, 1, _NONE, following, child)
    return head + bytes(36) + struct.pack("<II", start, size) + bytes(4)


def record(number, content=b""):
    """A record of an old Excel workbook."""
    return struct.pack("<2H", number, len(content)) + content


def xls(records):
    """An old Excel workbook (globals, then one sheet with these records) in its OLE container."""
    begin = record(0x0809, struct.pack("<4H2I", 0x0600, 5, 0, 0, 0, 0))
    sheet = record(0x0809, struct.pack("<4H2I", 0x0600, 16, 0, 0, 0, 0))
    return ole({"Workbook": begin + record(0x0A) + sheet + b"".join(records) + record(0x0A)})


def old_workbook(rows, title="Event"):
    """An old Excel workbook with a sheet of texts and numbers, as small as one can be that is right."""
    name = title.encode("latin-1")
    sheet = record(0x0809, struct.pack("<4H2I", 0x0600, 16, 0, 0, 0, 0))
    width = max(map(len, rows), default=0)
    sheet += record(0x0200, struct.pack("<2I3H", 0, len(rows), 0, width, 0))
    for row, cells in enumerate(rows):
        for column, value in enumerate(cells):
            if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e300:
                sheet += record(0x0203, struct.pack("<3Hd", row, column, 15, float(value)))
            elif value is not None:
                text = str(value)[:1000].encode("utf-16-le", "replace")
                sheet += record(0x0204, struct.pack("<4HB", row, column, 15, len(text) // 2, 1) + text)
    sheet += record(0x000A)
    begin = record(0x0809, struct.pack("<4H2I", 0x0600, 5, 0, 0, 0, 0)) + record(0x0042, struct.pack("<H", 1200))
    begin += record(0x0031, struct.pack("<5H5B", 200, 0, 0x7FFF, 400, 0, 0, 0, 0, 0, 5) + b"\0Arial")
    begin += record(0x00E0, bytes(20)) * 16
    place = len(begin) + 4 + 8 + len(name) + 4
    begin += record(0x0085, struct.pack("<I4B", place, 0, 0, len(name), 0) + name) + record(0x000A)
    return ole({"Workbook": begin + sheet})
