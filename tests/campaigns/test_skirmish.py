"""Games of one side and of three, turns within a stage, reactions, ten-sided dice and decks: through the web client."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from pydantic_core import to_jsonable_python

from campaigns import access, actions
from campaigns.ledger import archive, crypto, journal, reconcile
from campaigns.ledger.verify_campaign import FORM, FORMAT, check, results_of
from campaigns.models import Campaign
from campaigns.rewind import actions as rewind_actions
from campaigns.rewind import proposals
from refit.steps import ALONG
from rules import registry
from rules.contract import PUBLIC, Refused
from tests.html_client import HtmlPage, open_page
from tests.players import log_in, state_of
from tests.positions import once
from tests.proof.closed import signed_anew as relinked
from tests.toys.skirmish import NAMES, SKIRMISHES

File = dict[str, Any]
PLAYERS = {"red": "hans", "blue": "ivan", "green": "umpire"}
LONGEST = 80


@dataclass(frozen=True)
class Match:
    """A skirmish in play: who sits at which side, each with a browser."""

    public_id: str
    browsers: dict[str, Client]
    users: dict[str, User]

    @property
    def campaign(self) -> Campaign:
        return Campaign.objects.get(public_id=self.public_id)

    def page(self, side: str) -> HtmlPage:
        """The wizard as that side's player sees it now."""
        return open_page(self.browsers[side], f"/campaigns/{self.public_id}/refit/")

    def waits(self, side: str) -> bool:
        return 'id="task-form"' in self.page(side).html

    def presses(self, side: str, **entries: str) -> HtmlPage:
        """Press the button of the page that waits for a side, for its step alone."""
        return self._pressed(self.page(side), entries)

    def _pressed(self, page: HtmlPage, entries: dict[str, str]) -> HtmlPage:
        (act,) = (each for each in page.form.buttons if each != "draft" and not each.endswith(ALONG))
        answer = page.press(act, entries)
        assert answer.answer.status_code == 200, answer.html
        return answer

    def play(self, until: Callable[[], bool]) -> None:
        """Let everybody press on until something is so."""
        for _ in range(LONGEST):
            for side in self.browsers:
                if until():
                    return
                page = self.page(side)
                if 'id="task-form"' in page.html:
                    self._pressed(page, {})
        raise AssertionError("it does not get there")

    def public(self) -> Any:
        return journal.load_state(self.campaign, ()).public

    def file(self) -> File:
        keys = (PUBLIC, *self.browsers)
        found = archive.export_campaign(self.campaign, keys, with_seed=True)
        return json.loads(json.dumps(found))

    def seat(self, side: str) -> Any:
        return access.seat_or_404(self.users[PLAYERS[side]], self.public_id)


@pytest.fixture
def found(users: dict[str, User], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Match]:
    """Found a skirmish for so many sides as people do: by the form, the links and the pages they lead to."""
    monkeypatch.setattr(registry, "all_systems", lambda: SKIRMISHES)
    monkeypatch.setattr(registry, "get", lambda key: SKIRMISHES[key])

    def browsers_of(sides: int) -> dict[str, Client]:
        return {side: log_in(Client(), users[PLAYERS[side]]) for side in list(NAMES)[:sides]}

    def go(sides: int, dice: str = "server", seated: int | None = None) -> Match:
        public_id = once(("skirmish", sides, dice, seated), lambda: by_pages(sides, dice, seated))
        return Match(public_id, browsers_of(sides), users)

    def by_pages(sides: int, dice: str, seated: int | None) -> str:
        key, browsers = f"skirmish{sides}", browsers_of(sides)
        form = open_page(browsers["red"], f"{reverse('campaign-start')}?system={key}")
        entries = {"name": "Crossroads", "side": "red", "dice": dice}
        founded = form.press("go", entries)
        campaign = Campaign.objects.get(system=key)
        for side in list(browsers)[1:seated]:
            people = open_page(browsers["red"], reverse("campaign-people", args=[campaign.public_id]))
            made = people.press("go", {"seat": f"commander:{side}"})
            link = re.search(r'id="link" type="text" readonly value="([^"]+)"', made.html)
            assert link
            open_page(browsers[side], link[1]).press("go")
        assert founded.answer.status_code == 200
        return campaign.public_id

    return go


@pytest.mark.sampled(1)
@pytest.mark.parametrize("sides", [1, 2, 3])
def test_a_game_of_any_number_of_sides_is_founded_and_played_to_its_end_in_the_browser(
    found: Callable[..., Match], sides: int
) -> None:
    match = found(sides)
    match.play(lambda: match.campaign.ended)
    assert match.public().winner in match.browsers
    for side, browser in match.browsers.items():
        for name in ("campaign", "campaign-journal", "campaign-figures", "campaign-verify", "campaign-people"):
            answer = browser.get(reverse(name, args=[match.public_id]))
            assert answer.status_code == 200, (side, name)
        assert "Nothing is wrong" in browser.get(reverse("campaign-verify", args=[match.public_id])).content.decode()
    assert reconcile.differences(match.campaign) == reconcile.breaks(match.campaign) == []
    file = match.file()
    assert (file["format"], file["version"]) == (FORMAT, FORM)
    _, state = archive.replay(archive.read(json.dumps(file).encode()))
    public: Any = state.public
    assert to_jsonable_python(public.points) == to_jsonable_python(match.public().points)


def test_who_is_alone_is_asked_for_nothing_that_concerns_others(found: Callable[..., Match]) -> None:
    match = found(1)
    form = open_page(match.browsers["red"], f"{reverse('campaign-start')}?system=skirmish1")
    assert not [name for name in form.form.fields if name.startswith(("how", "pin_"))]
    assert match.waits("red"), "the dice wait for nobody else"
    many = open_page(match.browsers["red"], f"{reverse('campaign-start')}?system=skirmish3")
    assert "all sides in the open" in many.html
    assert {name for name in many.form.fields if name.startswith("pin_")} == {f"pin_{side}" for side in NAMES}


def test_no_dice_before_every_side_has_sat_down(found: Callable[..., Match]) -> None:
    match = found(3, seated=2)
    refused = match.page("red").press("roll")
    assert refused.answer.status_code == 422
    assert "rolls no dice before" in refused.html


def in_rounds(match: Match) -> Match:
    """Everybody has a hand, red is about to strike."""
    match.play(lambda: bool(match.public().stage == "rounds"))
    return match


def test_who_acts_in_a_stage_follows_from_what_is_public(found: Callable[..., Match]) -> None:
    match = in_rounds(found(3))
    turns = list[str]()
    while match.public().stage == "rounds":
        waiting = [side for side in match.browsers if match.waits(side)]
        assert len(waiting) == 1
        assert match.campaign.summary["waiting"] == waiting
        turns += waiting
        match.presses(waiting[0])
    strike = [("red", "blue", "red"), ("blue", "green", "blue"), ("green", "red", "green")]
    assert turns == [side for turn in strike * 2 for side in turn], "strike, answer, and the die"


def test_a_reaction_interrupts_the_stage_and_it_goes_on_where_it_stood(found: Callable[..., Match]) -> None:
    match = in_rounds(found(3))
    match.presses("red")
    assert [side for side in match.browsers if match.waits(side)] == ["blue"]
    assert match.page("blue").where.endswith("/refit/step/answer/")
    assert "Waiting for the Blue side." in match.page("red").text
    stale = match.page("blue").form.fields
    early = match.browsers["red"].post(
        f"/campaigns/{match.public_id}/refit/step/hit/", {"step": "hit", "act": "roll", "seen": "99"}
    )
    assert early.status_code == 422, "nobody goes on before the answer"
    match.presses("blue")
    assert [side for side in match.browsers if match.waits(side)] == ["red"]
    assert match.page("red").where.endswith("/refit/step/hit/")
    again = match.browsers["blue"].post(f"/campaigns/{match.public_id}/refit/step/answer/", {**stale, "act": "enter"})
    assert again.status_code == 422, "and nobody answers twice"
    assert not match.waits("green")


def cards_of(match: Match, side: str) -> list[str]:
    hand = state_of(match.campaign, {side}).sides[side].hand
    return [f"Card {card}" for card in hand]


def test_a_reaction_tells_nobody_what_the_one_who_is_asked_holds(found: Callable[..., Match]) -> None:
    """It is asked with an empty hand too, and all that others see is the same with a full one and an empty one."""
    seen = list[list[str]]()
    match = in_rounds(found(3))
    for empty in (False, True):
        if empty:
            state = state_of(match.campaign, NAMES)
            blue = state.sides["blue"]
            room = crypto.room_of(match.campaign, "blue")
            crypto.store_state(
                match.campaign, room, {**to_jsonable_python(match_dump(match, state, "blue")), "hand": []}
            )
            room.save()
            assert blue.hand
        if not empty:
            match.presses("red")
        assert match.waits("blue")
        others = [match.page(side).text for side in ("red", "green")]
        for text in others:
            assert not [card for card in cards_of(match, "blue") if card in text and card not in cards_of(match, "red")
                        and card not in cards_of(match, "green")]  # fmt: skip
        seen.append(others)
    assert seen[0] == seen[1]


def match_dump(match: Match, state: Any, side: str) -> Any:
    return registry.get(match.campaign.system).dump(state, side)


def test_what_one_side_draws_no_page_of_another_shows(found: Callable[..., Match]) -> None:
    match = found(3)
    match.presses("blue")
    hand = cards_of(match, "blue")
    for side in ("red", "green"):
        for name in ("campaign", "campaign-journal", "campaign-file", "campaign-figures", "refit-home"):
            text = match.browsers[side].get(reverse(name, args=[match.public_id]), follow=True).content.decode()
            assert "You drew" not in text
            assert not any(card in text for card in hand)


# Going back --------------------------------------------------------------------------------------------------------


def seen(match: Match, side: str) -> int:
    seat = match.seat(side)
    return journal.entry_count(seat.campaign, access.rooms_of(seat))


def proposes(match: Match, side: str, before: int) -> None:
    rewind_actions.propose_rewind(before=before, reason="a slip", by=match.seat(side), seen=seen(match, side))


def answers(match: Match, side: str, *, agreed: bool = True) -> None:
    number = len(proposals.past_proposals(match.campaign))
    rewind_actions.answer_rewind(number=number, agreed=agreed, by=match.seat(side), seen=seen(match, side))


def after_a_strike(match: Match) -> int:
    """Something to go back over, done in every room; and the public entry it began with."""
    in_rounds(match)
    known = crypto.room_of(match.campaign, PUBLIC).entries
    match.presses("red", card=str(state_of(match.campaign, {"red"}).sides["red"].hand[0]))
    match.presses("blue", card=str(state_of(match.campaign, {"blue"}).sides["blue"].hand[0]))
    match.presses("red")
    return next_act(match, known)


def next_act(match: Match, known: int) -> int:
    """The first public entry of the game behind entry `known`."""
    return next(entry.place for entry in journal.entries(match.campaign, {PUBLIC}) if entry.place > known)


def dumped(match: Match) -> Any:
    system = registry.get(match.campaign.system)
    state = journal.load_state(match.campaign, match.browsers)
    return {key: to_jsonable_python(system.dump(state, key)) for key in (PUBLIC, *match.browsers)}


def test_with_three_sides_a_rewind_needs_the_consent_of_every_other(found: Callable[..., Match]) -> None:
    match = found(3)
    in_rounds(match)
    then = dumped(match)
    before = after_a_strike(match)
    now = dumped(match)
    proposes(match, "red", before)
    answers(match, "green")
    assert dumped(match) == now
    assert match.campaign.summary["rewind"]["agreed"] == ["green"]
    page = open_page(match.browsers["green"], reverse("rewind", args=[match.public_id]))
    assert "Your side has agreed. It waits for the Blue side." in page.text
    with pytest.raises(Refused, match="has agreed to it already"):
        answers(match, "green")
    assert reconcile.differences(match.campaign) == []
    answers(match, "blue")
    assert dumped(match) == then
    assert reconcile.differences(match.campaign) == reconcile.breaks(match.campaign) == []
    match.play(lambda: match.campaign.ended)
    assert not [fault for part in check(match.file()) for fault in part.faults]


def test_of_three_who_agrees_first_is_told_that_nothing_is_undone_yet(found: Callable[..., Match]) -> None:
    match = found(3)
    proposes(match, "red", after_a_strike(match))
    for side, told, other in (("green", "Nothing is undone", "Done:"), ("blue", "Done:", "Nothing is undone")):
        sent = {"answer": "agreed", "consent": "on", "number": "1", "seen": str(seen(match, side))}
        answer = match.browsers[side].post(reverse("rewind-answer", args=[match.public_id]), sent, follow=True)
        text = answer.content.decode()
        assert told in text
        assert other not in text


def test_one_side_of_three_can_refuse_a_rewind_even_after_another_has_agreed(found: Callable[..., Match]) -> None:
    match = found(3)
    before = after_a_strike(match)
    now = dumped(match)
    proposes(match, "blue", before)
    answers(match, "red")
    answers(match, "green", agreed=False)
    assert proposals.open_proposal(match.campaign) is None
    assert dumped(match) == now
    assert [verdict for _, verdict in proposals.past_proposals(match.campaign)] == ["refused"]


def test_a_consent_lapses_with_the_proposal_it_was_given_to(found: Callable[..., Match]) -> None:
    match = found(3)
    before = after_a_strike(match)
    proposes(match, "red", before)
    answers(match, "green")
    rewind_actions.withdraw_rewind(number=1, by=match.seat("red"))
    proposes(match, "red", before)
    assert proposals.unanswered(match.campaign, proposals.open_proposal(match.campaign)) == ["blue", "green"]  # type: ignore[arg-type]


def test_who_is_alone_goes_back_at_once_and_the_record_keeps_it(found: Callable[..., Match]) -> None:
    match = found(1)
    in_rounds(match)
    then = dumped(match)
    known = crypto.room_of(match.campaign, PUBLIC).entries
    match.presses("red")
    before = next_act(match, known)
    page = open_page(match.browsers["red"], f"{reverse('rewind', args=[match.public_id])}?before={before}")
    assert "Nobody else has a side, so it is done at once." in page.text
    done = page.press("propose", {"reason": "a slip", "consent": "on"})
    assert done.answer.status_code == 200
    assert dumped(match) == then
    kinds = [entry.event.kind for entry in journal.entries(match.campaign, {PUBLIC})]
    assert kinds[-2:] == ["house.rewind_proposed", "house.rewound"]
    assert reconcile.differences(match.campaign) == reconcile.breaks(match.campaign) == []


# What the check finds -----------------------------------------------------------------------------------------------


_whole: list[str] = []


@pytest.fixture
def whole(found: Callable[..., Match]) -> File:
    """The file of a game of three that has ended, with a rewind in it; played once, and read anew for each test."""
    if not _whole:
        match = found(3)
        proposes(match, "red", after_a_strike(match))
        answers(match, "blue")
        answers(match, "green")
        match.play(lambda: match.campaign.ended)
        _whole.append(json.dumps(match.file()))
    file: File = json.loads(_whole[0])
    return file


def faults(file: File) -> list[str]:
    return [fault for part in check(file) for fault in part.faults]


def drawing(file: File, kind: str, count: int = 1) -> Iterator[tuple[Any, Any]]:
    """Draws of a kind with the results that show them."""
    for act in file["acts"]:
        for draw, shown in zip(act.get("draws", ()), results_of(act), strict=False):
            if kind in draw and len(draw["got"]) >= count:
                yield draw, shown


def show(draw: Any, shown: Any, got: list[int]) -> None:
    draw["got"] = list(got)
    shown["dice" if "dice" in shown else "drawn"] = list(got)


def a_die_changed(file: File) -> None:
    draw, shown = next(drawing(file, "sides"))
    show(draw, shown, [draw["got"][0] % 10 + 1])


def a_draw_changed(file: File) -> None:
    draw, shown = next(drawing(file, "size", 3))
    show(draw, shown, [*draw["got"][:2], next(n for n in range(10) if n not in draw["got"])])


def a_draw_in_another_order(file: File) -> None:
    draw, shown = next(drawing(file, "size", 3))
    show(draw, shown, draw["got"][::-1])


def a_shuffle_swapped(file: File) -> None:
    draw, shown = next(drawing(file, "size", 7))
    first, second, *rest = draw["got"]
    show(draw, shown, [second, first, *rest])


def a_die_of_other_sides(file: File) -> None:
    for draw, shown in drawing(file, "sides"):
        draw["sides"] = shown["sides"] = 1000


def a_draw_out_of_another_list(file: File) -> None:
    draw, shown = next(drawing(file, "size", 3))
    draw["size"] = shown["size"] = 12


def a_draw_passed_off_as_dice(file: File) -> None:
    draw, shown = next(drawing(file, "size", 7))
    draw["sides"] = draw.pop("size")
    shown["sides"] = shown.pop("size")
    draw["got"] = shown["dice"] = [place + 1 for place in shown.pop("drawn")]


def a_draw_told_otherwise(file: File) -> None:
    _, shown = next(drawing(file, "size", 3))
    shown["drawn"].reverse()


def a_draw_called_own(file: File) -> None:
    draw, shown = next(drawing(file, "size", 7))
    act = next(act for act in file["acts"] if draw in act.get("draws", ()))
    shown["own"] = True
    act["draws"] = []


def a_draw_used_again(file: File) -> None:
    act = [act for act in file["acts"] if act.get("draws")][-1]
    act["draws"][0]["turn"] -= 1


FORGERIES = [
    a_die_changed, a_draw_changed, a_draw_in_another_order, a_shuffle_swapped, a_die_of_other_sides,
    a_draw_out_of_another_list, a_draw_passed_off_as_dice, a_draw_told_otherwise, a_draw_called_own, a_draw_used_again,
]  # fmt: skip


def test_dice_draws_and_shuffles_that_were_changed_are_found_even_if_linked_anew(whole: File) -> None:
    assert faults(whole) == faults(relinked(whole)) == []
    for forge in FORGERIES:
        file = deepcopy(whole)
        forge(file)
        assert faults(file), forge
        found = faults(relinked(file))
        assert found, forge
        assert not any("link" in fault for fault in found), forge


def test_a_rewind_that_not_all_of_three_agreed_to_is_found(whole: File) -> None:
    agreed = [n for n, act in enumerate(whole["acts"]) if act["events"][0]["kind"] == "house.rewind_agreed"]
    file = deepcopy(whole)
    del file["acts"][agreed[0]]
    assert any("agrees to a rewind" in fault for fault in faults(relinked(file)))
    file = deepcopy(whole)
    act = file["acts"][agreed[0]]
    act["side"], act["seat"], act["by"] = "red", 1, whole["acts"][0]["by"]
    assert any("agrees to a rewind" in fault for fault in faults(relinked(file)))


def test_an_older_program_takes_the_new_form_for_none_of_its_own(whole: File) -> None:
    """They read versions up to 2, and their scripts miss what acts had then."""
    assert (whole["format"], whole["version"]) == (FORMAT, FORM)
    assert not any({"dice", "first_die"} & {*act} for act in whole["acts"]), "nothing stands where they would look"


def test_a_file_of_three_sides_is_gone_on_with(found: Callable[..., Match]) -> None:
    match = in_rounds(found(3))
    file = match.file()
    page = open_page(match.browsers["red"], reverse("campaign-import"))
    assert page.answer.status_code == 200
    brought = actions.import_campaign(
        file=archive.read(json.dumps(file).encode()),
        commanders={side: match.users[PLAYERS[side]] for side in match.browsers},
    )
    on = Match(brought.public_id, match.browsers, match.users)
    assert dumped(on) == dumped(match)
    on.play(lambda: on.campaign.ended)
    assert reconcile.breaks(on.campaign) == []


@pytest.mark.parametrize("typed", ["0", "10"])
def test_own_ten_sided_dice_have_boxes_up_to_ten_and_may_be_typed_as_they_read(
    found: Callable[..., Match], typed: str
) -> None:
    match = found(1, dice="own")
    in_rounds(match)
    match.presses("red")
    page = match.page("red")
    assert 'data-low="0" data-high="10"' in page.html
    wrong = page.press("roll", {"die:hit:0": "11"})
    assert "11 is no face of a die; enter 1 to 10." in wrong.text
    match.presses("red", **{"die:hit:0": typed})
    entries = journal.entries(match.campaign, {PUBLIC})
    told: list[Any] = [entry.event.data for entry in entries if entry.event.kind == "hit.rolled"]
    assert told[-1]["rolls"][0]["dice"] == [10]
    assert "own d10" in match.browsers["red"].get(reverse("campaign-figures", args=[match.public_id])).content.decode()
