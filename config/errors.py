"""The answer when a request failed for a reason nobody expected, or because the database is away."""

import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.defaults import server_error

AGAIN_AFTER = 10
"""Seconds a browser or a proxy is asked to wait before it tries again."""


def failed(request: HttpRequest) -> HttpResponse:
    """503 while the database can't be reached, which passes; 500 for what is a fault of ours. Django's handler500."""
    if not isinstance(sys.exception(), OperationalError | InterfaceError):
        return server_error(request)
    response = HttpResponse(render_to_string("503.html"), status=503)
    response["Retry-After"] = str(AGAIN_AFTER)
    response["Cache-Control"] = "no-store"
    return response
