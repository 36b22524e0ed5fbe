"""Rows of the club's page. Whether a campaign stands there follows from its journal; its row only finds it."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q


class ClubListing(models.Model):
    """A campaign on the club's page, and what the page is sorted by.

    All of it follows from public entries. `waits` says since which day (UTC) each side is waited for that is, `since`
    is the earliest of them; no moment finer than a day is kept. `over_on` is the day it ended. A row that the list of
    seats does not know (`seat_list.ListedClub`) is not shown.
    """

    campaign = models.OneToOneField("campaigns.Campaign", on_delete=models.CASCADE, related_name="club_listing")
    waits = models.JSONField(default=dict)
    since = models.DateField(null=True)
    over_on = models.DateField(null=True)
    archived = models.BooleanField(default=False)

    class Meta:
        indexes = [
            models.Index(fields=["since", "id"], condition=Q(over_on=None, archived=False), name="club_going_on"),
            models.Index(fields=["-over_on", "-id"], condition=Q(over_on__isnull=False), name="club_over"),
        ]

    def __str__(self) -> str:
        return f"{self.campaign_id} since {self.since}"


class Organiser(models.Model):
    """The role of an account that looks after the club, granted by the host or another organiser. It opens no room."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="organiser")
    granted_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.user_id}"


class StandIn(models.Model):
    """Somebody who has volunteered to stand in for late commanders; every member can see that."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    since = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.user_id}"


class Announcement(models.Model):
    """An organiser's announcement to all members, in plain text."""

    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    text = models.TextField(max_length=2000)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [models.Index(fields=["-made_at"], name="announcements_newest_first")]

    def __str__(self) -> str:
        return f"{self.pk}"


class ClubLink(models.Model):
    """A link with which at most `most` people may register before `until`. Only the hash of its token is stored.

    It is deleted with its maker's account, and invalid while he is no organiser.
    """

    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    token_hash = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField(auto_now_add=True)
    until = models.DateTimeField()
    most = models.PositiveIntegerField()
    used = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(used__lte=models.F("most")), name="club_link_has_an_end")]

    def __str__(self) -> str:
        return f"{self.used} of {self.most}"
