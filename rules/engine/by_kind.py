"""Functions by the kind of event that they are for, each registered where it is written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


class ByKind(dict[str, F]):
    """The functions of one table; what else it begins with is given as to a `dict`."""

    def on(self, *kinds: str) -> Callable[[F], F]:
        """Decorates the function for events of these kinds; ValueError if one of them has a function already."""

        def register(function: F) -> F:
            for kind in kinds:
                if kind in self:
                    raise ValueError(f"two functions for events of the kind {kind!r}")
                self[kind] = function
            return function

        return register
