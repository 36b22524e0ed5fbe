"""A side that calls up its groups: any of the charts, on any CG Day, with dice as a test says."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from rules.asl.counters import Counter
from rules.systems.votg.state import Group
from rules.tables import Need
from tests.rules.votg_play import GERMAN, RUSSIAN, Game


def group(rg: str, number: int = 1, **more: Any) -> Group:
    """A group as it was bought for the date in play."""
    return Group(f"{rg}-{number}", rg, 0, 0, **more)


class Muster(Game):
    """The forces stage of one side; `counters` are classes and names of what it had before."""

    def __init__(
        self,
        side: str,
        *groups: Group,
        day: str = "19",
        night: bool = False,
        counters: Iterable[tuple[str, str]] = (),
        **options: Any,
    ) -> None:
        super().__init__(**options)
        self.side = side
        had = tuple(Counter(n, kind, name, since=-1) for n, (kind, name) in enumerate(counters, start=1))
        self.record(0, day=day, kind="dual", night=night).told(stage="forces").put(side, groups=groups, counters=had)

    @property
    def task(self) -> Any:
        """What the step in front of the side asks."""
        return self.current(self.side).task

    @property
    def step(self) -> str:
        return str(self.current(self.side).spec.key)

    @property
    def labels(self) -> list[str]:
        """What has to be rolled now."""
        return [need.label for need in self.task.needs]

    def group(self, key: str) -> Group:
        return next(group for group in self.room(self.side).groups if group.id == key)

    def brought(self, *kinds: str) -> list[str]:
        """The counters of these classes that were called up, in order."""
        return [c.name for c in self.new() if not kinds or c.kind in kinds]

    def new(self) -> list[Counter]:
        return [counter for counter in self.room(self.side).counters if counter.group]

    def throws(self, *dice: int) -> Muster:
        """Roll what waits, with exactly these dice."""
        for event in self.roll(self.side, *dice):
            assert event.room == self.side, "what is called up is nobody else's business"
        return self

    def to(self, step: str, total: Callable[[Need], int] = lambda need: 7 if need.dice == 2 else 6) -> Muster:
        """Press on to a step; every roll on the way shows `total` of its Need."""
        while self.step != step:
            if self.task.kind == "roll":
                self.throws(*(face for need in self.task.needs for face in faces(need.dice, total(need))))
            else:
                self.answer(self.side)
        return self


def faces(dice: int, total: int) -> tuple[int, ...]:
    """Dice that show a total."""
    high = min(6, total - 1)
    return (total,) if dice == 1 else (total - high, high)


__all__ = ["GERMAN", "RUSSIAN", "Muster", "faces", "group"]
