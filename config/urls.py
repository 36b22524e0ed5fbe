"""The root of all addresses. /live/ is not here: config.asgi answers it before Django is asked."""

from django.contrib import admin
from django.urls import include, path

from config import health

urlpatterns = [
    path("healthz", health.healthz, name="healthz"),
    path("admin/", admin.site.urls),
    path("accounts/", include("allauth.account.urls")),
    path("", include("campaigns.urls")),
    path("", include("campaigns.chart_urls")),
    path("", include("rosters.urls")),
    path("", include("refit.urls")),
]

handler500 = "config.errors.failed"
