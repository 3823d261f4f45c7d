"""Links from the cells of a sheet to where the audit speaks of them. A cell that has a link of its own keeps it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from xml.sax.saxutils import quoteattr

from pipeline.addresses import Position, column_letters
from pipeline.audit.report.copy.package import Package, attributes, prefix_of

_AFTER = (
    "printOptions", "pageMargins", "pageSetup", "headerFooter", "rowBreaks", "colBreaks", "customProperties",
    "cellWatches", "ignoredErrors", "smartTags", "drawing", "legacyDrawing", "legacyDrawingHF", "drawingHF", "picture",
    "oleObjects", "controls", "webPublishItems", "tableParts", "extLst",
)
"""What may stand behind a sheet's links, by the schema."""


def add_links(package: Package, part: str, links: Mapping[Position, str]) -> None:
    """Let cells of the sheet in `part` lead to places in the workbook. Raises FileError where the part is no XML.

    A cell without a stored value gets none: some programs take the link's place for what stands in it.
    """
    xml = package.text(part)
    p = prefix_of(xml, "worksheet")
    cells = re.compile(rf"<{p}c\s[^>]*?\br=\"([A-Z]+[0-9]+)\"[^>/]*>(.*?)</{p}c>", re.DOTALL)
    filled = {cell[1] for cell in cells.finditer(xml) if f"<{p}v>" in cell[2] or f"<{p}is>" in cell[2]}
    taken = {attributes(tag).get("ref", "") for tag in re.findall(rf"<{p}hyperlink\s[^>]*>", xml)}
    if any(":" in ref for ref in taken):
        return  # links of whole ranges: none of ours is to lie over one
    new = "".join(
        f"<{p}hyperlink ref=\"{address}\" location={quoteattr(place)} display={quoteattr(address)}/>"
        for (row, column), place in sorted(links.items())
        if (address := f"{column_letters(column)}{row + 1}") in filled - taken
    )
    if not new:
        return
    if f"</{p}hyperlinks>" in xml:
        package.put(part, package.at_end_of(xml, f"{p}hyperlinks", new))
        return
    start = xml.rfind("sheetData")
    behind = re.compile(rf"<{p}(?:{'|'.join(_AFTER)})[\s/>]").search(xml, max(start, 0))
    at = behind.start() if behind else xml.rfind(f"</{p}worksheet>")
    package.put(part, f"{xml[:at]}<{p}hyperlinks>{new}</{p}hyperlinks>{xml[at:]}")
