"""The list of all files of a batch: what is in it; as csv, and as a workbook with links to the results."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from pathlib import Path

from pipeline.batch.ledger import REFUSED, Row
from pipeline.batch.sources import Source
from pipeline.registry import STATE_CHECK, STATE_OK, STATE_PROVISIONAL
from pipeline.visible import guarded
from pipeline.words import said
from pipeline.workbook.listing import ListColumn, write_list

SUMMARY = "summary"
"""The list is called so, as csv and as a workbook."""
COLUMNS = {
    "file": ListColumn(said("File"), 34), "event": ListColumn(said("Event"), 34),
    "players": ListColumn(said("Players"), 9), "rounds": ListColumn(said("Rounds"), 9),
    "state": ListColumn(said("State"), 14, looks={
        STATE_OK: "ok", STATE_PROVISIONAL: "open", STATE_CHECK: "bad", REFUSED: "bad",
    }),
    "alerts": ListColumn(said("To know"), 9), "seconds": ListColumn(said("Seconds"), 10, "0.00"),
    "reason": ListColumn(said("Status or reason"), 60), "result": ListColumn(said("Result"), 40, is_link=True),
}  # fmt: skip
"""By the name that they have in csv, which never changes."""

Record = tuple[str | int | float | None, ...]


def records(rows: Mapping[Source, Row]) -> Iterator[Record]:
    """The rows of the list, with the columns COLUMNS; None where there is nothing to say.

    The reason of a file that was done is its status in words; the result is a path under the folder of results.
    """
    for source, row in rows.items():
        state = REFUSED if row.is_refused else row.state
        yield (
            source.name, row.event, row.players, row.rounds, state, row.alerts, round(row.seconds, 2),
            " ".join(row.reason.split()), row.results[0] if row.results else "",
        )


def write_csv(path: Path, rows: Mapping[Source, Row]) -> None:
    """The list as csv, UTF-8 with a byte-order mark (Excel needs one)."""
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows([guarded(value) for value in record] for record in records(rows))


def write_workbook(path: Path, rows: Mapping[Source, Row], language: str) -> None:
    """The list as a workbook: of more files than a sheet has rows, the first ones; the csv has all."""
    write_list(path, said("Batch"), list(COLUMNS.values()), records(rows), language)
