"""Attack or Idle, and the scenario that comes of it (12.625 to 12.6254, and who moves first: 12.627)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.kernel import PUBLIC, Event, Luck
from rules.parts.refit.desk import told
from rules.parts.refit.words import Deed
from rules.parts.rolls import Need
from rules.parts.stages import Taken
from rules.parts.tasks import CheckTask, Field, FormTask, RollTask
from rules.systems.votg.desk import Desk
from rules.systems.votg.state import ATTACK, COUNTERATTACK, DUAL, GERMAN, IDLE, RUSSIAN, Record, enemy

DAY, NIGHT = "day", "night"
OPEN = ("rolled", None)
"""What the matrix says of who sets up or moves first where it does not tell."""

# the choice ------------------------------------------------------------------------------------


def may_attack(desk: Desk) -> bool:
    """Whether the side has a chit to attack with; only Russian ones are counted (12.6251)."""
    return desk.side != RUSSIAN or desk.public.chits > 0


def chit_field(desk: Desk, key: str, words: Mapping[str, str]) -> Field:
    """Attack or Idle, as the step `key` asks for it; a chit that was chosen already binds."""
    bound = desk.line.chit
    open_ = [chit for chit in (IDLE, ATTACK) if bound in ("", chit) and (chit == IDLE or may_attack(desk))]
    options = tuple((chit, words[chit]) for chit in open_)
    rule = desk.rule(key, "chits")
    return Field("chit", desk.said(key)["title"], "select", open_[0], options=options, rule=rule)


def _choice_task(desk: Desk) -> FormTask:
    said = desk.said("initiative")
    field = chit_field(desk, "initiative", {ATTACK: said["attack"], IDLE: said["idle"]})
    lines = [f"{said['left']}: {desk.public.chits}"]
    if desk.line.chit:
        lines.append(said["bound"])
    return FormTask(desk.button("initiative"), (field,), tuple(lines))


def _choose(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    chit = _choice_task(desk).read(data)["chit"]
    return Taken([desk.event("chit.chosen", line={"chit": chit}, chit=chit)])


# both are turned over --------------------------------------------------------------------------


def _show_task(desk: Desk) -> CheckTask:
    said = desk.said("showing")
    return CheckTask(desk.button("showing"), lines=(said[desk.line.chit],), counters=False)


def _show(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    """Turn the chit over; with the second one it is known what is played."""
    chit = desk.line.chit
    spent = {"spent": 1} if desk.side == RUSSIAN and chit == ATTACK else {}
    events = [Event("chit.shown", PUBLIC, {"side": desk.side, "chit": chit, **spent})]
    if other := desk.today.chits.get(enemy(desk.side)):
        events.append(Event("scenario.generated", PUBLIC, generated(desk, {desk.side: chit, enemy(desk.side): other})))
    return Taken(events)


def generated(desk: Desk, chits: Mapping[str, str]) -> dict[str, Any]:
    """What the matrix makes of both chits: the kind of scenario, and who sets up and moves first where it says so."""
    rows = (row.values for row in desk.table("initiative").rows)
    row = next(row for row in rows if all(row[side] == chits[side] for side in (GERMAN, RUSSIAN)))
    told = {"first": row["sets_up_first"], "mover": row["moves_first"]}
    return {"kind": row["scenario"], **{key: value for key, value in told.items() if value not in OPEN}}


# what is still open ----------------------------------------------------------------------------


def open_now(desk: Desk) -> bool:
    """Whether anything has to be decided before the set-up, by what both sides know."""
    return any(deed.task(desk) is not None for deed in SCENARIO)


def undecided(today: Record) -> bool:
    """Whether who moves first has still to be rolled for."""
    return today.kind == DUAL and not today.mover


def _order_need(desk: Desk) -> Need:
    return Need("order", desk.said("order")["title"], 1, desk.table("dual_setup"))


def _order_task(desk: Desk) -> RollTask | None:
    if desk.today.kind != DUAL or desk.today.first:
        return None
    return RollTask(desk.button("order"), (_order_need(desk),), mode=desk.mode)


def _roll_order(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    (rolled,) = desk.roll((_order_need(desk),), data, luck)
    return Taken([_rolled(desk, "order.rolled", "first", rolled)])


def _rolled(desk: Desk, kind: str, key: str, rolled: Any) -> Event:
    side = str(rolled.value("result"))
    return Event(kind, PUBLIC, {key: side, "rolls": [told(rolled, desk.book.names[side])]})


def _night_task(desk: Desk) -> FormTask | None:
    """Asked for a Russian Assault; for a Counterattack only if its declaration left it open."""
    told = desk.today.kind == COUNTERATTACK and desk.ruling("night_asked") != "late"
    if desk.today.kind not in desk.book.pack["night"]["scenarios"] or told or desk.today.night:
        return None
    said = desk.said("night")
    options = ((DAY, said["day"]), (NIGHT, said["night"]))
    field = Field("light", said["title"], "select", DAY, options=options, rule=desk.rule("night"))
    return FormTask(desk.button("night"), (field,), tuple(said["points"]))


def _decide_night(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    task = _night_task(desk)
    assert task is not None
    night = task.read(data)["light"] == NIGHT
    return Taken([Event("night.decided", PUBLIC, {"night": night, **({"after_recon": True} if night else {})})])


def _cover_task(desk: Desk) -> FormTask | None:
    if not desk.today.night or desk.today.cover:
        return None
    said, rules = desk.said("cloud_cover"), desk.book.setup["cloud_cover"]
    overcast = desk.today.weather == rules["overcast"]
    kinds = [rules["overcast"]] if overcast else rules["kinds"]
    options = tuple((kind, kind) for kind in kinds)
    fields = (
        Field("cover", said["cover"], "select", kinds[0], options=options, rule=desk.rule("cloud_cover", "cover")),
        Field("nvr", said["nvr"], high=int(rules["nvr_most"]), rule=desk.rule("cloud_cover", "cover")),
    )
    if overcast:
        return FormTask(desk.button("cloud_cover"), fields, (said["no_moon"],))
    moon = Field("moon", said["moon"], "text", desk.cg_day.moon, hint=said["reckoned"], rule=desk.rule("cloud_cover"))
    return FormTask(desk.button("cloud_cover"), (*fields, moon))


def _set_cover(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    task = _cover_task(desk)
    assert task is not None
    entered = task.read(data)
    moon = entered.pop("moon", "")
    cover = desk.said("cloud_cover")["told"].format(**entered)
    return Taken([Event("cover.set", PUBLIC, {"cover": cover, **({"moon": moon} if moon else {})})])


# who moves first -------------------------------------------------------------------------------


def _mover_need(desk: Desk) -> Need:
    return Need("mover", desk.said("mover")["title"], 1, desk.table("dual_move"))


def _mover_task(desk: Desk) -> RollTask | None:
    return RollTask(desk.button("mover"), (_mover_need(desk),), mode=desk.mode) if undecided(desk.today) else None


def _roll_mover(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    (rolled,) = desk.roll((_mover_need(desk),), data, luck)
    return Taken([_rolled(desk, "mover.rolled", "mover", rolled)])


CHOICE: tuple[Deed[Desk], ...] = (Deed("initiative", _choice_task, {"enter": _choose}),)
SHOWING: tuple[Deed[Desk], ...] = (Deed("showing", _show_task, {"done": _show}),)
SCENARIO: tuple[Deed[Desk], ...] = (
    Deed("order", _order_task, {"roll": _roll_order}),
    Deed("night", _night_task, {"enter": _decide_night}),
    Deed("cloud_cover", _cover_task, {"enter": _set_cover}),
)
MOVER: tuple[Deed[Desk], ...] = (Deed("mover", _mover_task, {"roll": _roll_mover}),)
