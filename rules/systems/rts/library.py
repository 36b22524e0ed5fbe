"""What can be looked up: Battle Chits, Supply Point costs, the chances of a Cohesion check, and what cards do."""

from __future__ import annotations

from collections.abc import Iterable

from rules.features.documents import NUMBER, Chart, Column, Library, Shelf, table
from rules.systems.rts.chart import facts
from rules.systems.rts.printed import LABELS, NAMES, SIDES, ChitStep, Readings, chits, numbers
from rules.systems.rts.resolver import D10
from rules.systems.rts.theater import Card
from rules.text import gettext


def library(readings: Readings) -> Library:
    """Everything the game has to look up, as a campaign reads it."""
    # The chance to pass by Cohesion Value and modifier (9.6.1).
    modifiers = (-2, 0, 1, 2, 3)
    columns = (Column("CV", kind=NUMBER), *(Column(f"{modifier:+d}", kind=NUMBER) for modifier in modifiers))
    rows = [
        (value, *(100 * min(D10, max(0, value - modifier)) // D10 for modifier in modifiers))
        for value in range(1, D10 + 1)
    ]
    title = gettext("Cohesion check: chance to pass in %, by modifier")
    cohesion = Chart("rts.cohesion", title, "9.6.1", "printed", table(title, columns, rows))
    spent = numbers().costs
    cost_columns = (Column(gettext("Action"), 4), Column("SP", kind=NUMBER))
    actions = (
        (gettext("Move a unit or a stack"), spent.move),
        (gettext("Move tanks or panzers, or a stack with them (C8)"), spent.armour),
        (gettext("Stack units"), spent.stack),
        (gettext("Reorganize a unit"), spent.reorganize),
        (gettext("Rebuild a unit"), spent.rebuild),
    )
    note = gettext("Axis costs are doubled in winter, but for moving infantry (C13).")
    costs = Chart(
        "rts.sp_costs",
        gettext("Supply Points"),
        "5.5.2",
        "printed",
        table(gettext("Supply Points"), cost_columns, actions),
        (note,),
    )
    return Library(
        (
            Shelf(gettext("Battle"), charts=(*(_chits(side, readings) for side in SIDES), cohesion)),
            Shelf(gettext("Operations"), charts=(costs,)),
        )
    )


def _chits(side: str, readings: Readings) -> Chart:
    """The chits of a side; those of the Axis do not become more with STAVKA."""
    numbers_of = {chit.name: chit.numbers(readings) for chit in chits(side).values()}
    grows = any(more for _, more in numbers_of.values())
    columns = (
        Column(gettext("Battle Chit"), 2),
        Column(gettext("Number"), 0.7, NUMBER),
        *([Column(gettext("After STAVKA"), 0.8, NUMBER)] if grows else []),
        Column(gettext("Effect"), 5),
    )
    rows = [
        (gettext(name), n, *([more or None] if grows else []), chit_does(side, name))
        for name, (n, more) in numbers_of.items()
    ]
    title = gettext("Battle Chits, {side}", side=NAMES[side])
    return Chart(f"rts.chits_{side}", title, "19", "printed", table(title, columns, rows))


def does(card: Card, cost: int) -> str:
    """What a card does, in short, and the Supply Points it costs now."""
    parts = [gettext(facts().effect[card.effect].text)]
    if card.chit:
        parts = [f"{gettext(card.chit)}: {chit_does(card.side, card.chit)}"]
    elif card.number:
        parts = [f"{parts[0]}: {card.number}"]
    if cost:
        parts.append(gettext("costs {number} SP", number=cost))
    if card.needs:
        parts.append(gettext("needs {what}", what=needs_told(card.needs)))
    return "; ".join(parts)


def needs_told(needs: Iterable[str]) -> str:
    """Prerequisites of a card in words."""
    parts = (need.partition(":") for need in needs)
    return ", ".join(gettext(LABELS.need[word], area=area) for word, _, area in parts)


def chit_does(side: str, chit: str) -> str:
    """What a Battle Chit of a side does, step by step."""
    return "; ".join(_step(step) for step in chits(side)[chit].steps)


def _step(step: ChitStep) -> str:
    whose, what = gettext(LABELS.hit[step.which], side=NAMES[step.side]), gettext(LABELS.result[step.result])
    if not step.check:
        return f"{whose}: {what}"
    if step.modifier:
        return gettext(
            "{unit} checks with {modifier}: {result}", unit=whose, modifier=f"{step.modifier:+d}", result=what
        )
    return gettext("{unit} checks: {result}", unit=whose, result=what)
