"""How fields of forms are rendered."""

from __future__ import annotations

from django import template
from django.forms import BoundField

register = template.Library()


@register.filter
def without_placeholder(field: BoundField) -> BoundField:
    """The field without a placeholder: allauth's say again what the label says, in other words at times."""
    field.field.widget.attrs.pop("placeholder", None)
    return field
