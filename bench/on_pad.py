"""How much two people have to tap from the end of a scenario to the report both agree to, on the battle pad.

`python -m bench.on_pad` has each side lose 30 of its counters in the battle of 23PM. Each is a tap; a tap of its own
counts where what a tap means is changed. With `mixed` eight of the 30 are squads that are reduced, two are captured,
and three weapons malfunction besides.
"""

import re
import sys

from bench.by_file import Reporter, played
from bench.effort import LOST
from bench.pages import prepared
from bench.streams import instance

LIMIT = 35
TILE = re.compile(r'name="act" value="(tap:[^"]+)"(?! aria-disabled)')
MIXED = {"eliminate": 20, "reduce": 8, "capture": 2, "malfunctioned": 3}


class Tapper(Reporter):
    """Somebody who enters on the pad what happened: so many counters by the act that befell them."""

    befell: dict[str, int] = {"eliminate": LOST}

    def reports(self) -> None:
        """From the step of the battle to the pad, and back with all of it recorded."""
        self.owned = len(self.counters)
        where = f"/pad/{self.player.seat.campaign.public_id}/"
        self.root, root = "", self.root
        self.looks(where, taps=1)
        for act, number in self.befell.items():
            self.taps[self.part] += act != "eliminate"  # another mode
            for _ in range(number):
                self.looks(f"{where}?mode={act}")
                self.presses(TILE.findall(self.page.html)[0].replace("&#x27;", "'"), {})
        self.presses("record", {})
        self.root = root
        assert "Recorded." in self.page.text


class MixedTapper(Tapper):
    """Somebody to whom more happened than losses."""

    befell = MIXED


def main() -> None:
    """Print what it took, beside the limit for losses alone; `mixed` has more happen than losses."""
    kind = MixedTapper if sys.argv[1:] == ["mixed"] else Tapper
    with instance():
        prepared()
        for person in played(kind):
            taken = person.entries.total() + person.taps.total()
            by_step = ", ".join(f"{step} {number}" for step, number in person.steps.items())
            print(f"{person.side}, {person.owned} counters: {taken} (limit {LIMIT}), of that by step: {by_step}")
            if kind is Tapper and taken > LIMIT:
                raise SystemExit("a side has more to tap than it may")


if __name__ == "__main__":
    main()
