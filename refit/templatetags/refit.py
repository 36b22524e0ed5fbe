"""Small wordings of the purchase chart."""

from __future__ import annotations

from typing import Any

from django import template

register = template.Library()


@register.filter
def seal_label(quote: Any) -> str:
    """What the seal will close: "Seal 3 purchases, 17 CPP"."""
    support = quote.support.spent if quote.support else 0
    if not quote.count and not quote.spent:
        return "Seal: buy nothing"
    paid = [f"{quote.spent} CPP"] + ([f"{support} Support CPP"] if support else [])
    return f"Seal {quote.count} purchase{'' if quote.count == 1 else 's'}, {' and '.join(paid)}"
