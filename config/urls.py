"""The root of all addresses. /live/ is not here: config.asgi answers it before Django is asked."""

from django.conf import settings
from django.contrib import admin
from django.urls import include, path

from config import health, sign_in
from config.administration import club_look, registration
from config.doctor.gauges import gauges

urlpatterns = [
    path("healthz", health.healthz, name="healthz"),
    path("gauges", gauges, name="gauges"),
    path("members/colours.css", club_look.style, name="club-colours"),
    path("admin/", admin.site.urls),
    path("", include("config.own_account.urls")),
    path("accounts/", include("allauth.account.urls")),
    path("club/<str:token>/", registration.club_invitation, name="club-invitation"),
    path("", include("campaigns.alerts.urls")),
    path("", include("campaigns.bringing.urls")),
    path("", include("campaigns.calendars.urls")),
    path("", include("campaigns.urls")),
    path("", include("campaigns.charts.urls")),
    path("", include("campaigns.closing.urls")),
    path("", include("campaigns.club.urls")),
    path("", include("campaigns.maps.urls")),
    path("", include("campaigns.pace.urls")),
    path("", include("campaigns.rewind.urls")),
    path("", include("campaigns.seats.urls")),
    path("", include("campaigns.talk.urls")),
    path("", include("campaigns.teams.urls")),
    path("", include("campaigns.trials.urls")),
    path("", include("rosters.urls")),
    path("", include("refit.urls")),
]
if settings.MFA_SUPPORTED_TYPES:
    urlpatterns.append(path("accounts/second-factor/", include("allauth.mfa.urls")))
if settings.OIDC_PROVIDERS:
    urlpatterns.append(path("accounts/sign-in/", sign_in.connections, name="socialaccount_connections"))
    urlpatterns.append(path("accounts/sign-in/", include("allauth.socialaccount.urls")))
    # The library looks for its own names.
    at = "accounts/oidc/<str:provider_id>/login/"
    urlpatterns.append(path(at, sign_in.login, name="openid_connect_login"))
    urlpatterns.append(path(f"{at}callback/", sign_in.callback, name="openid_connect_callback"))
if settings.SESSION_LIST:
    urlpatterns.append(path("accounts/sessions/", include("allauth.usersessions.urls")))

handler404 = "config.errors.not_found"
handler500 = "config.errors.failed"
