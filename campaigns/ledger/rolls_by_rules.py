"""Checks whether the rolls in a campaign file are the ones its game asks for, if that is known before they are made.

The published script knows the dice behind each name but no rules: a player who runs the server could draw under a name
that suits him, add a modifier, or roll on another table. This module compares each draw with the rolls that its side's
current step asks for, and the outcome of a step that consists of rolls with what the rules make of those dice. It uses
the current rules: a campaign begun under other ones may have asked for other rolls.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pydantic_core import to_jsonable_python

from campaigns.ledger import journal
from campaigns.ledger.acts import REWOUND, UNDONE, Act, undone_places
from campaigns.ledger.campaign_file import CampaignFile
from campaigns.ledger.verify_campaign import Draw, results_of
from rules.contract import STEP, AnyState, CurrentStep, Event, Game, Order, Refused
from rules.dice import SIX, Reckoning
from rules.engine.tasks import RollTask
from rules.features.named_draws import NamesDraws
from rules.tables import Need


def strange_rolls(file: CampaignFile, system: Game) -> Iterator[str]:
    """A sentence for each draw whose name, dice, table, modifiers or outcome are not what the rules give.

    Some steps decide only as they go what they roll. Then the names have to be those that the act's events tell if the
    game is a `NamesDraws`; in other games they only have to begin with the step's key.
    """
    start = state = system.setup(file.options).only(file.rooms)
    events = list[tuple[Event, int]]()
    for number, (content, act) in enumerate(zip(file.content["acts"], file.acts, strict=True), 1):
        current = system.current(state.only({act.side}), act.side) if act.side in state.sides else None
        rolls = [roll for event in act.events for roll in results_of(dict(event.data))]
        if content.get("draws"):
            of_event = system.draws_of if isinstance(system, NamesDraws) else None
            names = [name for event in act.events for name in of_event(event)] if of_event else None
            faults = list(_wrong_draws(content["draws"], rolls, current, names))
            if not faults and current and not any(roll.get("own") for roll in rolls):
                faults += _other_outcomes(system, state, act, current, content["draws"])
            yield from (f"Act {number}: {each}." for each in faults)
        events += ((event, act.public) for event in act.events)
        if any(event.kind in (UNDONE, REWOUND) for event in act.events):
            undone = undone_places(events)
            state = journal.fold(system, start, [event for n, (event, _) in enumerate(events) if n not in undone])
        else:
            state = journal.fold(system, state, act.events)
            if current and isinstance(current.task, RollTask) and len(rolls) < len(current.task.needs):
                after = system.current(state.only({act.side}), act.side)
                if after is None or after.spec.key != current.spec.key:
                    yield f"Act {number}: {current.spec.key} is done without its rolls."


def _wrong_draws(
    draws: Sequence[Draw], results: Sequence[Draw], current: CurrentStep | None, names: Sequence[str] | None
) -> Iterator[str]:
    """What is wrong with an act's draws; `names` are those its events tell, None if the game does not tell names."""
    steps = [current, *current.follow_ups] if current else []
    needs = {f"{step.spec.key}/{need.name}": need for step in steps for need in step.task.needs}
    open_steps = {step.spec.key for step in steps if not step.task.needs}
    # The full names of the act's draws in order, as its events tell them.
    said = [f"{current.spec.key}/{name}" for name in names] if current and names is not None else None
    rolls = [roll for roll in results if not roll.get("own")]
    for place, draw in enumerate(draws):
        name, roll = draw["key"], rolls[place] if len(rolls) == len(draws) else None
        known = said is None or said[place : place + 1] == [name]
        if name not in needs and not (known and name.partition("/")[0] in open_steps):
            yield f"no roll is called {name} there"
        elif name in needs and (roll is None or "dice" not in roll or not _fits(roll, needs[name])):
            yield f"{name} is not rolled as the rules have it"


def _fits(roll: Draw, need: Need) -> bool:
    reckoning = Reckoning.from_json(roll)
    needed = (need.dice, need.sides, need.table.id if need.table else "", [each.value for each in need.modifiers])
    values = [each.value for each in reckoning.modifiers]
    return (len(reckoning.dice), reckoning.sides, reckoning.table, values) == needed


class _Thrown:
    """An Rng that gives out the recorded draws of an act again, by their names."""

    def __init__(self, draws: Sequence[Draw]) -> None:
        self._left = list(draws)

    def roll(self, name: str, count: int, sides: int = SIX) -> tuple[int, ...]:
        return self.draw(name, sides, count)

    def draw(self, name: str, size: int, count: int) -> tuple[int, ...]:
        """The numbers of the next draw of this name. Raises LookupError if there is none."""
        place = next((n for n, draw in enumerate(self._left) if draw["key"] == name), None)
        if place is None:
            raise LookupError(f"nothing was drawn as {name}")
        return tuple(self._left.pop(place)["got"])

    def shuffle(self, name: str, size: int) -> tuple[int, ...]:
        return self.draw(name, size, size)


def _other_outcomes(
    system: Game, state: AnyState, act: Act, current: CurrentStep, draws: Sequence[Draw]
) -> Iterator[str]:
    """A sentence if the rules, given an act's dice, come to another outcome of the step's rolls than the act says."""
    if not isinstance(current.task, RollTask) or not current.task.needs:
        return
    order = Order("roll", {STEP: current.spec.key})
    try:
        made = system.decide(state.only({act.side}), order, act.side, _Thrown(draws))
    except (Refused, LookupError):
        made = ()
    # Compare only events with rolls: what else the act did is not known.
    told = [(event.kind, event.room, to_jsonable_python(event.data)) for event in act.events]
    rolled = [event for event in made if results_of(dict(event.data))]
    if not rolled or any((each.kind, each.room, to_jsonable_python(each.data)) not in told for each in rolled):
        yield f"{current.spec.key} does not come to that by the rules"
