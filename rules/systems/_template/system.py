"""Crossroads as the kernel knows it: the contract of rules.kernel.GameSystem, filled in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import TypeAdapter

from rules.kernel import PUBLIC, Event, Luck, Order, Refused, Ruling, State, Step, Story
from rules.parts.hand import ByHand
from rules.parts.library import Library, Shelf
from rules.parts.sheets import Column, Sheet, table
from rules.parts.stages import Here
from rules.systems._template.course import COURSE, SIDES, after_act, luck_table, pack
from rules.systems._template.state import REDUCERS, Desk, Public, Side

SENTENCES = {
    "bid.made": ("You bid {bid}.", "2"),
    "step.done": ("Done.", ""),
    "stage.finished": ("The {side} side is ready.", ""),
    "stage.opened": ("Next: {stage}.", ""),
    "luck.rolled": ("The luck of the road is {shift}.", "3"),
    "bid.shown": ("The {side} side bid {bid}.", "4"),
    "game.ended": ("The road is {winner}'s: {red} to {blue}.", "4"),
}


@dataclass(frozen=True)
class View:
    """All a page may show: the public room, the open side rooms, and what waits for the reader."""

    public: Public
    sides: Mapping[str, Side]
    mine: Side | None
    here: Here[Desk] | None


class Crossroads:
    """The game system `crossroads`."""

    key, title = str(pack()["key"]), str(pack()["title"])
    edition = str(pack()["edition"])
    sides: Mapping[str, str] = COURSE.names
    rulings: tuple[Ruling, ...] = tuple(
        Ruling(r["key"], r["question"], r["cite"], {c["key"]: c["text"] for c in r["readings"]}, r["default"], r["why"])
        for r in pack()["ruling"]
    )

    choices = ()
    quiet = frozenset({"stage.finished"})
    by_hand = ByHand({}, (), {}, name_length=0, note_length=0, most_added=0, most_worth=0)
    """Nothing is entered by hand: there are no counters."""

    def setup(self, options: Mapping[str, Any]) -> State:
        tie = dict(options.get("rulings", {})).get("tie", self.rulings[0].default)
        if tie not in self.rulings[0].readings:
            choices = " or ".join(self.rulings[0].readings)
            wrong = f"{self.rulings[0].question} {tie!r} is no reading of it."
            raise Refused(wrong, field="tie", rule="4", way_out=f"Choose {choices}.")
        return State(Public(tie=pack()["tie"]["reading"]["tie"][tie]), {key: Side(key) for key in SIDES})

    def decide(self, state: State, order: Order, side: str, luck: Luck) -> tuple[Event, ...]:
        desk = self._desk(state, side)
        events = COURSE.carry(desk, order, luck, self._after)
        return (*events, *after_act(self._after(desk, events)))

    def _after(self, desk: Desk, events: Iterable[Event]) -> Desk:
        """The desk once `events` have happened."""
        state = State(desk.public, {desk.side: desk.mine})
        for event in events:
            state = self.apply(state, event)
        return self._desk(state, desk.side)

    def judge(self, state: State, order: Order) -> tuple[Event, ...]:
        raise Refused("There is nothing to judge in this game.", way_out="The sides settle it between them.")

    def apply(self, state: State, event: Event) -> State:
        return REDUCERS.apply(state, event)

    def steps(self, state: State, side: str) -> tuple[Step, ...]:
        return COURSE.steps(self._desk(state, side))

    def view(self, state: State, side: str | None) -> View:
        here = COURSE.here(self._desk(state, side)) if side else None
        return View(state.public, state.sides, state.sides[side] if side else None, here)

    def sheets(self, state: State, side: str | None) -> Mapping[str, Sheet]:
        if side is None:
            return {}
        columns = (Column("What"), Column("Points", kind="number"))
        bids = table("Bid", columns, (("my bid", state.sides[side].bid),))
        return {"bid": Sheet("bid", "Bid", self.title, "", self.sides[side], (bids,))}

    def tables(self, options: Mapping[str, Any]) -> Library:
        return Library((Shelf(self.title, (luck_table().under(options.get("rulings", {})),)),))

    def tell(self, event: Event) -> Story:
        sentence, rule = SENTENCES[event.kind]
        return Story(sentence.format(**event.data), rule)

    def dump(self, state: State, room: str) -> Any:
        found = state.public if room == PUBLIC else state.sides[room]
        return TypeAdapter(type(found)).dump_python(found, mode="json")

    def load(self, rooms: Mapping[str, Any]) -> State:
        sides = {key: TypeAdapter(Side).validate_python(room) for key, room in rooms.items() if key != PUBLIC}
        return State(TypeAdapter(Public).validate_python(rooms[PUBLIC]), sides)

    def _desk(self, state: State, side: str) -> Desk:
        return Desk(state.public, state.sides[side])
