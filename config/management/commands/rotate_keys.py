"""Locks everything with the current master key."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from campaigns.alerts import actions as alert_actions
from campaigns.ledger import crypto, seat_list
from campaigns.ledger.crypto import CryptoError
from campaigns.locks import devices, ways_in
from campaigns.models import Campaign
from config import second_factor


class Command(BaseCommand):
    """Wraps rooms' keys, seeds, second factors and channels' addresses with the first of REFIT_KEYS; journals stay."""

    help = "After putting a new key first in REFIT_KEYS: lock everything with it. Then the old key can go."

    def handle(self, *args: Any, **options: Any) -> None:
        campaigns = Campaign.objects.order_by("pk").values_list("pk", flat=True)
        try:
            for key in campaigns:
                with transaction.atomic():
                    campaign = Campaign.objects.select_for_update().filter(pk=key).first()
                    if campaign is None:  # removed meanwhile
                        continue
                    for room in campaign.rooms.all():
                        crypto.rewrap(campaign, room)
                        room.save(update_fields=["wrapped_key", "deposit"])
                    ways_in.rewrap(campaign)
                    campaign.seed_sealed = crypto.wrap_seed(campaign, crypto.seed_of(campaign))
                    if listed := seat_list.load(campaign):
                        seat_list.store(campaign, listed)
                    campaign.save(update_fields=["seed_sealed", "seat_list"])
            devices.rewrap_all()
            factors = second_factor.rewrap_all()
            alert_actions.rewrap_all()
        except CryptoError as error:
            raise CommandError(f"{error} Put the key back into REFIT_KEYS, after the new one.") from None
        self.stdout.write(
            f"{len(campaigns)} campaigns and {factors} second factors are locked with the current master key."
        )
