"""The page of the check: what it says, to whom, and what it gives to take away."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse

from campaigns.ledger import crypto, journal, verify_campaign
from tests.campaigns.conftest import Players
from tests.campaigns.test_chain import played, tamper

__all__ = ["played"]


def text_of(answer: Any) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<wbr>|<[^>]+>", "", answer.content.decode()))


@pytest.fixture
def checks(played: Players, logged_in: Callable[..., Any]) -> Callable[..., Any]:
    """Somebody's page of the check."""

    def ask(name: str, heads: str = "") -> Any:
        client = logged_in(played.users[name])
        return client.get(reverse("campaign-verify", args=[played.public_id]), {"heads": heads} if heads else {})

    return ask


@pytest.mark.parametrize("name", ["hans", "ivan", "umpire", "spectator"])
def test_everybody_sees_that_nothing_is_wrong_and_what_waits_for_the_end(checks: Callable[..., Any], name: str) -> None:
    answer = checks(name)
    assert answer.context["page"].faults == 0
    text = text_of(answer)
    assert "Nothing is wrong in what can be checked so far" in text
    assert "The seed is disclosed when the campaign has ended." in text
    closed = {"hans": {"russian"}, "ivan": {"german"}, "umpire": set(), "spectator": {"german", "russian"}}[name]
    found = {side for side in ("german", "russian") if f"behind the door of the {side.capitalize()} side" in text}
    assert found == closed


def test_the_seed_is_shown_at_the_end_and_every_die_is_checked(played: Players, checks: Callable[..., Any]) -> None:
    seed = crypto.seed_of(played.campaign).hex()
    assert seed not in text_of(checks("hans"))
    played.gives("ivan", "Finish")
    text = text_of(checks("spectator"))
    assert seed in text
    assert "Nothing is wrong in what can be checked." in text
    assert "later" not in text.split("Proof codes that you kept")[0].replace("shown later", "")


def test_pasted_heads_are_compared(played: Players, checks: Callable[..., Any]) -> None:
    early = journal.chain_head(played.campaign)
    played.gives("hans", "Announce", text="hello")
    late = journal.chain_head(played.campaign)
    assert early
    assert late
    right = checks("ivan", f"{early.link}\n {late.short.upper()} ")
    assert right.context["page"].faults == 0
    assert text_of(right).count("in the journal, with act") == 2
    assert f"--head {early.link}" in right.context["page"].command
    wrong = checks("ivan", f"{'0' * 32} {early.link}")
    assert wrong.context["page"].faults == 1
    assert "not in the journal" in text_of(wrong)
    assert "Something is wrong" in text_of(wrong)


@pytest.mark.parametrize("heads", ["<script>alert(1)</script>", "x" * 9000, "\ud7ff ü –", " ", "a " * 5000, "5f"])
def test_any_text_can_be_pasted(checks: Callable[..., Any], heads: str) -> None:
    answer = checks("ivan", heads)
    assert answer.status_code == 200
    assert "<script>alert" not in answer.content.decode()


def test_a_journal_that_was_changed_is_said_to_be_and_where(played: Players, checks: Callable[..., Any]) -> None:
    tamper("UPDATE campaigns_journalentry SET actor = 'somebody' WHERE kind = %s", "auction.announced")
    answer = checks("spectator")
    assert answer.status_code == 200
    assert re.search(r"In act \d+ \([\d :-]+ by somebody\): the public link does not follow", text_of(answer))


def test_the_script_and_the_file_of_the_page_say_the_same_as_the_page(
    played: Players, logged_in: Callable[..., Any], tmp_path: Path
) -> None:
    played.gives("ivan", "Finish")
    client = logged_in(played.users["hans"])
    script = client.get(reverse("verify_campaign.py"))
    assert script["Content-Disposition"] == 'attachment; filename="verify_campaign.py"'
    (tmp_path / "verify_campaign.py").write_bytes(script.content)
    file = client.get(reverse("campaign-file", args=[played.public_id]))
    (tmp_path / "campaign.json").write_bytes(file.content)
    head = journal.chain_head(played.campaign)
    assert head
    command = [sys.executable, "-I", "verify_campaign.py", "campaign.json", "--head", head.short]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert "later" not in done.stdout.replace("shown later", "")
    changed = json.loads(file.content)
    changed["acts"][-1]["by"] = "somebody"
    (tmp_path / "campaign.json").write_text(json.dumps(changed))
    assert subprocess.run(command, cwd=tmp_path, capture_output=True).returncode == 1


def test_the_script_is_given_to_anybody_and_is_the_programs_own_module(client: Any) -> None:
    assert client.get(reverse("verify_campaign.py")).content == Path(verify_campaign.__file__).read_bytes()
    assert client.post(reverse("verify_campaign.py")).status_code == 405


def test_whoever_reads_the_links_alone_comes_from_the_founding_to_the_head(
    played: Players, logged_in: Callable[..., Any]
) -> None:
    client, address = logged_in(played.users["spectator"]), reverse("campaign-links", args=[played.public_id])
    answer = client.get(address).json()
    assert played.campaign.founding
    assert answer["cid"] == verify_campaign.founding(played.campaign.founding)
    last, heads = answer["cid"], []
    for number, body, link in answer["links"]:
        assert re.fullmatch("[0-9a-f]{64}", body)
        last = verify_campaign.link(last, body, number)
        assert last == link
        heads.append((number, link))
    head = journal.chain_head(played.campaign)
    assert head
    assert heads[-1] == (head.number, head.link)
    assert client.get(address, {"after": heads[2][0]}).json()["links"] == answer["links"][3:]
    page = client.get(reverse("campaign-verify", args=[played.public_id])).content.decode()
    assert f'data-cid="{answer["cid"]}"' in page
    assert f'data-head="{head.number}:{head.link}"' in page
