"""How events are told: sentences that are data, with what they name, what stands for nothing, and what is added."""

from __future__ import annotations

from collections.abc import Iterator
from gettext import NullTranslations
from pathlib import Path

import pytest

from rules.asl.event_texts import EventTexts
from rules.asl.rule_data import DataFiles
from rules.contract import PUBLIC, Event
from rules.engine.event_texts import roll_label
from rules.engine.readings import GameReadings
from rules.systems.oto2.course import COURSE
from rules.systems.oto2.system import SYSTEM as OTO2
from rules.systems.votg.rule_data import cover_of
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
headline = "{names} eaten"

["fruit.washed"]
sentence = "{rolls}."
"""


class Shouting(NullTranslations):
    """A catalogue in capital letters, but for what has places."""

    def gettext(self, message: str) -> str:
        return message if "{" in message else message.upper()

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


@pytest.fixture
def shouting() -> Iterator[None]:
    catalogue = Shouting()
    before = set_catalog(lambda: catalogue)
    yield
    set_catalog(before)


@pytest.fixture
def fruit(tmp_path: Path) -> EventTexts:
    (tmp_path / "events.toml").write_text(SENTENCES)
    (tmp_path / "course.toml").write_text("")
    (tmp_path / "rulings.toml").write_text("ruling = []")
    return EventTexts(DataFiles(tmp_path, GameReadings), {"german": "German"}, {})


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


@pytest.mark.usefixtures("shouting")
def test_names_and_results_of_an_event_are_looked_up_when_it_is_told(fruit: EventTexts):
    eaten = Event("fruit.eaten", PUBLIC, {"side": "german", "names": ["plums"]})
    assert fruit.describe(eaten, COURSE).sentence == "The GERMAN side eats PLUMS."
    assert fruit.headline(eaten, COURSE) == "PLUMS eaten"


def test_an_event_without_a_headline_tells_nothing_of_its_date(fruit: EventTexts):
    assert fruit.headline(Event("fruit.washed", PUBLIC, {}), COURSE) == ""


@pytest.mark.usefixtures("shouting")
@pytest.mark.parametrize(
    ("label", "said"),
    [
        ("wind", "WIND"),
        ("LMG for i1-2, 3 or less", "LMG for I1-2, 3 or less"),
        ("lmg for i1-2", "LMG for I1-2"),
        ("pt-34 mineroller of v1", "PT-34 MINEROLLER of V1"),
        ("squad (no. 12), who is wounded", "SQUAD (no. 12), who is WOUNDED"),
        ("tank (no. 3), MG 2", "TANK (no. 3), MG 2"),
        ("squad, leader from k20", "SQUAD, LEADER from K20"),
        ("2. wire at k20", "2. WIRE at K20"),
        ("3. wire", "3. WIRE"),
        ("flame 3", "FLAME 3"),
    ],
)
def test_the_label_of_a_roll_is_looked_up_by_its_form(label: str, said: str):
    class Unknown(Shouting):
        def gettext(self, message: str) -> str:
            known = "{" in message or not any(each in message for each in ("for ", "of ", " (", "from", ".", " 3"))
            return super().gettext(message) if known else message

    catalogue = Unknown()
    set_catalog(lambda: catalogue)
    assert roll_label(label) == said


@pytest.mark.parametrize("system", [OTO2, VOTG], ids=lambda system: system.key)
def test_the_purchases_of_a_date_are_a_headline_of_few_words(system):
    buy = [{"id": "1", "rg": "I1", "paid": 7}, {"id": "2", "rg": "I1", "paid": 7}]
    data = {"buy": buy, "ledger": {"spent": 14}, "left": 6}
    assert system.headline(Event("purchases.made", "german", data)) == "Bought 2 groups for 14 CPP"
    data = {"buy": [], "ledger": {"spent": 0}, "left": 20}
    assert system.headline(Event("purchases.made", "german", data)) == "", "what did not happen is no news"


def test_fortifications_are_told_by_their_names():
    data = {"line": {"forts": {"trench": 8, "ap_mine": 22}}, "lapsed": 2}
    told = OTO2.describe(Event("fortifications.bought", "german", data))
    assert told.sentence == "Fortifications: 8 × Trench, 22 × AP mine factor; 2 FPP lapsed."


@pytest.mark.usefixtures("shouting")
def test_e1_11_the_night_is_told_in_the_readers_language_as_it_was_recorded():
    assert cover_of("Clear, Base NVR 3") == "CLEAR, Base NVR 3"
    assert cover_of("") == ""


@pytest.mark.parametrize("system", [OTO2, VOTG], ids=lambda system: system.key)
def test_every_kind_of_event_is_told_with_a_rule_of_the_game(system):
    texts, kinds = system.event_texts, {*system.reducers.public, *system.reducers.side}
    assert kinds <= {*texts.templates}
    found = {kind: texts.templates[kind] for kind in kinds - NO_STEP}
    assert {kind for kind, row in found.items() if not row.rule and row.step not in texts.step_texts} == set()


def test_no_sentence_is_kept_for_an_event_that_no_longer_is():
    kinds = {kind for system in (OTO2, VOTG) for kind in (*system.reducers.public, *system.reducers.side)}
    assert {*OTO2.event_texts.templates, *VOTG.event_texts.templates} <= kinds
