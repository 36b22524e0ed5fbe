"""Dice that nobody knows beforehand, played: both sides finish, both parts come out, then dice are there."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.urls import reverse

from campaigns import access, actions
from campaigns.dice import actions as dice
from campaigns.ledger import archive, crypto, doors, journal, undo, verify_campaign
from campaigns.ledger import verify_campaign as made
from campaigns.ledger.acts import HOST_PREFIX, Drawn
from campaigns.models import Campaign, JournalEntry, Room
from campaigns.rewind import actions as rewinds
from campaigns.rewind import proposals
from rules.contract import PUBLIC, Order, Refused
from tests.html_client import HtmlPage, open_page
from tests.players import PlayedCampaign, start_played

ALL = {PUBLIC, "german", "russian"}


BASKET = {"n:I1": "2", "n:M1": "1"}
"""What the Germans buy."""


def sealed(table: PlayedCampaign, name: str) -> None:
    """Somebody finishes his purchases by a press, and looks at nothing afterwards."""
    client, basket = table.browser(name), BASKET if name == "hans" else {}
    page = open_page(client, reverse("refit-step", args=[table.public_id, "purchase"]))
    answer = client.post(page.form.action or page.where, {**page.form.fields, **basket, "act": "seal-confirmed"})
    assert answer.status_code == 302, answer.content.decode()


def rolled(table: PlayedCampaign) -> Drawn:
    """The Germans go on until they have rolled; the first draw of that act."""
    before = drawn(table)
    while drawn(table) == before:
        assert table.player("hans").moves()
    return drawn(table)[len(before)]


def drawn(table: PlayedCampaign) -> list[Drawn]:
    """All that was drawn."""
    return [draw for act in journal.acts(table.campaign, ALL) for draw in act.proof.draws]


def told(table: PlayedCampaign, after: int = 0) -> list[tuple[str, str]]:
    """The entries of doors behind public entry `after`: by which side, and what."""
    rows = JournalEntry.objects.filter(campaign=table.campaign, kind__in=doors.UNSEEN, number__gt=after)
    return [(row.side, row.kind.removeprefix(HOST_PREFIX)) for row in rows.order_by("sequence")]


def public_entries(table: PlayedCampaign) -> int:
    return crypto.room_of(table.campaign, PUBLIC).entries


def bare_page(table: PlayedCampaign, name: str) -> HtmlPage:
    """What the server shows somebody in the wizard before any script has run."""
    client = table.browser(name)
    answer = client.get(reverse("refit-home", args=[table.public_id]), follow=True)
    return HtmlPage(client, answer, answer.redirect_chain[-1][0])


def verdict(table: PlayedCampaign, *heads: str) -> tuple[list[str], list[str]]:
    """What is wrong, and what can't be checked, in the file that somebody of the table has."""
    seat = table.seat("hans")
    file = archive.export_campaign(seat.campaign, access.rooms_of(seat), with_seed=seat.campaign.ended)
    parts = verify_campaign.check(verify_campaign.read(json.dumps(file)), heads)
    return [one for part in parts for one in part.faults], [one for part in parts for one in part.waits]


@pytest.fixture
def bought(table: PlayedCampaign) -> PlayedCampaign:
    """The Russians have sealed their purchases, then the Germans; nobody has looked at a page since."""
    table.play_to("purchase")
    for name in ("ivan", "hans"):
        dice.look_in(by=table.seat(name))
    sealed(table, "ivan")
    sealed(table, "hans")
    return table


# The course of a door -------------------------------------------------------------------------------------------------


def test_the_last_to_finish_brings_his_part_at_once_and_the_other_when_he_looks_in(bought: PlayedCampaign) -> None:
    assert told(bought)[-3:] == [("russian", "finished"), ("german", "finished"), ("german", "link")]
    page = open_page(bought.browser("ivan"), reverse("campaign", args=[bought.public_id]))
    assert page.status == 200
    assert told(bought)[-2:] == [("russian", "link"), ("russian", "door")]
    assert re.search(r'id="dice"[^>]*></div>', page.html), "nothing is left to be said"


def test_until_then_the_dice_of_the_next_stage_wait_and_say_for_whom(bought: PlayedCampaign) -> None:
    page = bare_page(bought, "hans")
    assert "wait for the part of the Russian side" in page.text
    page = page.press("roll")  # on the first date all groups come in full: no dice yet
    before = JournalEntry.objects.count()
    refused = page.press("roll")
    assert refused.status == 422
    assert "wait for the part of the Russian side" in refused.text
    assert JournalEntry.objects.count() == before
    dice.look_in(by=bought.seat("ivan"))
    assert bare_page(bought, "hans").press("roll").status == 200
    assert JournalEntry.objects.count() > before


def test_without_scripts_a_button_brings_it_and_leads_back(bought: PlayedCampaign) -> None:
    page = bare_page(bought, "ivan")
    (form,) = (form for form in page.forms if form.on_load)
    assert "Give my side" in "".join(form.buttons.values())
    answer = bought.browser("ivan").post(form.action, form.fields)
    assert (answer.status_code, answer["Location"]) == (302, page.where)
    assert told(bought)[-1] == ("russian", "door")


def test_a_page_that_was_open_is_not_stale_by_it(bought: PlayedCampaign) -> None:
    page = bare_page(bought, "hans").press("roll")
    dice.look_in(by=bought.seat("ivan"))
    assert page.press("roll").status == 200


def test_no_part_comes_early_twice_or_from_somebody_else(table: PlayedCampaign) -> None:
    table.play_to("purchase")
    for name in ("hans", "ivan"):
        dice.look_in(by=table.seat(name))
    sealed(table, "hans")
    before = told(table)
    address = reverse("campaign-dice", args=[table.public_id])
    for name in ("hans", "otto", "adjutant_hans", "ivan", "adjutant_ivan", "umpire", "spectator"):
        assert table.browser(name).post(address).status_code == 302
    assert table.browser("stranger").post(address).status_code == 404
    assert table.browser("hans").get(address).status_code == 405
    assert told(table) == before, "the Russians have not finished"
    sealed(table, "ivan")
    for _ in range(2):
        assert table.browser("ivan").post(address).status_code == 302
    assert told(table)[len(before) :] == [("russian", "finished"), ("russian", "link")]
    for _ in range(2):
        assert table.browser("adjutant_hans").post(address).status_code == 302
    assert told(table)[-2:] == [("german", "link"), ("german", "door")], "an adjutant brings the part of his side"


def test_a_root_that_is_not_the_sides_own_brings_nothing(bought: PlayedCampaign) -> None:
    """Wrong links can't be written: what is sealed in the room has to go on from the last one."""
    campaign = bought.campaign
    room = crypto.room_of(campaign, "russian")
    doors.store_secrets(campaign, room, doors.new_secrets())
    Room.objects.filter(pk=room.pk).update(dice=room.dice)
    before = JournalEntry.objects.count()
    answer = bought.browser("ivan").post(reverse("campaign-dice", args=[bought.public_id]))
    assert answer.status_code == 503
    assert JournalEntry.objects.count() == before


def test_who_takes_back_his_finish_finishes_again_and_no_link_was_out(table: PlayedCampaign) -> None:
    table.play_to("purchase")
    for name in ("hans", "ivan"):
        dice.look_in(by=table.seat(name))
    sealed(table, "hans")
    seat = table.seat("hans")
    seen = journal.entry_count(seat.campaign, access.rooms_of(seat))
    last = undo.last_act(seat)
    actions.undo_last_act(act=str(last.id), by=seat, seen=seen)
    mark = len(told(table))
    sealed(table, "ivan")
    assert told(table)[mark:] == [("russian", "finished")]
    sealed(table, "hans")
    assert told(table)[mark + 1 :] == [("german", "finished"), ("german", "link")]
    assert verdict(table)[0] == []


def test_behind_a_rewind_the_dice_are_others_and_wait_for_both(bought: PlayedCampaign) -> None:
    for name in ("hans", "ivan"):
        dice.look_in(by=bought.seat(name))
    first = rolled(bought)
    hans, ivan = bought.seat("hans"), bought.seat("ivan")
    choices = proposals.points(bought.campaign)
    seen = journal.entry_count(hans.campaign, access.rooms_of(hans))
    rewinds.propose_rewind(before=choices[1].before, reason="Once more", by=hans, seen=seen)
    mark = len(told(bought))
    dice.look_in(by=ivan)
    assert told(bought)[mark:] == [], "what all learn of would end the proposal"
    ivan = bought.seat("ivan")
    seen = journal.entry_count(ivan.campaign, access.rooms_of(ivan))
    proposal = proposals.open_proposal(ivan.campaign)
    assert proposal
    rewinds.answer_rewind(number=proposal.number, agreed=True, by=ivan, seen=seen)
    assert told(bought)[mark:] == [("russian", "link")]
    stand = doors.load(bought.campaign)
    assert stand
    assert stand.waits("forces") == ("german",)
    bought.play_until("hans", "strength")
    again = rolled(bought)
    assert (again.key, again.turn) == (first.key, 0)
    assert stand.epoch < (doors.load(bought.campaign) or stand).epoch
    assert verdict(bought)[0] == []
    call_command("reconcile")


# What hangs on it -----------------------------------------------------------------------------------------------------


def test_a_roll_comes_from_seed_links_blind_and_name(bought: PlayedCampaign) -> None:
    for name in ("hans", "ivan"):
        dice.look_in(by=bought.seat(name))
    rolled(bought)
    campaign = bought.campaign
    stand = doors.load(campaign)
    assert stand
    behind = {side: list(each) for side, each in stand.behind.items()}
    cid = made.founding(campaign.founding or {})
    key = made.epoch_key(crypto.seed_of(campaign).hex(), cid, stand.epoch, behind)
    blind = doors.secrets_of(campaign, crypto.room_of(campaign, "german")).blind
    act = [act for act in journal.acts(campaign, ALL) if act.proof.draws][-1]
    for draw in act.proof.draws:
        asked = {"key": draw.key, "turn": draw.turn, **draw.in_file()}
        assert tuple(made.drawn(made.cup(key, blind, "german"), asked)) == draw.got
        other = doors.secrets_of(campaign, crypto.room_of(campaign, "russian")).blind
        assert len(draw.got) < 4 or tuple(made.drawn(made.cup(key, other, "german"), asked)) != draw.got


def test_free_rolls_of_one_name_take_turns_and_none_comes_twice(table: PlayedCampaign) -> None:
    for _ in range(3):
        table.player("hans").orders("throw", purpose="Wind", number=3, shown="own")
    draws = drawn(table)
    assert [draw.turn for draw in draws] == [0, 1, 2]
    assert len({draw.key for draw in draws}) == 1
    assert verdict(table)[0] == []


def test_the_blinds_come_out_with_the_seed_and_the_check_draws_every_die_again(table: PlayedCampaign) -> None:
    table.play_to("battle")
    running = archive.export_campaign(table.campaign, ALL)
    assert running["blinds"] == {}
    table.player("ivan").orders("concede")
    head = journal.chain_head(table.campaign)
    assert head
    assert verdict(table, f"{head.number}:{head.link}") == ([], []), "all is checked, and nothing is wrong"
    call_command("reconcile")


def test_reconcile_finds_doors_that_are_not_those_of_the_journal(table: PlayedCampaign, capsys: Any) -> None:
    kept = table.campaign.doors
    Campaign.objects.update(doors={**kept, "epoch": 7})
    call_command("reconcile", "--fix")
    assert "doors is wrong" in capsys.readouterr().out
    assert table.campaign.doors == kept


def test_a_campaign_that_goes_on_elsewhere_has_new_chains_and_the_old_blinds(bought: PlayedCampaign) -> None:
    """One door is half open when it moves: each side's old root stays behind, and yet the dice come."""
    file = archive.file_of(json.loads(json.dumps(archive.export_campaign(bought.campaign, ALL, with_seed=True))))
    blinds = file.blinds
    Campaign.objects.filter(pk=bought.campaign.pk).update(public_id="oooooooooooo")
    moved = actions.import_campaign(
        file=file, commanders={"german": bought.users["hans"], "russian": bought.users["ivan"]}
    )
    there = PlayedCampaign(bought.users, moved.public_id)
    room = crypto.room_of(there.campaign, "german")
    assert doors.secrets_of(there.campaign, room).blind == blinds["german"]
    there.play_until("hans", "strength")
    rolled(there)
    there.player("ivan").orders("concede")
    faults, waits = verdict(there)
    assert faults == []
    assert any("gone on with elsewhere" in why for why in waits)
    call_command("reconcile", moved.public_id)


def test_a_chain_that_runs_out_is_followed_by_another(
    founding: Callable[..., PlayedCampaign], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doors, "LINKS", 10)
    table = founding(name="Short chains")
    table.play_to("purchase", "23PM")
    assert ("german", "chain") in told(table)
    assert ("russian", "chain") in told(table)
    stand = doors.load(table.campaign)
    assert stand
    assert stand.epoch > 2
    assert verdict(table)[0] == []
    call_command("reconcile")


@pytest.mark.parametrize("how", ["hotseat", "solo"])
def test_who_plays_both_sides_waits_for_nobody(founding: Callable[..., PlayedCampaign], how: str) -> None:
    users = founding(name="Others").users
    options = {"balance": "none", "dice": "server"}
    seat = actions.start_campaign(
        name="Alone", system="oto2", options=options, side="german", by=users["hans"], play_mode=how
    )
    stand = doors.load(Campaign.objects.get(pk=seat.campaign_id))
    assert stand
    assert stand.epoch == 1, "one press, and both sides have their part in the dice"
    assert stand.modes["purchase"] == "each"
    seat = access.seats_at(Campaign.objects.get(pk=seat.campaign_id))[0]
    with pytest.raises(Refused):
        actions.submit_order(order=Order("nonsense", {}), by=seat, seen=0)
    assert JournalEntry.objects.filter(campaign=seat.campaign, kind=doors.DOOR).count() == 1


# Two presses at the same moment ---------------------------------------------------------------------------------------


@pytest.fixture
def real(transactional_db: None) -> PlayedCampaign:
    """A campaign that other connections see too."""
    table = start_played()
    table.play_to("purchase")
    for name in ("hans", "ivan"):
        dice.look_in(by=table.seat(name))
    return table


def at_once(*presses: Callable[[], int]) -> list[int]:
    """What presses answer that are made at the same moment."""
    gate, answers = threading.Barrier(len(presses)), list[int]()

    def pressed(press: Callable[[], int]) -> None:
        try:
            gate.wait()
            answers.append(press())
        finally:
            connection.close()

    threads = [threading.Thread(target=pressed, args=[press]) for press in presses]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sorted(answers)


def test_both_finish_at_the_same_moment_and_both_look_in_at_the_same_moment(real: PlayedCampaign) -> None:
    mark = len(told(real))
    step = reverse("refit-step", args=[real.public_id, "purchase"])
    bodies = {}
    for name in ("hans", "ivan"):
        client = real.browser(name)
        bodies[name] = client, {**open_page(client, step).form.fields, "act": "seal-confirmed"}

    def seals(name: str) -> Callable[[], int]:
        client, body = bodies[name]
        return lambda: client.post(step, body).status_code

    answers = at_once(seals("hans"), seals("ivan"))
    if answers == [302, 422]:  # the later page was stale: its reader presses again
        last = "ivan" if told(real)[-1][0] == "german" else "hans"
        sealed(real, last)
    kinds = [kind for _, kind in told(real)[mark:]]
    assert kinds == ["finished", "finished", "link"]
    address = reverse("campaign-dice", args=[real.public_id])
    people = [real.browser(name) for name in ("hans", "otto", "adjutant_hans", "ivan")]
    assert at_once(*(lambda client=client: client.post(address).status_code for client in people)) == [302] * 4
    assert [kind for _, kind in told(real)[mark:]] == ["finished", "finished", "link", "link", "door"]
    assert verdict(real)[0] == []
    call_command("reconcile")
