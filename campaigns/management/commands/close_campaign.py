"""Gives the host's notice that a campaign is to end before its time, or to be removed."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from campaigns.closing import actions
from campaigns.closing.models import Closing, What
from campaigns.closing.waiting import all_waiting
from campaigns.ledger import seats_anew
from campaigns.models import Campaign
from rules.contract import Refused


class Command(BaseCommand):
    """Gives notice, takes it back, or lists what waits; whoever has a seat is told by mail."""

    help = (
        "Give notice that an abandoned campaign is ended, or one removed for good; "
        "without an id, list what is proposed or announced."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("id", nargs="?", help="the campaign's id as in its address")
        parser.add_argument("what", nargs="?", choices=What.values, help="what is to be done with it")
        parser.add_argument("--reason", default="", help="why; everybody who has a part in it reads it")
        parser.add_argument("--days", type=int, help="how long the notice is; 14 for an end, or more, 30 for a removal")
        parser.add_argument("--withdraw", action="store_true", help="take the host's notice back")
        parser.add_argument("--yes", action="store_true", help="do not ask")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["id"] is None:
            for one in Campaign.objects.order_by("pk").prefetch_related("rooms"):
                for each in all_waiting(one, seats_anew.listed_if_told(one)):
                    self.stdout.write(_line(each))
            return
        campaign = Campaign.objects.filter(public_id=options["id"]).first()
        if campaign is None or options["what"] is None:
            raise CommandError(f"Name a campaign and one of {', '.join(What.values)}; there is no {options['id']!r}.")
        what = What(options["what"])
        try:
            if options["withdraw"]:
                actions.withdraw_notice(campaign=campaign, what=what)
            elif options["yes"] or input(f"{campaign.name}: {what.label}. Type yes: ").strip() == "yes":
                usual = actions.NOTICE if what == What.END else actions.REMOVAL_NOTICE
                notice = usual if options["days"] is None else timedelta(days=options["days"])
                closing = actions.give_notice(
                    what=what, reason=options["reason"], by=None, campaign=campaign, notice=notice
                )
                self.stdout.write(_line(closing))
        except Refused as no:
            raise CommandError(f"{no.message} {no.way_out}") from None


def _line(closing: Closing) -> str:
    """What waits, in a line."""
    when = f"on {closing.due_at:%Y-%m-%d %H:%M} UTC" if closing.due_at else "when all agree"
    return f"{closing.campaign.public_id} {closing.what} {when}: {closing.reason}"
