"""The campaigns app."""

from typing import Any

from django.apps import AppConfig
from django.apps import apps as all_apps
from django.conf import settings
from django.core.signals import request_finished
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy, trans_real

from rules import text
from rules.engine.identity_cache import clear_room_caches


class CampaignsConfig(AppConfig):
    """Sets up the translation of the rules' texts, and fills in missing rows of older campaigns after migrations."""

    name = "campaigns"
    verbose_name = gettext_lazy("Campaigns")

    def ready(self) -> None:
        """Let the rules translate from Django's catalog, and register signal handlers."""
        text.set_catalog(trans_real.catalog)
        post_migrate.connect(_make_what_is_missing, sender=self)
        request_finished.connect(clear_room_caches)


def _make_what_is_missing(*, apps: Any = all_apps, **_: Any) -> None:
    """After `migrate`, make purchases and lists of seats for campaigns that are older than these.

    If there are no keys here, as in a club, a worker does it when it starts.
    """
    if not settings.REFIT_KEYS:
        return
    from campaigns.ledger import reconcile, seats_anew  # their models are there only when all apps are loaded

    if "rgpurchase" in apps.all_models["campaigns"]:
        reconcile.make_missing_purchases()
    if hasattr(apps.all_models["campaigns"].get("campaign"), "seat_list"):
        seats_anew.make_missing()
