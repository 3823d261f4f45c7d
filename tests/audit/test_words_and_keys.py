"""What the audit's code says (causes, remarks, labels) has words in both languages, and no words are left over."""

import ast
import re
from pathlib import Path

import pytest
from made.tables import ROOT

from pipeline.audit.report.words import MissingDetailWarning, words
from pipeline.audit.sheet.stated import Remark
from pipeline.resources import template_toml

LANGUAGES = ("en", "es")
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


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("section", SAID_BY)
def test_every_key_that_the_code_says_has_words(section, language):
    known = template_toml("audit.toml")[language][section]
    said = {pattern for name, pattern in CALLS if name in SAID_BY[section]}
    missing = [p for p in said if re.fullmatch(r"[\w\\]+", p) and not any(re.fullmatch(p, key) for key in known)]
    assert not missing


@pytest.mark.parametrize("section", SAID_BY)
def test_no_words_are_left_over(section):
    source = "\n".join(p.read_text(encoding="utf-8") for p in Path(ROOT, "pipeline", "audit").rglob("*.py"))
    patterns = [pattern for name, pattern in CALLS if name in SAID_BY[section]]
    unused = [
        key for key in template_toml("audit.toml")["en"][section]
        if f'"{key}"' not in source and not any(re.fullmatch(pattern, key) for pattern in patterns)
    ]
    assert not unused


def test_a_sentence_that_lacks_a_detail_fails_here():
    # rows_left_out says how many and which cells; without the cells it would end in a blank.
    with pytest.raises(MissingDetailWarning, match="cells"):
        words("en").remark(Remark("rows_left_out", {"count": 2}))
