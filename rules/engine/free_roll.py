"""A free roll: dice for what no step asks, thrown by the server at any time and kept with what they were for.

What they mean stands in a book the program does not have, such as the tables for wind; the players read it there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, runtime_checkable

from rules.contract import PUBLIC, Event, Field, Refused
from rules.dice import Reckoning, Rng
from rules.engine.tasks import FormTask
from rules.text import gettext, gettext_noop

MOST = 20
"""Dice of one roll, and chits of a colour in a draw pile."""
LONGEST = 80
"""Characters of what it is for."""
BOTH, OWN = "both", "own"
THROWN, THROWN_HIDDEN = "dice.thrown", "dice.thrown_hidden"
"""The kinds of its events: in the public room, and in the room of the side that rolled."""
BLACK, RED = gettext_noop("a black chit"), gettext_noop("a red chit")
NAME = "throw"
"""What its dice are drawn for."""


@runtime_checkable
class HasFreeRolls(Protocol):
    """A game that takes the order "throw" at any time."""

    @property
    def free_roll(self) -> FormTask:
        """What the order takes."""


def form() -> FormTask:
    """How many dice, what for, and who sees them."""
    needed = gettext("say in 1 to {longest} characters what is rolled for", longest=LONGEST)
    seen = ((BOTH, gettext("Both sides")), (OWN, gettext("My side alone, until the campaign ends")))
    return FormTask(
        gettext("Roll the dice"),
        (
            Field("purpose", gettext("What for"), "text", "", pattern=r".*\S.*", hint=needed, longest=LONGEST),
            Field("number", gettext("Dice"), value=1, low=1, high=MOST),
            Field(
                "black",
                gettext("Draw a chit instead: black ones in the pile"),
                high=MOST,
                hint=gettext("leave both at 0 to roll dice"),
            ),
            Field("red", gettext("Red ones in the pile"), high=MOST),
            Field("shown", gettext("Who sees it"), "select", BOTH, options=seen),
        ),
    )


def throw(side: str, mode: str, data: Mapping[str, object], rng: Rng) -> Event:
    """The event of a free roll of `side`; `mode` says whose dice the campaign has (see rules.engine.rolls.DICE).

    Refused where every side throws its own.
    """
    entered = form().read(data)
    if mode == "own":
        raise Refused(gettext("This campaign is played with your own dice."), way_out=gettext("Roll at your table."))
    purpose = entered["purpose"].strip()
    # The dice with what they come to; of a draw pile one chit, by a die with a side for each.
    if chits := entered["black"] + entered["red"]:
        reckoning = Reckoning(rng.roll(NAME, 1, chits), sides=chits)
        result = BLACK if reckoning.original <= entered["black"] else RED
    else:
        reckoning = Reckoning(rng.roll(NAME, entered["number"]))
        result = str(reckoning.original)
    roll = {"key": purpose, "label": purpose, **reckoning.to_json(), "result": result}
    if entered["shown"] == OWN:
        return Event(THROWN_HIDDEN, side, {"rolls": [roll]})
    return Event(THROWN, PUBLIC, {"side": side, "rolls": [roll]})
