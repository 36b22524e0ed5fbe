"""Small wordings of the purchase chart."""

from __future__ import annotations

from typing import Any

from django import template

register = template.Library()
COUNTED = ("squads", "vehicles", "guns")
FAMILIES = {
    "I": "Infantry and heavy weapons",
    "V": "Vehicles",
    "G": "Guns",
    "O": "Artillery",
    "B": "Bombardment",
    "F": "Air support",
    "M": "Fortifications and other",
}


@register.filter
def brings(offer: Any) -> str:
    """What a group of the chart brings: "4-6-7 × 12 or 9", "HMG × 2, .50 cal"; "" if its name says it all."""
    row = offer.group
    if row.kind in COUNTED:
        return f"{row.units[0][0]} × {row.full} or {row.depleted}"
    said = ", ".join(f"{name} × {number}" if number > 1 else name for name, number in row.units)
    return "" if said == row.name else said


@register.filter
def family(offer: Any) -> str:
    """The heading an offer stands under: its ID's letter (7.5181), or the given groups."""
    return "given" if offer.given else FAMILIES.get(offer.group.id[0], "Other")


@register.filter
def times(number: int, other: int) -> int:
    """A product."""
    return number * other


@register.simple_tag
def basket_keys(offer: Any) -> str:
    """The name of an offer's row in the basket."""
    return f"given:{offer.group.id}" if offer.given else str(offer.group.id)


@register.filter
def seal_label(quote: Any) -> str:
    """What the seal will close: "Seal 3 purchases, 17 CPP"."""
    if not quote.count and not quote.spent:
        return "Seal: buy nothing"
    return f"Seal {quote.count} purchase{'' if quote.count == 1 else 's'}, {quote.spent} CPP"
