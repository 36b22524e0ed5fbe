"""The action that saves preferences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaigns.preferences.models import Preferences

if TYPE_CHECKING:
    from collections.abc import Mapping

    from django.contrib.auth.models import User


def keep(user: User, values: Mapping[str, str | bool]) -> None:
    """Update these preferences of an account; others are unchanged. `values` were validated by the form."""
    Preferences.objects.update_or_create(user=user, defaults=values)
