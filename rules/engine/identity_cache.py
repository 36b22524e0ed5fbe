"""Caches of results by the identity of what they were worked out from, such as rooms, which never change."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class IdentityCache(Generic[T]):
    """The last results of pure functions, by the identity of their arguments, which must be immutable.

    Rooms are not hashable, so `lru_cache` can't hold them. Whoever decides an order folds its events, and whoever
    stores them folds the same events over the same rooms once more: that is found here.
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._entries: tuple[tuple[tuple[object, ...], tuple[object, ...], T], ...] = ()

    def get(self, function: Callable[..., T], *args: object) -> T:
        """`function(*args)`, worked out now or before."""
        wanted = (function, *map(id, args))
        for key, _, result in self._entries:
            if key == wanted:
                return result
        result = function(*args)
        # The arguments are kept too, so that no other object gets their ids. The tuple is made anew each time, since
        # other threads may be reading the one before.
        self._entries = ((wanted, args, result), *self._entries[: self._size - 1])
        return result

    def clear(self) -> None:
        """Drop all results."""
        self._entries = ()


_ROOM_CACHES: list[IdentityCache[Any]] = []


def room_cache(size: int) -> IdentityCache[Any]:
    """A cache of what is worked out from rooms, which `clear_room_caches` empties. Make one per module or game."""
    _ROOM_CACHES.append(IdentityCache(size))
    return _ROOM_CACHES[-1]


def clear_room_caches(**kwargs: object) -> None:
    """Empty all room caches; receives the signals at the end of a request and of a job, whatever they send.

    The next request is another reader's, and a side may have locked its room meanwhile.
    """
    for cache in _ROOM_CACHES:
        cache.clear()
