"""Numbered tie-breaks whose legend stands under the table: Des 1: Elo medio de los rivales."""

import pytest
from made.tables import ROOT, video, video_columns

from pipeline.audit.report.words import words
from pipeline.audit.run import audit_file

EVENT = ROOT / "input" / "video.xlsx"
GIVEN = {"dp": "fide", "c": "field"}
GOLDEN = video_columns("fide", "field")


def sheet(path, first, legend):
    """A printout with two tie-breaks: these numbers, and one that nobody judges."""
    names = video().players["name"].tolist()
    rows = [f"{rank};{name};{value:.2f};{rank / 2}".replace(".", ",")
            for rank, (name, value) in enumerate(zip(names, first, strict=True), start=1)]
    path.write_text("\n".join(["N.º;Nombre;Des 1;Des 2", *rows, "", f"{legend}; Des 2: Buchholz Total"]), "utf-8")
    return audit_file(path, GIVEN, EVENT)[0]


@pytest.mark.parametrize(
    ("key", "legend"),
    [("Ra", "Des 1: Elo medio de los rivales"), ("performance", "Desempate 1: Rendimiento (Ra+dp)"),
     ("Ra", "Tie Break1: Average rating of opponents (ARO)")],
)
def test_a_legend_says_what_a_numbered_column_is(key, legend, tmp_path):
    numbers = [*GOLDEN[key]]
    numbers[2] += 7
    audit = sheet(tmp_path / "print.csv", numbers, legend)
    assert {cell.column for cell in audit.cells} == {key}
    assert [(cell.spot.cell, str(cell.verdict)) for cell in audit.findings] == [("C4", "wrong")]
    # the second is another's: said, with what it is, and not judged
    assert audit.left_out == 8
    [said] = [words("es").remark(remark) for remark in audit.remarks if remark.name == "other_tie_breaks"]
    assert "Des 2: Buchholz Total" in said


def test_a_program_s_own_way_of_counting_is_no_mistake(tmp_path):
    """Averages that leave out whom they like: none of them is ours, so that nobody is called wrong."""
    audit = sheet(tmp_path / "print.csv", [value + 11.3 * i for i, value in enumerate(GOLDEN["Ra"], 1)],
                  "Des 1: Elo medio de los rivales")
    assert audit.outcome == "partly" and not audit.cells and audit.left_out == 16
