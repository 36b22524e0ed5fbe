"""The library's forms of passkeys, which refuse a damaged answer with a sentence instead of an error of Python."""

from typing import Any

from allauth.mfa.webauthn import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy

DAMAGED = (TypeError, ValueError, KeyError, AttributeError, IndexError)
REFUSAL = gettext_lazy("The answer of the key could not be read. Try again, or use another way.")


class Add(forms.AddWebAuthnForm):
    """A new key."""

    def clean(self) -> dict[str, Any]:
        """Check the answer of the key."""
        try:
            return super().clean()
        except DAMAGED:
            raise ValidationError(REFUSAL) from None


class _Asked:
    """A key that is known already is asked who is there."""

    def clean_credential(self) -> Any:
        """Check the answer of the key."""
        try:
            return super().clean_credential()  # type: ignore[misc]
        except DAMAGED:
            raise ValidationError(REFUSAL) from None


class Authenticate(_Asked, forms.AuthenticateWebAuthnForm):
    """At the log-in, after the password."""


class LogIn(_Asked, forms.LoginWebAuthnForm):
    """At the log-in, instead of name and password."""


class Reauthenticate(_Asked, forms.ReauthenticateWebAuthnForm):
    """Before something about the account is changed."""
