"""A save that fills in a set-up or works tells nobody but its own side anything, stored or shown."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse

from campaigns import actions, drafts
from campaigns.ledger.crypto import CryptoError
from campaigns.models import JournalEntry
from rules.asl.steps.setup.lots import lots
from tests.html_client import HtmlPage, open_page
from tests.leaks.test_positions import everything
from tests.leaks.test_storage import dump
from tests.maps.practice import practice_map
from tests.players import PlayedCampaign, log_in, start_played
from tests.vasl.test_filling import filled, wizard
from tests.vasl.test_pages import SIZES

pytestmark = pytest.mark.django_db
UNKNOWN = "Wundergeraet"
"""What nobody but its owner may ever read."""
KEPT_IN = {"public.campaigns_draft", "public.campaigns_spending", "public.django_session"}
"""The sealed draft, how long the server worked for somebody, and who is logged in."""


def of_hans(table: PlayedCampaign) -> str:
    """A text of everything that the Germans may place, works among it, and of what nobody understands."""
    rows = [c for lot in lots(table.view("hans").ctx) for c in lot.counters]
    names = [f"{c.name} {SIZES.get(c.kind, '')}".rstrip() for c in rows]
    lines = [f"Q{1 + n % 40}: {name}(HIP)" for n, name in enumerate(names)]
    works = [f"R{n}: {name}" for n, name in enumerate(("Trench", "Wire", "1S Foxhole", "Minefield"), 30)]
    noise = [f"S{n}: {UNKNOWN} {hashlib.sha256(bytes([n])).hexdigest()}" for n in range(1, 12)]
    return "\n".join([*lines, *works, *noise, f"S33: 4-6-7 1sq, {UNKNOWN}", "S34: 4-6-7 1sq, Building Roof Level"])


def at_their_set_up() -> PlayedCampaign:
    table = start_played(map=practice_map())
    table.play_until("hans", "setup")
    return table


def at_their_works() -> PlayedCampaign:
    table = start_played(map=practice_map())
    table.scripts["german"] = {"purchase": {"rows": {"I1": {"n": 1}, "M1": {"n": 2}}}}
    table.play_until("hans", "fortify")
    return table


@pytest.mark.sampled(1)
@pytest.mark.parametrize("begin", [at_their_set_up, at_their_works])
def test_what_is_filled_in_changes_no_page_of_others_and_stands_in_no_row(begin: Any) -> None:
    table = begin()
    before = everything(table, "map-positions", "refit-home")
    rows = dump()
    page = filled(wizard(table, "hans"), vasl_text=of_hans(table))
    assert page.status == 200
    assert everything(table, "map-positions", "refit-home") == before
    assert UNKNOWN in page.html, "it is told to its own side, or a word that is nowhere proves nothing"
    assert {name for name, each in dump().items() if UNKNOWN.encode() in each} == set()
    for session in Session.objects.all():
        said = repr(session.get_decoded())
        assert not any(word in said for word in (UNKNOWN, "S33", "S34", "Left out", "4-6-7"))
    changed = {name for name, each in dump().items() if rows.get(name) != each}
    assert changed <= KEPT_IN, "no journal, no job, no mail"


@pytest.mark.parametrize("sent", [{}, {"save": "{}" * 9}, {"vasl_text": f"Dear {UNKNOWN}"}])
def test_a_save_that_is_refused_tells_and_keeps_nothing(sent: dict[str, str]) -> None:
    table = at_their_set_up()
    before, rows = everything(table, "refit-home", names=("ivan",)), dump()
    assert filled(wizard(table, "hans"), **sent).status == 422
    assert everything(table, "refit-home", names=("ivan",)) == before
    assert {name for name, each in dump().items() if rows.get(name) != each} <= KEPT_IN - {"public.campaigns_draft"}


def answered(table: PlayedCampaign, text: str) -> str:
    return filled(wizard(table, "hans"), vasl_text=text).text


def test_the_answer_to_a_save_is_the_same_whatever_the_other_side_has_laid_out() -> None:
    """Neither what fits nor what does not depends on hexes where the others stand, hidden or in sight."""
    table, found = at_their_set_up(), []
    text = f"{of_hans(table)}\nT35: 4-4-7 1sq\nT36: ?"
    names = [field.name for field in table.view("ivan").current.task.fields] if table.view("ivan").current else []
    for hexes in ("", "Q31", "S33 hidden, S34"):
        with transaction.atomic():
            if hexes:
                actions.save_draft(step="setup", data=dict.fromkeys(names or ["at:0"], hexes), by=table.seat("ivan"))
            found.append(answered(table, text))
            transaction.set_rollback(True)
    assert found[0] == found[1] == found[2]


@pytest.mark.parametrize("name", ["spectator", "umpire", "stranger", "adjutant_ivan", "ivan"])
def test_nobody_else_can_fill_the_form_of_a_side_in(name: str) -> None:
    table = at_their_set_up()
    page = wizard(table, "hans")
    form, rows = page.form_with("fill"), dump()
    answer = table.browser(name).post(form.action, {**form.fields, "act": "fill", "vasl_text": "Q31: 4-6-7 1sq"})
    assert "Q31" not in answer.content.decode() or name in ("ivan", "adjutant_ivan")
    assert dump()["public.campaigns_draft"] == rows["public.campaigns_draft"]
    mine: HtmlPage = open_page(table.browser("hans"), reverse("refit-home", args=[table.public_id]))
    assert "Q31" not in json.dumps(mine.form.fields)


def test_a_form_is_filled_in_by_a_press_of_ones_own_page_alone() -> None:
    """Another site that has a member's browser post a save of its own leaves no draft."""
    table = at_their_set_up()
    form = wizard(table, "hans").form_with("fill")
    strict, rows = log_in(Client(enforce_csrf_checks=True), table.users["hans"]), dump()
    sent = {name: value for name, value in form.fields.items() if name != "csrfmiddlewaretoken"}
    for address in (form.action, reverse("refit-vasl", args=[table.public_id])):
        for act in ("fill", "read", "record", "paint:german"):
            assert strict.post(address, {**sent, "act": act, "vasl_text": "Q31: 4-6-7 1sq"}).status_code == 403
    assert dump()["public.campaigns_draft"] == rows["public.campaigns_draft"]


@pytest.mark.sampled(8)
@pytest.mark.parametrize("sent", [{"save": "{}"}, {"text": "Q31: 4-6-7 1sq"}, {"save": "[" * 100_000}, {"save": "\0"}])
@pytest.mark.parametrize("act", ["", "read", "record", "names", "paint:russian", "paint:", "paint:../x", "x" * 10_000])
def test_no_act_with_a_save_breaks_the_page_or_is_recorded(sent: dict[str, str], act: str) -> None:
    table = at_their_set_up()
    page, entries = wizard(table, "hans"), JournalEntry.objects.count()
    posted = {**page.form.fields, "act": act, **sent}
    assert page.client.post(reverse("refit-vasl", args=[table.public_id]), posted).status_code in {200, 422}
    assert JournalEntry.objects.count() == entries


def test_a_draft_that_was_moved_in_the_database_opens_nowhere() -> None:
    """Whoever writes SQL gives a side's draft to its rival, or to a campaign in which he sits himself."""
    table = at_their_set_up()
    filled(wizard(table, "hans"), vasl_text=of_hans(table))
    actions.save_draft(step="setup", data={"at:0": UNKNOWN}, by=table.seat("hans"))
    own = actions.start_campaign(name="Mine", system="oto2", options={}, side="german", by=table.users["stranger"])
    for moved, seat in (("room = 'russian'", table.seat("ivan")), (f"campaign_id = {own.campaign_id}", own)):
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute(f"UPDATE campaigns_draft SET {moved} WHERE step = 'setup'")
            with pytest.raises(CryptoError):
                drafts.saved(seat, "setup")
            page = log_in(Client(), seat.user).get(reverse("refit-home", args=[seat.campaign.public_id]), follow=True)
            assert page.status_code < 500 or page.status_code == 503
            assert UNKNOWN not in page.content.decode()
            transaction.set_rollback(True)


def test_entries_that_are_called_like_a_drafts_own_parts_break_no_page() -> None:
    table = at_their_set_up()
    for data in ({"data": "x", "window": "y", "beside": "z"}, {"data": "", "window": "", "beside": ""}):
        actions.save_draft(step="setup", data=data, by=table.seat("hans"))
        assert wizard(table, "hans").status == 200
        kept = drafts.saved(table.seat("hans"), "setup")
        assert kept is not None
        assert dict(kept.data) == data
