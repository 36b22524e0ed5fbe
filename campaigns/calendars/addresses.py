"""The secret address of a calendar, which its owner makes, renews and revokes.

It holds the account's key and a random word, signed together: an invented one is refused without a query, and a row
that somebody copied to another account opens nothing.
"""

from __future__ import annotations

import hmac
import secrets

from django.contrib.auth.models import User
from django.core import signing
from django.utils import timezone

from campaigns.access import token_hash
from campaigns.calendars.models import CalendarAddress

LONGEST = 200
"""The most characters of an address; a longer one is refused."""
_signer = signing.Signer(salt="calendar", sep=".")


def new_address(user: User) -> str:
    """Make the secret part of an address, which is shown once; the earlier one is no longer valid."""
    word = secrets.token_urlsafe(32)
    row = {"word_hash": token_hash(word), "since": timezone.now()}
    CalendarAddress.objects.update_or_create(user=user, defaults=row)
    return _signer.sign(f"{user.pk}.{word}")


def take_back(user: User) -> None:
    """Revoke the address of somebody's calendar."""
    CalendarAddress.objects.filter(user=user).delete()


def address_of(user: User) -> CalendarAddress | None:
    """The row of somebody's address; None if he has none."""
    return CalendarAddress.objects.filter(user=user).first()


def owner(token: str) -> User | None:
    """The owner of the calendar at an address; None if the address is invented or revoked, or its owner is inactive."""
    if len(token) > LONGEST:
        return None
    try:
        number, _, word = _signer.unsign(token).partition(".")
    except signing.BadSignature:
        return None
    row = CalendarAddress.objects.select_related("user").filter(user=int(number), user__is_active=True).first()
    return row.user if row and hmac.compare_digest(row.word_hash, token_hash(word)) else None
