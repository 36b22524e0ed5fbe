"""Signatures under a side's drafts, as its pages show them."""

from __future__ import annotations

from dataclasses import dataclass

from campaigns.drafts import SavedDraft
from campaigns.models import Role, Seat
from campaigns.seats.who import who_sits
from campaigns.teams.signing import asks_two, signed_by, signers
from campaigns.teams.team import team_of


@dataclass(frozen=True)
class Signing:
    """For a side of which two sign: the name of who has signed the draft, "" if nobody has.

    `mine`: the reader has signed it himself; `adjutant`: the reader is an adjutant who may sign.
    """

    by: str = ""
    mine: bool = False
    adjutant: bool = False

    @property
    def commits(self) -> bool:
        """Whether the reader gives the second signature by pressing the same button."""
        return bool(self.by) and not self.mine and not self.adjutant


def signing_at(seat: Seat, draft: SavedDraft | None) -> Signing | None:
    """The signatures under a step's draft; None where one is enough."""
    if not asks_two(seat):
        return None
    able = signers(seat, team_of(seat))
    adjutant = seat.role == Role.ADJUTANT and seat.number in able
    number = signed_by(draft, able) if draft and not draft.beside else 0
    name = who_sits(seat.campaign, number)[0] if number else ""
    return Signing(name, bool(number) and number == seat.number, adjutant)
