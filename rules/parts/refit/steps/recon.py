"""A side pays for reconnaissance and names Locations, and the other shows what stands there.

The naming is public, so the other side answers it from its own records: no act of one side
ever reads the other's room.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from rules.kernel import PUBLIC, Event, Luck, Refused
from rules.parts import entries
from rules.parts.counters import READY, Counter, piles
from rules.parts.refit.desk import Desk, told
from rules.parts.refit.places import HIDDEN, place_of
from rules.parts.refit.steps.checklists import noted
from rules.parts.refit.words import Deed
from rules.parts.rolls import Need
from rules.parts.stages import Taken
from rules.parts.tasks import CheckTask, Field, FormTask

FREE, PREPAID = "0", "m3"
SAID = "recon:"
"""Among what a side knows: what it said of its squads when it last decided on reconnaissance."""
NOTHING = "nothing written down there"


# paying and rolling ------------------------------------------------------------------


def _prepaid(desk: Desk) -> int:
    """Recon groups bought on the chart for this line."""
    chart = desk.book.groups[desk.side]
    return sum(chart[group.rg].kind == "recon" for group in desk.groups_of_today())


def _recon_prices(desk: Desk) -> tuple[tuple[str, str], ...]:
    """What may be paid, as options: nothing, the price, the better price; paid ahead counts as the better."""
    rules = desk.book.pack["recon"]
    if _prepaid(desk) and desk.ruling("recon_m3") == "prepaid":
        return ((PREPAID, str(desk.said("recon")["prepaid"])),)
    left = desk.mine.now.ledger.left
    prices = [int(rules[key]) for key in ("price", "price_better") if int(rules[key]) <= left]
    return ((FREE, "no reconnaissance"), *((str(p), f"pay {p} CPP of {left}") for p in prices))


def _asked(desk: Desk) -> list[str]:
    """The modifiers that have to be asked for: those the words of the step have a question for."""
    said = desk.said("recon")
    return [modifier.key for modifier in desk.table("recon").modifiers if modifier.key in said]


def _recon_needs(desk: Desk, paid: str, so: Mapping[str, bool] = MappingProxyType({})) -> tuple[Need, ...]:
    """The roll paid for, and that of a group bought on the chart where it stands beside it; `so` is what was asked."""
    wanted = [("extra", str(desk.said("recon")["extra"]), PREPAID)] if _extra(desk) else []
    wanted += [("recon", "Recon", paid)] if paid != FREE else []
    return tuple(_recon_need(desk, *each, so) for each in wanted)


def _recon_need(desk: Desk, key: str, label: str, paid: str, so: Mapping[str, bool]) -> Need:
    table = desk.table("recon")
    better = paid in (str(desk.book.pack["recon"]["price_better"]), PREPAID)
    modifiers = desk.modifiers(table, better=better, **so)
    return Need(key, label, 1, table, modifiers)


def _recon_task(desk: Desk) -> FormTask:
    prices = _recon_prices(desk)
    field = Field("paid", "Reconnaissance", "select", prices[0][0], options=prices, rule=desk.rule("recon"))
    extra = ("A second reconnaissance was bought on the chart.",) if _extra(desk) else ()
    shown = prices[min(1, len(prices) - 1)][0]
    needs = _recon_needs(desk, shown, {key: key in desk.squads_are() for key in _asked(desk)})
    return FormTask(desk.button("recon"), (field, *_questions(desk)), extra, needs, desk.mode)


def _questions(desk: Desk) -> tuple[Field, ...]:
    said, so = desk.said("recon"), desk.squads_are()
    return tuple(Field(key, said[key], "check", key in so, rule=desk.rule("recon", key)) for key in _asked(desk))


def _extra(desk: Desk) -> bool:
    """Whether this campaign reads a Recon group as a reconnaissance beside the one paid for now."""
    return bool(_prepaid(desk)) and desk.ruling("recon_m3") == "extra"


def _roll_recon(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    said = _recon_task(desk).read(data)
    paid = said.pop("paid")
    cost = 0 if paid == PREPAID else int(paid)
    rolled = desk.roll(_recon_needs(desk, paid, said), data, luck)
    found = [int(one.value("locations") or 0) * _by_night(desk, "factor", 1) for one in rolled]
    rolls = [told(one, f"{number} Locations") for one, number in zip(rolled, found, strict=True)]
    number = sum(found)
    known = {f"{SAID}{key}": value for key, value in said.items()}
    return Taken([desk.event("recon.rolled", line={"recon": number}, ledger={"recon": cost}, known=known, rolls=rolls)])


def _by_night(desk: Desk, key: str, otherwise: int) -> int:
    """A number of the pack that one side has by night."""
    rules = desk.book.pack["recon"]
    night = desk.facts().get("night") and rules.get("night_side") == desk.side
    return int(rules[f"night_{key}"] if night else otherwise)


def reach(desk: Desk) -> int:
    """How far from an own hex a Location may be."""
    return _by_night(desk, "range", desk.book.pack["recon"]["range"])


# naming ------------------------------------------------------------------------------


def _naming_task(desk: Desk) -> FormTask | None:
    number = desk.mine.now.recon
    if not number:
        return None
    hint = "hexes with commas between, such as N32, N33/1, O31 pillbox; leave it empty to look into none"
    field = Field("locations", f"Up to {number} Locations", "text", "", hint=hint, rule=desk.rule("inspection"))
    lines = (
        f"Each no more than {reach(desk)} hexes from the nearest hex you control. A pillbox is a Location of its own.",
    )
    return FormTask(desk.button("inspection"), (field,), lines)


def _name(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    task = _naming_task(desk)
    assert task is not None
    named = locations(desk, task.read(data)["locations"])
    if len(named) > (number := desk.mine.now.recon or 0):
        raise Refused(
            f"{len(named)} Locations named, {number} rolled.",
            rule=desk.rule("inspection"),
            field="locations",
            way_out="Take some of them away.",
        )
    spoken = [Event("recon.named", PUBLIC, {"side": desk.side, "locations": named})] if named else []
    return Taken([*spoken, desk.event("step.done", step="inspection")])


def locations(desk: Desk, text: str, field: str = "locations") -> list[str]:
    """The Locations in a line of text, each once."""
    found: list[str] = []
    for part in text.replace(";", ",").split(","):
        if not part.strip():
            continue
        place = place_of(part)
        if place is None or place in found:
            wrong = "is there twice" if place else "is no Location"
            way_out = "Write hexes with commas between: N32, N33/1, O31 pillbox."
            raise Refused(
                f"{entries.shown(part.strip())} {wrong}.",
                rule=desk.rule("inspection"),
                field=field,
                way_out=way_out,
            )
        found.append(place)
    return found


# showing -----------------------------------------------------------------------------


def _standing(desk: Desk, place: str) -> list[Counter]:
    """The counters written down at exactly this Location."""
    off_map = desk.book.setup["inspection"]["off_map"]
    return [
        counter
        for counter in desk.mine.counters
        if counter.fate == READY and counter.kind not in off_map and place_of(counter.place) == place
    ]


def _told(desk: Desk, counters: Iterable[Counter]) -> list[str]:
    """What is said of the counters of one Location: mines are there or not, no more."""
    rules = desk.book.setup["inspection"]
    plain = list(counters)
    mines = [c for c in plain if c.kind == "fortification" and rules["mines"] in c.name.lower()]
    tally: dict[str, int] = {}
    for pile in piles(counter for counter in plain if counter not in mines):
        tally[pile.like.name] = tally.get(pile.like.name, 0) + pile.count
    said = [f"{number} {name}" for name, number in tally.items()]
    return said + ([str(rules["mines_told"])] if mines else [])


def _answer(desk: Desk) -> list[list[Any]]:
    """What this side has to show: each Location asked for, with what it wrote down there."""
    return [[place, _told(desk, _standing(desk, place))] for place in desk.asked()]


def _lines(answer: Iterable[Iterable[Any]]) -> Iterator[str]:
    for place, names in answer:
        yield f"{place}: {', '.join(names) or NOTHING}."


def told_lines(desk: Desk) -> tuple[str, ...]:
    """What was shown on this date, for both sides to read."""
    return tuple(_lines(desk.public.today.disclosed))


def _showing_task(desk: Desk) -> CheckTask | None:
    if not desk.asked():
        return None
    lines = (*_lines(_answer(desk)), "This is what both sides will read; nothing else is told.")
    return CheckTask(desk.button("disclose"), lines=lines)


def _show(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    """Tell what stands in the Locations asked for; what was hidden there is so no longer."""
    note = noted(data)
    found = [counter for place in desk.asked() for counter in _standing(desk, place)]
    change = {str(c.id): {"marks": [mark for mark in c.marks if mark != HIDDEN]} for c in found if HIDDEN in c.marks}
    shown = Event("recon.disclosed", PUBLIC, {"side": desk.side, "told": _answer(desk)})
    return Taken([shown, desk.event("step.done", step="disclose", change=change, note=note)])


PAYING = (Deed("recon", _recon_task, {"enter": _roll_recon}),)
NAMING = (Deed("inspection", _naming_task, {"enter": _name}),)
SHOWING = (Deed("disclose", _showing_task, {"done": _show}),)
