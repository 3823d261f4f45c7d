"""Players by number and by name, as somebody at a desk says them."""

import pytest
from made.fields import event

from pipeline.errors import UsageError
from pipeline.explaining import player_called

NAMES = ["Núñez Peña, José", "Nunez, Ana María", "Łukasz Sørensen", "Jose", "O'Neill, Tom", "Li, Wei", "Li, Weiming"]
EVENT = event([2000] * 7, "1w2 3w4", names=NAMES, numbers=[1, 2, 3, 4, 5, 6, 17])


@pytest.mark.parametrize(
    ("text", "no"),
    [
        ("1", 1), ("17", 17), ("No. 3", 3), ("#2", 2), ("n.º 4", 4), ("nº5", 5),
        ("núñez peña, josé", 1), ("Jose Nunez Pena", 1), ("PEÑA", 1), ("ana", 2), ("maria nunez", 2),
        ("sorensen", 3), ("Lukasz", 3), ("sør", 3),
        ("jose", 4),  # his whole name, which is a part of another's
        ("o'neill", 5), ("Tom O'Neill", 5), ("li wei", 6), ("Wei Li", 6), ("weim", 17),
    ],
)  # fmt: skip
def test_a_player_is_found(text, no):
    assert player_called(EVENT, text) == no


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("nunez", "'nunez' may be any of 2 players: 1 Núñez Peña, José, 2 Nunez, Ana María."),
        ("li", "'li' may be any of 2 players: 6 Li, Wei, 17 Li, Weiming."),
        ("99", "there is no player with the number 99.\n    → The numbers go from 1 to 17."),
        ("sorenson", "no player is called 'sorenson'.\n    → Did you mean 3 Łukasz Sørensen?"),
        ("Kasparov", "no player is called 'Kasparov'.\n    → Give his number"),
        ("", "no player is called ''"),
        ("?", "no player is called '?'"),
    ],
)
def test_who_is_not_found_or_not_told_apart_is_refused(text, said):
    with pytest.raises(UsageError) as refused:
        player_called(EVENT, text)
    assert said in str(refused.value)


def test_many_candidates_are_counted():
    made = event([2000] * 12, "1w2", names=[f"Ana {chr(65 + i)}" for i in range(12)])
    with pytest.raises(UsageError, match="12 players: 1 Ana A, .* and 4 more"):
        player_called(made, "Ana")
