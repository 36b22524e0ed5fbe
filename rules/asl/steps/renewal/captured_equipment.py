"""FT and DC that come back, and what of the captured equipment can be kept."""

from __future__ import annotations

from collections.abc import Iterator

from rules.asl.conditions import ARMS, Changes, captured, malfunctioned, named, prizes, retained
from rules.asl.context import RefitContext, StepDef, roll_data
from rules.asl.counter_fields import engineers
from rules.asl.counters import READY, Change, Counter
from rules.asl.steps.generic import Entries, FormStep, RollStep
from rules.asl.steps.renewal import repair_questions
from rules.contract import Field, Refused
from rules.engine.rolls import Rolled
from rules.engine.stages import StepResult
from rules.engine.tasks import RollTask
from rules.tables import Need
from rules.text import gettext, gettext_noop

KEPT, LOST = gettext_noop("kept"), gettext_noop("lost")


class SpentChargesStep(FormStep[RefitContext]):
    """FT and DC that were used up: the Original effects DR says whether they come back."""

    key = "ftdc"

    def fields(self, ctx: RefitContext) -> Iterator[Field]:
        for c in _spent(ctx):
            label = gettext("{counter}: Original effects DR that used it up, 0 for none", counter=named(c))
            yield Field(f"dr:{c.id}", label, high=12, rule=ctx.rule("ftdc"))

    def lines(self, ctx: RefitContext) -> Iterator[str]:
        number = engineers(ctx)
        yield gettext("You can keep {number}: one for each Assault Engineer squad that is not Isolated.", number=number)

    def enter(self, ctx: RefitContext, entries: Entries) -> StepResult:
        retained = [c for c in _spent(ctx) if _is_retained(ctx, c, entries[f"dr:{c.id}"])]
        if (number := len(retained)) > (most := engineers(ctx)):
            raise Refused(
                gettext(
                    "{number} FT and DC would come back, for {most} Assault Engineer squads.", number=number, most=most
                ),
                rule=ctx.rule("ftdc"),
                field=f"dr:{retained[0].id}",
                way_out=gettext("Enter 0 for those you give up."),
            )
        changes, rule = Changes(ctx), ctx.rule("ftdc")
        for counter in _spent(ctx):
            total = entries[f"dr:{counter.id}"]
            lost: Change = {"fate": "eliminated", "note": f"DR {total}, {rule}" if total else rule}
            # What comes back is in no area and in no condition of before, and may be used up once more.
            back: Change = {"fate": READY, "since": ctx.date, "marks": [], "place": "", "note": f"{rule}: DR {total}"}
            changes.put(counter, **(back if counter in retained else lost))
        return StepResult([ctx.event("charges.kept", change=changes.rows, names=[named(c) for c in retained])])


def _spent(ctx: RefitContext) -> list[Counter]:
    """Own FT and DC removed in the scenario before, on which nothing was decided yet."""
    names = ctx.rules.pack.weapon_kept.value
    weapons = [c for c in ctx.mine.counters if c.kind == "weapon" and c.name in names and not captured(c)]
    late = [c for c in weapons if c.fate in ("used", "eliminated") and ctx.lately(c.since)]
    return [c for c in late if not c.note.endswith(ctx.rule("ftdc"))]


def _is_retained(ctx: RefitContext, counter: Counter, total: int) -> bool:
    table = ctx.table("ftdc")
    if not total:
        return False
    if total < int(table.low or 0):
        raise Refused(
            gettext("{counter}: no DR comes to {total}.", counter=counter.name, total=total),
            rule=ctx.rule("ftdc"),
            field=f"dr:{counter.id}",
            way_out=gettext("Enter 2 to 12, or 0 if its owner made no such DR."),
        )
    own = f"{ctx.side}_{counter.name.lower()}"
    column = own if own in table.columns else "result"
    return table.row(total).values[column] == "retained"


class CapturedStep(RollStep[RefitContext]):
    """A die for each captured weapon that works; without a working one a captured AFV becomes a wreck."""

    key = "captured"

    def task(self, ctx: RefitContext) -> RollTask | None:
        task = RollTask(ctx.button("captured"), tuple(self.needs(ctx)), tuple(self.lines(ctx)), ctx.mode)
        return task if _loot(ctx) or prizes(ctx) else None

    def needs(self, ctx: RefitContext) -> Iterator[Need]:
        table = ctx.table("captured_weapon")
        yield from (Need(str(c.id), named(c), 1, table) for c in _loot(ctx) if not _dead(c))
        for vehicle in prizes(ctx):
            if repair_questions.main_works(ctx, vehicle) and "malfunctioned" not in vehicle.marks:
                yield Need(f"{vehicle.id}:main", f"{named(vehicle)}, main armament", 1, table)
            for n in range(1, repair_questions.machine_guns(ctx, vehicle) + 1):
                yield Need(f"{vehicle.id}:mg{n}", f"{named(vehicle)}, MG {n}", 1, table)

    def lines(self, ctx: RefitContext) -> Iterator[str]:
        for counter in filter(_dead, _loot(ctx)):
            yield gettext("{counter} does not work and is gone.", counter=named(counter))

    def roll(self, ctx: RefitContext, rolls: tuple[Rolled, ...]) -> StepResult:
        stays = {one.need.key: one.value("result") == "retained" for one in rolls}
        rolls_data = [roll_data(one, KEPT if stays[one.need.key] else LOST) for one in rolls]
        changes, known, names = Changes(ctx), {}, []
        for counter in _loot(ctx):
            if not stays.get(str(counter.id), False):
                changes.lose(counter, f"captured weapon, {ctx.rule('captured')}")
        for vehicle in prizes(ctx):
            guns = sum(stay for key, stay in stays.items() if key.startswith(f"{vehicle.id}:mg"))
            known[f"guns:{vehicle.id}"] = guns
            armed = stays.get(f"{vehicle.id}:main", False)
            for row in malfunctioned(ctx, vehicle):
                changes.take(vehicle, row.malfunctioned)
                changes.give(vehicle, row.disabled)
            if not armed and repair_questions.main_works(ctx, vehicle):
                changes.give(vehicle, "disabled")
            if not (armed or guns) and vehicle.kind == "tank":
                changes.lose(vehicle, f"wreck, {ctx.rule('captured', 'wreck')}")
                if ctx.rules.readings.captured_wreck == "not_counted":
                    changes.put(vehicle, worth=0)
                names.append(f"{named(vehicle)} becomes a wreck")
        return StepResult(
            [ctx.event("captured.rolled", change=changes.rows, known=known, rolls=rolls_data, names=names)]
        )


def _loot(ctx: RefitContext) -> list[Counter]:
    return [c for c in retained(ctx, *ARMS) if captured(c)]


def _dead(counter: Counter) -> bool:
    """Whether a captured weapon does not work, so that it is gone without a roll."""
    return bool({"malfunctioned", "disabled"} & set(counter.marks))


STEPS: tuple[StepDef[RefitContext], ...] = (SpentChargesStep(), CapturedStep())
