"""Whether there is a club's page, and who looks after it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.conf import settings

from campaigns.club.models import Organiser

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser, User

OFF, CHOSEN, PROPOSED = "off", "chosen", "proposed"
"""What settings.CLUB_PAGE can be: no page; founders choose whether theirs stands there; the same, ticked beforehand."""


def is_shown() -> bool:
    """Whether this instance has a club's page."""
    return bool(settings.CLUB_PAGE != OFF)


def is_organiser(user: User | AnonymousUser) -> bool:
    """Whether an account is an organiser; the host is one only if somebody made him one."""
    return user.is_authenticated and Organiser.objects.filter(user=user.pk).exists()


def may_appoint(user: User | AnonymousUser) -> bool:
    """Whether an account may appoint organisers: they and the host may."""
    return bool(user.is_active and user.is_superuser) or is_organiser(user)
