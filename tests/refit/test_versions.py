"""Two pages on one draft: who saves later is told, both versions stand beside each other, nothing is overwritten."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse

from campaigns import drafts
from campaigns.models import Draft, JournalEntry, Notification, Room
from tests.html_client import HtmlPage, open_page
from tests.players import PlayedCampaign

Wizard = Callable[[PlayedCampaign, str], HtmlPage]
HTMX = {"HX-Request": "true"}
THEIRS, MINE = {"n:I1": "2", "n:M1": "1"}, {"n:I1": "1", "n:I2": "1"}


def kept(table: PlayedCampaign) -> Any:
    """The German side's draft of its purchases."""
    return drafts.saved(table.seat("hans"), "purchase")


def recorded(table: PlayedCampaign) -> list[Any]:
    """What an act leaves behind: entries, what rooms hold, and mail owed."""
    rooms = Room.objects.filter(campaign=table.campaign).order_by("pk").values_list("entries", "head", "state")
    owed = Notification.objects.filter(due_at__isnull=False).order_by("pk").values_list("pk", "due_at")
    return [JournalEntry.objects.count(), table.campaign.summary, *rooms, *owed]


def basket(entries: Any) -> dict[str, str]:
    """What of some entries is bought."""
    return {name: value for name, value in entries.items() if name[:2] == "n:" and value != "0"}


def versions_of(table: PlayedCampaign, name: str) -> HtmlPage:
    """The versions of the purchases as somebody sees them who has just opened them."""
    return open_page(table.browser(name), reverse("refit-versions", args=[table.public_id, "purchase"]))


@pytest.fixture
def clash(table: PlayedCampaign, wizard: Wizard) -> HtmlPage:
    """hans and the adjutant opened the page; the adjutant saved first. This is what hans is led to."""
    mine, his = wizard(table, "hans"), wizard(table, "adjutant_hans")
    assert his.press("draft", THEIRS).where.endswith("/refit/step/purchase/")
    return mine.press("draft", MINE)


def test_who_saves_later_sees_both_versions_whose_they_are_and_where_they_differ(
    table: PlayedCampaign, clash: HtmlPage
) -> None:
    assert clash.where == reverse("refit-versions", args=[table.public_id, "purchase"])
    assert "There are 2 versions of this draft" in clash.text
    assert clash.html.count("<time ") == 2
    assert "Rifle Co. I 2 1" in clash.text
    assert "Rifle Co. II 0 1" in clash.text
    assert "Keep version 1, by adjutant_hans" in clash.text
    assert "Keep version 2, by hans" in clash.text
    assert basket(kept(table).data) == THEIRS
    assert [basket(each.data) for each in kept(table).beside] == [MINE]


def test_both_are_told_until_one_of_them_chooses(table: PlayedCampaign, clash: HtmlPage, wizard: Wizard) -> None:
    for name in ("hans", "otto", "adjutant_hans"):
        assert "This draft has another version." in wizard(table, name).text
        assert versions_of(table, name).status == 200
    done = versions_of(table, "adjutant_hans").press("take-1")
    assert basket(done.form.fields) == MINE
    assert "This draft has another version." not in wizard(table, "hans").text
    assert basket(kept(table).data) == MINE
    assert kept(table).beside == ()
    assert versions_of(table, "hans").where.endswith("/refit/step/purchase/"), "there is nothing to choose any more"


@pytest.mark.parametrize("act", ["draft", "seal"])
def test_entries_of_a_step_that_was_done_meanwhile_are_not_said_to_be_there(
    table: PlayedCampaign, wizard: Wizard, act: str
) -> None:
    late = wizard(table, "otto")
    wizard(table, "hans").press("seal", THEIRS)
    answer = late.knocks(act, MINE)
    assert answer.status == 422
    assert "This step does not wait any more" in answer.text
    assert "your entries are still here" not in answer.text


def test_one_draft_is_made_of_both(table: PlayedCampaign, clash: HtmlPage) -> None:
    done = clash.press("merge", {"from:n:I1": "0", "from:n:M1": "0", "from:n:I2": "1"})
    assert basket(done.form.fields) == {"n:I1": "2", "n:M1": "1", "n:I2": "1"}
    assert basket(kept(table).data) == {"n:I1": "2", "n:M1": "1", "n:I2": "1"}


@pytest.mark.parametrize("sent", [{}, {"act": ""}, {"act": "take-7"}, {"act": "merge", "from:n:I1": "x"}, {"act": "x"}])
def test_enter_and_nonsense_choose_nothing(table: PlayedCampaign, clash: HtmlPage, sent: dict[str, str]) -> None:
    page = clash.send({**clash.form.fields, **sent})
    assert page.status == 422
    assert len(kept(table).versions) == 2


def test_who_chooses_from_a_page_that_is_out_of_date_is_shown_the_new_versions(
    table: PlayedCampaign, clash: HtmlPage, wizard: Wizard
) -> None:
    late = versions_of(table, "otto")
    wizard(table, "hans").press("draft", {"n:G1": "1"})
    assert late.press("take-0").status == 422
    assert len(kept(table).versions) == 2


@pytest.mark.parametrize("act", ["seal", "seal-confirmed"])
def test_a_seal_from_a_page_that_is_out_of_date_seals_nothing_and_loses_nothing(
    table: PlayedCampaign, wizard: Wizard, act: str
) -> None:
    mine, before = wizard(table, "hans"), recorded(table)
    wizard(table, "otto").press("draft", THEIRS)
    page = mine.send({**mine.form.fields, **MINE, "act": act})
    assert page.where.endswith("/versions/")
    assert recorded(table) == before
    assert [basket(each.data) for each in kept(table).versions] == [THEIRS, MINE]


def test_a_gate_that_is_out_of_date_seals_nothing(table: PlayedCampaign, wizard: Wizard) -> None:
    gate, before = wizard(table, "hans").knocks("seal", MINE), JournalEntry.objects.count()
    assert gate.at_gate
    wizard(table, "adjutant_hans").press("draft", THEIRS)
    assert gate.knocks("seal-confirmed").where.endswith("/versions/")
    assert JournalEntry.objects.count() == before
    assert "Waiting for the Russian side" in versions_of(table, "hans").press("take-1").press("seal").text
    assert [group.group.rg for group in table.view("hans").mine.groups if not group.group.given] == ["I1", "I2"]


def test_a_draft_with_htmx_says_so_on_the_page_and_stays_beside_while_it_is_typed_on(
    table: PlayedCampaign, wizard: Wizard
) -> None:
    mine = wizard(table, "hans")
    wizard(table, "otto").press("draft", THEIRS)
    seen = {**mine.form.fields, "act": "draft", "window": "w1"}
    for number in ("1", "3"):
        part = mine.send({**seen, "n:I1": number}, **HTMX)
        assert part.status == 200
        assert "What stands on this page is kept beside it." in part.text
        assert f'id="revision" value="{seen["revision"]}"' in part.html
    assert basket(kept(table).data) == THEIRS
    assert [basket(each.data) for each in kept(table).beside] == [{"n:I1": "3"}]


def test_one_page_never_clashes_with_itself(table: PlayedCampaign, wizard: Wizard) -> None:
    """Neither with scripts, where an answer may still be under way, nor without them."""
    page = wizard(table, "hans")
    seen = {**page.form.fields, "act": "draft", "window": "w1"}
    for number in ("1", "2", "3"):  # the answers, with the new revision in them, have not come
        assert "another version" not in page.send({**seen, "n:I1": number}, **HTMX).text
    assert page.send({**seen, "n:I1": "2", "act": "seal"}).at_gate
    plain = wizard(table, "hans")
    for number in ("1", "2", "3"):
        plain = plain.press("draft", {"n:I1": number})
        assert "Kept as a draft" in plain.text
    assert kept(table).beside == ()


def test_htmx_without_a_name_of_the_window_follows_the_revision(table: PlayedCampaign, wizard: Wizard) -> None:
    page = wizard(table, "hans")
    seen = {**page.form.fields, "act": "draft"}
    for number in ("1", "2", "3"):
        part = page.send({**seen, "n:I1": number}, **HTMX)
        assert "another version" not in part.text
        seen["revision"] = kept(table).revision
        assert f'id="revision" value="{seen["revision"]}"' in part.html


def test_a_refused_press_keeps_what_its_page_knew(table: PlayedCampaign, wizard: Wizard) -> None:
    page = wizard(table, "hans")
    wizard(table, "otto").press("draft", THEIRS)
    refused = page.send({**page.form.fields, **MINE, "seen": "0", "act": "seal"})
    assert refused.status == 422
    assert refused.form.fields["revision"] == page.form.fields["revision"]
    assert refused.press("draft", MINE).where.endswith("/versions/")


def test_the_same_entries_are_no_other_version(table: PlayedCampaign, wizard: Wizard) -> None:
    mine, his = wizard(table, "hans"), wizard(table, "otto")
    his.press("draft", THEIRS)
    assert "Kept as a draft" in mine.press("draft", THEIRS).text
    assert kept(table).beside == ()


def test_too_many_versions_are_refused_and_what_was_typed_is_still_there(table: PlayedCampaign, wizard: Wizard) -> None:
    pages = [wizard(table, "hans") for _ in range(drafts.MOST_BESIDE + 2)]
    for number, page in enumerate(pages[:-1], 1):
        page.press("draft", {"n:I1": str(number)})
    refused = pages[-1].press("draft", {"n:I1": "9"})
    assert refused.status == 422
    assert "Choose between them first" in refused.text
    assert refused.form.fields["n:I1"] == "9"
    assert len(kept(table).versions) == drafts.MOST_BESIDE + 1


def test_entries_of_a_form_are_named_as_on_its_page(table: PlayedCampaign, wizard: Wizard) -> None:
    table.scripts["german"] = {"23AM purchase": {"rows": {"M1": {"n": 1}}}}
    table.play_until("hans", "fortify")
    mine, his = wizard(table, "hans"), wizard(table, "otto")
    his.press("draft", {"trench": "2"})
    page = mine.press("draft", {"trench": "1"})
    label = next(field.label for field in table.view("hans").current.task.fields if field.name == "trench")
    assert f"{label} 2 1" in page.text


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", ["ivan", "adjutant_ivan", "umpire", "spectator", "stranger"])
@pytest.mark.parametrize("method", ["get", "post"])
def test_nobody_else_learns_of_it(table: PlayedCampaign, clash: HtmlPage, name: str, method: str) -> None:
    url = reverse("refit-versions", args=[table.public_id, "purchase"])
    answer = getattr(table.browser(name), method)(url, {"act": "take-0"}, follow=True)
    assert answer.status_code in (200, 404)
    assert answer.status_code == 404 or "versions" not in answer.request["PATH_INFO"]
    assert "another version" not in answer.content.decode()
    assert len(kept(table).versions) == 2


def test_versions_are_sealed_like_the_draft(table: PlayedCampaign, clash: HtmlPage) -> None:
    body = bytes(Draft.objects.get().body)
    assert b"n:I2" not in body
    assert (len(body) - 12 - 16) % 256 == 0
