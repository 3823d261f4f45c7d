"""What `arpo audit` prints for people."""

from __future__ import annotations

from collections import Counter
from typing import TextIO

from pipeline.audit.findings import NOT_JUDGED_BY, AnyAudit
from pipeline.audit.verdicts import VERDICTS
from pipeline.audit.words import Words, number

SHOWN = 20
"""So many findings are printed; the workbook has them all."""


def print_audit(audit: AnyAudit, words: Words, stream: TextIO) -> None:
    """The outcome, what it was judged by, counts by column, and the first findings."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    console = Console(file=stream, highlight=False, soft_wrap=True, markup=False, emoji=False)
    label, details = audit.about
    console.print(words.label(label, **details))
    settings = [
        f"{name} = {_plain(value)} ({words.origin_of_setting(origin)})"
        for name, value, origin in audit.setting_lines if name not in (*NOT_JUDGED_BY, "worst", "best")
    ]
    console.print(f"{words.label('settings')}: {', '.join(settings)}")
    for remark in audit.remarks:
        console.print(f"  {words.remark(remark)}")
    table = Table(box=box.SIMPLE_HEAD, safe_box=True)
    table.add_column(words.heading("column"), no_wrap=True)
    for verdict in VERDICTS:
        table.add_column(words.verdict(verdict), justify="right", no_wrap=True)
    for column, counts in by_column(audit).items():
        table.add_row(column, *(str(counts[verdict] or "") for verdict in VERDICTS))
    console.print(table)
    _print_findings(audit, words, console.print)
    console.print(words.master(audit), style="green" if audit.agrees else "red")


def _print_findings(audit: AnyAudit, words: Words, say: object) -> None:
    assert callable(say)
    found = sorted(audit.findings, key=lambda cell: cell.verdict != "wrong")
    for cell in found[:SHOWN]:
        where = f"{cell.spot.sheet}!{cell.spot.cell}" if cell.spot.sheet else cell.spot.cell
        line = (
            f"  {where} {cell.player}, {cell.column}: {words.verdict(cell.verdict)}; "
            f"{words.heading('stated').lower()} {number(cell.stated, cell.decimals)}, "
            f"{words.heading('expected').lower()} {number(cell.expected, cell.decimals)}"
        )
        said = words.causes(cell)
        say(f"{line}: {said}" if said else line)
    if len(found) > SHOWN:
        say("  " + words.label("more", count=len(found) - SHOWN, sheet=words.label("audit")))


def _plain(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def by_column(audit: AnyAudit) -> dict[str, Counter[str]]:
    """Counts of verdicts by column, in the order of the columns."""
    counts: dict[str, Counter[str]] = {}
    for cell in audit.cells:
        counts.setdefault(cell.column, Counter())[cell.verdict] += 1
    return counts
