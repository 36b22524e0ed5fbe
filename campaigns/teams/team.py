"""Who of a side does what, encrypted in its room's row: always there, and always of one size."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext
from pydantic import TypeAdapter

from campaigns.ledger import crypto
from campaigns.ledger.crypto import CryptoError
from campaigns.models import Campaign, Room, Seat
from rules.contract import Refused


@dataclass(frozen=True)
class SideTeam:
    """The overall commander's seat by its number (0: nobody was chosen), and the parts of the seats by theirs.

    `given` has the seats that steps and stages are assigned to, by keys such as "step:purchase" or "stage:battle".
    `revision` counts the changes. With `two_sign` a final step waits for two signatures; `signers` are the adjutants
    who may give one, by the numbers of their seats (see `teams.signing`).
    """

    revision: int = 0
    overall: int = 0
    parts: Mapping[int, str] = field(default_factory=dict)
    given: Mapping[str, int] = field(default_factory=dict)
    two_sign: bool = False
    signers: tuple[int, ...] = ()

    def whose(self, step: str, stage: str) -> int:
        """The seat that a step, or else its stage, is assigned to; 0 for none."""
        return self.given.get(f"step:{step}") or self.given.get(f"stage:{stage}", 0)


READ = TypeAdapter(SideTeam)


ALTERED = SideTeam(two_sign=True)
"""Takes the place of an altered row, so that garbling it gets rid of no second signature."""


def team_of(seat: Seat) -> SideTeam:
    """The team of the seat's side; `ALTERED` if its row was altered."""
    return _opened(seat) or ALTERED


def is_altered(seat: Seat) -> bool:
    """Whether the stored team of the seat's side was altered outside this program."""
    return _opened(seat) is None


def _opened(seat: Seat) -> SideTeam | None:
    room = crypto.room_of(seat.campaign, seat.side)
    crypto.keys_of(seat.campaign, room)  # raises if a key is missing or the room is locked: then nothing was altered
    try:
        return READ.validate_python(crypto.stored_team(seat.campaign, room))
    except CryptoError:
        return None


def begin_with_two(first: Seat) -> None:
    """Require two signatures of a side from the moment its first commander sits down; the campaign is locked."""
    keep(first.campaign, first.side, replace(team_of(first), two_sign=True))


def keep(campaign: Campaign, side: str, team: SideTeam) -> None:
    """Store the team of a side; the campaign's row is locked. Raises Refused if it is too long."""
    room = crypto.room_of(campaign, side)
    if not crypto.store_team(campaign, room, READ.dump_python(team, mode="json")):
        raise Refused(
            gettext("All parts together are too long to be kept."),
            field="parts",
            way_out=gettext("Name them in fewer words; what you typed is still there."),
        )
    Room.objects.filter(pk=room.pk).update(team=room.team)
