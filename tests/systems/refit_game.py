"""What the games with a refit phase bring to the tests of all games."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cached_property
from typing import Any, ClassVar

from rules import registry
from rules.asl.steps.from_paper import SharedRecordTask
from rules.asl.steps.report import ReportTask
from rules.contract import FoundingChoice, State, Task
from rules.engine.founding import START
from tests.kept import kept
from tests.rules.driver import Driver
from tests.rules.garbage import Positions, passed
from tests.rules.random_player import Random, whole
from tests.systems import games
from tests.systems.games import Scripts


class RefitScripts(Scripts):
    """A game whose sides put reports of a battle to each other."""

    spoken = frozenset({"elr_san.announced", "books.opened", "campaign.ended"})

    driver: ClassVar[type[Driver]]
    wild: ClassVar[type[Random]]
    """Who plays it at random."""
    variants: ClassVar[tuple[Mapping[str, str], ...]] = ({},)
    """Options of random campaigns, taken in turn."""
    campaigns: ClassVar[int]
    """How many random campaigns are played to their end."""
    often: ClassVar[int] = 1
    """At one of so many changes of what a side sees the books are looked into; odd, so that each side has its turn."""
    passing: ClassVar[tuple[tuple[int, Mapping[str, str]], ...]]
    """Seeds and options of campaigns that between them pass most steps."""
    reported: ClassVar[str]
    """A number in the report of a battle."""

    @staticmethod
    def baskets(chance: random.Random, /) -> Any:
        """Baskets as they may come."""
        raise NotImplementedError

    def others(self, choice: FoundingChoice) -> list[str]:
        """Of the later dates the first: what is asked is the same on each, and the shorter campaigns have no others."""
        found = super().others(choice)
        return found[:1] if choice.key == START else found

    def hidden(self, task: Task) -> Mapping[str, str]:
        """Who confirms says which report, or state on paper, he has read, and agrees to what no record bears out."""
        if isinstance(task, SharedRecordTask):
            return {"number": str(task.number)}
        shown = task.proposal if isinstance(task, ReportTask) and not task.mine else None
        return {"number": str(shown.number), "agreed": "on"} if shown else {}

    def rare(self) -> Positions:
        """Positions of steps that random campaigns seldom come to."""
        raise NotImplementedError

    @cached_property
    def positions(self) -> Positions:
        """A state for every step and side in which that step waits for that side."""
        return kept(f"steps of {self.system.key}", self._positions)

    def _positions(self) -> Positions:
        return passed(self.driver(), (whole(self.wild, seed, **how) for seed, how in self.passing)) | self.rare()

    def at(self, state: State[Any, Any]) -> Driver:
        """A campaign that goes on from `state`."""
        game = self.driver()
        game.state = state
        return game

    def check(self, look: Driver, side: str) -> None:
        """What holds at any time of this game."""

    def check_whole(self, game: Driver) -> None:
        """What holds of a campaign that has ended."""


def refit_games() -> Mapping[str, RefitScripts]:
    """The games of the registry that have a refit phase, with what they bring."""
    found = {key: games.scripts(key) for key in registry.all_systems()}
    return {key: each for key, each in found.items() if isinstance(each, RefitScripts)}
