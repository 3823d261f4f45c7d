"""New looks for cells, appended to a workbook's styles; the old ones keep their numbers."""

from __future__ import annotations

import re
from xml.sax.saxutils import quoteattr

from pipeline.audit.report.copy.package import EMPTY_STYLES, MAIN, Package, prefix_of, with_attribute

VERDICT_COLOURS = {
    "ok": "FFE2F0D9", "rounding": "FFDDEBF7", "carried": "FFFFEB9C", "wrong": "FFFF9C9C", "missing": "FFF8CBAD",
}
_FIRST_FORMAT = 164
"""Number formats below are built into Excel."""


_LISTS = {"numFmts": "numFmt", "fonts": "font", "fills": "fill", "cellXfs": "xf"}
"""The lists that grow, and what is in them."""
_ORDER = (
    "numFmts", "fonts", "fills", "borders", "cellStyleXfs", "cellXfs", "cellStyles", "dxfs", "tableStyles", "colors",
    "extLst",
)


class _Growing:
    """A list of elements and what is added to it, each once."""

    def __init__(self, old: list[str]) -> None:
        self.old, self.new = old, list[str]()
        self._places: dict[str, int] = {}

    def add(self, item: str) -> int:
        """The place of a new element."""
        if item not in self._places:
            self._places[item] = len(self.old) + len(self.new)
            self.new.append(item)
        return self._places[item]


class Styles:
    """The styles of a package, as lists of XML that can only grow; `save` writes them back."""

    def __init__(self, package: Package) -> None:
        """Take the styles of a package; one without any gets the usual empty ones."""
        self._package = package
        part = package.related(package.workbook, "styles")
        if part is None:
            part = "xl/styles.xml"  # the only name under which openpyxl looks for it, related or not
            if part not in package.parts:
                package.put(part, EMPTY_STYLES)
                package.declare(part, "application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml")
            package.relate(package.workbook, "styles", part)
        self._part = part
        self._xml = package.text(part)
        self._prefix = prefix_of(self._xml, "styleSheet")
        self._lists: dict[str, _Growing] = {}
        for name, item in _LISTS.items():
            self._xml = self._with_list(self._xml, name)
            self._lists[name] = _Growing(self._items(name, item))
        self._coloured: dict[tuple[int, str], int] = {}
        self._formats: dict[str, int] = {}

    def coloured(self, style: int, colour: str) -> int:
        """The style that is like `style` (its number), filled with `colour`."""
        key = style, colour
        if key not in self._coloured:
            formats = self._lists["cellXfs"].old or [f"<{self._prefix}xf/>"]
            old = formats[style] if style < len(formats) else formats[0]
            start, end = re.match(r"(<[^>]*?)(/?>)", old).span()  # type: ignore[union-attr]
            tag = with_attribute(old[start:end], "fillId", str(self._fill(colour)))
            xf = with_attribute(tag, "applyFill", "1") + old[end:]
            self._coloured[key] = self._lists["cellXfs"].add(xf)
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
        return self._lists["cellXfs"].add(xf)

    def save(self) -> None:
        """Write the styles into the package."""
        xml, p = self._xml, self._prefix
        for name, items in self._lists.items():
            if items.new:
                xml = self._package.at_end_of(xml, f"{p}{name}", "".join(items.new))
                tag = re.search(rf"<{p}{name}(?=[\s/>])[^>]*>", xml)
                assert tag is not None
                counted = with_attribute(tag[0], "count", str(len(items.old) + len(items.new)))
                xml = xml[: tag.start()] + counted + xml[tag.end() :]
        empty = rf'<{p}numFmts(?=[\s/>])[^>]*(?:/>|></{p}numFmts>)'
        self._package.put(self._part, re.sub(empty, "", xml, count=1))

    def _with_list(self, xml: str, name: str) -> str:
        """The styles with a list that isn't there put where the schema wants it: before all that come later."""
        p = self._prefix
        if re.search(rf"<{p}{name}(?=[\s/>])", xml):
            return xml
        later = "|".join(_ORDER[_ORDER.index(name) + 1 :])
        found = re.search(rf"<{p}(?:{later})(?=[\s/>])", xml)
        new = f"<{p}{name}></{p}{name}>"
        return xml[: found.start()] + new + xml[found.start() :] if found else self._package.at_end_of(
            xml, f"{p}styleSheet", new
        )

    def _items(self, list_: str, item: str) -> list[str]:
        p = self._prefix
        block = re.search(rf"<{p}{list_}[\s>].*?</{p}{list_}>", self._xml, re.DOTALL)
        inner = re.sub(rf"^<{p}{list_}[^>]*>", "", block[0]) if block else ""
        return re.findall(rf"<{p}{item}(?=[\s/>])(?:[^>]*?/>|.*?</{p}{item}>)", inner, re.DOTALL)

    def _fill(self, colour: str) -> int:
        p = self._prefix
        return self._lists["fills"].add(
            f'<{p}fill><{p}patternFill patternType="solid"><{p}fgColor rgb="{colour}"/><{p}bgColor indexed="64"/>'
            f"</{p}patternFill></{p}fill>"
        )

    def _font(self, xml: str) -> int:
        return self._lists["fonts"].add(xml)

    def _format(self, code: str) -> int:
        built_in = {"": 0, "0": 1, "0.00": 2}
        if code in built_in:
            return built_in[code]
        if code not in self._formats:
            p = self._prefix
            used = [int(number) for number in re.findall(r'numFmtId="([0-9]{1,5})"', self._xml)]
            self._formats[code] = max([_FIRST_FORMAT - 1, *used, *self._formats.values()]) + 1
            self._lists["numFmts"].add(
                f'<{p}numFmt numFmtId="{self._formats[code]}" formatCode={quoteattr(code)}/>'
            )
        return self._formats[code]


__all__ = ["MAIN", "VERDICT_COLOURS", "Styles"]
