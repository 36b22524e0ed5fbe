"""One wrong entry freezes no totals: it is marked with its reason, and all right entries are reckoned with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from campaigns.models import JournalEntry
from rules.contract import Refused
from tests.html_client import HtmlPage
from tests.players import PlayedCampaign

Wizard = Callable[[PlayedCampaign, str], HtmlPage]
HTMX = {"HX-Request": "true"}


@pytest.fixture
def fortifying(table: PlayedCampaign) -> PlayedCampaign:
    """The German side has fortification points to spend."""
    table.scripts["german"] = {"23AM purchase": {"rows": {"M1": {"n": 1}}}}
    table.play_until("hans", "fortify")
    return table


def task(table: PlayedCampaign) -> Any:
    return table.view("hans").current.task


@pytest.mark.sampled(4)
@pytest.mark.parametrize("wrong", [{"wire": "x"}, {"wire": "-1"}, {"pillbox_1+3+5": "99"}, {"hip_squad": "1.5"}])
@pytest.mark.parametrize("headers", [{}, HTMX])
def test_7_520_a_wrong_entry_is_marked_and_the_rest_is_reckoned_with(
    fortifying: PlayedCampaign, wizard: Wizard, wrong: dict[str, str], headers: dict[str, str]
) -> None:
    there, price = task(fortifying).available, next(i.price for i in task(fortifying).items if i.key == "trench")
    page = wizard(fortifying, "hans").press("draft", {"trench": "2", **wrong}, **headers)
    assert page.status == 200
    assert f"FPP {there} Spent −{2 * price} Would lapse {there - 2 * price}" in page.text
    (name,) = wrong
    if headers:
        assert 'id="problems"' in page.html
        assert '<p class="notice warning">' in page.html
    else:
        assert f'aria-describedby="e-{name}"' in page.html
        assert page.form.fields[name] == wrong[name]
        assert page.form.fields["trench"] == "2"
    again = wizard(fortifying, "hans")
    assert f"Spent −{2 * price}" in again.text, "after a reload too"


def test_7_520_who_has_spent_more_than_there_is_reads_no_word_of_what_would_lapse(
    fortifying: PlayedCampaign, wizard: Wizard
) -> None:
    there, price = task(fortifying).available, next(i.price for i in task(fortifying).items if i.key == "trench")
    number = there // price + 1
    page = wizard(fortifying, "hans").press("draft", {"trench": str(number)})
    assert f"Spent −{number * price} Left −{number * price - there}" in page.text
    assert "too many" in page.text


def test_7_520_nothing_is_bought_while_an_entry_is_wrong(fortifying: PlayedCampaign, wizard: Wizard) -> None:
    before = JournalEntry.objects.count()
    page = wizard(fortifying, "hans").press("buy", {"trench": "2", "pillbox_1+3+5": "x"})
    assert page.status == 422
    assert page.form.fields["pillbox_1+3+5"] == "x"
    assert 'aria-describedby="e-pillbox_1+3+5"' in page.html
    assert JournalEntry.objects.count() == before


def test_7_520_pillboxes_are_chosen_by_strength_each_with_its_price(fortifying: PlayedCampaign, wizard: Wizard) -> None:
    page = wizard(fortifying, "hans")
    assert "pillboxes" not in page.form.fields
    assert "Pillbox 1+3+5, 18 FPP" in page.text
    assert "Pillbox 2+5+7, 28 FPP" in page.text
    drafted = page.press("draft", {"pillbox_1+3+5": "1", "pillbox_2+3+5": "1"})
    assert "Spent −38" in drafted.text
    assert drafted.form.fields["pillbox_2+3+5"] == "1"
    drafted.press("buy")
    names = [c.name for c in fortifying.view("hans").ctx.mine.counters]
    assert names[-2:] == ["Pillbox 1+3+5", "Pillbox 2+3+5"]


@pytest.mark.sampled(4)
@pytest.mark.parametrize("headers", [{}, HTMX])
@pytest.mark.parametrize("wrong", [{"n:I2": "x"}, {"n:I2": "100"}, {"n:I2": "-1"}, {"n:Z9": "1"}, {"much:I2": "1"}])
def test_a_wrong_entry_of_a_basket_is_marked_and_the_rest_is_priced(
    table: PlayedCampaign, wizard: Wizard, wrong: dict[str, str], headers: dict[str, str]
) -> None:
    alone = wizard(table, "hans").press("draft", {"n:I1": "2"})
    spent = alone.text[alone.text.index("Spent −") :].split()[1]
    page = wizard(table, "hans").press("draft", {"n:I1": "2", **wrong}, **headers)
    assert page.status == 200
    assert f"Spent {spent}" in page.text
    assert "It can't be sealed yet" in page.text
    if not headers and "n:I2" in wrong:
        assert 'aria-describedby="e-I2"' in page.html
        assert page.form.fields["n:I2"] == wrong["n:I2"]
        assert page.form.fields["n:I1"] == "2"


def test_a_basket_with_a_wrong_entry_is_never_sealed(table: PlayedCampaign, wizard: Wizard) -> None:
    with pytest.raises(Refused):
        table.player("hans").orders("seal", step="purchase", rows={"I1": {"n": 1}, "I2": {"n": "x"}})
    page = wizard(table, "hans")
    refused = page.send({**page.form.fields, "n:I1": "1", "n:I2": "x", "act": "seal"})
    assert refused.status == 422
    assert refused.form.fields["n:I2"] == "x"
    assert "Spent −7" in refused.text
