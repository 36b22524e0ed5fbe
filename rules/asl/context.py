"""What one commander has before him in a refit phase: the public room, his own, and the rule data."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, Unpack

from rules.asl.counters import MADE, Counter, CounterRow, Piece
from rules.asl.payloads import Outcome
from rules.asl.pending import Pending
from rules.asl.rule_data import GroupRow, RuleData, StepText, StepTexts
from rules.asl.state import DateRecord, Group, Public, SideRoom
from rules.contract import Event, Task
from rules.dice import Modifier, Rng
from rules.engine import entries
from rules.engine.data_files import UP
from rules.engine.rolls import Rolled, roll
from rules.engine.stages import Handler, SideContext, Stage, StepSpec, always
from rules.ground.campaign_map import lower_of
from rules.ground.front_line import LIES, PerimeterHexes
from rules.ground.hexes import Hex, Lower, hex_of
from rules.ground.map_side import MapSide
from rules.ground.sheet import MapSheet
from rules.tables import Need, Table
from rules.text import gettext

D = TypeVar("D", bound=SideContext, contravariant=True)
T = TypeVar("T", bound=Task)

NO_SCENARIO = -1
BATTLE = "battle"
"""The stage in which a scenario is played; its losses count for it."""
PAPER, PAPER_FORCES = "paper", "paper_forces"
FROM_PAPER = (PAPER, PAPER_FORCES)
"""The stages in which a campaign is taken over from paper: first what both sides know, then each side's secrets."""


@dataclass(frozen=True)
class RefitContext(SideContext, ABC):
    """What a side sees: the public room and its own, never the other side's. A game's context adds its rule data."""

    public: Public
    mine: SideRoom

    @property
    @abstractmethod
    def rules(self) -> RuleData:
        """The game's rule data under the campaign's rulings."""

    # what a game says of itself -------------------------------------------------------------

    def day(self, before: int = 0) -> str:
        """The key of the day of this date, or of that so many dates `before`."""
        return ""

    def historical(self) -> int:
        """The side's historical DRM in this date."""
        return 0

    def facts(self) -> Mapping[str, int]:
        """Facts for the modifiers of all tables, without the step's own: the historical DRM and the side's key.

        A game with scenarios by night adds `night`.
        """
        return {"historical": self.historical(), self.side: 1}

    def sky(self) -> Mapping[str, int]:
        """Facts of the date before for the weather tables: the words of its weather and its ground."""
        words = f"{self.before.weather} {self.before.ec}".lower().split()
        return {word: 1 for word in words if word.isalpha()}

    def won(self) -> int:
        """How many of the latest scenarios this side won."""
        return int(self.public.today.winner == self.side)

    def won_day(self) -> bool:
        """Whether the side's victory counts when a leader is hardened."""
        return self.won() > 0

    def inflicted(self) -> int:
        """The CVP that this side inflicted in the latest scenario."""
        return 0

    def lately(self, since: int) -> bool:
        """Whether a loss marked with `since` came in the scenario before or in a refit."""
        return since in (self.date - 1, NO_SCENARIO)

    def squads_are(self) -> Collection[str]:
        """The modifiers of the recon table that most of this side's squads meet; only a proposal to the player."""
        return ()

    def own_afvs(self, leader: Counter) -> Collection[str]:
        """The types of AFV that an armor leader goes to first: the one he rode in or, if none is noted, his group's."""
        tanks = [c for c in self.mine.counters if c.kind == "tank"]
        return {c.name for c in tanks if c.name == leader.place} or self.platoon_afvs(leader)

    def platoon_afvs(self, leader: Counter) -> Collection[str]:
        """The types of AFV that came with an armor leader."""
        return {c.name for c in self.mine.counters if c.kind == "tank" and leader.group and c.group == leader.group}

    def purses(self) -> Mapping[str, int]:
        """The points that this side has in hand, by kind."""
        row = self.mine.now
        return {"cpp": row.ledger.next_start, "fpp": row.fpp - row.fpp_spent}

    def places_to_show(self) -> tuple[str, ...]:
        """The Locations for which this side has to show what stands there."""
        return self.public.today.asked

    def groups_with_hexes(self) -> tuple[Group, ...]:
        """The groups whose secret hexes are asked for before this scenario."""
        return self.groups_of_today()

    def supply(self, group: Group) -> str:
        """A group's ammunition or strength as it is in this date."""
        return group.ammo or group.strength

    def works_left(self, key: str, most: int) -> int:
        """How many of a kind of Fortification may still be bought; `most` if the game has no limit of its own."""
        return most

    @property
    def burning(self) -> bool:
        """Whether a Blaze is recorded on the map."""
        return False

    @property
    def burnt_out(self) -> Collection[str]:
        """The Locations where a Blaze is recorded as burnt out in this refit."""
        return ()

    @property
    @abstractmethod
    def at_map(self) -> MapSide | None:
        """What both sides know of the map, from the point of view of this side; None in a campaign without a map."""

    @abstractmethod
    def perimeter(self, side: str) -> PerimeterHexes | None:
        """A side's recorded Perimeter, None if it has recorded none."""

    @property
    def has_both_lines(self) -> bool:
        """Whether both sides have recorded their Front Lines, which `lies` needs."""
        return all(map(self.perimeter, self.rules.names))

    def lies(self, place: str) -> str:
        """Where a Location lies relative to the nearer Front Line: `front`, `near` or `elsewhere` (7.514; 12.617).

        "" if a side has recorded no line, or `place` is no hex.
        """
        hex_ = self.hex_of(place) if self.has_both_lines else None
        distances = [line.lies(hex_) for side in self.rules.names if hex_ and (line := self.perimeter(side))]
        return min(distances, key=LIES.index, default="")

    def confined(self, counter: Counter) -> str:
        """The name of a limit on where a counter sets up, "" for none; counters with the same one share a line."""
        return ""

    def leaves_by_itself(self, counter: Counter) -> bool:
        """Whether a counter was there for this scenario only, and leaves with it."""
        return False

    @property
    def map(self) -> MapSheet | None:
        """The map the campaign is played on, if it has one."""
        return self.public.ground.sheet if self.public.ground else None

    @property
    def lower(self) -> Lower:
        """Which columns of hexes lie half a hex lower."""
        return lower_of(self.public.ground)

    def hex_of(self, place: str) -> Hex | None:
        """The hex a Location is in, whether the campaign's map has it or not; None if the name is none of a hex."""
        return hex_of(place, self.lower)

    # where the side is ------------------------------------------------------------------------

    @property
    def date(self) -> int:
        """The date in play."""
        return self.public.date

    @property
    def before(self) -> DateRecord:
        """The public record of the date before; on the first date its own."""
        return self.public.dates[max(0, self.date - 1)]

    @property
    def on_paper(self) -> bool:
        """Whether this side still enters what was played on paper."""
        return self.stage in FROM_PAPER and self.side not in self.finished

    @property
    def begins_here(self) -> bool:
        """Whether this is the first date played here."""
        return self.date == self.public.first_here

    @property
    def initial(self) -> bool:
        """Whether this is the date the campaign begins with."""
        return self.date == 0

    @property
    def scenario(self) -> int:
        """The date of the scenario that a loss recorded now counts for; NO_SCENARIO outside a scenario."""
        return self.date if self.stage == BATTLE else NO_SCENARIO

    @property
    def elr(self) -> int:
        """The ELR this side has in the scenario to come."""
        return self.mine.now.elr

    @property
    def mode(self) -> str:
        """Whose dice are rolled in this campaign."""
        return self.public.dice

    # words ---------------------------------------------------------------------------------

    def texts(self, key: str) -> StepText:
        """The words of a step in this game, under the campaign's readings."""
        return self.rules.step_texts[key]

    def button(self, key: str) -> str:
        """The label of a step's button, in the reader's language."""
        return gettext(self.texts(key).button)

    def points(self, key: str) -> tuple[str, ...]:
        """The list to go through at a step, in the reader's language."""
        return tuple(map(gettext, self.texts(key).points))

    def rule(self, key: str, part: str = "") -> str:
        """The rule number of a part of a step, or of the step if the part has none."""
        return self.texts(key).rule_of(part)

    # dice ----------------------------------------------------------------------------------

    def table(self, key: str) -> Table:
        """A table of the game by its name."""
        return self.rules.table(key)

    def modifiers(self, table: Table, **facts: int) -> tuple[Modifier, ...]:
        """The modifiers of `table` that apply, without those that come to 0.

        Steps pass all facts they know, by key with a count; those without a modifier in the table are ignored. The
        context's own `facts` are added; if both have a fact, the step's counts.
        """
        keys = {modifier.key for modifier in table.modifiers}
        all_facts = {**facts, **{key: count for key, count in self.facts().items() if key not in facts}}
        applied = (table.drm(key, count) for key, count in all_facts.items() if count and key in keys)
        return tuple(modifier for modifier in applied if modifier.value)

    def roll(self, needs: Iterable[Need], data: Mapping[str, object], rng: Rng) -> tuple[Rolled, ...]:
        """Roll `needs` with the dice in `data` or the server's, as this campaign does."""
        return roll(needs, rng, entries.table(data.get("dice", {}), "dice"), self.mode)

    # outcomes ------------------------------------------------------------------------------

    def event(self, kind: str, *, pending: Pending | None = None, **data: Unpack[Outcome]) -> Event:
        """An event in this side's room; empty collections in `data` are left out.

        `pending` is all that is pending after it, None if that does not change.
        """
        full = {key: value for key, value in data.items() if value not in ({}, [], ())}
        return Event(kind, self.side, full if pending is None else {**full, "pending": pending.whole})

    @property
    def pending(self) -> Pending:
        """What is pending in this stage."""
        return Pending(self.mine.pending)

    def new(self, counters: Iterable[Piece], *, arriving: bool = False) -> list[CounterRow]:
        """Rows of new counters, numbered after those that the side has.

        Only with `arriving` do they count as brought by their group.
        """
        start = self.mine.next_id
        rows: list[CounterRow] = []
        for number, (kind, name, group, more) in enumerate(counters, start):
            row: CounterRow = {
                "id": number,
                "kind": kind,
                "name": name,
                "worth": self.rules.worth(kind, name),
                "group": group,
                "since": self.date,
                **self.rules.note(kind),
                **more,
            }
            if group and not arriving:
                row["came_as"] = MADE
            rows.append(row)
        return rows

    def row_of(self, group: Group) -> GroupRow:
        """A group's row of the chart."""
        return self.rules.groups[self.side][group.rg]

    def called_up(self, *kinds: str) -> Sequence[Group]:
        """The groups of this date, bought or given, that are of these kinds."""
        return [group for group in self.groups_of_today() if self.row_of(group).kind in kinds]

    def groups_of_today(self) -> tuple[Group, ...]:
        """The groups bought for this date, with the given ones on the first."""
        return tuple(group for group in self.mine.groups if group.date == self.date)


def roll_data(rolled: Rolled, result: str) -> dict[str, object]:
    """A roll as an event holds it: its key, its label, its reckoning and its `result`."""
    return {"key": rolled.need.key, "label": rolled.need.label, **rolled.reckoning.to_json(), "result": result}


def results_data(rolls: Iterable[Rolled]) -> list[dict[str, object]]:
    """Rolls as an event holds them, each with the `result` that its table gives."""
    return [roll_data(one, str(one.value("result"))) for one in rolls]


def names_of(value: str | int | None) -> list[str]:
    """The names of leaders in a table's entry; none for an empty one."""
    return [name.strip() for name in str(value).split(",")] if value else []


# steps -----------------------------------------------------------------------------------


class StepDef(Generic[D]):
    """A step without its words: its `task` for a context (None: nothing to ask, it passes), and its handlers.

    Most derive from a class of `steps.generic`. A step made of others gets their handlers, each of which takes the task
    that `task` gives. `asks_facts`, `optional` and `added` are as in StepSpec.
    """

    asks_facts: bool = False
    optional: bool = False
    added: bool = False
    key: str
    task: Callable[[D], Any]
    handlers: Mapping[str, Handler[D, Any]]

    def __init__(self, key: str, task: Callable[[D], T | None], handlers: Mapping[str, Handler[D, T]]) -> None:
        self.key, self.task, self.handlers = key, task, handlers


def either(first: StepDef[D], second: StepDef[D]) -> StepDef[D]:
    """A step that asks what `first` asks or, if that is nothing, what `second` asks; it takes the orders of both.

    It is marked `asks_facts`, `optional` or `added` if both are.
    """

    def task(ctx: D) -> Any:
        asked = first.task(ctx)
        return second.task(ctx) if asked is None else asked

    both = StepDef(first.key, task, {**first.handlers, **second.handlers})
    for mark in ("asks_facts", "optional", "added"):
        setattr(both, mark, getattr(first, mark) and getattr(second, mark))
    return both


def stage(
    texts: StepTexts, key: str, title: str, sides: tuple[str, ...], steps: Iterable[StepDef[D]], *, dice: bool = False
) -> Stage[D]:
    """A stage of these steps with a game's words, for the same sides always."""
    specs = (
        StepSpec(
            one.key,
            text.rule,
            text.title,
            text.help,
            one.task,
            one.handlers,
            text.passes,
            one.asks_facts,
            one.optional,
            one.added,
        )
        for one in steps
        for text in [texts[one.key]]
    )
    return Stage(key, title, always(*sides), tuple(specs), dice)


def divided(number: int, by: int, rounding: str) -> int:
    """`number` divided by `by`, rounded "up" or "down"."""
    return -(-number // by) if rounding == UP else number // by
