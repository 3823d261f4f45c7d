"""The reference of columns and checks, docs/columns.md, from the registries that the report itself is made from.

`make docs` writes it; a test fails where it is out of date.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from pipeline.made_from import Made, rules_of
from pipeline.method.checks import CHECKS
from pipeline.method.columns import COLUMNS
from pipeline.method.sums import SUM_ROWS
from pipeline.rating.player_columns import PLAYER_COLUMNS
from pipeline.rating.rules import rule_sets
from pipeline.registry import CheckRule, Column
from pipeline.tiebreaks.codes import CODES
from pipeline.tiebreaks.columns import HELPERS
from pipeline.workbook.layout import in_sheet_order

PAGE = Path(__file__).resolve().parents[1] / "docs" / "columns.md"

_FAMILIES = {
    "round": "one for each round",
    "iteration": "one for each iteration",
    "difference": "one for each iteration",
    "previous": "one for each earlier event",
    "search": "one for each step",
}
_KINDS = {
    "error": "the status is CHECK", "provisional": "the status is PROVISIONAL", "alert": "something to know",
    "info": "for information",
}
_CHOSEN = {
    "components": "the status is PROVISIONAL; something to know where the order has no code of RP",
    "c_hat": "with c = field CHECK; with c = opponents PROVISIONAL, or, in several parts, for information",
    "parts_c_hat": "with c = field CHECK; with c = opponents PROVISIONAL",
    "stated_rp": "something to know; for information where all differ by one constant",
    "irt_rated": "something to know where somebody is unrated, else for information",
    "irt_share": "something to know where somebody is unrated, else for information",
    "irt_games": "something to know where somebody is unrated, else for information",
    "unrated": "something to know; in a field of several parts PROVISIONAL, until a rating is declared",
}
"""The kinds that depend on the event and the settings, by check."""


def columns_markdown() -> str:
    """The page: the ARPO sheet's columns from left to right, the rows under the players, and the checks."""
    sums = ((row.label, ", ".join(c.heading.format(k="1, 2, …") for c in COLUMNS if row.key in c.sums))
            for row in SUM_ROWS)
    parts = (
        "# Columns, sums and checks of a report",
        "Written by `make docs` from `columns.py`, `sums.py` and `checks.py` of `pipeline/method/`; not to be edited "
        "by hand.",
        "## The columns of the ARPO sheet",
        "From left to right. A player without a game has no value in those that are computed from games. Some stand "
        "there only where the settings or the input ask for them. Among what a column is made from, `start` is where "
        "the iterations begin, `previous` the column before an iteration, `last_iteration` the last of them.",
        _columns(in_sheet_order(COLUMNS)),
        "## The codes of an order",
        "What `--order` takes, beside `stated:NAME`. `DE` is an order among those who are tied, and has no value.",
        _table(("code", "what", "FIDE Handbook C.07", "name in files"), (
            (f"`{code.code}`", code.title, code.article, f"`{code.column}`" if code.column else "") for code in CODES)),
        "## The columns of the sheet Tie-breaks",
        "Those of the codes in the order, and what they are made from. A direct encounter has its passes: who is "
        "level, e, m and who is placed.",
        _columns(HELPERS),
        "## The rows under the players",
        _table(("row", "under"), sums),
        "## The checks",
        "In the order of the Checks sheet; each stands there only where it applies.",
        _checks(CHECKS),
        *_rating(),
    )
    return "\n\n".join(parts) + "\n"


def _rating() -> Iterator[str]:
    """The columns, steps and checks of the rating report, for each rule set."""
    yield "# Columns and checks of a rating report"
    yield "Written from the rule sets in `pipeline/rating/rules`; [elo.md](elo.md) explains them."
    yield "## The columns of the Players sheet"
    yield _columns(PLAYER_COLUMNS)
    for name, rules in sorted(rule_sets().items()):
        yield f"## Rule set `{name}`"
        yield f"{rules.source}."
        yield f"### `{name}`: the columns of the Rating sheet"
        yield _columns(rules.columns)
        yield f"### `{name}`: the columns of the Games sheet"
        yield _columns(rules.game_columns)
        if rules.steps:
            yield f"### `{name}`: the tournament average, step by step"
            yield _table(("step", "name in files", "how"), ((s.label, f"`{s.key}`", s.meaning) for s in rules.steps))
        yield f"### `{name}`: K"
        yield _table(
            ("class", "K", "reason"),
            ((f"`{c.key}`", "as stated" if c.k is None else f"{c.k:g}", c.reason) for c in rules.k_classes),
        )
        yield f"### `{name}`: the checks"
        yield _checks(rules.checks)


def _columns(columns: Iterable[Column[Any]]) -> str:
    rows = (
        (
            column.heading.format(k="1, 2, …"), f"`{column.key}`", _rule(column.meaning, column.family),
            made_from(column), column.source,
        )
        for column in columns
    )
    return _table(("column", "name in files", "rule", "made from", "source"), rows)


def made_from(column: Column[Any]) -> str:
    """The columns that a column is made from, in words, as its rule declares them; for each case where it has several.

    The cells of the same row come first, then those of others with whose they are.
    """
    cases = rules_of(column.rule)
    said = {case: _inputs(rule) for case, rule in cases.items()}
    return "; ".join(f"{words} ({case})" if case else words for case, words in said.items())


def _inputs(rule: Made) -> str:
    whose: dict[str, list[str]] = {}
    for source, view in sorted(zip(rule.inputs, rule.views, strict=True), key=lambda pair: pair[1] is not None):
        whose.setdefault(view.whose if view else "", []).append(f"`{source.key.rpartition(':')[2]}`")
    return "; ".join(f"{', '.join(keys)} {words}".rstrip() for words, keys in whose.items()) or "the input"


def _checks(checks: Iterable[CheckRule[Any]]) -> str:
    rows = ((check.name, _kind(check), check.trouble) for check in checks)
    return _table(("check", "if it isn't met", "what it means then"), rows)


def _kind(check: CheckRule[Any]) -> str:
    return _KINDS[check.kind] if isinstance(check.kind, str) else _CHOSEN[check.key]


def _rule(meaning: str, family: str) -> str:
    return f"{meaning} ({_FAMILIES[family]})" if family else meaning


def _table(headings: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    lines = [list(headings), *map(list, rows)]
    lines.insert(1, ["---"] * len(lines[0]))
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


if __name__ == "__main__":
    PAGE.write_text(columns_markdown(), encoding="utf-8")
