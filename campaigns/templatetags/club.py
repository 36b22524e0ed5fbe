"""Whether a campaign stands on the club's page, for pages of the campaign and of its invitations."""

from __future__ import annotations

from django import template

from campaigns.club.models import Announcement
from campaigns.club.pages import newest_announcement
from campaigns.club.rights import is_shown
from campaigns.club.rows import is_listed
from campaigns.models import Campaign

register = template.Library()


@register.simple_tag
def club_news() -> Announcement | None:
    """What organisers told all members last, if there is a club's page."""
    return newest_announcement() if is_shown() else None


@register.filter
def on_club_page(campaign: Campaign) -> bool:
    """Whether every member of the club sees it listed."""
    return is_shown() and is_listed(campaign)
