"""What the dice of a campaign begin with: a seed prepared when the form is opened, and words of both sides.

The founder sees the seed's commitment before he gives his words, and the seed travels with his form, wrapped; so it
can't be chosen to fit them. Whoever sits down at the other side gives his when both are fixed.
"""

from __future__ import annotations

import base64
import binascii
import secrets
from dataclasses import dataclass

from django.db import connection

from campaigns import vault
from campaigns.models import Campaign, How
from campaigns.verify_campaign import commitment
from rules.kernel import GameSystem, Refused

MOST_WORDS = 200
NO_WORDS = "Give some words for the dice: without yours whoever knows the seed could choose them."
GIVE_SOME = "Type anything nobody expects; both sides will see it."


def new_seed() -> bytes:
    return secrets.token_bytes(32)


def new_words() -> str:
    """Words for a side that leaves them to the server."""
    return secrets.token_hex(16)


def checked_words(words: str) -> str:
    """Words as they are kept, or Refused."""
    words = words.strip()
    if not words:
        raise Refused(NO_WORDS, field="words", way_out=GIVE_SOME)
    if len(words) > MOST_WORDS or not words.isprintable():
        raise Refused(
            f"Words for the dice are one line of at most {MOST_WORDS} characters.",
            field="words",
            way_out="Shorten them; a dozen characters nobody expects are plenty.",
        )
    return words


@dataclass(frozen=True)
class Prepared:
    """A seed made for one person's form of a founding; `wrapped` goes along with the form."""

    seed: bytes
    wrapped: str

    @property
    def commitment(self) -> str:
        return commitment(self.seed)


def prepare(user_id: int) -> Prepared:
    """A new seed for a form that is being opened."""
    seed = new_seed()
    return Prepared(seed, base64.urlsafe_b64encode(vault.wrap(seed, _form_label(user_id))).decode())


def prepared(wrapped: str, user_id: int) -> Prepared | None:
    """The seed that came back with a form; None if it was made for somebody else, or is none."""
    try:
        seed = vault.unwrap(base64.urlsafe_b64decode(wrapped.encode()), _form_label(user_id))
    except (vault.VaultError, binascii.Error, ValueError):
        return None
    return Prepared(seed, wrapped)


def _form_label(user_id: int) -> str:
    return f"seed for a form of user {user_id}"


def once(seed: bytes) -> bytes:
    """A prepared seed, Refused if a campaign has it already; of two foundings at once the second waits here."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [int.from_bytes(seed[:8], "big", signed=True)])
    if Campaign.objects.filter(seed_hash=commitment(seed)).exists():
        raise Refused(
            "A campaign was founded with this form already.",
            field="prepared",
            way_out="It stands under My campaigns. To found another, look at the new seed and press again.",
        )
    return seed


def words_at_founding(words: str | None, side: str, game: GameSystem, how: str) -> dict[str, str]:
    """The words that are given at a founding: the founder's, and those of a side he plays himself.

    None leaves them to the server; a blank does so too where nobody else has to trust him.
    """
    if how == How.ACCOUNTS:
        return {side: words_of_seat(words)}
    given = words_of_seat(words if words and words.strip() else None)
    return {each: given if each == side else new_words() for each in game.sides}


def words_of_seat(words: str | None) -> str:
    """The words a commander gives for his side; None leaves them to the server."""
    return new_words() if words is None else checked_words(words)
