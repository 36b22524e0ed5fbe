"""What the environment decides about accounts, in the words of the libraries that keep them."""

from typing import Any

from django.core.exceptions import ImproperlyConfigured

from launch import environment

PROVIDER = "club"
"""How the provider is called in our addresses, which the provider has to know: /accounts/oidc/club/login/callback/."""
LOOPBACK = ("127.0.0.1", "localhost", "::1")
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


def password_rules(shortest: int) -> list[dict[str, object]]:
    """Return the rules of a new password of at least `shortest` characters; 0 makes no rule at all."""
    if shortest == 0:
        return []
    within = "django.contrib.auth.password_validation."
    return [
        {"NAME": f"{within}UserAttributeSimilarityValidator"},
        {"NAME": f"{within}MinimumLengthValidator", "OPTIONS": {"min_length": shortest}},
        {"NAME": f"{within}CommonPasswordValidator"},
    ]


def providers(url: str, client: str, secret: str, name: str) -> list[dict[str, Any]]:
    """Return what allauth is told of the provider at `url` (OpenID Connect); nothing if none is named."""
    if not url:
        if client or secret:
            raise ImproperlyConfigured("OIDC_CLIENT or OIDC_SECRET is set and OIDC_URL is not; name the provider too")
        return []
    parsed = environment.address("OIDC_URL", url, ("https", "http"))
    if parsed.scheme == "http" and parsed.hostname not in LOOPBACK:
        raise ImproperlyConfigured("OIDC_URL has to be https: what the provider says could be changed on its way")
    if not (client and secret):
        raise ImproperlyConfigured(
            "OIDC_URL needs OIDC_CLIENT and OIDC_SECRET (or OIDC_SECRET_FILE), as the provider gave them"
        )
    details = {"server_url": url.rstrip("/"), "oauth_pkce_enabled": True}
    named = name or str(parsed.hostname)
    return [{"provider_id": PROVIDER, "name": named, "client_id": client, "secret": secret, "settings": details}]


def factors(wanted: list[str]) -> list[str]:
    """Return allauth's types for the kinds a host offers; whoever has one of them gets recovery codes as well."""
    if unknown := [kind for kind in wanted if kind not in KINDS]:
        raise ImproperlyConfigured(f"SECOND_FACTOR names {', '.join(unknown)}; there are {', '.join(KINDS)}")
    return [*(KINDS[kind] for kind in wanted), "recovery_codes"] if wanted else []
