"""The campaigns app."""

from typing import Any

from django.apps import AppConfig
from django.apps import apps as all_apps
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy, trans_real

from rules import text


class CampaignsConfig(AppConfig):
    """Has the rules speak the reader's language, and gives older campaigns what only keys and rules can make."""

    name = "campaigns"
    verbose_name = gettext_lazy("Campaigns")

    def ready(self) -> None:
        """The words of the rules are looked up as those of the pages are."""
        text.set_catalog(trans_real.catalog)
        post_migrate.connect(_make_missing_purchases, sender=self)


def _make_missing_purchases(*, apps: Any = all_apps, **_: Any) -> None:
    """After `migrate`: the purchases of campaigns that are older than their tables."""
    from campaigns.ledger import reconcile  # its models are there only when all apps are loaded

    if "rgpurchase" in apps.all_models["campaigns"]:
        reconcile.make_missing_purchases()
