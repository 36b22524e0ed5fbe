"""How events are told: sentences that are data, with what they name, what stands for nothing, and what is added."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.asl.event_texts import EventTexts
from rules.asl.rule_data import DataFiles
from rules.contract import PUBLIC, Event
from rules.systems.oto2.course import COURSE
from rules.systems.oto2.system import SYSTEM as OTO2
from rules.systems.votg.system import SYSTEM as VOTG
from rules.text import set_catalog

NO_STEP = {
    "step.done", "dice.thrown", "dice.thrown_hidden",
    "correction.proposed", "correction.settled", "correction.written", "control.painted",
}  # fmt: skip
"""Events that have no rule of their own: the step they tell of has one, or nothing printed speaks of them."""
SENTENCES = """
["fruit.eaten"]
rule = "1"
sentence = "The {side} side eats {names}."
none = "The {side} side eats nothing."
also.left = "{left} are left."
when.paid.sentence = "The {side} side eats {names} for {paid}."
when.paid.rule = "2"
"""


@pytest.fixture
def fruit(tmp_path: Path) -> EventTexts:
    (tmp_path / "events.toml").write_text(SENTENCES)
    (tmp_path / "course.toml").write_text("")
    return EventTexts(DataFiles(tmp_path), {"german": "German"}, {})


@pytest.mark.parametrize(
    ("data", "said", "rule"),
    [
        ({"names": ["plums", "pears"]}, "The German side eats plums, pears.", "1"),
        ({"names": []}, "The German side eats nothing.", "1"),
        ({"names": ["plums"], "left": 2}, "The German side eats plums. 2 are left.", "1"),
        ({"names": ["plums"], "paid": 3}, "The German side eats plums for 3.", "2"),
        ({"names": ["plums"], "paid": 3, "rule": "3"}, "The German side eats plums for 3.", "3"),
    ],
)
def test_an_event_is_told_by_the_first_sentence_that_fits(fruit: EventTexts, data: dict, said: str, rule: str):
    told = fruit.describe(Event("fruit.eaten", PUBLIC, {"side": "german", **data}), COURSE)
    assert (told.sentence, told.rule) == (said, rule)


def test_names_and_results_of_an_event_are_looked_up_when_it_is_told(fruit: EventTexts):
    class Shouting:
        def gettext(self, message: str) -> str:
            return message if "{" in message else message.upper()

        def ngettext(self, singular: str, plural: str, number: int) -> str:
            return self.gettext(singular if number == 1 else plural)

    shouting = Shouting()
    before = set_catalog(lambda: shouting)
    try:
        told = fruit.describe(Event("fruit.eaten", PUBLIC, {"side": "german", "names": ["plums"]}), COURSE)
    finally:
        set_catalog(before)
    assert told.sentence == "The GERMAN side eats PLUMS."


@pytest.mark.parametrize("system", [OTO2, VOTG], ids=lambda system: system.key)
def test_every_kind_of_event_is_told_with_a_rule_of_the_game(system):
    texts, kinds = system.event_texts, {*system.reducers.public, *system.reducers.side}
    assert kinds <= {*texts.templates}
    found = {kind: texts.templates[kind] for kind in kinds - NO_STEP}
    assert {kind for kind, row in found.items() if not row.rule and row.step not in texts.step_texts} == set()


def test_no_sentence_is_kept_for_an_event_that_no_longer_is():
    kinds = {kind for system in (OTO2, VOTG) for kind in (*system.reducers.public, *system.reducers.side)}
    assert {*OTO2.event_texts.templates, *VOTG.event_texts.templates} <= kinds
