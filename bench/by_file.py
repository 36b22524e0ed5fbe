"""How much two people have to press by files of VASL: to the report both agree to, and a whole date on the map.

`python -m bench.by_file` has each side lose 30 of its counters in the battle of 23PM. What a browser posts of a file is
made here of a text with the same counters, and of the turn, which files alone have: choosing the file is one entry.

Then the date of `bench.effort` on the map, where each side drops two files: the end of the scenario, and its next
set-up as it laid it out in VASL. Choosing that one sends it (static/js/vasl.js), so that it takes no press.
"""

import json
from functools import partial
from typing import TYPE_CHECKING

from bench.commanders import BEFORE, EDGES, ENTRIES, HELD, HEXES, INFANTRY, LOST, TAKEN, WORKS_BOUGHT
from bench.effort import BATTLE, ON_MAP, REFIT, Person, in_battle, through, told
from bench.pages import players, prepared
from bench.streams import instance

if TYPE_CHECKING:
    from rules.asl.counters import Counter

LIMIT, LIMIT_OF_DATE, LONGEST = 8, 25, 20
LAST_TURN = ENTRIES["victory"]["turn"]
HOLDERS = {"german": "Axis", "russian": "Allied"}
OWNED = ("Trench", "Wire")
WORKS = {"trench": "Trench", "wire": "Wire", "foxhole_1": "1S Foxhole"}
SIZES = {"squad": " 1sq", "half_squad": " 1hs", "crew": " cr"}


class Reporter(Person):
    """Somebody whose losses are all in his file; `owned` counters were his."""

    owned = 0

    def wants(self, step: str, names: dict[str, str]) -> dict[str, str]:
        """See Person: nothing but what the page proposes."""
        return {}

    @property
    def counters(self) -> "list[Counter]":
        """What a saved game may have of his side."""
        from rules.asl.vasl.review import on_the_map

        return on_the_map(self.player.view().ctx)

    def file(self, text: str) -> str:
        """What a browser posts of a file that says the same as a text, and the turn."""
        from refit.vasl.pages import SideReader

        reader = SideReader.of(self.player.seat)
        posted = json.loads(reader.system.saved_text(reader.state, self.side, text, {}))
        return json.dumps({**posted, "hints": {"Turn": LAST_TURN}})

    def reports(self) -> None:
        """From the step of the battle to the file, and all that is missing in it eliminated."""
        self.owned = len(self.counters)
        left = [f"{each.name}{SIZES.get(each.kind, '')}" for each in self.counters[LOST:]]
        self.looks("/refit/vasl/", taps=1)
        self.presses("read", {"save": self.file("\n".join(f"K{n}: {name}" for n, name in enumerate(left, 1)))})
        assert f"Missing: {LOST}" in self.page.text
        self.presses("record", {"rest": "eliminate"})


def played(kind: type[Reporter] = Reporter) -> tuple[Reporter, Reporter]:
    """Both people of a kind once the report of the battle is agreed to."""
    from refit.demos.player import play

    both = players()
    for player in both:
        player.script = BEFORE[player.seat.side]
    for date in ("23AM", "23PM"):
        play(both, partial(in_battle, date))
    german, russian = (kind(player) for player in both)
    for person in (german, russian):
        person.reports()
    for _ in range(LONGEST):
        for person, other in ((german, russian), (russian, german)):
            if person.player.view().public.stage != "battle":
                return german, russian
            person.looks("/refit/")
            person.moves(other)
    raise AssertionError("no report was agreed to")


class Filer(Reporter):
    """Somebody on the map who drops the end of the scenario and his next set-up, and enters what they do not say."""

    filled = False

    def wants(self, step: str, names: dict[str, str]) -> dict[str, str]:
        """See Person: losses, Control and units come from the file."""
        return {} if step in ("play", "perimeter") else Person.wants(self, step, names)

    def reports(self) -> None:
        """See Reporter; on the map with who holds what by then, and with Infantry before its Strategic Locations."""
        self.owned = len(self.counters)
        left = self.counters[LOST:]
        front = [each for each in left if each.kind == "squad"][: len(ON_MAP.split(INFANTRY[self.side]))]
        ahead = dict(zip((each.id for each in front), ON_MAP.split(INFANTRY[self.side]), strict=True))
        own = [f"{ahead.get(each.id, HEXES[self.side])}: {_vasl(each)}" for each in left]
        held = [f"{place}: {HOLDERS[self.side]} Control" for place in self.hexes(TAKEN[self.side])]
        self.looks("/refit/vasl/", taps=1)
        self.presses("read", {"save": self.file("\n".join([*own, *held]))})
        assert f"Missing: {LOST}" in self.page.text
        if any(f"paint:{self.side}" in form.buttons for form in self.page.forms):  # the lines of before may have them
            self.presses(f"paint:{self.side}", {})
        self.presses("record", {"rest": "eliminate"})

    def hexes(self, boxes: str) -> list[str]:
        """The hexes of boxes on the campaign's map."""
        from rules.ground import painting

        ground = self.player.view().ctx.public.ground
        return [str(place) for place in painting.read(boxes, ground.sheet.grid)]

    def moves(self, other: Person) -> bool:
        """See Person; where a form asks where things are, the file is dropped first."""
        step = next((form.fields["step"] for form in self.page.forms if "step" in form.fields), "")
        asks = any("fill" in form.buttons for form in self.page.forms)
        if asks and step and not self.filled and self.player.view().public.stage == "forces":
            self.filled, self.part = True, REFIT
            self.presses("fill", {"save": self.file(self.set_up())})
            self.taps[REFIT] -= 1  # choosing a file sends it
        return super().moves(other)

    def set_up(self) -> str:
        """His next set-up in VASL: all his counters, the works he means to buy, Observers, minefields."""
        where, ctx = HEXES[self.side], self.player.view().ctx
        lines = [f"{where}: {_vasl(each)}" for each in self.counters]
        lines += [f"{each.place}: {_vasl(each)}" for each in ctx.mine.counters if each.place and each.name in OWNED]
        mines = sum(each.name.startswith("Minefield hex") and not each.place for each in ctx.mine.counters)
        lines += [f"{where[0]}{int(where[1:]) - n}: Minefield" for n in range(mines)]
        lines += [f"{where}: {WORKS[key]}" for key, number in WORKS_BOUGHT.items() for _ in range(number)]
        return "\n".join([*lines, *[f"{EDGES[self.side]}: Observer"] * 2])


def _vasl(counter: "Counter") -> str:
    return f"{counter.name}{SIZES.get(counter.kind, '')}"


def of_a_date() -> tuple[Filer, Filer]:
    """Both people once a date on the map has come to its commencement, by files."""
    from refit.demos.player import play

    both = players(practice_map=True)
    for player in both:
        player.script = BEFORE[player.seat.side]
    for date in ("23AM", "23PM"):
        play(both, partial(in_battle, date))
        for player in both if date == "23AM" else ():
            player.orders("paint", holder=player.seat.side, hexes=HELD[player.seat.side])
    german, russian = (Filer(player, on_map=True) for player in both)
    for person in (german, russian):
        person.part = BATTLE
        person.reports()
    for person in (german, russian):
        person.looks("/refit/")
    through((german, russian))
    return german, russian


def main() -> None:
    """Print what it took, beside the limit."""
    with instance():
        prepared()
        filers = of_a_date()
        for person in played():
            taken = person.entries.total() + person.taps.total()
            by_step = ", ".join(f"{step} {number}" for step, number in person.steps.items())
            print(f"{person.side}, {person.owned} counters: {taken} (limit {LIMIT}), of that by step: {by_step}")
            if taken > LIMIT:
                raise SystemExit("a side has more to press than it may")
    most = max([told(person)[0] for person in filers])
    print(f"a date by file and map: {most} at most (limit {LIMIT_OF_DATE})")
    if most > LIMIT_OF_DATE:
        raise SystemExit("a side has more to press on a date by file and map than it may")


if __name__ == "__main__":
    main()
