"""Plays a demo campaign up to where it stands."""

from __future__ import annotations

from collections.abc import Mapping

from django.contrib.auth.models import User

from campaigns import actions
from campaigns.charts.actions import PRACTICE, copy_of_choice
from refit.demos.player import Player, play
from refit.demos.scripts import Past
from rules.ground.map_schema import MAP
from rules.ground.painting import ORDER

BATTLE = "battle"


def play_in(past: Past, users: Mapping[str, User]) -> None:
    """Found the campaign and play it until now; `users` commands each side, by its key."""
    host, guest = past.scripts
    options = {**past.options, MAP: copy_of_choice(PRACTICE, users[host], past.system, MAP)}
    seat = actions.start_campaign(name=past.name, system=past.system, options=options, side=host, by=users[host])
    first = Player(seat, past.scripts[host])
    _, token = actions.invite(role="commander", side=guest, by=seat)
    second = Player(actions.take_seat(token=token, by=users[guest]), past.scripts[guest])
    for line in past.losses:
        play((first, second), lambda public, line=line: (public.stage, public.date) == (BATTLE, line))  # type: ignore[misc]
        for player in (first, second):
            held = {pile.like.name: pile for section in player.view().mine.sections for pile in section.piles}
            losses = ((held[name], n) for name, n in past.losses[line][player.seat.side].items() if name in held)
            lost = {str(pile.key): min(number, pile.count) for pile, number in losses}
            player.orders("lose", piles=lost, fate="eliminated")
            if hexes := past.painted[line].get(player.seat.side):
                player.orders(ORDER, holder=player.seat.side, hexes=hexes)
    play((first, second), lambda public: (public.stage, public.date) == past.now)
    for player in (first, second):
        view = player.view()
        if view.current and f"{view.public.date} {view.current.spec.key}" in player.script:
            player.moves()
