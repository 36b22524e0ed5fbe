"""What of the tests' provider can be loaded only once it has its settings: its addresses, and its word on people."""

from __future__ import annotations

from typing import Any

from django.urls import include, path
from oauth2_provider.oauth2_validators import OAuth2Validator

from tests.config.oidc_provider import claims

urlpatterns = [path("o/", include("oauth2_provider.urls"))]


class Validator(OAuth2Validator):
    """Says what lies in the folder."""

    oidc_claim_scope = None

    def get_additional_claims(self, request: Any) -> dict[str, Any]:
        return claims()
