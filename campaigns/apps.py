"""The campaigns app."""

from django.apps import AppConfig
from django.core.signals import request_finished
from django.utils.translation import gettext_lazy, trans_real

from rules import text
from rules.engine.identity_cache import clear_room_caches


class CampaignsConfig(AppConfig):
    """Sets up the translation of the rules' texts."""

    name = "campaigns"
    verbose_name = gettext_lazy("Campaigns")

    def ready(self) -> None:
        """Let the rules translate from Django's catalog, and register signal handlers."""
        text.set_catalog(trans_real.catalog)
        request_finished.connect(clear_room_caches)
