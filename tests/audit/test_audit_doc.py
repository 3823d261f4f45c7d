"""docs/audit.md names every cause, verdict and column, and the sentences of the causes are those of the program."""

import re

import pytest
from made.tables import ROOT

from pipeline.audit.causes import CAUSES
from pipeline.audit.judging.verdicts import VERDICTS
from pipeline.audit.report.sentences.causes import CAUSES as CAUSE_SENTENCES
from pipeline.audit.sheet.known_headings import meanings_of

PAGE = (ROOT / "docs" / "audit.md").read_text(encoding="utf-8")
SENTENCES = {name: sentence.template for name, sentence in CAUSE_SENTENCES.items()}


@pytest.mark.parametrize("name", SENTENCES)
def test_every_cause_is_named_with_its_sentence(name):
    [row] = [line for line in PAGE.splitlines() if line.startswith(f"| `{name}` |")]
    said = re.sub(r"\*[^*]+\*", "…", row.split("|", 2)[2].removesuffix("|").strip()).lower()
    assert said == re.sub(r"\{\w+\}", "…", SENTENCES[name]).lower() + "."


def test_the_registry_has_a_sentence_for_every_cause():
    assert {cause.name for cause in CAUSES} <= set(SENTENCES)


def test_every_verdict_is_named():
    for verdict in VERDICTS:
        assert f"| {verdict} |" in PAGE
        assert f"**{verdict}**" in PAGE


def test_every_heading_of_the_page_is_recognised():
    section = PAGE.split("## The headings")[1].split("##")[0]
    rows = [line.split("|")[1:4] for line in section.splitlines() if line.startswith("| `")]
    assert len(rows) >= 12
    for key, english, spanish in rows:
        meaning = key.strip(" `").replace("iteration_k", "iteration_7").replace("difference_k", "difference_7")
        for heading in f"{english},{spanish}".split(","):
            text = re.sub(r"\bk\b|(?<=[xΔ])k|(?<=\b)kª", lambda m: m[0].replace("k", "7"), heading.strip())
            if "alone" not in text and "behind" not in text:
                known = meanings_of(text)
                assert any(known_.startswith(meaning) for known_ in known), (heading, known)
