"""The solitaire missions as their host knows them: a game of one side."""

from __future__ import annotations

from collections.abc import Mapping

from rules.beside.desk import TURN
from rules.contract import Event, EventText, FoundingChoice, State
from rules.engine.event_texts import event_text, load_words
from rules.engine.founding import one_of, readings
from rules.engine.reducers import Data
from rules.engine.rolls import DICE
from rules.engine.staged import AT_A_STEP, FreeOrder, StagedSystem
from rules.features.documents import Library, Sheet
from rules.systems.orsha_missions.course import BUTTONS, COURSE, concede
from rules.systems.orsha_missions.papers import (
    MissionPublic,
    MissionView,
    forces,
    library,
    number_text,
    sheets,
    units_of,
)
from rules.systems.orsha_missions.printed import DATA, FRIENDLY, Readings, parts, printed, rulings
from rules.systems.orsha_missions.state import REDUCERS, Context, PublicRoom, SecretRoom, UnitRow
from rules.text import gettext, gettext_noop

MISSION = FoundingChoice(
    "mission", gettext_noop("Mission"), {key: mission.title for key, mission in printed().mission.items()}, first=True
)


class SolitaireMissions(StagedSystem[PublicRoom, SecretRoom, Context]):
    """The game system `orsha_missions`."""

    key, title, edition = printed().key, printed().title, printed().edition
    sides = COURSE.names
    rulings = rulings()
    course, reducers, rooms, views = COURSE, REDUCERS, (PublicRoom, SecretRoom), MissionView
    orders = {**AT_A_STEP, **dict.fromkeys((*BUTTONS, TURN), frozenset({"dice"})), "concede": frozenset[str]()}
    over = "12.6"
    free_orders: Mapping[str, FreeOrder] = {"concede": concede}

    @property
    def choices(self) -> tuple[FoundingChoice, ...]:
        """The mission, and whose dice are rolled."""
        return (MISSION, DICE)

    def setup(self, options: Mapping[str, object]) -> State[PublicRoom, SecretRoom]:
        """The printed order of battle; all that is rolled before the mission waits for dice."""
        chosen = Readings.of(readings(self.rulings, options.get("rulings", {})))
        key = one_of(MISSION.key, options.get(MISSION.key, next(iter(MISSION.options))), MISSION.options)
        dice = one_of(DICE.key, options.get(DICE.key, "server"), DICE.options)
        room = PublicRoom(dice, chosen, mission=key, units=tuple(units_of(key, chosen)), numbers={"wrecks": 0})
        room = room.with_parts(room.under_rulings(printed().mission[key].start))
        return State(room, {FRIENDLY: SecretRoom(FRIENDLY)})

    def context(self, public: PublicRoom, mine: SecretRoom) -> Context:
        return Context(public, mine)

    def public(self, state: State[PublicRoom, SecretRoom]) -> MissionPublic:
        """The course's own, with the mission and how it ended."""
        room, staged = state.public, vars(super().public(state))
        title = gettext(printed().mission[room.mission].title)
        more = {"phase": title, "result": _result(room), "winner": self.sides.get(room.winner, "")}
        return MissionPublic(**{**staged, **more}, room=room)

    def sheets(self, state: State[PublicRoom, SecretRoom], side: str | None) -> Mapping[str, Sheet]:
        """All sheets are for everybody."""
        return {} if side else sheets(state.public, _result(state.public))

    def tables(self, options: Mapping[str, object]) -> Library:
        """The tables of both missions."""
        return library(Readings.of(readings(self.rulings, options.get("rulings", {}))))

    def describe(self, event: Event) -> EventText:
        """An event as a sentence with its rule and rolls, from what it holds alone; the sentences are data."""
        data: Data = event.data
        words = load_words(DATA / "events.toml")[event.kind]
        part, drawn = parts().get(data.get("part", "")), printed().event.get(data.get("event", ""))
        # What changed on record, each kind of it in a row.
        labels = {**printed().labels, **printed().either}
        facts, units, kept = (data.get(key, ()) for key in ("facts", "units", "kept"))
        numbers = {key: number for key, number in data.get("numbers", ()) if key not in kept}
        listed = {key: ", ".join(map(str, each)) for key, each in data.items() if isinstance(each, list)}
        listed["numbers"] = ", ".join(f"{gettext(labels[key])} {number_text(key, n)}" for key, n in numbers.items())
        listed["kept"] = ", ".join(gettext(labels[key]) for key in dict.fromkeys(kept))
        listed["facts"] = ", ".join(
            f"{gettext(parts()[key].label)} {parts()[key].display(value)}" for key, value in facts
        )
        listed["none"] = ", ".join(gettext(parts()[key].label) for key in data.get("none", ()))
        listed["units"] = ", ".join(f"{number} x {name}" for name, number in forces(UnitRow(*line) for line in units))
        places: dict[str, object] = {"side": str(data.get("side", "")).upper(), **listed}
        if part:
            places |= {"part": gettext(part.label), "value": part.display(data["value"]), "lacks": gettext(part.lacks)}
        if drawn:
            places |= {"event": gettext(data["event"]), "text": gettext(drawn.text)}
        rule, label = (part.rule, gettext(part.label)) if part else (drawn.rule if drawn else "", "")
        return event_text(words, data, places, rule=rule, label=label)


def _result(room: PublicRoom) -> str:
    """How the mission ended; "" while it goes on."""
    return gettext(printed().result[room.winner or "draw"], **room.vp) if room.reason else ""


SYSTEM = SolitaireMissions()
