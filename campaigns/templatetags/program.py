"""What a page says of the program itself."""

from __future__ import annotations

from django import template
from django.conf import settings

register = template.Library()


@register.simple_tag
def version() -> str:
    """The running version, for reports of faults; also on pages that are drawn without a context."""
    return settings.VERSION
