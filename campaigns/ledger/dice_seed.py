"""What the dice of a campaign begin with: a seed prepared when the form is opened, and a salt from each side.

The founder sees the seed's commitment before he gives his salt, and the seed travels with his form, wrapped; so it
can't be chosen to fit them. Whoever sits down at the other side gives his when both are fixed.
"""

from __future__ import annotations

import base64
import binascii
import secrets
from dataclasses import dataclass

from django.db import connection
from django.utils.translation import gettext, gettext_noop

from campaigns.ledger import crypto
from campaigns.ledger.verify_campaign import commitment
from campaigns.models import Campaign
from rules.contract import Refused

LONGEST_SALT = 200
NO_SALT = gettext_noop("Give some words for the dice: without yours whoever knows the seed could choose them.")
GIVE_A_SALT = gettext_noop("Type anything nobody expects; both sides will see it.")


def new_seed() -> bytes:
    return secrets.token_bytes(32)


def new_salt() -> str:
    """A salt for a side that leaves them to the server."""
    return secrets.token_hex(16)


def checked_salt(salt: str) -> str:
    """A salt as it is kept, or Refused."""
    salt = salt.strip()
    if not salt:
        raise Refused(gettext(NO_SALT), field="words", way_out=gettext(GIVE_A_SALT))
    if len(salt) > LONGEST_SALT or not salt.isprintable():
        raise Refused(
            gettext("Words for the dice are one line of at most %(longest_salt)s characters.")
            % {"longest_salt": LONGEST_SALT},
            field="words",
            way_out=gettext("Shorten them; a dozen characters nobody expects are plenty."),
        )
    return salt


@dataclass(frozen=True)
class PreparedSeed:
    """A seed made for one person's form of a founding; `wrapped` goes along with the form."""

    seed: bytes
    wrapped: str

    @property
    def commitment(self) -> str:
        return commitment(self.seed)


def prepare_seed(user_id: int) -> PreparedSeed:
    """A new seed for a form that is being opened."""
    seed = new_seed()
    return PreparedSeed(seed, base64.urlsafe_b64encode(crypto.wrap(seed, _form_label(user_id))).decode())


def prepared_seed(wrapped: str, user_id: int) -> PreparedSeed | None:
    """The seed that came back with a form; None if it was made for somebody else, or is none."""
    try:
        seed = crypto.unwrap(base64.urlsafe_b64decode(wrapped.encode()), _form_label(user_id))
    except (crypto.CryptoError, binascii.Error, ValueError):
        return None
    return PreparedSeed(seed, wrapped)


def _form_label(user_id: int) -> str:
    return f"seed for a form of user {user_id}"


def use_once(seed: bytes) -> bytes:
    """A prepared seed, Refused if a campaign has it already; of two foundings at once the second waits here."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [int.from_bytes(seed[:8], "big", signed=True)])
    if Campaign.objects.filter(seed_hash=commitment(seed)).exists():
        raise Refused(
            gettext("A campaign was founded with this form already."),
            field="prepared",
            way_out=gettext("It stands under My campaigns. To start another, look at the new seed and press again."),
        )
    return seed


def salt_of_seat(salt: str | None) -> str:
    """The salt a commander gives for his side; None leaves them to the server."""
    return new_salt() if salt is None else checked_salt(salt)
