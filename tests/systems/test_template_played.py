"""The template, copied as the guide says and otherwise untouched, is a game that people play to its end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import pytest
from django.test import override_settings
from django.urls import reverse

from campaigns.ledger import reconcile
from campaigns.templatetags.drawn import side_class
from rules import registry
from rules.contract import Event, Field
from rules.dice import Rng
from rules.engine.entries import read_field
from rules.engine.stages import Course, Stage, StepResult, always
from rules.engine.tasks import TaskBase
from rules.systems import _template
from tests.html_client import open_page
from tests.systems.games import TEMPLATE, copy_template
from tests.systems.people import Table, seated

PAGES = ("campaign", "campaign-journal", "campaign-figures", "campaign-people", "campaign-verify", "campaign-file",
         "campaign-tables", "sheet-list")  # fmt: skip


def test_a_copy_differs_from_the_template_in_its_imports_alone(tmp_path: Path) -> None:
    copy_template(tmp_path, "copied")
    for path in Path(_template.__file__).parent.rglob("*.*"):
        if "__pycache__" not in path.parts:
            copy = (tmp_path / "copied" / path.relative_to(Path(_template.__file__).parent)).read_text()
            changed = [line for line in copy.splitlines() if line not in path.read_text().splitlines()]
            assert all(line.startswith(("from rules.systems.copied", 'key = "copied"')) for line in changed)


def test_it_is_found_under_its_key_and_each_side_has_its_colour_and_mark() -> None:
    system = registry.get(TEMPLATE)
    assert type(system).__module__ == f"rules.systems.{TEMPLATE}.system"
    assert [side_class(side) for side in system.sides] == ["side-1", "side-2"]


def test_two_people_play_it_to_its_end_and_every_page_says_so(db: None) -> None:
    table = seated(TEMPLATE)
    red, blue = table.system.sides
    assert "You command" in open_page(table.browsers[red], f"{reverse('campaign-start')}?system={TEMPLATE}").text
    page = table.page(red)
    assert "Bid for the road" in page.text
    assert "Showing" in page.text, "the rail shows what comes"
    refused = page.press("enter", {"bid": "11"})
    assert refused.status == 422
    assert "Not done." in refused.text
    assert refused.form.fields["bid"] == "11", "what was typed is kept"
    assert refused.press("enter", {"bid": "7"}).status == 200
    assert "Waiting for the Blue side." in table.page(red).text
    table.play()
    assert table.campaign.ended
    won = {"Red": "won by the Red side", "Blue": "won by the Blue side"}
    for name in (red, blue, "umpire", "spectator"):
        for address in PAGES:
            assert table.browsers[name].get(table.at(address)).status_code == 200, (name, address)
        assert any(text in table.page(name, "campaign").text for text in won.values())
    journal = table.page(blue, "campaign-journal").text
    assert "You bid 7." in journal or "bid 7." in journal
    assert "side-1" in table.page(blue, "campaign-journal").html
    assert "Luck of the road" in table.page(red, "campaign-tables").text
    assert "my bid" in table.page(red, "sheet", red, "bid").text
    assert "Nothing is wrong" in table.page(red, "campaign-verify").text
    assert reconcile.differences(table.campaign) == reconcile.breaks(table.campaign) == []


# An eighth kind of task ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ScaleTask(TaskBase):
    """A task of a kind of its own: how much, on a scale."""

    kind: ClassVar[str] = "scale"
    orders: ClassVar[tuple[str, ...]] = ("enter",)
    most: int

    @property
    def fields(self) -> tuple[Field, ...]:
        return (Field("bid", "How much", high=self.most, rule="2"),)


SCALE = """{% with entry=page.form.entries.0 %}<p id="scale">0 to {{ page.form.task.most }}</p>
<input type="range" name="{{ entry.field.name }}" value="{{ entry.value }}" max="{{ page.form.task.most }}">
{% if entry.error %}<p id="f-{{ entry.field.name }}">{{ entry.error }}</p>{% endif %}{% endwith %}
<button type="submit" name="act" value="enter">Take it</button> <button name="act" value="draft">Keep</button>
"""


@pytest.fixture
def scaled(tmp_path: Path, settings: Any) -> Iterator[None]:
    """The template with its bid asked for on a scale: a class here, and a template in a folder of its own."""
    (tmp_path / "refit" / "tasks").mkdir(parents=True)
    (tmp_path / "refit" / "tasks" / "scale.html").write_text(SCALE)
    system: Any = registry.get(TEMPLATE)
    bid = system.course.stages[0].steps[0]

    def take(ctx: Any, task: ScaleTask, data: Any, rng: Rng) -> StepResult:
        return StepResult([Event("bid.made", ctx.side, {"bid": read_field(task.fields[0], data.get("bid", 0))})])

    asked = type(bid)(bid.key, bid.rule, bid.title, bid.help, lambda ctx: ScaleTask(9), {"enter": take})
    first = Stage("bid", "Bids", always(*system.sides), (asked,))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(system, "course", Course((first, *system.course.stages[1:]), system.sides), raising=False)
        engines = [{**settings.TEMPLATES[0], "DIRS": [*settings.TEMPLATES[0]["DIRS"], tmp_path]}]
        with override_settings(TEMPLATES=engines):
            yield


def test_an_eighth_kind_of_task_is_one_class_and_one_template(scaled: None, db: None) -> None:
    table = seated(TEMPLATE)
    red, blue = table.system.sides
    page = table.page(red)
    assert '<p id="scale">0 to 9</p>' in page.html
    assert 'type="range"' in page.html
    kept = page.press("draft", {"bid": "4"})
    assert kept.form.fields["bid"] == "4"
    refused = kept.press("enter", {"bid": "10"})
    assert refused.status == 422
    assert "How much: 10 is not between 0 and 9." in refused.text
    assert refused.press("enter", {"bid": "4"}).status == 200
    assert table.page(blue).press("enter", {"bid": "0"}).status == 200
    table.play()
    assert "bid 4." in table.page(blue, "campaign-journal").text


COLOUR = "element => getComputedStyle(element, '::before').backgroundColor"


@pytest.mark.browser
@pytest.mark.whole("what it has of its own is seen without a browser too")
@pytest.mark.live
@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_it_is_played_to_its_end_in_a_real_browser(browser: Any, live_server: Any) -> None:
    """Both commanders in windows of their own; only the seats are taken without one."""
    table = seated(TEMPLATE)
    errors = list[str]()
    windows = {side: _window(browser, live_server.url, table, side, errors) for side in table.system.sides}
    for _ in range(6):
        for window in windows.values():
            window.goto(live_server.url + table.at("refit-home"))
            if window.locator("#task-form").count():
                with window.expect_navigation():
                    window.locator("#task-form button[name=act]:not([value=draft])").first.click()
    assert table.campaign.ended
    for window in windows.values():
        window.goto(live_server.url + table.at("campaign"))
        assert "The campaign has ended" in window.locator("#content").inner_text()
        colours = {window.locator(f".side.side-{number}").first.evaluate(COLOUR) for number in (1, 2)}
        assert len(colours) == 2
    for window in windows.values():
        window.context.close()  # a connection that is kept alive would keep one to the database
    assert errors == []


def _window(browser: Any, site: str, table: Table, side: str, errors: list[str]) -> Any:
    context = browser.new_context()
    cookies = table.browsers[side].cookies
    context.add_cookies([{"name": key, "value": value.value, "url": site} for key, value in cookies.items()])
    window = context.new_page()
    window.on("pageerror", lambda error: errors.append(str(error)))
    return window
