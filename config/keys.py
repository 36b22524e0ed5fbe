"""Where the secret key and the master keys come from: the environment, or a file made once and readable by us alone.

Master keys wrap the data keys of the rooms. They are a comma-separated list: the first one wraps, all of them unwrap,
so a new key goes in front and the old one leaves after `manage.py rotate_keys`.
"""

import base64
import binascii
import contextlib
import os
import secrets
import tempfile
from collections.abc import Callable
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from launch.paths import make_passable

KEY_BYTES = 32
SHORTEST_SECRET = 32
REMEDY = "put back what it was, which opens the campaigns there are; without any, leave it out (or see docs/hosting.md)"
NONE = "none"
"""The value given to a process that needs no key, such as the scheduler."""


def new_secret() -> str:
    """Return a fresh SECRET_KEY."""
    return secrets.token_urlsafe(48)


def setting_or_file(name: str, value: str, *, var: Path, club: bool, make: Callable[[], str] = new_secret) -> str:
    """Return the value given by the environment, else the one kept in `var`, made now if there is none.

    A club names its keys itself, so that they are backed up apart from the database; there a missing one is an error.
    """
    if value:
        return value
    if club:
        raise ImproperlyConfigured(
            f"{name} is not set; a club instance needs it, best as a file that {name}_FILE names (docs/hosting.md)"
        )
    path = var / name.lower()
    try:
        if not path.exists():
            # Put the whole file in place at once: of two processes that start together both end up with the same key.
            make_passable(path.parent)
            descriptor, draft = tempfile.mkstemp(dir=path.parent)  # readable by us alone
            with os.fdopen(descriptor, "w") as file:
                file.write(make() + "\n")
            with contextlib.suppress(FileExistsError):
                os.link(draft, path)
            os.unlink(draft)
        return path.read_text().strip()
    except OSError as error:
        raise ImproperlyConfigured(
            f"{path} can be neither read nor made ({error}); set REFIT_VAR to a folder of your own"
        ) from None


def checked_secret(name: str, value: str) -> str:
    """Return a key that signs. Raises ImproperlyConfigured if it is short: it could be guessed from what it signed."""
    if len(value) < SHORTEST_SECRET:
        raise ImproperlyConfigured(
            f"{name} is too short ({len(value)}); it needs {SHORTEST_SECRET} characters, or to be left out at home"
        )
    return value


def master_keys(text: str) -> list[bytes]:
    """Decode the comma-separated master keys, the current one first; the list is empty if the text is NONE.

    Raises ImproperlyConfigured if a key is not base64 of KEY_BYTES bytes, or there is no key.
    """
    if text == NONE:
        return []
    keys = []
    for part in filter(None, map(str.strip, text.split(","))):
        try:
            key = base64.b64decode(part.encode(), altchars=b"-_", validate=True)
        except (binascii.Error, UnicodeEncodeError) as error:
            raise ImproperlyConfigured(f"a key in REFIT_KEYS is not urlsafe base64; {REMEDY}") from error
        if len(key) != KEY_BYTES:
            raise ImproperlyConfigured(
                f"a key in REFIT_KEYS is {len(key)} bytes long; it must be {KEY_BYTES}; {REMEDY}"
            )
        keys.append(key)
    if not keys:
        raise ImproperlyConfigured(f"REFIT_KEYS holds no key; {REMEDY}")
    return keys


def new_key() -> str:
    """Return a fresh master key in the form REFIT_KEYS takes."""
    return base64.urlsafe_b64encode(secrets.token_bytes(KEY_BYTES)).decode()
