"""Whether two of a side sign its final steps, who may sign, and who has signed a draft.

A signature lies in the draft, and every draft has room for one: a row, or a size, would tell that a side has signed.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection

from campaigns.drafts import SavedDraft
from campaigns.models import Role, Seat
from campaigns.teams.rights import has_team, mates_of
from campaigns.teams.team import SideTeam, team_of

HALF = 16
"""Hexadecimal digits of each part of a mark: its salt, whose it is, and for which button."""


def signers(seat: Seat, team: SideTeam) -> frozenset[int]:
    """The numbers of the seats that may sign for the seat's side: its commanders, and adjutants who were appointed."""
    return frozenset(
        each.number for each in mates_of(seat) if each.role == Role.COMMANDER or each.number in team.signers
    )


def asks_two(seat: Seat) -> bool:
    """Whether the seat's side wants two signatures, and has two people who may give them.

    With only one left the rule is suspended, so that nobody waits for a signature that can't come.
    """
    if not has_team(seat) or not seat.campaign.running:
        return False
    team = team_of(seat)
    return team.two_sign and len(signers(seat, team)) > 1


def may_sign(seat: Seat) -> bool:
    """Whether the seat may give a signature that is asked for."""
    return asks_two(seat) and seat.number in signers(seat, team_of(seat))


def mark_of(number: int, act: str) -> str:
    """The stored mark of a signature by the seat `number` for the button `act`; it looks random."""
    salt = secrets.token_hex(HALF // 2)
    return salt + _digest(salt, str(number)) + _digest(salt, act)


def signed_by(draft: SavedDraft, among: Collection[int]) -> int:
    """The seat of `among` that has signed a draft; 0 for none."""
    salt, mark = draft.mark[:HALF], draft.mark[HALF : 2 * HALF]
    return next((number for number in among if mark and _digest(salt, str(number)) == mark), 0)


def has_first(seat: Seat, draft: SavedDraft | None, data: object, act: str) -> bool:
    """Whether somebody else of the side who may sign has signed exactly these entries for the button `act`."""
    if draft is None or draft.beside or dict(draft.data) != data:
        return False
    others = signers(seat, team_of(seat)) - {seat.number}
    return bool(signed_by(draft, others)) and _digest(draft.mark[:HALF], act) == draft.mark[2 * HALF :]


def _digest(salt: str, text: str) -> str:
    return hashlib.sha256(f"{salt} {text}".encode()).hexdigest()[:HALF]
