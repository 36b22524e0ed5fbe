"""How long ago something happened, in words."""

from __future__ import annotations

from datetime import datetime, timedelta

from django import template
from django.utils import timezone
from django.utils.timesince import timesince
from django.utils.translation import gettext

register = template.Library()


@register.filter
def ago(moment: datetime) -> str:
    """Say "3 hours ago", or "just now" within the first minute."""
    return (
        gettext("just now")
        if timezone.now() - moment < timedelta(minutes=1)
        else gettext("%(timesince)s ago") % {"timesince": timesince(moment)}
    )
