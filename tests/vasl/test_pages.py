"""A side reports from VASL's text of the map: without scripts, gated, nothing lost, undone in one press."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.db import connection
from django.urls import reverse

from campaigns import access, drafts
from campaigns.actions import save_draft, start_campaign
from refit.vasl.pages import NAMES
from rules.asl.vasl.review import on_the_map
from rules.contract import Refused
from tests.html_client import HtmlPage, open_page, sent
from tests.maps.practice import practice_map
from tests.players import PlayedCampaign, founding, start_played, table
from tests.rosters.conftest import supplied

__all__ = ["founding", "supplied", "table"]
SIZES = {"squad": "1sq", "half_squad": "1hs", "crew": "cr"}


@pytest.fixture
def fought(supplied: PlayedCampaign) -> PlayedCampaign:
    """The first scenario is being played."""
    supplied.play_until("hans", "play")
    return supplied


def owned(table: PlayedCampaign, name: str) -> list[Any]:
    view = table.view(name)
    return on_the_map(view.ctx)


def as_text(counters: list[Any], *more: str) -> str:
    words = [f"{c.name} {SIZES[c.kind]}" if c.kind in SIZES else c.name for c in counters]
    return "\n".join(f"K{n}: {word}" for n, word in enumerate([*words, *more], 1))


def page_of(table: PlayedCampaign, name: str) -> HtmlPage:
    return open_page(table.browser(name), reverse("refit-vasl", args=[table.public_id]))


def test_the_step_leads_to_the_page(fought: PlayedCampaign) -> None:
    home = open_page(fought.browser("hans"), reverse("refit-home", args=[fought.public_id]))
    assert reverse("refit-vasl", args=[fought.public_id]) in home.html


def test_a_text_is_compared_recorded_in_one_press_and_taken_back(fought: PlayedCampaign) -> None:
    counters = owned(fought, "hans")
    page = sent(page_of(fought, "hans"), "read", text=as_text(counters[3:]))
    assert "Missing: 3" in page.text
    page = sent(page, "record", rest="eliminate")
    assert "Recorded." in page.text
    assert len(owned(fought, "hans")) == len(counters) - 3
    undone = next(form for form in page.forms if form.fields.get("next") is not None and "act" in form.fields)
    page.client.post(undone.action, undone.fields)
    assert len(owned(fought, "hans")) == len(counters)


def test_what_is_recorded_is_told_as_recorded_although_no_draft_of_its_end_can_be_kept(
    fought: PlayedCampaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(reader: object, posted: str) -> None:
        raise Refused("Too many drafts today.")

    counters = owned(fought, "hans")
    page = sent(page_of(fought, "hans"), "read", text=as_text(counters[3:]))
    monkeypatch.setattr("refit.vasl.views.after_the_end", full)
    page = sent(page, "record", rest="eliminate")
    assert "Recorded." in page.text
    assert "Too many" not in page.text
    assert len(owned(fought, "hans")) == len(counters) - 3


def test_what_was_typed_stays_when_it_is_refused(fought: PlayedCampaign) -> None:
    counters = owned(fought, "hans")
    page = sent(page_of(fought, "hans"), "read", text=as_text(counters[3:]))
    name = next(name for name in page.form_with("record").fields if name.startswith("x:") and name.endswith("recalled"))
    page = sent(page, "record", **{name: "1"})
    assert "Say what became of those that are missing." in page.text
    assert page.form_with("record").fields[name] == "1"
    page = sent(page, "record", **{name: "99", "rest": "eliminate"})
    assert "Not done" in page.text
    assert len(owned(fought, "hans")) == len(counters)


def test_enter_commits_nothing(fought: PlayedCampaign) -> None:
    counters = owned(fought, "hans")
    page = sent(page_of(fought, "hans"), "read", text=as_text(counters[3:]))
    sent(page, "again", rest="eliminate")
    sent(page, "", rest="eliminate")
    assert len(owned(fought, "hans")) == len(counters)


def test_a_name_is_assigned_once_and_kept_sealed_for_the_side(fought: PlayedCampaign) -> None:
    counters = owned(fought, "hans")
    weapon = next(c for c in counters if c.kind == "weapon")
    text = as_text([c for c in counters if c is not weapon], "Wundergeraet")
    page = sent(page_of(fought, "hans"), "read", text=text)
    assert "1 counter was not understood" in page.text
    page = sent(page, "names", **{"u:Wundergeraet": weapon.name})
    assert "Nothing of your side is missing" in page.text
    assert "not understood" not in sent(page_of(fought, "hans"), "read", text=text).text
    assert "Wundergeraet" not in page_of(fought, "ivan").html
    with connection.cursor() as cursor:
        cursor.execute("SELECT string_agg(encode(body, 'escape'), ' ') FROM campaigns_draft")
        assert "Wundergeraet" not in cursor.fetchone()[0]


def elsewhere(fought: PlayedCampaign, side: str, names: dict[str, str], **more: Any) -> None:
    """Hans has another campaign of the same game, in which his side has assigned these names."""
    options = {"balance": "none", "dice": "server", **more}
    made = start_campaign(name="Another", system="oto2", options=options, side=side, by=fought.users["hans"])
    save_draft(step=NAMES, data=names, by=access.seat_or_404(fought.users["hans"], made.campaign.public_id))


def test_a_name_is_remembered_for_its_person_and_the_game_and_for_nobody_else(fought: PlayedCampaign) -> None:
    counters = owned(fought, "hans")
    weapon = next(c for c in counters if c.kind == "weapon")
    text = as_text([c for c in counters if c is not weapon], "Wundergeraet")
    elsewhere(fought, "german", {"Wundergeraet": weapon.name, "Unsinn": "no counter of this game"})
    elsewhere(fought, "russian", {"Wundergeraet": "4-4-7"})
    page = sent(page_of(fought, "hans"), "read", text=text)
    assert "Nothing of your side is missing" in page.text
    assert "1 counter was not understood" in sent(page_of(fought, "otto"), "read", text=text).text
    page = sent(page, "names")
    assert drafts.saved(fought.seat("hans"), NAMES) is None, "it is not his mates' for that"
    page = sent(page, "names", **{"u:Wundergeraet": ""})
    assert "1 counter was not understood" in page.text
    assert "1 counter was not understood" in sent(page_of(fought, "hans"), "read", text=text).text


def test_a_name_that_was_assigned_wrongly_can_be_changed(fought: PlayedCampaign) -> None:
    counters = owned(fought, "hans")
    weapon = next(c for c in counters if c.kind == "weapon")
    other = next(c for c in counters if c.kind == "weapon" and c.name != weapon.name)
    text = as_text([c for c in counters if c is not weapon], "Wundergeraet")
    page = sent(page_of(fought, "hans"), "read", text=text)
    page = sent(page, "names", **{"u:Wundergeraet": other.name})
    assert "Missing: 1" in page.text
    page = sent(page, "names", **{"u:Wundergeraet": weapon.name})
    assert "Nothing of your side is missing" in page.text
    assert "1 counter was not understood" in sent(page, "names", **{"u:Wundergeraet": ""}).text


@pytest.mark.parametrize("save", ["{", "[]", '{"own": [{"kind": "tank", "name": "x"}]}', "x" * 500_000])
def test_a_posted_report_that_is_none_is_a_sentence(fought: PlayedCampaign, save: str) -> None:
    page = page_of(fought, "hans")
    form = page.form_with("read")
    answer = page.client.post(form.action, {**form.fields, "act": "read", "save": save})
    assert answer.status_code == 422
    assert "can't be used here" in answer.content.decode().replace("&#x27;", "'")


def test_nothing_of_the_other_side_stands_on_the_page(fought: PlayedCampaign) -> None:
    mine, theirs = owned(fought, "hans"), owned(fought, "ivan")
    only_theirs = {c.name for c in theirs} - {c.name for c in mine}
    page = sent(page_of(fought, "hans"), "read", text=as_text(mine[3:]))
    options = {*re.findall(r"<option[^>]*>([^<]+)</option>", page.html)}
    assert only_theirs
    assert not options & only_theirs


def test_it_is_for_those_of_a_side_alone(fought: PlayedCampaign) -> None:
    address = reverse("refit-vasl", args=[fought.public_id])
    assert fought.browser().get(address).status_code == 302
    assert fought.browser("hans").get(reverse("refit-vasl", args=["nowhere"])).status_code == 404


def test_a_save_of_another_campaigns_map_says_so_before_anything_is_recorded(fought: PlayedCampaign) -> None:
    own = [{"kind": "squad", "name": "4-6-7"}]
    page = sent(page_of(fought, "hans"), "read", save=json.dumps({"boards": ["ELSEWHERE"], "own": own}))
    assert "This game lies on ELSEWHERE, which is not this campaign" in page.text
    page = sent(page_of(fought, "hans"), "read", save=json.dumps({"boards": ["oto2"], "own": own}))
    assert "This game lies on" not in page.text


# Control counters ----------------------------------------------------------------------------------


def holder_of(table: PlayedCampaign, name: str) -> str:
    ground = table.view("hans").public.room.ground
    return str(ground.control.get(name, ""))


class TestOnAMap:
    @pytest.fixture
    def mapped(self, db: None) -> PlayedCampaign:
        """The first scenario is being played on the practice map."""
        table = start_played(map=practice_map())
        table.play_until("hans", "play")
        return table

    def test_control_counters_are_proposed_and_painted_in_a_press_that_loses_nothing(
        self, mapped: PlayedCampaign
    ) -> None:
        counters = owned(mapped, "hans")
        taken = next(name for name in ("A1", "B3", "C4", "H9") if holder_of(mapped, name) != "german")
        text = as_text(counters[3:]) + f"\n{taken}: GE Control\nZ99: RU Control\n{taken}: Whatever Control"
        page = sent(page_of(mapped, "hans"), "read", text=text)
        assert f"{taken} Paint this hex" in page.text
        page = sent(page, "paint:german", rest="eliminate")
        assert holder_of(mapped, taken) == "german"
        assert "Missing: 3" in page.text
        assert 'value="eliminate" checked' in page.html
        assert "Paint this hex" not in page.text
        page = sent(page, "record", rest="eliminate")
        assert "Recorded." in page.text

    @pytest.mark.parametrize(
        ("boards", "counters"),
        [
            ([], [("GE Control", "A1"), ("RU Control", "A1")]),
            ([], [("RU Control", "B1", "B2")]),
            ([], [("Nobody Control", "B2")]),
            (["another"], [("GE Control", "A1"), ("RU Control", "B1")]),
            (["oto2", "oto2"], [("GE Control", "A1"), ("RU Control", "B1")]),
        ],
    )
    def test_what_is_in_doubt_is_not_proposed(
        self, mapped: PlayedCampaign, boards: list[str], counters: list[tuple[str, ...]]
    ) -> None:
        keys = ("name", "hex", "beside")
        ground = [{"kind": "control", **dict(zip(keys, each, strict=False))} for each in counters]
        page = sent(page_of(mapped, "hans"), "read", save=json.dumps({"boards": boards, "ground": ground}))
        assert "Taken for the other side" in page.text
        assert 'value="paint:' not in page.html
        answer = page.client.post(
            address_of(mapped), {**page.form_with("record").fields, "act": "paint:russian"}, follow=True
        )
        assert answer.status_code == 422
        assert "already has these hexes" in answer.content.decode()


def address_of(table: PlayedCampaign) -> str:
    return reverse("refit-vasl", args=[table.public_id])


def test_without_a_map_control_is_only_listed(fought: PlayedCampaign) -> None:
    page = sent(page_of(fought, "hans"), "read", text=as_text(owned(fought, "hans"), "GE Control"))
    assert "GE Control" in page.text
    assert 'value="paint:' not in page.html
