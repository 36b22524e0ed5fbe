"""How mail leaves, if it does. Letters hold links that open an account, so they go to a mail server or nowhere."""

import environ
from django.core.exceptions import ImproperlyConfigured

from launch import environment

SERVERS = ("smtp", "smtps", "smtp+tls", "smtp+ssl")
NONE = {"EMAIL_BACKEND": "django.core.mail.backends.dummy.EmailBackend"}
"""Django's settings where no mail leaves."""


def options(url: str, *, debug: bool) -> dict[str, object]:
    """Return Django's settings for the mail server at `url`; none if there is none. Developers may have it printed."""
    if not url:
        return {}
    if not (debug and url.partition(":")[0] in environ.Env.EMAIL_SCHEMES):
        environment.address("EMAIL_URL", url, SERVERS)
    return dict(environ.Env.email_url_config(url))


def verification(default: str, *, sends: bool) -> str:
    """Return whether a new account has to confirm its address (EMAIL_VERIFICATION)."""
    wanted = environment.one_of("EMAIL_VERIFICATION", ("none", "optional", "mandatory"), default)
    if wanted != "none" and not sends:
        raise ImproperlyConfigured(f"EMAIL_VERIFICATION is {wanted!r}, but no letter leaves: set EMAIL_URL, or none")
    return wanted
