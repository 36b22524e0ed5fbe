"""The administration sees what is public of a campaign: no seat, no invitation, no journal, no keys, no states."""

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
    """Lists and shows; everything that changes a campaign goes through its players."""

    show_facets = admin.ShowFacets.NEVER

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Ask the database by the filters shown and nothing else: with `?pin__startswith=` a field is soon guessed."""
        return lookup.removesuffix("__exact") in self.list_filter

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(Campaign)
class CampaignAdmin(ReadOnly):
    """What is public of a campaign."""

    list_display = ["name", "public_id", "system", "status", "founded_by", "founded_at"]
    list_filter = ["system", "status"]
    search_fields = ["name", "public_id"]
    ordering = ["-founded_at"]
    fields = [
        "name", "public_id", "system", "edition", "options", "status", "founded_by", "founded_at", "ended_at",
        "seed_hash",
    ]  # fmt: skip
