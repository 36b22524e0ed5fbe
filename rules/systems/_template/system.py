"""Crossroads as its host knows it: the contract of rules.contract.GameSystem, filled in where the base can't know."""

from __future__ import annotations

from collections.abc import Mapping

from rules.contract import Event, EventText, GameSystem, State
from rules.dice import Reckoning
from rules.engine.data_files import under
from rules.engine.founding import read_rulings, readings
from rules.engine.reducers import Data
from rules.engine.replace import replace
from rules.engine.staged import StagedSystem
from rules.features.documents import Column, Library, Sheet, Shelf, table
from rules.features.standing import PublicView
from rules.systems._template.course import COURSE, DATA, SIDES, after_act, luck_table, pack
from rules.systems._template.state import REDUCERS, Context, PublicRoom, Readings, SecretRoom
from rules.text import gettext, gettext_noop

SENTENCES = {
    "bid.made": (gettext_noop("You bid {bid}."), "2"),
    "step.done": (gettext_noop("Done."), ""),
    "stage.finished": (gettext_noop("The {side} side is ready."), ""),
    "stage.opened": (gettext_noop("Next: {stage}."), ""),
    "luck.rolled": (gettext_noop("The luck of the road is {shift}."), "3"),
    "bid.shown": (gettext_noop("The {side} side bid {bid}."), "4"),
    "game.ended": (gettext_noop("The road is {winner}'s: {red} to {blue}."), "4"),
}


class Crossroads(StagedSystem[PublicRoom, SecretRoom, Context]):
    """The game system `crossroads`."""

    key, title, edition = str(pack()["key"]), str(pack()["title"]), str(pack()["edition"])
    sides: Mapping[str, str] = COURSE.names
    rulings = read_rulings(DATA / "rulings.toml", Readings)
    course, reducers, rooms = COURSE, REDUCERS, (PublicRoom, SecretRoom)

    def setup(self, options: Mapping[str, object]) -> State[PublicRoom, SecretRoom]:
        """Both sides before their bids; the ruling says who has the road in a tie."""
        chosen = readings(self.rulings, options.get("rulings", {}))
        return State(PublicRoom(Readings.of(chosen)), {key: SecretRoom(key) for key in SIDES})

    def context(self, public: PublicRoom, mine: SecretRoom) -> Context:
        return Context(public, mine)

    def after_act(self, ctx: Context) -> list[Event]:
        return after_act(ctx)

    def public(self, state: State[PublicRoom, SecretRoom]) -> PublicView:
        """The course's own, with the seals of the bids and how the game ended."""
        public, staged = state.public, super().public(state)
        winner = self.sides.get(public.winner, "")
        return replace(
            staged,
            seals=public.seals,
            winner=winner,
            result=gettext("The road is {winner}'s.", winner=winner) if winner else "",
        )

    def sheets(self, state: State[PublicRoom, SecretRoom], side: str | None) -> Mapping[str, Sheet]:
        """A side's own bid on paper; there is nothing for both."""
        if side is None:
            return {}
        columns = (Column(gettext("What")), Column(gettext("Points"), kind="number"))
        bids = table(gettext("Bid"), columns, ((gettext("my bid"), state.sides[side].bid),))
        return {"bid": Sheet("bid", gettext("Bid"), gettext(self.title), "", self.sides[side], (bids,))}

    def tables(self, options: Mapping[str, object]) -> Library:
        """The one table of the game."""
        chosen = readings(self.rulings, options.get("rulings", {}))
        return Library((Shelf(self.title, (under(luck_table(), chosen),)),))

    def describe(self, event: Event) -> EventText:
        sentence, rule = SENTENCES[event.kind]
        data: Data = event.data
        rolls = tuple((gettext("Luck of the road"), Reckoning.from_json(each)) for each in data.get("rolls", ()))
        return EventText(gettext(sentence, **data), rule, rolls)


SYSTEM: GameSystem[PublicRoom, SecretRoom] = Crossroads()
