"""Makes a campaign of an imported file; runs in the child process (campaigns.bringing.child)."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils import translation

from campaigns.actions import import_campaign
from campaigns.bringing.actions import close, label, refuse
from campaigns.bringing.models import BroughtFile, BroughtStatus
from campaigns.ledger import archive, crypto
from rules.contract import Refused


class Overtaken(Exception):
    """This attempt took so long that the file was claimed again, or refused."""


def go_on(pk: int, at: datetime) -> None:
    """Check the file of the attempt begun `at`, and make it a campaign or refuse it."""
    brought = BroughtFile.objects.select_related("user").get(pk=pk)
    if brought.body is None or brought.started_at != at:
        return
    with translation.override(brought.language or None):
        try:
            with transaction.atomic():
                file = archive.read(crypto.unwrap(brought.body, label(brought, "body")))
                campaign = import_campaign(file=file, commanders={brought.side: brought.user})
                if not close(brought, at, status=BroughtStatus.DONE, campaign=campaign):
                    raise Overtaken
        except archive.UnreadableFile as error:
            refuse(brought, at, str(error))
        except Refused as no:
            refuse(brought, at, f"{no.message} {no.way_out}".strip())
