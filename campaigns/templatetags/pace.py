"""Who is due when and who is away, for the page of a campaign."""

from __future__ import annotations

from django import template

from campaigns.models import Campaign, Seat
from campaigns.pace.clocks import agreed_days
from campaigns.pace.pages import Holiday, TimeLine, holidays, time_lines

register = template.Library()


@register.filter
def due_sides(seat: Seat) -> list[TimeLine]:
    """The sides that are waited for within a time."""
    return time_lines(seat)


@register.filter
def people_away(seat: Seat) -> list[Holiday]:
    """Who is away now or soon."""
    return holidays(seat)


@register.filter
def days_for_step(campaign: Campaign) -> int:
    """How many days a step may take; 0 for any time."""
    return agreed_days(campaign)
