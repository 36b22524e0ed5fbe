"""Gives the host's notice that a side's only commander, who does not play any more, is replaced."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from campaigns.ledger import seats_anew
from campaigns.ledger.seat_list import ListedNotice
from campaigns.models import Campaign
from campaigns.seats import replacing
from rules.contract import Refused


class Command(BaseCommand):
    """Gives notice or takes it back, or lists what waits in a campaign; whoever has a seat is told by mail."""

    help = (
        "Give notice that the only commander of a side, who does not play any more, loses his seat in 14 days: "
        "another side has to agree, and he keeps it if he acts. Without --side, list the notices."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("id", help="the campaign's id as in its address")
        parser.add_argument("--side", default="", help="the side whose commander is gone")
        parser.add_argument("--reason", default="", help="why; everybody who has a part in it reads it")
        parser.add_argument("--withdraw", action="store_true", help="take the notice back")
        parser.add_argument("--yes", action="store_true", help="do not ask")

    def handle(self, *args: Any, **options: Any) -> None:
        campaign = _campaign(options["id"])
        if not options["side"]:
            for notice in seats_anew.listed(campaign).notices:
                self.stdout.write(_line(campaign, notice))
            return
        try:
            if options["withdraw"]:
                commanders = seats_anew.listed(campaign).commanders(options["side"])
                seat = commanders[0].number if commanders else 0
                replacing.withdraw(seat=seat, by=None, campaign=campaign)
            elif options["yes"] or input(f"{campaign.name}: replace its commander. Type yes: ").strip() == "yes":
                number = replacing.announce(side=options["side"], reason=options["reason"], by=None, campaign=campaign)
                self.stdout.write(_line(_campaign(options["id"]), number))
        except Refused as no:
            raise CommandError(f"{no.message} {no.way_out}") from None


def _campaign(public_id: str) -> Campaign:
    campaign = Campaign.objects.filter(public_id=public_id).prefetch_related("rooms").first()
    if campaign is None:
        raise CommandError(f"There is no campaign {public_id!r}.")
    return campaign


def _line(campaign: Campaign, notice: ListedNotice) -> str:
    """A notice in a line; what waits for consent says so."""
    waits = ", ".join(replacing.unanswered(campaign, notice))
    when = f"on {notice.due[:16].replace('T', ' ')} UTC" + (f" if {waits} agrees" if waits else "")
    return f"{campaign.public_id} seat {notice.seat} {when}: {notice.reason}"
