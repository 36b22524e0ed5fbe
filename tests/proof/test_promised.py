"""What the README promises, in every game: the script of this project, run by a Python that has nothing else, says 0, 1
or 2 of a campaign that was played to its end, and of the file and the head that the site shows of a running one."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from campaigns import actions
from campaigns.ledger import archive, verify_campaign
from campaigns.models import Campaign
from rules import registry
from tests.players import log_in
from tests.proof.recorded import GAMES, played

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
SCRIPT = Path(verify_campaign.__file__)
FLIPS = 12


def browsers(game: str) -> dict[str, tuple[User, Client]]:
    """Somebody for each side of a game, logged in."""
    found = {side: User.objects.create_user(f"of {side}") for side in registry.get(game).sides}
    return {side: (user, log_in(Client(), user)) for side, user in found.items()}


def taken_along(client: Client, campaign: Campaign) -> bytes:
    """The file as the site gives it to one of its people."""
    answer = client.get(reverse("campaign-file", args=[campaign.public_id]))
    assert answer.status_code == 200
    return b"".join(answer) if answer.streaming else answer.content


def head_of(client: Client, campaign: Campaign) -> str:
    """The newest head, as the page of the check shows it."""
    page = client.get(reverse("campaign-verify", args=[campaign.public_id]))
    assert [fault for part in page.context["page"].parts for fault in part.faults] == []
    head = page.context["page"].frame.head
    return f"{head.number}:{head.link}"


def said(folder: Path, data: bytes, *heads: str) -> int:
    """How the script ends for a file, with these heads kept; it never fails otherwise."""
    shutil.copy(SCRIPT, folder)
    (folder / "campaign.json").write_bytes(data)
    kept = [word for head in heads for word in ("--head", head)]
    command = [sys.executable, "-I", "-S", SCRIPT.name, "campaign.json", *kept]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60)
    assert done.stderr == ""
    assert done.stdout.splitlines()[-1]
    return done.returncode


@pytest.mark.sampled(2)
@pytest.mark.parametrize("game", GAMES)
def test_a_finished_campaign_is_right_and_with_one_byte_changed_wrong(game: str, tmp_path: Path) -> None:
    file = played(game)
    data, head = json.dumps(file).encode(), next(act["link"] for act in reversed(file["acts"]) if "link" in act)
    assert said(tmp_path, data, head) == 0
    assert said(tmp_path, data) == 2, "without a head that somebody kept it may have been written anew"
    assert said(tmp_path, data, "0" * 64) == 1, "a head of another past"
    places = random.Random(game).sample(range(len(data)), FLIPS)
    for place in places:
        changed = bytearray(data)
        changed[place] ^= 1
        assert said(tmp_path, bytes(changed), head) == 1, (place, data[place - 40 : place + 40])


@pytest.mark.sampled(2)
@pytest.mark.parametrize("game", GAMES)
def test_a_running_campaign_is_right_as_far_as_one_side_can_check_it(game: str, tmp_path: Path) -> None:
    system, people = registry.get(game), browsers(game)
    side = next(iter(system.sides))
    user, client = people[side]
    options = {choice.key: next(iter(choice.options)) for choice in system.choices}
    seat = actions.start_campaign(name="Running", system=game, options=options, side=side, by=user)
    campaign = seat.campaign
    data, head = taken_along(client, campaign), head_of(client, campaign)
    assert said(tmp_path, data, head) == 2, "the seed, and what the other side does, are not there to be checked"
    changed = data.replace(b'"Running"', b'"Ruining"')
    assert changed != data
    assert said(tmp_path, changed, head) == 1


@pytest.mark.sampled(2)
@pytest.mark.parametrize("game", GAMES)
def test_a_finished_campaign_that_is_brought_is_right_where_it_came_to(game: str, tmp_path: Path) -> None:
    people = browsers(game)
    file = archive.read(json.dumps(played(game)).encode())
    campaign = actions.import_campaign(file=file, commanders={side: user for side, (user, _) in people.items()})
    assert campaign.ended
    _, client = next(iter(people.values()))
    head, data = head_of(client, campaign), taken_along(client, campaign)
    assert said(tmp_path, data, head) == 0
    added = json.loads(data)
    (moved,) = [event for act in added["acts"] for event in act["events"] if event["kind"] == "house.imported"]
    assert set(moved["data"]) == {"commanders"}, "no new part of dice that nobody rolls any more"
    moved["data"]["chains"] = {}
    assert said(tmp_path, json.dumps(added).encode(), head) == 1
