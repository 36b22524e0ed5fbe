"""A provider of OpenID Connect on this machine: `python -m tests.config.oidc_provider PORT FOLDER CALLBACK`.

It is django-oauth-toolkit with a database of its own. Whoever comes is logged in already, as whom `who.json` in the
folder says with all claims; it believes and asks nothing.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any
from wsgiref.simple_server import make_server

import django
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from django.conf import settings

CLIENT, SECRET = "refit", "a secret that both know"


def claims() -> dict[str, Any]:
    """What the provider says of whoever comes."""
    return dict(json.loads((Path(sys.argv[2]) / "who.json").read_text()))


def main() -> None:
    """Make the tables and the client, and serve."""
    port, folder, callback = sys.argv[1:]
    os.environ["OAUTHLIB_INSECURE_TRANSPORT"] = "1"  # the loopback address needs no TLS
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048).private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    settings.configure(
        SECRET_KEY="x" * 50,
        ALLOWED_HOSTS=["127.0.0.1"],
        ROOT_URLCONF="tests.config.oidc_of_toolkit",
        USE_TZ=True,
        PASSWORD_HASHERS=[
            "django.contrib.auth.hashers.MD5PasswordHasher"
        ],  # the client's secret is looked at each time
        INSTALLED_APPS=["django.contrib.auth", "django.contrib.contenttypes", "oauth2_provider"],
        MIDDLEWARE=["tests.config.oidc_provider.Known"],
        DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": f"{folder}/provider.sqlite3"}},
        TEMPLATES=[{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True}],
        OAUTH2_PROVIDER={
            "OIDC_ENABLED": True,
            "OIDC_RSA_PRIVATE_KEY": key.decode(),
            "OAUTH2_VALIDATOR_CLASS": "tests.config.oidc_of_toolkit.Validator",
            "SCOPES": {"openid": "who one is", "profile": "names", "email": "address"},
        },
        DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    )
    django.setup()
    from django.core.management import call_command
    from django.core.wsgi import get_wsgi_application
    from oauth2_provider.models import Application

    call_command("migrate", verbosity=0)
    Application.objects.create(
        client_id=CLIENT,
        client_secret=SECRET,
        client_type=Application.CLIENT_CONFIDENTIAL,
        authorization_grant_type=Application.GRANT_AUTHORIZATION_CODE,
        redirect_uris=callback,
        skip_authorization=True,
        algorithm=Application.RS256_ALGORITHM,
    )
    make_server("127.0.0.1", int(port), get_wsgi_application()).serve_forever()


class Known:
    """Logs everybody in who comes."""

    def __init__(self, get_response: Any) -> None:
        self.get_response = get_response

    def __call__(self, request: Any) -> Any:
        from django.contrib.auth.models import User

        request.user, _ = User.objects.get_or_create(username=claims()["sub"])
        return self.get_response(request)


if __name__ == "__main__":
    main()
