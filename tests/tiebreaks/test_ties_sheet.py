"""The sheet Tie-breaks as LibreOffice computes it: every cell is the frame's, the exercises' values, and what-if."""

import json
from pathlib import Path

import pytest
from made.fields import address, arpo_cells, calculate, event, game_cells, report
from made.recalc import compare, recalculate, roundtrip
from made.xlsx import edit, values
from test_c07 import BYES, EVERY

from pipeline.readers import read_event
from pipeline.registry import heading_of
from pipeline.tiebreaks.codes import CODES, COLOURS
from pipeline.tiebreaks.standings import printed
from pipeline.words import told
from pipeline.workbook.layout import FIRST_ROW, TIES, layout_of, tie_columns

NO_COLOURS = ",".join(code.code for code in CODES if COLOURS not in code.kinds)
BARE = {"iterations": 2}


def cells_of(calculation, keys=(), layout=None):
    """The cells of the sheet that the columns `keys` (else all) have in `layout`, with the frame's values."""
    layout, frame = layout or layout_of(calculation), calculation.work.frame
    found = {}
    for column in tie_columns(calculation.work):
        if keys and column.key not in keys:
            continue
        span = layout.ties[column.key]
        for k in range(1, span.count + 1):
            name = f"{column.key}_{k}" if column.family else column.key
            for row, value in enumerate(frame[name].tolist(), start=FIRST_ROW):
                found[TIES, address(span.at(k), row)] = value
    return found


@pytest.mark.parametrize("language", ["en", "es"])
def test_headings_have_their_rounds(language):
    work = calculate(BYES, order=NO_COLOURS).work
    headings = [told(heading_of(column, 3), language) for column in tie_columns(work)]
    assert [heading for heading in headings if "{" in heading] == []
    assert sum("3" in heading for heading in headings) >= sum(bool(column.family) for column in tie_columns(work))


@pytest.mark.needs_libreoffice
def test_every_cell_of_every_tie_break_is_recalculated(tmp_path):
    pending = event(
        [2000, 1900, 1800, 1700, 1600, 1500], "1w2 3d4 5:full-bye 6:half-bye", "1+3 2w5 4d6", "1d6 2-4 3l5",
        "1:zero-bye 2--3 4w5", "1?4 5d6 2:half-bye",
    )  # fmt: skip
    made = {
        "2026": (BYES, {"rules": "c07-2026", "order": NO_COLOURS}), "pending": (pending, {"order": NO_COLOURS}),
        "in advance": (event([2000, 1900, 1800], "1w2", "1-3", "2d3"),
                       {"rules": "c07-2024", "order": "PTS,BH,BH-M1,FB,SB,SB-C1,KS,DE,AOB"}),
    }
    paths = []
    for name, (field, given) in made.items():
        calculation = report(tmp_path / f"{name}.xlsx", field, **BARE, **given)
        assert compare(tmp_path / f"{name}.xlsx", cells_of(calculation), relative=1e-15, absolute=0) == []
        paths.append(tmp_path / f"{name}.xlsx")
    assert roundtrip(paths, tmp_path / "new") == []


@pytest.mark.needs_libreoffice
def test_every_value_of_the_exercises_stands_in_the_recalculated_workbook(tmp_path, shared_events):
    from test_c07 import cases, golden

    tables = cases(golden(shared_events))
    made = []
    for i, (name, edition, table) in enumerate(tables):
        codes = [{"GE": "REP"}.get(code, code) for code in table]
        path = tmp_path / f"{i}.xlsx"
        field = read_event(shared_events / "trf" / f"{name}.trf")
        made.append((path, report(path, field, order=",".join(["PTS", *codes]), rules=edition, **BARE), table))
    different = []
    for new, (_, calculation, table) in zip(recalculate([path for path, _, _ in made], tmp_path), made, strict=True):
        found, layout = values(new), layout_of(calculation)
        for code, wanted in zip(calculation.work.codes[1:], table.values(), strict=True):
            for no, value in wanted.items():
                row = FIRST_ROW + calculation.work.index.get_loc(int(no))
                cell = found.get((TIES, address(layout.ties[code.column].first, row)))
                shown = printed(code, cell if isinstance(cell, float) else None) or None
                if shown != value:
                    different.append((code.code, no, value, shown))
    assert different == []


@pytest.mark.needs_libreoffice
def test_a_changed_result_travels_to_dummies_cuts_and_ranks(tmp_path):
    """In the workbook that was written: what LibreOffice then computes is what a report of the changed event has."""
    order = "PTS,DE,BH-C1,SB-M1,FB,AOB,KS,STD,PTP,APRO,WIN"
    before = event([2000, 1900, 1800, 1700], "1w2 3d4", "1d3 2+4", "1w4 2:half-bye 3:half-bye", "1d2 3w4")
    after = event([2000, 1900, 1800, 1700], "1l2 3d4", "1d3 2-4", "1w4 2:half-bye 3:half-bye", "1d2 3-4")
    path, copy = tmp_path / "a.xlsx", tmp_path / "b.xlsx"
    written = report(path, before, order=order, iterations=2)
    changes = game_cells(written, 1, "1l2") | game_cells(written, 2, "2-4") | game_cells(written, 4, "3-4")
    edit(path, copy, changes)
    (new,) = recalculate([copy], tmp_path / "new")
    wanted = report(tmp_path / "c.xlsx", after, order=order, iterations=2)
    # The changed event may need more or fewer passes of the direct encounter, so that columns stand elsewhere.
    layout = layout_of(written)
    keys = [column.key for column in tie_columns(wanted.work) if not column.key.startswith("de")]
    assert layout.ties.keys() >= set(keys)
    assert compare(new, cells_of(wanted, keys, layout)) == []
    assert compare(new, arpo_cells(wanted, ["rank", "place"], layout)) == []


def test_the_exercises_cover_every_code_of_the_paper():
    path = Path(__file__).resolve().parents[3] / "shared" / "golden" / "c07-exercises.json"
    if not path.is_file():
        pytest.skip("the exercises are missing")
    given = json.loads(path.read_text(encoding="utf-8"))["rules-2024"]["c07-swiss-5"]
    assert {code if code != "GE" else "REP" for code in given} <= set(EVERY.split(","))
