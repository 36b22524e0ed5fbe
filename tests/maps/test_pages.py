"""The map of a campaign: who sees it, who paints it, what is told when two do so at once."""

from __future__ import annotations

import gzip
import html
import json
import re
from pathlib import Path

import pytest
from django.urls import reverse

from campaigns import access
from campaigns.ledger import journal
from campaigns.maps.outlines import Layout
from campaigns.maps.pages import over_dates, told_apart
from rules.contract import PUBLIC, Event
from rules.ground.campaign_map import Ground
from tests.html_client import ClientAnswer
from tests.maps.practice import practice_map
from tests.players import PlayedCampaign, start_played, state_of

pytestmark = pytest.mark.django_db
STATIC = Path(__file__).parents[2] / "static"
PAGES = ("map", "map-file", "map-table", "map-picture", "map-dates", "map-lapse")


@pytest.fixture
def table(db: None) -> PlayedCampaign:
    """A campaign on the practice map."""
    return start_played(map=practice_map())


def address(table: PlayedCampaign, name: str = "map") -> str:
    return reverse(name, args=[table.public_id])


def seen_by(table: PlayedCampaign, name: str) -> int:
    """The entry count of a page that somebody has just opened."""
    return journal.entry_count(table.campaign, access.rooms_of(table.seat(name)))


def painted(table: PlayedCampaign, name: str, hexes: str, holder: str = "german", **more: object) -> ClientAnswer:
    """Somebody paints, from a page he has just opened or from one with so many entries (`seen`)."""
    sent = {"holder": holder, "hexes": hexes, "seen": seen_by(table, name), "act": "paint", **more}
    return table.browser(name).post(address(table), sent, follow=True)


def control(table: PlayedCampaign) -> dict[str, str]:
    return dict(state_of(table.campaign, {PUBLIC}).public.ground.control)


# who sees it ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("name", ["hans", "adjutant_ivan", "umpire", "spectator"])
def test_whoever_sits_at_the_campaign_sees_the_map_and_nobody_keeps_it(table: PlayedCampaign, name: str, page: str):
    answer = table.browser(name).get(address(table, page))
    assert answer.status_code == 200
    assert answer["Cache-Control"] == "no-store"


@pytest.mark.parametrize("page", PAGES)
def test_a_stranger_gets_the_same_as_for_no_campaign_at_all(table: PlayedCampaign, page: str):
    answer = table.browser("stranger").get(address(table, page))
    assert answer.status_code == 404
    assert table.browser("").get(address(table, page)).status_code == 302


def test_a_campaign_without_a_map_says_so(db: None):
    table = start_played()
    assert b"played without a map" in table.browser("hans").get(address(table)).content
    assert table.browser("hans").get(address(table, "map-file")).status_code == 404
    assert b"No hex" not in painted(table, "hans", "A1").content
    assert b"played without a map" in painted(table, "hans", "A1").content


def test_the_page_of_the_campaign_shows_the_map_small_and_leads_to_it(table: PlayedCampaign):
    page = table.browser("spectator").get(reverse("campaign", args=[table.public_id])).content.decode()
    assert f'href="{address(table)}"' in page
    assert 'class="map"' in page


# who paints it ----------------------------------------------------------------------------------------------


def test_many_hexes_are_one_act_told_with_their_count_and_its_undo_beside_it(table: PlayedCampaign):
    page = painted(table, "hans", "k20-k24, L18  A1–B2").content.decode()
    assert {name: side for name, side in control(table).items() if name[0] in "KL"}.items() >= {
        **dict.fromkeys(("K20", "K21", "K22", "K23", "K24", "L18"), "german")
    }.items()
    assert "On the map, by the German side: 10 hexes German." in page
    assert "Undo" in page
    entries = [each for each in journal.entries(table.campaign, {PUBLIC}) if each.event.kind == "control.painted"]
    assert [each.event.data["number"] for each in entries] == [10]


def test_undo_takes_the_whole_act_back(table: PlayedCampaign):
    before = control(table)
    page = painted(table, "hans", "A1-OO50", "russian")
    assert control(table) != before
    form = dict.fromkeys(("act",), page.context["page"].recorded.act)
    form |= {"seen": str(seen_by(table, "hans")), "next": address(table)}
    answer = table.browser("hans").post(reverse("refit-undo", args=[table.public_id]), form)
    assert answer.status_code == 302
    assert control(table) == before


@pytest.mark.parametrize("name", ["adjutant_hans", "umpire", "spectator"])
def test_only_commanders_paint(table: PlayedCampaign, name: str):
    before = control(table)
    assert b"<textarea" not in table.browser(name).get(address(table)).content
    assert painted(table, name, "K20").status_code == 422
    assert control(table) == before


@pytest.mark.parametrize(
    ("hexes", "holder", "said"),
    [
        ("K20 ZZ9 QQ77", "german", "Not on the map: ZZ9, QQ77."),
        ("K20/1", "german", "Not on the map: K20/1."),
        ("", "german", "No hex was named."),
        ("K20", "french", "Say who holds these hexes."),
        ("x" * 30_000, "german", "The list is too long"),
        ("<script>alert(1)</script>", "german", "Not on the map: &lt;script&gt;"),
        ("K20, \x01\U0001f600", "german", "Not on the map"),
    ],
)
def test_what_makes_no_sense_is_told_and_what_was_typed_stays(
    table: PlayedCampaign, hexes: str, holder: str, said: str
):
    before = control(table)
    answer = painted(table, "hans", hexes, holder)
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert f">{html.escape(hexes)}</textarea>" in answer.content.decode()
    assert control(table) == before


def test_of_two_who_paint_at_once_the_second_is_told_and_loses_nothing(table: PlayedCampaign):
    seen = seen_by(table, "ivan")
    painted(table, "hans", "K20-K24")
    answer = painted(table, "ivan", "V20-V24", "russian", seen=seen)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "Something has happened in this campaign since you opened the page" in page
    assert ">V20-V24</textarea>" in page
    assert 'value="russian" checked' in page
    painted(table, "ivan", "V20-V24", "russian")
    assert {control(table)["K20"], control(table)["V20"]} == {"german", "russian"}


def test_enter_in_the_list_paints_nothing(table: PlayedCampaign):
    before = control(table)
    assert painted(table, "hans", "K20", act="").status_code == 422
    assert control(table) == before


# without scripts --------------------------------------------------------------------------------------------


def test_the_picture_pressed_in_the_middle_of_a_hex_adds_it_to_the_list(table: PlayedCampaign):
    figure = table.browser("hans").get(address(table)).context["page"].figure
    x, y = (2 * each for each in Layout(figure.sheet.grid).centre(figure.sheet.grid.hex("K20")))
    sent = {"at.x": str(x), "at.y": str(y), "hexes": "L18", "holder": "russian", "seen": "0"}
    page = table.browser("hans").post(address(table), sent).content.decode()
    assert ">L18, K20</textarea>" in page
    assert 'value="russian" checked' in page
    assert "K20, " in page
    looked = table.browser("spectator").get(address(table), {"at.x": str(x), "at.y": str(y)}).content.decode()
    assert "K20, " in looked


@pytest.mark.parametrize("x", ["0", "-5", "1e9", "nan", "inf", "x", "", "999999999999999999999999"])
def test_a_press_off_the_map_is_told_calmly(table: PlayedCampaign, x: str):
    answer = table.browser("hans").get(address(table), {"at.x": x, "at.y": "5"})
    assert answer.status_code == 200
    assert b"There is no hex of this map" in answer.content
    kept = table.browser("hans").post(address(table), {"at.x": x, "at.y": "5", "hexes": "L18"})
    assert b">L18</textarea>" in kept.content


def test_a_hex_that_is_typed_is_told(table: PlayedCampaign):
    painted(table, "hans", "K20")
    page = table.browser("spectator").get(address(table), {"hex": "k20"}).content.decode()
    assert "K20, " in page
    assert ", German" in page
    assert "There is no hex" in table.browser("hans").get(address(table), {"hex": "<b>"}).content.decode()


# what both say of a hex -------------------------------------------------------------------------------------


def test_what_the_sides_say_differently_is_disputed_until_one_gives_way(table: PlayedCampaign):
    painted(table, "hans", "K20-K22")
    painted(table, "ivan", "K21", "russian")
    page = table.browser("spectator").get(address(table)).content.decode()
    assert '<span class="hexes">K21</span>' in page
    assert control(table)["K21"] == "russian", "the last word stands"
    painted(table, "hans", "K21", "russian")
    assert "Disputed" not in table.browser("spectator").get(address(table)).content.decode()


# the table and the dates ------------------------------------------------------------------------------------


def test_the_table_says_of_every_hex_what_the_drawing_shows(table: PlayedCampaign):
    painted(table, "hans", "K20-K24")
    page = table.browser("spectator").get(address(table, "map-table"))
    rows = list(page.context["page"].figure.rows)
    held = {row.hexes for row in rows if row.holder == "German" and row.hexes.startswith("K2")}
    assert held
    said = [each for row in rows for each in _names(row.hexes)]
    assert said == [str(place) for place in page.context["page"].figure.sheet.grid]


def _names(hexes: str) -> list[str]:
    first, _, last = hexes.partition("–")
    column = first.rstrip("0123456789")
    start = int(first.removeprefix(column))
    return [f"{column}{n}" for n in range(start, int((last or first).removeprefix(column)) + 1)]


@pytest.mark.slow
def test_the_front_is_shown_as_it_was_at_the_end_of_each_date(table: PlayedCampaign):
    painted(table, "hans", "K20-K24")
    table.play_to("purchase", "23PM")
    painted(table, "ivan", "K20-K24", "russian")
    seen = [table.browser("spectator").get(address(table, "map-dates"), {"at": at}).context["page"] for at in (0, 1, 2)]
    assert [date.title for date in seen[0].dates] == ["At the start", "23AM", "Now"]
    assert [page.current.figure.ground.control.get("K22", "") for page in seen] == ["", "german", "russian"]
    last = table.browser("hans").get(address(table, "map-dates"), {"at": "99999"})
    assert last.context["page"].at == 2
    assert table.browser("hans").get(address(table, "map-dates"), {"at": "x"}).status_code == 200
    assert table.browser("hans").get(address(table, "map-dates")).context["page"].at == 2


@pytest.mark.slow
def test_all_dates_are_in_one_drawing_of_which_one_is_seen_and_each_has_its_link(table: PlayedCampaign):
    painted(table, "hans", "K20-K24")
    table.play_to("purchase", "23PM")
    page = table.browser("spectator").get(address(table, "map-dates"), {"at": 1}).content.decode()
    assert re.findall(r'<g class="date"( hidden)?>', page) == [" hidden", "", " hidden"]
    names = re.findall(r'<(?:path|clipPath) id="([^"]+)"', page)
    assert len(names) == len(set(names)), "a page names each part of a drawing once"
    assert page.count("?at=") == 3
    assert "23AM, hexes held: German " in page


@pytest.mark.slow
def test_the_page_of_the_campaign_fetches_the_dates_that_are_asked_for_once_there_are_some(table: PlayedCampaign):
    lapse = f'hx-get="{address(table, "map-lapse")}"'
    campaign = reverse("campaign", args=[table.public_id])
    assert lapse not in table.browser("spectator").get(campaign).content.decode()
    painted(table, "hans", "K20-K24")
    table.play_to("purchase", "23PM")
    page = table.browser("spectator").get(campaign).content.decode()
    assert lapse in page
    assert f'href="{campaign}?date=0#front"' in page, "the way without scripts"
    part = table.browser("spectator").get(address(table, "map-lapse")).content.decode()
    assert "<html" not in part
    assert 'class="date"' in part


@pytest.mark.slow
def test_where_no_script_runs_the_dates_stand_on_the_page_of_the_campaign_itself(table: PlayedCampaign):
    painted(table, "hans", "K20-K24")
    table.play_to("purchase", "23PM")
    campaign = reverse("campaign", args=[table.public_id])
    shown = [table.browser("spectator").get(campaign, {"date": at}).content.decode() for at in ("0", "1", "x", "99")]
    assert [re.findall(r'<g class="date"( hidden)?>', page).index("") for page in shown] == [0, 1, 0, 2]
    assert f'href="{campaign}?date=1#front"' in shown[0]
    assert "hx-get=" not in shown[0].partition('id="front"')[2].partition("</svg>")[0], "what is there is not fetched"


def test_a_campaign_without_a_map_has_no_front_over_the_dates(db: None):
    table = start_played()
    page = table.browser("hans").get(reverse("campaign", args=[table.public_id]), {"date": 1})
    assert page.status_code == 200
    assert b"data-lapse" not in page.content


def test_two_scenarios_of_one_day_are_told_apart_by_their_titles():
    assert list(told_apart(["15 Sept", "16 Sept", "16 Sept"])) == ["15 Sept", "16 Sept", "16 Sept, scenario 2"]


def test_12_6069_7_505_who_holds_what_after_the_perimeters_is_what_its_date_ends_with():
    first, second = Ground(json.dumps(practice_map())), "A1-B2"
    opened = Event("stage.opened", PUBLIC, {"key": "23PM", "date": 1, "control": {"german": second, "russian": ""}})
    painting = Event("control.painted", PUBLIC, {"side": "german", "holder": "german", "hexes": "K20", "number": 1})
    began = Event("stage.opened", PUBLIC, {"key": "23AM"})
    dates = over_dates(first, [began, painting, opened])
    assert [title for title, _ in dates] == ["", "23AM"]
    assert dates[1][1] is not None
    assert sorted(dates[1][1].control) == ["A1", "A2", "B1", "B2"]


def test_the_legend_names_the_terrains_and_the_rings_where_they_are_drawn(table: PlayedCampaign):
    def legend(name: str) -> list[str]:
        page = table.browser("hans").get(address(table, name)).content.decode()
        (found,) = re.findall(r'<ul class="map-legend".*?</ul>', page, re.S)
        return re.findall(r"</svg>([^<]*)</li>", found)

    for name in ("map", "map-dates", "map-positions"):
        there = legend(name)
        assert {"Woods", "Location Victory Points"} <= set(there)
        assert "Open ground" not in there
    assert legend("campaign") == ["German", "Russian"]


# weight ----------------------------------------------------------------------------------------------------


def test_the_map_makes_a_page_less_than_15_kb_heavier():
    table = start_played(system="votg", map=practice_map("votg"))
    painted(table, "hans", "A1-L50, M1-N20, M30-P41")
    painted(table, "ivan", "P1-OO29, O1-O12, Q30-OO50, V10", "russian")
    page = table.browser("hans").get(address(table))
    bare = table.browser("hans").get(reverse("campaign-journal", args=[table.public_id]))
    more = len(gzip.compress(page.content)) - len(gzip.compress(bare.content))
    own = [len(gzip.compress((STATIC / name).read_bytes())) for name in ("js/map.js", "css/map.css")]
    assert more + sum(own) < 15_000, (more, own)


def noted(table: PlayedCampaign, name: str, hexes: str, terrain: str) -> ClientAnswer:
    entries = {"act": "alter", "hexes": hexes, "terrain": terrain, "seen": seen_by(table, name)}
    return table.browser(name).post(address(table), entries, follow=True)


def test_what_fell_is_noted_on_the_page_of_the_map_and_everybody_reads_it(table: PlayedCampaign):
    shown = noted(table, "hans", "C3-C4", "wooden_rubble").content.decode()
    assert "On the map, by the German side: wooden rubble: C3-C4." in html.unescape(shown)
    for name in ("ivan", "spectator"):
        said = table.browser(name).get(address(table), {"hex": "C3"}).content.decode()
        assert "C3, wooden rubble" in said
    assert "wooden rubble" in table.browser("ivan").get(address(table, "map-table")).content.decode()


@pytest.mark.parametrize(("hexes", "terrain"), [("ZZ99", "burnt"), ("C3", ""), ("C3", "lava")])
def test_what_makes_no_sense_of_the_terrain_is_refused_and_keeps_what_was_typed(
    table: PlayedCampaign, hexes: str, terrain: str
):
    answer = noted(table, "hans", hexes, terrain)
    shown = answer.content.decode()
    assert answer.status_code == 422
    assert f">{hexes}</textarea>" in shown
    assert '<details class="field" open>' in shown
    assert not state_of(table.campaign, {PUBLIC}).public.ground.altered


def test_a_spectator_notes_nothing(table: PlayedCampaign):
    assert 'value="alter"' not in table.browser("spectator").get(address(table)).content.decode()
    noted(table, "spectator", "C3", "burnt")
    assert not state_of(table.campaign, {PUBLIC}).public.ground.altered
