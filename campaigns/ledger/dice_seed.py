"""The seed of a campaign's dice, prepared with the founding form.

The founder sees the seed's SHA-256 on the form, in which the seed itself travels wrapped, so the server can't choose it
to fit what they enter.
"""

from __future__ import annotations

import base64
import binascii
import secrets
from dataclasses import dataclass

from django.db import connection
from django.utils.translation import gettext

from campaigns.ledger import crypto
from campaigns.ledger.verify_campaign import commitment
from campaigns.models import Campaign
from rules.contract import Refused


def new_seed() -> bytes:
    return secrets.token_bytes(32)


@dataclass(frozen=True)
class PreparedSeed:
    """A seed made for one person's founding form; `wrapped` is sent along in the form."""

    seed: bytes
    wrapped: str

    @property
    def commitment(self) -> str:
        return commitment(self.seed)


def prepare_seed(user_id: int) -> PreparedSeed:
    """A new seed for the founding form that this user opens."""
    seed = new_seed()
    return PreparedSeed(seed, base64.urlsafe_b64encode(crypto.wrap(seed, _form_label(user_id))).decode())


def prepared_seed(wrapped: str, user_id: int) -> PreparedSeed | None:
    """The seed that came back with a form; None if it is invalid or was made for another user."""
    try:
        seed = crypto.unwrap(base64.urlsafe_b64decode(wrapped.encode()), _form_label(user_id))
    except (crypto.CryptoError, binascii.Error, ValueError):
        return None
    return PreparedSeed(seed, wrapped)


def _form_label(user_id: int) -> str:
    return f"seed for a form of user {user_id}"


def use_once(seed: bytes) -> bytes:
    """Check that a prepared seed is unused; returns it, and raises Refused if a campaign has it already.

    Takes an advisory lock until the end of the transaction, so of two foundings at once the second waits here.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [int.from_bytes(seed[:8], "big", signed=True)])
    if Campaign.objects.filter(seed_hash=commitment(seed)).exists():
        raise Refused(
            gettext("A campaign was founded with this form already."),
            field="prepared",
            way_out=gettext("It stands under My campaigns. To start another, look at the new seed and press again."),
        )
    return seed
