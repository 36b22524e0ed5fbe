"""What the server draws: fair for any number of sides, six-sided dice as they ever were, nothing drawn twice."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from itertools import permutations
from typing import Any

import pytest

from campaigns.dice.parts import ServerDice
from campaigns.dice_stats import chi_square_tail
from campaigns.ledger.acts import Drawn, Proof, draws_of
from campaigns.ledger.verify_older_campaign import below, die, shown

KEY = bytes(range(32))
MANY = 6000
ODD = 1e-4
"""So seldom fair numbers differ so much; the key is fixed, so it is the same in every run."""


def as_released(key: bytes, side: str, number: int, again: int = 0) -> int:
    """A die as the first program drew it."""
    text = f"{side}:{number}" + (f":{again}" if again else "")
    fair = next((byte for byte in hmac.digest(key, text.encode(), "sha256") if byte < 252), None)
    return as_released(key, side, number, again + 1) if fair is None else fair % 6 + 1


def test_six_sided_dice_are_those_of_all_campaigns_before() -> None:
    for n in range(40):
        key = hashlib.sha256(bytes([n])).digest()
        assert [die(key, "german", number) for number in range(100)] == [
            as_released(key, "german", number) for number in range(100)
        ]


def tail(counts: Counter[int] | Counter[tuple[int, ...]], kinds: int) -> float:
    due = sum(counts.values()) / kinds
    return chi_square_tail(sum((number - due) ** 2 / due for number in counts.values()), kinds - 1)


@pytest.mark.parametrize("sides", [2, 3, 4, 8, 10, 12, 20, 100, 129])
def test_every_face_comes_as_often_as_the_others(sides: int) -> None:
    counts = Counter(die(KEY, "red", number, sides) for number in range(MANY))
    assert set(counts) == set(range(1, sides + 1))
    assert tail(counts, sides) > ODD


def test_what_would_favour_low_numbers_is_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bytes are made so that a remainder alone would give something else."""
    stream = {"red:0": bytes([255] * 31 + [7]), "red:1": bytes([250] * 32), "red:1:1": bytes([249] * 32)}
    monkeypatch.setattr(hmac, "digest", lambda key, text, kind: stream[text.decode()])
    assert below(KEY, "red", 0, 10) == 7, "the first byte below 250"
    assert below(KEY, "red", 1, 10) == 9, "none of the first hash, so the next one"


def test_more_sides_than_a_byte_has_numbers_take_more_bytes() -> None:
    faces = [die(KEY, "red", number, 1000) for number in range(MANY)]
    assert (min(faces) < 20, max(faces) > 980, len(set(faces)) > 950) == (True, True, True)


def test_every_order_of_a_shuffle_comes_as_often_as_the_others() -> None:
    counts = Counter(ServerDice(KEY, "red", first).shuffle("deck", 4) for first in range(0, 4 * MANY, 4))
    assert set(counts) == set(permutations(range(4)))
    assert tail(counts, 24) > ODD


def test_every_pair_drawn_out_of_a_list_comes_as_often_as_the_others() -> None:
    counts = Counter(ServerDice(KEY, "red", first).draw("card", 5, 2) for first in range(0, 2 * MANY, 2))
    assert set(counts) == set(permutations(range(5), 2))
    assert tail(counts, 20) > ODD


def test_no_number_of_a_room_is_used_twice_whatever_is_drawn() -> None:
    dice = ServerDice(KEY, "red", 7)
    got = [dice.roll("DR", 2), dice.roll("d10", 1, 10), dice.draw("hand", 8, 3)]
    got += [dice.shuffle("deck", 4), dice.roll("dr", 1)]
    proof = Proof(dice.first, tuple(dice.drawn))
    assert (proof.first, proof.numbers) == (7, 2 + 1 + 3 + 4 + 1)
    first = 7
    for draw, each in zip(dice.drawn, got, strict=True):
        assert tuple(shown(KEY, "red", first, draw.in_file())) == each == draw.got
        first += len(each)


def test_nothing_drawn_leaves_nothing() -> None:
    dice = ServerDice(KEY, "red", 0)
    assert (dice.roll("none", 0), dice.draw("none", 5, 0), dice.shuffle("none", 0)) == ((), (), ())
    assert dice.drawn == []


@pytest.mark.parametrize("count", [-1, 4])
def test_no_more_is_drawn_than_there_is(count: int) -> None:
    with pytest.raises(ValueError, match="can't be drawn out of 3"):
        ServerDice(KEY, "red", 0).draw("hand", 3, count)


def test_a_proof_of_six_sided_dice_is_kept_as_it_ever_was_and_any_other_in_draws() -> None:
    plain = Proof(0, (Drawn((3, 4), sides=6), Drawn((1,), sides=6)))
    assert plain.draws_in_file() == {"dice": [3, 4, 1]}
    assert draws_of({"dice": [3, 4, 1]}) == (Drawn((3, 4, 1), sides=6),)
    mixed = Proof(0, (Drawn((3,), sides=6), Drawn((10,), sides=10), Drawn((0, 2), size=3)))
    told = {"dice": [], "draws": [{"sides": 6, "got": [3]}, {"sides": 10, "got": [10]}, {"size": 3, "got": [0, 2]}]}
    assert mixed.draws_in_file() == told
    assert draws_of(told) == mixed.draws
    both: dict[str, Any] = {"sides": 6, "size": 6}
    for wrong in ({}, both):
        with pytest.raises(ValueError, match="nothing has both"):
            Drawn((1,), **wrong)
