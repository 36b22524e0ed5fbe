"""A free roll: dice that no step asks for, rolled by the server at any time and recorded with their purpose.

What they mean is in tables the program does not have, such as those for wind; the players look it up.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, runtime_checkable

from rules.contract import PUBLIC, Event, Field, Refused
from rules.dice import Reckoning, Rng
from rules.engine.tasks import FormTask
from rules.text import gettext, gettext_noop

MOST = 20
"""The most dice in one roll, and the most chits of one colour in a draw pile."""
LONGEST = 80
"""The most characters of the purpose."""
BOTH, OWN = "both", "own"
THROWN, THROWN_HIDDEN = "dice.thrown", "dice.thrown_hidden"
"""The kinds of the events: in the public room, and in the room of the side that rolled."""
BLACK, RED = gettext_noop("a black chit"), gettext_noop("a red chit")
NAME = "throw"
"""The name of its draws, see rules.dice.Rng."""


@runtime_checkable
class HasFreeRolls(Protocol):
    """A game that takes the order "throw" at any time."""

    @property
    def free_roll(self) -> FormTask:
        """The entries of that order."""


def form() -> FormTask:
    """The form: purpose, number of dice or of chits in a draw pile, and who sees the result."""
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
    """The event of a free roll of `side`; `mode` is whose dice the campaign uses (see rules.engine.rolls.DICE).

    Raises Refused if players roll their own dice.
    """
    entered = form().read(data)
    if mode == "own":
        raise Refused(gettext("This campaign is played with your own dice."), way_out=gettext("Roll at your table."))
    purpose = entered["purpose"].strip()
    # Dice count their sum. One chit of a draw pile is drawn by a die with a side for each chit.
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
