"""Acts on units at the table: each is one order for counters of one line, and its result comes from the game's data.

Casualty Reduction, Replacement, deploying, recombining, wounds, heroism, capture and promotion. data/units.toml says
what a counter becomes and what its loss is worth; all else is entered by hand (rules/asl/manual_changes.py).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from rules.asl import captures
from rules.asl.context import RefitContext, roll_data
from rules.asl.counter_fields import (
    FANATIC,
    FIELD,
    MMC,
    SMC,
    TEAM,
    Change,
    elimination,
    lost_halves,
    marks,
    reduced,
    renamed,
    replaced,
)
from rules.asl.counters import FATES, READY, Counter, CounterRow, Pile
from rules.asl.manual_changes import check_paper, cvp_payload, names_of, number_of, pile_of, piles_by_key, too_many
from rules.asl.payloads import Outcome
from rules.asl.rule_data import RuleData
from rules.contract import Event, Refused
from rules.dice import Rng
from rules.engine.rolls import roll
from rules.engine.stages import NamedFor
from rules.features.forces import UnitAct
from rules.tables import Need
from rules.text import gettext, gettext_noop

ENTRIES = frozenset({"pile", "count", "together"})
"""The entries of an act: a pile, how often, and whether the pile is of counters from any group."""
WOUNDED, HEROIC = "wounded", "heroic"
PROMOTION, CLOSE_COMBAT = "nkvd_leader_creation", "close_combat"
"""The table of promotions from a unit of the NKVD, and its modifier for a CC against the odds, by columns."""
LOSSES, PROMOTED = "losses.recorded", "units.promoted"


@dataclass(frozen=True)
class ActResult:
    """What an act does: changed and new counters, what they are `now`, and its cost in Casualty VP."""

    change: Mapping[str, Change]
    add: Sequence[CounterRow] = ()
    now: str = ""
    cvp: int = 0


@dataclass(frozen=True)
class ActKind:
    """An act on counters: the `name` on its button, what a counter `becomes` ("" if it can't), and its `outcome`.

    It takes `takes` counters at a time; events.toml has the sentence of its `event`. With `facts`, which are for the
    table PROMOTION, a die decides the outcome instead.
    """

    name: str
    event: str
    becomes: Callable[[RuleData, str, Counter], str]
    outcome: Callable[[RefitContext, Sequence[Counter]], ActResult] = lambda ctx, units: ActResult({})
    worth: Callable[[Counter], int] = lambda counter: 0
    takes: int = 1
    facts: Mapping[str, int] | None = None


# what a counter can become -------------------------------------------------------------------


def _half(rules: RuleData, side: str, like: Counter) -> str:
    return rules.half(side, like.name) if like.kind == "squad" else ""


def _two_halves(rules: RuleData, side: str, like: Counter) -> str:
    half = _half(rules, side, like)
    return f"2 × {half}" if half else ""


def _lower(rules: RuleData, side: str, like: Counter) -> str:
    return rules.lower(side, like.name) if like.kind in (*MMC, "leader") else ""


def _whole(rules: RuleData, side: str, like: Counter) -> str:
    squads = rules.squads(side, like.name) if like.kind == "half_squad" and TEAM not in like.marks else ()
    return next(iter(squads), "")


def _wounded(rules: RuleData, side: str, like: Counter) -> str:
    return gettext(WOUNDED) if like.kind in SMC and WOUNDED not in like.marks else ""


def _heroic(rules: RuleData, side: str, like: Counter) -> str:
    return gettext(HEROIC) if like.kind == "leader" and HEROIC not in like.marks else ""


def _eliminated(rules: RuleData, side: str, like: Counter) -> str:
    return gettext(FATES["eliminated"])


def _captured(rules: RuleData, side: str, like: Counter) -> str:
    return gettext(FATES["captured"]) if like.kind in FIELD and like.kind != "hero" else ""


def _promoted(rules: RuleData, side: str, like: Counter) -> str:
    unit = rules.unit(side, like.name)
    return gettext("a Commissar, by a dr") if unit and unit.nkvd else ""


# what an act does ----------------------------------------------------------------------------


def _reduce(ctx: RefitContext, units: Sequence[Counter]) -> ActResult:
    """Half of each squad is left, with its group; the other half is Eliminated and counts."""
    change = {str(c.id): reduced(ctx, c) for c in units}
    halves_lost = lost_halves(ctx, change)
    halves = dict.fromkeys(_half(ctx.rules, ctx.side, unit) for unit in units)
    return ActResult(change, halves_lost, ", ".join(halves), sum(row["worth"] for row in halves_lost))


def _replace(ctx: RefitContext, units: Sequence[Counter]) -> ActResult:
    change = {str(c.id): replaced(ctx, c) for c in units}
    return ActResult(change, now=ctx.rules.lower(ctx.side, units[0].name))


def _deploy(ctx: RefitContext, units: Sequence[Counter]) -> ActResult:
    """Each squad becomes a half-squad, and another one is added: nothing is lost."""
    change = {str(c.id): reduced(ctx, c) for c in units}
    half = _half(ctx.rules, ctx.side, units[0])
    add = ctx.new(
        ("half_squad", half, c.group, {
            "worth": c.worth // 2, "fate": c.fate, "marks": list(c.marks), "place": c.place, "note": c.note
        })
        for c in units
    )  # fmt: skip
    return ActResult(change, add, half)


def _recombine(ctx: RefitContext, units: Sequence[Counter]) -> ActResult:
    """Of every two half-squads one becomes the squad, the other is merged into it."""
    name = _whole(ctx.rules, ctx.side, units[0])
    change: dict[str, Change] = {}
    for one, other in zip(units[::2], units[1::2], strict=True):
        change[str(one.id)] = renamed(ctx, one, name) | {"worth": one.worth + other.worth}
        change[str(other.id)] = {"fate": "merged", "since": ctx.date}
    return ActResult(change, now=name)


def _marking(mark: str) -> Callable[[RefitContext, Sequence[Counter]], ActResult]:
    def outcome(ctx: RefitContext, units: Sequence[Counter]) -> ActResult:
        return ActResult({str(c.id): marks(c, more=(mark,)) for c in units}, now=mark)

    return outcome


def _losing(fate: str) -> Callable[[RefitContext, Sequence[Counter]], ActResult]:
    def outcome(ctx: RefitContext, units: Sequence[Counter]) -> ActResult:
        change: dict[str, Change] = {str(c.id): {**elimination(ctx), "fate": fate} for c in units}
        return ActResult(change, now=fate, cvp=sum(c.worth for c in units))

    return outcome


def _all(counter: Counter) -> int:
    return counter.worth


def _lost_half(counter: Counter) -> int:
    return counter.worth // 2


ACTS: Mapping[str, ActKind] = {
    "reduce": ActKind(gettext_noop("reduced"), "units.reduced", _half, _reduce, _lost_half),
    "eliminate": ActKind(gettext_noop("Eliminated"), LOSSES, _eliminated, _losing("eliminated"), _all),
    "capture": ActKind(gettext_noop("captured"), LOSSES, _captured, _losing("captured"), _all),
    "replace": ActKind(gettext_noop("Replaced"), "units.replaced", _lower, _replace),
    "deploy": ActKind(gettext_noop("deployed"), "units.deployed", _two_halves, _deploy),
    "recombine": ActKind(gettext_noop("recombined"), "units.recombined", _whole, _recombine, takes=2),
    "wound": ActKind(gettext_noop(WOUNDED), "units.wounded", _wounded, _marking(WOUNDED)),
    "inspire": ActKind(gettext_noop(HEROIC), "leaders.heroic", _heroic, _marking(HEROIC)),
    "promote": ActKind(gettext_noop("promoted"), PROMOTED, _promoted, facts={}),
    "promote_in_cc": ActKind(
        gettext_noop("promoted in CC with an AFV, or an odds column below 1:1"),
        PROMOTED,
        _promoted,
        facts={CLOSE_COMBAT: 1},
    ),
    "promote_2_below": ActKind(
        gettext_noop("promoted in CC two odds columns below 1:1"), PROMOTED, _promoted, facts={CLOSE_COMBAT: 2}
    ),
    "promote_3_below": ActKind(
        gettext_noop("promoted in CC three odds columns below 1:1"), PROMOTED, _promoted, facts={CLOSE_COMBAT: 3}
    ),
    "promote_4_below": ActKind(
        gettext_noop("promoted in CC four odds columns below 1:1"), PROMOTED, _promoted, facts={CLOSE_COMBAT: 4}
    ),
}
"""The acts by the name of their order, in the order in which pages offer them."""
FATAL = {"reduce": "eliminated", "eliminate": "eliminated", "capture": "captured"}
"""The acts that cost a counter, or the half of one, with its fate."""


def acts_offered(rules: RuleData, side: str, pile: Pile) -> tuple[UnitAct, ...]:
    """The acts that the game's data allow for counters of a pile; none for those no longer in play."""
    result = []
    for key, kind in ACTS.items() if pile.like.on_hand else ():
        becomes = kind.becomes(rules, side, pile.like)
        if becomes and pile.count >= kind.takes:
            name = gettext(kind.name)
            result.append(UnitAct(key, name, "" if becomes == name else becomes, kind.worth(pile.like), kind.takes))
    return tuple(result)


# the orders ----------------------------------------------------------------------------------


def order_of(key: str) -> Callable[[RefitContext, Mapping[str, object], Rng], list[Event]]:
    """The order by which a commander does an act `count` times with counters of a `pile`."""
    kind = ACTS[key]

    def act(ctx: RefitContext, data: Mapping[str, object], rng: Rng) -> list[Event]:
        # The order is about the first counters of its pile.
        pile = pile_of(piles_by_key(ctx, data), data.get("pile"))
        if not pile.like.on_hand:
            already = gettext("{name}: these are {so} already.", name=pile.like.name, so=gettext(FATES[pile.like.fate]))
            raise Refused(
                already, field="pile", way_out=gettext("Record them as {ready} first.", ready=gettext(FATES[READY]))
            )
        if not kind.becomes(ctx.rules, ctx.side, pile.like):
            unknown = gettext_noop("{name} can't be {act}: the data of the game names nothing that it becomes.")
            raise Refused(
                gettext(unknown, name=pile.like.name, act=gettext(kind.name)),
                field="pile",
                way_out=gettext("Change its name or condition by hand, as the rules at the table have it."),
            )
        count = number_of(pile, data.get("count", 1), pile.like.name, low=1, field="count")
        if count * kind.takes > pile.count:
            raise Refused(too_many(pile, count * kind.takes), field="count", way_out=gettext("Enter fewer."))
        by_id = {c.id: c for c in ctx.mine.counters}
        units = [by_id[i] for i in pile.ids[: count * kind.takes]]
        return done_to(ctx, key, units) if kind.facts is None else [_rolled(ctx, kind.facts, units, NamedFor(rng, key))]

    return act


def _rolled(ctx: RefitContext, facts: Mapping[str, int], units: Sequence[Counter], rng: Rng) -> Event:
    """The event of promotions: a die for each unit, and the new leaders, with the unit's group."""
    if ctx.mode == "own":
        raise Refused(
            gettext("This campaign is played with your own dice."),
            way_out=gettext("Roll at your table, and add who comes by hand."),
        )
    table, needs = ctx.table(PROMOTION), []
    for c in units:
        unit_facts = {"fanatic": FANATIC in c.marks, "broken": "broken" in c.marks, **facts}
        needs.append(Need(str(c.id), c.name, table.dice, table, ctx.modifiers(table, **unit_facts)))
    rolls = roll(needs, rng, {}, ctx.mode)
    came = [(str(one.value("result") or ""), c.group) for one, c in zip(rolls, units, strict=True)]
    rolls_data = [roll_data(one, name or gettext_noop("nobody")) for one, (name, _) in zip(rolls, came, strict=True)]
    add = ctx.new(("leader", name, group, {}) for name, group in came if name)
    return ctx.event(PROMOTED, add=add, rolls=rolls_data, names=names_of(units, [c.id for c in units]))


def done_to(ctx: RefitContext, key: str, units: Sequence[Counter]) -> list[Event]:
    """The events of an act on these counters; raises Refused for losses while on paper."""
    kind = ACTS[key]
    check_paper(ctx, FATAL.get(key, ""), "pile")
    done = kind.outcome(ctx, units)
    captured = (
        captures.captured_or_ended(ctx, units, done.now) if kind.event == LOSSES else captures.CaptureResult({}, ())
    )
    outcome: Outcome = {
        "change": {key: {**row, **captured.change.get(key, {})} for key, row in done.change.items()},
        "add": done.add,
        "names": names_of(units, [c.id for c in units]),
        "origins": [group for group in dict.fromkeys(c.group for c in units) if group],
    }
    outcome |= {"fate": done.now} if kind.event == LOSSES else {"new": done.now}
    outcome |= cvp_payload(ctx, done.cvp)
    return [ctx.event(kind.event, **outcome), *captured.events]
