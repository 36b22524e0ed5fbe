"""Ends and removals of campaigns that wait for consent or for their day."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext, gettext_lazy


class What(models.TextChoices):
    """What can be done with a campaign as a whole."""

    END = "end", gettext_lazy("End it, because it can't go on")
    REMOVAL = "removal", gettext_lazy("Remove it for good")


class Closing(models.Model):
    """A campaign is to be ended or removed: a side has proposed it, or an umpire or the host has given notice.

    `side` is the proposer's, empty with a notice; `by` is null if the host gave it. `agreed` are the sides that want
    it. `due_at` is when it is carried out; null while it waits for consent.
    """

    campaign = models.ForeignKey("campaigns.Campaign", on_delete=models.CASCADE, related_name="closings")
    what = models.CharField(max_length=10, choices=What.choices)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    side = models.CharField(max_length=30, blank=True)
    reason = models.CharField(max_length=200)
    agreed = models.JSONField(default=list, blank=True)
    made_at = models.DateTimeField()
    due_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["campaign", "what"], name="campaign_has_one_closing_of_a_kind"),
            models.CheckConstraint(condition=Q(what__in=What.values), name="closing_is_of_a_known_kind"),
            models.CheckConstraint(condition=~Q(reason=""), name="closing_has_a_reason"),
            models.CheckConstraint(
                condition=~Q(side="") | Q(agreed=[], due_at__isnull=False), name="closing_by_nobodys_side_has_its_day"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.what} of {self.campaign_id}"

    @property
    def news(self) -> str:
        """What is proposed or announced, as a mail says it."""
        if self.due_at is None:
            return gettext("an end is proposed") if self.what == What.END else gettext("a removal for good is proposed")
        values = {"day": date_format(localtime(self.due_at), gettext("j N Y"))}
        if self.what == What.END:
            return gettext("an end is announced for %(day)s") % values
        return gettext("a removal for good is announced for %(day)s") % values

    @property
    def by_host(self) -> bool:
        """Whether whoever runs this instance gave notice."""
        return self.by_id is None
