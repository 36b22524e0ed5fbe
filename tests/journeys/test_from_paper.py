"""Two people take a campaign over from paper in their browsers: founded on a later date, agreed, entered, bought."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import settings as django_settings
from django.db import connection
from django.urls import reverse
from playwright.sync_api import Browser, Page, ViewportSize, expect

from campaigns import access, actions
from campaigns.models import Campaign
from tests.players import PlayedCampaign, start_played

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.once, pytest.mark.django_db(transaction=True)]
PHONE = ViewportSize(width=390, height=844)


def sits_down(browser: Browser, live_server: Any, table: PlayedCampaign, name: str) -> Page:
    """Somebody's browser, on a phone, with him logged in."""
    page = browser.new_context(viewport=PHONE).new_page()
    key = table.browser(name).cookies[django_settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies([{"name": django_settings.SESSION_COOKIE_NAME, "value": key, "url": live_server.url}])
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    return page


@pytest.mark.whole("founded and played to a date by two people")
def test_two_people_go_on_with_what_they_began_on_paper(
    browser: Browser, live_server: Any, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.ALLOWED_HOSTS, table = ["*"], start_played()
    monkeypatch.setitem(connection.settings_dict, "CONN_MAX_AGE", 0)
    hans, ivan = (sits_down(browser, live_server, table, name) for name in ("hans", "ivan"))

    hans.goto(f"{live_server.url}{reverse('campaign-start')}?system=oto2")
    hans.locator("details.more > summary").click()
    hans.get_by_label("24AM; what went before was played on paper").check()
    hans.get_by_role("button", name="Start the campaign").click()
    hans.wait_for_url("**/campaigns/**")
    campaign = Campaign.objects.exclude(public_id=table.public_id).get()
    _, token = actions.invite(
        role="commander", side="russian", by=access.seat_or_404(table.users["hans"], campaign.public_id)
    )
    actions.take_seat(token=token, by=table.users["ivan"])
    home = live_server.url + reverse("refit-home", args=[campaign.public_id])

    hans.goto(home)
    hans.locator("#f-weather").select_option("Overcast")
    hans.locator("#f-ec").select_option("Moist")
    hans.locator("#f-lvp_1").fill("6")
    hans.get_by_role("button", name="Say so to the other side").click()
    expect(hans.get_by_text("Waiting for the other side to agree")).to_be_visible()

    ivan.goto(home)
    expect(ivan.get_by_role("row", name="23PM: LVP 6").first).to_be_visible()
    ivan.get_by_role("button", name="Agree: so it stands").click()
    expect(ivan.get_by_role("heading", name="You agree to what stands on paper")).to_be_visible()
    ivan.get_by_role("button", name="Agree: so it stands").click()
    expect(ivan.locator("#f-cpp")).to_be_visible()

    for page, squads in ((hans, "4-6-7"), (ivan, "4-5-8")):
        page.goto(home)
        page.locator("#f-cpp").fill("40")
        page.get_by_role("button", name="This is what we have").click()
        page.get_by_role("button", name="These were bought").click()
        page.locator(f"#f-squad_{squads}").fill("12")
        page.get_by_role("button", name="These are our counters").click()
        page.get_by_role("button", name="Seal our record").click()
        expect(page.get_by_role("heading", name="You seal your record from paper")).to_be_visible()
        page.get_by_role("button", name="Seal our record").click()
        page.wait_for_load_state()
    hans.goto(home)
    expect(hans.get_by_role("button", name="Seal: buy nothing").first).to_be_visible()
    hans.goto(live_server.url + reverse("campaign-journal", args=[campaign.public_id]))
    expect(hans.get_by_text("What was before 24AM was played on paper")).to_be_visible()
