"""The administration of whoever runs the instance: accounts on or off, public facts of campaigns, whether jobs run.

Libraries register nothing here by themselves. Their pages set passwords, addresses and second factors, and their
filters let anybody guess at a session's key letter by letter; so each page of this site is one of ours.
"""

from datetime import datetime
from typing import Any

from allauth.account.decorators import secure_admin_login
from django.contrib.admin import AdminSite
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import path
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.formats import date_format
from django.utils.translation import gettext, gettext_lazy

from config.jobs import JOBS_RAN, SILENT_FOR


class HostSite(AdminSite):
    """Entered by the same log-in as everything else, with its lock and its second factor."""

    site_header = site_title = gettext_lazy("Refit Room: administration")
    login = method_decorator(secure_admin_login)(AdminSite.login)

    def get_urls(self) -> list[Any]:
        """Return the addresses of the pages, with the one on which notice is given to a campaign."""
        from config.administration.closing import notice  # models are there only when all apps are loaded

        address = path("campaigns/campaign/<int:pk>/notice/", self.admin_view(notice), name="campaign-notice")
        return [address, *super().get_urls()]

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> TemplateResponse:
        """The list of pages, under a line that says whether jobs run."""
        return super().index(request, {"subtitle": jobs_line(), **(extra_context or {})})

    def password_change(  # type: ignore[override]
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """One's own password is changed where everybody changes his."""
        return redirect("account_change_password")


def jobs_line() -> str:
    """Say when jobs ran last, and ask after the worker when that is too long ago."""
    noted = cache.get(JOBS_RAN)
    if noted is None:
        return gettext("No job has run yet: is the worker up?")
    ran = datetime.fromisoformat(noted)
    at = {"at": date_format(ran, "DATETIME_FORMAT")}
    if timezone.now() - ran > SILENT_FOR:
        return gettext("Jobs ran last %(at)s, and should each minute: is the worker up?") % at
    return gettext("Jobs ran last: %(at)s") % at
