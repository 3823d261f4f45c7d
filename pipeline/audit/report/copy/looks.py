"""New looks for cells, appended to a workbook's styles; the old ones keep their numbers."""

from __future__ import annotations

import re
from xml.sax.saxutils import quoteattr

from pipeline.audit.sheet.package import EMPTY_STYLES, MAIN, Package, prefix_of, with_attribute

VERDICT_COLOURS = {
    "ok": "FFE2F0D9", "rounding": "FFDDEBF7", "carried": "FFFFEB9C", "wrong": "FFFF9C9C", "missing": "FFF8CBAD",
}
_FIRST_FORMAT = 164
"""Number formats below are built into Excel."""


class Styles:
    """The styles of a package, as lists of XML that can only grow; `save` writes them back."""

    def __init__(self, package: Package) -> None:
        """Take the styles of a package; one without any gets the usual empty ones."""
        self._package = package
        part = package.related(package.workbook, "styles")
        if part is None:
            part = package.free_name("xl/styles{}.xml")
            package.put(part, EMPTY_STYLES)
            package.declare(part, "application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml")
            package.relate(package.workbook, "styles", part)
        self._part = part
        self._xml = package.text(part)
        self._prefix = prefix_of(self._xml, "styleSheet")
        self._fills: dict[str, int] = {}
        self._fonts: dict[str, int] = {}
        self._formats: dict[str, int] = {}
        self._coloured: dict[tuple[int, str], int] = {}
        self._made: dict[str, int] = {}
        self._cell_formats = self._items("cellXfs", "xf")

    def coloured(self, style: int, colour: str) -> int:
        """The style that is like `style` (its number), filled with `colour`."""
        key = style, colour
        if key not in self._coloured:
            old = self._cell_formats[style] if style < len(self._cell_formats) else self._cell_formats[0]
            start, end = re.match(r"(<[^>]*?)(/?>)", old).span()  # type: ignore[union-attr]
            tag = with_attribute(old[start:end], "fillId", str(self._fill(colour)))
            self._coloured[key] = self._add_format(with_attribute(tag, "applyFill", "1") + old[end:])
        return self._coloured[key]

    def look(
        self, *, bold: bool = False, colour: str = "", fill: str = "", size: int = 10, number_format: str = "",
        wrap: bool = False, centred: bool = False, underlined: bool = False,
    ) -> int:
        """A style of its own, for the audit's own sheets."""
        p = self._prefix
        font = self._font(
            f"<{p}font>" + f"<{p}b/>" * bold + f"<{p}u/>" * underlined + f'<{p}sz val="{size}"/>'
            f'<{p}color rgb="{colour or "FF000000"}"/><{p}name val="Calibri"/></{p}font>'
        )
        vertical = "top" if wrap else "center"
        placed = (
            f'<{p}alignment vertical="{vertical}"' + ' wrapText="1"' * wrap + ' horizontal="center"' * centred + "/>"
        )
        xf = (
            f'<{p}xf numFmtId="{self._format(number_format)}" fontId="{font}" '
            f'fillId="{self._fill(fill) if fill else 0}" borderId="0" xfId="0" '
            'applyNumberFormat="1" applyFont="1" applyFill="1" applyAlignment="1">'
            f"{placed}</{p}xf>"
        )
        if xf not in self._made:
            self._made[xf] = self._add_format(xf)
        return self._made[xf]

    def save(self) -> None:
        """Write the styles into the package."""
        self._package.put(self._part, self._xml)

    def _items(self, list_: str, item: str) -> list[str]:
        p = self._prefix
        block = re.search(rf"<{p}{list_}[\s>].*?</{p}{list_}>", self._xml, re.DOTALL)
        inner = re.sub(rf"^<{p}{list_}[^>]*>", "", block[0]) if block else ""
        return re.findall(rf"<{p}{item}(?=[\s/>])(?:[^>]*?/>|.*?</{p}{item}>)", inner, re.DOTALL)

    def _append(self, list_: str, item: str) -> None:
        """Put an item at the end of a list; a list that isn't there comes where the schema wants it."""
        p = self._prefix
        self._xml = re.sub(rf"(<{p}{list_}(?=[\s/])[^>]*?)\s*/>", rf"\1></{p}{list_}>", self._xml, count=1)
        match = re.search(rf"<{p}{list_}(?=[\s/>])[^>]*>", self._xml)
        if match is None:  # only numFmts can be missing, and it is the first list
            self._xml = re.sub(
                rf"(<{p}styleSheet[^>]*>)", rf'\g<1><{p}{list_} count="0"></{p}{list_}>', self._xml, count=1
            )
            match = re.search(rf"<{p}{list_}(?=[\s/>])[^>]*>", self._xml)
            assert match is not None
        count = re.search(r'count="(\d+)"', match[0])
        if count:
            tag = with_attribute(match[0], "count", str(int(count[1]) + 1))
            self._xml = self._xml[: match.start()] + tag + self._xml[match.end() :]
        end = self._xml.index(f"</{p}{list_}>")
        self._xml = self._xml[:end] + item + self._xml[end:]

    def _add_format(self, xf: str) -> int:
        self._append("cellXfs", xf)
        self._cell_formats.append(xf)
        return len(self._cell_formats) - 1

    def _fill(self, colour: str) -> int:
        if colour not in self._fills:
            p = self._prefix
            self._fills[colour] = len(self._items("fills", "fill"))
            self._append(
                "fills",
                f'<{p}fill><{p}patternFill patternType="solid"><{p}fgColor rgb="{colour}"/><{p}bgColor indexed="64"/>'
                f"</{p}patternFill></{p}fill>",
            )
        return self._fills[colour]

    def _font(self, xml: str) -> int:
        if xml not in self._fonts:
            self._fonts[xml] = len(self._items("fonts", "font"))
            self._append("fonts", xml)
        return self._fonts[xml]

    def _format(self, code: str) -> int:
        built_in = {"": 0, "0": 1, "0.00": 2}
        if code in built_in:
            return built_in[code]
        if code not in self._formats:
            p = self._prefix
            used = [int(number) for number in re.findall(r'numFmtId="(\d+)"', self._xml)]
            self._formats[code] = max([_FIRST_FORMAT - 1, *used]) + 1
            self._append(
                "numFmts", f'<{p}numFmt numFmtId="{self._formats[code]}" formatCode={quoteattr(code)}/>'
            )
        return self._formats[code]


__all__ = ["MAIN", "VERDICT_COLOURS", "Styles"]
