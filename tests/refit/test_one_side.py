"""A game of one side: no page of its campaign, whoever reads it and whenever, speaks of another one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client
from django.urls import URLPattern, get_resolver, resolve, reverse

from campaigns import access, actions
from campaigns.bringing import actions as bringing
from campaigns.bringing import going_on
from campaigns.bringing.models import BroughtFile
from campaigns.ledger.acts import REWOUND
from campaigns.models import Campaign, JournalEntry, Seat, Trial
from campaigns.rewind import proposals
from rules import registry
from rules.contract import Refused
from tests.html_client import CONFIRMED, HtmlPage, open_page, text_of, unrecorded
from tests.leaks.crawler import Answer, links, patterns, read_once
from tests.players import log_in

pytestmark = pytest.mark.django_db
GAME = next(each for each in registry.all_systems().values() if len(each.sides) == 1)
(SIDE,) = GAME.sides
ANOTHER = re.compile(
    r"\b(?:(?:both|either|two|each|all|every) (?:of the |other )?(?:sides?|commanders?|players?|doors?|rooms?)"
    r"|(?:the )?(?:other|another) (?:side|player|commander)|opponents?|rivals?|agree[ds]?|proposed?|proposes"
    r"|sides can't|first commander|ke(?:eps?|pt) secret|every secret|Points and luck"
    r"|beide[nr]?|(?:alle|jede)\w* (?:Seiten?|Räumen?)|(?:andere|weitere)[nrs]? (?:Seite|Spieler|Kommandeur)\w*"
    r"|Gegner\w*|(?:zu|ge)?gestimmt|zustimm\w*|einverstanden|(?:ge)?einigt|einander|vereinbart\w*|vorgeschlagen"
    r"|schlägt Zurückspulen|geheim (?:hält|war|bleibt)|jedes Geheimnis|Punkte und Glück)\b",
    re.IGNORECASE,
)
"""What stands in a sentence in which a side is one of several, in English or in German."""
OF_THE_RULES = ("as many on both sides are a draw",)
"""Those of the game itself, whose ENEMY has points too."""
OF_THE_PROOF = "/verify/"
"""What the published check finds is said in its own words, for all games."""
ROLES = {"otto": "commander", "adjutant": "adjutant", "umpire": "umpire", "spectator": "spectator"}
NAMES = ("hans", *ROLES)
MOST_STEPS = 12
OK = 200
OF_A_KIND, MANY_PAGES = 2, 15
"""The most pages of a kind that are read, and the fewest in all."""
RECORDED = Path(__file__).parent.parent / "replays" / GAME.key


@pytest.fixture
def seats(db: None) -> Mapping[str, Seat]:
    """The people at a campaign that was just founded, by name."""
    users = {name: User.objects.create(username=name, email=f"{name}@example.org") for name in NAMES}
    founded = actions.start_campaign(name="Alone", system=GAME.key, options={}, side=SIDE, by=users["hans"])
    public_id = founded.campaign.public_id
    for name, role in ROLES.items():
        side = SIDE if role in ("commander", "adjutant") else ""
        _, token = actions.invite(role=role, side=side, by=access.seat_or_404(users["hans"], public_id))
        assert_alone(f"invitation, {role}", log_in(Client(), users[name]).get(reverse("invitation", args=[token])))
        actions.take_seat(token=token, by=users[name])
    return {name: access.seat_or_404(user, public_id) for name, user in users.items()}


@cache
def speaks_of_another(sentence: str) -> bool:
    """Whether a sentence makes a side one of several; most stand on many pages."""
    return bool(ANOTHER.search(sentence))


def others_in(text: str) -> list[str]:
    """The sentences of a text that do."""
    return [each for each in text.split(".") if speaks_of_another(each)]


def assert_alone(where: str, answer: object) -> None:
    """A page on which nothing makes its side one of several."""
    text = text_of(answer.content.decode())  # type: ignore[attr-defined]
    found = [each for each in others_in(text) if not any(known in each for known in OF_THE_RULES)]
    assert found == [], where


def addresses() -> Iterator[URLPattern]:
    """Those of a campaign that need nothing else, some of which begin elsewhere."""
    for each in get_resolver().url_patterns:
        whole = [each] if isinstance(each, URLPattern) else patterns(each) if each.namespace != "admin" else []
        for pattern in whole:
            parts = get_resolver().reverse_dict.getlist(str(pattern.name))
            if any(of == ["public_id"] for possibility in parts for _, of in possibility[0]):
                yield pattern


class Reader:
    """Somebody who reads all pages of a campaign that he finds, and follows every link on them into it."""

    def __init__(self, name: str, user: User | Client, *, begins: Sequence[str] = (), german: bool = False) -> None:
        self.name, self.begins = name, begins
        self.client = user if isinstance(user, Client) else log_in(Client(), user)
        self.languages = ("en", "de") if german else ("en",)

    @read_once()
    @unrecorded()
    def reads(self, campaign: Campaign) -> int:
        """Returns how many pages there were, of the same kind no more than a few; on none there is another side."""
        found, met = 0, Counter[str]()
        todo = [*self.begins, *(reverse(str(each.name), args=[campaign.public_id]) for each in addresses())]
        known = {*todo}
        while todo:
            url = todo.pop()
            for language in self.languages:
                answer = self.client.get(url, follow=True, headers={"accept-language": language})
                where = answer.request["PATH_INFO"]
                if not answer.headers["Content-Type"].startswith("text/html") or OF_THE_PROOF in where:
                    break
                assert_alone(f"{where}, {self.name}, {language}", answer)
                found += answer.status_code == OK
            else:
                page = Answer(url, answer.status_code, answer.content, dict(answer.items()), by_htmx=False)
                new = {each for each in links(page, where) if campaign.public_id in each} - known
                known |= new
                for each in sorted(new):
                    met[kind := str(resolve(each.split("?")[0]).url_name)] += 1
                    todo += [each] if met[kind] <= OF_A_KIND else []
        return found


def read_everything(seats: Mapping[str, Seat], name: str) -> None:
    """Somebody at the campaign reads all of it, and two who are not at it."""
    seat = seats[name]
    begins = (reverse("campaign-list"), f"{reverse('campaign-start')}?system={GAME.key}")
    reader = Reader(name, seat.user, begins=begins, german=name == "hans")
    assert reader.reads(seat.campaign) > MANY_PAGES, name
    stranger, host = User.objects.get_or_create(username="stranger")[0], User.objects.get_or_create(username="host")[0]
    host.is_staff = host.is_superuser = True
    host.save()
    assert Reader("stranger", stranger).reads(seat.campaign) == 0
    administration = [
        reverse(f"admin:campaigns_campaign_{each}", args=args)
        for each, args in (("changelist", []), ("change", [seat.campaign.pk]))
    ]
    assert Reader("host", host, begins=administration).reads(seat.campaign) == len(administration)


def played(client: Client, public_id: str) -> None:
    """Rolls, presses the first button there is, and settles everything at the table."""
    for _ in range(MOST_STEPS):
        page = open_page(client, reverse("refit-home", args=[public_id]))
        assert_alone(page.where, page.answer)
        acts = {*page.form.buttons} - {"", "draft", "enter"} or {"enter"}
        settled = {name: "At the table" for name in page.form.fields if name.startswith("note-")}
        assert_alone(f"{page.where}, pressed", page.press(min(acts), settled).answer)


def posted(client: Client, url: str, **entries: str) -> None:
    """Fill in the form of a page and send it: what is refused and what comes of it speak of no other side either."""
    page = open_page(client, url)
    asked = [each for each in page.forms if "reason" in each.fields]
    (form,) = (each for each in asked if each.fields.get("what") == entries.get("what"))
    assert_alone(f"{url}, refused", client.post(form.action, {**form.fields, **entries, "reason": ""}))
    assert_alone(f"{url}, sent", client.post(form.action, {**form.fields, **entries, "consent": "on"}, follow=True))


@pytest.mark.slow
@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", NAMES)
def test_no_page_of_a_campaign_of_one_side_speaks_of_another(seats: Mapping[str, Seat], name: str) -> None:
    client, campaign = log_in(Client(), seats["hans"].user), seats["hans"].campaign
    read_everything(seats, name)
    played(client, campaign.public_id)
    point = proposals.points(campaign)[0].before
    posted(client, f"{reverse('rewind', args=[campaign.public_id])}?before={point}", act="propose", reason="A slip")
    assert JournalEntry.objects.filter(campaign=campaign, kind=REWOUND).exists()
    read_everything(seats, name)
    page = open_page(client, reverse("campaign", args=[campaign.public_id]))
    (concede,) = (form for form in page.forms if form.action.endswith("/concede/"))
    gate = HtmlPage(client, client.post(concede.action, concede.fields, follow=True))
    assert_alone("the gate before conceding", gate.answer)
    answer = client.post(concede.action, {**gate.form.fields, "act": f"concede{CONFIRMED}"}, follow=True)
    assert "The mission is over" in text_of(answer.content.decode())
    assert "given up" in open_page(client, reverse("campaign-journal", args=[campaign.public_id])).text
    read_everything(seats, name)
    for each in mail.outbox:
        assert not others_in(str(each.body)), each.subject


@pytest.mark.slow
@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", NAMES)
def test_no_page_of_one_that_is_ended_before_its_time_or_removed_speaks_of_another(
    seats: Mapping[str, Seat], name: str
) -> None:
    client, campaign = log_in(Client(), seats["hans"].user), seats["hans"].campaign
    closing = reverse("closing", args=[campaign.public_id])
    posted(client, closing, what="removal", act="propose", reason="It is over")
    read_everything(seats, name)
    posted(client, closing, what="end", act="propose", reason="It can't go on")
    assert Campaign.objects.get().abandoned
    read_everything(seats, name)


@pytest.mark.slow
def test_no_page_of_a_trial_speaks_of_another() -> None:
    guest = Client()
    guest.post(reverse("trial", args=[GAME.key]))
    trial = Trial.objects.latest("pk").campaign
    assert trial
    played(guest, trial.public_id)
    assert Reader("guest", guest, german=True).reads(trial) > MANY_PAGES


@pytest.mark.slow
@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", ["s1_lost", "s2_draw", "s2_all_held"])
def test_no_page_of_a_campaign_that_was_brought_speaks_of_another(name: str) -> None:
    anna = User.objects.create(username="anna")
    brought = bringing.take_in(content=(RECORDED / f"{name}.json").read_bytes(), side=SIDE, by=anna)
    claimed = bringing.claim(brought.pk)
    assert claimed
    going_on.go_on(brought.pk, claimed)
    brought.refresh_from_db()
    campaign = brought.campaign
    assert campaign, brought.reason
    begins = (reverse("campaign-list"), reverse("campaign-brought", args=[brought.public_id]))
    assert Reader("anna", anna, begins=begins, german=True).reads(campaign) > MANY_PAGES


def test_nobody_gives_notice_to_a_commander_whom_no_other_side_could_replace(seats: Mapping[str, Seat]) -> None:
    umpire = log_in(Client(), seats["umpire"].user)
    assert umpire.get(reverse("replacement", args=[seats["hans"].campaign.public_id])).status_code == 404


def test_who_brings_a_file_is_told_of_the_game_for_one_player_by_its_name(seats: Mapping[str, Seat]) -> None:
    client = log_in(Client(), seats["hans"].user)
    page = text_of(client.get(reverse("campaign-import")).content.decode())
    assert f"{GAME.sides[SIDE]} ({GAME.title})" in page
    assert not re.search(r"(both|all|other) sides?", page)
    brought = bringing.take_in(content=b"{}", side=SIDE, by=seats["hans"].user)
    BroughtFile.objects.filter(pk=brought.pk).update(status="done", campaign=seats["hans"].campaign, body=None)
    answer = client.get(reverse("campaign-brought", args=[brought.public_id]))
    assert "goes on here" in answer.content.decode()
    assert_alone("brought", answer)


def test_how_a_campaign_goes_is_said_for_one_player_too(client: Client) -> None:
    """For the rest the page is for all games."""
    assert "A game for one player" in text_of(client.get(reverse("how")).content.decode())


def test_a_reason_for_going_back_that_will_not_do_is_refused_without_another_side(seats: Mapping[str, Seat]) -> None:
    with pytest.raises(Refused) as no:
        proposals.new_proposal(seats["hans"], 1, "two\nlines" + "!" * 300)
    assert no.value.field == "reason"
    assert no.value.way_out == "It stays in the journal."


def test_a_campaign_without_a_name_is_refused_without_another_side(seats: Mapping[str, Seat]) -> None:
    client = log_in(Client(), seats["hans"].user)
    answer = client.post(f"{reverse('campaign-start')}?system={GAME.key}", {"name": "", "side": SIDE})
    assert "Give it a name" in answer.content.decode()
    assert_alone("founding", answer)


def test_which_mission_is_played_is_asked_beside_the_game_and_not_folded_away(seats: Mapping[str, Seat]) -> None:
    page = open_page(log_in(Client(), seats["hans"].user), f"{reverse('campaign-start')}?system={GAME.key}")
    before, _ = page.html.split('<details class="more">')
    for key in ("S1", "S2"):
        assert re.search(rf'<input[^>]*name="mission"[^>]*value="{key}"', before), "it is one of two choices"
    assert 'name="dice"' not in before
    assert page.html.count('value="S2"') == 1
