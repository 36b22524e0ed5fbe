"""What goes on as a stack of frames: what follows is put on it, what is finished is taken off, the last is acted in."""

from __future__ import annotations

from typing import Any, Generic, Self, TypeVar

from rules.engine.replace import replace

F = TypeVar("F")
G = TypeVar("G")


class Stacked(Generic[F]):
    """A public room, a dataclass, with `frames`."""

    frames: tuple[F, ...]

    @property
    def top(self) -> F:
        """What is going on."""
        return self.frames[-1]

    def latest(self, kind: type[G]) -> G | None:
        """The last frame of a kind."""
        for frame in reversed(self.frames):
            if isinstance(frame, kind):
                return frame
        return None

    def running(self, kind: type[G]) -> G:
        """The last frame of a kind, where there must be one; LookupError if there is none."""
        if (frame := self.latest(kind)) is None:
            raise LookupError(f"no {kind.__name__} is going on")
        return frame

    def changed(self, frame: F | None, **changes: Any) -> Self:
        """The room with something that is going on changed."""
        return self._with(tuple([replace(each, **changes) if each is frame else each for each in self.frames]))  # type: ignore[type-var]

    def pushed(self, *frames: F) -> Self:
        """The room with something more going on; the last of `frames` comes first."""
        return self._with((*self.frames, *frames))

    def popped(self) -> Self:
        """The room with what was going on finished."""
        return self._with(self.frames[:-1])

    def without(self, frame: F) -> Self:
        """The room with that frame finished, whatever lies on it."""
        return self._with(tuple(each for each in self.frames if each is not frame))

    def _with(self, frames: tuple[F, ...]) -> Self:
        return replace(self, frames=frames)  # type: ignore[type-var]
