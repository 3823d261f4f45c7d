"""Ways to spoil a file: in its bytes, its characters, its lines, its cells, its XML, its zip container.

Each takes a random.Random and what it spoils, and gives it back spoilt; the same random numbers spoil it the same way.
"""

import copy
import datetime
import random
import re
import struct
import zipfile

from made import hostile

from fuzz.seeds import Rows, pack

TOKENS: tuple[object, ...] = (
    None, "", " ", "\u00a0", "0", "1", "-1", "00", "1e309", "1e-400", "nan", "inf", "-inf", "½", "1/2", "7½",
    "x½", "½½", "#N/A", "#REF!", "=1+1", "=[1]Sheet1!A1", "99999999999999999999", "9" * 400, "9" * 5000, "１２", "٣",
    "²", "Ⅷ", "1_000", "0x10", "+5", "1,5", "1.5.2", "1,234", "w", "b", "s", "n", "p", "t", "+", "-", "--", "=", "x",
    "X", "*", "**", "+-", "10", "01", "1 ½", "full-bye", "half-bye", "bye", "1w1", "2b½", "99999w1", "150w1",
    "-½", "-0", "2w", "w1", "1-0", "2:1", "\u202e", "\ufeff", "\x00", "a\x00b", "a\nb", "\t", '"', '""', "'",
    ";", ",", "|", "<", "&", "&amp;", "]]>", "a" * 3000, "w" * 300, "TRUE", "2026-01-02", "No.", "Name",
    "Rating", "Opponent 1", "Result 1", "Opponent 99", "Rk.", "Rtg", "1.Rd", "99.Rd", "0.Rd", "Pts.", "Titel",
    "Elo", "Rg.", "K", "Event", "😀", "İ", "ß", "ﬁ", "\ud800", 0, 1, -1, 2, 3, 0.5, -0.5, 1e300, 1e15, 10**18,
    2**63, 4001, 1e-9, True, False, datetime.datetime(2026, 1, 2), datetime.datetime(1900, 1, 1),
)  # fmt: skip
"""What cells are replaced with: things that look like numbers, results, headings, and nothing like anything."""

NUMBERS = (
    "0", "-1", "1", "2", "65535", "65536", "1048577", "4294967295", "99999999999", "1e9", "NaN", "", "A", "½", "٣",
    "9" * 5000,
)  # fmt: skip


def some(rng: random.Random, items):
    """One of them."""
    return items[rng.randrange(len(items))]


def token(rng: random.Random) -> str:
    """A token as text."""
    value = some(rng, TOKENS)
    return "" if value is None else str(value)


# Bytes


def in_bytes(rng: random.Random, data: bytes) -> bytes:
    """Flip, overwrite, insert, delete, double, swap or cut off bytes."""
    spoilt = bytearray(data)
    size = max(1, len(spoilt))
    at, length = rng.randrange(size), rng.choice((1, 1, 2, 4, 8, 40, size // 10 + 1))
    kind = rng.randrange(9)
    if kind == 0 and spoilt:
        spoilt[at] ^= 1 << rng.randrange(8)
    elif kind == 1:
        spoilt[at : at + length] = rng.randbytes(length)
    elif kind == 2:
        spoilt[at:at] = rng.randbytes(length)
    elif kind == 3:
        del spoilt[at : at + length]
    elif kind == 4:
        spoilt[at:at] = spoilt[at : at + length] * rng.choice((1, 2, 50))
    elif kind == 5:
        other = rng.randrange(size)
        spoilt[at : at + length], spoilt[other : other + length] = (
            spoilt[other : other + length], spoilt[at : at + length],
        )  # fmt: skip
    elif kind == 6:
        del spoilt[at:]
    elif kind == 7:
        spoilt[at : at + length] = bytes([some(rng, (0, 255, 0x80, 0x0A, 0x22, 0x3B, 0x3C))]) * length
    else:
        spoilt[at : at + 4] = struct.pack("<I", some(rng, (0, 1, 0x7FFFFFFF, 0xFFFFFFFF, 0x10000, size)))
    return bytes(spoilt)


# Text


def in_characters(rng: random.Random, text: str) -> str:
    """Shift columns, put tokens in, delete and double pieces."""
    at = rng.randrange(len(text) + 1)
    length = rng.choice((1, 1, 2, 3, 10))
    kind = rng.randrange(6)
    if kind == 0:
        return text[:at] + text[at + length :]
    if kind == 1:
        return text[:at] + " " * length + text[at:]
    if kind == 2:
        piece = token(rng)
        return text[:at] + piece + text[at + len(piece) :]
    if kind == 3:
        return text[:at] + token(rng) + text[at:]
    if kind == 4:
        return text[:at] + text[at : at + length] + text[at:]
    numbers = list(re.finditer(r"[0-9]+|[½wbx=+-]", text))
    if not numbers:
        return text
    match = some(rng, numbers)
    return text[: match.start()] + some(rng, (*NUMBERS, "w", "b", "+", "-", "=", "*")) + text[match.end() :]


def in_lines(rng: random.Random, text: str) -> str:
    """Delete, double, shuffle, empty, join, cut and move lines; other line ends."""
    lines = text.splitlines()
    if not lines:
        return text
    at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    kind = rng.randrange(9)
    if kind == 0:
        del lines[at]
    elif kind == 1:
        lines.insert(other, lines[at])
    elif kind == 2:
        rng.shuffle(lines)
    elif kind == 3:
        lines[at] = ""
    elif kind == 4:
        lines[at : at + 2] = ["".join(lines[at : at + 2])]
    elif kind == 5:
        lines[at] = lines[at][: rng.randrange(len(lines[at]) + 1)]
    elif kind == 6:
        lines[at], lines[other] = lines[other], lines[at]
    elif kind == 7:
        lines = [token(rng), *lines]
    else:
        return some(rng, ("\r", "\n\n", "\r\r\n", "\x0b", "\u2028", "\x1c")).join(lines)
    return "\n".join(lines) + "\n"


def encoded(rng: random.Random, text: str) -> bytes:
    """The text in some encoding, mostly UTF-8."""
    encodings = ("utf-8",) * 12 + ("utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "cp1252", "latin-1",
                                   "cp850", "utf-7", "cp037")  # fmt: skip
    return text.encode(some(rng, encodings), "replace")


# Cells


def in_cells(rng: random.Random, rows: Rows) -> Rows:
    """Replace, swap, move and delete cells, columns and rows."""
    rows = copy.deepcopy(rows)
    width = max(map(len, rows), default=0)
    if not width:
        return rows
    row, column, other = rng.randrange(len(rows)), rng.randrange(width), rng.randrange(width)
    kind = rng.randrange(12)
    if kind <= 4:
        _pad(rows[row], column)
        rows[row][column] = some(rng, TOKENS)
    elif kind == 5:  # two columns change places
        for cells in rows:
            _pad(cells, max(column, other))
            cells[column], cells[other] = cells[other], cells[column]
    elif kind == 6:
        for cells in rows:
            del cells[column : column + 1]
    elif kind == 7:
        for cells in rows:
            cells.insert(column, some(rng, TOKENS) if rng.random() < 0.5 else None)
    elif kind == 8:
        del rows[row]
    elif kind == 9:
        rows.insert(row, list(some(rng, rows)))
    elif kind == 10:
        rng.shuffle(rows)
    else:  # two cells change places
        source, target = some(rng, rows), some(rng, rows)
        _pad(source, column)
        _pad(target, other)
        source[column], target[other] = target[other], source[column]
    return rows


def _pad(cells: list[object], column: int) -> None:
    cells.extend([None] * (column + 1 - len(cells)))


# XML and zip


def in_xml(rng: random.Random, content: bytes) -> bytes:
    """Change attributes and texts, delete, double, move and nest elements, put declarations in front."""
    kind = rng.randrange(9)
    values = list(re.finditer(rb'="([^"]*)"|>([^<>]+)<', content))
    tags = list(re.finditer(rb"<[^<>]+>", content))
    if not values or not tags:
        return in_bytes(rng, content)
    match, tag, other = some(rng, values), some(rng, tags), some(rng, tags)
    new = some(rng, NUMBERS) if rng.random() < 0.5 else token(rng)
    safe = new.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;").encode("utf-8", "replace")
    group = 1 if match[1] is not None else 2
    if kind <= 2:
        return content[: match.start(group)] + safe + content[match.end(group) :]
    if kind == 3:
        return content[: tag.start()] + content[tag.end() :]
    if kind == 4:
        return content[: tag.start()] + tag[0] + content[tag.start() :]
    if kind == 5:
        return content[: tag.start()] + other[0] + content[tag.end() :]
    if kind == 6:  # an attribute more
        name = some(rng, (b"r", b"s", b"t", b"ref", b"hidden", b"min", b"max", b"ht", b"colspan", b"rowspan", b"spans",
                          b"table:number-rows-repeated", b"table:number-columns-repeated", b"office:value-type",
                          b"table:number-columns-spanned", b"office:time-value", b"table:visibility", b"text:c"))
        end = tag.end() - (2 if tag[0].endswith(b"/>") else 1)
        return content[:end] + b" " + name + b'="' + safe + b'"' + content[end:]
    if kind == 7:
        utf_16 = b"<?xml version='1.0' encoding='utf-16'?>"
        return some(rng, (b"<!DOCTYPE a>", b"<!-- -->", b"\xef\xbb\xbf", b"<![CDATA[", utf_16)) + content
    piece = content[tag.start() : other.end()][:2000]
    return content[: tag.start()] + piece * rng.choice((2, 30)) + content[tag.start() :]


def in_zip(rng: random.Random, data: bytes) -> bytes:
    """Spoil one part and pack it again properly, or lose, rename, double and empty parts."""
    try:
        parts = hostile.parts_of(data)
    except Exception:  # it is spoilt already, in any way that zipfile knows
        return in_bytes(rng, data)
    if not parts:
        return data
    likely = [name for name in parts if "sheet" in name or "workbook" in name or "content" in name] or list(parts)
    name = some(rng, likely if rng.random() < 0.8 else list(parts))
    kind = rng.randrange(10)
    if kind <= 5:
        parts[name] = in_xml(rng, parts[name])
    elif kind == 6:
        parts[name] = in_bytes(rng, parts[name])
    elif kind == 7:
        del parts[name]
    elif kind == 8:
        parts[some(rng, (name.upper(), "../" + name, name + "x", "xl/vbaProject.bin", "mimetype"))] = parts.pop(name)
    else:
        other = some(rng, list(parts))
        parts[name], parts[other] = parts[other], parts[name]
    return pack(parts, some(rng, (zipfile.ZIP_DEFLATED, zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED)))


def in_records(rng: random.Random, data: bytes) -> bytes:
    """Spoil the records of an old Excel workbook where it is: numbers, lengths and contents."""
    start = data.find(b"\x09\x08")
    if start < 0 or rng.random() < 0.2:
        return in_bytes(rng, data)
    spoilt, positions, at = bytearray(data), [], start
    while at + 4 < len(data):
        number, length = struct.unpack_from("<2H", data, at)
        if not number:
            break
        positions.append((at, length))
        at += 4 + length
    for _ in range(rng.choice((1, 1, 3))):
        at, length = some(rng, positions)
        kind = rng.randrange(4)
        if kind == 0:
            struct.pack_into("<H", spoilt, at, some(rng, (6, 0x200, 0x203, 0x204, 0x27E, 0xFD, 0xFC, 0xBD, 0x85, 0xE0)))
        elif kind == 1:
            struct.pack_into("<H", spoilt, at + 2, some(rng, (0, 1, length + 4, 0x2080, 0xFFFF)))
        elif length:
            offset = at + 4 + rng.randrange(length)
            spoilt[offset : offset + 2] = some(rng, (b"\0\0", b"\xff\xff", b"\x01\x00", rng.randbytes(2)))
    return bytes(spoilt[: len(data)])
