"""The root of all addresses. /live/ is not here: config.asgi answers it before Django is asked."""

from django.conf import settings
from django.contrib import admin
from django.urls import include, path

from config import health
from config.administration import registration

urlpatterns = [
    path("healthz", health.healthz, name="healthz"),
    path("admin/", admin.site.urls),
    path("", include("config.own_account.urls")),
    path("accounts/", include("allauth.account.urls")),
    path("club/<str:token>/", registration.club_invitation, name="club-invitation"),
    path("", include("campaigns.bringing.urls")),
    path("", include("campaigns.urls")),
    path("", include("campaigns.charts.urls")),
    path("", include("campaigns.closing.urls")),
    path("", include("campaigns.maps.urls")),
    path("", include("campaigns.rewind.urls")),
    path("", include("campaigns.seats.urls")),
    path("", include("campaigns.trials.urls")),
    path("", include("rosters.urls")),
    path("", include("refit.urls")),
]
if settings.MFA_SUPPORTED_TYPES:
    urlpatterns.append(path("accounts/second-factor/", include("allauth.mfa.urls")))
if settings.SESSION_LIST:
    urlpatterns.append(path("accounts/sessions/", include("allauth.usersessions.urls")))

handler500 = "config.errors.failed"
