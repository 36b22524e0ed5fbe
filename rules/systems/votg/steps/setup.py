"""Set-up: wind, OBA modules, hardening as balance, Strongpoints, what stands where (12.626, CG6, CG11, 12.31)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.kernel import Luck, Refused
from rules.parts.refit.desk import told
from rules.parts.refit.steps import hardening, modules, placing, wind
from rules.parts.refit.steps.chosen import MMC
from rules.parts.refit.steps.hardening import retained
from rules.parts.refit.words import Deed
from rules.parts.rolls import Need
from rules.parts.stages import Taken
from rules.parts.tasks import Field, FormTask, RollTask
from rules.systems.votg.desk import Desk
from rules.systems.votg.state import RUSSIAN
from rules.systems.votg.steps import spots

ROWS = 3
HISTORICAL, BATTALION, NKVD, NO_KIND = "historical", "battalion", "nkvd", ""

# 12.31 balance ---------------------------------------------------------------------------------


def _balance_need(desk: Desk) -> Need:
    return Need("balance", desk.said("balance_hardening")["title"], 1, desk.table("balance_bh"))


def _balance_task(desk: Desk) -> RollTask | None:
    """Only the Russian balance hardens; the German one makes carriers of FT and DC Fanatic in play."""
    if desk.side != RUSSIAN or desk.public.balance != RUSSIAN:
        return None
    return RollTask(desk.button("balance_hardening"), (_balance_need(desk),), mode=desk.mode)


def _roll_balance(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    (rolled,) = desk.roll((_balance_need(desk),), data, luck)
    number = int(rolled.value("mmc") or 0)
    rolls = [told(rolled, f"{number} MMC")]
    return Taken([desk.event("balance.hardened", pending={**desk.mine.pending, "mmc": number}, rolls=rolls)])


# CG11.1 Strongpoints ---------------------------------------------------------------------------


def strongpoint_names(desk: Desk) -> dict[str, str]:
    """The kinds of Strongpoints as they are called."""
    return {row["key"]: str(row["name"]) for row in desk.book.pack["strongpoint"]}


def _may_battalion(desk: Desk) -> bool:
    """Whether one was bought, with FPP or as a group."""
    name = strongpoint_names(desk)[BATTALION]
    groups = (desk.book.groups[desk.side][group.rg] for group in desk.mine.groups)
    return any(c.name.startswith(name) for c in desk.mine.on_hand) or any(row.kind == "strongpoint" for row in groups)


def _recorded(desk: Desk) -> list[list[Any]]:
    return [list(point) for point in desk.mine.known.get("strongpoints", ())]


def _historical(desk: Desk) -> list[str]:
    """Buildings that may become Historical Strongpoints and are none yet."""
    taken = {place for kind, place, _ in _recorded(desk) if kind == HISTORICAL}
    return [place for place in desk.book.game.strongpoints if place not in taken]


def _may_nkvd(desk: Desk) -> bool:
    """Whether there is a NKVD MMC and a Commissar to hold one."""
    rules, chart = desk.book.pack["commissars"], desk.book.groups[desk.side]
    types = desk.book.pack["leader_groups"]["commissars"]
    nkvd = {group.id for group in desk.mine.groups if chart[group.rg].type in types}
    men = any(c.group in nkvd or c.name.startswith(rules["nkvd"]) for c in retained(desk, *MMC))
    return men and any(c.name in (*rules["names"], *rules["never"]) for c in retained(desk, "leader"))


def _strongpoints_task(desk: Desk) -> FormTask | None:
    if desk.side != RUSSIAN:
        return None
    said, names, historical = desk.said("strongpoints"), strongpoint_names(desk), _historical(desk)
    may = {HISTORICAL: bool(historical), BATTALION: _may_battalion(desk), NKVD: _may_nkvd(desk)}
    kinds = [(NO_KIND, said["none"]), *((kind, names[kind]) for kind in may if may[kind])]
    if len(kinds) == 1:
        return None
    fields = []
    for n in range(1, ROWS + 1):
        label, rule = f"{n}. {said['kind']}", desk.rule("strongpoints")
        fields.append(Field(f"kind{n}", label, "select", NO_KIND, options=tuple(kinds), rule=rule))
        fields.append(Field(f"building{n}", f"{n}. {said['building']}", "text", "", rule=rule))
    lines = [f"{names[HISTORICAL]}: {', '.join(historical)}"] if historical else []
    lasting = [point for point in _recorded(desk) if desk.book.lasts(point[0], point[2], desk.date)]
    lines += [f"{said['recorded']}: {names[kind]}, {place}" for kind, place, _ in lasting]
    return FormTask(desk.button("strongpoints"), tuple(fields), (*said["points"], *lines))


def _record_strongpoints(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    task = _strongpoints_task(desk)
    assert task is not None
    said = task.read(data)
    new: list[list[Any]] = []
    for n in range(1, ROWS + 1):
        if kind := said[f"kind{n}"]:
            place = said[f"building{n}"].strip()
            _check(desk, kind, place, f"building{n}", new)
            new.append([kind, place, desk.date])
    known = {"strongpoints": _recorded(desk) + new} if new else {}
    names = [f"{strongpoint_names(desk)[kind]}, {place}" for kind, place, _ in new]
    return Taken([desk.event("strongpoints.recorded", known=known, names=names)])


def _check(desk: Desk, kind: str, place: str, field: str, before: list[list[Any]]) -> None:
    """A Strongpoint is a building, once, and a historical one is on the owner's list."""
    if not place or any(place == other for _, other, _ in before):
        raise Refused(
            "Each Strongpoint is a building of its own.",
            rule=desk.rule("strongpoints"),
            field=field,
            way_out="Write the building by one of its hexes, or take the kind back.",
        )
    if kind == HISTORICAL and place not in _historical(desk):
        raise Refused(
            f"{place} can't become a Historical Strongpoint.",
            rule=desk.rule("strongpoints", "historical"),
            field=field,
            way_out=f"Write one of these as it stands here: {', '.join(_historical(desk))}.",
        )


INITIAL: tuple[Deed[Desk], ...] = (
    *modules.STEPS,
    Deed("balance_hardening", _balance_task, {"roll": _roll_balance}),
    *hardening.MMC_CHOICE,
    Deed("strongpoints", _strongpoints_task, {"enter": _record_strongpoints}),
    *placing.steps(spots.check),
)
FIRST: tuple[Deed[Desk], ...] = (*wind.STEPS, *INITIAL)
SECOND: tuple[Deed[Desk], ...] = INITIAL
