"""Spending fortification points, and the review of what came before set-up."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from rules.kernel import Luck, Refused
from rules.parts.counters import piles
from rules.parts.refit.desk import Desk
from rules.parts.refit.steps.placing_limits import hip_free, hip_kinds, hip_name
from rules.parts.refit.words import Deed
from rules.parts.stages import Taken
from rules.parts.tasks import CheckTask, Field, FormTask

MOST = 200
PILLBOX = r"[1-9]\d?\+[1-9]\d?\+[1-9]\d?"
PILLBOXES = rf"({PILLBOX})(\s*[,;]\s*{PILLBOX})*|"


NOBODY: Mapping[str, Any] = {"sides": ()}


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
    """The price list with numbers on it, FPP there, spent and left, and what is wrong.

    `wrong` is the entry the first problem is about, if it is about a single one.
    """

    kind: ClassVar[str] = "fortify"
    desk: Desk
    form: FormTask
    items: tuple[Item, ...]
    available: int
    spent: int
    problems: tuple[str, ...]
    wrong: str = ""

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
    return tuple(Item(row["key"], row["name"], int(desk.book.reading(row, "price")), _may(desk, row)) for row in rows)


def _may(desk: Desk, row: Mapping[str, Any]) -> int:
    """How many may still be bought: a maximum for the campaign, less those bought (and given, by ruling)."""
    if "cg_max" not in row:
        return desk.works_left(row["key"], MOST)
    bought = sum(line.forts.get(row["key"], 0) for line in desk.mine.lines)
    return max(0, int(row["cg_max"]) - bought - int(desk.book.reading(row["given"])))


def _form(desk: Desk) -> FormTask:
    rule = desk.rule("fortify")
    fields = [
        Field(i.key, f"{i.name}, {i.price} FPP", high=i.may, hint=_where(desk, i.key), rule=rule) for i in _items(desk)
    ]
    if desk.side in desk.book.forts.get("pillbox", NOBODY)["sides"]:
        hint = "write each as capacity+CA+NCA, such as 1+5+3, with commas between"
        fields.append(Field("pillboxes", "Pillboxes", "text", "", pattern=PILLBOXES, hint=hint, rule=rule))
    for kind in (kinds := hip_kinds(desk)):
        free = f", {number} for nothing" if (number := hip_free(desk, kind)) else ""
        name = f"HIP {hip_name(kind)}, {desk.book.forts['hip'][kind]} FPP{free}"
        fields.append(Field(f"hip_{kind}", name, high=MOST, rule=rule))
    if kinds and (where := desk.book.forts["hip"].get("doubled_in")):
        fields.append(Field("hip_doubled", f"of the FPP for HIP, in {where} (paid twice)", high=MOST * 5, rule=rule))
    return FormTask(desk.button("fortify"), tuple(fields))


def _row(desk: Desk, key: str) -> Mapping[str, Any]:
    """What the price list says of a kind of Fortification."""
    return next(row for row in desk.book.forts["fortification"] if row["key"] == key)


def _where(desk: Desk, key: str) -> str:
    """Where more than usual a kind of Fortification may stand, in the game's words."""
    row = _row(desk, key)
    return ", ".join(text for flag, text in desk.said("fortify").get("where", {}).items() if row.get(flag))


def _hip_cost(desk: Desk, kind: str, number: int) -> int:
    """The FPP to hide so many of a kind."""
    return int(desk.book.forts["hip"][kind]) * max(0, number - hip_free(desk, kind))


def _task(desk: Desk) -> FortifyTask | None:
    if not desk.mine.now.fpp or not _items(desk):
        return None
    return _priced(desk, {})


def _priced(desk: Desk, entries: Mapping[str, Any]) -> FortifyTask:
    items = tuple(replace(item, number=int(entries.get(item.key, 0))) for item in _items(desk))
    hip = sum(_hip_cost(desk, kind, int(entries.get(f"hip_{kind}", 0))) for kind in hip_kinds(desk)) if entries else 0
    doubled = int(entries.get("hip_doubled", 0))
    spent = sum(item.price * item.number for item in items) + hip + doubled
    spent += sum(price for _, price in pillboxes(desk, str(entries.get("pillboxes", ""))))
    form = _form(desk)
    form = replace(form, fields=tuple(replace(f, value=entries.get(f.name, f.value)) for f in form.fields))
    problems = _problems(desk, entries, items, hip, doubled, spent)
    wrong = problems[0][0] if problems else ""
    return FortifyTask(desk, form, items, desk.mine.now.fpp, spent, tuple(text for _, text in problems), wrong)


def pillboxes(desk: Desk, text: str) -> list[tuple[str, int]]:
    """Pillboxes written as "1+5+3, 1+3+5" with the FPP of each: (a+b+c) times the factor."""
    factor = int(desk.book.forts["pillbox"]["factor"])
    parts = [part.strip() for part in text.replace(";", ",").split(",") if part.strip()]
    return [(part, factor * sum(int(n) for n in part.split("+"))) for part in parts]


def _problems(
    desk: Desk, entries: Mapping[str, Any], items: tuple[Item, ...], hip: int, doubled: int, spent: int
) -> list[tuple[str, str]]:
    """What is wrong with the entries: which of them, if it is a single one, and a sentence."""
    found: list[tuple[str, str]] = []
    rule, there = desk.rule("fortify"), desk.mine.now.fpp
    if spent > there:
        found.append(("", f"{spent} FPP spent, {there} there: {spent - there} too many ({rule})."))
    if doubled > hip:
        text = f"{doubled} FPP of HIP are to be doubled, but {hip} FPP of HIP were bought ({rule})."
        found.append(("hip_doubled", text))
    rules = desk.book.forts.get("hip", {})
    percent, fates = rules.get("squads_percent"), desk.book.reading(rules.get("squads_fates", {"value": ()}))
    squads = sum(c.kind == "squad" and c.fate in fates for c in desk.mine.on_hand)
    limit = -(-squads * int(percent or 0) // 100)
    if percent and int(entries.get("hip_squad", 0)) > limit:
        text = f"{entries['hip_squad']} squads HIP, {limit} allowed: {percent} % of {squads}, rounded up ({rule})."
        found.append(("hip_squad", text))
    return [*found, *_lacking(desk, items)]


def _lacking(desk: Desk, items: Iterable[Item]) -> Iterator[tuple[str, str]]:
    """What needs something else beside it, one for one, and has it not: in hand or bought at the same time."""
    have = Tally(counter.name for counter in desk.mine.on_hand)
    have.update({item.name: item.number for item in items})
    for item in items:
        need = _row(desk, item.key).get("needs", "")
        if need and item.number and have[item.name] > have[need]:
            numbers = f"{have[item.name]} in all, {have[need]} {need} there"
            yield item.key, f"{item.name}: {numbers}; each needs one ({desk.rule('fortify')})."


def _buy(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    entries = _form(desk).read(data)
    task = _priced(desk, entries)
    if task.problems:
        kept = "Change the numbers; what you entered is kept."
        raise Refused(task.problems[0], rule=desk.rule("fortify"), field=task.wrong, way_out=kept)
    rows: list[tuple[str, str, str, dict[str, Any]]] = [
        ("fortification", item.name, "", {})
        for item in task.items
        if _row(desk, item.key).get("counter", True)
        for _ in range(item.number)
    ]
    boxes = pillboxes(desk, entries.get("pillboxes", ""))
    rows += [("fortification", f"Pillbox {name}", "", {}) for name, _ in boxes]
    forts = {item.key: item.number for item in task.items if item.number} | ({"pillbox": len(boxes)} if boxes else {})
    hip = {kind: int(entries[f"hip_{kind}"]) for kind in hip_kinds(desk) if entries.get(f"hip_{kind}")}
    line = {"forts": forts, "hip": hip, "fpp_spent": task.spent}
    return Taken([desk.event("fortifications.bought", add=desk.new(rows), line=line, lapsed=task.left)])


# review ---------------------------------------------------------------------------


def _muster_task(desk: Desk) -> CheckTask:
    return CheckTask(desk.button("muster"), lines=tuple(_arrived(desk)), counters=False)


def _arrived(desk: Desk) -> Iterable[str]:
    """What each group of this date brought, one line a group."""
    for group in desk.groups_of_today():
        row = desk.book.groups[desk.side][group.rg]
        brought = piles(counter for counter in desk.mine.counters if counter.group == group.id)
        pieces = ", ".join(f"{pile.count} × {pile.like.name}" for pile in brought) or "nothing to set up"
        supply = desk.supply(group)
        yield f"{row.id} {row.name}{f', {supply}' if supply else ''}: {pieces}"


def _muster(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    return Taken([desk.event("step.done", step="muster")])


STEPS = (Deed("fortify", _task, {"buy": _buy}),)
REVIEW = (Deed("muster", _muster_task, {"done": _muster}),)
