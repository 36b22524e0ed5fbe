"""A campaign with a past, and how it gets one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User

from campaigns import actions
from refit.demos.player import Player, Script, play

BATTLE = "battle"


@dataclass(frozen=True)
class Past:
    """What was played until now: by side the entries of its steps, and by scenario what each side lost in it.

    `losses` has one mapping a scenario, from the line it belongs to; each gives for a side the names of counters with
    how many were lost. `now` is the stage and the line at which the campaign waits. The first side is the founder's.
    """

    name: str
    system: str
    options: Mapping[str, Any]
    scripts: Mapping[str, Script]
    losses: Mapping[str, Mapping[str, Mapping[str, int]]]
    now: tuple[str, str]

    def play_in(self, users: Mapping[str, User]) -> None:
        """Found the campaign and play it until now; `users` commands each side, by its key."""
        host, guest = self.scripts
        options = dict(self.options)
        seat = actions.start_campaign(name=self.name, system=self.system, options=options, side=host, by=users[host])
        first = Player(seat, self.scripts[host])
        _, token = actions.invite(role="commander", side=guest, by=seat)
        second = Player(actions.take_seat(token=token, by=users[guest]), self.scripts[guest])
        for line in self.losses:
            play((first, second), lambda public, line=line: (public.stage, public.date) == (BATTLE, line))  # type: ignore[misc]
            for player in (first, second):
                held = {pile.like.name: pile for section in player.view().mine.sections for pile in section.piles}
                losses = ((held[name], n) for name, n in self.losses[line][player.seat.side].items() if name in held)
                lost = {str(pile.key): min(number, pile.count) for pile, number in losses}
                player.orders("lose", piles=lost, fate="eliminated")
        play((first, second), lambda public: (public.stage, public.date) == self.now)
        for player in (first, second):
            view = player.view()
            if view.current and f"{view.public.date} {view.current.spec.key}" in player.script:
                player.moves()
