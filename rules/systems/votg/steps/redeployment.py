"""12.6162, 12.6163: AFV platoons that are called to other duties, and those that come back."""

from __future__ import annotations

from collections.abc import Iterator

from rules.asl.conditions import NO_AMMO, RECALL, RECOVERED, WRECK, Changes, captured, isolated, named
from rules.asl.context import roll_data
from rules.asl.counter_fields import IMMOBILE, ISOLATED, SHORT, VEHICLES
from rules.asl.counters import READY, RECALLED, Counter
from rules.asl.steps.generic import Entries, FormStep, RollStep
from rules.contract import Field
from rules.engine.rolls import Rolled
from rules.engine.stages import StepResult
from rules.systems.votg.context import DUG_IN, Context
from rules.systems.votg.exits import LEFT
from rules.tables import Need
from rules.text import gettext

OUT, AWAY = "out", "platoon redeployed"
CAPTURED, PAPER = "captured:", "paper:"
"""What the key of a platoon begins with whose AFV came with no group."""
CREWED = (*VEHICLES, "armor_leader")
STRANDED = (ISOLATED, SHORT, RECALL, NO_AMMO)
"""Conditions of who was cut off from its platoon that end when it is with it again."""


def _platoon(ctx: Context, counter: Counter) -> str:
    """The platoon a counter belongs to: its group, for captured AFV what this campaign takes for one, "" for none.

    Counters from paper have no group: all AFV of a model are one there, with the armor leaders in them.
    """
    if counter.group:
        return counter.group
    if captured(counter):
        alone = ctx.rules.readings.captured_platoons == "each"
        return f"{CAPTURED}{counter.id if alone else counter.name}"
    model = counter.place if counter.kind == "armor_leader" else counter.name
    return f"{PAPER}{model}" if ctx.public.paper and model else ""


def _platoons(ctx: Context, *, away: bool) -> dict[str, list[Counter]]:
    """The vehicles of each platoon that is with the side, or redeployed; Isolated and Dug-In ones don't count."""
    fate = OUT if away else READY
    result: dict[str, list[Counter]] = {}
    for counter in ctx.mine.on_hand:
        platoon = _platoon(ctx, counter)
        counts = counter.kind in VEHICLES and platoon and counter.fate == fate and LEFT not in counter.marks
        if counts and not isolated(counter) and DUG_IN not in counter.marks:
            result.setdefault(platoon, []).append(counter)
    return result


def _name(ctx: Context, key: str) -> str:
    if key.startswith(CAPTURED):
        counter = next(c for c in ctx.mine.on_hand if _platoon(ctx, c) == key)
        name = named(counter) if ctx.rules.readings.captured_platoons == "each" else counter.name
        return f"{ctx.texts('redeployment')['captured']} {name}"
    if key.startswith(PAPER):
        return key.removeprefix(PAPER)
    group = next(group for group in ctx.mine.groups if group.id == key)
    return f"{ctx.row_of(group).name} ({key})"


def _fielded(ctx: Context, key: str) -> bool:
    """Whether one of a platoon has been on the map by what its side entered; captured ones always have."""
    return key.startswith(CAPTURED) or bool(ctx.mine.known.get(f"fielded:{key}"))


class FieldedStep(FormStep[Context]):
    """Which platoons have been on the map, asked of those that were there for a scenario that has been played."""

    key = "redeployment"

    def fields(self, ctx: Context) -> Iterator[Field]:
        question = gettext(ctx.texts("redeployment")["fielded"])
        dates = {group.id: group.date for group in ctx.mine.groups}
        for key in _platoons(ctx, away=False):
            first = 0 if key.startswith(PAPER) else ctx.date
            since = ctx.public.dates[dates.get(key, first) : ctx.date]
            if not _fielded(ctx, key) and any(record.fought for record in since):
                label, rule = f"{_name(ctx, key)}: {question}", ctx.rule("redeployment")
                yield Field(f"fielded:{key}", label, "check", True, rule=rule)

    def enter(self, ctx: Context, entries: Entries) -> StepResult:
        return StepResult([ctx.event("platoons.told", known=entries)])


class RedeploymentStep(RollStep[Context]):
    """A die for each platoon that has to roll to stay, and by ruling for each that may come back."""

    key = "redeployment_roll"

    def needs(self, ctx: Context) -> Iterator[Need]:
        """One that is away already takes along whom it left behind Isolated. German ones leave sooner from a date on:
        that of a ruling, or the owner's."""
        table, texts, rule = ctx.table("redeployment"), ctx.texts("redeployment"), ctx.rules.pack.redeployment
        (won, lost), away = ctx.won_and_lost(), _platoons(ctx, away=True)
        losing = won + lost > rule.after_scenarios and won * rule.losing.lost <= lost * rule.losing.won
        from_day = int(ctx.rules.pack.redeployment_date.value or ctx.rules.game.redeployment_from or 0)
        late = ctx.german and bool(from_day) and int(ctx.today.day) >= from_day
        stay = ctx.modifiers(table, losing=losing, german_late=late, historical=0)
        for key in _platoons(ctx, away=False):
            if _fielded(ctx, key) and key not in away:
                yield Need(f"stay:{key}", _name(ctx, key), 1, table, stay)
        back = ctx.modifiers(table, losing=losing, german_late=late)
        for key in away if ctx.rules.readings.redeployment_return == "same_roll" else ():
            yield Need(f"back:{key}", f"{_name(ctx, key)}, {texts['away']}", 1, table, back)

    def lines(self, ctx: Context) -> Iterator[str]:
        texts = ctx.texts("redeployment")
        back, follows = gettext(texts["back"]), gettext(texts["follows"])
        yield from (f"{_name(ctx, key)} {back}" for key in _by_itself(ctx))
        yield from (f"{c.name} {follows}" for c in _stragglers(ctx))

    def roll(self, ctx: Context, rolls: tuple[Rolled, ...]) -> StepResult:
        changes, rolls_data, texts = Changes(ctx), [], ctx.texts("redeployment")
        for straggler in _stragglers(ctx):
            _leave(ctx, changes, straggler)
            changes.take(straggler, *(STRANDED if _left(straggler) else ()))
        for key in _by_itself(ctx):
            _return(ctx, changes, key)
        for one in rolls:
            what, _, key = one.need.key.partition(":")
            stays = one.value("result") == "retained"
            if what == "stay" and not stays:
                # Off the map; of it an Isolated AFV stays, marked, and rolls to be recalled in play.
                for c in _members(ctx, key):
                    if isolated(c):
                        changes.give(c, AWAY)
                    elif DUG_IN not in c.marks:
                        _leave(ctx, changes, c)
            elif what == "back" and stays:
                _return(ctx, changes, key)
            result = texts["stays" if stays else "leaves"] if what == "stay" else texts["back" if stays else "away"]
            rolls_data.append(roll_data(one, result))
        return StepResult([ctx.event("platoons.rolled", change=changes.rows, rolls=rolls_data)])


def _by_itself(ctx: Context) -> list[str]:
    """Platoons that come back with a new day, where this campaign reads it so."""
    waits = ctx.rules.readings.redeployment_return == "next_day" and not ctx.in_counterattack
    return list(_platoons(ctx, away=True)) if waits else []


def _stragglers(ctx: Context) -> list[Counter]:
    """AFV of platoons that are away which are Isolated no more, or left the map under Recall: they follow (12.6163)."""
    away = _platoons(ctx, away=True)
    free = [c for key, counters in _platoons(ctx, away=False).items() if key in away for c in counters]
    return free + list(filter(_left, ctx.mine.counters))


def _left(counter: Counter) -> bool:
    """Whether it was left behind by its platoon, and has left the map under Recall since."""
    return counter.fate == RECALLED and AWAY in counter.marks


def _members(ctx: Context, key: str) -> list[Counter]:
    crewed = (c for c in ctx.mine.counters if c.kind in CREWED and (c.on_hand or _left(c)))
    return [c for c in crewed if _platoon(ctx, c) == key]


def _leave(ctx: Context, changes: Changes, counter: Counter) -> None:
    """Off the map; an armor leader's place is the AFV he is in."""
    changes.put(counter, fate=OUT, since=ctx.date, place=counter.place if counter.kind == "armor_leader" else "")


def _return(ctx: Context, changes: Changes, key: str) -> None:
    for counter in _members(ctx, key):
        if counter.fate == OUT or str(counter.id) in changes.rows:
            changes.put(counter, fate=READY, since=ctx.date)
            # It was taken off the map with its platoon, so that nobody has to bring it in (12.6151d).
            if {IMMOBILE, WRECK} & set(counter.marks):
                changes.give(counter, RECOVERED)
        changes.take(counter, AWAY)
