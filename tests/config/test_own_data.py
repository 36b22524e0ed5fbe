"""What somebody takes along: everything that is kept of him, and of each campaign what he may read and no more."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core.cache import cache
from django.test import Client

from campaigns import actions
from campaigns.charts.models import ChartVersion, OwnedChart
from campaigns.ledger import verify_campaign
from campaigns.models import PlayMode
from config.own_account import data, views
from tests.players import PlayedCampaign, founding, log_in, table

__all__ = ["founding", "table"]

pytestmark = pytest.mark.django_db
PATH = "/accounts/data/"


@pytest.fixture(autouse=True)
def _nobody_has_asked_yet() -> None:
    """Forget what other tests took along: it is counted in the process."""
    cache.clear()


def files_in(content: bytes) -> dict[str, bytes]:
    """The files of a zip by name."""
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        assert packed.testzip() is None
        return {name: packed.read(name) for name in packed.namelist()}


def taken(client: Client, part: int = 1) -> dict[str, bytes]:
    """The files of a part that somebody downloads."""
    answer = client.post(PATH, {"part": part})
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]
    return files_in(answer.content)


def test_it_holds_account_seats_charts_and_campaigns(table: PlayedCampaign) -> None:
    hans = table.users["hans"]
    hans.set_password("a good long password")
    hans.save()
    EmailAddress.objects.create(user=hans, email="hans@example.org", verified=True, primary=True)
    Authenticator.objects.create(user=hans, type="totp", data={"secret": "not to be told"})
    chart = OwnedChart.objects.create(owner=hans, system="oto2", name="Mine", draft={"groups": [{"name": "x"}]})
    ChartVersion.objects.create(chart=chart, number=1, content={"groups": []})
    OwnedChart.objects.create(owner=table.users["ivan"], system="oto2", name="Not mine", shared=True)
    client = table.browser("hans")
    assert PATH in client.get("/accounts/email/").content.decode()
    found = taken(client)
    assert set(found) == {
        "README.txt", "account.json", f"charts/{chart.chart_id}.json", f"campaigns/{table.public_id}.json",
    }  # fmt: skip
    told = json.loads(found["account.json"])
    assert told["name"] == "hans"
    assert told["addresses"] == [{"address": "hans@example.org", "confirmed": True}]
    assert [(seat["role"], seat["side"], seat["campaign"]) for seat in told["seats"]] == [
        ("commander", "german", table.public_id)
    ]
    assert b"not to be told" not in b"".join(found.values())
    assert hans.password.encode() not in b"".join(found.values())
    assert json.loads(found[f"charts/{chart.chart_id}.json"])["versions"][0]["sheets"] == {"groups": []}
    file = json.loads(found[f"campaigns/{table.public_id}.json"])
    assert file == table.browser("hans").get(f"/campaigns/{table.public_id}/file/").json()


def test_many_campaigns_come_in_parts_and_nothing_is_in_two(
    table: PlayedCampaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    hans = table.users["hans"]
    for name in ("second", "third"):
        actions.start_campaign(name=name, system="oto2", options={}, side="german", by=hans)
    monkeypatch.setattr(data, "ENTRIES", 5)
    client = table.browser("hans")
    assert [len(part) for part in data.parts(hans)] == [2, 1]
    names = [name for part in (1, 2) for name in taken(client, part) if name.startswith("campaigns/")]
    assert len(names) == len(set(names)) == 3
    for wrong in ("3", "0", "-1", "x", ""):
        assert client.post(PATH, {"part": wrong}).status_code == 404


def test_two_at_one_device_take_along_what_the_side_may_read_that_sits_there(table: PlayedCampaign) -> None:
    seat = actions.start_campaign(
        name="One device", system="oto2", options={}, side="german", by=table.users["hans"],
        play_mode=PlayMode.HOTSEAT, pins={"german": "1", "russian": "2"},
    )  # fmt: skip
    name = f"campaigns/{seat.campaign.public_id}.json"
    client = table.browser("hans")
    assert json.loads(taken(client)[name])["rooms"] == ["public"]
    client.post(f"/campaigns/{seat.campaign.public_id}/device/", {"side": "russian", "pin": "2"})
    assert json.loads(taken(client)[name])["rooms"] == ["public", "russian"]


def test_a_campaign_whose_keys_are_lost_is_named_and_the_rest_comes(table: PlayedCampaign, settings: Any) -> None:
    settings.REFIT_KEYS = [b"\1" * 32]
    found = taken(table.browser("hans"))
    assert set(found) == {"README.txt", "account.json"}
    assert b"Orsha" in found["README.txt"]


def test_taking_along_is_counted_for_each_account(table: PlayedCampaign, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "MOST", 2)
    client = table.browser("hans")
    assert [client.post(PATH, {"part": 1}).status_code for _ in range(4)] == [200, 200, 422, 422]
    assert table.browser("ivan").post(PATH, {"part": 1}).status_code == 200


def test_who_is_not_logged_in_gets_nothing(client: Client) -> None:
    for answer in (client.get(PATH), client.post(PATH, {"part": 1})):
        assert answer["Location"].startswith("/accounts/login/")


def test_the_files_hold_under_the_check(table: PlayedCampaign) -> None:
    for name in ("hans", "spectator"):
        file = json.loads(taken(log_in(Client(), table.users[name]))[f"campaigns/{table.public_id}.json"])
        assert verify_campaign.faults(file) == []
