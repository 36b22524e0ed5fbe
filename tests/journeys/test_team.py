"""A side of several people, at their browsers: parts, two who sign, talk and notes; then it is late, and somebody new
goes on where his side stopped."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from campaigns.models import Campaign
from tests.journeys.later_web import DAYS
from tests.journeys.people import Person
from tests.servers import web

pytestmark = [pytest.mark.browser, pytest.mark.live, pytest.mark.slow, pytest.mark.django_db(transaction=True)]
Arrives = Callable[..., Person]
MOST_PRESSES = 8
"""From the link to the first step that a newcomer commits."""


def invites(host: Person, place: str) -> str:
    """The link to a place that a commander makes on the page of people."""
    host.goes(f"/campaigns/{Campaign.objects.get().public_id}/people/")
    host.page.get_by_label("A link for").select_option(label=place)
    host.presses("Make a link").sees("Your link")
    return host.page.get_by_label("Link", exact=True).input_value()


def opens(person: Person, page: str) -> Person:
    return person.goes(f"/campaigns/{Campaign.objects.get().public_id}/{page}")


def start(arrives: Arrives) -> tuple[Person, Person, Person]:
    """Hans founds it with three days for a step and two who sign; Ivan and Otto come by links."""
    hans = arrives("hans")
    hans.presses("Start a campaign")
    hans.page.get_by_text("More", exact=True).click()
    hans.page.get_by_label("Name of the campaign").fill("Orsha by a team")
    hans.page.get_by_label("Days for a step").fill("3")
    hans.page.get_by_label("Two of my side sign a final step").check()
    hans.looks_through().presses("Start the campaign").sees("Invite by link")
    ivan = arrives("ivan", start=invites(hans, "Russian commander"))
    ivan.sees("3 days, as agreed at the start").looks_through()
    expect(ivan.page.get_by_label("Two of my side sign a final step")).to_be_hidden()
    ivan.presses("Take your place")
    otto = arrives("otto", start=invites(hans, "German commander"))
    otto.presses("Take your place")
    return hans, ivan, otto


@pytest.mark.whole("days of a team, on two servers")
def test_a_team_plays_is_late_and_finds_a_stand_in(arrives: Arrives) -> None:
    hans, ivan, otto = start(arrives)
    for person in (hans, ivan, hans, ivan):
        opens(person, "refit/").answers_until("purchase")
    _parts(hans, otto)
    _talk(hans, otto, ivan)
    _two_sign(hans, otto)
    _time(hans, ivan)
    with web("tests.journeys.later_web", **{DAYS: "9"}) as later:
        for person in (hans, ivan):
            person.site = later
        _stand_in(hans, ivan, arrives, later)
    assert [person.wrong for person in (hans, ivan, otto)] == [[], [], []]


def _parts(hans: Person, otto: Person) -> None:
    opens(hans, "team/").looks_through()
    hans.sees("Two of you sign a final step: hans, otto")
    hans.page.get_by_text("Hand out parts").click()
    hans.page.get_by_label("otto", exact=False).first.fill("Armour, and the bridge")
    hans.presses("Hand out").sees("Armour, and the bridge")
    opens(otto, "team/").sees("Armour, and the bridge").sees("Whose part")


def _talk(hans: Person, otto: Person, ivan: Person) -> None:
    opens(otto, "talk/").looks_through()
    otto.page.get_by_label("About", exact=False).first.fill("Buy reinforcements")
    otto.page.locator("textarea").first.fill("Two platoons for the bridge, no guns")
    otto.presses("Say it").sees("Two platoons for the bridge")
    opens(hans, "refit/").sees("1 note of our side").sees("Two platoons for the bridge")
    opens(hans, "talk/")
    hans.page.get_by_label("Find", exact=True).fill("platoons")
    hans.presses("Find").sees("Two platoons for the bridge")
    hans.page.get_by_label("Find", exact=True).fill("artillery")
    hans.presses("Find").sees("Nothing was found")
    opens(ivan, "talk/").sees("Nothing has been said yet")
    opens(ivan, "refit/")
    expect(ivan.page.locator("body")).not_to_contain_text("platoons")


def _two_sign(hans: Person, otto: Person) -> None:
    opens(hans, "refit/")
    hans.page.get_by_role("button", name=re.compile("one more: Number of I1 ")).click()
    hans.knocks("seal").sees("Two of your side sign this").looks_through().confirms()
    hans.sees("You have signed")
    opens(otto, "team/").sees("hans")
    opens(otto, "refit/").knocks("seal").confirms()
    opens(otto, "").sees("Meanwhile")


def _time(hans: Person, ivan: Person) -> None:
    opens(hans, "pace/").sees("The Russian side is due on").looks_through()
    hans.page.get_by_label("More days").fill("2")
    hans.presses("Give it more time").sees("The Russian side is due on")
    opens(ivan, "pace/")
    first = timezone.now().date() + timedelta(days=1)
    ivan.page.get_by_label("First day away").fill(first.isoformat())
    ivan.page.get_by_label("Last day away").fill(first.isoformat())
    ivan.presses("I am away").sees("ivan is away from")


def _stand_in(hans: Person, ivan: Person, arrives: Arrives, later: str) -> None:
    opens(hans, "").sees("late")
    opens(hans, "pace/").sees("The Russian side is late since")
    hans.presses("Ask for a stand-in").sees("It was asked for a stand-in")
    opens(ivan, "pace/").sees("Make a link")
    link = invites(ivan, "Russian commander")
    anna = arrives("anna", start=link)
    anna.site = later
    anna.sees("You are invited").presses("Take your place")
    anna.sees("Where were we").looks_through()
    anna.presses("Go on")
    anna.knocks("seal").confirms()
    anna.goes(anna.page.url)
    assert anna.step() != "purchase"
    assert anna.pressed <= MOST_PRESSES
    opens(hans, "").sees("Orsha by a team")
