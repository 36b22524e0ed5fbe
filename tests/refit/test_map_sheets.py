"""Maps that owners type in: the same pages as charts, long sheets in parts, chosen for a campaign or not."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from campaigns.charts import actions, pages
from campaigns.charts.forms import FileForm
from campaigns.charts.models import OwnedChart
from campaigns.maps.changes import MapChanges
from campaigns.models import Campaign
from rules import registry
from rules.contract import Refused
from rules.engine.charts import Copy
from rules.ground.campaign_map import HasMap
from rules.ground.map_schema import sheet_of

GAME = "votg"


@pytest.fixture
def hans(db: None) -> User:
    return User.objects.create(username="hans")


@pytest.fixture
def mine(hans: User) -> OwnedChart:
    """A map of Hans's that begins with the practice map."""
    return actions.begin_chart(system=GAME, kind="map", name="My city", practice=True, by=hans)


@pytest.fixture
def his(hans: User, client: Client) -> Client:
    client.force_login(hans)
    return client


def hexes_of(chart: OwnedChart) -> list[dict[str, str]]:
    chart.refresh_from_db()
    found: list[dict[str, str]] = chart.draft["hexes"]
    return found


def page(chart: OwnedChart) -> str:
    return reverse("chart-sheet", args=[chart.chart_id, "hexes"])


def shown(chart: OwnedChart, line: int) -> dict[str, Any]:
    """What the page with this line posts when nothing is changed."""
    seen = pages.sheet_page(chart, actions.sheets_of(chart).sheets[-1], line)
    cells = {
        f"{n}.{key}": text
        for n, row in enumerate(hexes_of(chart), 1)
        if seen.first <= n <= seen.last
        for key, text in row.items()
    }
    part, rest = seen.found
    place = {"from": seen.first, "to": seen.replaces, "part": part, "rest": rest}
    return {**cells, **place, "revision": chart.revision, "act": "save"}


def upload(client: Client, chart: OwnedChart, text: str) -> Any:
    file = SimpleUploadedFile("my hexes.csv", text.encode())
    return client.post(reverse("chart-csv", args=[chart.chart_id, "hexes"]), {"file": file})


def test_a_map_and_a_chart_of_one_game_are_kept_apart(mine: OwnedChart, hans: User) -> None:
    assert [sheet.key for sheet in actions.sheets_of(mine).sheets] == ["map", "terrain", "hexes"]
    upload_version(mine)
    assert [label for _, label in actions.chart_options(hans, GAME)] == ["Practice chart: numbers of our own invention"]
    own, none, practice = actions.map_options(hans, GAME)
    assert own[1] == "My city, version 1"
    assert none == ("", "No map")
    assert practice[1].startswith("Practice map")
    with pytest.raises(Refused) as no:
        actions.copy_of_choice(own[0], hans, GAME)
    assert no.value.field == "chart"


def upload_version(chart: OwnedChart, label: str = "Barracks") -> None:
    """Change a label of the practice map, so that it is a map of its own."""
    sheet = actions.sheets_of(chart).sheets[-1]
    lines = hexes_of(chart)
    lines[0]["label"] = label
    kept = actions.keep_lines(chart=chart, sheet=sheet, lines=lines, revision=chart.revision)
    assert kept.version, kept.faults


def test_a_long_sheet_is_edited_in_parts_and_the_other_lines_stay(his: Client, mine: OwnedChart) -> None:
    before = hexes_of(mine)
    answer = his.get(page(mine), {"line": 250})
    html = answer.content.decode()
    assert 'name="201.hex"' in html
    assert 'name="200.hex"' not in html
    assert 'name="301.hex"' not in html
    assert f"Lines 201 to 300 of {len(before)}" in html
    his.post(page(mine), shown(mine, 250) | {"202.label": "Depot"})
    after = hexes_of(mine)
    assert [line for line in range(len(before)) if before[line] != after[line]] == [201]
    assert after[201]["label"] == "Depot"
    version = mine.versions.get()
    assert version.content["hexes"][201]["label"] == "Depot"


def test_lines_are_taken_out_of_a_part_and_put_in_behind_the_last(his: Client, mine: OwnedChart) -> None:
    before = hexes_of(mine)
    his.post(page(mine), shown(mine, 101) | {"out": ["101", "102"]})
    assert hexes_of(mine) == before[:100] + before[102:]
    last = len(before) - 2
    his.post(page(mine), shown(mine, last) | {f"{last + 1}.hex": "T1", f"{last + 1}.terrain": "gully"})
    assert hexes_of(mine)[-1]["hex"] == "T1"
    assert len(hexes_of(mine)) == last + 1


def test_a_part_that_was_overtaken_shows_what_was_typed_and_keeps_nothing(his: Client, mine: OwnedChart) -> None:
    stale = shown(mine, 150) | {"150.label": "Typed", "revision": mine.revision + 1}
    before = hexes_of(mine)
    answer = his.post(page(mine), stale)
    assert answer.status_code == 422
    assert "Typed" in answer.content.decode()
    assert hexes_of(mine) == before


def test_a_fault_in_another_part_is_a_link_to_it(his: Client, mine: OwnedChart) -> None:
    answer = his.post(page(mine), shown(mine, 350) | {"350.hex": "ZZ99"})
    html = answer.content.decode()
    assert answer.status_code == 422
    assert "ZZ99 is not on the map." in html
    assert "its corners are A1 and OO50" in html
    assert '<a href="#c-350.hex">' in html
    assert 'href="?line=350#c-350.hex"' in his.get(page(mine)).content.decode()
    assert not mine.versions.exists()


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("ZZ99,stone", "line 3, column Hex: ZZ99 is not on the map."),
        ("A1,river", "line 3, column Hex: A1 stands in line 2 already."),
        ("B2,stone,,=1+1", "line 3, column Building: &#x27;=1+1&#x27; begins like a formula."),
    ],
)
def test_what_is_wrong_with_a_file_is_told_by_its_lines(his: Client, mine: OwnedChart, line: str, told: str) -> None:
    cells = 3 - line.count(",")
    answer = upload(his, mine, "hex,terrain,levels,building\nA1,stone,,1\n" + line + "," * cells)
    assert answer.status_code == 422
    assert told in answer.content.decode()


def test_the_text_of_a_sheet_can_be_pasted_whole(his: Client, mine: OwnedChart) -> None:
    answer = his.post(
        reverse("chart-csv", args=[mine.chart_id, "hexes"]), {"text": "hex\tterrain\tlabel\nB2\tstone\tMill\n"}
    )
    assert answer.status_code == 302
    assert [(line["hex"], line["label"]) for line in hexes_of(mine)] == [("B2", "Mill")]
    assert mine.versions.get().content["hexes"][0]["terrain"] == "stone"


def test_neither_a_file_nor_a_text_is_asked_for_one(his: Client, mine: OwnedChart) -> None:
    answer = his.post(reverse("chart-csv", args=[mine.chart_id, "hexes"]), {"text": "  "})
    assert answer.status_code == 422
    assert "Choose a file, or paste its text." in answer.content.decode()
    assert FileForm("x", {"text": "x" * (actions.MOST_BYTES + 1)}).errors


def test_what_goes_out_comes_in_again(his: Client, mine: OwnedChart) -> None:
    whole = his.get(reverse("map-practice-file", args=[GAME, "map.toml"])).content
    his.post(reverse("chart-toml", args=[mine.chart_id]), {"file": SimpleUploadedFile("map.toml", whole)})
    system = registry.get(GAME)
    assert isinstance(system, HasMap)
    assert mine.versions.get().content == actions.as_json(system.maps.practice)


def test_the_practice_map_says_so_on_its_page_and_in_the_list(his: Client, mine: OwnedChart) -> None:
    html = his.get(reverse("map-practice", args=[GAME])).content.decode()
    assert "This landscape is our own invention" in html
    assert "lines more are in the file" in html
    assert reverse("map-practice", args=[GAME]) in his.get(reverse("chart-list")).content.decode()


def founded(client: Client, chosen: str | None) -> Any:
    form = client.get(reverse("campaign-start"), {"system": GAME}).context["form"]
    data = {name: field.initial for name, field in form.fields.items() if field.initial is not None}
    data |= {"name": "With a map", "words": "any words", "prepared": form.seed.wrapped, "act": "go"}
    if chosen is not None:
        data["map"] = chosen
    return client.post(f"{reverse('campaign-start')}?system={GAME}", data)


def test_a_campaign_is_founded_without_a_map_with_the_practice_map_or_with_ones_own(
    his: Client, mine: OwnedChart
) -> None:
    upload_version(mine)
    own = f"{mine.chart_id}:1"
    for chosen, title in (("", None), ("practice", "Practice map"), (own, "My city")):
        assert founded(his, chosen).status_code == 302
        campaign = Campaign.objects.latest("pk")
        assert campaign.options.get("map", {}).get("title") == title
    upload_version(mine, "Later")
    campaign.refresh_from_db()
    assert "Barracks" in campaign.options["map"]["sheets"]["hexes"]
    assert "Later" not in json.dumps(campaign.options)
    system = registry.get(GAME)
    assert isinstance(system, HasMap)
    ground = system.ground(system.setup(campaign.options))
    assert ground is not None
    assert (ground.sheet.name, ground.sheet.version, ground.sheet.invented) == ("My city", 1, False)


@pytest.mark.parametrize("chosen", ["nothing", "abcdefghijkl:1", "practice:1"])
def test_a_map_that_is_none_founds_nothing(his: Client, mine: OwnedChart, chosen: str) -> None:
    answer = founded(his, chosen)
    assert answer.status_code == 422
    assert answer.context["form"].errors["map"]


# what changed between versions ----------------------------------------------------------------------------------


def saved(his: Client, mine: OwnedChart, **cells: str) -> None:
    """Another version, with these cells of its first line."""
    mine.refresh_from_db()
    typed = {f"1.{key}": text for key, text in cells.items()}
    assert his.post(page(mine), {**shown(mine, 1), **typed}).status_code == 302


def test_a_version_shows_what_changed_since_the_one_before_on_the_map_and_in_words(his: Client, mine: OwnedChart):
    saved(his, mine)
    first = reverse("chart-version", args=[mine.chart_id, 1])
    assert "Changed since" not in his.get(first).content.decode()
    place = hexes_of(mine)[0]["hex"]
    saved(his, mine, label="Tavern")
    shows = his.get(reverse("chart-version", args=[mine.chart_id, 2]))
    changes = shows.context["changes"]
    assert [str(each) for each in changes.hexes] == [place]
    ((row,),) = (changes.rows,)
    assert row.hexes == place
    assert "Tavern" in row.after
    assert "Tavern" not in row.before
    assert 'class="ringed"' in shows.content.decode()
    assert "1 hex changed" in shows.content.decode()


@pytest.mark.slow
def test_a_version_is_compared_with_any_earlier_one_and_nonsense_with_the_one_before(his: Client, mine: OwnedChart):
    for label in ("", "Tavern", "<b>Mill</b>"):
        saved(his, mine, label=label)
    address = reverse("chart-version", args=[mine.chart_id, 3])
    for asked, since in (("1", 1), ("2", 2), ("", 2), ("3", 2), ("99", 2), ("x", 2)):
        answer = his.get(address, {"since": asked})
        assert answer.context["since"] == since
        assert "<b>Mill" not in answer.content.decode()


def test_terrain_that_counts_otherwise_or_a_hex_that_is_gone_is_a_change(mine: OwnedChart):
    system = registry.get(GAME)
    assert isinstance(system, HasMap)
    before = sheet_of(Copy("Map", 1, False, system.maps.practice))
    (sheet,) = system.maps.practice["map"]
    smaller = {**system.maps.practice, "map": ({**sheet, "odd_last": sheet["odd_last"] - 1},)}
    gone = MapChanges(before, sheet_of(Copy("Map", 2, False, smaller)), system.sides)
    assert {each.number for each in gone.hexes} == {sheet["odd_last"]}
    assert {row.after for row in gone.rows} == {"not on the map"}
    kinds = [{**kind, "counts_as": ()} if kind["key"] == "stone" else kind for kind in system.maps.practice["terrain"]]
    other = {**system.maps.practice, "terrain": tuple(kinds)}
    changed = MapChanges(before, sheet_of(Copy("Map", 2, False, other)), system.sides).hexes
    assert {before.at(each).terrain for each in changed} == {"stone"}
    assert len(changed) == sum(each.terrain == "stone" for each in before.facts.values())
