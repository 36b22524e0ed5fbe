"""What a page calls finds room for its frames in one piece."""

from __future__ import annotations

import pytest

from config.limits.frames import ROOM, with_room
from config.middleware import SecurityHeaders


@with_room
def _sum_down(number: int, *, least: int = 0) -> int:
    if number < least:
        raise ValueError(number)
    return number + _sum_down(number - 1, least=least) if number else 0


def test_a_function_with_room_does_what_it_did() -> None:
    assert _sum_down(20) == 210
    with pytest.raises(ValueError, match="9"):
        _sum_down(9, least=10)


def test_every_request_is_answered_with_room() -> None:
    assert SecurityHeaders.__call__.__code__.co_stacksize == ROOM
