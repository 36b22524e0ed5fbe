"""Battle hardening: MMC and heroes, leaders."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rules.asl.conditions import area, isolated, on_hand, retained, together
from rules.asl.context import RefitContext, StepDef, roll_data
from rules.asl.counter_fields import FANATIC, MMC, Change, marks, renamed
from rules.asl.counters import Counter, an
from rules.asl.pending import NOTHING, Pending, StepPending
from rules.asl.steps.generic import Entries, FormStep, RollFormStep, RollStep
from rules.contract import Field, Gate, Refused
from rules.engine.rolls import Rolled
from rules.engine.stages import StepResult
from rules.engine.tasks import FormTask
from rules.tables import Need
from rules.text import gettext, gettext_noop, ngettext


@dataclass(frozen=True)
class HardeningChoice(FormTask):
    """Who is hardened, an entry for each that the dice allow; what is left at none lapses."""

    def gate(self, act: str, typed: Mapping[str, object]) -> Gate | None:
        """Who is hardened, if a hardening lapses with it."""
        if act not in self.orders:
            return None
        entered = self.read({key: value for key, value in typed.items() if key != "dice"})
        chosen = {field: entered[field.name] for field in self.fields}
        lapsing = sum(value == NONE for value in chosen.values())
        if not lapsing:
            return None
        title = ngettext("{n} battle hardening lapses", "{n} battle hardenings lapse", lapsing, n=lapsing)
        done = tuple((field.label, dict(field.options)[value]) for field, value in chosen.items() if value != NONE)
        lost = tuple(gettext("{choice}: none.", choice=field.label) for field, value in chosen.items() if value == NONE)
        return Gate(title, self.button, done, lost=lost)


NONE = ""
HARDENED = "hardened"
"""Among what a side knows: the MMC it has hardened since the battle, for none is hardened again in the same refit."""
NOTED, NOT_NOTED = gettext_noop("isolated in {area}"), gettext_noop("isolated, area not noted")
"""Where something isolated is, as far as that was noted."""


class MmcRoll(StepPending):
    """How many MMC may be hardened, beside one by each isolated hero of these numbers."""

    mmc: int
    heroes: tuple[int, ...] = ()


class LeaderRoll(StepPending):
    """The leader a roll came to, and others the winner may take in his place."""

    leader: str
    or_: tuple[str, ...] = ()


class MmcHardeningStep(RollStep[RefitContext]):
    """How many MMC are hardened; heroes leave for it, and who is isolated hardens one where he is."""

    key = "mmc_roll"

    def needs(self, ctx: RefitContext) -> Iterator[Need]:
        table = ctx.table("mmc_bh")
        modifiers = ctx.modifiers(table, won=ctx.won(), cvp_amassed=ctx.inflicted())
        yield Need("mmc", gettext_noop("MMC battle hardening"), 2, table, modifiers)

    def lines(self, ctx: RefitContext) -> Iterator[str]:
        heroes = on_hand(ctx, "hero")
        if number := len(heroes):
            yield ngettext(
                "{number} hero leaves and hardens one MMC.",
                "{number} heroes leave; each hardens one MMC.",
                number,
                number=number,
            )
        for hero in filter(isolated, heroes):
            yield gettext("He who is {isolated} hardens one there.", isolated=_cut_off(ctx, hero))

    def roll(self, ctx: RefitContext, rolls: tuple[Rolled, ...]) -> StepResult:
        (rolled,) = rolls
        heroes = on_hand(ctx, "hero")
        number = int(rolled.value("mmc") or 0)
        change: dict[str, Change] = {str(hero.id): {"fate": "eliminated", "since": ctx.scenario} for hero in heroes}
        bound = [hero.id for hero in heroes if isolated(hero)]
        mmc_roll = MmcRoll(mmc=number + len(heroes) - len(bound), heroes=tuple(bound))
        event = ctx.event(
            "mmc_hardening.rolled",
            change=change,
            rolls=[roll_data(rolled, f"{number} MMC")],
            pending=Pending().put(mmc_roll),
            heroes=len(heroes),
        )
        return StepResult([event])


class MmcChoiceStep(FormStep[RefitContext]):
    """A choice for each MMC the dice and the heroes allow; an isolated hero's is among those of his area.

    Proposed is one that gets better, for as many as there are of them.
    """

    key, form = "mmc_choice", HardeningChoice

    def fields(self, ctx: RefitContext) -> Iterator[Field]:
        everyone, mmc_roll = _hardenable(ctx), ctx.pending.get(MmcRoll) or MmcRoll(mmc=0)
        wanted = [(f"mmc{n}", gettext("MMC {number}", number=n), everyone) for n in range(1, mmc_roll.mmc + 1)]
        for hero in (c for c in ctx.mine.counters if c.id in mmc_roll.heroes):
            near = [c for c in everyone if together(ctx, c, hero)]
            label = gettext("MMC of the hero {isolated}", isolated=_cut_off(ctx, hero))
            wanted.append((f"hero{hero.id}", label, near))
        proposed: list[Counter] = []
        for key, label, fit in wanted:
            # One option per kind of MMC, with what comes of it; an Elite one or a crew brings a leader or becomes
            # Fanatic.
            instead = ctx.rules.pack.battle_hardening.leader_instead
            choices: dict[str, str] = {}
            leader: tuple[tuple[str, str], ...] = ()
            for counter in fit:
                becomes = _better(ctx, counter)
                if instead and not becomes:
                    leader = (("leader", gettext("{leader} for an Elite MMC or crew", leader=an(instead))),)
                    continue
                better = becomes or gettext("Fanatic")
                choices[_alike(ctx, counter)] = gettext(
                    "{mmc}: becomes {better}", mmc=_called(ctx, counter), better=better
                )
            if len(options := ((NONE, gettext("none")), *choices.items(), *leader)) > 1:
                likely = next((c for c in fit if _better(ctx, c) and c not in proposed), None)
                proposed += [likely] if likely else []
                value = _alike(ctx, likely) if likely else NONE
                yield Field(key, label, "select", value, options=options, rule=ctx.rule("mmc_choice"))

    def enter(self, ctx: RefitContext, entries: Entries) -> StepResult:
        chosen = {key: value for key, value in entries.items() if value}
        rule, instead = ctx.rule("mmc_choice"), ctx.rules.pack.battle_hardening.leader_instead
        leaders = [key for key, value in chosen.items() if value == "leader"]
        if len(leaders) > (elite := sum(not _better(ctx, c) for c in _hardenable(ctx))):
            fewer = gettext("You have {number} Elite MMC and crews, and each brings one leader.", number=elite)
            other = gettext("Harden another MMC, or none.")
            raise Refused(fewer, rule=rule, field=leaders[elite], way_out=other)
        if len(leaders) > 1 and ctx.rules.readings.elite_mmc_leader == "once":
            once = gettext("By this campaign's ruling Elite MMC bring one leader in all.")
            raise Refused(once, rule=rule, field=leaders[1], way_out=gettext("Harden an MMC with the other choice."))
        change: dict[str, Change] = {}
        sentences = [f"{instead} joins"] * len(leaders)
        for key, value in ((key, value) for key, value in chosen.items() if value != "leader"):
            alike = [c for c in _hardenable(ctx) if _alike(ctx, c) == value]
            counter = next((c for c in alike if str(c.id) not in change), None)
            if counter is None:
                message = gettext("You have no further {mmc} to harden.", mmc=_called(ctx, alike[0]))
                other = gettext("Choose another MMC for the second, or none.")
                raise Refused(message, rule=rule, field=key, way_out=other)
            harder = _better(ctx, counter)
            better: Change = {"name": harder, "came_as": counter.came_as or counter.name}
            change[str(counter.id)] = better if harder else marks(counter, more=(FANATIC,))
            sentences.append(f"{counter.name} becomes {harder or 'Fanatic'}")
        add = ctx.new([("leader", instead, "", {"note": rule})] * len(leaders))
        hardened = [*ctx.mine.known.get(HARDENED, ()), *map(int, change)]
        known = {HARDENED: hardened} if hardened else {}
        return StepResult(
            [ctx.event("mmc.hardened", change=change, add=add, said=sentences, known=known, pending=NOTHING)]
        )


def _hardenable(ctx: RefitContext) -> list[Counter]:
    """The MMC that may still be hardened in this refit; who has not entered yet is Retained too (6)."""
    most, so_far = ctx.rules.pack.battle_hardening.per_refit, list(ctx.mine.known.get(HARDENED, ()))
    return [c for c in retained(ctx, *MMC) if so_far.count(c.id) < most]


def _better(ctx: RefitContext, counter: Counter) -> str:
    """What an MMC becomes if it is hardened; "" for an Elite one or a crew."""
    unit = ctx.rules.unit(ctx.side, counter.name)
    return unit.harden if unit else ""


def _alike(ctx: RefitContext, counter: Counter) -> str:
    """The entry that chooses an MMC: those of a name and an area are alike."""
    name = area(ctx, counter)
    where = NOTED.format(area=name) if name else NOT_NOTED
    return f"{counter.name}, {where}" if isolated(counter) else counter.name


def _called(ctx: RefitContext, counter: Counter) -> str:
    """The same in the reader's language."""
    return f"{counter.name}, {_cut_off(ctx, counter)}" if isolated(counter) else counter.name


def _cut_off(ctx: RefitContext, counter: Counter) -> str:
    name = area(ctx, counter)
    return gettext(NOTED, area=name) if name else gettext(NOT_NOTED)


class LeaderHardeningStep(RollFormStep[RefitContext]):
    """Roll for a leader, or exchange one instead. A heroic leader hardens by himself and is heroic no more."""

    key, asks_facts = "leader_roll", True

    def fields(self, ctx: RefitContext) -> Iterator[Field]:
        if exchanges := _exchanges(ctx):
            options, label = ((NONE, gettext("roll")), *exchanges), gettext("Roll or exchange")
            yield Field("instead", label, "select", NONE, options=options, rule=ctx.rule("leader_roll"))

    def lines(self, ctx: RefitContext) -> Iterator[str]:
        for leader in _heroic(ctx):
            if _harder(ctx, leader.name) != leader.name:
                yield gettext("The heroic {leader} hardens and is heroic no more.", leader=leader.name)
            else:
                yield gettext("The heroic {leader} is heroic no more: there is no better leader.", leader=leader.name)

    def needs(self, ctx: RefitContext, entries: Entries) -> Iterator[Need]:
        if not entries.get("instead"):
            table, won = ctx.table("leader_bh"), 0 if _claims(ctx) else ctx.won_day()
            modifiers = ctx.modifiers(table, won=won)
            yield Need("leader", gettext_noop("Leader battle hardening"), 2, table, modifiers)

    def enter(self, ctx: RefitContext, entries: Entries, rolls: tuple[Rolled, ...]) -> StepResult:
        change: dict[str, Change] = {
            str(c.id): {**renamed(ctx, c, _harder(ctx, c.name)), "marks": [m for m in c.marks if m != "heroic"]}
            for c in _heroic(ctx)
        }
        if old := entries.get("instead"):
            new = ctx.rules.pack.battle_hardening.leader_exchange[old]
            leader = next(c for c in _exchangeable(ctx) if c.name == old)
            note = f"exchanged, {ctx.rule('leader_roll')}"
            change[str(leader.id)] = {"fate": "merged", "since": ctx.date, "note": note}
            add = ctx.new([("leader", name, leader.group, {"note": note, "fate": leader.fate}) for name in new])
            return StepResult([ctx.event("leader.exchanged", change=change, add=add, old=old, new=list(new))])
        (rolled,) = rolls
        # The leaders the dice may harden: the one of the total, or by each modifier that the winner may claim.
        table, reckoning = ctx.table("leader_bh"), rolled.reckoning
        column = ctx.side if ctx.side in table.columns else "leader"
        drms = [table.drm(key, 1).value for key in _claims(ctx)] + [0]
        rows = (table.row(reckoning.final + drm, reckoning.original) for drm in drms)
        grades = list(dict.fromkeys(str(row.values[column]) for row in rows))
        leader_roll = LeaderRoll(leader=grades[0], or_=tuple(grades[1:]))
        rolls_data = [roll_data(rolled, " or ".join(grades))]
        event = ctx.event(
            "leader_hardening.rolled", change=change, rolls=rolls_data, pending=Pending().put(leader_roll)
        )
        return StepResult([event])


def _claims(ctx: RefitContext) -> tuple[str, ...]:
    """The modifiers of which a winner takes one or none once the dice have fallen, where the table has such."""
    keys = {modifier.key for modifier in ctx.table("leader_bh").modifiers}
    return ("won", "won_part") if ctx.won_day() and "won_part" in keys else ()


def _heroic(ctx: RefitContext) -> list[Counter]:
    return [c for c in on_hand(ctx, "leader") if "heroic" in c.marks]


def _exchangeable(ctx: RefitContext) -> list[Counter]:
    """Leaders fit to be exchanged; a heroic one hardens instead."""
    return [c for c in on_hand(ctx, "leader") if not {"isolated", "wounded", "heroic"} & set(c.marks)]


def _exchanges(ctx: RefitContext) -> tuple[tuple[str, str], ...]:
    """The leaders that may be exchanged instead of rolling, if the side has them.

    There are none if one more leader would be more than the pack allows for the side's squads.
    """
    rule, worth = ctx.rules.pack.battle_hardening, ctx.rules.pack.squad_equivalent.value
    if per_leader := rule.squads_per_leader:
        passed_over = ctx.rules.pack.promotion_leaders
        halves = sum(worth[c.kind] for c in on_hand(ctx, *MMC))
        leaders = sum(passed_over is None or c.name not in passed_over.value for c in on_hand(ctx, "leader"))
        if (leaders + 1) * per_leader[ctx.side] * worth["squad"] > halves:
            return ()
    whole = {c.name for c in _exchangeable(ctx)}
    return tuple(
        (old, gettext("exchange {old} for {new}", old=an(old), new=gettext(" and ").join(new)))
        for old, new in rule.leader_exchange.items()
        if old in whole
    )


def _harder(ctx: RefitContext, name: str) -> str:
    return ctx.rules.leader(name).harden or name


class LeaderChoiceStep(FormStep[RefitContext]):
    """Which leader becomes the one that was rolled."""

    key, form = "leader_choice", HardeningChoice

    def fields(self, ctx: RefitContext) -> Iterator[Field]:
        if not (options := self.options(ctx)):
            return
        if not ctx.rules.pack.battle_hardening.next_lower:
            options = (*options, (NONE, gettext("none")))
        label, rule = gettext("Leader"), ctx.rule("leader_roll")
        yield Field("leader", label, "select", options[0][0], options=options, rule=rule)

    def lines(self, ctx: RefitContext) -> Iterator[str]:
        yield gettext("Rolled: {leaders}.", leaders=gettext(" or ").join(_grades_left(ctx)))

    def enter(self, ctx: RefitContext, entries: Entries) -> StepResult:
        if not (name := entries["leader"]):
            return StepResult([ctx.event("leader.hardened", pending=NOTHING)])
        named = sorted((c for c in on_hand(ctx, "leader") if c.name == name), key=lambda c: "wounded" in c.marks)
        leader, new = named[0], _harder(ctx, name)
        change: dict[str, Change] = {str(leader.id): renamed(ctx, leader, new)}
        return StepResult([ctx.event("leader.hardened", change=change, old=name, new=new, pending=NOTHING)])

    def options(self, ctx: RefitContext) -> tuple[tuple[str, str], ...]:
        """For each leader rolled the next lower one the side Retains, or every lower one where any will do; best first.

        Without a choice it is the leader that was rolled, wounded or not, and else the next lower one that is not.
        """
        only_next = ctx.rules.pack.battle_hardening.next_lower
        leaders = on_hand(ctx, "leader")
        fit = sorted({c.name: ctx.rules.leader(c.name) for c in leaders}.values(), key=lambda unit: -unit.rank)
        unhurt = {c.name for c in leaders if not only_next or "wounded" not in c.marks}
        result: dict[str, str] = {}
        for grade in _grades_left(ctx):
            may = [unit for unit in fit if unit.harden and unit.name in unhurt | {grade}]
            lower = [unit for unit in may if unit.rank <= ctx.rules.leader(grade).rank]
            for unit in lower[: 1 if only_next else None]:
                result[unit.name] = gettext("{leader} becomes {better}", leader=unit.name, better=unit.harden)
        return tuple(result.items())


def _grades_left(ctx: RefitContext) -> tuple[str, ...]:
    leader_roll = ctx.pending.get(LeaderRoll)
    return (leader_roll.leader, *leader_roll.or_) if leader_roll else ()


STEPS: tuple[StepDef[RefitContext], ...] = (
    MmcHardeningStep(),
    MmcChoiceStep(),
    LeaderHardeningStep(),
    LeaderChoiceStep(),
)
