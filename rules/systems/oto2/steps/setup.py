"""7.521 to 7.523: wind, set-up, reconnaissance, commencement; and CG End (7.4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.kernel import PUBLIC, Event, Luck
from rules.parts.counters import READY
from rules.parts.rolls import Need
from rules.parts.stages import Taken
from rules.parts.tasks import CheckTask, Field, FormTask
from rules.systems.oto2.desk import Desk, told
from rules.systems.oto2.steps.common import button, checklist, step

FREE, BETTER, M3 = "0", "2", "m3"


# 7.5221 wind -----------------------------------------------------------------------------


def _wind_task(desk: Desk) -> FormTask:
    return FormTask(
        button("wind"),
        (
            Field(
                "wind",
                "Wind force and direction",
                "text",
                "",
                pattern=".+",
                hint="enter what was rolled, such as No wind",
            ),
        ),
    )


def _set_wind(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    return Taken([Event("wind.set", PUBLIC, {"wind": _wind_task(desk).read(data)["wind"]})])


# CG13 modules in play --------------------------------------------------------------------


def _modules_task(desk: Desk) -> FormTask | None:
    limit = int(desk.book.pack["oba_per_scenario"][desk.side])
    modules = [c for c in desk.mine.on_hand if c.kind == "oba"]
    if len(modules) <= limit:
        return None
    options = tuple((str(c.id), f"{c.name} (no. {c.id}) {c.note}") for c in modules)
    fields = tuple(
        Field(f"module{n + 1}", f"Module {n + 1}", "select", options[n][0], options=options, rule="CG13")
        for n in range(limit)
    )
    return FormTask(button("modules"), fields)


def _choose_modules(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    task = _modules_task(desk)
    assert task is not None
    chosen = set(task.read(data).values())
    change = {}
    for counter in desk.mine.on_hand:
        if counter.kind == "oba":
            marks = [mark for mark in counter.marks if mark != "in play"]
            change[str(counter.id)] = {"marks": [*marks, "in play"] if str(counter.id) in chosen else marks}
    return Taken([desk.event("modules.chosen", change=change)])


# 7.5225, 7.5226 reconnaissance -----------------------------------------------------------


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


# 7.523 commencement, CG End --------------------------------------------------------------


def _begin_task(desk: Desk) -> CheckTask:
    now = desk.mine.now
    return CheckTask(button("begin"), lines=(f"You announce ELR {now.elr} and SAN {now.san}.",), counters=False)


def _begin(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    now = desk.mine.now
    told_all = Event("elr_san.announced", PUBLIC, {"side": desk.side, "elr": now.elr, "san": now.san})
    entered = {str(c.id): {"fate": READY} for c in desk.mine.counters if c.fate == "due"}
    return Taken([told_all, desk.event("step.done", step="begin", change=entered)])


def _books_task(desk: Desk) -> CheckTask:
    return CheckTask(
        button("books"), lines=tuple(f"{label}: {number}" for label, number in _left_over(desk)), counters=False
    )


def _left_over(desk: Desk) -> tuple[tuple[str, int], ...]:
    return (
        ("CPP left", desk.mine.now.ledger.next_start),
        ("CVP of vehicles still off the map and of units never set up (7.5131c, CG12a)", _late_cvp(desk)),
    )


def _late_cvp(desk: Desk) -> int:
    """CVP that count at CG End: vehicles out for ammunition, and German units never brought on."""
    fates = {"out", "due"} if desk.german else {"out"}
    return sum(c.worth for c in desk.mine.counters if c.fate in fates)


def _open_books(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    books = {"side": desk.side, "cpp": desk.mine.now.ledger.next_start, "cvp": _late_cvp(desk)}
    return Taken([Event("books.opened", PUBLIC, books)])


INITIAL = (step("modules", _modules_task, {"enter": _choose_modules}), checklist("setup"))
FIRST = (step("wind", _wind_task, {"enter": _set_wind}), *INITIAL)
SECOND = (
    *INITIAL,
    step("recon", _recon_task, {"enter": _roll_recon}),
    checklist("inspection", lambda desk: bool(desk.mine.now.recon)),
)
BEGIN = (step("begin", _begin_task, {"done": _begin}),)
BOOKS = (step("books", _books_task, {"done": _open_books}),)
