"""The text of an alert, in its reader's language."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext


@dataclass(frozen=True)
class AlertText:
    """`what` waits in which campaign and public step, since when, and where to answer.

    `head` is a sentence with the proof code of its journal, for a letter to be kept; "" before the journal has one.
    """

    campaign: str
    subject: str
    what: str
    step: str
    since: datetime
    link: str
    head: str

    @property
    def since_text(self) -> str:
        """Since when, to the minute, as the journal shows times."""
        return date_format(timezone.localtime(self.since), gettext("j N Y, H:i e"))
