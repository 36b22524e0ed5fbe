"""A card-driven game whose first operation has been fought: both choose Card or Map."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.contrib.auth.models import User

from campaigns import actions
from refit.demos.player import Player
from refit.demos.scripts import Script


@dataclass(frozen=True)
class Opening:
    """The beginning of a game: who commands its sides, and the `orders` given in turn at the step they are for.

    Whatever else waits is answered as the page proposes it, until the stage `now` waits for both.
    """

    name: str
    system: str
    commanders: Mapping[str, str]
    orders: tuple[Script, ...]
    now: str


def open_in(opening: Opening, users: Mapping[str, User]) -> None:
    """Found the game and play its beginning; `users` by name."""
    (host, first), (guest, second) = opening.commanders.items()
    seat = actions.start_campaign(name=opening.name, system=opening.system, options={}, side=host, by=users[first])
    _, token = actions.invite(role="commander", side=guest, by=seat)
    players = (Player(seat), Player(actions.take_seat(token=token, by=users[second])))
    for script in opening.orders:
        while not any(_gives(player, script) for player in players):
            if not any(player.moves() for player in players):
                raise RuntimeError(f"nobody is asked for {', '.join(script)}")
    while players[0].view().public.stage != opening.now:
        if not any(player.moves() for player in players):
            raise RuntimeError(f"nobody comes to {opening.now}")


def _gives(player: Player, script: Script) -> bool:
    """Answer with what the script has for the step that waits; False if it is another one."""
    current = player.view().current
    if current is None or current.spec.key not in script:
        return False
    player.orders("enter", step=current.spec.key, **script[current.spec.key])
    return True


STEPPE = Opening(
    name="Roads to Stalingrad, the demo",
    system="rts",
    commanders={"axis": "german", "soviet": "russian"},
    orders=(
        {"start": {"area": "Belitsa"}},
        {"operation": {"do": "move", "to": "Livna", "unit-GI1": "on", "unit-GP1": "on"}},
        {"operation": {"do": "move", "to": "Rossna", "unit-GP2": "on"}},
    ),
    now="choose",
)
