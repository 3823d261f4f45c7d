"""What others call the tie-breaks: headings of columns, legends under a table, and the lists of report files."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipeline.tiebreaks.codes import BY_CODE, CODES, DIRECT, POINTS

_NAMES = {
    "BUCHHOLZ": "BH", "BUCHHOLZCUT1": "BH-C1", "BUCHHOLZCUT2": "BH-C2", "SONNEBORNBERGER": "SB",
    "DIRECTENCOUNTER": "DE", "WINS": "WIN", "NUMBEROFWINS": "WIN", "KOYA": "KS", "PROGRESSIVESCORE": "PS",
    "PROGRESSIVESCORES": "PS", "CUMULATIVE": "PS", "FOREBUCHHOLZ": "FB", "GE": "REP",
}
"""Headings that are names of codes, in capital letters and without signs."""
_MARK = r"(?:Tie[- ]?Break|TB|Desempate|Desemp|Desp|Des|Feinwertung|Wertung|Wtg|WP)[.]?[ ]?([0-9]{1,2})"
"""What stands before the number of a tie-break: TB1, Des 1 (desempate), Wtg1 (Wertung), WP 1."""
_NUMBERED = re.compile(_MARK, re.IGNORECASE)
_LEGEND = re.compile(rf"(?<![^\W\d_]){_MARK}\s*:\s*", re.IGNORECASE)
_LONGEST = 120
"""So many characters of a legend are kept: what stands behind the last one may be the rest of a page."""
_BRACKETS = re.compile(r"\(([^()]*)\)")
_CUT = re.compile(r"\b(?:cut|corte)[- ]?([12])\b", re.IGNORECASE)
_MEDIAN = re.compile(r"\bmedian[ao]?[- ]?([12])\b", re.IGNORECASE)
_FAMILIES = (
    (re.compile(r"fore", re.IGNORECASE), "FB"),
    (re.compile(r"(?:average|promedio|media).*buc?hholz", re.IGNORECASE), "AOB"),
    (re.compile(r"buc?hholz", re.IGNORECASE), "BH"),
    (re.compile(r"son+eborn", re.IGNORECASE), "SB"),
    (re.compile(r"direct encounter|encuentro (?:directo|particular)|resultado (?:directo|particular)", re.IGNORECASE),
     "DE"),
    (re.compile(r"koya", re.IGNORECASE), "KS"),
    (re.compile(r"progres+iv|cumulat|acumulativ", re.IGNORECASE), "PS"),
    (re.compile(r"^(?:points|puntos)\b", re.IGNORECASE), "PTS"),
)  # fmt: skip
"""Words of legends; the first that stands in one is its family."""


def named_code(heading: str) -> str:
    """The code that a heading names: BH:GP/C1, Buchholz Cut 1; empty where it names none."""
    form = re.sub(r"[^A-Z0-9]", "", re.sub(r":(GP|MP)", "", heading.upper()))
    codes = {re.sub("-", "", code.code): code.code for code in CODES}
    return codes.get(form) or _NAMES.get(form, "")


def number_of(heading: str) -> int:
    """The number of a heading such as TB1 or Des. 2; 0 where it has none."""
    found = _NUMBERED.fullmatch(heading.strip())
    return int(found[1]) if found else 0


def legends_in(text: str) -> Iterator[tuple[int, str]]:
    """Number and words of each tie-break that a text explains: “Tie Break1: Direct Encounter (DE)”."""
    marks = list(_LEGEND.finditer(text))
    ends = [mark.start() for mark in marks[1:]] + [len(text)]
    for mark, end in zip(marks, ends[: len(marks)], strict=True):
        words = " ".join(text[mark.end() : end].split()).strip(" ;,")[:_LONGEST]
        if words:
            yield int(mark[1]), words


def codes_of_legend(words: str) -> frozenset[str]:
    """The codes that a legend may mean; none where its words aren't known."""
    cut = _CUT.search(words)
    median = _MEDIAN.search(words)
    suffix = f"-C{cut[1]}" if cut else f"-M{median[1]}" if median else ""
    for inside in _BRACKETS.findall(words):
        code = named_code(inside)
        if code:
            return frozenset({code if f"{code}{suffix}" not in BY_CODE else f"{code}{suffix}"})
    family = next((code for sign, code in _FAMILIES if sign.search(words)), "")
    if family and suffix:
        return frozenset({family + suffix}) & BY_CODE.keys()
    return frozenset(code for code in BY_CODE if code == family or code.startswith(f"{family}-")) if family else (
        frozenset())


def own_list(text: str) -> list[tuple[str, str]]:
    """The names of a report file's list (BH:GP/C1, OTHER_RP), each with its code; empty for one that isn't known."""
    names = [name.strip() for name in text.split(",") if name.strip()]
    return [(name, named_code(name.removeprefix("OTHER_"))) for name in names]


def own_order(text: str) -> str:
    """The order that such a list is, without what isn't known; empty where nothing but the points remains."""
    named = [code for _, code in own_list(text) if code]
    codes = [code for i, code in enumerate(named) if code == DIRECT.code or code not in named[:i]]
    if not set(codes) - {POINTS.code}:
        return ""
    return ",".join(codes if POINTS.code in codes else [POINTS.code, *codes])
