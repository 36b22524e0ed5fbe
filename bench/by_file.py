"""How much two people have to press from the end of a scenario to the report both agree to, by files of VASL.

`python -m bench.by_file` has each side lose 30 of its counters in the battle of 23PM. What a browser reads of a file
and what a text says are posted by the same form, so that the text stands for the file here: choosing it is one entry.
"""

from functools import partial
from typing import TYPE_CHECKING

from bench.effort import BEFORE, LOST, Person, in_battle
from bench.pages import players, prepared
from bench.streams import instance

if TYPE_CHECKING:
    from rules.asl.counters import Counter

LIMIT, LONGEST = 8, 20
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

    def reports(self) -> None:
        """From the step of the battle to the file, and all that is missing in it eliminated."""
        self.owned = len(self.counters)
        left = [f"{each.name}{SIZES.get(each.kind, '')}" for each in self.counters[LOST:]]
        self.looks("/refit/vasl/", taps=1)
        self.presses("read", {"text": "\n".join(f"K{n}: {name}" for n, name in enumerate(left, 1))})
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


def main() -> None:
    """Print what it took, beside the limit."""
    with instance():
        prepared()
        for person in played():
            taken = person.entries.total() + person.taps.total()
            by_step = ", ".join(f"{step} {number}" for step, number in person.steps.items())
            print(f"{person.side}, {person.owned} counters: {taken} (limit {LIMIT}), of that by step: {by_step}")
            if taken > LIMIT:
                raise SystemExit("a side has more to press than it may")


if __name__ == "__main__":
    main()
