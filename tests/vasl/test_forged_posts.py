"""What no page of ours would post: each is refused in words or read rightly, and records nothing."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.urls import reverse

from campaigns.models import JournalEntry
from tests.players import PlayedCampaign, founding, table
from tests.rosters.conftest import supplied
from tests.vasl.test_filling import setting_up, wizard
from tests.vasl.test_pages import fought, owned

__all__ = ["fought", "founding", "setting_up", "supplied", "table"]
pytestmark = pytest.mark.timeout(60)


def body(**more: Any) -> str:
    return json.dumps({"format": 1, **more}, separators=(",", ":"))


def rows(number: int, **more: Any) -> list[dict[str, Any]]:
    return [{"kind": "squad", "name": "4-6-7", **more} for _ in range(number)]


SAVES = {
    "nothing": "",
    "no JSON": "{",
    "a list": "[]",
    "null": "null",
    "a number": "1" * 5_000,
    "another format": json.dumps({"format": 2}),
    "a deep list": "[" * 100_000,
    "a deep dictionary": '{"format":' * 50_000,
    "a word more": body(secret="x"),
    "a row of no kind": body(own=[{"kind": "god", "name": "x"}]),
    "a row without a name": body(own=[{"kind": "squad"}]),
    "a name of nothing": body(own=rows(1, name="")),
    "a name with a null": body(own=rows(1, name="a\0b")),
    "half a letter": '{"format":1,"own":[{"kind":"squad","name":"\\ud800"}]}',
    "a name turned round": body(own=rows(1, name="\u202e7-6-4")),
    "a name of tags": body(own=rows(1, name="<script>alert(1)</script>")),
    "a name of braces": body(own=rows(1, name="{0} %s {name} %(x)s")),
    "a name of a prefix": body(own=rows(1, name="u:d:x:|+")),
    "a name too long": body(own=rows(1, name="x" * 81)),
    "other digits": body(own=rows(1, name="٤-٦-٧", hex="")),
    "a hex of other digits": body(own=rows(1, hex="K٢")),
    "a hex off the map": body(own=rows(1, hex="ZZZZ99"), enemy=rows(1, hex="-B-1")),
    "a hex with a line behind": body(own=rows(1, hex="K20\n")),
    "a level of no building": body(own=rows(1, hex="K20", level="9")),
    "a figure of letters": body(hints={"Turn": "x"}),
    "a turn of all digits": body(own=rows(1), hints={"Turn": "9999"}),
    "a turn that is not known": body(own=rows(1), hints={"Turn": "?"}),
    "too many figures": body(hints={f"OBA {n}": "1 2" for n in range(25)}),
    "too many boards": body(boards=["x"] * 201),
    "many boards": body(boards=[f"Board {n}" for n in range(200)], own=rows(1)),
    "too many rows": body(own=rows(4_001)),
    "as many rows as may be": body(own=rows(4_000, hex="K20"), enemy=rows(4_000, hex="K21")),
    "many names": body(own=[{"kind": "other", "name": f"Thing {n}", "hex": "K20"} for n in range(4_000)]),
    "many works": body(ground=[{"kind": "terrain", "name": "Trench", "hex": f"K{n % 50}"} for n in range(4_000)]),
    "many perimeters": body(
        ground=[
            {"kind": "terrain", "name": "Half-hex Red perimeter", "hex": f"K{n % 50}", "beside": f"K{n % 49 + 1}"}
            for n in range(4_000)
        ]
    ),
    "many controls": body(
        ground=[{"kind": "control", "name": "GE Control", "hex": f"{chr(65 + n % 26)}{n % 60}"} for n in range(4_000)]
    ),
    "stacks of the other side": body(own=rows(500, hex="K20", within=["6-2-8"] * 40)),
    "too much in a stack": body(own=rows(1, within=["6-2-8"] * 41)),
    "a name twice": '{"format":1,"format":1,"own":[],"own":[]}',
    "figures as numbers": body(hints={"Turn": 5}),
    "a tick as a word": body(own=rows(1, lost="yes")),
    "too many letters": body(own=rows(4_000, name="x" * 80, hex="K20")),
}
TEXTS = {
    "no line": "hello",
    "a null": "K1: 4-6-7 1sq\0",
    "line ends of all kinds": "K1: 4-6-7 1sq\r\nK2: LMG\rK3: LMG\u2028K4: LMG\x85K5: LMG",
    "a byte order mark": "\ufeffK1: 4-6-7 1sq",
    "other digits": "K١: ٤-٦-٧ 1sq",
    "one line of counters": "K1: " + ", ".join(["4-6-7 1sq"] * 3_900),
    "more counters than may be": "K1: " + ", ".join(["LMG"] * 5_000),
    "many names": "\n".join(f"K{n % 50}: Thing {n}" for n in range(3_900)),
    "brackets": "K1: " + "(" * 100_000,
    "colons": "K1: " * 90_000,
    "commas": "K1: " + "a, " * 100_000,
    "blanks": "K1: 1" + " " * 300_000 + "x",
    "one long word": "K1: " + "x" * 390_000,
}


def posts(table: PlayedCampaign, **fields: str) -> tuple[int, str]:
    """Post to the page; the status and the text of its answer."""
    answer = table.browser("hans").post(reverse("refit-vasl", args=[table.public_id]), {"seen": "0", **fields})
    return answer.status_code, answer.content.decode()


@pytest.mark.sampled(10, pinned=("a name of tags",))
@pytest.mark.django_db
@pytest.mark.parametrize("what", SAVES)
def test_a_forged_save_is_read_or_refused(fought: PlayedCampaign, what: str) -> None:
    entries, counters = JournalEntry.objects.count(), owned(fought, "hans")
    for act in ("read", "again", "record", "paint:german", "paint:"):
        status, text = posts(fought, act=act, save=SAVES[what])
        assert status in (200, 422)
        assert "<script>alert" not in text
    assert JournalEntry.objects.count() == entries
    assert owned(fought, "hans") == counters


@pytest.mark.sampled(5)
@pytest.mark.django_db
@pytest.mark.parametrize("what", TEXTS)
def test_an_odd_text_is_read_or_refused(fought: PlayedCampaign, what: str) -> None:
    status, text = posts(fought, act="read", text=TEXTS[what])
    assert status in (200, 422)
    assert "choose the file again" not in text, "there was no file"


@pytest.mark.django_db
def test_a_text_of_as_many_counters_as_may_be_is_compared(fought: PlayedCampaign) -> None:
    text = "\n".join(f"K{n % 50}: 4-6-7 1sq, broken 4-6-7 1sq, LMG, DM" for n in range(975))
    status, page = posts(fought, act="read", text=text)
    assert status == 200
    assert "4-6-7" in page


ANSWERS = {
    "a name with a null": {"u:a\0b": "LMG"},
    "what it stands for with a null": {"u:Thing": "L\0MG"},
    "no name": {"u:": "LMG"},
    "a long name": {"u:" + "x" * 500: "LMG"},
    "what it stands for is long": {"u:Thing": "x" * 100_000},
    "thousands of names": {f"u:Thing {n}": "LMG" for n in range(2_900)},
    "a number below none": {"d:x": "-1", "x:4-6-7||||:eliminate": "-1"},
    "other digits": {"x:4-6-7||||:eliminate": "٣"},
    "a number too large": {"x:4-6-7||||:eliminate": "9" * 5_000},
    "a fate nobody has": {"rest": "ascended"},
    "a fate with a null": {"rest": "eliminate\0"},
    "a line nobody asked of": {"x:\0||:here": "1", "d:|||": "1"},
}


@pytest.mark.django_db
@pytest.mark.parametrize("what", ANSWERS)
def test_forged_answers_are_refused_or_change_nothing(fought: PlayedCampaign, what: str) -> None:
    entries, counters = JournalEntry.objects.count(), owned(fought, "hans")
    save = body(own=[{"kind": "other", "name": "Thing", "hex": "K20"}])
    for act in ("names", "read", "record"):
        status, _ = posts(fought, act=act, save=save, **ANSWERS[what])
        assert status in (200, 422)
    assert JournalEntry.objects.count() == entries
    assert owned(fought, "hans") == counters


@pytest.mark.sampled(1)
@pytest.mark.django_db
@pytest.mark.parametrize("field", ["save", "vasl_text"])
def test_a_form_is_filled_in_by_none_of_them_with_a_fault(setting_up: PlayedCampaign, field: str) -> None:
    entries, form = JournalEntry.objects.count(), wizard(setting_up, "hans").form_with("fill")
    for what, sent in (SAVES if field == "save" else TEXTS).items():
        answer = setting_up.browser("hans").post(form.action, {**form.fields, "act": "fill", field: sent})
        assert answer.status_code in (200, 302, 303, 422), what
    assert JournalEntry.objects.count() == entries
