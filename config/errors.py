"""The answer when a request failed for a reason nobody expected, or because the database is away."""

import sys

from django.core.exceptions import SuspiciousOperation
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.http.multipartparser import MultiPartParserError
from django.template.loader import render_to_string
from django.views.defaults import bad_request, page_not_found, server_error
from psycopg.errors import QueryCanceled

from config.limits.deadlines import RequestTooLong

AGAIN_AFTER = 10
"""Seconds a browser or a proxy is asked to wait before it tries again."""


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler404: its page, or 400 where the body, in which the page looks for a token, can't be parsed."""
    try:
        return page_not_found(request, exception)
    except (MultiPartParserError, SuspiciousOperation) as unreadable:
        return bad_request(request, unreadable)


def failed(request: HttpRequest) -> HttpResponse:
    """Django's handler500: 503 if the database is away or the request took too long, 500 for a fault of ours."""
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
