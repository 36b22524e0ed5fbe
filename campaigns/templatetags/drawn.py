"""What a page draws so often that a template of its own would be felt: signed numbers and dice."""

from __future__ import annotations

from functools import lru_cache

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()

PIPS = {
    1: "M12 12h.01",
    2: "M7 7h.01M17 17h.01",
    3: "M6.5 6.5h.01M12 12h.01M17.5 17.5h.01",
    4: "M7 7h.01M17 7h.01M7 17h.01M17 17h.01",
    5: "M7 7h.01M17 7h.01M12 12h.01M7 17h.01M17 17h.01",
    6: "M7 6h.01M17 6h.01M7 12h.01M17 12h.01M7 18h.01M17 18h.01",
}


@register.simple_tag
@lru_cache(maxsize=32)
def die(value: int, own: bool = False) -> SafeString:
    """One die, its number also as text; with a dashed edge if the players threw it themselves."""
    mark, said = (" own", ", own die") if own else ("", "")
    return format_html(
        '<svg class="die{}" viewBox="0 0 24 24" role="img" aria-label="{}{}">'
        '<rect x="1" y="1" width="22" height="22" rx="4"/><path d="{}"/></svg>',
        *(mark, value, said, PIPS.get(value, "")),
    )


@register.filter
def signed(value: int) -> str:
    """A whole number with its sign, a true minus included: for modifiers and movements of points."""
    return f"−{-value}" if value < 0 else f"+{value}" if value else "0"


@register.filter
def whole(value: int) -> str:
    """A whole number; a true minus before one that is negative."""
    return signed(value) if value < 0 else str(value)
