"""What the environment decides about accounts, in the words of the libraries that keep them."""

from typing import Any

from django.core.exceptions import ImproperlyConfigured

KINDS = {"app": "totp", "passkey": "webauthn"}
"""The kinds of a second factor a host may offer, and what allauth calls them."""
PASSKEY_FORMS = {
    name: f"config.passkeys.{form}"
    for name, form in {
        "add_webauthn": "Add",
        "authenticate_webauthn": "Authenticate",
        "login_webauthn": "LogIn",
        "reauthenticate_webauthn": "Reauthenticate",
    }.items()
}


def password_rules(shortest: int) -> list[dict[str, Any]]:
    """Return the rules of a new password of at least `shortest` characters; 0 makes no rule at all."""
    if shortest == 0:
        return []
    within = "django.contrib.auth.password_validation."
    return [
        {"NAME": f"{within}UserAttributeSimilarityValidator"},
        {"NAME": f"{within}MinimumLengthValidator", "OPTIONS": {"min_length": shortest}},
        {"NAME": f"{within}CommonPasswordValidator"},
    ]


def factors(wanted: list[str]) -> list[str]:
    """Return allauth's types for the kinds a host offers; whoever has one of them gets recovery codes as well."""
    if unknown := [kind for kind in wanted if kind not in KINDS]:
        raise ImproperlyConfigured(f"SECOND_FACTOR names {', '.join(unknown)}; there are {', '.join(KINDS)}")
    return [*(KINDS[kind] for kind in wanted), "recovery_codes"] if wanted else []
