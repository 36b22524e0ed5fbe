"""Who is due when and who is away, for the page of a campaign."""

from __future__ import annotations

from django import template

from campaigns.pace.clocks import agreed_days
from campaigns.pace.pages import holidays, time_rows

register = template.Library()
register.filter("due_sides", time_rows)
register.filter("people_away", holidays)
register.filter("days_for_step", agreed_days)
