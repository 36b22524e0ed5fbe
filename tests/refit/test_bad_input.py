"""Bad input at the wizard: a sentence with rule and numbers, nothing half done, nothing typed lost, never a 500."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from campaigns.models import JournalEntry
from tests.html_client import HtmlPage, open_page, opened
from tests.players import PlayedCampaign

Wizard = Callable[[PlayedCampaign, str], HtmlPage]


def refused(page: HtmlPage, *words: str) -> None:
    """The page says no with these words: why, by which rule, and what else can be done."""
    assert page.status == 422
    notice = page.html.partition('<div class="notice refusal"')[2].partition("</div>")[0]
    assert "Not done." in notice
    for word in words:
        assert word in notice, notice


def test_overspending_is_refused_with_the_sum_and_the_rule_7_518(table: PlayedCampaign, wizard: Wizard) -> None:
    page = wizard(table, "hans")
    many = {"n:V3": "2", "n:V1": "2", "n:V2": "2", "n:I1": "2", "n:I3": "2", "n:G1": "2"}
    answer = page.send({**page.form.fields, **many, "act": "seal"})
    refused(answer, "CPP spent, 66 there", "7.518")
    assert {key: answer.form.fields[key] for key in many} == many


def test_more_than_the_maximum_is_refused_with_both_maxima_7_5187(table: PlayedCampaign, wizard: Wizard) -> None:
    page = wizard(table, "ivan")
    answer = page.send({**page.form.fields, "n:I1": "40", "act": "seal"})
    refused(answer, "I1", "40 chosen", "7.5187")
    assert answer.form.fields["n:I1"] == "40"


def test_a_group_that_is_in_no_chart_is_refused(table: PlayedCampaign, wizard: Wizard) -> None:
    page = wizard(table, "hans")
    refused(page.send({**page.form.fields, "n:Z9": "1", "act": "seal"}), "Z9", "7.518")


def test_an_order_out_of_turn_is_refused_with_the_step_one_is_at(table: PlayedCampaign, wizard: Wizard) -> None:
    table.play_to("forces")
    page = wizard(table, "hans")
    refused(page.send({**page.form.fields, "act": "done"}), "out of turn", page.form.fields["step"].capitalize())


def test_a_side_that_is_done_cannot_press_again(table: PlayedCampaign, wizard: Wizard) -> None:
    page = wizard(table, "hans")
    page.press("seal")
    refused(page.press("seal"), "so nothing was done")


def test_an_account_beyond_the_map_is_refused_at_its_field_with_the_rest_kept(
    table: PlayedCampaign, wizard: Wizard
) -> None:
    table.play_until("hans", "victory")
    page = wizard(table, "hans").press("propose", {"lvp": "5000", "turn": "7", "note": "well played", "rain": "on"})
    refused(page, "5000")
    assert 'aria-invalid="true"' in page.html
    kept = page.form.fields
    assert (kept["lvp"], kept["turn"], kept["note"], kept["rain"]) == ("5000", "7", "well played", "on")


def test_a_report_is_refused_until_what_differs_from_the_record_is_agreed_or_explained(
    table: PlayedCampaign, wizard: Wizard
) -> None:
    table.play_until("hans", "victory")
    table.play_until("ivan", "victory")
    wizard(table, "hans").press("propose", {"turn": "7", "lvp": "3"})
    waiting = wizard(table, "ivan")
    assert "confirm" not in waiting.form.buttons
    assert "not stated yet" in waiting.text
    waiting.press("propose", {"cvp_russian": "9"})
    page = wizard(table, "hans")
    assert "9 stated, 0 by its record" in page.text
    refused(page.press("confirm"), "other losses than its record says")
    assert table.view("hans").public.stage == "battle"
    page.press("confirm", {"agreed": "on"})
    assert table.view("hans").public.stage == "aftermath"


def test_an_account_changed_while_it_was_read_is_not_confirmed(table: PlayedCampaign, wizard: Wizard) -> None:
    table.play_until("hans", "victory")
    table.play_until("ivan", "victory")
    wizard(table, "hans").press("propose", {"turn": "7", "lvp": "3"})
    wizard(table, "ivan").press("propose")
    page = wizard(table, "hans")
    wizard(table, "ivan").press("propose", {"turn": "7", "lvp": "2"})
    refused(page.press("confirm"), "so nothing was done")
    assert table.view("hans").public.stage == "battle"


@pytest.mark.sampled(12)
@pytest.mark.parametrize(
    "data",
    [
        {},
        {"act": "no such act"},
        {"act": ""},
        {"act": "settle"},
        {"act": "lose"},
        {"act": "add", "kind": "squad", "name": "x"},
        {"act": "confirm", "number": "9" * 400},
        {"act": "seal", "seen": "-1"},
        {"act": "seal", "seen": "9" * 400},
        {"act": "seal", "seen": "٣"},
        {"act": "seal", "n:I1": "9" * 5000},
        {"act": "seal", "n:I1": "٣"},
        {"act": "seal", "n:I1": "1e9"},
        {"act": "seal", "n:I1": "-1"},
        {"act": "seal", "n:I1": "\0"},
        {"act": "seal", "n:\0": "1"},
        {"act": "seal", "n:": "1"},
        {"act": "seal", "n:" + "X" * 5000: "1"},
        {"act": "seal", "extra:I1": "7"},
        {"act": "seal", "alt:given:V5": "1"},
        {"act": "draft", "n:I1": "\0"},
        {"act": "draft", "n:I1": "x" * 200_000},
        {"act": "draft", "\0": "\0"},
        {"act": "draft", "n:Z9": "1"},
        {"act": "draft", "n:I1": "\ud800".encode("utf-8", "surrogatepass")},
        {"act": "\0"},
        {"act": "seal", "step": "\0"},
        {"act": "house.founded"},
        {"act": "__init__"},
    ],
    ids=lambda data: ascii(data)[:50],
)
def test_nonsense_at_the_purchase_is_refused_and_changes_nothing(
    table: PlayedCampaign, wizard: Wizard, data: dict[str, Any]
) -> None:
    page = wizard(table, "hans")
    before = JournalEntry.objects.count()
    answer = page.send({"step": "purchase", "seen": page.form.fields["seen"], **data})
    assert answer.status in ((200, 400, 422) if (data.get("act") or "draft") == "draft" else (400, 422))
    assert JournalEntry.objects.count() == before
    assert wizard(table, "hans").status == 200, "and the page still opens with what was kept"


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"--x\r\nContent-Disposition: form-data; name=", "multipart/form-data; boundary=x"),
        (b"\xff\xfe\0", "multipart/form-data"),
        (b"%ff%fe=%00&act=seal", "application/x-www-form-urlencoded"),
        (b"act=seal&step=purchase&seen=%F0%28", "application/x-www-form-urlencoded; charset=utf-8"),
        (b'{"act": "seal"}', "application/json"),
        (b"<x/>", "text/xml"),
        (b"\0" * 1000, "application/octet-stream"),
        (b"&".join(b"a%d=1" % n for n in range(2000)), "application/x-www-form-urlencoded"),
    ],
)
def test_a_body_that_is_no_form_is_refused(table: PlayedCampaign, body: bytes, kind: str) -> None:
    url = reverse("refit-home", args=[table.public_id])
    before = JournalEntry.objects.count()
    answer = table.browser("hans").post(url, body, content_type=kind)
    assert answer.status_code in (400, 422)
    assert JournalEntry.objects.count() == before


def test_other_methods_are_not_answered(table: PlayedCampaign) -> None:
    client = table.browser("hans")
    url = reverse("refit-home", args=[table.public_id])
    assert [getattr(client, way)(url).status_code for way in ("put", "patch", "delete")] == [405] * 3


# Anything at every kind of task ----------------------------------------------------------

NAMES_OF_ENTRIES = [
    "turn",
    "lvp",
    "cvp_german",
    "cvp_russian",
    "evp",
    "rain",
    "note",
    "number",
    "paid",
    "wind",
    "die:weather:0",
    "die:weather:1",
    "n:I1",
    "alt:I1",
    "extra:O1",
    "trench",
    "pillboxes",
    "hip_squad",
    "counter",
    "piles",
]
ODD = st.one_of(
    st.text(max_size=30),
    st.integers().map(str),
    st.sampled_from(["", "0", "1", "6", "7", "-1", "on", "1+5+3", "1+5+", "N32", "8-1", "99999999999999999999"]),
)
ACTS = st.sampled_from(["roll", "done", "enter", "seal", "buy", "propose", "confirm", "draft", "settle", "lose", "x"])


@pytest.mark.sampled(2)
@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "step"),
    [
        ("hans", "fortify"),
        ("ivan", "strength"),
        ("hans", "victory"),
        ("hans", "weather"),
        ("hans", "wind"),
        ("ivan", "recon"),
    ],
)
def test_whatever_is_posted_at_a_step_is_done_or_refused_in_a_sentence(
    founding: Callable[..., PlayedCampaign], name: str, step: str
) -> None:
    table = founding(dice="either")
    table.scripts["german"] = {"23AM purchase": {"rows": {"M1": {"n": 3}, "O1": {"n": 1}}}}
    table.scripts["russian"] = {"23AM purchase": {"rows": {"I1": {"n": 1}}}}
    table.play_until(name, step)
    client = table.browser(name)
    url = reverse("refit-step", args=[table.public_id, step])

    @settings(max_examples=20, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(act=ACTS, entries=st.dictionaries(st.sampled_from(NAMES_OF_ENTRIES), ODD, max_size=8))
    def try_it(act: str, entries: dict[str, str]) -> None:
        page = open_page(client, url)
        current = page.forms[-1].fields if page.forms else {}
        typed = {key: value.encode("utf-8", "surrogatepass") for key, value in entries.items()}
        data = {"step": current.get("step", ""), "seen": current.get("seen", ""), "act": act, **typed}
        answer = opened(client, client.post(url, data, follow=True), url)
        assert answer.status in (200, 422)
        assert answer.status == 200 or "Not done." in answer.text

    try_it()
