"""How a club's instance is called and coloured, as its host says; what nobody could read is refused at the start."""

from __future__ import annotations

import re
from hashlib import sha256

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_GET

LONGEST_NAME = 60
COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
GROUNDS = {"light": ("#f6f4ee", "#fffdf8"), "dark": ("#15171a", "#1c1f23")}
"""What stands behind the colour in each theme, as static/css/refit.css has it (`--paper`, `--sheet`)."""
LEAST_CONTRAST = 4.5
"""Of text against its ground (WCAG 2.2 AA)."""


def name(value: str) -> str:
    """Return the club's name; ImproperlyConfigured if it is none for a page's head."""
    if len(value) > LONGEST_NAME or not value.isprintable():
        raise ImproperlyConfigured(
            f"CLUB_NAME has {len(value)} characters; it can be one line of {LONGEST_NAME} characters at most"
        )
    return value


def colours(value: str) -> tuple[str, str] | None:
    """Return the club's colour in light and dark, from one colour or two; ImproperlyConfigured if one can't be read."""
    values = [each.strip().lower() for each in value.split(",")] if value else []
    if not values:
        return None
    if len(values) > len(GROUNDS) or not all(map(COLOUR.fullmatch, values)):
        raise ImproperlyConfigured(
            f"CLUB_COLOURS is {value[:40]!r}; it can be a colour for light and one for dark pages, as #7a1f1f,#e6a3a3"
        )
    by_theme = dict(zip(GROUNDS, (values[0], values[-1]), strict=True))
    for theme, colour in by_theme.items():
        least = min(contrast(colour, ground) for ground in GROUNDS[theme])
        if least < LEAST_CONTRAST:
            raise ImproperlyConfigured(
                f"CLUB_COLOURS: {colour} has a contrast of {least:.1f} : 1 on {theme} pages and could not be read; "
                f"{LEAST_CONTRAST} : 1 is needed, so take a {'darker' if theme == 'light' else 'lighter'} one"
            )
    return by_theme["light"], by_theme["dark"]


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, from 1 to 21."""
    low, high = sorted(map(_luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    channels = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@require_GET
@cache_control(max_age=24 * 3600, public=True)
def style(request: HttpRequest) -> HttpResponse:
    """The club's colour as a style sheet: pages take none from anywhere else."""
    light, dark = settings.CLUB_COLOURS or ("", "")
    css = f":root{{--club:light-dark({light},{dark})}}" if light else ""
    return HttpResponse(css, content_type="text/css; charset=utf-8")


def look(request: HttpRequest) -> dict[str, object]:
    """Tell every page how the club is called and whether it has a colour: a context processor."""
    chosen = settings.CLUB_COLOURS
    version = sha256(",".join(chosen).encode()).hexdigest()[:8] if chosen else ""
    return {"club_name": settings.CLUB_NAME, "club_colours": version, "club_page": settings.CLUB_PAGE != "off"}
