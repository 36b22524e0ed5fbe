"""12.622: strength, weapons, Guns, modules, leaders, Commissars, crews and aircraft of the groups of this date.

With them go the radio or field phone of an OBA module and its draw pile: with both it is Retained (CG6, CG10). How many
chits a pile has stands in the rules of the base game: its owner reads it off there, once for each module. It is noted
on the counter, and nothing takes it off again, for a module begins every scenario with its original pile.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.asl.arrival import NewCounter, label
from rules.asl.context import StepDef, divided, names_of, results_data, roll_data
from rules.asl.counter_fields import MMC
from rules.asl.counters import Change, Counter
from rules.asl.pending import NOTHING, Pending
from rules.asl.steps.generic import Entries, FormStep, RollStep
from rules.contract import Field, Refused
from rules.engine.rolls import Rolled
from rules.engine.stages import StepResult
from rules.systems.votg.arrival import (
    FULL,
    INEXPERIENCED,
    RECEIVED,
    ROLLS,
    SUPPORT,
    Gates,
    armor_needs,
    arrivals,
    column,
    gate_needs,
    guns,
    leader_needs,
    new_counters,
    strength_needs,
    support_needs,
    sure_leaders,
    units,
)
from rules.systems.votg.context import GREEN, Context
from rules.systems.votg.state import Group
from rules.text import gettext, gettext_noop

MOST_CHITS = 20
MAY_ROLL, NO_ROLL = gettext_noop("rolls for a leader"), gettext_noop("no roll for a leader")
"""What the die before a Russian leader roll says of a platoon."""

# 12.6221 strength --------------------------------------------------------------------------


class StrengthStep(RollStep[Context]):
    """12.6221: the strength of each group, and what comes with it."""

    key, by_itself = "strength", True
    needs = staticmethod(strength_needs)

    def lines(self, ctx: Context) -> Iterator[str]:
        rolling = {need.key for need in strength_needs(ctx)}
        groups = (group for group in _arriving(ctx) if group.id not in rolling)
        return (f"{label(ctx, group)}: {group.strength or gettext(RECEIVED)}" for group in groups)

    def roll(self, ctx: Context, rolls: tuple[Rolled, ...]) -> StepResult:
        """The record keeps of a group its strength, and how many of its squads are Replaced."""
        codes = {one.need.key: str(one.value("code")) for one in rolls}
        groups: dict[str, dict[str, object]] = {}
        pieces: list[tuple[Group, NewCounter]] = []
        for group in _arriving(ctx):
            row, strength = ctx.row_of(group), codes.get(group.id, group.strength)
            replaced = units(row, strength)[1] if row.strengths else 0
            groups[group.id] = {"strength": strength, "exponent": replaced}
            pieces += [(group, piece) for piece in arrivals(ctx, group, strength)]
        add, rolls_data = new_counters(ctx, pieces), results_data(rolls)
        return StepResult([ctx.event("strength.rolled", groups=groups, add=add, rolls=rolls_data)])


def _arriving(ctx: Context) -> list[Group]:
    """All groups of this date but modules and batteries, which come with rolls of their own (12.6224)."""
    return [group for group in ctx.groups_of_today() if ctx.row_of(group).kind not in SUPPORT]


# 12.6224 modules and batteries ----------------------------------------------------------------


class SupportStep(RollStep[Context]):
    """12.6224: the ammunition of modules and the strength of batteries."""

    key = "ammunition"
    needs = staticmethod(support_needs)

    def lines(self, ctx: Context) -> Iterator[str]:
        rolling = {need.key for need in support_needs(ctx)}
        groups = (group for group in ctx.called_up(*SUPPORT) if group.id not in rolling)
        return (f"{label(ctx, group)}: {gettext(RECEIVED)}" for group in groups)

    def roll(self, ctx: Context, rolls: tuple[Rolled, ...]) -> StepResult:
        rolled, plain = {one.need.key: one for one in rolls}, ctx.rules.pack.given_support.ammunition
        groups: dict[str, dict[str, str]] = {}
        pieces: list[tuple[Group, NewCounter]] = []
        for g in ctx.called_up("oba"):
            groups[g.id] = {"ammo": str(rolled[g.id].value("result")) if g.id in rolled else plain}
            pieces += [(g, NewCounter("oba", name)) for name, n in ctx.row_of(g).units for _ in range(n)]
        for g in ctx.called_up("guns"):
            strength = str(rolled[g.id].value("code")) if g.id in rolled else FULL
            groups[g.id] = {"strength": strength}
            pieces += [(g, piece) for piece in guns(ctx, g, strength)]
        add, rolls_data = new_counters(ctx, pieces), results_data(rolls)
        return StepResult([ctx.event("ammunition.rolled", groups=groups, add=add, rolls=rolls_data)])


class ModulesStep(FormStep[Context]):
    """CG6, CG10: the contact and the draw pile of each module of which nothing is noted yet."""

    key = "artillery"

    def fields(self, ctx: Context) -> Iterator[Field]:
        texts, rule = ctx.texts("artillery"), ctx.rule("artillery")
        contacts = tuple((key, gettext(text)) for key, text in texts.labels["contacts"].items())
        questions = {"black": gettext(texts["black"]), "red": gettext(texts["red"])}
        amounts = dict.fromkeys(str(row.values["result"]) for row in ctx.table(f"oba_{ctx.side}").rows)
        supplies = (("", gettext(texts["unknown"])), *((each, gettext(each)) for each in amounts))
        for c in _unnoted(ctx):
            # Its ammunition says how large its pile is; of one from paper its side says it.
            supply = next((ctx.supply(group) for group in ctx.mine.groups if group.id == c.group), "")
            about = [gettext("no. {number}", number=c.id), *([gettext(supply)] if supply else [])]
            name = f"{c.name} ({', '.join(about)})"
            if not c.group:
                label, rolled = f"{name}: {gettext(texts['supply'])}", ctx.rule("artillery", "supply")
                yield Field(f"supply_{c.id}", label, "select", "", options=supplies, rule=rolled)
            contact = f"{name}: {gettext(texts['contact'])}", "select", contacts[0][0]
            yield Field(f"contact_{c.id}", *contact, options=contacts, rule=ctx.rule("artillery", "contact"))
            for key, text in questions.items():
                yield Field(f"{key}_{c.id}", f"{name}: {text}", high=MOST_CHITS, rule=rule)

    def enter(self, ctx: Context, entries: Entries) -> StepResult:
        texts, change, names = ctx.texts("artillery"), dict[str, Change](), []
        for module in _unnoted(ctx):
            black, red = entries[f"black_{module.id}"], entries[f"red_{module.id}"]
            if red and not black:
                places = {"module": module.name, "red": red}
                message = gettext("{module}: a draw pile of {red} red chits and no black one.", **places)
                black_ones = gettext(
                    "Enter how many black ones it has, or 0 for both if you keep the pile at the table."
                )
                raise Refused(message, rule=ctx.rule("artillery"), field=f"black_{module.id}", way_out=black_ones)
            pile = texts["pile"].format(black=black, red=red) if black else ""
            contact = texts.labels["contacts"][entries[f"contact_{module.id}"]]
            known = module.note, entries.get(f"supply_{module.id}", ""), contact, pile
            kit = ", ".join(part for part in known if part)
            change[str(module.id)] = {"note": kit}
            names.append(f"{module.name}: {kit}")
        return StepResult([ctx.event("artillery.recorded", change=change, names=names)])


def _unnoted(ctx: Context) -> list[Counter]:
    """The modules of which no contact is noted; what else is noted of one from paper stays."""
    contacts = ctx.texts("artillery").labels["contacts"].values()
    modules = (c for c in ctx.mine.on_hand if c.kind == "oba")
    return [c for c in modules if not (c.note if c.group else any(each in c.note for each in contacts))]


# 12.6225, 12.6226 leaders and Commissars ------------------------------------------------------


class LeaderGatesStep(RollStep[Context]):
    """12.6225: which platoons may roll for a leader."""

    key = "leader_gates"
    needs = staticmethod(gate_needs)

    def roll(self, ctx: Context, rolls: tuple[Rolled, ...]) -> StepResult:
        passed = tuple(one.need.key for one in rolls if one.value("result") == ROLLS)
        rolls_data = [roll_data(one, MAY_ROLL if one.need.key in passed else NO_ROLL) for one in rolls]
        pending = Pending().put(Gates(leaders=passed)) if passed else NOTHING
        return StepResult([ctx.event("leader_gates.rolled", rolls=rolls_data, pending=pending)])


class LeadersStep(RollStep[Context]):
    """12.6225: the leaders of companies and of platoons that may roll."""

    key = "leaders"
    needs = staticmethod(leader_needs)

    def roll(self, ctx: Context, rolls: tuple[Rolled, ...]) -> StepResult:
        groups = {group.id: group for group in ctx.groups_of_today()}
        leaders: list[tuple[Group, NewCounter]] = []
        rolls_data = []
        for one in rolls:
            group = groups[one.need.key]
            names = [*names_of(one.value(column(ctx, group))), *sure_leaders(ctx, group)]
            leaders += [(group, NewCounter("leader", name)) for name in names]
            rolls_data.append(roll_data(one, ", ".join(names) or "no leader"))
        return StepResult(
            [ctx.event("leaders.rolled", add=new_counters(ctx, leaders), rolls=rolls_data, pending=NOTHING)]
        )


class CommissarsStep(FormStep[Context]):
    """12.6226: new leaders that are exchanged for Commissars."""

    key = "commissars"

    def fields(self, ctx: Context) -> Iterator[Field]:
        rule, stays, names = ctx.rule("commissars"), ctx.texts("commissars")["stays"], ctx.rules.pack.commissars.names
        options = (("", gettext(stays)), *((name, name) for name in names))
        for c in _exchangeable(ctx) if _may_exchange(ctx) else ():
            leader = gettext("{leader} of {group}", leader=c.name, group=c.group)
            yield Field(f"leader_{c.id}", leader, "select", "", options=options, rule=rule)

    def lines(self, ctx: Context) -> Iterator[str]:
        yield gettext(ctx.texts("commissars")["most"], number=_may_exchange(ctx))

    def enter(self, ctx: Context, entries: Entries) -> StepResult:
        leaders, most = _exchangeable(ctx), _may_exchange(ctx)
        chosen = {c.id: name for c, name in zip(leaders, entries.values(), strict=True) if name}
        if len(chosen) > most:
            message = gettext("{chosen} leaders would become Commissars, {most} may.", chosen=len(chosen), most=most)
            fewer, field = gettext("Let {number} of them stay as they are.", number=len(chosen) - most), [*chosen][most]
            raise Refused(message, rule=ctx.rule("commissars"), field=f"leader_{field}", way_out=fewer)
        change: dict[str, Change] = {
            str(key): {"name": name, "worth": ctx.rules.worth("leader", name)} for key, name in chosen.items()
        }
        names = [f"{c.name} → {chosen[c.id]}" for c in leaders if c.id in chosen]
        return StepResult([ctx.event("commissars.exchanged", change=change, names=names)])


def _companies(ctx: Context) -> list[Group]:
    """The Infantry companies bought for this date; those given for the Initial Scenario were not."""
    return [g for g in ctx.called_up("squads") if ctx.row_of(g).size == "company" and not g.given]


def _commissar(ctx: Context, leader: Counter) -> bool:
    return leader.name in (*ctx.rules.pack.commissars.names, *ctx.rules.pack.commissars.never)


def _exchangeable(ctx: Context) -> list[Counter]:
    """The new leaders of these companies who are no Commissars yet."""
    groups = {g.id for g in _companies(ctx)}
    new = (c for c in ctx.mine.on_hand if c.kind == "leader" and c.since == ctx.date and c.group in groups)
    return [c for c in new if not _commissar(ctx, c)]


def _may_exchange(ctx: Context) -> int:
    """How many new leaders may become Commissars: by company, and as many as the side's squads allow."""
    rule, worth = ctx.rules.pack.commissars, ctx.rules.pack.squad_equivalent.value
    if ctx.side != rule.side:
        return 0
    halves = sum(worth[c.kind] for c in ctx.mine.on_hand if c.kind in MMC)
    most = divided(halves, worth["squad"] * rule.squads, rule.rounding)
    # Those of NKVD Militia count by ruling.
    nkvd = {g.id for g in ctx.mine.groups if ctx.row_of(g).type in ctx.rules.pack.leader_groups.commissars}
    free = () if ctx.rules.pack.commissar_count.value else nkvd
    counted = sum(c.kind == "leader" and _commissar(ctx, c) and c.group not in free for c in ctx.mine.on_hand)
    return max(0, min(len(_companies(ctx)) * rule.per_company, most - counted, len(_exchangeable(ctx))))


# 12.6227 armor leaders, VotG9 aircraft --------------------------------------------------------


class ArmorStep(RollStep[Context]):
    """12.6227: the armor leaders of platoons, and the crews without experience."""

    key = "armor"
    needs = staticmethod(armor_needs)

    def roll(self, ctx: Context, rolls: tuple[Rolled, ...]) -> StepResult:
        groups = {group.id: group for group in ctx.groups_of_today()}
        results = {one.need.key: one.value("leader") for one in rolls}
        named = {key: str(name) for key, name in results.items() if name and name != INEXPERIENCED}
        led = [(groups[key], NewCounter("armor_leader", name)) for key, name in named.items()]
        green = {key for key, name in results.items() if name == INEXPERIENCED}
        crews = (c for c in ctx.mine.on_hand if c.group in green and c.kind in ("tank", "vehicle"))
        change: dict[str, Change] = {str(c.id): {"marks": [*c.marks, GREEN]} for c in crews}
        rolls_data = [roll_data(one, str(one.value("leader") or "no leader")) for one in rolls]
        return StepResult(
            [ctx.event("armor_leaders.rolled", add=new_counters(ctx, led), change=change, rolls=rolls_data)]
        )


class AircraftStep(FormStep[Context]):
    """VotG9: how many aircraft came."""

    key = "aircraft"

    def fields(self, ctx: Context) -> Iterator[Field]:
        most, rule = ctx.rules.pack.air_support.value, ctx.rule("aircraft")
        for g in ctx.called_up("aircraft"):
            yield Field(g.id, label(ctx, g), value=1, low=1, high=most, rule=rule)

    def free_dice(self, ctx: Context) -> int:
        return len(ctx.called_up("aircraft"))

    def enter(self, ctx: Context, entries: Entries) -> StepResult:
        groups = [group for group in ctx.called_up("aircraft") for _ in range(entries[group.id])]
        pieces = ((group, NewCounter("aircraft", ctx.row_of(group).units[0][0])) for group in groups)
        return StepResult([ctx.event("aircraft.received", add=new_counters(ctx, pieces))])


STEPS: tuple[StepDef[Context], ...] = (
    SupportStep(),
    LeaderGatesStep(),
    LeadersStep(),
    CommissarsStep(),
    ArmorStep(),
    AircraftStep(),
)
