"""Makes the pictures of the guides: `python -m docs.pictures`, beside an instance that runs with a fresh demo.

It goes by the settings of that instance (REFIT_VAR, DATABASE_URL, REFIT_URL). It adds a campaign that is in the middle
of a battle, logs the demo's German commander in with Debian's Chromium, and writes a PNG for each of `PICTURES`. Look
at each before you keep it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
# Playwright's event loop runs in this thread, and Django would refuse the database beside one.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
django.setup()

from django.conf import settings  # noqa: E402
from django.contrib.auth.models import User  # noqa: E402
from django.db import transaction  # noqa: E402
from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402

from campaigns.models import Campaign  # noqa: E402
from refit.demos.guards import GUARDS  # noqa: E402
from refit.demos.orsha import ORSHA  # noqa: E402
from refit.demos.past import BATTLE, play_in  # noqa: E402
from refit.management.commands.demo import PASSWORDS  # noqa: E402

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium-headless-shell")
OPTIONS = ["--no-sandbox", "--disable-background-networking"]
SIDE = "german"
DESKTOP, PHONE = (1280, 800), (390, 844)
FIRST, *_ = ORSHA.losses
IN_BATTLE = replace(
    ORSHA,
    name="On Track to Orsha, in battle",
    losses={FIRST: ORSHA.losses[FIRST]},
    painted={FIRST: ORSHA.painted[FIRST]},
    now=(BATTLE, "23PM"),
)


@dataclass(frozen=True)
class Picture:
    """A page of the campaign called `campaign`, as it looks after `prepare`."""

    name: str
    campaign: str
    path: str
    size: tuple[int, int] = DESKTOP
    prepare: Callable[[Page], None] = lambda page: None


def buys(page: Page) -> None:
    """Put two companies into the basket, and wait for its price and its odds."""
    for row in ("I1", "I2"):
        number = page.locator(f"#task-form [name='n:{row}'][type=text]")
        number.fill("1")
        number.dispatch_event("change")
    number.blur()
    page.wait_for_timeout(1500)


def comes_closer(page: Page) -> None:
    """Make the map larger."""
    for _ in range(2):
        page.locator("[data-zoom=in]").click()
    page.wait_for_timeout(500)


def loses(page: Page) -> None:
    """Tap the first two kinds of counters."""
    for n in (0, 0, 1):
        page.locator(".tiles button:not(.second)").nth(n).click()
        page.wait_for_timeout(300)
    page.evaluate("scrollTo(0, 0)")


PICTURES = (
    Picture("campaign", ORSHA.name, ""),
    Picture("purchase", ORSHA.name, "refit/", prepare=buys),
    Picture("reveal", ORSHA.name, "reinforcements/"),
    Picture("map", GUARDS.name, "map/", prepare=comes_closer),
    Picture("pad", IN_BATTLE.name, "/pad/{id}/", PHONE, loses),
    Picture("battle", IN_BATTLE.name, "refit/"),
    Picture("roster", ORSHA.name, "sheets/german/roster/"),
)


@contextmanager
def logged_in(browser: Browser, size: tuple[int, int]) -> Iterator[Page]:
    """A page of the demo's commander on a screen of this size."""
    width, height = size
    context = browser.new_context(
        base_url=settings.REFIT_URL, viewport={"width": width, "height": height}, color_scheme="light", locale="en"
    )
    page = context.new_page()
    page.goto("/accounts/login/")
    page.locator("[name=login]").fill(SIDE)
    page.locator("[name=password]").fill(PASSWORDS[SIDE])
    page.locator("main form button[type=submit]").first.click()
    page.wait_for_url("**/")
    yield page
    context.close()


def take(browser: Browser, picture: Picture) -> None:
    """Make a picture, and write it beside this file."""
    campaign = Campaign.objects.get(name=picture.campaign)
    path = picture.path.format(id=campaign.public_id)
    with logged_in(browser, picture.size) as page:
        page.goto(path if path.startswith("/") else f"/campaigns/{campaign.public_id}/{path}")
        page.wait_for_timeout(1000)  # what scripts fetch and draw
        picture.prepare(page)
        page.screenshot(path=Path(__file__).with_name(f"{picture.name}.png"), animations="disabled")


def main() -> None:
    """Found what the demo lacks, and make all pictures."""
    if not Campaign.objects.filter(name=IN_BATTLE.name).exists():
        with transaction.atomic():
            play_in(IN_BATTLE, {user.username: user for user in User.objects.filter(username__in=PASSWORDS)})
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=OPTIONS)
        for picture in PICTURES:
            take(browser, picture)
        browser.close()


if __name__ == "__main__":
    main()
