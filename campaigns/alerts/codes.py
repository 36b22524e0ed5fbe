"""The codes that prove that a channel reaches the account it belongs to."""

from __future__ import annotations

import secrets
from datetime import timedelta

from django.utils import timezone

from campaigns.alerts.models import Channel
from campaigns.ledger import crypto

LENGTH, GOOD_FOR = 8, timedelta(hours=1)


def new_code(channel: Channel) -> str:
    """Make a new code for a channel; earlier ones are no longer valid."""
    code = "".join(secrets.choice("0123456789") for _ in range(LENGTH))
    until = timezone.now() + GOOD_FOR
    Channel.objects.filter(pk=channel.pk).update(
        code=crypto.authentication(_bound(channel, code)), code_until=until, guesses=0
    )
    return code


def is_right(channel: Channel, code: str) -> bool:
    """Whether it is the code that was sent to the channel last."""
    return bool(channel.code) and crypto.is_authentic(channel.code, _bound(channel, code.strip()))


def _bound(channel: Channel, code: str) -> bytes:
    """The content of the MAC: a code is valid for its channel alone."""
    return f"channel {channel.pk} code {code}".encode()
