"""The planted words of the German side, looked for on the device when it has been handed over."""

from __future__ import annotations

import pytest
from django.urls import reverse

from campaigns.models import How, Role, Seat
from tests.leaks.crawler import HTMX, PLAIN, Crawl
from tests.leaks.planting import Garden
from tests.leaks.test_pages import kept_or_dated, leaking


def on_one_device(garden: Garden) -> Garden:
    """The planted campaign as if hans had the seats of both sides."""
    campaign = garden.campaign
    campaign.how = How.HOTSEAT
    campaign.save(update_fields=["how"])
    Seat.objects.create(campaign=campaign, user=garden.users["hans"], side="russian", role=Role.COMMANDER)
    return garden


@pytest.mark.slow
def test_after_the_hand_over_nothing_of_the_side_before_is_left(garden: Garden) -> None:
    table = on_one_device(garden)
    client, device = table.browser("hans"), reverse("campaign-device", args=[table.public_id])
    client.post(device, {"side": "german"})
    german = Crawl(client, table.public_id, (PLAIN,)).run()
    assert len(leaking(german.answers, "german")) > 10, "the German commander saw his words"
    assert kept_or_dated(german.answers) == []

    handed = Crawl(client, table.public_id)
    assert handed.ask("post", device).headers["Clear-Site-Data"] == '"cache"'
    of_campaign = [each.url for each in german.answers if table.public_id in each.url and each.status == 200]
    for url in of_campaign:  # what the back button and the browser's history ask for
        for way in (PLAIN, HTMX):
            again = handed.ask("get", url, way)
            where = again.headers.get("HX-Redirect") or again.headers.get("Location")
            assert url == device or where == device, url
    handed.run().refusals()
    assert leaking(handed.answers) == {}
    assert kept_or_dated(handed.answers) == []

    client.post(device, {"side": "russian"})
    russian = Crawl(client, table.public_id).run()
    for url in of_campaign:
        russian.ask("get", url)
    assert len([each for each in russian.answers if each.status == 200]) > 20
    assert leaking(russian.answers, "german") == {}
    assert len(leaking(russian.answers, "russian")) > 10, "the Russian commander saw his own"
    assert kept_or_dated(russian.answers) == []
    assert not [each.url for each in russian.answers if each.status >= 500]
