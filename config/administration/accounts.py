"""Accounts in the administration: switched on and off, and nothing else."""

from __future__ import annotations

from django.contrib import admin
from django.contrib.auth.models import User
from django.db.models import Model, QuerySet
from django.http import HttpRequest

from campaigns.admin import ReadOnly
from config.own_account.deletion import PSEUDONYM


@admin.register(User)
class AccountAdmin(ReadOnly):
    """Who is disabled is logged out and stays out; his seats wait for him.

    No page sets a password, an address or a right: whoever could do that could log in as somebody else.
    """

    list_display = ["username", "is_active", "date_joined"]
    list_filter = ["is_active"]
    search_fields = ["username"]
    ordering = ["username"]
    fields = ["username", "is_active", "date_joined"]
    readonly_fields = ["username", "date_joined"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Model]:
        """List the accounts of people; of those that were deleted there is nothing left to switch on."""
        return super().get_queryset(request).exclude(username__startswith=f"{PSEUDONYM} ")

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Allow it for every account but one's own: nobody could switch that on again."""
        return bool(request.user.is_active and request.user.is_superuser) and obj != request.user
