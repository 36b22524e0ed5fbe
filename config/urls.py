"""The root of all addresses. /live/ is not here: config.asgi answers it before Django is asked."""

from allauth.account.decorators import secure_admin_login
from django.conf import settings
from django.contrib import admin
from django.urls import include, path

from config import health

# The administrator comes in by the same door as everybody, with its lock and its second factor.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns = [
    path("healthz", health.healthz, name="healthz"),
    path("admin/", admin.site.urls),
    path("accounts/", include("allauth.account.urls")),
    path("", include("campaigns.urls")),
    path("", include("campaigns.charts.urls")),
    path("", include("campaigns.rewind.urls")),
    path("", include("rosters.urls")),
    path("", include("refit.urls")),
]
if settings.MFA_SUPPORTED_TYPES:
    urlpatterns.append(path("accounts/second-factor/", include("allauth.mfa.urls")))
if settings.SESSION_LIST:
    urlpatterns.append(path("accounts/sessions/", include("allauth.usersessions.urls")))

handler500 = "config.errors.failed"
