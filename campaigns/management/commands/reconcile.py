"""Compares the caches with the journal they are folded from."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from campaigns.ledger import reconcile
from campaigns.ledger.crypto import CryptoError
from campaigns.models import Campaign
from rules.registry import OtherEdition


class Command(BaseCommand):
    """Says where a cache differs; --fix writes what the journal says."""

    help = "Fold every journal, compare the stored states and counts with the result, and check chain, seals and dice."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("id", nargs="*", help="ids of campaigns; all if none is given")
        parser.add_argument("--fix", action="store_true", help="write what the journal says")

    def handle(self, *args: Any, **options: Any) -> None:
        chosen = Campaign.objects.order_by("pk")
        if options["id"]:
            chosen = chosen.filter(public_id__in=options["id"])
        differing = broken = 0
        for key in chosen.values_list("pk", flat=True):
            with transaction.atomic():
                campaign = Campaign.objects.select_for_update().get(pk=key)
                try:
                    differing += self._reconciled(campaign, fix=options["fix"])
                    broken += self._broken(campaign)
                except OtherEdition as error:
                    self.stdout.write(f"{campaign.public_id} {campaign.name}: not checked. {error}")
        if broken:
            raise CommandError(f"{broken} journals do not hold, and nothing here can mend them: look into a backup.")
        if differing and not options["fix"]:
            raise CommandError(f"{differing} campaigns differ from their journals; --fix writes what the journals say.")

    def _reconciled(self, campaign: Campaign, *, fix: bool) -> bool:
        try:
            faults = reconcile.differences(campaign)
            if faults and fix:
                reconcile.mend(campaign)
        except CryptoError as error:
            faults = [str(error)]
        verdict = "; ".join(faults) if faults else "as its journal says"
        locked = "".join(f"; {side} is locked: not checked" for side in reconcile.locked_sides(campaign))
        self.stdout.write(
            f"{campaign.public_id} {campaign.name}: {verdict}{' (mended)' if faults and fix else ''}{locked}"
        )
        return bool(faults)

    def _broken(self, campaign: Campaign) -> bool:
        try:
            faults = reconcile.breaks(campaign)
        except CryptoError:  # said above
            return False
        for fault in faults:
            self.stderr.write(f"{campaign.public_id} {campaign.name}: {fault}")
        return bool(faults)
