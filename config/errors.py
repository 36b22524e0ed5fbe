"""The answer when a request failed for a reason nobody expected, or because the database is away."""

import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.defaults import server_error
from psycopg.errors import QueryCanceled

from config.limits.deadlines import RequestTooLong

AGAIN_AFTER = 10
"""Seconds a browser or a proxy is asked to wait before it tries again."""


def failed(request: HttpRequest) -> HttpResponse:
    """503 where the database is away or a request took too long, 500 for a fault of ours. Django's handler500."""
    why = sys.exception()
    if isinstance(why, RequestTooLong) or isinstance(why.__cause__ if why else None, QueryCanceled):
        page = "too_long.html"
    elif isinstance(why, OperationalError | InterfaceError):
        page = "503.html"
    else:
        return server_error(request)
    response = HttpResponse(render_to_string(page), status=503)
    response["Retry-After"] = str(AGAIN_AFTER)
    response["Cache-Control"] = "no-store"
    return response
