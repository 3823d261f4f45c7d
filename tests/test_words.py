"""Sentences for users: English as text, told in another language at the border."""

import pickle

import pytest

from pipeline.words import ENGLISH, counted, joined, said, told


def test_a_sentence_is_its_english_text():
    assert said("round {n} has no results.", n=3) == "round 3 has no results."
    assert told(said("round {n} has no results.", n=3), ENGLISH) == "round 3 has no results."


def test_a_sentence_without_details_keeps_its_braces():
    assert said("{w, d, l} are results") == "{w, d, l} are results"


def test_a_missing_detail_is_an_error():
    with pytest.raises(KeyError):
        said("round {n} has no results.", round=3)


@pytest.mark.parametrize(("count", "text"), [(0, "0 problems"), (1, "1 problem"), (2, "2 problems")])
def test_a_counting_sentence_takes_the_form_of_its_number(count, text):
    assert counted("{count} problem", "{count} problems", count) == text


def test_parts_are_joined_and_keep_their_own_braces():
    assert joined("; ", [said("{n} games", n=2), "as {read}"]) == "2 games; as {read}"


def test_a_sentence_comes_back_from_another_process():
    sent = said("{what}: {n}", what=said("a part"), n=2)
    back = pickle.loads(pickle.dumps(sent))
    assert (back, back.template, back.details) == (sent, sent.template, sent.details)


def test_what_is_no_sentence_of_ours_is_told_as_it_is():
    assert told("Müller", "es") == "Müller"


@pytest.mark.parametrize(("text", "value"), [("{v:g}", 1.5), ("{v:,.2f}", 1940.4938)])
def test_numbers_take_the_language_s_decimal_sign(text, value):
    english, spanish = (told(said(text, v=value), language) for language in (ENGLISH, "es"))
    assert (english, spanish) in (("1.5", "1,5"), ("1,940.49", "1940,49"))
