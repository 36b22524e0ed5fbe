"""Every page there is, looked through for those who can't see it as its maker did.

The pages come from the table of addresses, so that a new one is looked at by itself or missed aloud; what no address
leads to by itself (each way a step asks, refusals, errors, something empty, the end) is listed here. The templates
tell whether anything was left out. Another game is drawn by the same templates: of it those pages are looked at that
it fills in its own way.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path

import pytest
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib.auth.models import AnonymousUser, User
from django.contrib.sessions.models import Session
from django.shortcuts import render
from django.test import Client, RequestFactory, override_settings
from django.urls import URLPattern, get_resolver, reverse
from django.utils import timezone
from playwright.sync_api import Browser, Page

from campaigns import access, actions
from campaigns.alerts import addresses
from campaigns.alerts.models import Channel, Failure
from campaigns.bringing import actions as bringing
from campaigns.bringing import going_on
from campaigns.bringing.models import BroughtFile
from campaigns.charts import actions as chart_actions
from campaigns.club import actions as club
from campaigns.club import members
from campaigns.ledger import journal
from campaigns.locks.actions import ChosenWords
from campaigns.locks.words import drawn_words
from campaigns.models import Campaign, PlayMode, Trial
from campaigns.rewind import actions as rewind_actions
from campaigns.rewind import proposals
from config.administration.registration import new_club_link
from refit.demos.player import Script
from refit.demos.steppe import STEPPE, open_in
from rules import registry
from rules.contract import PUBLIC
from rules.features.documents import HasSheets
from tests.config.test_second_factor import code_of, stop_clock_of_codes
from tests.html_client import ClientAnswer, HtmlPage, open_page, opened
from tests.journeys.accessibility import complaints
from tests.journeys.page_server import PageServer, page_server
from tests.leaks.crawler import FILLINGS, GAME, patterns
from tests.maps.practice import practice_map
from tests.players import PlayedCampaign, log_in, start_played
from tests.tiers import current, drawn_part, is_fast, number

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db]
TEMPLATES = Path(__file__).parents[2] / "templates"
KINDS = {path.stem for path in (TEMPLATES / "refit" / "tasks").glob("*.html") if "_" not in path.stem}
"""The ways in which a step asks: each has a template of its own."""
ACCOUNT = {"key": ["x"], "uidb36": ["1"], "pk": ["1"], "provider_id": ["club"]}
"""What stands in the links of mails about an account, and which passkey: these have run out; and who lets people in."""
OF_ACCOUNTS = ("account_", "mfa_", "usersessions_", "socialaccount_", "openid_connect_")
BY_THEMSELVES = (
    "400.html", "403.html", "403_csrf.html", "413.html", "429.html", "500.html", "503.html", "account/locked.html",
    "account/signup_closed.html", "too_long.html",
    "account/verified_email_required.html", "campaigns/locked.html", "campaigns/other_edition.html",
    "mfa/webauthn/reauthenticate.html", "socialaccount/authentication_error.html", "socialaccount/signup.html",
)  # fmt: skip
"""Pages of trouble that no request here brings about, and those of who comes through a provider."""
BASKET = {"I1": {"n": 2}, "V3": {"n": 1}, "O1": {"n": 1, "extra": 1}, "M1": {"n": 2}}
GUARDS_REPORTS: Script = {
    "14 Sept victory": {"hexes": 61, "cvp_german": 21, "cvp_russian": 40},
    "14 Sept, Russian Counterattack victory": {"winner": "russian", "hexes": 57, "cvp_german": 9},
}
"""What either of them may be asked of the scenarios for both."""
GUARDS: dict[str, Script] = {
    "german": {
        "14 Sept purchase": {"rows": {"A2": {"n": 1, "onboard": 1}, "O4": {"n": 1}, "M1": {"n": 1}}},
        "15 Sept support": {"chit": "attack"},
        **GUARDS_REPORTS,
    },
    "russian": {
        "14 Sept purchase": {"rows": {"M4": {"n": 1}, "M1": {"n": 1}, "I3": {"n": 1, "reserve": 1, "dummies": 1}}},
        "14 Sept fortify": {"foxhole_1": 2, "booby_traps": 1},
        "14 Sept strongpoints": {"kind1": "battalion", "building1": "K20"},
        **GUARDS_REPORTS,
        "14 Sept counterattack": {"strike": "night"},
    },
}
"""What brings both sides before the questions that Valor of the Guards alone asks."""
GUARDS_STEPS = {
    "purchase", "fortify", "strongpoints", "setup", "inspection", "victory", "interdiction", "map_facts",
    "counterattack", "cloud_cover", "redeployment", "points", "support", "elr", "initiative", "showing",
}  # fmt: skip
OF_VALOR = {"refit/idle.html"}
OF_ONE_SIDE = {"refit/tasks/desk.html"}
OF_PAPER = {"refit/tasks/paper.html"}
OF_AREAS = {"maps/battle.html", "refit/board.html"}
"""Templates that no other game has pages of."""
TYPED_IN = "input:is([type=text], [type=number], [type=password], [type=email], [type=search], :not([type])):visible"
OWN = ("chart", *OF_ACCOUNTS)
"""Pages of one's own charts and account: Enter may save them, for nobody else is concerned and all can be changed."""
OF_THE_MAP = {
    "charts/_changes.html", "maps/_lapse.html", "refit/_saved_game.html",
    "refit/_saved_places.html", "refit/tasks/_placing_map.html",
}  # fmt: skip
"""Parts of pages that stand there only at some times, and are more than a line of them."""
ADMINISTRATION = "administration"
OF_DJANGO = "#header, #nav-sidebar, .breadcrumbs, #campaign_form"
"""What of a page of its administration Django draws itself."""
NO_COMMIT = re.compile(r"/accounts/|/(device|verify|unlock)/$")
"""Where Enter may press the button: who logs in, sits down or unlocks, a check that writes nothing."""
KEEPS = r'(?:&|^)act=(?:draft|again)?(?:&| )|name="act"\r\n\r\n(?:draft|again)?\r\n'
"""What is sent where a draft is kept, or the page is only shown again with what was typed (a saved game of VASL)."""
FOR_PROGRAMS = ("gauges", "calendar")
"""Addresses that programs ask for, and no browser."""
LONGEST, FEW = 300, 10
OK, NOT_FOUND = 200, 404


@dataclass
class Pages:
    """Pages as they were answered, each once, by what they are; and the templates they were made from."""

    html: dict[str, bytes] = field(default_factory=dict)
    templates: set[str] = field(default_factory=set)

    def of_a_kind(self) -> dict[str, bytes]:
        """The pages less those whose elements all stand on one other page too, with the same classes and roles."""
        made = {name: _elements(html) for name, html in self.html.items()}
        kept: dict[str, frozenset[str]] = {}
        for name in sorted(made, key=lambda name: -len(made[name])):
            if not any(made[name] <= other for other in kept.values()):
                kept[name] = made[name]
        return {name: self.html[name] for name in kept}

    def keep(self, name: str, answer: ClientAnswer) -> bool:
        """Keep an answer if it is a page."""
        whole = answer.get("Content-Type", "").startswith("text/html") and b"<!doctype html>" in answer.content.lower()
        if whole:
            self.html[f"{name} ({answer.status_code})"] = answer.content
            self.templates |= {each.name for each in getattr(answer, "templates", ()) if each.name}
        return whole


def test_no_page_has_a_fault_for_axe_or_commits_on_enter(browser: Browser) -> None:
    """In the fast tier of a part of the addresses, at the founding, and of one of the other kinds."""
    others = (_maps, _club, _states, _alerts, _host, _factors, _errors)
    first, drawn = (_addresses,) if is_fast() else (_steps, _addresses), drawn_part(others, "pages")
    pages = _collected(start_played(map=practice_map()), *first, *drawn)
    if drawn == others:
        left = sorted((_page_templates() | OF_THE_MAP) - OF_VALOR - OF_ONE_SIDE - OF_PAPER - OF_AREAS - pages.templates)
        assert not left, f"no page made from these was looked at: {left}"
    _look_through(browser, pages)


WHOLE = pytest.mark.whole("looks through every page of a game")


@WHOLE
@pytest.mark.parametrize(("system", "start"), [("oto2", "24AM"), ("votg", "16")])
def test_no_page_of_a_campaign_from_paper_has_a_fault_for_axe_or_commits_on_enter(
    browser: Browser, system: str, start: str
) -> None:
    table = start_played(system=system, name="From paper", start=start, game="IV")
    table.scripts["german"] = {"paper": {"kind_15": "idle_day"}}
    pages = _collected(table, _from_paper)
    assert pages.templates >= OF_PAPER
    _look_through(browser, pages)


@WHOLE
def test_no_page_of_valor_of_the_guards_has_a_fault_for_axe_or_commits_on_enter(browser: Browser) -> None:
    table = start_played(system="votg", name="Stalingrad")
    table.scripts.update(GUARDS)
    pages = _collected(table, _guards_steps, _guards_pages)
    assert pages.templates >= OF_VALOR
    _look_through(browser, pages)


@WHOLE
@pytest.mark.django_db
def test_no_page_of_a_game_on_areas_has_a_fault_for_axe_or_commits_on_enter(browser: Browser) -> None:
    pages = Pages()
    _area_game(pages)
    assert pages.templates >= OF_AREAS
    _look_through(browser, pages)


@WHOLE
@pytest.mark.django_db
def test_no_page_of_a_mission_for_one_has_a_fault_for_axe_or_commits_on_enter(browser: Browser) -> None:
    pages = Pages()
    _mission(pages)
    assert pages.templates >= OF_ONE_SIDE
    _look_through(browser, pages)


def _collected(table: PlayedCampaign, *collectors: Callable[[PlayedCampaign, Pages], None]) -> Pages:
    pages = Pages()
    for collect in collectors:
        collect(table, pages)
    return pages


def _look_through(browser: Browser, pages: Pages) -> None:
    """All of them, or, in the fast tier, a few by the seed."""
    every = pages.of_a_kind()
    drawn = sorted(every, key=lambda name: number(current(), name))[:FEW] if is_fast() else [*every]
    with page_server() as server:
        page = browser.new_context().new_page()
        wrong = [said for name in drawn for said in _looked_at(page, server, name, every[name])]
        page.context.close()
    assert not wrong, "\n".join(wrong)


def _elements(html: bytes) -> frozenset[str]:
    """What a page is made of: each tag with what styles and scripts know it by, and the names of its aria words."""
    tags = re.findall(r"<(\w+)([^>]*)>", html.decode())
    known = re.compile(r'(?:class|type|role)="[^"]*"|aria-\w+|disabled|checked|data-theme="[^"]*"')
    return frozenset(" ".join([tag, *sorted(known.findall(more))]) for tag, more in tags)


def _page_templates() -> set[str]:
    """The templates of whole pages and of the ways in which a step asks."""
    names = {str(path.relative_to(TEMPLATES)) for path in TEMPLATES.rglob("*.html")}
    return {name for name in names if not name.startswith(("_components", "emails")) and "/_" not in name}


def _looked_at(page: Page, server: PageServer, name: str, html: bytes) -> list[str]:
    """Show a page as it was answered, with everything on it unfolded, and look through it."""
    # A form that presses for its reader would take the page away from under axe.
    server.show(html.replace(b" data-by-itself", b""), axe=True)
    page.goto(f"{server.site}/", wait_until="load")
    page.evaluate("() => document.querySelectorAll('details').forEach((each) => { each.open = true })")
    if name.startswith(ADMINISTRATION):
        page.evaluate(f"() => document.querySelectorAll('{OF_DJANGO}').forEach((each) => each.remove())")
    said = complaints(page, name)
    if not name.startswith(OWN):
        said += [f"{name}: Enter sends {sent}" for sent in _committed_by_enter(page, server)]
    return said


def _committed_by_enter(page: Page, server: PageServer) -> list[str]:
    """What Enter in the fields of a page would send, as a browser does it, less what keeps what was typed."""
    server.posted.clear()
    entries = [entry for form in page.locator("form[method=post]").all() for entry in form.locator(TYPED_IN).all()[:1]]
    for entry in entries:
        entry.press("Enter")
    if entries:
        page.wait_for_timeout(50)
    commits = [(body, path) for body, path in server.posted if not NO_COMMIT.search(path)]
    return [f"{body} to {path}" for body, path in commits if not re.search(KEEPS, f"{body} to {path}")]


# What there is to look at ------------------------------------------------------------------------------------------


def _steps(table: PlayedCampaign, pages: Pages) -> None:
    """A step of every kind, with dice or lines to read and without, up to a campaign with a past."""
    table.scripts["german"] = {"23AM purchase": {"rows": BASKET}}
    client, asked = table.browser("hans"), set[tuple[str, bool, bool]]()
    url = reverse("refit-home", args=[table.public_id])
    for _ in range(LONGEST):
        if (current := table.view("hans").current) is not None:
            task = current.task
            form = (task.kind, bool(getattr(task, "needs", ())), bool(getattr(task, "lines", ())))
            if form not in asked and pages.keep(f"step {current.spec.key}", client.get(url, follow=True)):
                asked.add(form)
            _step_of_the_map(table, current.spec.key, pages)
            if task.kind == "purchase":
                page = open_page(client, url)
                pages.keep("gate", client.post(page.where, {**page.form.fields, "act": "seal"}, follow=True))
            if task.kind == "report":
                nonsense = {"step": current.spec.key, "act": "propose", "seen": "0", "lvp": "x"}
                pages.keep("step refused", client.post(f"{url}step/{current.spec.key}/", nonsense))
            table.player("hans").moves()
            if task.kind == "report":
                pages.keep("account of the other side", table.browser("ivan").get(url, follow=True))
        if _refitted(table):
            break
        table.player("ivan").moves()
        if _refitted(table):
            break
    on_map = "map" in table.campaign.options
    assert {kind for kind, _, _ in asked} == KINDS - {"desk", "paper"} - (set() if on_map else {"perimeter"})


def _step_of_the_map(table: PlayedCampaign, key: str, pages: Pages) -> None:
    """What is shown on the way of a step of the map: lines that can't be, a Perimeter proposed, a game from VASL."""
    client, name = table.browser("hans"), f"{key} on the map"
    url = reverse("refit-step", args=[table.public_id, key])
    if key == "setup" and f"{name}, refused (422)" not in pages.html:
        page = open_page(client, url)
        line = next(name for name in page.form.fields if name.startswith("at:"))
        pages.keep(f"{name}, refused", page.press("enter", {line: "ZZ99, 400 K20"}).answer)
    if key == "perimeter" and f"{name}, refused (422)" not in pages.html:
        pages.keep(f"{name}, refused", open_page(client, url).press("enter", {"line_1": "A1, ZZ99"}).answer)
        pages.keep(f"{name}, proposed", open_page(client, url).press("enter", {"mmc_at": "P31, Q30"}).answer)
    if key == "play" and f"{name}, from VASL (200)" not in pages.html:
        vasl = reverse("refit-vasl", args=[table.public_id])
        sent = {"act": "read", "seen": "0", "text": "K20: 4-6-7 1sq\nL21: Wundergeraet"}
        pages.keep(f"{name}, from VASL", client.post(vasl, sent))


def _maps(table: PlayedCampaign, pages: Pages) -> None:
    """A map of one's own in two versions, what changed between them, one of them proposed, and painting refused."""
    hans = table.users["hans"]
    made = chart_actions.begin_chart(system=GAME.key, kind="map", name="Steppe", practice=True, by=hans)
    sheet = chart_actions.sheets_of(made).sheet("hexes")
    assert sheet
    for label in ("Mill", "Ford", "Well"):
        lines = [{**line, "label": label if n == 0 else line["label"]} for n, line in enumerate(made.draft["hexes"])]
        chart_actions.keep_lines(chart=made, sheet=sheet, lines=lines, revision=made.revision)
    client, last = table.browser("hans"), made.versions.latest("number")
    version = reverse("chart-version", args=[made.chart_id, last.number])
    pages.keep("chart-version of a map, changed", client.get(version, {"since": "1"}))
    wrong = [{"hex": "ZZ99", "terrain": "no-such"}]
    chart_actions.keep_lines(chart=made, sheet=sheet, lines=wrong, revision=made.revision)
    pages.keep("chart-sheet of a map, wrong", client.get(reverse("chart-sheet", args=[made.chart_id, "hexes"])))
    pages.keep("map refused", client.post(reverse("map", args=[table.public_id]), {"act": "paint", "hexes": "ZZ99"}))
    choice = reverse("map-choice", args=[table.public_id])
    pages.keep("map-choice refused", client.post(choice, {"act": "propose"}))
    page = open_page(client, choice)
    page.press("propose", {"map": f"{made.chart_id}:{last.number}", "reason": "A better one"})
    pages.keep("map-choice proposed", client.get(choice))
    pages.keep(
        "refit-corrections with a map", table.browser("ivan").get(reverse("refit-corrections", args=[table.public_id]))
    )


def _refitted(table: PlayedCampaign) -> bool:
    """Whether the first refit has come to the purchases of the next date."""
    public = table.view("hans").public
    return public.date != "23AM" and public.stage == "purchase"


def _from_paper(table: PlayedCampaign, pages: Pages) -> None:
    """What both sides say stands on paper, refused, said, read; what one enters of its own; pages that tell of it."""
    url = reverse("refit-home", args=[table.public_id])
    hans, ivan = (table.browser(name) for name in ("hans", "ivan"))
    pages.keep("what stands", hans.get(url, follow=True))
    pages.keep("what stands, refused", open_page(hans, url).press("propose", {"chits": "x", "lvp_0": "x"}).answer)
    table.player("hans").moves()
    pages.keep("what stands, of ours", hans.get(url, follow=True))
    pages.keep("what stands, of theirs", ivan.get(url, follow=True))
    pages.keep("what stands, the gate", open_page(ivan, url).knocks("confirm").answer)
    table.player("ivan").moves()
    while table.view("hans").current is not None:
        pages.keep(f"from paper, {table.view('hans').current.spec.key}", hans.get(url, follow=True))
        table.player("hans").moves()
    for name in ("campaign", "campaign-journal", "campaign-verify", "forces"):
        pages.keep(f"from paper, {name}", hans.get(reverse(name, args=[table.public_id])))


def _area_game(pages: Pages) -> None:
    """The demo of the game on areas: both sides at their choice, its battle step by step, its map, paper and books."""
    users = {name: User.objects.create(username=name) for name in ("german", "russian")}
    open_in(STEPPE, users)
    campaign = Campaign.objects.get(name=STEPPE.name)
    for name, user in users.items():
        client = log_in(Client(), user)
        pages.keep(f"areas, {name}", client.get(reverse("refit-home", args=[campaign.public_id]), follow=True))
        pages.keep(f"areas, battle, {name}", client.get(reverse("battles", args=[campaign.public_id])))
    for address in ("campaign", "campaign-journal", "campaign-figures", "campaign-tables", "map", "sheet-list"):
        pages.keep(f"areas, {address}", client.get(reverse(address, args=[campaign.public_id])))


def _mission(pages: Pages) -> None:
    """A trial of a game of one side: what it asks first, its tables with what a press came to, the paper of it."""
    client = Client()
    client.post(reverse("trial", args=["orsha_missions"]))
    campaign = Trial.objects.get().campaign
    assert campaign
    home = reverse("refit-home", args=[campaign.public_id])

    def at_the_tables() -> HtmlPage:
        """The page of the tables, once what is asked before it is settled."""
        for _ in range(LONGEST):
            page = open_page(client, home)
            pages.keep(f"mission, {page.where}", page.answer)
            if "turn" in page.form.buttons:
                return page
            (act,) = {*page.form.buttons} - {"", "draft"}
            fields = {*page.form.fields}
            settled = {name: "At the table" for name in fields if name.startswith("note-")}
            settled |= {name: low for name, low in page.form.lowest.items() if f"note-{name}" not in fields}
            page.press(act, settled)
        raise AssertionError("nobody comes to the tables")

    for act in {*at_the_tables().form.buttons} - {"", "draft", "enter"}:
        pages.keep(f"mission, {act}", at_the_tables().press(act).answer)
    for name in ("campaign", "campaign-journal", "campaign-figures", "campaign-tables", "sheet-list"):
        pages.keep(f"mission, {name}", client.get(reverse(name, args=[campaign.public_id])))


def _guards_steps(table: PlayedCampaign, pages: Pages) -> None:
    """Each step of Valor of the Guards named above, once, as the side is asked that comes to it first."""
    url, left = reverse("refit-home", args=[table.public_id]), set(GUARDS_STEPS)
    players = {name: table.player(name) for name in ("hans", "ivan")}
    for _ in range(LONGEST):
        for name, player in players.items():
            current = (view := player.view()).current
            if current and current.spec.key == "new_day":
                pages.keep("idle day", table.browser(name).get(reverse("refit-idle", args=[table.public_id])))
            if (
                current
                and current.spec.key in left
                and pages.keep(current.spec.key, table.browser(name).get(url, follow=True))
            ):
                left.discard(current.spec.key)
            if not left:
                return
            player.answers(view)
    raise AssertionError(f"nobody was asked for {left}")


def _guards_pages(table: PlayedCampaign, pages: Pages) -> None:
    """What a game fills in its own way beside the steps: facts, paper, figures, tables, corrections."""
    table.player("ivan").orders("correct", about="shared", weather="Overcast", reason="The die was cocked")
    client = table.browser("hans")
    for name in ("campaign", "campaign-journal", "campaign-figures", "campaign-tables", "forces", "refit-corrections"):
        pages.keep(name, client.get(reverse(name, args=[table.public_id])))
    for key in ("votg.initiative", "votg.coy_strength"):
        pages.keep(key, client.get(reverse("campaign-table", args=[table.public_id, key])))
    game, rooms = registry.get(table.campaign.system), ("german", None)
    assert isinstance(game, HasSheets)
    for room in rooms:
        for key in game.sheets(game.setup({}), room):
            pages.keep(f"{room} {key}", client.get(reverse("sheet", args=[table.public_id, room or PUBLIC, key])))
    pages.keep("founding", client.get(reverse("campaign-start"), {"system": game.key}))
    pages.keep("its rulings", client.post(f"{reverse('campaign-start')}?system={game.key}", {"act": "rulings"}))


def _brought(by: User) -> BroughtFile:
    """A file that waits to be checked."""
    return bringing.take_in(content=b"{}", side="german", by=by)


def _refused(by: User) -> BroughtFile:
    """A file that was checked and is no campaign."""
    brought = _brought(by)
    at = bringing.claim(brought.pk)
    assert at
    going_on.go_on(brought.pk, at)
    return brought


def _addresses(table: PlayedCampaign, pages: Pages) -> None:
    """Whatever an address answers to the first to whom it is a page."""
    _, link = actions.invite(role="spectator", side="", by=table.seat("hans"))
    more = {"system": [GAME.key], "token": [link, new_club_link().split("/")[2]], "room": ["german", PUBLIC]}
    more["brought_id"] = [_brought(table.users["hans"]).public_id, _refused(table.users["umpire"]).public_id]
    shared = actions.start_campaign(
        name="One table", system=GAME.key, options={}, side="german", by=table.users["otto"], play_mode=PlayMode.HOTSEAT
    )
    tables = [(table.browser(name), table.public_id) for name in ("hans", "umpire", "")]
    tables += [(table.browser("otto"), shared.campaign.public_id)]
    of_charts = _chart_fillings(table)
    for pattern in drawn_part([*_patterns()], "addresses"):
        named = str(pattern.name)
        whole = _parts(named)
        parts = [part for part in whole if part != "public_id"]
        answered = set[int]()
        own_fillings = ACCOUNT if named.startswith(OF_ACCOUNTS) else of_charts if named.startswith("chart") else more
        for values in product(*(own_fillings.get(part) or FILLINGS[part](named) for part in parts)):
            rest = dict(zip(parts, values, strict=True))
            for client, public_id in tables:
                own = {"public_id": public_id} if "public_id" in whole else {}
                answer = client.get(reverse(named, kwargs={**own, **rest}))
                answered.add(answer.status_code)
                if answer.status_code == OK and pages.keep(f"{named} {' '.join(map(str, values))}".strip(), answer):
                    break
        assert answered - {NOT_FOUND}, f"nobody finds {named}: say in FILLINGS what goes into it"


def _parts(name: str) -> list[str]:
    """What an address has to be filled with, its beginning included."""
    [(_, parts)], *_ = get_resolver().reverse_dict.getlist(name)[0]
    return list(parts)


def _chart_fillings(table: PlayedCampaign) -> dict[str, list[object]]:
    """What goes into the addresses of charts: one of the game that has them, with a version."""
    game = next(each for each in registry.all_systems().values() if getattr(each, "charts", None))
    made = chart_actions.begin_chart(system=game.key, name="Ours", practice=True, by=table.users["hans"])
    sheet = chart_actions.sheets_of(made).sheets[0]
    chart_actions.keep_lines(chart=made, sheet=sheet, lines=made.draft[sheet.key], revision=made.revision)
    return {
        "system": [game.key],
        "chart_id": [made.chart_id],
        "sheet": [each.key for each in chart_actions.sheets_of(made).sheets],
        "number": [made.versions.get().number],
        "file": [f"{sheet.key}.csv", "chart.toml"],
    }


def _patterns() -> Iterator[URLPattern]:
    """Every address but those of Django's own administration, and what no browser sees."""
    for each in get_resolver().url_patterns:
        if isinstance(each, URLPattern) or each.namespace != "admin":
            found = [each] if isinstance(each, URLPattern) else patterns(each)
            yield from (one for one in found if one.name not in FOR_PROGRAMS)


def _club(table: PlayedCampaign, pages: Pages) -> None:
    """The club's pages as an organiser has them, with a campaign that both sides want there."""
    for name in ("hans", "ivan"):
        club.put_on_page(by=table.seat(name))
    organiser = User.objects.create_user("organiser")
    members.appoint(name=organiser.username)
    client, campaign = log_in(Client(), organiser), reverse("club-campaign", args=[table.public_id])
    for name in ("club", "club-announcements", "club-organisers", "club-invitations"):
        pages.keep(name, client.get(reverse(name)))
    pages.keep("club-campaign", client.get(campaign))
    pages.keep("club-campaign, refused", client.post(campaign, {"act": "remind", "side": "nobody"}))


def _states(table: PlayedCampaign, pages: Pages) -> None:
    """Pages as no address shows them by itself: for a newcomer, refused, after something was done, at the end."""
    table.users["stranger"].set_unusable_password()
    table.users["stranger"].save()
    hans, newcomer = table.browser("hans"), table.browser("stranger")
    pages.keep("first password", newcomer.get(reverse("account_set_password")))
    people = reverse("campaign-people", args=[table.public_id])
    pages.keep("front page", Client().get("/"))
    pages.keep("no campaign yet", newcomer.get("/"))
    pages.keep("rulings asked for", newcomer.post(reverse("campaign-start"), {"act": "rulings"}))
    pages.keep("founding refused", newcomer.post(reverse("campaign-start"), {}))
    pages.keep("file refused", newcomer.post(reverse("campaign-import"), {"side": "german"}))
    pages.keep("people refused", hans.post(people, {"seat": "nonsense"}))
    pages.keep("a link made", hans.post(people, {"seat": "spectator:"}))
    pages.keep("log-in refused", Client().post(reverse("account_login"), {"login": "nobody", "password": "x"}))
    pages.keep("registering refused", Client().post(reverse("account_signup"), {"username": "x"}))
    two = [open_page(table.browser(name), reverse("refit-home", args=[table.public_id])) for name in ("hans", "otto")]
    for n, page in enumerate(two, start=1):
        pages.keep("two versions of a draft", page.press("draft", {"n:I1": str(n)}).answer)
    table.player("hans").orders("seal", step="purchase", rows={"I1": {"n": 1}})
    assert table.view("hans").current is None
    pages.keep("sealed and waiting", hans.get(reverse("refit-home", args=[table.public_id]), follow=True))
    pages.keep("something to take back", hans.get(reverse("refit-undo", args=[table.public_id])))
    _lapsed(table, pages)
    _rewinds(table, pages)
    _closings(table, pages)
    _replacements(table, pages)
    _locks(table, pages)
    table.player("ivan").orders("concede")
    for name in (
        "campaign",
        "campaign-books",
        "refit-home",
        "forces",
        "campaign-figures",
        "sheet-list",
        "campaign-people",
    ):
        pages.keep(f"{name} at the end", hans.get(reverse(name, args=[table.public_id]), follow=True))
    pages.keep("figures of what has ended", hans.get(reverse("finished-figures")))
    pages.keep("club-story", hans.get(reverse("club-story", args=[table.public_id])))


def _lapsed(table: PlayedCampaign, pages: Pages) -> None:
    """Something is sent after the login has lapsed, and brought back after the next one."""
    user, client = table.users["otto"], Client()
    login = {"login": user.username, "password": "a long enough password"}
    user.set_password(login["password"])
    user.save()
    client.post(reverse("account_login"), login)
    Session.objects.filter(session_key=client.cookies[settings.SESSION_COOKIE_NAME].value).delete()
    people = reverse("campaign-people", args=[table.public_id])
    lapsed = client.post(people, {"seat": "adjutant:german", "act": "go"})
    pages.keep("a login that has lapsed", lapsed)
    kept = opened(client, lapsed, people).form.fields
    client.post(reverse("account_login"), login)
    pages.keep("what comes back after the login", client.post(reverse("kept-entries"), kept))


def _rewinds(table: PlayedCampaign, pages: Pages) -> None:
    """A rewind looked at, proposed, waited for, answered without the tick, and agreed to."""
    hans, ivan = table.browser("hans"), table.browser("ivan")
    url, answer = (reverse(name, args=[table.public_id]) for name in ("rewind", "rewind-answer"))
    before = proposals.points(table.campaign)[0].before
    pages.keep("what a rewind would undo", hans.get(f"{url}?before={before}"))
    pages.keep("a rewind without a reason", hans.post(url, {"before": before, "seen": "0"}))
    seen = journal.entry_count(table.campaign, access.rooms_of(table.seat("hans")))
    rewind_actions.propose_rewind(before=before, reason="a slip", by=table.seat("hans"), seen=seen)
    pages.keep("a rewind of one's own", hans.get(url))
    pages.keep("a rewind of the other side", ivan.get(url))
    pages.keep("the answer to a rewind", ivan.get(answer))
    pages.keep("the campaign with a rewind", ivan.get(reverse("campaign", args=[table.public_id])))
    pages.keep("an answer without the tick", ivan.post(answer, {"number": "1", "answer": "agreed"}))
    agreed = {"number": "1", "answer": "agreed", "consent": "on"}
    seen = journal.entry_count(table.campaign, access.rooms_of(table.seat("ivan")))
    pages.keep("after a rewind", ivan.post(answer, {**agreed, "seen": str(seen)}, follow=True))


def _locks(table: PlayedCampaign, pages: Pages) -> None:
    """The words for a locked room are asked for, and others typed."""
    by = table.users["stranger"]
    words = ChosenWords(drawn_words())
    seat = actions.start_campaign(name="Ours", system=GAME.key, options={}, side="german", by=by, room_words=words)
    client = log_in(Client(HTTP_HOST="localhost"), by)
    url = reverse("room-unlock", args=[seat.campaign.public_id])
    asked = client.get(url)
    pages.keep("a locked room", asked)
    way = re.search(rb'name="way" value="([0-9a-f]+)"', asked.content)
    assert way
    pages.keep("a slip in the words", client.post(url, {"way": way[1].decode(), "words": "a red barn", "act": "go"}))
    people = reverse("campaign-people", args=[seat.campaign.public_id])
    between = opened(client, client.post(people, {"seat": "umpire:", "act": "go"}), people)
    pages.keep("a form that was on its way", between.answer)
    pages.keep("what comes back of it", client.post(url, {**between.form.fields, "words": words.own}))
    words_of = reverse("room-words", args=[seat.campaign.public_id])
    pages.keep("who has a way in", client.get(words_of))
    pages.keep("new words without the old", open_page(client, words_of).press("change").answer)


def _replacements(table: PlayedCampaign, pages: Pages) -> None:
    """A commander who is gone: notice, a reason left out, how all look at it, an objection."""
    url, entries = reverse("replacement", args=[table.public_id]), {"side": "russian", "act": "announce"}
    umpire = table.browser("umpire")
    pages.keep("a commander may be gone", umpire.get(url))
    pages.keep("notice without a reason", umpire.post(url, {**entries, "consent": "on"}))
    umpire.post(url, {**entries, "consent": "on", "reason": "Nobody has heard of him"})
    for name in ("hans", "ivan", "umpire", "spectator"):
        pages.keep(f"notice, {name}", table.browser(name).get(url))
    for name in ("campaign", "campaign-people"):
        pages.keep(f"{name} with a notice", table.browser("ivan").get(reverse(name, args=[table.public_id])))
    table.browser("ivan").post(url, {"seat": "2", "act": "withdraw"})


def _closings(table: PlayedCampaign, pages: Pages) -> None:
    """An end before its time: proposed, refused without the tick, waited for; a removal that all want; the archive."""
    url = reverse("closing", args=[table.public_id])
    hans, ivan = table.browser("hans"), table.browser("ivan")
    asked = {"what": "end", "act": "propose", "reason": "Nobody has the time"}
    pages.keep("an end without the tick", hans.post(url, asked))
    hans.post(url, {**asked, "consent": "on"})
    hans.post(url, {**asked, "what": "removal", "consent": "on"})
    for name, client in (("ours", hans), ("theirs", ivan), ("an umpire's", table.browser("umpire"))):
        pages.keep(f"closings, {name}", client.get(url))
    ivan.post(url, {"what": "removal", "act": "agree", "consent": "on"})
    pages.keep("a removal on its day", ivan.get(url))
    pages.keep("the campaign before it is removed", ivan.get(reverse("campaign", args=[table.public_id])))
    for what in ("end", "removal"):
        ivan.post(url, {"what": what, "act": "cancel"})
    ivan.post(reverse("campaign-archive", args=[table.public_id]), {"act": "archive"})
    pages.keep("all archived", ivan.get("/"))
    pages.keep("the archived", ivan.get("/?archived"))
    pages.keep("an account not deleted", hans.post(reverse("delete-account"), {"act": "delete"}))


def _alerts(table: PlayedCampaign, pages: Pages) -> None:
    """A channel before and after its code was given back, one that failed, and what was refused."""
    client, user = table.browser("hans"), table.users["hans"]
    address = addresses.locked(user.pk, addresses.checked_address("webhook", "https://hooks.example.org/"))
    channel = Channel.objects.create(user=user, kind="webhook", name="Mine", address=address)
    page = reverse("alert-channel", args=[channel.pk])
    pages.keep("alert-channel that waits for its code", client.get(page))
    pages.keep("alert-channel, another code", client.post(page, {"act": "confirm", "code": "0"}))
    Channel.objects.filter(pk=channel.pk).update(
        confirmed_at=timezone.now(), failed_at=timezone.now(), failure=Failure.SILENT
    )
    pages.keep("alert-channel that failed", client.get(page))
    pages.keep("alerts, refused", client.post(reverse("alerts"), {"act": "add", "kind": "webhook", "address": "x"}))


def _host(table: PlayedCampaign, pages: Pages) -> None:
    """What the host's administration says of a campaign in the room's own words, and a limit he has set."""
    client = log_in(Client(), User.objects.create_superuser("host"))
    pages.keep(
        f"{ADMINISTRATION} of a campaign",
        client.get(reverse("admin:campaigns_campaign_change", args=[table.campaign.pk])),
    )
    url = reverse("admin:campaign-notice", args=[table.campaign.pk])
    pages.keep(f"{ADMINISTRATION}, a notice", client.get(url))
    pages.keep(f"{ADMINISTRATION}, a notice refused", client.post(url, {"act": "give"}))
    with override_settings(QUOTAS=dict.fromkeys(settings.QUOTAS, 1)):
        file = reverse("campaign-file", args=[table.public_id])
        spent = [table.browser("otto").get(file) for _ in range(2)]
    pages.keep("too many files", spent[-1])


def _factors(table: PlayedCampaign, pages: Pages) -> None:
    """The pages about a second factor: before, while it is set up, with an app and a passkey, and asked for."""
    client, login = Client(), {"login": "spectator", "password": "a long enough password"}
    user = table.users["spectator"]
    user.set_password(login["password"])
    user.save()
    client.post(reverse("account_login"), login)
    pages.keep("is it you, by password", client.get(reverse("account_reauthenticate")))
    client.post(reverse("account_reauthenticate"), login)
    pages.keep("no factor yet", client.get(reverse("mfa_index")))
    pages.keep("a passkey refused", client.post(reverse("mfa_add_webauthn"), {"credential": "{}"}))
    pages.keep("an app refused", client.post(reverse("mfa_activate_totp"), {"code": "no"}))
    secret = client.get(reverse("mfa_activate_totp")).context["form"].secret
    with pytest.MonkeyPatch.context() as patch:
        stop_clock_of_codes(patch)
        client.post(reverse("mfa_activate_totp"), {"code": code_of(secret)})
    credential = {"clientExtensionResults": {"credProps": {"rk": True}}}
    key = Authenticator.objects.create(user=user, type="webauthn", data={"name": "First key", "credential": credential})
    for name in ("mfa_index", "mfa_list_webauthn", "mfa_view_recovery_codes"):
        pages.keep(f"{name} with factors", client.get(reverse(name)))
    for name in ("mfa_generate_recovery_codes", "mfa_deactivate_totp", "mfa_reauthenticate", "usersessions_list"):
        pages.keep(f"{name} with factors", client.get(reverse(name)))
    for name in ("mfa_edit_webauthn", "mfa_remove_webauthn"):
        pages.keep(name, client.get(reverse(name, args=[key.pk])))
    key.delete()  # no device made it, so it can't be asked
    second = Client()
    second.post(reverse("account_login"), login)
    pages.keep("the factor is asked for", second.get(reverse("mfa_authenticate")))
    pages.keep("a wrong code", second.post(reverse("mfa_authenticate"), {"code": "no"}))


def _errors(table: PlayedCampaign, pages: Pages) -> None:
    """What is shown where there is nothing, to whom it is not for, and what no request brings about by itself."""
    pages.keep("not found", table.browser("hans").get("/nowhere/"))
    guest = Client()
    guest.post(reverse("trial", args=[GAME.key]))
    pages.keep("a guest elsewhere", guest.get(reverse("campaign-start")))
    for name in BY_THEMSELVES:
        request = RequestFactory().get("/")
        request.user = AnonymousUser()
        pages.html[name] = render(request, name).content
        pages.templates.add(name)
