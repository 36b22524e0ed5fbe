"""Fifty browsers of two people at one campaign: they buy, seal, take back and keep drafts at the same moment."""

from __future__ import annotations

import random
from collections import Counter
from functools import partial

import pytest
from django.core.management import call_command

from rules.systems.oto2.rule_data import rule_data
from tests.at_once import at_once
from tests.html_client import HtmlPage, open_page, opened
from tests.http_client import HttpClient
from tests.players import PlayedCampaign, start_played, state_of

BROWSERS, ROUNDS = 50, 3
PEOPLE = ("hans", "otto", "ivan")
PASSWORD = "eleven-barrels-of-powder"
GROUPS = ("I1", "I3", "V1", "G1", "O1", "M1", "Z9")
ANSWERS = {200, 422}


def browsers(table: PlayedCampaign, root: str) -> list[HttpClient]:
    """Many windows of a few people, each of whom has logged in once."""
    first = {name: HttpClient(root) for name in PEOPLE}
    for name, wire in first.items():
        table.users[name].set_password(PASSWORD)
        table.users[name].save()
        assert wire.logs_in(name, PASSWORD).status == 200
    return [HttpClient(root, first[PEOPLE[number % len(PEOPLE)]].cookies) for number in range(BROWSERS)]


def presses(wire: HttpClient, root: str, chance: random.Random) -> HtmlPage:
    """One of the things a commander may do before both sides have bought, on a page as it stood a moment ago."""
    if chance.random() < 0.3:
        page = open_page(wire, f"{root}undo/")
        form = next((form for form in page.forms if form.fields.get("act")), None)
        return opened(wire, wire.post(f"{root}undo/", form.fields), root) if form else page
    page = open_page(wire, root)
    basket = {f"n:{group}": str(chance.randint(0, 4)) for group in chance.sample(GROUPS, 3)}
    form = next((form for form in page.forms if "step" in form.fields), None)
    if form is None:  # somebody of this side has just sealed
        return page
    act = chance.choice(["seal", "seal", "draft"])
    return opened(wire, wire.post(root, {**form.fields, **basket, "act": act}), root)


@pytest.mark.whole("fifty browsers at a real server; of two at once each is tried in campaigns/test_together.py")
@pytest.mark.live
@pytest.mark.slow
def test_of_fifty_who_press_at_once_each_is_served_or_told_why_not(web_process: str) -> None:
    table = start_played()
    wires = browsers(table, web_process)
    statuses, wrong = Counter[int](), list[str]()

    def plays(number: int) -> None:
        chance = random.Random(number)
        for _ in range(ROUNDS):
            page = presses(wires[number], f"/campaigns/{table.public_id}/refit/", chance)
            statuses[page.status] += 1
            if page.status not in ANSWERS or (page.status == 422 and "Not done." not in page.text):
                wrong.append(page.text[:500])

    at_once(*(partial(plays, number) for number in range(BROWSERS)), patience=600)
    assert wrong == []
    assert statuses.total() == BROWSERS * ROUNDS
    assert statuses[422], "some were too late, or wanted more than there is"
    call_command("reconcile", table.public_id)
    for key, side in state_of(table.campaign, {"german", "russian"}).sides.items():
        assert side.now.ledger.left >= 0, key
        bought = Counter(group.rg for group in side.groups if not group.given)
        assert all(number <= rule_data().groups[key][group].date_max for group, number in bought.items()), (key, bought)
