"""Caches keyed by the identity of immutable arguments, such as rooms."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class IdentityCache(Generic[T]):
    """The last `size` results of pure functions, keyed by the identity of their arguments, which must be immutable.

    Rooms are not hashable, so `lru_cache` can't be used. Deciding an order folds its events, and storing them folds
    the same events over the same rooms again; the second fold is served from here.
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._entries: tuple[tuple[tuple[object, ...], tuple[object, ...], T], ...] = ()

    def get(self, function: Callable[..., T], *args: object) -> T:
        """`function(*args)`, from the cache if it is there."""
        wanted = (function, *map(id, args))
        for key, _, result in self._entries:
            if key == wanted:
                return result
        result = function(*args)
        # The arguments are kept alive, so that no other object can get their ids. The tuple is replaced, never changed,
        # since other threads may be reading it.
        self._entries = ((wanted, args, result), *self._entries[: self._size - 1])
        return result

    def clear(self) -> None:
        """Drop all results."""
        self._entries = ()


_ROOM_CACHES: list[IdentityCache[object]] = []


def room_cache(size: int) -> IdentityCache[Any]:
    """A new cache for what is computed from rooms; `clear_room_caches` empties it. Make one per module or game."""
    _ROOM_CACHES.append(IdentityCache(size))
    return _ROOM_CACHES[-1]


def clear_room_caches(**kwargs: object) -> None:
    """Empty all room caches. Receiver of the signals at the end of a request and of a job.

    The next request may be another reader's, and a side may have locked its room meanwhile.
    """
    for cache in _ROOM_CACHES:
        cache.clear()
