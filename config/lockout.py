"""Whose account a log-in was tried on; django-axes counts the failures by this."""

from collections.abc import Mapping

from django.http import HttpRequest


def account(request: HttpRequest, credentials: Mapping[str, str] | None) -> str:
    """Return the name or address as typed, in one form.

    The form calls it `login`, the back ends `username` or `email`; counted under different names no lock would hold.
    """
    tried = credentials or {}
    typed = tried.get("username") or tried.get("email") or tried.get("login") or request.POST.get("login", "")
    return typed.strip().lower()
