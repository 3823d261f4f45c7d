"""What the audit's code says (causes, remarks, labels) has its sentence, and no sentence is left over."""

import ast
import re
from pathlib import Path

import pytest
from made.tables import ROOT

from pipeline.audit.report.sentences.causes import CAUSES
from pipeline.audit.report.sentences.labels import HEADINGS, LABELS, VERDICTS
from pipeline.audit.report.sentences.remarks import REMARKS
from pipeline.audit.report.words import MissingDetailWarning, words
from pipeline.audit.sheet.stated import Remark

SENTENCES = {"causes": CAUSES, "remarks": REMARKS, "labels": LABELS, "headings": HEADINGS, "verdicts": VERDICTS}
SAID_BY = {"causes": ("Fit", "Cause", "FormulaFinding"), "remarks": ("Remark",)}


def _calls() -> list[tuple[str, str]]:
    """Name of what is called and its first argument as a pattern, for every call with a text in pipeline/audit."""
    found = []
    for path in Path(ROOT, "pipeline", "audit").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
                name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
                found += [(name, pattern) for pattern in map(_pattern, node.args[:2]) if pattern]
    return found


def _pattern(node: ast.expr) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return re.escape(node.value)
    if isinstance(node, ast.JoinedStr):
        return "".join(re.escape(str(part.value)) if isinstance(part, ast.Constant) else r"\w+" for part in node.values)
    return ""


CALLS = _calls()
MADE_NAMES = (r"master_(agrees|partly|differences)", r"count_(ok|rounding|carried|wrong|missing)")
"""The names of labels that `Words.master` makes of outcomes and verdicts."""


@pytest.mark.parametrize("section", SAID_BY)
def test_every_key_that_the_code_says_has_words(section):
    known = SENTENCES[section]
    said = {pattern for name, pattern in CALLS if name in SAID_BY[section]}
    missing = [p for p in said if re.fullmatch(r"[\w\\]+", p) and not any(re.fullmatch(p, key) for key in known)]
    assert not missing


@pytest.mark.parametrize("section", SENTENCES)
def test_no_words_are_left_over(section):
    files = [path for path in Path(ROOT, "pipeline").rglob("*.py") if path.parent.name != "sentences"]
    source = "\n".join(path.read_text(encoding="utf-8") for path in files)
    patterns = [pattern for name, pattern in CALLS if name in SAID_BY[section]] if section in SAID_BY else MADE_NAMES
    unused = [
        key for key in SENTENCES[section]
        if not re.search(rf"[\"']{key}[\"']", source)
        and not any(re.fullmatch(pattern, key) for pattern in patterns)
    ]
    assert not unused


def test_a_sentence_that_lacks_a_detail_fails_here():
    # rows_left_out says how many and which cells; without the cells it would end in a blank.
    with pytest.raises(MissingDetailWarning, match="cells"):
        words("en").remark(Remark("rows_left_out", {"count": 2}))
