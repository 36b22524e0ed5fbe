"""Preferences of accounts. Nobody else sees them: they are in no journal, and on no page or mail of others.

There is no display name: journal, seals and files name the user name, and with a second one somebody could look like
somebody else.
"""

from __future__ import annotations

import zoneinfo
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.utils import timezone, translation
from django.utils.translation import gettext_lazy

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractBaseUser


class Preferences(models.Model):
    """The preferences of an account; an account that has chosen nothing has no row, which means the defaults.

    `language` is a code of settings.LANGUAGES, "" for that of the browser. `time_zone` is a name of the tz database, ""
    for that of the browser.
    """

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    language = models.CharField(gettext_lazy("Language"), max_length=20, blank=True)
    time_zone = models.CharField(gettext_lazy("Time zone"), max_length=64, blank=True)
    mail_turn = models.BooleanField(gettext_lazy("My side is waited for"), default=True)
    mail_answer = models.BooleanField(
        gettext_lazy("A correction, or counters gained by hand, wait for my answer"), default=True
    )
    mail_rewind = models.BooleanField(gettext_lazy("A rewind is proposed"), default=True)
    quiet_from = models.PositiveSmallIntegerField(gettext_lazy("Quiet from"), null=True, blank=True)
    quiet_until = models.PositiveSmallIntegerField(gettext_lazy("Quiet until"), null=True, blank=True)
    daily_at = models.PositiveSmallIntegerField(gettext_lazy("Once a day at"), default=18)

    def __str__(self) -> str:
        return f"{self.user_id}"

    @property
    def spoken(self) -> str:
        """The language chosen; empty if none was, or if its catalogue is not here any more."""
        return self.language if self.language in dict(settings.LANGUAGES) else ""


def zone_of(name: str) -> zoneinfo.ZoneInfo | None:
    """The time zone with this name; None if this machine knows none."""
    return zoneinfo.ZoneInfo(name) if name in time_zones() else None


@cache
def time_zones() -> frozenset[str]:
    """The names of the time zones that this machine knows; cached, as it reads many files."""
    return frozenset(zoneinfo.available_timezones())


def preferences_of(user: AbstractBaseUser) -> Preferences:
    """The preferences of an account; an unsaved row with the defaults if it has none."""
    return Preferences.objects.filter(user=user.pk).first() or Preferences(user_id=user.pk)


@contextmanager
def told_to(preferred: Preferences) -> Iterator[None]:
    """Use an account's language and time zone, not those of whoever caused the mail."""
    zone = zone_of(preferred.time_zone) or timezone.get_default_timezone()
    with translation.override(preferred.spoken or settings.LANGUAGE_CODE), timezone.override(zone):
        yield
