"""What a page draws so often that a template of its own would be felt: signed numbers and dice."""

from __future__ import annotations

from functools import cache, lru_cache

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from rules import registry
from rules.dice import SIX

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
def die(value: int, own: bool = False, sides: int = SIX) -> SafeString:
    """One die, its number also as text; with a dashed edge if the players threw it themselves.

    Six-sided ones show their pips, others their number.
    """
    return _die(value, sides, " own", f", {gettext('own die')}") if own else _die(value, sides, "", "")


@lru_cache(maxsize=256)
def _die(value: int, sides: int, mark: str, label: str) -> SafeString:
    if sides != SIX:
        drawn = '<span class="die number{}" role="img" aria-label="{}{}">{}</span>'
        return format_html(drawn, mark, value, label, value)
    return format_html(
        '<svg class="die{}" viewBox="0 0 24 24" role="img" aria-label="{}{}">'
        '<rect x="1" y="1" width="22" height="22" rx="4"/><path d="{}"/></svg>',
        *(mark, value, label, PIPS.get(value, "")),
    )


@cache
def side_number(key: str) -> int:
    """The place of a side among the sides of its game, from 1; 0 for a side that no game has."""
    orders = (list(system.sides) for system in registry.all_systems().values())
    return next((sides.index(key) + 1 for sides in orders if key in sides), 0)


@register.filter
def side_class(key: str) -> str:
    """The class that gives a side its colour and mark: by its place among the sides of its game, "" for none."""
    return f"side-{number}" if (number := side_number(key)) else ""


@register.filter
def signed(value: int) -> str:
    """A whole number with its sign, a true minus included: for modifiers and movements of points."""
    return f"−{-value}" if value < 0 else f"+{value}" if value else "0"


@register.filter
def whole(value: int) -> str:
    """A whole number; a true minus before one that is negative."""
    return signed(value) if value < 0 else str(value)
