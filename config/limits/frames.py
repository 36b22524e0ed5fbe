"""Room for the frames of all that a function calls.

The interpreter keeps the frames of a thread in pieces of 16 KB, asks the system for the next one when a call does not
fit, and gives it back when that call returns. Where the edge of a piece falls into a loop, each turn pays for both: a
page of thirty rows took three times as long as with one frame more or less below it.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import TypeVar

F = TypeVar("F", bound=Callable[..., object])
ROOM = 8_000
"""Values of eight bytes; the frames below the page of a roll come to 2,600."""


def with_room(function: F) -> F:
    """The function, with one piece of memory for its own frame and those of what it calls, up to ROOM values."""
    assert isinstance(function, FunctionType)
    function.__code__ = function.__code__.replace(co_stacksize=ROOM)
    return function
