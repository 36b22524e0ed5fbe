"""Tables of functions by kind of event; a decorator registers each function where it is defined."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


class ByKind(dict[str, F]):
    """One table of functions by kind; the constructor takes initial entries like `dict`."""

    def on(self, *kinds: str) -> Callable[[F], F]:
        """Decorator: register a function for events of `kinds`. Raises ValueError if one of them already has one."""

        def register(function: F) -> F:
            for kind in kinds:
                if kind in self:
                    raise ValueError(f"two functions for events of the kind {kind!r}")
                self[kind] = function
            return function

        return register
