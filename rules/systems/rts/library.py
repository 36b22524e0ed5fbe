"""What can be looked up: Battle Chits, Supply Point costs, the chances of a Cohesion check, and what cards do."""

from __future__ import annotations

from rules.engine.documents import NUMBER, Chart, Column, Library, Shelf, table
from rules.systems.rts.chart import facts
from rules.systems.rts.printed import SIDES, Chit, ChitStep, chits, numbers
from rules.systems.rts.resolver import D10
from rules.systems.rts.theater import Card
from rules.text import gettext, gettext_noop

RESULTS = {
    "disorganized": gettext_noop("Disorganized"),
    "depleted": gettext_noop("Depleted"),
    "both": gettext_noop("Disorganized and Depleted"),
    "fortified": gettext_noop("fortified"),
}
WHOSE = {
    "any": gettext_noop("{side} unit"),
    "german": gettext_noop("German unit"),
    "tank": gettext_noop("{side} tanks"),
    "bare": gettext_noop("{side} unit without Field Fortifications"),
}


def library() -> Library:
    """Everything the game has to look up."""
    return Library(
        (
            Shelf(gettext("Battle"), charts=(*(_chits(side) for side in SIDES), _cohesion())),
            Shelf(gettext("Operations"), charts=(_costs(),)),
        )
    )


def _chits(side: str) -> Chart:
    name = gettext(getattr(numbers().sides, side))
    columns = (
        Column(gettext("Battle Chit"), 2),
        Column(gettext("Number"), 0.7, NUMBER),
        Column(gettext("After STAVKA"), 0.8, NUMBER),
        Column(gettext("Effect"), 5),
    )
    rows = [(gettext(chit.name), chit.base, chit.extra or None, _effect(chit)) for chit in chits(side).values()]
    title = gettext("Battle Chits, {side}", side=name)
    return Chart(f"rts.chits_{side}", title, "19", "printed", table(title, columns, rows))


def _effect(chit: Chit) -> str:
    """What a chit does, in short."""
    told = []
    for step in chit.steps:
        who = gettext(getattr(numbers().sides, step.side))
        result = gettext(RESULTS[step.result])
        if not step.check:
            told.append(f"{who}: {result}")
        else:
            modifier = f" {step.modifier:+d}" if step.modifier else ""
            told.append(gettext("{who} checks{modifier}, else {result}", who=who, modifier=modifier, result=result))
    return "; ".join(told)


def _cohesion() -> Chart:
    """The chance to pass by Cohesion Value and modifier (9.6.1)."""
    modifiers = (-2, 0, 1, 2, 3)
    columns = (Column("CV", kind=NUMBER), *(Column(f"{modifier:+d}", kind=NUMBER) for modifier in modifiers))
    rows = [
        (value, *(100 * min(D10, max(0, value - modifier)) // D10 for modifier in modifiers))
        for value in range(1, D10 + 1)
    ]
    title = gettext("Cohesion check: chance to pass in %, by modifier")
    return Chart("rts.cohesion", title, "9.6.1", "printed", table(title, columns, rows))


def _costs() -> Chart:
    costs = numbers().costs
    columns = (Column(gettext("Resolver"), 4), Column("SP", kind=NUMBER))
    rows = (
        (gettext("Move a unit or a stack"), costs.move),
        (gettext("Move tanks or panzers, or a stack with them (C8)"), costs.armour),
        (gettext("Stack units"), costs.stack),
        (gettext("Reorganize a unit"), costs.reorganize),
        (gettext("Rebuild a unit"), costs.rebuild),
    )
    note = gettext("Axis costs are doubled in winter, but for moving infantry (C13).")
    return Chart(
        "rts.sp_costs",
        gettext("Supply Points"),
        "5.5.2",
        "printed",
        table(gettext("Supply Points"), columns, rows),
        (note,),
    )


def does(card: Card) -> str:
    """What a card does, in short."""
    parts = [gettext(facts().effect[card.effect].text)]
    if card.chit:
        parts = [f"{gettext(card.chit)}: {chit_does(card.side, card.chit)}"]
    elif card.number:
        parts = [f"{parts[0]}: {card.number}"]
    if card.sp:
        parts.append(gettext("costs {number} SP", number=card.sp))
    if card.needs:
        parts.append(gettext("needs {what}", what=", ".join(card.needs)))
    return "; ".join(parts)


def chit_does(side: str, chit: str) -> str:
    """What a Battle Chit of a side does, step by step."""
    return "; ".join(_step(step) for step in chits(side)[chit].steps)


def _step(step: ChitStep) -> str:
    side = gettext(getattr(numbers().sides, step.side))
    whose, what = gettext(WHOSE[step.which], side=side), gettext(RESULTS[step.result])
    if not step.check:
        return f"{whose}: {what}"
    if step.modifier:
        return gettext(
            "{unit} checks with {modifier}: {result}", unit=whose, modifier=f"{step.modifier:+d}", result=what
        )
    return gettext("{unit} checks: {result}", unit=whose, result=what)
