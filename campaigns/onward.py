"""Where a form leads on to once it has done its work."""

from __future__ import annotations

from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme


def next_in(request: HttpRequest, otherwise: str) -> str:
    """The address that a form asks for by its entry `next`; `otherwise` if it asks for none, or to leave the site."""
    wanted = str(request.POST.get("next", ""))
    ours = {request.get_host()}
    return wanted if url_has_allowed_host_and_scheme(wanted, ours, require_https=request.is_secure()) else otherwise
