"""A campaign in which the German side has put planted words wherever a side can put words."""

from __future__ import annotations

from contextlib import suppress

from django.urls import reverse

from campaigns import actions
from refit.player import Script
from rules.kernel import Refused
from tests.cast import Table, found
from tests.leaks.words import PILLBOX, PLACE, WORD

EVERYWHERE: Script = {
    "victory": {"winner": "german"},
    "play": {"note": f"{WORD} was played"},
    "rally": {"note": f"{WORD} has rallied"},
}
GERMAN: dict[str, Script] = {
    "oto2": {
        **EVERYWHERE,
        "23AM purchase": {"rows": {"V3": {"n": 1}, "O1": {"n": 1, "extra": 1}, "M1": {"n": 2}}},
        "23AM fortify": {"trench": 1, "pillboxes": PILLBOX},
        "23AM hexes": {"23AM-O1-1:prereg1": PLACE},
    },
    "votg": {
        **EVERYWHERE,
        "14 Sept purchase": {"rows": {"A2": {"n": 1, "onboard": 1}, "O4": {"n": 1}, "M1": {"n": 1}, "I2": {"n": 1}}},
        "14 Sept fortify": {"foxhole_1": 1},
        "14 Sept hexes": {"14-O4-1:prereg1": PLACE},
    },
}
"""What the Germans enter, by game, beside what their pages propose."""
COURSE = {
    "oto2": (("battle", "23AM"), ("purchase", "23PM")),
    "votg": (("battle", "14 Sept"), ("purchase", "15 Sept")),
}
"""Where their secret acts are done, and where the campaign stands at last."""
SHOWN_TO = ("hans", "otto", "adjutant_hans")
"""Those who may see the words; everybody else is an onlooker."""
ONLOOKERS = ("ivan", "adjutant_ivan", "umpire", "spectator", "stranger", "")


def planted(system: str = "oto2") -> Table:
    """Purchases of both purses, works, a secret hex, counters, notes, losses, a draft and a refusal of the Germans."""
    table = found(name="Orsha", system=system)
    table.scripts["german"] = GERMAN[system]
    acts, end = COURSE[system]
    table.play_to(*acts)
    secret_acts(table)
    table.play_to(*end)
    draft(table)
    sheets(table)
    return table


def secret_acts(table: Table) -> None:
    """What a side may do at any time behind its door."""
    hans = table.player("hans")
    hans.orders("add", kind="other", name=WORD, count=2)
    pile = next(p for section in hans.view().mine.sections for p in section.piles if p.like.name == WORD)
    hans.orders("change", pile=pile.key, count=1, place=PLACE, note=f"{WORD} with a note", marks=["wounded"])
    pile = next(p for section in hans.view().mine.sections for p in section.piles if p.like.name == WORD)
    hans.orders("lose", piles={str(pile.key): 1}, fate="captured")
    with suppress(Refused):
        hans.orders("change", pile=pile.key, count=99, name=WORD)


def draft(table: Table) -> None:
    """Something an adjutant has typed in and nobody has sealed."""
    data = {"n:I1": "1", f"n:{WORD}": "1"}
    actions.save_draft(step="purchase", data=data, by=table.seat("adjutant_hans"))


def sheets(table: Table) -> None:
    """Every sheet of the side as a PDF."""
    client = table.browser("hans")
    for key in ("roster", "record", "organizer", "setup"):
        answer = client.post(reverse("sheet-pdf", args=[table.public_id, "german", key]))
        assert answer.status_code == 302
