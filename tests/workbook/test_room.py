"""What a spreadsheet can't hold, and what would take too much, is said before the work begins."""

import dataclasses
import re
import time

import pytest
from made.fields import VIDEO, calculate, event, report, settings

from pipeline.commands.calculating import check_iterations
from pipeline.commands.convert import write_event
from pipeline.commands.rate import make_rating
from pipeline.commands.report import make_report
from pipeline.errors import TooMuchError
from pipeline.limits import LARGE, NORMAL
from pipeline.workbook.room import check_report


def match(rounds):
    """Two players who meet in every round."""
    return event([2000, 1900], *["1w2", "1l2"] * (rounds // 2))


def two_rounds(players):
    """A field in which the iterations swing for ever, so that there are as many as are asked for."""
    return event([2000 - i for i in range(players)], *[" ".join(f"{i}w{i + 1}" for i in range(1, players, 2))] * 2)


def test_more_rounds_than_a_formula_has_arguments():
    check_report(calculate(match(254)), NORMAL)
    with pytest.raises(TooMuchError, match="256 rounds, and a formula .* 255 values.*\n.*arpo table"):
        check_report(calculate(match(256)), LARGE)


def test_a_formula_longer_than_a_spreadsheet_takes():
    """With c = opponents, c has two INDEX for each round, some 70 characters: 120 rounds × 70 = 8,400 > 8,192."""
    check_report(calculate(match(100), c="opponents"), NORMAL)
    with pytest.raises(TooMuchError, match="120 rounds.* column c .*8,192.*\n.*--c field"):
        check_report(calculate(match(120), c="opponents"), NORMAL)


def test_a_workbook_too_large_to_be_written_names_the_iterations_that_fit():
    made, small = two_rounds(60), dataclasses.replace(NORMAL, workbook_mb=20)
    with pytest.raises(TooMuchError) as caught:
        check_report(calculate(made, iterations=1000), small)
    said = str(caught.value)
    assert "60 players, 2 rounds and 1,000 iterations" in said
    assert "--limits large" in said
    fitting = int(re.search(r"--iterations (\d+)", said)[1])
    check_report(calculate(made, iterations=fitting), small)
    with pytest.raises(TooMuchError):
        check_report(calculate(made, iterations=fitting * 6 // 5), small)


def test_it_is_said_before_anything_is_written(tmp_path):
    target = tmp_path / "new" / "report.xlsx"
    with pytest.raises(TooMuchError):
        make_report(VIDEO, {}, target, dataclasses.replace(NORMAL, workbook_mb=0))
    with pytest.raises(TooMuchError):
        make_rating(VIDEO, {"k": 20}, None, target, dataclasses.replace(NORMAL, workbook_mb=0))
    assert not target.parent.exists()


def test_iterations_are_bounded_before_they_are_computed():
    """10,000,000 numbers: 10,000 × 1,000; the next player's are too many, 999 of 10,001 aren't."""
    check_iterations(10_000, settings(iterations=1000), NORMAL)
    with pytest.raises(TooMuchError, match=r"10,001 players × 1,000 iterations \(test\).*\n.*--iterations 999"):
        check_iterations(10_001, settings(iterations=1000), NORMAL)
    check_iterations(10_001, settings(iterations=999), NORMAL)
    check_iterations(10_001, settings(iterations=1000), LARGE)


def test_more_columns_than_a_sheet_has(tmp_path):
    """No., name, rating and two columns a round: 3 + 2 × 8,192 = 16,387 > 16,384."""
    with pytest.raises(TooMuchError, match="16,387 columns.*16,384"):
        write_event(match(8192), tmp_path / "event.xlsx")
    assert not list(tmp_path.iterdir())


def test_the_time_of_a_report_grows_with_the_rounds_and_not_with_their_square(tmp_path):
    """250 rounds took 14 s of computing when each round's column was made from all rounds; now 1.5 s."""
    made = match(250)
    start = time.process_time()
    report(tmp_path / "report.xlsx", made, iterations=1)
    assert time.process_time() - start < 6
