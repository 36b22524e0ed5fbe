"""The admin sees who plays what, and no secret: no journal, no keys, no states, no drafts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.http import HttpRequest

from campaigns.models import Campaign, Invitation, Seat

if TYPE_CHECKING:
    from django.db.models import Model

    ModelAdmin = admin.ModelAdmin[Model]
else:
    ModelAdmin = admin.ModelAdmin


class ReadOnly(ModelAdmin):
    """Lists and shows; everything that changes a campaign goes through its players."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Campaign)
class CampaignAdmin(ReadOnly):
    """What is public of a campaign."""

    list_display = ["name", "public_id", "system", "status", "founded_by", "founded_at"]
    list_filter = ["system", "status"]
    search_fields = ["name", "public_id"]
    fields = [
        "name", "public_id", "system", "edition", "options", "status", "founded_by", "founded_at", "ended_at",
        "seed_hash",
    ]  # fmt: skip


@admin.register(Seat)
class SeatAdmin(ReadOnly):
    """Who sits where."""

    list_display = ["user", "campaign", "side", "role", "created"]
    list_filter = ["role"]
    list_select_related = ["user", "campaign"]
    fields = ["user", "campaign", "side", "role", "admitted", "created"]


@admin.register(Invitation)
class InvitationAdmin(ReadOnly):
    """The links that were made; their tokens are not kept."""

    list_display = ["campaign", "side", "role", "created_at", "used_at", "withdrawn_at"]
    list_select_related = ["campaign"]
    fields = ["campaign", "side", "role", "created_by", "created_at", "used_by", "used_at", "withdrawn_at"]
