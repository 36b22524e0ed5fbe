"""Battle hardening: MMC and heroes, leaders."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rules.kernel import Luck, Refused
from rules.parts.counters import READY, Counter
from rules.parts.refit.desk import Desk, told
from rules.parts.refit.steps.chosen import FANATIC, MMC, marks, renamed
from rules.parts.refit.steps.condition import area, isolated, together
from rules.parts.refit.words import Deed, an
from rules.parts.rolls import Need, Rolled
from rules.parts.stages import Taken
from rules.parts.tasks import Field, FormTask, RollTask

NONE = ""
HARDENED = "hardened"
"""Among what a side knows: the MMC it has hardened since the battle, for none is hardened again in the same refit."""


def retained(desk: Desk, *kinds: str) -> list[Counter]:
    """The side's counters of these classes that it still has."""
    return [counter for counter in desk.mine.on_hand if counter.kind in kinds]


# heroes and MMC -------------------------------------------------------------------


def _mmc_needs(desk: Desk) -> tuple[Need, ...]:
    table = desk.table("mmc_bh")
    modifiers = desk.modifiers(table, won=desk.won(), cvp_amassed=desk.inflicted())
    return (Need("mmc", "MMC battle hardening", 2, table, modifiers),)


def _mmc_task(desk: Desk) -> RollTask:
    heroes = retained(desk, "hero")
    lines = [f"{len(heroes)} heroes leave; each hardens one MMC."] if heroes else []
    lines += [f"He who is {_cut_off(area(desk, hero))} hardens one there." for hero in heroes if isolated(hero)]
    return RollTask(desk.button("mmc_roll"), _mmc_needs(desk), tuple(lines), desk.mode)


def _cut_off(name: str) -> str:
    """Where something isolated is, as far as that was noted."""
    return f"isolated in {name}" if name else "isolated, area not noted"


def _roll_mmc(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    (rolled,) = desk.roll(_mmc_needs(desk), data, luck)
    heroes = retained(desk, "hero")
    number = int(rolled.value("mmc") or 0)
    change = {str(hero.id): {"fate": "eliminated", "since": desk.scenario} for hero in heroes}
    bound = [hero.id for hero in heroes if isolated(hero)]
    event = desk.event(
        "mmc_hardening.rolled",
        change=change,
        rolls=[told(rolled, f"{number} MMC")],
        pending={"mmc": number + len(heroes) - len(bound), **({"heroes": bound} if bound else {})},
        heroes=len(heroes),
    )
    return Taken([event])


def _hardenable(desk: Desk) -> list[Counter]:
    """The MMC that may still be hardened in this refit."""
    most, so_far = int(desk.book.pack["battle_hardening"]["per_refit"]), list(desk.mine.known.get(HARDENED, ()))
    return [c for c in retained(desk, *MMC) if c.fate == READY and so_far.count(c.id) < most]


def _better(desk: Desk, counter: Counter) -> str:
    """What an MMC becomes if it is hardened; "" for an Elite one or a crew."""
    unit = desk.book.unit(desk.side, counter.name)
    return unit.harden if unit else ""


def _shown(desk: Desk, counter: Counter) -> str:
    """An MMC as the form lists it: those of a name and an area are alike."""
    return f"{counter.name}, {_cut_off(area(desk, counter))}" if isolated(counter) else counter.name


def _mmc_options(desk: Desk, fit: Iterable[Counter]) -> tuple[tuple[str, str], ...]:
    """One option per kind of MMC, with what comes of it; an Elite one or a crew brings a leader or becomes Fanatic."""
    found: dict[str, str] = {}
    for counter in fit:
        becomes = _better(desk, counter)
        if becomes or not _instead(desk):
            found[_shown(desk, counter)] = f"{_shown(desk, counter)}: becomes {becomes or 'Fanatic'}"
        else:
            found.setdefault("leader", f"{an(_instead(desk))} for an Elite MMC or crew")
    leaders = found.pop("leader", None)
    return ((NONE, "none"), *found.items(), *((("leader", leaders),) if leaders else ()))


def _instead(desk: Desk) -> str:
    """The leader an Elite MMC brings, "" where it becomes Fanatic instead."""
    return str(desk.book.pack["battle_hardening"].get("leader_instead", ""))


def _mmc_choice_task(desk: Desk) -> FormTask | None:
    """A choice for each MMC the dice and the heroes allow; an isolated hero's is among those of his area."""
    everyone = _hardenable(desk)
    wanted = [(f"mmc{n + 1}", f"MMC {n + 1}", everyone) for n in range(desk.mine.pending.get("mmc", 0))]
    for hero in (c for c in desk.mine.counters if c.id in desk.mine.pending.get("heroes", ())):
        near = [c for c in everyone if together(desk, c, hero)]
        wanted.append((f"hero{hero.id}", f"MMC of the hero {_cut_off(area(desk, hero))}", near))
    fields = tuple(
        Field(key, label, "select", NONE, options=options, rule=desk.rule("mmc_choice"))
        for key, label, fit in wanted
        if len(options := _mmc_options(desk, fit)) > 1
    )
    return FormTask(desk.button("mmc_choice"), fields) if fields else None


def _harden_mmc(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    task = _mmc_choice_task(desk)
    assert task is not None
    chosen = {key: value for key, value in task.read(data).items() if value}
    leaders = [key for key, value in chosen.items() if value == "leader"]
    if len(leaders) > (elite := sum(not _better(desk, c) for c in _hardenable(desk))):
        fewer = f"You have {elite} Elite MMC and crews, and each brings one leader."
        raise Refused(fewer, rule=desk.rule("mmc_choice"), field=leaders[elite], way_out="Harden another MMC, or none.")
    if len(leaders) > 1 and desk.ruling("elite_mmc_leader") == "once":
        once = "By this campaign's ruling Elite MMC bring one leader in all."
        elsewhere = "Harden an MMC with the other choice."
        raise Refused(once, rule=desk.rule("mmc_choice"), field=leaders[1], way_out=elsewhere)
    change: dict[str, dict[str, Any]] = {}
    said = [f"{_instead(desk)} joins"] * len(leaders)
    for key, value in ((key, value) for key, value in chosen.items() if value != "leader"):
        alike = (c for c in _hardenable(desk) if _shown(desk, c) == value)
        counter = next((c for c in alike if str(c.id) not in change), None)
        if counter is None:
            other = "Choose another MMC for the second, or none."
            gone = f"You have no further {value} to harden."
            raise Refused(gone, rule=desk.rule("mmc_choice"), field=key, way_out=other)
        harder = _better(desk, counter)
        change[str(counter.id)] = {"name": harder} if harder else marks(counter, more=(FANATIC,))
        said.append(f"{counter.name} becomes {harder or 'Fanatic'}")
    rows = desk.new([("leader", _instead(desk), "", {"note": desk.rule("mmc_choice")})] * len(leaders))
    hardened = [*desk.mine.known.get(HARDENED, ()), *map(int, change)]
    known = {HARDENED: hardened} if hardened else {}
    return Taken([desk.event("mmc.hardened", change=change, add=rows, said=said, known=known, pending={})])


# leaders --------------------------------------------------------------------------


def _leader_need(desk: Desk) -> Need:
    table = desk.table("leader_bh")
    claimed = 0 if _claims(desk) else desk.won_day()
    return Need("leader", "Leader battle hardening", 2, table, desk.modifiers(table, won=claimed))


def _claims(desk: Desk) -> tuple[str, ...]:
    """The modifiers of which a winner takes one or none once the dice have fallen, where the table has such."""
    keys = {modifier.key for modifier in desk.table("leader_bh").modifiers}
    return ("won", "won_part") if desk.won_day() and "won_part" in keys else ()


def _grades(desk: Desk, rolled: Rolled) -> list[str]:
    """The leaders the dice may harden: the one of the total, or by each modifier that the winner may claim."""
    table, reckoning = desk.table("leader_bh"), rolled.reckoning
    column = desk.side if desk.side in table.columns else "leader"
    drms = [table.drm(key, 1).value for key in _claims(desk)] + [0]
    rows = (table.row(reckoning.final + drm, reckoning.original) for drm in drms)
    return list(dict.fromkeys(str(row.values[column]) for row in rows))


def _exchangeable(desk: Desk) -> list[Counter]:
    """Leaders fit to be exchanged; a heroic one hardens instead."""
    return [c for c in retained(desk, "leader") if not {"isolated", "wounded", "heroic"} & set(c.marks)]


def _exchanges(desk: Desk) -> tuple[tuple[str, str], ...]:
    """The leaders that may be exchanged instead of rolling, if the side has them."""
    if _crowded(desk):
        return ()
    whole = {c.name for c in _exchangeable(desk)}
    table = desk.book.pack["battle_hardening"]["leader_exchange"]
    return tuple((old, f"exchange {an(old)} for {' and '.join(new)}") for old, new in table.items() if old in whole)


def _crowded(desk: Desk) -> bool:
    """Whether one more leader would be more than the pack allows for the side's squads."""
    per_leader = desk.book.pack["battle_hardening"].get("squads_per_leader")
    if per_leader is None:
        return False
    worth = desk.book.pack["squad_equivalent"]["half_squads"]
    halves = sum(worth[c.kind] for c in retained(desk, *MMC))
    passed_over = desk.book.reading(desk.book.pack["promotion_leaders"])
    leaders = sum(c.name not in passed_over for c in retained(desk, "leader"))
    return bool((leaders + 1) * per_leader[desk.side] * worth["squad"] > halves)


def _leader_task(desk: Desk) -> FormTask:
    heroic = [c for c in retained(desk, "leader") if "heroic" in c.marks]
    lines = tuple(f"The heroic {c.name} hardens and is heroic no more." for c in heroic)
    choice = Field(
        "instead",
        "Roll or exchange",
        "select",
        NONE,
        options=((NONE, "roll"), *_exchanges(desk)),
        rule=desk.rule("leader_roll"),
    )
    return FormTask(desk.button("leader_roll"), (choice,), lines, (_leader_need(desk),), desk.mode)


def _roll_leader(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    old = _leader_task(desk).read(data)["instead"]
    change = {
        str(c.id): {**renamed(desk, c, _harder(desk, c.name)), "marks": [m for m in c.marks if m != "heroic"]}
        for c in retained(desk, "leader")
        if "heroic" in c.marks
    }
    if old:
        desk.roll((), data, luck)
        return Taken([_exchange(desk, old, change)])
    (rolled,) = desk.roll((_leader_need(desk),), data, luck)
    grades = _grades(desk, rolled)
    rolls = [told(rolled, " or ".join(grades))]
    event = desk.event("leader_hardening.rolled", change=change, rolls=rolls, pending=_rolled(grades))
    return Taken([event])


def _rolled(grades: list[str]) -> dict[str, Any]:
    """What the roll leaves to be chosen: the leader it came to, and others the winner may take in his place."""
    return {"leader": grades[0]} | ({"or": grades[1:]} if grades[1:] else {})


def _pending(desk: Desk) -> list[str]:
    left = desk.mine.pending
    return [left["leader"], *left.get("or", ())] if "leader" in left else []


def _exchange(desk: Desk, old: str, change: dict[str, dict[str, Any]]) -> Any:
    new = desk.book.pack["battle_hardening"]["leader_exchange"][old]
    leader = next(c for c in _exchangeable(desk) if c.name == old)
    change[str(leader.id)] = {"fate": "merged", "since": desk.date, "note": f"exchanged, {desk.rule('leader_roll')}"}
    rows = desk.new(
        [("leader", name, leader.group, {"note": f"exchanged, {desk.rule('leader_roll')}"}) for name in new]
    )
    return desk.event("leader.exchanged", change=change, add=rows, old=old, new=list(new))


def _harder(desk: Desk, name: str) -> str:
    return desk.book.leader(name).harden or name


def _must(desk: Desk) -> bool:
    """Whether the leader the roll comes to is hardened without a choice, or else the next lower one."""
    return bool(desk.book.pack["battle_hardening"].get("next_lower", False))


def _leader_options(desk: Desk) -> tuple[tuple[str, str], ...]:
    """For each leader rolled the next lower one the side Retains, or every lower one where any will do; best first."""
    only_next = _must(desk)
    names = {c.name for c in retained(desk, "leader") if not (only_next and "wounded" in c.marks)}
    fit = sorted((desk.book.leader(name) for name in names), key=lambda unit: -unit.rank)
    found: dict[str, str] = {}
    for grade in _pending(desk):
        lower = [unit for unit in fit if unit.rank <= desk.book.leader(grade).rank and unit.harden]
        found |= {unit.name: f"{unit.name} becomes {unit.harden}" for unit in lower[: 1 if only_next else None]}
    return tuple(found.items())


def _leader_choice_task(desk: Desk) -> FormTask | None:
    if not _pending(desk) or not (options := _leader_options(desk)):
        return None
    if not _must(desk):
        options = (*options, (NONE, "none"))
    field = Field("leader", "Leader", "select", options[0][0], options=options, rule=desk.rule("leader_roll"))
    return FormTask(desk.button("leader_choice"), (field,), (f"Rolled: {' or '.join(_pending(desk))}.",))


def _harden_leader(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    task = _leader_choice_task(desk)
    assert task is not None
    name = task.read(data)["leader"]
    if not name:
        return Taken([desk.event("leader.hardened", pending={})])
    leader = next(c for c in retained(desk, "leader") if c.name == name)
    change = {str(leader.id): renamed(desk, leader, _harder(desk, name))}
    return Taken([desk.event("leader.hardened", change=change, old=name, new=_harder(desk, name), pending={})])


MMC_CHOICE: tuple[Deed[Desk], ...] = (Deed("mmc_choice", _mmc_choice_task, {"enter": _harden_mmc}),)
STEPS: tuple[Deed[Desk], ...] = (
    Deed("mmc_roll", _mmc_task, {"roll": _roll_mmc}),
    *MMC_CHOICE,
    Deed("leader_roll", _leader_task, {"enter": _roll_leader}),
    Deed("leader_choice", _leader_choice_task, {"enter": _harden_leader}),
)
