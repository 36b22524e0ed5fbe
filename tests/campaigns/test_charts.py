"""Charts of owners: kept as typed, saved as versions, seen by whom they are shared with, copied at a founding."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import IntegrityError, connection, transaction
from django.http import Http404
from django.test import Client
from django.urls import reverse

from campaigns import access, actions
from campaigns.charts import actions as chart_actions
from campaigns.charts import pages as chart_pages
from campaigns.charts import urls as chart_urls
from campaigns.charts.models import ChartVersion, OwnedChart
from rules import registry
from rules.contract import Refused
from rules.engine.charts import restore
from tests.at_once import is_held
from tests.campaigns.conftest import OPTIONS
from tests.campaigns.test_workbooks import xlsx
from tests.html_client import open_page, opened
from tests.toys.auction import AUCTION
from tests.toys.ships import GAME

SECRET = "Kestrel"
ARK = {"id": "A1", "name": SECRET, "price": "7"}
PORT = {"ship": "A1"}


@pytest.fixture(autouse=True)
def ships(auction: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that asks for charts stands beside one that does not."""
    both = {AUCTION.key: AUCTION, GAME.key: GAME}
    monkeypatch.setattr(registry, "all_systems", lambda: both)
    monkeypatch.setattr(registry, "get", lambda key: both[key])


@pytest.fixture
def mine(users: dict[str, User]) -> OwnedChart:
    return chart_actions.begin_chart(system="ships", name="My ships", practice=False, by=users["hans"])


@pytest.fixture
def his(mine: OwnedChart, logged_in: Callable[..., Any]) -> Client:
    """The owner's."""
    client: Client = logged_in(mine.owner)
    return client


def keep(chart: OwnedChart, *lines: dict[str, str], sheet: str = "ships", **more: Any) -> chart_actions.KeptDraft:
    found = GAME.charts.sheet(sheet)
    return chart_actions.keep_lines(chart=chart, sheet=found, lines=lines, revision=chart.revision, **more)


def posted(chart: OwnedChart, *lines: dict[str, str], **more: str) -> dict[str, str]:
    """What the editor of the first sheet sends."""
    cells = {f"{n}.{key}": text for n, line in enumerate(lines, start=1) for key, text in line.items()}
    return {"revision": str(chart.revision), "act": "save"} | cells | more


def sheet_of(chart: OwnedChart, sheet: str = "ships") -> str:
    return reverse("chart-sheet", args=[chart.chart_id, sheet])


def csv_of(chart: OwnedChart) -> str:
    return reverse("chart-csv", args=[chart.chart_id, "ships"])


def file(data: bytes, name: str = "my ships.csv") -> dict[str, SimpleUploadedFile]:
    return {"file": SimpleUploadedFile(name, data)}


# Versions


def test_every_save_without_a_fault_makes_a_version(mine: OwnedChart) -> None:
    first = keep(mine, ARK).version
    assert first is not None
    second = keep(mine, ARK | {"price": "9"}).version
    assert second is not None
    assert (first.number, second.number) == (1, 2)
    first.refresh_from_db()
    assert first.content["ships"][0]["price"] == 7


def test_saving_the_same_again_makes_no_other_version(mine: OwnedChart) -> None:
    assert keep(mine, ARK).version == keep(mine, ARK | {"price": " 7,0 "}).version


def test_a_draft_with_a_fault_is_kept_as_typed_and_is_no_version(mine: OwnedChart) -> None:
    keep(mine, ARK)
    kept = keep(mine, ARK | {"price": "-7"}, {}, {"name": "=1"})
    assert kept.version is None
    assert [(fault.line, fault.column) for fault in kept.faults] == [(1, "price"), (2, "id"), (2, "name"), (2, "price")]
    mine.refresh_from_db()
    assert [line["price"] for line in mine.draft["ships"]] == ["-7", ""]
    assert mine.versions.count() == 1


def test_a_fault_on_one_sheet_keeps_the_others_from_becoming_a_version(mine: OwnedChart) -> None:
    keep(mine, {"ship": "Z9"}, sheet="ports")
    kept = keep(mine, ARK)
    assert kept.version is None
    assert [(fault.sheet, fault.line) for fault in kept.faults] == [("ports", 1)]
    assert keep(mine, PORT, sheet="ports").version is not None


def test_the_database_refuses_to_change_a_version(mine: OwnedChart) -> None:
    version = keep(mine, ARK).version
    assert version is not None
    version.content = {}
    with pytest.raises(IntegrityError, match="never changes"), transaction.atomic():
        version.save()


def test_a_page_that_was_overtaken_keeps_nothing(mine: OwnedChart) -> None:
    before = mine.revision
    keep(mine, ARK)
    with pytest.raises(chart_actions.StaleDraft):
        chart_actions.keep_lines(chart=mine, sheet=GAME.charts.sheets[0], lines=[{}], revision=before)
    mine.refresh_from_db()
    assert mine.draft["ships"][0]["name"] == SECRET


@pytest.mark.django_db(transaction=True)
def test_a_draft_is_compared_while_no_other_window_keeps_it(mine: OwnedChart, monkeypatch: pytest.MonkeyPatch) -> None:
    held, with_lines = list[bool](), chart_actions.with_lines

    def compared(*given: Any) -> dict[str, object]:
        held.append(is_held(mine))
        return with_lines(*given)

    monkeypatch.setattr(chart_actions, "with_lines", compared)
    keep(mine, ARK)
    assert held == [True]


@pytest.mark.parametrize("strange", ["\0", "a\ud800b", "\ufffd"])
def test_what_no_database_holds_is_marked_where_it_stands(mine: OwnedChart, strange: str) -> None:
    kept = keep(mine, ARK | {"name": strange})
    assert [(fault.line, fault.column) for fault in kept.faults] == [(1, "name")]


# Choosing one at a founding


def test_the_newest_version_of_each_chart_and_the_practice_chart_may_be_chosen(mine: OwnedChart) -> None:
    assert [value for value, _ in chart_actions.chart_options(mine.owner, "ships")] == ["practice"]
    keep(mine, ARK)
    keep(mine, ARK | {"price": "8"})
    options = chart_actions.chart_options(mine.owner, "ships")
    assert options[0] == (f"{mine.chart_id}:2", "My ships, version 2")
    assert chart_actions.chart_options(mine.owner, "auction") == [options[-1]]


def test_a_campaign_gets_a_copy_that_later_edits_do_not_touch(mine: OwnedChart, users: dict[str, User]) -> None:
    keep(mine, ARK)
    copy = chart_actions.copy_of_choice(f"{mine.chart_id}:1", mine.owner, "ships")
    options = {**OPTIONS, "chart": copy}
    seat = actions.start_campaign(name="x", system="auction", options=options, side="german", by=users["hans"])
    keep(mine, ARK | {"price": "50"})
    chart_actions.remove(chart=mine)
    seat.campaign.refresh_from_db()
    kept = restore(GAME.charts, seat.campaign.options["chart"])
    assert (kept.title, kept.version, kept.practice) == ("My ships", 1, False)
    assert kept.content["ships"][0]["price"] == 7


def test_the_practice_chart_says_so_in_every_copy(mine: OwnedChart) -> None:
    assert chart_actions.copy_of_choice("practice", mine.owner, "ships")["practice"] is True
    ours = chart_actions.begin_chart(system="ships", name="Begun", practice=True, by=mine.owner)
    same = keep(ours, *ours.draft["ships"]).version
    assert same is not None
    assert chart_actions.copy_of_choice(f"{ours.chart_id}:1", mine.owner, "ships")["practice"] is True
    keep(ours, ARK)
    assert chart_actions.copy_of_choice(f"{ours.chart_id}:2", mine.owner, "ships")["practice"] is False


def test_what_is_not_on_the_list_is_refused_alike(mine: OwnedChart, users: dict[str, User]) -> None:
    keep(mine, ARK)
    said = set()
    for value in (
        None,
        "",
        3,
        "x",
        f"{mine.chart_id}:1",
        f"{mine.chart_id}:9",
        "AAAAAAAAAAAA:1",
        f"{mine.chart_id}:1\n",
    ):
        with pytest.raises(Refused) as no:
            chart_actions.copy_of_choice(value, users["ivan"], "ships")
        said.add((no.value.message, no.value.field, no.value.way_out))
    assert len(said) == 1
    with pytest.raises(Refused):
        chart_actions.copy_of_choice("practice", users["ivan"], "auction")


# Whose it is

Rest = dict[str, list[int | str]]
OWNERS: Rest = {"chart": [], "chart-toml": [], "chart-remove": [], "chart-sheet": ["ships"], "chart-csv": ["ships"]}
READERS: Rest = {"chart-version": [1], "chart-file": [1, "ships.csv"]}
FREE = {"chart-list", "chart-begin", "chart-practice", "chart-practice-file", "chart-blank"}
FREE |= {"map-practice", "map-practice-file", "map-blank"}


def test_the_tables_above_name_every_address() -> None:
    assert {pattern.name for pattern in chart_urls.urlpatterns} == {*OWNERS, *READERS, *FREE}


@pytest.mark.parametrize("address", [*OWNERS, *READERS])
@pytest.mark.parametrize("shared", [False, True])
def test_another_persons_chart_is_not_there_unless_it_is_shared_and_only_read(
    mine: OwnedChart, users: dict[str, User], logged_in: Callable[..., Any], address: str, shared: bool
) -> None:
    keep(mine, ARK)
    chart_actions.change(chart=mine, name=mine.name, shared=shared)
    client, rest = logged_in(users["ivan"]), (OWNERS | READERS)[address]
    answers = [client.get(reverse(address, args=[key, *rest])) for key in (mine.chart_id, "AAAAAAAAAAAA", "x")]
    answers += [client.post(reverse(address, args=[key, *rest])) for key in (mine.chart_id, "AAAAAAAAAAAA", "x")]
    open_to_him = shared and address in READERS
    assert (answers[0].status_code == 200) == open_to_him
    assert (SECRET.encode() in answers[0].content) == open_to_him
    if not open_to_him:
        assert answers[0].status_code == answers[1].status_code == answers[2].status_code
        assert answers[3].status_code == answers[4].status_code == answers[5].status_code
        assert {answers[0].status_code, answers[3].status_code} <= {404, 405}
    assert OwnedChart.objects.filter(pk=mine.pk).exists()


@pytest.mark.parametrize("name", ["ivan", "stranger"])
def test_no_list_names_a_private_chart(
    mine: OwnedChart, users: dict[str, User], logged_in: Callable[..., Any], name: str
) -> None:
    keep(mine, ARK)
    client = logged_in(users[name])
    assert mine.name not in client.get(reverse("chart-list")).content.decode()
    assert chart_actions.chart_options(users[name], "ships")[0][0] == "practice"
    chart_actions.change(chart=mine, name=mine.name, shared=True)
    assert mine.name in client.get(reverse("chart-list")).content.decode()
    assert chart_actions.chart_options(users[name], "ships")[0][1] == "My ships by hans, version 1"


def test_a_shared_chart_without_a_version_is_nobody_elses(mine: OwnedChart, users: dict[str, User]) -> None:
    chart_actions.change(chart=mine, name=mine.name, shared=True)
    assert list(chart_actions.seen_by(users["ivan"])) == []


def test_a_taken_name_says_nothing_of_other_people(mine: OwnedChart, users: dict[str, User]) -> None:
    chart_actions.begin_chart(system="ships", name=mine.name, practice=False, by=users["ivan"])
    with pytest.raises(Refused) as no:
        chart_actions.begin_chart(system="ships", name=mine.name, practice=False, by=users["hans"])
    assert no.value.field == "name"


def test_who_is_not_logged_in_is_asked_to(client: Client, mine: OwnedChart) -> None:
    for address, rest in (OWNERS | READERS).items():
        answer = client.get(reverse(address, args=[mine.chart_id, *rest]))
        assert answer["Location"].startswith("/accounts/login/")
    assert client.get(reverse("chart-list"))["Location"].startswith("/accounts/login/")
    assert not chart_actions.seen_by(User(pk=-1)).exists()
    with pytest.raises(Http404):
        access.own_chart_or_404(AnonymousUser(), mine.chart_id)


# The editor


def test_saving_a_good_sheet_comes_back_to_it_with_its_version(his: Client, mine: OwnedChart) -> None:
    answer = his.post(sheet_of(mine), posted(mine, ARK), follow=True)
    assert answer.redirect_chain == [(sheet_of(mine), 302)]
    assert "Saved as version 1." in answer.content.decode()


def test_a_fault_stands_at_its_cell_and_everything_typed_is_still_there(his: Client, mine: OwnedChart) -> None:
    wrong = posted(mine, ARK | {"price": "dear"}, {"id": "B2", "name": "Bark", "price": "3"})
    answer = his.post(sheet_of(mine), wrong)
    page = answer.content.decode()
    assert answer.status_code == 422
    cell = next(part for part in page.split("</td>") if 'id="c-1.price"' in part)
    assert all(part in cell for part in ('aria-invalid="true"', 'aria-describedby="w-1.price"', 'value="dear"'))
    assert "is not a whole number" in cell
    assert 'value="Bark"' in page
    again = his.get(sheet_of(mine)).content.decode()
    assert 'value="dear"' in again
    assert "1 thing to mend on this sheet" in again


def test_lines_are_added_without_a_script_and_without_a_version(his: Client, mine: OwnedChart) -> None:
    answer = his.post(sheet_of(mine), posted(mine, ARK, act="rows", more="1"))
    page = answer.content.decode()
    assert answer.status_code == 200
    assert page.count("<tr data-line") == 1 + 4
    assert f'value="{SECRET}"' in page
    assert not mine.versions.exists()


def test_never_more_lines_than_a_sheet_may_have(his: Client, mine: OwnedChart) -> None:
    page = his.post(sheet_of(mine), posted(mine, ARK, act="rows", more="99999")).content.decode()
    assert page.count("<tr data-line") == GAME.charts.sheets[0].most


def test_a_line_is_taken_out_by_its_tick(his: Client, mine: OwnedChart) -> None:
    two = posted(mine, ARK, {"id": "B2", "name": "Bark", "price": "3"})
    his.post(sheet_of(mine), {**two, "out": "1"})
    assert [row["id"] for row in ChartVersion.objects.get().content["ships"]] == ["B2"]


def test_an_overtaken_page_shows_what_was_typed_and_takes_it_at_the_second_press(his: Client, mine: OwnedChart) -> None:
    late = posted(mine, ARK | {"name": "Late"})
    keep(mine, ARK)
    answer = his.post(sheet_of(mine), late)
    assert answer.status_code == 422
    assert "another window" in answer.content.decode()
    assert 'value="Late"' in answer.content.decode()
    mine.refresh_from_db()
    assert mine.draft["ships"][0]["name"] == SECRET
    assert f'name="revision" value="{mine.revision}"' in answer.content.decode()
    his.post(sheet_of(mine), posted(mine, ARK | {"name": "Late"}))
    mine.refresh_from_db()
    assert mine.draft["ships"][0]["name"] == "Late"


FLEET = [{"id": f"{letter}1", "name": letter, "price": "1"} for letter in "ABCDE"]


def in_parts(monkeypatch: pytest.MonkeyPatch, chart: OwnedChart, lines: list[dict[str, str]]) -> None:
    """The sheet is a long one, of which a page shows two lines."""
    monkeypatch.setattr(chart_pages, "PART", 2)
    keep(chart, *lines)


def names_in(chart: OwnedChart) -> list[str]:
    chart.refresh_from_db()
    return [line["name"] for line in chart.draft["ships"]]


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        (["c", "d"], ["A", "B", "c", "d", "E"]),
        (["c", None], ["A", "B", "c", "E"]),
        (["c", "d", "x"], ["A", "B", "c", "d", "x", "E"]),
    ],
)
def test_an_overtaken_part_of_a_long_sheet_takes_its_own_place_at_the_second_press(
    his: Client, mine: OwnedChart, monkeypatch: pytest.MonkeyPatch, typed: list[str | None], expected: list[str]
) -> None:
    lines = FLEET[:4] if len(typed) > 2 else FLEET
    in_parts(monkeypatch, mine, lines)
    part = open_page(his, f"{sheet_of(mine)}?line=3").form_with("save")
    assert part.fields["3.name"] == "C"
    keep(mine, {"ship": "A1"}, sheet="ports")
    late = {**part.fields, "act": "save"} | {f"{n}.name": text for n, text in enumerate(typed, 3) if text}
    late |= {"5.id": "X1", "5.price": "1"} if len(typed) > 2 else {}
    answer = his.post(sheet_of(mine), {**late, "out": "4"} if None in typed else late)
    assert answer.status_code == 422
    assert names_in(mine) == [line["name"] for line in lines]
    again = opened(his, answer, "").form_with("save")
    assert his.post(sheet_of(mine), {**again.fields, "act": "save"}).status_code == 302
    assert names_in(mine) == (expected if len(lines) == 5 else expected[:-1])


@pytest.mark.parametrize("more", [(), ({"id": "F9", "name": "F", "price": "1"},)])
def test_a_part_of_a_long_sheet_whose_lines_have_moved_is_not_put_in_the_place_of_others(
    his: Client, mine: OwnedChart, monkeypatch: pytest.MonkeyPatch, more: tuple[dict[str, str], ...]
) -> None:
    """Also not where as many lines were added as were taken out."""
    in_parts(monkeypatch, mine, FLEET)
    part = open_page(his, f"{sheet_of(mine)}?line=3").form_with("save")
    keep(mine, *FLEET[1:], *more)
    before = names_in(mine)
    answer = his.post(sheet_of(mine), {**part.fields, "3.name": "late", "act": "save"})
    for _ in range(2):
        assert answer.status_code == 422
        assert "added, taken out or changed" in answer.content.decode()
        assert 'value="late"' in answer.content.decode()
        assert names_in(mine) == before
        answer = his.post(sheet_of(mine), {**opened(his, answer, "").form_with("save").fields, "act": "save"})


@pytest.mark.parametrize(("line", "kept"), [("1", ["late", "B", "C", "typed"]), ("3", ["A", "B", "C", "typed"])])
def test_a_part_of_a_long_sheet_has_its_place_as_long_as_it_or_all_else_stays(
    his: Client, mine: OwnedChart, monkeypatch: pytest.MonkeyPatch, line: str, kept: list[str]
) -> None:
    """In another window a line of the other part was changed, or one of the same part."""
    in_parts(monkeypatch, mine, FLEET[:4])
    part = open_page(his, f"{sheet_of(mine)}?line=3").form_with("save")
    changed = [dict(each) for each in FLEET[:4]]
    changed[int(line) - 1]["name"] = "late"
    keep(mine, *changed)
    answer = his.post(sheet_of(mine), {**part.fields, "4.name": kept[3], "3.name": kept[2], "act": "save"})
    assert "press again" in answer.content.decode()
    again = opened(his, answer, "").form_with("save")
    assert his.post(sheet_of(mine), {**again.fields, "act": "save"}).status_code == 302
    assert names_in(mine) == kept


@pytest.mark.parametrize(
    "nonsense",
    [
        {},
        {"revision": "x"},
        {"revision": "0", "1.price": "9" * 5000, "act": "save"},
        {"revision": "0", "1.name": "\0", "1.id": "<script>", "act": "?"},
        {"revision": "0", "99999999.name": "x", "1.wings": "2", ".name": "x", "a.name": "y", "act": "save"},
        {"revision": "٣", "out": "٣", "act": "rows", "more": "-1"},
    ],
)
def test_nonsense_is_answered_with_the_page(his: Client, mine: OwnedChart, nonsense: dict[str, str]) -> None:
    answer = his.post(sheet_of(mine), nonsense)
    assert answer.status_code in (200, 422)
    assert b"<script>" not in answer.content.split(b"chart-form")[1]
    assert not mine.versions.exists()


def test_a_sheet_that_is_none_is_not_there(his: Client, mine: OwnedChart) -> None:
    assert his.get(sheet_of(mine, "boats")).status_code == 404


# Files


def test_a_csv_takes_the_place_of_a_sheet(his: Client, mine: OwnedChart) -> None:
    keep(mine, ARK)
    data = "\ufeffid;name;price\r\nC3;Cutter;7,0\r\n".encode()
    answer = his.post(csv_of(mine), file(data))
    assert answer.status_code == 302
    assert [row["name"] for row in mine.versions.all()[0].content["ships"]] == ["Cutter"]


def test_faults_of_a_file_are_told_by_its_lines_and_the_draft_is_filled(his: Client, mine: OwnedChart) -> None:
    answer = his.post(csv_of(mine), file(b"id,name,price\n\nA1,Ark,-7\n\nA1,=HYPERLINK(1),3\n"))
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "my ships.csv, line 3, column Price" in page
    assert "my ships.csv, line 5, column Name" in page
    assert 'id="c-1.price"' in page
    assert 'value="-7"' in page
    assert not mine.versions.exists()


@pytest.mark.parametrize(
    "data",
    ["id,name,price\nA1,Bärk,7\n".encode("cp1252"), b"id,wings\n", b"PK\x03\x04", b"", b"id,name,price\nA1,\x00,7\n"],
)
def test_a_file_of_which_nothing_can_be_taken_leaves_the_draft_alone(
    his: Client, mine: OwnedChart, data: bytes
) -> None:
    keep(mine, ARK)
    answer = his.post(csv_of(mine), file(data))
    assert answer.status_code == 422
    mine.refresh_from_db()
    assert mine.draft["ships"][0]["name"] == SECRET
    assert mine.versions.count() == 1


def test_a_file_of_ten_megabytes_is_refused_before_it_is_read(
    his: Client, mine: OwnedChart, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: Iterator[Any] = iter(())
    monkeypatch.setattr(chart_actions, "take_file", lambda **_: next(read))
    for address in (csv_of(mine), reverse("chart-toml", args=[mine.chart_id])):
        answer = his.post(address, file(b"x" * (10 * 1024 * 1024)))
        assert answer.status_code == 422
        assert "10240 kB" in answer.content.decode()


def test_a_toml_takes_the_place_of_all_sheets_and_a_bad_one_of_none(his: Client, mine: OwnedChart) -> None:
    address = reverse("chart-toml", args=[mine.chart_id])
    whole = his.get(reverse("chart-practice-file", args=["ships", "chart.toml"])).content
    assert his.post(address, file(whole, "chart.toml")).status_code == 302
    assert mine.versions.all()[0].content == chart_actions.as_json(GAME.charts.practice)
    bad = his.post(address, file(b'[[ships]]\nid = "A1"\nwings = 2\n', "mine.toml"))
    assert bad.status_code == 422
    assert "mine.toml, line 3, column wings" in bad.content.decode()
    wrong = his.post(address, file(b'[[ships]]\nid = "A1"\nprice = 2\n', "mine.toml"))
    assert "mine.toml, line 1, column Name" in wrong.content.decode()
    assert mine.versions.count() == 1


def test_what_goes_out_comes_in_again(his: Client, mine: OwnedChart) -> None:
    keep(mine, ARK | {"name": 'Ärk; the "old"', "guns": "Long*2; Short*1", "hulls": "10^2", "rig": "sail oars"})
    before = mine.versions.get().content
    out = his.get(reverse("chart-file", args=[mine.chart_id, 1, "ships.csv"]))
    assert out["Content-Disposition"] == 'attachment; filename="ships.csv"'
    assert his.post(csv_of(mine), file(out.content)).status_code == 302
    assert mine.versions.get().content == before


def test_templates_are_empty(his: Client) -> None:
    blank = his.get(reverse("chart-blank", args=["ships", "ships.csv"])).content.decode()
    assert blank == "\ufeffid,name,price,hulls,flag,rig,guns\r\n"
    assert b"# [[ships]]" in his.get(reverse("chart-blank", args=["ships", "chart.toml"])).content


def test_a_spreadsheet_takes_the_place_of_all_sheets_and_goes_out_again(his: Client, mine: OwnedChart) -> None:
    practice = his.get(reverse("chart-practice-file", args=["ships", "chart.xlsx"]))
    assert practice["Content-Disposition"] == 'attachment; filename="chart.xlsx"'
    sent = SimpleUploadedFile("my ships.xlsx", practice.content)
    assert his.post(reverse("chart-toml", args=[mine.chart_id]), {"file": sent}).status_code == 302
    assert mine.versions.count() == 1
    kept = his.get(reverse("chart-file", args=[mine.chart_id, 1, "chart.xlsx"]))
    sent = SimpleUploadedFile("ships.xlsx", kept.content)
    assert his.post(csv_of(mine), {"file": sent}).status_code == 302
    assert mine.versions.count() == 1


def test_a_fault_of_a_spreadsheet_is_told_by_sheet_row_and_column(his: Client, mine: OwnedChart) -> None:
    keep(mine, ARK)
    data = xlsx({"ships": [("id", "name", "price"), ("A1", "Ark", "7"), ("B1", "Bark", "-7")]})
    answer = his.post(reverse("chart-toml", args=[mine.chart_id]), {"file": SimpleUploadedFile("my ships.xlsx", data)})
    assert answer.status_code == 422
    assert "my ships.xlsx, ships, line 3, column Price" in answer.content.decode()


@pytest.mark.parametrize("name", ["ships", "boats.csv", "ships.toml", "..csv", ".csv"])
def test_a_file_that_is_none_is_not_there(his: Client, name: str) -> None:
    assert his.get(reverse("chart-blank", args=["ships", name])).status_code == 404
    assert his.get(f"/charts/blank/auction/{name}").status_code == 404


# The other pages


def test_a_chart_is_begun_named_shared_and_removed(his: Client, mine: OwnedChart) -> None:
    answer = his.post(reverse("chart-begin"), {"system": "ships", "name": "Second", "start": "practice"})
    second = OwnedChart.objects.get(name="Second")
    assert answer["Location"] == second.get_absolute_url()
    assert len(second.draft["ships"]) == 2
    his.post(second.get_absolute_url(), {"name": "Third", "shared": "on"})
    second.refresh_from_db()
    assert (second.name, second.shared) == ("Third", True)
    assert his.post(second.get_absolute_url(), {"name": mine.name}).status_code == 422
    assert his.get(reverse("chart-remove", args=[second.chart_id])).status_code == 200
    his.post(reverse("chart-remove", args=[second.chart_id]))
    assert not OwnedChart.objects.filter(name="Third").exists()


def test_a_chart_whose_new_name_is_taken_is_called_as_before(his: Client, mine: OwnedChart) -> None:
    chart_actions.begin_chart(system="ships", name="Other", practice=False, by=mine.owner)
    page = his.post(mine.get_absolute_url(), {"name": "Other"})
    assert page.status_code == 422
    assert "<h1>My ships</h1>" in page.content.decode()
    assert 'value="Other"' in page.content.decode()


def test_a_chart_of_a_game_that_asks_for_none_is_not_begun(his: Client, users: dict[str, User]) -> None:
    assert his.post(reverse("chart-begin"), {"system": "auction", "name": "x"}).status_code == 422
    with pytest.raises(Refused):
        chart_actions.begin_chart(system="auction", name="x", practice=False, by=users["hans"])


def test_nobody_has_more_charts_than_the_limit(users: dict[str, User]) -> None:
    for n in range(chart_actions.MOST_CHARTS):
        chart_actions.begin_chart(system="ships", name=str(n), practice=False, by=users["hans"])
    with pytest.raises(Refused):
        chart_actions.begin_chart(system="ships", name="one more", practice=False, by=users["hans"])


def test_the_practice_chart_is_marked_on_its_page(his: Client, mine: OwnedChart) -> None:
    page = his.get(reverse("chart-practice", args=["ships"])).content.decode()
    assert "our own invention" in page
    keep(mine, ARK)
    assert "our own invention" not in his.get(reverse("chart-version", args=[mine.chart_id, 1])).content.decode()


def test_a_chart_whose_game_has_left_the_instance_is_not_there(
    his: Client, mine: OwnedChart, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "all_systems", lambda: {AUCTION.key: AUCTION})
    assert his.get(mine.get_absolute_url()).status_code == 404
    assert "No game here asks for a chart" in his.get(reverse("chart-list")).content.decode()


@pytest.mark.parametrize("lines", [1, 5])
def test_a_page_asks_the_database_as_often_for_many_lines_as_for_one(
    his: Client, mine: OwnedChart, lines: int, django_assert_num_queries: Any
) -> None:
    keep(mine, *(ARK | {"id": f"A{n}"} for n in range(lines)))
    assert connection.vendor == "postgresql"
    with django_assert_num_queries(4):
        his.get(sheet_of(mine))


def test_a_draft_longer_than_any_chart_is_refused_with_both_numbers_and_nothing_is_kept(
    his: Client, mine: OwnedChart, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each page of a chart reads its whole draft, and a sheet may be sent in many parts."""
    monkeypatch.setattr(chart_actions, "MOST_BYTES", 100)
    keep(mine, ARK)
    answer = his.post(sheet_of(mine), {"revision": "1", "1.id": "A1", "1.name": "x" * 99, "act": "save"})
    said = "With this the sheets would have 101 characters, and 100 is the most there can be."
    assert (answer.status_code, said in answer.content.decode()) == (422, True)
    answer = his.post(
        reverse("chart-csv", args=[mine.chart_id, "ships"]),
        {"text": f"id,name,price\nA1,{'x' * 60},7\nA2,{'x' * 60},7\n"},
    )
    assert (answer.status_code, "100 is the most there can be" in answer.content.decode()) == (422, True)
    mine.refresh_from_db()
    assert (mine.revision, mine.draft["ships"][0]["name"]) == (1, SECRET)
