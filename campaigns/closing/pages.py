"""Data of the page on which a campaign is archived, ended before its time, or removed."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext

from campaigns import pages as campaign_pages
from campaigns.closing.models import Closing, What
from campaigns.closing.rights import SECOND_THOUGHTS, commanded_sides, may_cancel, unanswered
from campaigns.closing.waiting import waiting
from campaigns.ledger import seats_anew
from campaigns.ledger.host_entries import NOTICE
from campaigns.models import PlayMode, Role, Seat
from rules.contract import Refused


@dataclass(frozen=True)
class Way:
    """One way to close a campaign: the closing that waits, if any, and what the reader may do about it.

    While none waits, a commander may propose it, and an umpire may give notice of an end.
    """

    what: What
    closing: Closing | None
    proposer: str
    unanswered: str
    may_agree: bool
    may_cancel: bool
    mine: bool
    may_propose: bool = False
    may_give_notice: bool = False

    @property
    def cancel_button(self) -> str:
        """The label of the button that stops the closing."""
        if self.mine:
            return gettext("Withdraw it")
        if self.closing is None or not self.closing.due_at:
            return gettext("Refuse")
        return gettext("Stop it") if self.closing.agreed else gettext("Object: I still play")


@dataclass(frozen=True)
class ClosingPage:
    """The page for one seat; `reason` is what was typed for `what`, which `refusal` is about."""

    frame: campaign_pages.Frame
    archived: bool
    end: Way
    removal: Way
    what: str
    reason: str
    refusal: Refused | None

    @property
    def alone(self) -> bool:
        """Whether nobody else has to agree."""
        seat = self.frame.seat
        return self.frame.campaign.play_mode == PlayMode.SOLO or commanded_sides(seat.campaign) <= {seat.side}

    @property
    def notice(self) -> int:
        """The days of an umpire's notice."""
        return NOTICE.days

    @property
    def second_thoughts(self) -> int:
        """The days between the consent to a removal and the removal."""
        return SECOND_THOUGHTS.days


def closing_page(seat: Seat, what: str = "", reason: str = "", refusal: Refused | None = None) -> ClosingPage:
    """The page as `seat` sees it."""
    archived = seat.campaign.archived_by.filter(pk=seat.user_id).exists()
    frame = campaign_pages.frame_of(seat)
    return ClosingPage(frame, archived, _way(frame, What.END), _way(frame, What.REMOVAL), what, reason, refusal)


def _way(frame: campaign_pages.Frame, what: What) -> Way:
    seat, names = frame.seat, frame.system.sides
    closing = waiting(frame.campaign, what, seats_anew.listed_if_told(frame.campaign))
    if closing is None:
        return Way(
            what=what,
            closing=None,
            proposer="",
            unanswered="",
            may_agree=False,
            may_cancel=False,
            mine=False,
            may_propose=seat.role == Role.COMMANDER,
            may_give_notice=seat.role == Role.UMPIRE and what == What.END,
        )
    missing = [] if closing.due_at else unanswered(closing)
    return Way(
        what=what,
        closing=closing,
        proposer=names.get(closing.side, ""),
        unanswered=", ".join(names[side] for side in missing),
        may_agree=seat.role == Role.COMMANDER and seat.side in missing,
        may_cancel=may_cancel(closing, seat),
        mine=closing.by_id == seat.user_id or (bool(seat.side) and closing.side == seat.side),
    )
