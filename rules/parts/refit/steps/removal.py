"""Wire, mines, entrenchments, wrecks and stuck vehicles taken off the map, a die for each."""

from __future__ import annotations

from collections import Counter as Counts
from collections.abc import Iterable, Mapping
from typing import Any

from rules.kernel import PUBLIC, Event, Luck, Refused
from rules.parts.counters import READY, Counter, piles
from rules.parts.refit.desk import Desk, told
from rules.parts.refit.steps.chosen import reduced
from rules.parts.refit.steps.condition import MMC, VEHICLES, Changes, isolated, mobile, retained
from rules.parts.refit.steps.losses import worst_off
from rules.parts.refit.steps.spoils import engineers
from rules.parts.refit.words import Deed
from rules.parts.rolls import Need
from rules.parts.stages import Taken
from rules.parts.tasks import Field, FormTask, RollTask
from rules.tables import Table

ROWS, MOST, PLACE_LENGTH = 3, 20, 20
DRAWN = "drawn"
Attempt = dict[str, Any]


def _kinds(desk: Desk) -> Mapping[str, Mapping[str, Any]]:
    """What may be removed, by key: its name, what limits the attempts, which modifiers it knows."""
    rows = (row for row in desk.book.pack["obstacle"] if "reading" not in row or desk.book.reading(row))
    return {row["key"]: row for row in rows}


def _limits(desk: Desk) -> dict[str, int]:
    """The most attempts of each limited kind, by squad-equivalents or mobile tracked vehicles; none if all are free."""
    if not desk.book.reading(desk.book.pack.get("removal_limit", {"value": "limited"})):
        return {}
    worth = desk.book.pack["squad_equivalent"]["half_squads"]
    tracked = desk.book.pack["removal"].get("tracked", ())
    halves = sum(worth[c.kind] for c in retained(desk, *MMC) if not isolated(c))
    tanks = [c for c in retained(desk, *tracked) if mobile(c) and not isolated(c) and c.fate == READY]
    found = {"squads": halves // worth["squad"], "vehicles": len(tanks)}
    return {key: found[key] for key in desk.said("removal")["limits"]}


def _tried(desk: Desk) -> list[Attempt]:
    return list(desk.mine.pending.get("removal", ()))


# What there is to remove -----------------------------------------------------------------


def _own(desk: Desk) -> dict[str, tuple[str, str, list[int]]]:
    """The side's own obstacles on the map: option, kind, words, counters; mines of a Location are one."""
    taken = {i for attempt in _tried(desk) for i in attempt["ids"]}
    found: dict[str, tuple[str, str, list[int]]] = {}
    for pile in piles(c for c in _obstacles(desk) if c.id not in taken):
        kind = _kind(desk, pile.like)
        place = f" at {pile.like.place}" if pile.like.place else ""
        if kind == "mines" and pile.like.place:
            ids = found.get(f"mines@{pile.like.place}", ("", "", []))[2] + list(pile.ids)
            found[f"mines@{pile.like.place}"] = (kind, f"your mines{place}", ids)
        elif kind:
            found[f"own:{pile.key}"] = (kind, f"your {pile.like.name}{place} ({pile.count})", list(pile.ids))
    return found


def _obstacles(desk: Desk) -> list[Counter]:
    works = [c for c in retained(desk, "fortification") if not isolated(c)]
    return works + [c for c in retained(desk, *VEHICLES) if not mobile(c) and not isolated(c)]


def _kind(desk: Desk, counter: Counter) -> str:
    """The kind of obstacle a counter is, "" if it is none."""
    if counter.kind in VEHICLES:
        return "vehicle" if "vehicle" in _kinds(desk) else ""
    fits = (key for key, row in _kinds(desk).items() if counter.name.startswith(tuple(row["counters"])))
    return next(fits, "")


# The form --------------------------------------------------------------------------------


def _task(desk: Desk) -> FormTask | None:
    limits = _limits(desk)
    if limits and not any(limits.values()):
        return None
    what = (
        ("", "nothing"),
        *((key, f"{row['name']} on the map") for key, row in _kinds(desk).items()),
        *((key, text) for key, (_, text, _) in _own(desk).items()),
    )
    fields = tuple(field for n in range(1, ROWS + 1) for field in _row(desk, n, what))
    asked = (
        (Field("engineers", _asked_engineers(desk), "check", False, rule=desk.rule("removal")),) if _asks(desk) else ()
    )
    lines = [str(desk.said("removal")["tries"]).format(**limits)] if limits else []
    lines += [f"Chosen: {name}." for name in _counted(attempt["label"] for attempt in _tried(desk))]
    more = Field("more", "More after these", "check", False, rule=desk.rule("removal"))
    return FormTask(desk.button("removal"), (*fields, *asked, more), tuple(lines))


def _row(desk: Desk, n: int, what: tuple[tuple[str, str], ...]) -> tuple[Field, ...]:
    where = tuple((key, text) for key, text in desk.said("removal")["where"].items() if key != DRAWN or desk.drawn)
    return (
        Field(f"what{n}", f"{n}. What to remove", "select", "", options=what, rule=desk.rule("removal")),
        Field(
            f"where{n}",
            f"{n}. Where it lies",
            "select",
            DRAWN if desk.drawn else "elsewhere",
            options=where,
            rule=desk.rule("removal"),
        ),
        Field(f"number{n}", f"{n}. How many of these", value=1, low=1, high=MOST, rule=desk.rule("removal")),
        Field(f"hex{n}", f"{n}. In which hex (if you wish)", "text", "", rule=desk.rule("removal")),
    )


def _asks(desk: Desk) -> bool:
    """Whether it has to be asked how many engineers the other side has, which can't be known from this room."""
    return _engineers_of(desk) != desk.side and desk.ruling("engineers_removal") == "both"


def _engineers_of(desk: Desk) -> str:
    """Whose Assault Engineers count for this side's attempts: those of the side the pack names, else its own."""
    return str(desk.book.pack["removal"].get("engineers_of", desk.side))


def _asked_engineers(desk: Desk) -> str:
    return str(desk.said("removal")["engineers"]).format(number=desk.book.pack["removal"]["engineer_squads"])


def _choose(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    task = _task(desk)
    assert task is not None
    said = task.read(data)
    attempts = _tried(desk)
    _check_limits(desk, attempts, "what1")
    for n in range(1, ROWS + 1):
        if said[f"what{n}"]:
            attempts += _attempts(desk, said, n, attempts)
            _check_limits(desk, attempts, f"number{n}")
    helped = bool(said.get("engineers", False)) or bool(desk.mine.pending.get("helped", False))
    pending = {**desk.mine.pending, "removal": attempts, "helped": helped} if attempts else {}
    event = desk.event("removal.chosen", pending=pending, names=_counted(attempt["label"] for attempt in attempts))
    return Taken([event], done=not said["more"])


def _attempts(desk: Desk, said: Mapping[str, Any], n: int, before: list[Attempt]) -> list[Attempt]:
    """The attempts of a row: one die for each piece, one for all the mines of a Location."""
    key, number, place = said[f"what{n}"], said[f"number{n}"], said[f"hex{n}"].upper()
    if len(place) > PLACE_LENGTH:
        raise Refused(
            "That is too long for a hex.", rule=desk.rule("removal"), field=f"hex{n}", way_out="Write it as K20."
        )
    kind, ids = (key, []) if key in _kinds(desk) else (_own(desk)[key][0], _own(desk)[key][2])
    taken = {i for attempt in before for i in attempt["ids"]}
    left = [i for i in ids if i not in taken]
    if ids and kind == "mines" and key.startswith("mines@"):
        pieces = [left] if left else []
    else:
        pieces = [[i] for i in left[:number]] if ids else [[] for _ in range(number)]
    if len(pieces) < number:
        raise Refused(
            f"{number} entered, {len(pieces)} there.",
            rule=desk.rule("removal"),
            field=f"number{n}",
            way_out="One try for each item.",
        )
    label = f"{_kinds(desk)[kind]['name']}{' at ' + place if place else ''}"
    where = said[f"where{n}"]
    if where == DRAWN:
        where = _by_the_lines(desk, place or _place(desk, ids), n)
    return [{"kind": kind, "where": where, "ids": piece, "label": label} for piece in pieces]


def _place(desk: Desk, ids: Iterable[int]) -> str:
    """Where own obstacles lie, as far as it was written down."""
    return next((c.place for c in desk.mine.counters if c.id in ids), "")


def _by_the_lines(desk: Desk, place: str, n: int) -> str:
    """Where an obstacle lies to the Front Lines as both sides drew them."""
    if where := desk.lies(place):
        return where
    raise Refused(
        "By the drawn lines it can only be said of a hex.",
        rule=desk.rule("removal"),
        field=f"hex{n}",
        way_out="Write its hex as K20, or say yourself where it lies.",
    )


def _counted(labels: Iterable[str]) -> list[str]:
    """Things of one name with their number."""
    return [name if number == 1 else f"{number} × {name}" for name, number in Counts(labels).items()]


def _check_limits(desk: Desk, attempts: list[Attempt], field: str) -> None:
    for key, most in _limits(desk).items():
        names = {kind for kind, row in _kinds(desk).items() if row["limit"] == key}
        count = sum(attempt["kind"] in names for attempt in attempts)
        if count > most:
            raise Refused(
                f"{count} tries, but only {most} by your {desk.said('removal')['limits'][key]}.",
                rule=desk.rule("removal"),
                field=field,
                way_out="Try fewer of these.",
            )


# The dice --------------------------------------------------------------------------------


def _needs(desk: Desk) -> tuple[Need, ...]:
    table = desk.table("fort_removal")
    needs = []
    for n, attempt in enumerate(_tried(desk), start=1):
        row, where = _kinds(desk)[attempt["kind"]], attempt["where"]
        modifiers = desk.modifiers(
            table,
            **_lies(table, row, where),
            engineers=_helped(desk),
            **{f"own_{desk.side}": row.get("own", False)},
        )
        needs.append(Need(f"try{n}", f"{n}. {attempt['label']}", 1, table, modifiers))
    return tuple(needs)


def _lies(table: Table, row: Mapping[str, Any], where: str) -> dict[str, int]:
    """What the table asks of where an obstacle lies: of its kind by itself, or of all that know the Front Line."""
    own = f"{row['key']}_{where}"
    if any(modifier.key == own for modifier in table.modifiers):
        return {own: 1}
    return {{"front": "front_line", "near": "near_front_line"}.get(where, ""): row["front"]}


def _helped(desk: Desk) -> bool:
    """Whether there are Assault Engineers enough on the side whose help counts."""
    if _engineers_of(desk) != desk.side:
        return bool(desk.mine.pending.get("helped", False))
    return engineers(desk) >= int(desk.book.pack["removal"]["engineer_squads"])


def _roll_task(desk: Desk) -> RollTask | None:
    return RollTask(desk.button("removal_roll"), _needs(desk), mode=desk.mode) if _tried(desk) else None


def _roll(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    rolled = desk.roll(_needs(desk), data, luck)
    mishap, changes = desk.table("fort_removal_mishap"), Changes(desk)
    rolls, public, losses = [], [], 0
    for one, attempt in zip(rolled, _tried(desk), strict=True):
        result = str(one.value("result"))
        hurt = mishap.row(one.reckoning.original).values["result"] != "none"
        losses += hurt
        rolls.append(told(one, f"{result}, casualty reduction" if hurt else result))
        if result == "removed":
            for counter in (c for c in desk.mine.counters if c.id in attempt["ids"]):
                changes.lose(counter, f"removed, {desk.rule('removal')}")
            public += [] if attempt["ids"] else [attempt["label"]]
    pending = {"losses": losses} if losses else {}
    events = [desk.event("removal.rolled", change=changes.rows, rolls=rolls, pending=pending)]
    if public:
        events.append(Event("obstacles.removed", PUBLIC, {"side": desk.side, "names": _counted(public)}))
    return Taken(events)


# The mishaps -----------------------------------------------------------------------------


def _loss_task(desk: Desk) -> FormTask | RollTask | None:
    fit = worst_off(desk)
    if not desk.mine.pending.get("losses") or not fit:
        return None
    names = list(dict.fromkeys(c.name for c in fit))
    field = Field("mmc", "Reduced", "select", names[0], options=tuple((n, n) for n in names), rule=desk.rule("removal"))
    lines = (f"Casualty Reductions to take: {desk.mine.pending['losses']}.",)
    return FormTask(desk.button("removal_loss"), (field,), lines)


def _lose(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    task = _loss_task(desk)
    assert isinstance(task, FormTask)
    name = task.read(data)["mmc"]
    counter = next(c for c in worst_off(desk) if c.name == name)
    left = int(desk.mine.pending["losses"]) - 1
    pending = {"losses": left} if left else {}
    change = {str(counter.id): reduced(desk, counter)}
    event = desk.event("removal.suffered", change=change, names=[name], pending=pending)
    return Taken([event], done=not left)


STEPS = (
    Deed("removal", _task, {"enter": _choose}),
    Deed("removal_roll", _roll_task, {"roll": _roll}),
    Deed("removal_loss", _loss_task, {"enter": _lose}),
)
