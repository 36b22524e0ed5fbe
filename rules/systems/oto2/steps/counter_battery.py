"""Counter battery fire (5.2, 5.3): an attack while the scenario is played, and what the enemy's attacks took.

The attack is an open DR: both sides read it. Whom it hit is written down in the room of the side it hit, so it
tells the attacker nothing of the modules there are.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.asl.conditions import named
from rules.asl.context import roll_data
from rules.asl.counters import Change
from rules.asl.pending import NOTHING, Pending, StepPending
from rules.asl.steps.generic import Entries, FormStep, RollStep
from rules.asl.steps.setup.support import in_play
from rules.contract import Field, Refused
from rules.engine.rolls import Rolled
from rules.engine.stages import StepResult
from rules.systems.oto2.context import Context
from rules.systems.oto2.payloads import BATTERY_ATTACKED
from rules.systems.oto2.state import enemy
from rules.tables import Need
from rules.text import gettext

AIM, HITS = "counter_battery", "counter_battery_hits"
NONE = ""
ELIMINATES = "2"
COSTS = {ELIMINATES: ("oba", "cbm"), "3": ("oba",), "4": ("oba",)}
"""The rows of the table that cost the other side something, with the kinds of module they may hit (5.3)."""


class Aimed(StepPending):
    """The attack that was chosen, by the modifier of the table that speaks of it."""

    attack: str


class AimStep(FormStep[Context]):
    """Whether there is an attack, and its modifier; asked again until there is none."""

    key = AIM

    def fields(self, ctx: Context) -> Iterator[Field]:
        if in_play(ctx, "cbm"):
            texts, rule = ctx.texts(AIM), ctx.rule(AIM)
            attacks = ((key, gettext(text)) for key, text in texts.labels["attacks"].items())
            options = ((NONE, gettext("no attack any more")), *attacks)
            yield Field("attack", gettext(texts["asks"]), "select", NONE, options=options, rule=rule)

    def enter(self, ctx: Context, entries: Entries) -> StepResult:
        attack = entries["attack"]
        pending = Pending().put(Aimed(attack=attack)) if attack else NOTHING
        label = ctx.texts(AIM).labels["attacks"].get(attack, "")
        return StepResult([ctx.event("cbm.aimed", attack=label, pending=pending)])


class AttackStep(RollStep[Context]):
    """An Original 12 costs the module; all else befalls the other side, which writes it down."""

    key = "counter_battery_roll"

    def needs(self, ctx: Context) -> Iterator[Need]:
        if (aimed := ctx.pending.get(Aimed)) and in_play(ctx, "cbm"):
            table = ctx.table("cbm")
            yield Need("attack", ctx.texts(AIM).title, 2, table, ctx.modifiers(table, **{aimed.attack: 1}))

    def roll(self, ctx: Context, rolls: tuple[Rolled, ...]) -> StepResult:
        (rolled,) = rolls
        assert rolled.row is not None
        destroyed = in_play(ctx, "cbm")[:1] if rolled.row.original else []
        change: dict[str, Change] = {str(c.id): {"fate": "eliminated", "since": ctx.scenario} for c in destroyed}
        rolls_data = [roll_data(rolled, str(rolled.value("result")))]
        attacked = BATTERY_ATTACKED(side=ctx.side, row=rolled.row.printed, rolls=rolls_data)
        events = [ctx.event("cbm.fired", change=change, pending=NOTHING), attacked]
        return StepResult(events, done=False, to=AIM)


class HitsStep(FormStep[Context]):
    """What the enemy's attacks hit."""

    key = HITS

    def fields(self, ctx: Context) -> Iterator[Field]:
        return (field for _, field in _hits(ctx))

    def enter(self, ctx: Context, entries: Entries) -> StepResult:
        modules = {str(c.id): c for c in in_play(ctx, "oba", "cbm")}
        change: dict[str, Change] = {}
        notes, sentences = ctx.texts(HITS).labels["notes"], []
        for row, field in _hits(ctx):
            if not (number := entries[field.name]):
                continue
            now = change.setdefault(number, {})
            if "fate" in now:
                message = gettext("{module} is Eliminated already.", module=named(modules[number]))
                other = gettext("Choose another module, or none.")
                raise Refused(message, rule=ctx.rule(HITS), field=field.name, way_out=other)
            if row == ELIMINATES:
                now |= {"fate": "eliminated", "since": ctx.scenario}
            else:
                note = now.get("note", modules[number].note)
                now["note"] = "; ".join(word for word in (note, notes[row]) if word)
            sentences.append(f"{named(modules[number])}: {notes[row]}")
        return StepResult([ctx.event("cbm.suffered", change=change, said=sentences)])


def _hits(ctx: Context) -> Iterator[tuple[str, Field]]:
    """The row of the table, and the question, for each attack of the enemy that took something.

    Only a known module is hit, and one that is not in play has placed no FFE (5.3 note a, CG13).
    """
    texts, rule = ctx.texts(HITS), ctx.rule(HITS)
    rows = [row for side, row in ctx.public.today.batteries if side == enemy(ctx.side) and row in COSTS]
    for n, row in enumerate(rows, 1):
        modules = tuple((str(c.id), named(c)) for c in in_play(ctx, *COSTS[row]))
        label = f"{n}. {gettext(texts.labels['asks'][row])}"
        if modules:
            options = ((NONE, gettext(texts["nothing"])), *modules)
            yield row, Field(f"hit{n}", label, "select", NONE, options=options, rule=rule)
