"""What is told on channels is the same whatever is secret: words, size, order and number."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.utils import timezone

from campaigns.alerts.addresses import checked_address, locked
from campaigns.alerts.models import Channel
from tests.alerts.outside import Outside, outside
from tests.leaks.test_side_channels import LITTLE, MUCH, secrets_of, shopping, supplied, undone
from tests.players import PlayedCampaign, founding, table

__all__ = ["founding", "shopping", "supplied", "table"]

pytestmark = [pytest.mark.django_db, pytest.mark.allow_hosts(["127.0.0.1"])]


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> Iterator[Outside]:
    with outside(monkeypatch) as found:
        yield found


def listens(table: PlayedCampaign) -> None:
    """Everybody at the table has a webhook."""
    for name, user in table.users.items():
        address = locked(user.pk, checked_address("webhook", f"https://{name.replace('_', '-')}.example.org/"))
        Channel.objects.create(user=user, kind="webhook", address=address, confirmed_at=timezone.now())


def told(world: Outside, table: PlayedCampaign, capture: Any, rows: Any) -> list[Any]:
    """What is sent to whom when the Germans seal this and the Russians after them, less the moments."""
    world.came.clear()
    for name, bought in (("hans", rows), ("ivan", {})):
        with capture(execute=True):
            table.player(name).orders("seal", step="purchase", rows=bought)
    found = []
    for each in world.came:
        body = json.loads(each.body)
        size = len(each.body)
        text = body["data"].pop("text").partition("since ")[0]
        found.append((each.host, size, text, [{**alert, "since": ""} for alert in body["data"].pop("alerts")], body))
    return found


def test_alerts_are_the_same_whatever_was_bought(
    shopping: PlayedCampaign, world: Outside, django_capture_on_commit_callbacks: Any
) -> None:
    listens(shopping)
    capture = django_capture_on_commit_callbacks
    little = undone(shopping, lambda: told(world, shopping, capture, LITTLE))
    much = undone(shopping, lambda: told(world, shopping, capture, MUCH))
    assert little == much
    assert little


def test_no_alert_leaves_for_a_secret_act(
    supplied: PlayedCampaign, world: Outside, django_capture_on_commit_callbacks: Any
) -> None:
    listens(supplied)
    with django_capture_on_commit_callbacks(execute=True):
        secrets_of(supplied)
    assert world.came == []
