"""The settings of a report: their defaults, what each can be, and where a value came from."""

import pytest
from made.fields import settings

from pipeline.errors import UsageError
from pipeline.method.settings import NAMES, Settings, with_values


def test_defaults():
    assert {name: getattr(Settings(), name) for name in NAMES} == {
        "dp": "fide", "c": "field", "start": "performance", "unrated": 1400, "threshold": 1e-9, "iterations": 100,
        "worst": 0, "best": 0, "points": "1-½-0", "order": "PTS,RP", "rules": "auto", "type": "auto",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("name", "value", "becomes"),
    [
        ("iterations", 1, 1), ("iterations", 1000, 1000), ("worst", 0, 0), ("worst", 5, 5), ("best", "5", 5),
        ("best", 0, 0), ("unrated", 4000, 4000), ("unrated", 0.5, 0.5), ("threshold", 100, 100),
        ("threshold", "1e-300", 1e-300), ("threshold", " 0,5 ", 0.5), ("iterations", "12.0", 12),
        ("dp", " FIDE ", "fide"), ("dp", "log-odds", "log-odds"), ("dp", "article", "article"),
        ("dp", "logistic", "logistic"), ("dp", "logistic-floor", "logistic-floor"), ("c", "Opponents", "opponents"),
        ("c", "field", "field"), ("start", "rating", "rating"), ("start", "performance", "performance"),
    ],
)  # fmt: skip
def test_a_value_that_it_can_have(name, value, becomes):
    made = settings(**{name: value})
    assert getattr(made, name) == becomes
    assert made.origin(name) == "test"
    assert {other: made.origin(other) for other in NAMES if other != name} == {
        other: "default" for other in NAMES if other != name
    }


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("iterations", 0, "Use a whole number from 1 to 1000."), ("iterations", 1001, "from 1 to 1000"),
        ("iterations", 2.5, "whole number"), ("iterations", "many", "whole number"),
        ("worst", -1, "from 0 to 5"), ("worst", 6, "from 0 to 5"), ("best", -1, "from 0 to 5"),
        ("best", 6, "from 0 to 5"), ("unrated", 0, "Use a number above 0, 4000 at most."),
        ("unrated", 4000.5, "4000 at most"), ("unrated", "x", "above 0"), ("threshold", 0, "above 0, 100 at most"),
        ("threshold", 100.5, "100 at most"), ("threshold", -1, "above 0"),
        ("dp", "fida", "Use one of: fide, logistic-floor, logistic, log-odds, article."),
        ("c", "all", "Use one of: field, opponents."), ("start", 3, "Use one of: performance, rating."),
        ("starting", 3, "there is no setting 'starting'"),
    ],
)  # fmt: skip
def test_a_value_that_it_can_not_have(name, value, said):
    with pytest.raises(UsageError) as caught:
        settings(**{name: value})
    assert said in str(caught.value)
    assert "test" in str(caught.value)


def test_what_is_not_given_stays():
    first = with_values(Settings(), {"dp": "logistic", "c": None}, "workbook")
    then = with_values(first, {"dp": None, "worst": 2}, "command line")
    assert (then.dp, then.c, then.worst) == ("logistic", "field", 2)
    assert [then.origin(name) for name in ("dp", "c", "worst")] == ["workbook", "default", "command line"]
