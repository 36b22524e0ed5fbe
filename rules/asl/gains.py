"""Gains by hand: counters that a commander adds, revives, renames to no weaker ones or frees by his own word (ADR 8).

No rule of the program brings them, so they wait for the consent of the other side or the umpire, like a correction. The
side's room has what they are, without effect until then. The number of counters of each class is public at once.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rules.asl import counters as pieces
from rules.asl.context import RefitContext
from rules.asl.counters import CASUALTIES, Change, Counter, CounterRow
from rules.asl.data_files.units import NamedUnit
from rules.contract import PUBLIC, Event, Refused
from rules.engine import entries
from rules.text import gettext, gettext_noop

ADDED, REVIVED, RENAMED, FREED, TAKEN = "added", "revived", "renamed", "freed", "taken"
HOW = {
    ADDED: gettext_noop("added by hand"),
    REVIVED: gettext_noop("brought back by hand"),
    RENAMED: gettext_noop("renamed by hand to something that is not weaker"),
    FREED: gettext_noop("freed by their own side's word"),
    TAKEN: gettext_noop("scrounged or taken out of a vehicle by their own side's word"),
}
"""How counters were gained, in words."""
CLASSES = {
    "squad": gettext_noop("squad"),
    "half_squad": gettext_noop("half-squad"),
    "crew": gettext_noop("crew"),
    "leader": gettext_noop("leader"),
    "hero": gettext_noop("hero"),
    "armor_leader": gettext_noop("armor leader"),
    "weapon": gettext_noop("support weapon"),
    "gun": gettext_noop("Gun"),
    "tank": gettext_noop("AFV"),
    "vehicle": gettext_noop("vehicle"),
    "cupola": gettext_noop("turret or cupola"),
    "fortification": gettext_noop("fortification"),
    "other": gettext_noop("other counter"),
}
"""Classes of counters, as public sentences name them."""
MOST_WAITING = 20
"""How many gains of one side may wait for an answer at the same time."""
LONGEST_REASON = 200
WHAT, ADD, CHANGE, WAS, HAD = "what", "add", "change", "was", "had"
"""The keys of a gain in the side's room: names, new counters without numbers, changes, what they change, and the
conditions before of those whose conditions change."""


def gain(
    ctx: RefitContext,
    how: str,
    kinds: Iterable[str],
    names: Sequence[str],
    data: Mapping[str, object],
    *,
    add: Sequence[CounterRow] = (),
    change: Mapping[str, Change] | None = None,
) -> list[Event]:
    """The events of a gain that waits for consent: its counters, in the side's room, and the public proposal.

    `kinds` has the class of each counter, `data` is the order, whose `reason` is public. While a campaign is taken over
    from paper, the counters come without consent. Raises Refused if too many gains wait.
    """
    if ctx.on_paper:  # nothing is gained by what stood before the campaign came here
        return [ctx.event("paper.entered", add=list(add), change=dict(change or {}), names=list(names))]
    corrections = ctx.public.corrections
    if sum(one.by == ctx.side and bool(one.gain) and not one.verdict for one in corrections) >= MOST_WAITING:
        raise Refused(
            gettext("{most} gains of your side wait for an answer already.", most=MOST_WAITING),
            way_out=gettext("Withdraw one under Corrections, or wait for the answer."),
        )
    label = gettext("Why, for the other side")
    reason = entries.text(data.get("reason", ""), label, most=LONGEST_REASON, field="reason")
    number, change = len(corrections) + 1, dict(change or {})
    was = {str(c.id): [c.name, c.fate] for c in ctx.mine.counters if str(c.id) in change}
    rows = [{name: value for name, value in row.items() if name != "id"} for row in add]
    had = {str(c.id): list(c.marks) for c in ctx.mine.counters if "marks" in change.get(str(c.id), {})}
    values = {WHAT: list(names), ADD: rows, CHANGE: change, WAS: was, HAD: had}
    payload = {"number": number, "by": ctx.side, "room": ctx.side, "reason": reason}
    public = {**payload, "gain": how, "classes": dict(Tally(kinds))}
    return [
        Event("gain.written", ctx.side, {"number": number, "values": values}),
        Event("gain.proposed", PUBLIC, public, seals=True),
    ]


def is_revival(counter: Counter, fate: str) -> bool:
    """Whether `fate` brings a counter that is gone back, or makes it no casualty any more."""
    return not counter.on_hand and fate not in CASUALTIES


def is_weaker(ctx: RefitContext, name: str, than: str) -> bool:
    """Whether a unit is weaker than another: its half, a lower leader, or lower in the order of Replacement.

    A leader who becomes a Commissar or the other way round is not: that takes an exchange, of which there is a limit.
    """
    new, old = ctx.rules.unit(ctx.side, name), ctx.rules.unit(ctx.side, than)
    if new is None or old is None:
        return False
    if old.half == name:
        return True
    if new.kind == old.kind == "leader":
        return new.rank < old.rank and new.commissar == old.commissar
    steps, before = _replacements(ctx, new), _replacements(ctx, old)
    if steps is None or before is None:
        return False
    if (old.kind, new.kind) == ("squad", "half_squad"):
        return steps <= before
    return new.kind == old.kind and steps < before


def _replacements(ctx: RefitContext, unit: NamedUnit) -> int | None:
    """How often a unit can be Replaced by a lower one; None if it is outside that order."""
    if not (unit.lower or unit.harden):
        return None
    lower = ctx.rules.unit(ctx.side, unit.lower) if unit.lower else None
    below = _replacements(ctx, lower) if lower else None
    return 0 if below is None else below + 1


def come(counters: tuple[Counter, ...], values: Mapping[str, Any]) -> tuple[Counter, ...]:
    """`counters` after a gain was agreed to; those whose name or fate has changed since the proposal are left alone.

    Conditions that others have got or lost since then stay so.
    """
    first, was = len(counters) + 1, values.get(WAS, {})
    now = {str(c.id): [c.name, c.fate] for c in counters} if was else {}
    changes = {key: row for key, row in values.get(CHANGE, {}).items() if now.get(key) == list(was.get(key, ()))}
    if had := values.get(HAD, {}):
        current = {str(c.id): c.marks for c in counters}
        changes |= {
            key: {**row, "marks": _marks(current[key], had[key], row["marks"])}
            for key, row in changes.items()
            if key in had
        }
    changed = pieces.change(counters, changes)
    new: Sequence[Change] = values.get(ADD, ())
    return pieces.add(changed, [{**row, "id": number} for number, row in enumerate(new, first)])


def _marks(now: Iterable[str], before: Sequence[str], wanted: Sequence[str]) -> list[str]:
    """The conditions a counter has `now`, with those that were `wanted` in place of those it had `before`."""
    return list(
        dict.fromkeys(
            [
                *(mark for mark in now if mark in wanted or mark not in before),
                *(mark for mark in wanted if mark not in before),
            ]
        )
    )


def classes_text(classes: Mapping[str, int]) -> str:
    """The numbers of counters by class as text: "2 × squad, 1 × leader"."""
    return ", ".join(
        f"{number} × {gettext(CLASSES.get(kind, kind.replace('_', ' ')))}" for kind, number in classes.items()
    )


def in_words(classes: Mapping[str, int], how: str) -> str:
    """What was gained and how, in public words."""
    return f"{classes_text(classes)} {gettext(HOW[how])}"
