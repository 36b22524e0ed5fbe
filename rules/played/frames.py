"""What is going on, as a stack of frames: the top one is acted in, new ones are pushed, finished ones popped."""

from __future__ import annotations

from typing import Any, Generic, Self, TypeVar

from rules.engine.replace import replace

F = TypeVar("F")
G = TypeVar("G")


class Stacked(Generic[F]):
    """Mixin for a public room, a dataclass with `frames`, the top one last."""

    frames: tuple[F, ...]

    @property
    def top(self) -> F:
        """The frame that is acted in."""
        return self.frames[-1]

    def latest(self, kind: type[G]) -> G | None:
        """The topmost frame of a kind, None if there is none."""
        for frame in reversed(self.frames):
            if isinstance(frame, kind):
                return frame
        return None

    def running(self, kind: type[G]) -> G:
        """The topmost frame of a kind; raises LookupError if there is none."""
        if (frame := self.latest(kind)) is None:
            raise LookupError(f"no {kind.__name__} is going on")
        return frame

    def changed(self, frame: F | None, **changes: Any) -> Self:
        """The room with changes to one of its frames."""
        return self._with(tuple([replace(each, **changes) if each is frame else each for each in self.frames]))  # type: ignore[type-var]

    def pushed(self, *frames: F) -> Self:
        """The room with more frames on top; the last of `frames` is acted in first."""
        return self._with((*self.frames, *frames))

    def popped(self) -> Self:
        """The room without its top frame."""
        return self._with(self.frames[:-1])

    def without(self, frame: F) -> Self:
        """The room without that frame, wherever it is in the stack."""
        return self._with(tuple(each for each in self.frames if each is not frame))

    def _with(self, frames: tuple[F, ...]) -> Self:
        return replace(self, frames=frames)  # type: ignore[type-var]
