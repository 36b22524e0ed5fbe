"""7.520: spending fortification points; and the review of what came before set-up (7.5189)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from rules.kernel import Luck, Refused
from rules.parts.counters import piles
from rules.parts.stages import Taken
from rules.parts.tasks import CheckTask, Field, FormTask
from rules.systems.oto2.desk import Desk
from rules.systems.oto2.steps import hexes
from rules.systems.oto2.steps.common import button, step

MOST = 200
PILLBOXES = r"(\d{1,2}\+\d{1,2}\+\d{1,2})(\s*[,;]\s*\d{1,2}\+\d{1,2}\+\d{1,2})*|"
HIP_KINDS = ("cupola", "squad", "half_squad", "crew", "smc")


@dataclass(frozen=True)
class Item:
    """A kind of Fortification for sale: `may` is how many of it can still be bought."""

    key: str
    name: str
    price: int
    may: int
    number: int = 0


@dataclass(frozen=True)
class FortifyTask:
    """The price list with numbers on it, FPP there, spent and left, and what is wrong."""

    kind: ClassVar[str] = "fortify"
    desk: Desk
    form: FormTask
    items: tuple[Item, ...]
    available: int
    spent: int
    problems: tuple[str, ...]

    @property
    def left(self) -> int:
        return self.available - self.spent

    def priced(self, draft: Mapping[str, Any]) -> FortifyTask:
        """The same list with the numbers of a draft."""
        return _priced(self.desk, self.form.read(draft))


def _items(desk: Desk) -> tuple[Item, ...]:
    rows = [row for row in desk.book.forts["fortification"] if desk.side in row["sides"]]
    if desk.initial:
        rows = [row for row in rows if desk.side not in row.get("not_initial", ())]
    return tuple(Item(row["key"], row["name"], int(row["price"]), _may(desk, row)) for row in rows)


def _may(desk: Desk, row: Mapping[str, Any]) -> int:
    """How many may still be bought: a maximum for the campaign, less those bought (and given, by ruling)."""
    if "cg_max" not in row:
        return MOST
    bought = sum(line.forts.get(row["key"], 0) for line in desk.mine.lines)
    return max(0, int(row["cg_max"]) - bought - int(desk.book.reading(row)))


def _form(desk: Desk) -> FormTask:
    fields = [Field(i.key, f"{i.name}, {i.price} FPP", high=i.may, rule="7.520") for i in _items(desk)]
    if desk.side in desk.book.forts["pillbox"]["sides"]:
        hint = "write each as capacity+CA+NCA, such as 1+5+3, with commas between"
        fields.append(Field("pillboxes", "Pillboxes", "text", "", pattern=PILLBOXES, hint=hint, rule="7.520"))
    if desk.side in desk.book.forts["hip"]["sides"]:
        hip = desk.book.forts["hip"]
        for kind in HIP_KINDS:
            name = f"HIP {kind.replace('_', '-').upper() if kind == 'smc' else kind.replace('_', '-')}"
            fields.append(Field(f"hip_{kind}", f"{name}, {_hip_price(desk, kind)} FPP", high=MOST, rule="7.520"))
        where = hip["doubled_in"]
        fields.append(Field("hip_doubled", f"of the FPP for HIP, in {where} (paid twice)", high=MOST * 5, rule="7.520"))
    return FormTask(button("fortify"), tuple(fields))


def _hip_price(desk: Desk, kind: str) -> int:
    hip = desk.book.forts["hip"]
    if kind == "cupola" and desk.initial and hip["initial_cupolas_free"]:
        return 0
    return int(hip[kind])


def _task(desk: Desk) -> FortifyTask | None:
    if not desk.mine.now.fpp or not _items(desk):
        return None
    return _priced(desk, {})


def _priced(desk: Desk, entries: Mapping[str, Any]) -> FortifyTask:
    items = tuple(replace(item, number=int(entries.get(item.key, 0))) for item in _items(desk))
    hip = sum(_hip_price(desk, kind) * int(entries.get(f"hip_{kind}", 0)) for kind in HIP_KINDS) if entries else 0
    doubled = int(entries.get("hip_doubled", 0))
    spent = sum(item.price * item.number for item in items) + hip + doubled
    spent += sum(price for _, price in pillboxes(desk, str(entries.get("pillboxes", ""))))
    form = _form(desk)
    form = replace(form, fields=tuple(replace(f, value=entries.get(f.name, f.value)) for f in form.fields))
    problems = tuple(_problems(desk, entries, hip, doubled, spent))
    return FortifyTask(desk, form, items, desk.mine.now.fpp, spent, problems)


def pillboxes(desk: Desk, text: str) -> list[tuple[str, int]]:
    """Pillboxes written as "1+5+3, 1+3+5" with the FPP of each: (a+b+c) times the factor."""
    factor = int(desk.book.forts["pillbox"]["factor"])
    parts = [part.strip() for part in text.replace(";", ",").split(",") if part.strip()]
    return [(part, factor * sum(int(n) for n in part.split("+"))) for part in parts]


def _problems(desk: Desk, entries: Mapping[str, Any], hip: int, doubled: int, spent: int) -> list[str]:
    found = []
    if spent > desk.mine.now.fpp:
        found.append(f"{spent} FPP spent, {desk.mine.now.fpp} there: {spent - desk.mine.now.fpp} too many (7.520).")
    if doubled > hip:
        found.append(f"{doubled} FPP of HIP are to be doubled, but {hip} FPP of HIP were bought (7.520).")
    squads = sum(c.kind == "squad" and c.fate == "ready" for c in desk.mine.on_hand)
    percent = int(desk.book.forts["hip"]["squads_percent"])
    limit = -(-squads * percent // 100)
    if int(entries.get("hip_squad", 0)) > limit:
        found.append(
            f"{entries['hip_squad']} squads HIP, {limit} allowed: {percent} % of {squads}, rounded up (7.520)."
        )
    return found


def _buy(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    entries = _form(desk).read(data)
    task = _priced(desk, entries)
    if task.problems:
        raise Refused(task.problems[0], rule="7.520", way_out="Change the numbers; what you entered is kept.")
    rows: list[tuple[str, str, str, dict[str, Any]]] = [
        ("fortification", item.name, "", {}) for item in task.items for _ in range(item.number)
    ]
    boxes = pillboxes(desk, entries.get("pillboxes", ""))
    rows += [("fortification", f"Pillbox {name}", "", {}) for name, _ in boxes]
    forts = {item.key: item.number for item in task.items if item.number} | ({"pillbox": len(boxes)} if boxes else {})
    hip = {kind: int(entries[f"hip_{kind}"]) for kind in HIP_KINDS if entries.get(f"hip_{kind}")}
    line = {"forts": forts, "hip": hip, "fpp_spent": task.spent}
    return Taken([desk.event("fortifications.bought", add=desk.new(rows), line=line, lapsed=task.left)])


# 7.5189 review ---------------------------------------------------------------------------


def _muster_task(desk: Desk) -> CheckTask:
    return CheckTask(button("muster"), lines=tuple(_arrived(desk)), counters=False)


def _arrived(desk: Desk) -> Iterable[str]:
    """What each group of this date brought, one line a group."""
    for group in desk.groups_of_today():
        row = desk.book.groups[desk.side][group.rg]
        brought = piles(counter for counter in desk.mine.counters if counter.group == group.id)
        pieces = ", ".join(f"{pile.count} {pile.like.name}" for pile in brought) or "nothing to set up"
        yield f"{row.id} {row.name}, {group.ammo or group.strength}: {pieces}"


def _muster(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    return Taken([desk.event("step.done", step="muster")])


STEPS = (
    step("fortify", _task, {"buy": _buy}),
    *hexes.STEPS,
    step("muster", _muster_task, {"done": _muster}),
)
