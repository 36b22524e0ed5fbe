"""Gauges for a monitor: for each check of the doctor, whether all is well.

Nothing here counts people, campaigns, acts or bytes: a curve of those would tell when a side was at work, and how much
it did. It is off unless the host sets GAUGES_TOKEN, and then open to whoever sends that.
"""

from __future__ import annotations

import hmac

from django.conf import settings
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from config.doctor import checks

KEPT_FOR = 60
"""For how many seconds an answer stands, so that asking often costs nothing."""
HEAD = "# HELP refit_well 1 if a check of `manage.py doctor` found nothing wrong.\n# TYPE refit_well gauge\n"


@never_cache
@require_safe
def gauges(request: HttpRequest) -> HttpResponse:
    """Return the gauges in the text form of Prometheus; 404 without the token, as if there were nothing here."""
    token = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if not settings.GAUGES_TOKEN or not hmac.compare_digest(token.encode(), settings.GAUGES_TOKEN.encode()):
        raise Http404
    lines = [f'refit_well{{check="{name}"}} {int(well)}\n' for name, well in _health().items()]
    return HttpResponse(HEAD + "".join(lines), content_type="text/plain; version=0.0.4; charset=utf-8")


def _health() -> dict[str, bool]:
    if checks.database():
        return dict.fromkeys(checks.QUICK, False)
    health = cache.get("gauges")
    if health is None:
        health = {name: ailment is None for name, ailment in checks.run(checks.QUICK).items()}
        cache.set("gauges", health, KEPT_FOR)
    return dict(health)
