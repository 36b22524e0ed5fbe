"""7.5225, 7.5226: the Russians pay for reconnaissance, name Locations, and the Germans show what stands there.

The naming is public, so the Germans answer it from their own records: no act of one side
ever reads the other's room.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rules.kernel import PUBLIC, Event, Luck, Refused
from rules.parts import entries
from rules.parts.counters import READY, Counter, piles
from rules.parts.rolls import Need
from rules.parts.stages import Taken
from rules.parts.tasks import CheckTask, Field, FormTask
from rules.systems.oto2.desk import Desk, told
from rules.systems.oto2.places import HIDDEN, place_of
from rules.systems.oto2.steps.common import LONGEST_NOTE, button, step
from rules.systems.oto2.steps.placing_limits import given

FREE, BETTER, M3 = "0", "2", "m3"
NOTHING = "nothing written down there"


# 7.5225 paying and rolling ------------------------------------------------------------------


def _prepaid(desk: Desk) -> int:
    """Recon groups bought on the chart for this date (M3)."""
    chart = desk.book.groups[desk.side]
    return sum(chart[group.rg].kind == "recon" for group in desk.groups_of_today())


def _recon_prices(desk: Desk) -> tuple[tuple[str, str], ...]:
    """What may be paid, as options: nothing, the price, the better price; paid ahead counts as the better."""
    rules = desk.book.pack["recon"]
    if _prepaid(desk) and desk.ruling("recon_m3") == "prepaid":
        return ((M3, "the Reconnaissance bought in 7.518, as if 2 CPP were paid"),)
    left = desk.mine.now.ledger.left
    prices = [int(rules[key]) for key in ("price", "price_better") if int(rules[key]) <= left]
    return ((FREE, "no reconnaissance"), *((str(p), f"pay {p} CPP of {left}") for p in prices))


def _recon_needs(desk: Desk, paid: str) -> tuple[Need, ...]:
    """The roll paid for, and that of a group bought on the chart where it stands beside it."""
    wanted = [("extra", "Recon of M3", M3)] if _extra(desk) else []
    wanted += [("recon", "Recon", paid)] if paid != FREE else []
    return tuple(_recon_need(desk, *each) for each in wanted)


def _recon_need(desk: Desk, key: str, label: str, paid: str) -> Need:
    table = desk.table("recon")
    modifiers = desk.modifiers(
        table,
        better=paid in (BETTER, M3),
        morning=desk.book.dates[desk.date].morning,
        russian=not desk.german,
    )
    return Need(key, label, 1, table, modifiers)


def _recon_task(desk: Desk) -> FormTask:
    prices = _recon_prices(desk)
    field = Field("paid", "Reconnaissance", "select", prices[0][0], options=prices, rule="7.5225")
    extra = ("A second reconnaissance was bought on the chart.",) if _extra(desk) else ()
    shown = prices[min(1, len(prices) - 1)][0]
    return FormTask(button("recon"), (field,), extra, _recon_needs(desk, shown), desk.mode)


def _extra(desk: Desk) -> bool:
    """Whether this campaign reads M3 as a reconnaissance beside that of 7.5225."""
    return bool(_prepaid(desk)) and desk.ruling("recon_m3") == "extra"


def _roll_recon(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    paid = _recon_task(desk).read(data)["paid"]
    cost = 0 if paid == M3 else int(paid)
    rolled = desk.roll(_recon_needs(desk, paid), data, luck)
    number = sum(one.reckoning.final for one in rolled)
    rolls = [told(one, f"{one.reckoning.final} Locations") for one in rolled]
    return Taken([desk.event("recon.rolled", line={"recon": number}, ledger={"recon": cost}, rolls=rolls)])


# 7.5226 naming ------------------------------------------------------------------------------


def _naming_task(desk: Desk) -> FormTask | None:
    number = desk.mine.now.recon
    if not number:
        return None
    reach = desk.book.pack["recon"]["range"]
    hint = "hexes with commas between, such as N32, N33/1, O31 pillbox; leave it empty to look into none"
    field = Field("locations", f"Up to {number} Locations", "text", "", hint=hint, rule="7.5226")
    lines = (f"Each no more than {reach} hexes from the nearest hex you control. A pillbox is a Location of its own.",)
    return FormTask(button("inspection"), (field,), lines)


def _name(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    task = _naming_task(desk)
    assert task is not None
    named = _locations(task.read(data)["locations"])
    if len(named) > (number := desk.mine.now.recon or 0):
        raise Refused(
            f"{len(named)} Locations named, {number} rolled.",
            rule="7.5226",
            field="locations",
            way_out="Take some of them away.",
        )
    spoken = [Event("recon.named", PUBLIC, {"side": desk.side, "locations": named})] if named else []
    return Taken([*spoken, desk.event("step.done", step="inspection")])


def _locations(text: str) -> list[str]:
    """The Locations in a line of text, each once."""
    found: list[str] = []
    for part in text.replace(";", ",").split(","):
        if not part.strip():
            continue
        place = place_of(part)
        if place is None or place in found:
            wrong = "is there twice" if place else "is no Location"
            way_out = "Write hexes with commas between: N32, N33/1, O31 pillbox."
            raise Refused(f"{entries.shown(part.strip())} {wrong}.", rule="7.5226", field="locations", way_out=way_out)
        found.append(place)
    return found


# 7.5226 showing -----------------------------------------------------------------------------


def _standing(desk: Desk, place: str) -> list[Counter]:
    """The counters written down at exactly this Location."""
    off_map = given()["inspection"]["off_map"]
    return [
        counter
        for counter in desk.mine.counters
        if counter.fate == READY and counter.kind not in off_map and place_of(counter.place) == place
    ]


def _told(counters: Iterable[Counter]) -> list[str]:
    """What is said of the counters of one Location: mines are there or not, no more."""
    rules = given()["inspection"]
    plain = list(counters)
    mines = [c for c in plain if c.kind == "fortification" and rules["mines"] in c.name.lower()]
    tally: dict[str, int] = {}
    for pile in piles(counter for counter in plain if counter not in mines):
        tally[pile.like.name] = tally.get(pile.like.name, 0) + pile.count
    said = [f"{number} {name}" for name, number in tally.items()]
    return said + ([str(rules["mines_told"])] if mines else [])


def _answer(desk: Desk) -> list[list[Any]]:
    """What this side has to show: each Location asked for, with what it wrote down there."""
    return [[place, _told(_standing(desk, place))] for place in desk.public.today.asked]


def _lines(answer: Iterable[Iterable[Any]]) -> Iterator[str]:
    for place, names in answer:
        yield f"{place}: {', '.join(names) or NOTHING}."


def told_lines(desk: Desk) -> tuple[str, ...]:
    """What was shown on this date, for both sides to read."""
    return tuple(_lines(desk.public.today.disclosed))


def _showing_task(desk: Desk) -> CheckTask | None:
    if not desk.public.today.asked:
        return None
    lines = (*_lines(_answer(desk)), "This is what both sides will read; nothing else is told.")
    return CheckTask(button("disclose"), lines=lines)


def _show(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    """Tell what stands in the Locations asked for; what was hidden there is so no longer."""
    note = entries.text(data.get("note", ""), "Note", most=LONGEST_NOTE, field="note")
    found = [counter for place in desk.public.today.asked for counter in _standing(desk, place)]
    change = {str(c.id): {"marks": [mark for mark in c.marks if mark != HIDDEN]} for c in found if HIDDEN in c.marks}
    shown = Event("recon.disclosed", PUBLIC, {"side": desk.side, "told": _answer(desk)})
    return Taken([shown, desk.event("step.done", step="disclose", change=change, note=note)])


NAMING = (
    step("recon", _recon_task, {"enter": _roll_recon}),
    step("inspection", _naming_task, {"enter": _name}),
)
SHOWING = (step("disclose", _showing_task, {"done": _show}),)
