"""The second factor of an account: which kinds this instance offers, and how its secrets are kept.

The secret of an app and the seed of recovery codes let whoever reads them log in, so they are encrypted under the
master keys, like the players' secrets, and `manage.py rotate_keys` encrypts them anew.
"""

import base64
from typing import Any

from allauth.mfa import app_settings
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction
from django.utils.translation import gettext, gettext_lazy

from campaigns.ledger import crypto

LABEL = "second factor"
NAMES = (gettext_lazy("First key"), gettext_lazy("Second key"))
SEALED = ("secret", "seed")
"""What of an authenticator's data is encrypted: an app's secret, the seed of recovery codes."""


class Adapter(DefaultMFAAdapter):
    """allauth's adapter with encrypted secrets and short names; a kind that is switched off is never asked for."""

    def encrypt(self, text: str) -> str:
        """Encrypt a secret under the current master key."""
        return base64.b64encode(crypto.wrap(text.encode(), LABEL)).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """Decrypt a secret. Raises VaultError if no master key fits."""
        return crypto.unwrap(base64.b64decode(encrypted_text), LABEL).decode()

    def is_mfa_enabled(self, user: AbstractBaseUser, types: Any = None) -> bool:
        """Say whether the person has a factor of a kind that is still offered: what is switched off asks nobody."""
        wanted = set(app_settings.SUPPORTED_TYPES) & {str(kind) for kind in types or app_settings.SUPPORTED_TYPES}
        return super().is_mfa_enabled(user, wanted)

    def get_totp_label(self, user: AbstractBaseUser) -> str:
        """Name the account in an app by its user name; the address is nobody's business who looks at the screen."""
        return user.get_username()

    def generate_authenticator_name(self, user: AbstractBaseUser, type: Authenticator.Type) -> str:
        """Propose a name for a new key."""
        held = Authenticator.objects.filter(user_id=user.pk, type=type).count()
        return str(NAMES[held]) if held < len(NAMES) else gettext("Key %(number)s") % {"number": held + 1}


def rewrap_all() -> int:
    """Encrypt all secrets under the current master key; return how many rows there are. Raises VaultError."""
    adapter, keys = Adapter(), list(Authenticator.objects.order_by("pk").values_list("pk", flat=True))
    for key in keys:
        with transaction.atomic():
            authenticator = Authenticator.objects.select_for_update().filter(pk=key).first()
            if authenticator is not None:
                sealed = [part for part in SEALED if part in authenticator.data]
                authenticator.data |= {
                    part: adapter.encrypt(adapter.decrypt(authenticator.data[part])) for part in sealed
                }
                authenticator.save(update_fields=["data"])
    return len(keys)
