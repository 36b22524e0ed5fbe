"""When something happened: how long ago, on which day and at what time, or on which date of the game."""

from __future__ import annotations

from datetime import datetime, timedelta

from django import template
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.timesince import timesince
from django.utils.translation import gettext

register = template.Library()


@register.filter
def ago(moment: datetime) -> str:
    """Say "just now", "3 hours ago" within a day, and from then on day and time in the reader's zone."""
    since = timezone.now() - moment
    if since < timedelta(minutes=1):
        return gettext("just now")
    if since < timedelta(days=1):
        return gettext("%(timesince)s ago") % {"timesince": timesince(moment)}
    return date_format(timezone.localtime(moment), gettext("j N Y, H:i"))


@register.filter
def date_told(date: str) -> str:
    """A date of a game, such as "14 Sept, Russian Counterattack", each part in the reader's language."""
    return ", ".join(gettext(part) for part in date.split(", ") if part)
