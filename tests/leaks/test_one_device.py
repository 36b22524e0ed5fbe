"""The planted words of the German side, looked for on the device when it has been handed over."""

from __future__ import annotations

import pytest
from django.urls import reverse

from campaigns.models import PlayMode
from campaigns.rewind import proposals
from tests.html_client import open_page, unrecorded
from tests.leaks.crawler import HTMX, PLAIN, Crawl, read_once
from tests.leaks.planted_words import OTHER_WORD, WORD, found_in
from tests.leaks.planting import Garden, secret_acts
from tests.leaks.test_pages import kept_or_dated, leaking
from tests.seats import is_played, sits_too


def on_one_device(garden: Garden) -> Garden:
    """The planted campaign as if hans had the seats of both sides."""
    is_played(garden.campaign, PlayMode.HOTSEAT)
    sits_too(garden.campaign, garden.users["hans"], "russian")
    return garden


@pytest.mark.sampled(1)
@pytest.mark.slow
@read_once()
@unrecorded()
def test_after_the_hand_over_nothing_of_the_side_before_is_left(garden: Garden) -> None:
    table = on_one_device(garden)
    client, device = table.browser("hans"), reverse("campaign-device", args=[table.public_id])
    client.post(device, {"side": "german"})
    german = Crawl(client, table.public_id, (PLAIN,), everywhere=True).run()
    assert len(leaking(german.answers, "german")) > 10, "the German commander saw his words"
    assert kept_or_dated(german.answers) == []

    handed = Crawl(client, table.public_id)
    assert handed.ask("post", device).headers["Clear-Site-Data"] == '"cache"'
    of_campaign = {each.url for each in german.answers if table.public_id in each.url and each.status == 200}
    for url in of_campaign:  # what the back button and the browser's history ask for
        for way in (PLAIN, HTMX):
            again = handed.ask("get", url, way)
            where = again.headers.get("HX-Redirect") or again.headers.get("Location")
            assert url == device or where == device, url
    handed.run().refusals()
    assert leaking(handed.answers) == {}
    assert kept_or_dated(handed.answers) == []

    client.post(device, {"side": "russian"})
    russian = Crawl(client, table.public_id, everywhere=True).run()
    for url in of_campaign - {each.url for each in russian.answers}:
        russian.ask("get", url)
    assert len([each for each in russian.answers if each.status == 200]) > 20
    assert leaking(russian.answers, "german") == {}
    assert len(leaking(russian.answers, "russian")) > 10, "the Russian commander saw his own"
    assert kept_or_dated(russian.answers) == []
    assert not [each.url for each in russian.answers if each.status >= 500]


def test_a_rewind_is_proposed_by_one_side_and_answered_by_the_other_and_neither_leaves_a_word(garden: Garden) -> None:
    before = proposals.points(garden.campaign)[0].before
    for name in ("hans", "ivan"):
        secret_acts(garden, name)
    client = on_one_device(garden).browser("hans")
    device, propose, answer, home = (
        reverse(name, args=[garden.public_id]) for name in ("campaign-device", "rewind", "rewind-answer", "campaign")
    )
    client.post(device, {"side": "german"})
    asked = open_page(client, f"{propose}?before={before}")
    assert WORD in asked.text, "what he would undo of his own is shown to him"
    form = next(form for form in asked.forms if "reason" in form.fields)
    mine = client.post(form.action, {**form.fields, "reason": "A slip", "act": "propose"}, follow=True)
    assert found_in(mine.content, "german")

    client.post(device)
    for url in (device, propose, answer, home):
        assert not found_in(client.get(url, follow=True).content), url
    nobody = client.post(answer, {**form.fields, "number": "1", "answer": "agreed", "consent": "on"})
    assert nobody["Location"] == device
    assert proposals.open_proposal(garden.campaign), "nobody sits, so nobody has agreed"

    client.post(device, {"side": "russian"})
    consent = open_page(client, answer)
    assert OTHER_WORD in consent.text
    form = next(form for form in consent.forms if "number" in form.fields)
    done = client.post(answer, {**form.fields, "answer": "agreed", "consent": "on"}, follow=True)
    assert proposals.past_proposals(garden.campaign)[0][1] == "agreed"
    for page in (consent.answer, done, *(client.get(url, follow=True) for url in (propose, home))):
        assert not found_in(page.content, "german")

    client.post(device)
    client.post(device, {"side": "german"})
    for url in (propose, home):
        assert not found_in(client.get(url).content, "russian"), url
