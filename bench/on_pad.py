"""How much two people have to tap from the end of a scenario to the report both agree to, on the battle pad.

`python -m bench.on_pad` has each side lose 30 of its counters in the battle of 23PM, each of them a tap. A tap of its
own counts where what a tap means is changed.

With `mixed` 33 counters meet with more than losses: 20 are lost, 8 squads reduced, 2 captured, and 3 weapons
malfunction. They are told off the dead pile when the scenario is over: of each kind at most three at once, with one tap
more for how many they are. With `told` the same 33 are entered one by one in a mixed order, as they happen.
"""

import random
import re
import sys
from collections.abc import Iterator

from bench.by_file import Reporter, played
from bench.commanders import LOST
from bench.pages import prepared
from bench.streams import instance

LIMIT = 35
TILE = re.compile(
    r'name="act" value="tap:([^"]+)"(?P<not> aria-disabled="true")?><b class="num">(\d+)</b>.*?'
    r'(?:class="second" type="submit" name="act" value="(\w+):|</li>)', re.S
)  # fmt: skip
MIXED = {"eliminate": 20, "capture": 2, "reduce": 8, "malfunctioned": 3}
LOSSES, AT_ONCE = "eliminate", 3


class Tapper(Reporter):
    """Somebody who enters on the pad what happened: so many counters by the act that befell them."""

    mode = LOSSES

    def reports(self) -> None:
        """From the step of the battle to the pad, and back with all of it recorded."""
        self.owned = len(self.counters)
        self.where = f"/pad/{self.player.seat.campaign.public_id}/"
        self.root, root = "", self.root
        self.looks(self.where, taps=1)
        self.enters()
        self.presses("record", {})
        self.root = root
        assert "Recorded." in self.page.text

    def enters(self) -> None:
        """All that befell, a tap for each."""
        for _ in range(LOST):
            self.taps_on(LOSSES)

    def tiles(self, act: str) -> Iterator[tuple[str, int, str]]:
        """Tiles that an act can befall: their key, how many counters are on it, and their second act."""
        self.looks(f"{self.where}?mode={act}")
        for found in TILE.finditer(self.page.html):
            if not found["not"]:
                yield found[1].replace("&#x27;", "'"), int(found[3]), found[4] or ""

    def taps_on(self, act: str, number: int = 1, nth: int = 0) -> int:
        """Enter that so many of the counters of the tile `nth` met with an act; how many could."""
        able = [*self.tiles(act)]
        key, count, second = able[nth % len(able)]
        if second == act != self.mode:
            self.looks(f"{self.where}?mode={self.mode}")
            self.presses(f"{act}:{key}", {})
        else:
            self.taps[self.part] += act != self.mode
            self.mode = act
            self.presses(f"tap:{key}", {})
        taken = min(number, count)
        if taken > 1:
            last = next(name for form in self.page.forms for name in form.buttons if name.startswith("undo:"))
            self.presses(f"times:{last.removeprefix('undo:')} {taken}", {})
        return taken


class PileTapper(Tapper):
    """Somebody who tells the dead pile off by kind when the scenario is over."""

    def enters(self) -> None:
        """Of one kind after the other at most so many at once, which are half of them at most."""
        for act, number in MIXED.items():
            nth = 0
            while number:
                able = [*self.tiles(act)]
                half = (able[nth % len(able)][1] + 1) // 2
                number -= self.taps_on(act, min(number, AT_ONCE, half), nth)
                nth += 1


class TableTapper(Tapper):
    """Somebody to whom the same happens in a mixed order, one at a time."""

    def enters(self) -> None:
        """Each by itself; somewhat more than the dead pile, since what a tap means may change and change back."""
        order = [act for act, number in MIXED.items() for _ in range(number)]
        random.Random(1).shuffle(order)
        for nth, act in enumerate(order):
            if act == LOSSES != self.mode:
                self.taps[self.part] += 1
                self.mode = LOSSES
            self.taps_on(act, nth=nth)


KINDS = {"mixed": PileTapper, "told": TableTapper}


def main() -> None:
    """Print what it took, beside the limit; of what is told as it happens there is none."""
    kind = KINDS.get("".join(sys.argv[1:2]), Tapper)
    with instance():
        prepared()
        for person in played(kind):
            taken = person.entries.total() + person.taps.total()
            by_step = ", ".join(f"{step} {number}" for step, number in person.steps.items())
            print(f"{person.side}, {person.owned} counters: {taken} (limit {LIMIT}), of that by step: {by_step}")
            if "--list" in sys.argv:
                print("    " + "\n    ".join(person.did))
            if kind is not TableTapper and taken > LIMIT:
                raise SystemExit("a side has more to tap than it may")


if __name__ == "__main__":
    main()
