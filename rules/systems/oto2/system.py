"""On Track to Orsha as the kernel knows it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from pydantic import TypeAdapter

from rules.kernel import PUBLIC, Event, Luck, Order, Refused, Ruling, State, Step, Story
from rules.parts import entries
from rules.parts.counters import FATES
from rules.parts.hand import ByHand
from rules.parts.library import Library
from rules.parts.sheets import Sheet
from rules.systems.oto2 import byhand, founding, score, sheets, stories
from rules.systems.oto2.book import book, rulings
from rules.systems.oto2.course import COURSE, after_act
from rules.systems.oto2.desk import Desk
from rules.systems.oto2.library import library
from rules.systems.oto2.reduce import REDUCERS
from rules.systems.oto2.state import Public, Side, enemy
from rules.systems.oto2.steps.purchase import take_back
from rules.systems.oto2.view import View, view

Free = Callable[[Desk, Mapping[str, Any], Luck], list[Event]]


def _concede(desk: Desk, data: Mapping[str, Any], luck: Luck) -> list[Event]:
    """One side gives the campaign up; that is CG End too (6)."""
    vp = score.standing(desk.public, desk.book).vp
    return [Event("campaign.ended", PUBLIC, {"winner": enemy(desk.side), "vp": vp, "conceded": desk.side})]


ANY_TIME: Mapping[str, Free] = {
    "lose": byhand.lose,
    "change": byhand.change,
    "add": byhand.add,
    "take_back": take_back,
    "concede": _concede,
}
"""Orders that wait for no step."""

ORDERS: Mapping[str, frozenset[str] | None] = {
    "roll": frozenset({"dice"}),
    "done": frozenset({"note"}),
    "seal": frozenset({"rows"}),
    "confirm": frozenset({"number"}),
    "enter": None,
    "buy": None,
    "propose": None,
    "lose": frozenset({"fate", "piles", "worth"}),
    "change": frozenset({"pile", "count", "name", "marks", "place", "note", "worth"}),
    "add": frozenset({"kind", "name", "count", "worth"}),
    "take_back": frozenset(),
    "concede": frozenset(),
}
"""Every kind of order with the entries it takes beside its step; None: those of the step's form."""


def _check_kind(order: Order) -> None:
    if order.kind not in ORDERS:
        raise Refused(f"There is no order {entries.shown(order.kind)} in this game.", way_out=entries.RELOAD)
    names = ORDERS[order.kind]
    if names is not None:
        entries.known(order.data, names | {"step"})


class OnTrackToOrsha:
    """The game system `oto2`."""

    key = "oto2"

    def __init__(self) -> None:
        pack = book().pack
        self.title: str = pack["title"]
        self.edition = str(pack["edition"])
        self.sides: Mapping[str, str] = book().names
        self.rulings: tuple[Ruling, ...] = rulings()
        self.dice_modes: Mapping[str, str] = founding.DICE
        self.balances: Mapping[str, str] = _balances(pack["balance"], self.sides)
        self.by_hand = _by_hand()

    def setup(self, options: Mapping[str, Any]) -> State:
        return founding.setup(options)

    def decide(self, state: State, order: Order, side: str, luck: Luck) -> tuple[Event, ...]:
        _check_kind(order)
        desk = Desk(state.public, state.sides[side])
        if desk.stage == "ended":
            raise Refused("The campaign is over.", rule="6", way_out="Everything is open to both sides now.")
        free = ANY_TIME.get(order.kind)
        events = free(desk, order.data, luck) if free else COURSE.take(desk, order, luck)
        after = state
        for event in events:
            after = self.apply(after, event)
        if after.public.stage != "ended":
            events += after_act(Desk(after.public, after.sides[side]))
        return tuple(events)

    def apply(self, state: State, event: Event) -> State:
        return REDUCERS.apply(state, event)

    def steps(self, state: State, side: str) -> tuple[Step, ...]:
        return COURSE.steps(Desk(state.public, state.sides[side]))

    def view(self, state: State, side: str | None) -> View:
        return view(state, side)

    def sheets(self, state: State, side: str | None) -> Mapping[str, Sheet]:
        return sheets.sheets(state, side)

    def tables(self, rulings: Mapping[str, str]) -> Library:
        return library(book(tuple(sorted(rulings.items()))))

    def tell(self, event: Event) -> Story:
        return stories.tell(event)

    def dump(self, state: State, room: str) -> Any:
        if room == PUBLIC:
            return _adapter(Public).dump_python(state.public, mode="json")
        return _adapter(Side).dump_python(state.sides[room], mode="json")

    def load(self, rooms: Mapping[str, Any]) -> State:
        public = _adapter(Public).validate_python(rooms[PUBLIC])
        sides = {key: _adapter(Side).validate_python(room) for key, room in rooms.items() if key != PUBLIC}
        return State(public, sides)


def _balances(needed: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, str]:
    texts = {"none": f"none: the Russians need {needed['none']} VP"}
    texts |= {side: f"for the {names[side]} side: the Russians need {needed[side]} VP" for side in names}
    return texts


HINT = (
    "Counters eliminated or captured while the scenario is played, up to 7.5031, count with the CVP beside them: "
    "the house value of their class, or what was typed in instead (7.13)."
)


def _by_hand() -> ByHand:
    known = book().classes
    return ByHand(
        fates={fate: FATES[fate] for fate in byhand.LOST},
        marks=byhand.MARKS,
        kinds={kind: str(known.get(kind, {"name": kind.capitalize()})["name"]) for kind in byhand.KINDS},
        name_length=byhand.NAME_LENGTH,
        note_length=byhand.NOTE_LENGTH,
        most_added=byhand.MOST_ADDED,
        most_worth=byhand.MOST_WORTH,
        hint=HINT,
    )


@cache
def _adapter(room: type) -> TypeAdapter[Any]:
    return TypeAdapter(room)
