"""Battle hardening: MMC and heroes (7.5112), leaders (7.5113)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.kernel import Luck, Refused
from rules.parts.counters import READY, Counter
from rules.parts.rolls import Need
from rules.parts.stages import StepSpec, Taken
from rules.parts.tasks import Field, FormTask, RollTask
from rules.systems.oto2.desk import Desk, told
from rules.systems.oto2.state import enemy
from rules.systems.oto2.steps.common import button, step

NONE = ""


def retained(desk: Desk, *kinds: str) -> list[Counter]:
    """The side's counters of these classes that it still has."""
    return [counter for counter in desk.mine.on_hand if counter.kind in kinds]


def won(desk: Desk) -> bool:
    """Whether this side won the scenario just played."""
    return desk.public.today.winner == desk.side


# 7.5112 heroes and MMC -------------------------------------------------------------------


def _mmc_needs(desk: Desk) -> tuple[Need, ...]:
    report = desk.public.today.report
    inflicted = report.cvp.get(enemy(desk.side), 0) if report else 0
    table = desk.table("mmc_bh")
    modifiers = desk.modifiers(table, won=won(desk), cvp_amassed=inflicted)
    return (Need("mmc", "MMC battle hardening", 2, table, modifiers),)


def _mmc_task(desk: Desk) -> RollTask:
    heroes = retained(desk, "hero")
    lines = (f"{len(heroes)} heroes leave; each hardens one MMC.",) if heroes else ()
    return RollTask(button("mmc_roll"), _mmc_needs(desk), lines, desk.mode)


def _roll_mmc(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    (rolled,) = desk.roll(_mmc_needs(desk), data, luck)
    heroes = retained(desk, "hero")
    number = int(rolled.value("mmc") or 0)
    change = {str(hero.id): {"fate": "eliminated", "since": desk.scenario} for hero in heroes}
    event = desk.event(
        "mmc_hardening.rolled",
        change=change,
        rolls=[told(rolled, f"{number} MMC")],
        pending={"mmc": number + len(heroes)},
        heroes=len(heroes),
    )
    return Taken([event])


def _hardenable(desk: Desk) -> list[Counter]:
    return [c for c in retained(desk, "squad", "half_squad", "crew") if c.fate == READY]


def _mmc_options(desk: Desk) -> tuple[tuple[str, str], ...]:
    """One option per kind of MMC, with what comes of it; an Elite one or a crew brings a leader instead."""
    found: dict[str, str] = {}
    for counter in _hardenable(desk):
        unit = desk.book.unit(desk.side, counter.name)
        becomes = unit.harden if unit else ""
        if becomes:
            found[counter.name] = f"{counter.name} becomes {becomes}"
        else:
            found.setdefault("leader", f"an {_instead(desk)} for an Elite MMC or crew")
    leaders = found.pop("leader", None)
    return ((NONE, "none"), *found.items(), *((("leader", leaders),) if leaders else ()))


def _instead(desk: Desk) -> str:
    return str(desk.book.pack["battle_hardening"]["leader_instead"])


def _mmc_choice_task(desk: Desk) -> FormTask | None:
    number = desk.mine.pending.get("mmc", 0)
    options = _mmc_options(desk)
    if not number or len(options) == 1:
        return None
    fields = tuple(
        Field(f"mmc{n + 1}", f"MMC {n + 1}", "select", NONE, options=options, rule="7.5112") for n in range(number)
    )
    return FormTask(button("mmc_choice"), fields)


def _harden_mmc(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    task = _mmc_choice_task(desk)
    assert task is not None
    chosen = [value for value in task.read(data).values() if value]
    leaders = chosen.count("leader")
    if leaders > 1 and desk.ruling("elite_mmc_leader") == "once":
        once = "By this campaign's ruling Elite MMC bring one leader in all."
        raise Refused(once, rule="7.5112", field="mmc2", way_out="Harden an MMC with the other choice.")
    change: dict[str, dict[str, Any]] = {}
    said = [f"{_instead(desk)} joins"] * leaders
    for name in (value for value in chosen if value != "leader"):
        counter = next((c for c in _hardenable(desk) if c.name == name and str(c.id) not in change), None)
        if counter is None:
            other = "Choose another MMC for the second, or none."
            raise Refused(f"You have no further {name} to harden.", rule="7.5112", way_out=other)
        unit = desk.book.unit(desk.side, name)
        assert unit is not None
        change[str(counter.id)] = {"name": unit.harden}
        said.append(f"{name} becomes {unit.harden}")
    rows = desk.new([("leader", _instead(desk), "", {"note": "7.5112"})] * leaders)
    return Taken([desk.event("mmc.hardened", change=change, add=rows, said=said, pending={})])


# 7.5113 leaders --------------------------------------------------------------------------


def _leader_need(desk: Desk) -> Need:
    table = desk.table("leader_bh")
    return Need("leader", "Leader battle hardening", 2, table, desk.modifiers(table, won=won(desk), german=desk.german))


def _exchangeable(desk: Desk) -> list[Counter]:
    """Leaders fit to be exchanged; a heroic one hardens instead."""
    return [c for c in retained(desk, "leader") if not {"isolated", "wounded", "heroic"} & set(c.marks)]


def _exchanges(desk: Desk) -> tuple[tuple[str, str], ...]:
    """The leaders that may be exchanged instead of rolling, if the side has them (7.5113)."""
    whole = {c.name for c in _exchangeable(desk)}
    table = desk.book.pack["battle_hardening"]["leader_exchange"]
    return tuple((old, f"exchange an {old} for {' and '.join(new)}") for old, new in table.items() if old in whole)


def _leader_task(desk: Desk) -> FormTask:
    heroic = [c for c in retained(desk, "leader") if "heroic" in c.marks]
    lines = tuple(f"The heroic {c.name} hardens and is heroic no more." for c in heroic)
    choice = Field(
        "instead", "Roll or exchange", "select", NONE, options=((NONE, "roll"), *_exchanges(desk)), rule="7.5113"
    )
    return FormTask(button("leader_roll"), (choice,), lines, (_leader_need(desk),), desk.mode)


def _roll_leader(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    old = _leader_task(desk).read(data)["instead"]
    change = {
        str(c.id): {"name": _harder(desk, c.name), "marks": [m for m in c.marks if m != "heroic"]}
        for c in retained(desk, "leader")
        if "heroic" in c.marks
    }
    if old:
        desk.roll((), data, luck)
        return Taken([_exchange(desk, old, change)])
    (rolled,) = desk.roll((_leader_need(desk),), data, luck)
    name = str(rolled.value("leader"))
    event = desk.event("leader_hardening.rolled", change=change, rolls=[told(rolled, name)], pending={"leader": name})
    return Taken([event])


def _exchange(desk: Desk, old: str, change: dict[str, dict[str, Any]]) -> Any:
    new = desk.book.pack["battle_hardening"]["leader_exchange"][old]
    leader = next(c for c in _exchangeable(desk) if c.name == old)
    change[str(leader.id)] = {"fate": "merged", "since": desk.date, "note": "exchanged, 7.5113"}
    rows = desk.new([("leader", name, leader.group, {"note": "exchanged, 7.5113"}) for name in new])
    return desk.event("leader.exchanged", change=change, add=rows, old=old, new=list(new))


def _harder(desk: Desk, name: str) -> str:
    return desk.book.leader(name).harden or name


def _leader_options(desk: Desk) -> tuple[tuple[str, str], ...]:
    """The rolled leader and every lower one the side Retains, best first."""
    limit = desk.book.leader(desk.mine.pending["leader"]).rank
    names = {c.name for c in retained(desk, "leader")}
    fit = sorted((desk.book.leader(n) for n in names), key=lambda unit: -unit.rank)
    return tuple((u.name, f"{u.name} becomes {u.harden}") for u in fit if u.rank <= limit and u.harden)


def _leader_choice_task(desk: Desk) -> FormTask | None:
    if "leader" not in desk.mine.pending or not (options := _leader_options(desk)):
        return None
    field = Field("leader", "Leader", "select", options[0][0], options=(*options, (NONE, "none")), rule="7.5113")
    return FormTask(button("leader_choice"), (field,), (f"Rolled: {desk.mine.pending['leader']}.",))


def _harden_leader(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    task = _leader_choice_task(desk)
    assert task is not None
    name = task.read(data)["leader"]
    if not name:
        return Taken([desk.event("leader.hardened", pending={})])
    leader = next(c for c in retained(desk, "leader") if c.name == name)
    change = {str(leader.id): {"name": _harder(desk, name)}}
    return Taken([desk.event("leader.hardened", change=change, old=name, new=_harder(desk, name), pending={})])


STEPS: tuple[StepSpec[Desk], ...] = (
    step("mmc_roll", _mmc_task, {"roll": _roll_mmc}),
    step("mmc_choice", _mmc_choice_task, {"enter": _harden_mmc}),
    step("leader_roll", _leader_task, {"enter": _roll_leader}),
    step("leader_choice", _leader_choice_task, {"enter": _harden_leader}),
)
