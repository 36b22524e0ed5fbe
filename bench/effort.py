"""How much two people have to enter and press for a whole refit phase, and how long the server works on it.

`python -m bench.effort` plays a realistic date through the pages' own forms, from the battle of 23PM to the
commencement of 24AM: on each side 30 counters lost, 8 in bad condition, 12 groups bought, Fortifications and hidden
pieces written down. What both wrote down on the dates before stands where it stood, as far as it may. Counted is what a
person does: every entry that is not yet as he wants it, every button, every link. Server time is that of all pages of
both sides, with the parts that follow by themselves.

The same is played once more on the practice map: each side paints what it took in the battle by dragging boxes with a
mouse, taps its Infantry off Strategic Locations on the map, and takes the Perimeter that is proposed; the LVP are
counted by the map. A tap on the map, or a box dragged, counts as an entry. `--list` prints every entry and tap.
"""

import re
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from itertools import cycle, islice
from typing import TYPE_CHECKING, Any

from bench.commanders import (
    BASKETS,
    BEFORE,
    EDGES,
    ENTRIES,
    HELD,
    HEXES,
    INFANTRY,
    LOSSES,
    LOST,
    PLACED,
    REPAIR_NUMBER,
    TAKEN,
    TROUBLED,
    TROUBLES,
    WORKS_BOUGHT,
)  # fmt: skip
from bench.figures import Figure, report
from bench.pages import browser, compared, players, prepared
from bench.streams import instance
from rules.engine.follow_ups import SEPARATOR, beside

if TYPE_CHECKING:
    from refit.demos.player import Player
    from tests.html_client import Form, HtmlPage

LIMIT_IN_ALL, LIMIT_REDUCED, LIMIT_SECONDS = 55, 2, 5.0
LIMIT_ON_MAP, LIMIT_ON_MAP_IN_ALL = 35, 50
BATTLE, REFIT = "the battle and its report", "from there to commencement"
LONGEST = 200
ON_MAP = re.compile(r",\s*")
OWN = ("csrfmiddlewaretoken", "step", "seen", "revision", "window")
"""Entries of the program itself in a form."""
ACTS = ("confirm", "seal", "buy", "enter", "roll", "done", "propose")
TAPPED = ("hexes", "mmc_at", "units_at", "enemy_at")
"""Entries that are made on the map, one a tap or a box."""
ASKED = re.compile(r'name="(\d+):([^"]*)"[^>]*aria-label="[^"]*: (\d+) × ([^",]*)')
RECKONED = re.compile(r'name="((?:perimeter/)?(?:shown|areas)|revision)"(?: id="revision")? value="([^"]*)"')
"""Entries that a page fills in itself as others are made."""
BY_ITSELF = re.compile(r'<form[^>]* id="task-form" data-by-itself>')
"""A form that the open page presses for its reader, where he has scripts (static/js/by-itself.js)."""
PRICED = 'hx-trigger="change'
"""What a page says that reckons with each entry as it is made."""
LOTS = re.compile(r'<label for="f-(?:setup/)?(at:\d+)">(\d+) × ([^<]*)</label>')
AT = re.compile(r"(?:(\d+) )?[A-Z]{1,2}\d+")
"""How many counters stand in a hex, in a line of the set-up; one where no number is written."""
WORKS = "HMG Cupola|AT-Ditch|Wire|Trench|Minefield|Foxhole"
LINE = re.compile(r'<details name="unit"([^>]*)>(.*?)</details>', re.S)


@dataclass
class Person:
    """Somebody of a side at his browser: what he does (`did`) is counted under the part of the phase he is in.

    `busy` is the processor's time of the program alone, without PostgreSQL's.
    """

    player: "Player"
    part: str = BATTLE
    entries: Counter[str] = field(default_factory=Counter)
    taps: Counter[str] = field(default_factory=Counter)
    steps: Counter[str] = field(default_factory=Counter)
    did: list[str] = field(default_factory=list)
    seconds: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    busy: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    pages: int = 0
    page: Any = None
    on_map: bool = False

    def __post_init__(self) -> None:
        self.client = browser(self.player)
        self.root = f"/campaigns/{self.player.seat.campaign.public_id}"

    @property
    def side(self) -> str:
        return self.player.seat.side

    # looking and pressing ---------------------------------------------------------------

    def asks(self, ask: "Callable[[], HtmlPage]") -> "HtmlPage":
        """Have the server answer, and keep how long that took."""
        began, busy = time.perf_counter(), time.process_time()
        self.page = ask()
        self._spent(began, busy)
        assert self.page.status == 200, self.page.text[:800]
        return self.page

    def _spent(self, began: float, busy: float) -> None:
        self.seconds[self.part] += time.perf_counter() - began
        self.busy[self.part] += time.process_time() - busy
        self.pages += self.part == REFIT

    def follows(self) -> None:
        """The page in front follows by itself once something has happened that its reader may know of."""
        from campaigns import access
        from campaigns.ledger import journal

        self.player.view()  # takes the seat anew: one taken before knows the rooms as they were
        seat = self.player.seat
        if f'data-seen="{journal.entry_count(seat.campaign, access.rooms_of(seat))}"' not in self.page.html:
            self.looks("/refit/")

    def looks(self, path: str, taps: int = 0) -> "HtmlPage":
        """Go to a page; a page that follows by itself takes no tap."""
        from tests.html_client import open_page

        self.taps[self.part] += taps
        return self.asks(lambda: open_page(self.client, self.root + path))

    def presses(self, act: str, wanted: dict[str, Any]) -> None:
        """Enter what does not stand in the form yet, and press a button of it."""
        from refit.steps import CONFIRMED
        from tests.html_client import opened

        form = next(form for form in self.page.forms if act in form.buttons)
        changed = {name: value for name, value in wanted.items() if form.fields.get(name, "") != value}
        step = form.fields.get("step", "")
        for name, value in changed.items():
            number = len(ON_MAP.split(value)) if name.rpartition(SEPARATOR)[2] in TAPPED else 1
            self.entries[self.part] += number
            self.did.append(f"{step}: enters {name} = {value} ({number})")
        if not BY_ITSELF.search(self.page.html):
            self.taps[self.part] += 1
            self.did.append(f"{step}: presses {act}")
        action = form.action or self.page.where
        if PRICED in self.page.html:
            self._drafts(form, action, changed)
        data = {**form.fields, **changed, "act": act}
        self.asks(lambda: opened(self.client, self.client.post(action, data, follow=True), action))
        if self.page.at_gate:
            self.taps[self.part] += 1
            self.did.append(f"{step}: presses through the gate of {act}")
            data = {**self.page.form.fields, "act": act + CONFIRMED}
            self.asks(lambda: opened(self.client, self.client.post(action, data, follow=True), action))

    def _drafts(self, form: "Form", action: str, changed: dict[str, str]) -> None:
        """What the page itself sends after each entry, to reckon with it: no tap, but work of the server.

        What comes back with an answer stands in the form from then on.
        """
        form.fields["window"] = "bench"
        data, headers = {**form.fields, "act": "draft"}, {"HX-Request": "true"}
        for name, value in changed.items():
            data[name] = value
            began, busy = time.perf_counter(), time.process_time()
            answer = self.client.post(action, data, headers=headers)
            self._spent(began, busy)
            assert answer.status_code == 200
            for own, reckoned in RECKONED.findall(answer.content.decode()):
                data[own] = form.fields[own] = reckoned

    # the battle -------------------------------------------------------------------------

    def tolls(self) -> dict[str, str]:
        """Losses and conditions, each in the line of its counters on the page of the scenario."""
        asked = [(key, what, int(most), name) for key, what, most, name in ASKED.findall(self.page.html)]
        piles = [(key, most, name) for key, what, most, name in asked if what == "eliminate"]
        lost: dict[str, str] = {}
        for name, number in LOSSES[self.side].items():
            lost |= _shared(number, [pile for pile in piles if re.fullmatch(name, pile[2])])
        squads = [(key, most - int(lost.get(key, 0)), name) for key, most, name in piles if most > TROUBLED]
        short = LOST - sum(map(int, lost.values()))  # a name the dice did not bring
        lost[squads[0][0]] = str(int(lost.get(squads[0][0], 0)) + short)
        left = {key: most - int(lost.get(key, 0)) for key, most, _ in piles}
        wanted = {f"{key}:eliminate": number for key, number in lost.items()}
        assert sum(number for *_, number in TROUBLES) == TROUBLED
        for name, mark, number in TROUBLES:  # the first line that is asked about it and has enough of them left
            lines = [key for key, what, _, said in asked if what == mark and re.fullmatch(name, said)]
            key = next(key for key in lines if left[key] >= number)
            left[key] -= number
            wanted[f"{key}:{mark}"] = str(number)
        return wanted

    def places(self, names: dict[str, str]) -> dict[str, str]:
        """Locations: of all works that have none yet, and of other counters until six lines have some."""
        wanted: dict[str, str] = {}
        lots = [(line, names[line], int(number), label) for line, number, label in LOTS.findall(self.page.html)]
        lots.sort(key=lambda lot: not re.match(WORKS, lot[3]))
        kept = sum(bool(before) for _, before, *_ in lots)
        for line, before, number, label in lots:
            left = number - sum(int(count or 1) for count in AT.findall(before))
            if left and (re.match(WORKS, label) or (not before and kept < PLACED)):
                hex_ = HEXES[self.side]
                along = [f"{hex_[0]}{int(hex_[1:]) - n}" for n in range(left)]  # a minefield lies in a line
                there = ", ".join(along) if label.startswith("Minefield") else f"{left} {hex_}"
                wanted[line] = ", ".join(filter(None, [before, there]))
                kept += not before
        return wanted

    def reduces(self) -> int:
        """Have a squad reduced, by its line under Forces; the taps it takes from there."""
        self.looks("/forces/")
        folded, line = next(found for found in LINE.findall(self.page.html) if 'value="reduce:' in found[1])
        before = self.entries.total() + self.taps.total()
        found = re.search(r'value="(reduce:[^"]*)"', line)
        assert found
        self.presses(found[1], {})
        assert "Casualty Reduction" in self.page.text
        return self.entries.total() + self.taps.total() - before + ("open" not in folded)

    # the phase --------------------------------------------------------------------------

    def moves(self, other: "Person") -> bool:
        """Do what the page in front asks for; False if it only waits."""
        from refit.steps import ALONG

        step = next((form.fields["step"] for form in self.page.forms if "step" in form.fields), "")
        if not step:
            return False
        self.part = BATTLE if step in ("play", "melee", "markers", "rally") else REFIT
        act = next(act for act in ACTS if act in self.page.form.buttons)
        act = next(way for way in (act + ALONG, act) if way in self.page.form.buttons)
        if "Correct my report" in self.page.html:
            return False  # it waits for the other side to confirm
        before = self.entries.total() + self.taps.total()
        self.presses(act, self.wants_all(step, act))
        self.steps[step] += self.entries.total() + self.taps.total() - before
        other.follows()
        return True

    def wants_all(self, step: str, act: str) -> dict[str, str]:
        """What this person wants in the forms on the page; the rest stays as the page proposes it."""
        if act == "confirm":
            return {}
        forms: dict[str, dict[str, str]] = {step: {}}
        for name, value in self.page.form.fields.items():
            key, separator, rest = name.partition(SEPARATOR)
            if separator:
                forms.setdefault(key, {})[rest] = value
            elif name not in OWN:
                forms[step][name] = value
        wanted = self.wants(step, forms.pop(step))
        for key, names in forms.items():
            wanted |= {beside(key, name): value for name, value in self.wants(key, names).items()}
        return wanted

    def wants(self, step: str, names: dict[str, str]) -> dict[str, str]:
        """What he wants in the form of a step."""
        if step == "play":
            if not self.on_map:
                return self.tolls()
            return {**self.tolls(), "hexes": TAKEN[self.side]}
        if step == "perimeter" and self.on_map:
            return {"mmc_at": INFANTRY[self.side]} if "mmc_at" in names else {}
        if step == "victory" and self.on_map:
            return {"turn": ENTRIES[step]["turn"]} if "turn" in names else {}  # the LVP are counted
        if step == "purchase":
            return {f"n:{group}": "1" for group in BASKETS[self.side]}
        if step == "hexes":
            edge, within = EDGES[self.side], HEXES[self.side]
            empty = [name for name, value in names.items() if not value and not name.startswith("tap:")]
            return {name: edge if name.endswith(":observer") else within for name in empty}
        if step == "setup":
            return self.places(names)
        if step == "trouble":
            return {name: REPAIR_NUMBER for name in names if name.startswith("repair:")}
        if step == "fortify":
            hex_ = HEXES[self.side]
            return {f"where_{key}": f"{number} {hex_}" for key, number in WORKS_BOUGHT.items() if key in names}
        return {name: value for name, value in ENTRIES.get(step, {}).items() if name in names}


def _shared(number: int, found: list[tuple[str, int, str]]) -> dict[str, str]:
    """A number spread over lines, at most half of each as long as that is enough."""
    taken: dict[str, int] = {}
    for most in (lambda count: (count + 1) // 2, lambda count: count):
        for key, count, _ in found:
            more = min(number - sum(taken.values()), most(count) - taken.get(key, 0))
            if more > 0:
                taken[key] = taken.get(key, 0) + more
    return {key: str(count) for key, count in taken.items()}


def in_battle(date: str, public: Any) -> bool:
    """Whether the battle of a date is in hand."""
    return (public.date, public.stage) == (date, "battle")


def played(*, on_map: bool = False) -> tuple[Person, Person]:
    """Both people after a whole phase; what came before is played without being counted."""
    from refit.demos.player import play

    both = players(practice_map=on_map)
    for player in both:
        player.script = BEFORE[player.seat.side]
    for date in ("23AM", "23PM"):
        play(both, partial(in_battle, date))
        if on_map and date == "23AM":
            for player in both:
                player.orders("paint", holder=player.seat.side, hexes=HELD[player.seat.side])
    german, russian = (Person(player, on_map=on_map) for player in both)
    german.looks("/refit/")
    russian.looks("/refit/")
    return through((german, russian))


def through(both: tuple[Person, Person]) -> tuple[Person, Person]:
    """Both people once the date in hand has come to its commencement."""
    german, russian = both
    waits = 0
    for person, other in islice(cycle(((german, russian), (russian, german))), LONGEST):
        public = person.player.view().public
        if (public.date, public.stage) == ("24AM", "battle"):
            return both
        waits = 0 if person.moves(other) else waits + 1
        assert waits < 2, f"a dead end in {public.stage}"
    raise AssertionError("the date never comes to its commencement")


def told(person: Person) -> tuple[int, int]:
    """Print what a person had to do; returns what the limits are for: from the report on, and in all."""
    done = {part: person.entries[part] + person.taps[part] for part in (BATTLE, REFIT)}
    where = "on the map" if person.on_map else "without a map"
    print(f"{person.side}, {where}: {sum(done.values())} entries and taps")
    for part, number in done.items():
        print(f"  {part}: {person.entries[part]} entries, {person.taps[part]} taps, {number} in all")
    print("  by page: " + ", ".join(f"{step} {number}" for step, number in person.steps.items()))
    if "--list" in sys.argv:
        print("    " + "\n    ".join(person.did))
    return done[REFIT], sum(done.values())


def bare_page(person: Person) -> float:
    """Milliseconds of a bare page of the framework with as many queries and bytes as the one in front."""
    url = f"{person.root}/refit/"
    return compared(person.client, person.client.get(url, follow=True).request["PATH_INFO"])[-1]


def main() -> None:
    """Measure and print; fails if a side has more to do, or the server, than it may."""
    with instance():
        prepared()
        both = played()
        bare = bare_page(both[0])
        taps = max(person.reduces() for person in both)
        drawn = played(on_map=True)
    most = max(told(person)[1] for person in both)
    on_map, in_all = map(max, zip(*map(told, drawn), strict=True))
    seconds, pages = sum(person.seconds[REFIT] for person in both), sum(person.pages for person in both)
    busy, busy_on_map = (sum(person.busy[REFIT] for person in two) for two in (both, drawn))
    print(f"server, both sides, {REFIT}: {pages} presses and pages in {seconds:.1f} s by the clock")
    print(f"  processor of the program on the map {busy_on_map:.1f} s")
    print(f"  a bare page of the wizard's weight takes {bare:.0f} ms here")
    report(
        Figure("entries and taps of a side for a date", most, LIMIT_IN_ALL),
        Figure("the same on the map", in_all, LIMIT_ON_MAP_IN_ALL),
        Figure("of that from the report to commencement", on_map, LIMIT_ON_MAP),
        Figure("taps to have a squad reduced", taps, LIMIT_REDUCED),
        Figure("processor of the program, both sides, from the report on", busy, LIMIT_SECONDS, "s"),
    )


if __name__ == "__main__":
    main()
