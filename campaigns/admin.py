"""Admin pages for campaigns, with public facts only: no seats, invitations, journal, keys or states."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import admin
from django.http import HttpRequest

from campaigns.models import Campaign

if TYPE_CHECKING:
    from django.db.models import Model

    ModelAdmin = admin.ModelAdmin[Model]
else:
    ModelAdmin = admin.ModelAdmin


class ReadOnly(ModelAdmin):
    """Only lists and shows rows; campaigns are changed through `actions` alone."""

    show_facets = admin.ShowFacets.NEVER

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Allow only the filters shown: with `?pin__startswith=` a secret field could be guessed step by step."""
        return lookup.removesuffix("__exact") in self.list_filter

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(Campaign)
class CampaignAdmin(ReadOnly):
    """The public facts of a campaign."""

    list_display = ["name", "public_id", "system", "status", "founded_by", "founded_at"]
    list_filter = ["system", "status"]
    search_fields = ["name", "public_id"]
    ordering = ["-founded_at"]
    fields = [
        "name", "public_id", "system", "edition", "options", "status", "founded_by", "founded_at", "ended_at",
        "seed_hash",
    ]  # fmt: skip
