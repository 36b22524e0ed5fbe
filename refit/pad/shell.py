"""What opens a battle pad without a network: an empty page, the service worker that caches it, and the app manifest.

They are the same for everybody and hold no data of anybody; a device stores what it knows of a pad encrypted.
"""

from __future__ import annotations

import hashlib
import json

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

FILES = (
    *("css/refit.css", "css/pad.css", "css/map.css", "js/theme.js", "js/pad/pad.js", "js/pad/store.js"),
    *("js/map.js", "js/map/picture.js", "img/seal.svg"),
)
FONT = "fonts/source-serif-4-600.woff2"


@require_safe
def shell(request: HttpRequest) -> HttpResponse:
    """The empty page that a device without a network fills from its own storage."""
    return render(request, "refit/pad_shell.html", {})


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker, which caches the empty page and its files; its text changes when any of these do."""
    urls = [reverse("pad-shell"), *map(static, (*FILES, FONT))]
    version = hashlib.sha256((render_to_string("refit/pad_shell.html") + " ".join(urls)).encode()).hexdigest()[:12]
    text = render_to_string("refit/pad_worker.js", {"kept": json.dumps(urls), "version": version})
    answer = HttpResponse(text, content_type="text/javascript; charset=utf-8")
    answer["Cache-Control"] = "no-cache"
    return answer


@require_safe
def manifest(request: HttpRequest) -> JsonResponse:
    """The manifest by which a phone installs the pad as an app."""
    card = {
        "name": gettext("Battle pad of Refit Room"),
        "short_name": gettext("Battle pad"),
        "start_url": reverse("pad-shell"),
        "scope": reverse("pad-shell"),
        "display": "standalone",
        "background_color": "#f6f4ee",
        "theme_color": "#fffdf8",
        "icons": [{"src": static("img/seal.svg"), "sizes": "any", "type": "image/svg+xml"}],
    }
    return JsonResponse(card, content_type="application/manifest+json")
