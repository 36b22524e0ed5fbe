"""Views of the import: the form, and how far the check is."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_http_methods

from campaigns import access
from campaigns.bringing import actions
from campaigns.bringing.forms import BringForm
from campaigns.bringing.tasks import check_brought_file_task
from campaigns.forms import add_refusal
from campaigns.ledger import archive
from campaigns.request_data import check_pressed
from rules import registry
from rules.contract import Refused

REFUSED = 422


@login_required
@require_http_methods(["GET", "POST"])
def campaign_import(request: HttpRequest) -> HttpResponse:
    """Upload a campaign file; a worker reads it."""
    assert request.user.is_authenticated
    # The sides of all games by key; that of a game for one player says whose it is.
    sides = {
        key: name if len(system.sides) > 1 else f"{name} ({gettext(system.title)})"
        for system in registry.all_systems().values()
        for key, name in system.sides.items()
    }
    form = BringForm(sides, request.POST if request.method == "POST" else None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        content = form.cleaned_data["file"].read(archive.MOST_BYTES + 1)
        try:
            check_pressed(request.POST)
            brought = actions.take_in(content=content, side=form.cleaned_data["side"], by=request.user)
        except Refused as no:
            add_refusal(form, no, "file")
        else:
            # robust: the file is stored even if the broker is down; then it is queued within a minute.
            transaction.on_commit(lambda: check_brought_file_task.delay(brought.pk), robust=True)
            return redirect("campaign-brought", brought.public_id)
    return render(request, "bringing/bring.html", {"form": form}, status=REFUSED if form.errors else 200)


@login_required
@require_GET
def campaign_brought(request: HttpRequest, brought_id: str) -> HttpResponse:
    """How far the check of the reader's own file is; nobody else finds it."""
    assert request.user.is_authenticated
    brought = access.own_brought_file_or_404(request.user, brought_id)
    context = {"brought": brought, "reason": actions.reason_of(brought), "alone": False}
    if brought.campaign:
        context["alone"] = len(registry.get(brought.campaign.system).sides) == 1
    return render(request, "bringing/brought.html", context)
