"""How much two people have to enter and press for a whole refit phase, and how long the server works on it.

`python -m bench.effort` plays a realistic date through the pages' own forms, from the battle of 23PM to the
commencement of 24AM: on each side 30 counters lost, 8 in bad condition, 12 groups bought, Fortifications and hidden
pieces written down. Counted is what a person does: every entry that is not yet as he wants it, every button, every
link. Server time is that of all pages of both sides, with the parts that follow by themselves.
"""

import re
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import cycle, islice
from typing import TYPE_CHECKING, Any

from bench.pages import browser, compared, players, prepared
from bench.streams import instance

if TYPE_CHECKING:
    from refit.demos.player import Player
    from tests.html_client import Form, HtmlPage

LIMIT_ACTS, LIMIT_REDUCED, LIMIT_SECONDS = 60, 2, 5.0
BATTLE, REFIT = "losses and conditions", "report to commencement"
LOST, TROUBLED, LONGEST = 30, 8, 200
LEADER, TANK = r"(?:10|[6-9])[-+]\d", r"StuG.*|KV.*|PT-34.*|T-34.*"
BEFORE: dict[str, dict[str, Any]] = {
    "german": {
        "23AM purchase": {"rows": {"I1": {"n": 2}, "I5": {"n": 1}, "V3": {"n": 2}, "G1": {"n": 2}, "O1": {"n": 1}}},
        "23PM purchase": {"rows": {"I2": {"n": 1}}},
    },
    "russian": {
        "23AM purchase": {"rows": {"I2": {"n": 2}, "I4": {"n": 1}, "V2": {"n": 1}, "G3": {"n": 1}, "O1": {"n": 2}}},
        "23PM purchase": {"rows": {"I1": {"n": 1}}},
    },
}
LOSSES = {
    "german": {"4-6-7": 12, "4-4-7": 4, "LMG": 4, "MMG": 2, "2-2-8": 2, r"75L.*": 2, TANK: 2, LEADER: 2},
    "russian": {"4-5-8": 10, "6-2-8": 6, "4-4-7": 3, "LMG": 2, "ATR": 2, "50 MTR": 1, TANK: 4, LEADER: 2},
}
TROUBLES = (
    (LEADER, "wounded", 1), ("MMG", "malfunctioned", 1), ("LMG", "malfunctioned", 1), (TANK, "immobilized", 1),
    (TANK, "malfunctioned", 1), (TANK, "stunned", 1), ("4-[4-6]-[78]", "encircled", 2),
)  # fmt: skip
BASKETS = {
    "german": ("I1", "I4", "I5", "I6", "V5", "G4", "O1", "O4", "F1", "M1", "M2", "M3"),
    "russian": ("I1", "I3", "I6", "I7", "V1", "V4", "G1", "O1", "O4", "O6", "F1", "M1"),
}
ENTRIES: dict[str, dict[str, str]] = {
    "victory": {"turn": "8", "lvp": "5"},
    "fortify": {"trench": "2", "wire": "2", "foxhole_1": "5"},
}
PLACED, HEX = 6, "K20"
ACTS = ("confirm", "seal", "buy", "enter", "roll", "done", "propose")
OFFERED = re.compile(r'name="n:(\d+)"[^>]*aria-label="Lost of (\d+) ([^"]*?)(?: from [^"]*)?"')
ASKED = re.compile(r'name="m:(\d+):([^"]*)"[^>]*aria-label="[^"]*: of (\d+) ([^"]*?)(?: from [^"]*)?"')
LINE = re.compile(r'<details name="unit"([^>]*)>(.*?)</details>', re.S)


@dataclass
class Person:
    """Somebody of a side at his browser: what he does is counted under the part of the phase he is in."""

    player: "Player"
    part: str = BATTLE
    entries: Counter[str] = field(default_factory=Counter)
    taps: Counter[str] = field(default_factory=Counter)
    steps: Counter[str] = field(default_factory=Counter)
    seconds: dict[str, float] = field(default_factory=lambda: {BATTLE: 0.0, REFIT: 0.0})
    pages: int = 0
    page: Any = None

    def __post_init__(self) -> None:
        self.client = browser(self.player)
        self.root = f"/campaigns/{self.player.seat.campaign.public_id}"

    @property
    def side(self) -> str:
        return self.player.seat.side

    # looking and pressing ---------------------------------------------------------------

    def asks(self, ask: "Callable[[], HtmlPage]") -> "HtmlPage":
        """Have the server answer, and keep how long that took."""
        began = time.perf_counter()
        self.page = ask()
        self._spent(began)
        assert self.page.status == 200, self.page.text[:800]
        return self.page

    def _spent(self, began: float) -> None:
        self.seconds[self.part] += time.perf_counter() - began
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
        self.entries[self.part] += len(changed)
        self.taps[self.part] += 1
        action = form.action or self.page.where
        if act in ("seal", "buy"):
            self._drafts(form, action, changed)
        data = {**form.fields, **changed, "act": act}
        self.asks(lambda: opened(self.client, self.client.post(action, data, follow=True), action))
        if self.page.at_gate:
            self.taps[self.part] += 1
            data = {**self.page.form.fields, "act": act + CONFIRMED}
            self.asks(lambda: opened(self.client, self.client.post(action, data, follow=True), action))

    def _drafts(self, form: "Form", action: str, changed: dict[str, str]) -> None:
        """What the page itself sends after each entry, to reckon the price: no tap, but work of the server."""
        data, headers = {**form.fields, "act": "draft", "window": "bench"}, {"HX-Request": "true"}
        for name, value in changed.items():
            data[name] = value
            began = time.perf_counter()
            answer = self.client.post(action, data, headers=headers)
            self._spent(began)
            assert answer.status_code == 200

    # the battle -------------------------------------------------------------------------

    def piles(self) -> list[tuple[str, int, str]]:
        """The lines of the order of battle on the page: key, number, name."""
        return [(key, int(most), name) for key, most, name in OFFERED.findall(self.page.html)]

    def records(self) -> None:
        """Losses and conditions, written down under Forces, and back to the step."""
        self.looks("/forces/", taps=1)
        lost: dict[str, str] = {}
        for name, number in LOSSES[self.side].items():
            lost |= _shared(number, [pile for pile in self.piles() if re.fullmatch(name, pile[2])])
        squads = [(key, most - int(lost.get(key, 0)), name) for key, most, name in self.piles() if most > TROUBLED]
        short = LOST - sum(map(int, lost.values()))  # a name the dice did not bring
        lost[squads[0][0]] = str(int(lost.get(squads[0][0], 0)) + short)
        self.presses("lose", {f"n:{key}": number for key, number in lost.items()})
        self.looks("/forces/?enter=conditions", taps=1)
        wanted = self._marks()
        self.taps[self.part] += len({name.split(":")[1] for name in wanted})  # each line is unfolded
        self.presses("mark", wanted)
        self.looks("/refit/", taps=1)

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

    def _marks(self) -> dict[str, str]:
        """Each condition for counters of the first line that is asked about it and has enough of them left."""
        assert sum(number for *_, number in TROUBLES) == TROUBLED
        asked, left, wanted = ASKED.findall(self.page.html), dict[str, int](), dict[str, str]()
        for name, mark, number in TROUBLES:
            lines = [(key, int(most)) for key, each, most, said in asked if each == mark and re.fullmatch(name, said)]
            key = next(key for key, most in lines if left.setdefault(key, most) >= number)
            left[key] -= number
            wanted[f"m:{key}:{mark}"] = str(number)
        return wanted

    # the phase --------------------------------------------------------------------------

    def moves(self, other: "Person") -> bool:
        """Do what the page in front asks for; False if it only waits."""
        from refit.steps import ALONG

        step = next((form.fields["step"] for form in self.page.forms if "step" in form.fields), "")
        if not step:
            return False
        if step == "play":
            self.records()
        self.part = BATTLE if step in ("play", "melee", "markers", "rally") else REFIT
        act = next(act for act in ACTS if act in self.page.form.buttons)
        act = next(way for way in (act + ALONG, act) if way in self.page.form.buttons)
        if "Correct my report" in self.page.html:
            return False  # it waits for the other side to confirm
        before = self.entries.total()
        self.presses(act, self.wants(step, act))
        self.steps[step] += self.entries.total() - before + 1
        other.follows()
        return True

    def wants(self, step: str, act: str) -> dict[str, str]:
        """What this person wants in the form of a step; the rest stays as the page proposes it."""
        names = self.page.form.fields
        if act == "confirm":
            return {}
        if step == "purchase":
            return {f"n:{group}": "1" for group in BASKETS[self.side]}
        if step == "hexes":
            return {name: HEX for name, value in names.items() if not value}
        if step == "setup":
            return _written(names)
        if step == "mmc_choice":
            chosen = [name for name in names if name.startswith("mmc")]
            return dict(zip(chosen, self._options(chosen[0])[1:], strict=False))
        if step == "trouble":
            proposed = {name: value for name, value in names.items() if name.startswith("repair:")}
            return {name: "2" if value != "2" else "3" for name, value in proposed.items()}
        return {name: value for name, value in ENTRIES.get(step, {}).items() if name in names}

    def _options(self, name: str) -> list[str]:
        """What a list on the page offers."""
        found = re.search(rf'<select[^>]*name="{name}".*?</select>', self.page.html, re.S)
        assert found
        return re.findall(r'<option value="([^"]*)"', found[0])


def _written(names: dict[str, str]) -> dict[str, str]:
    """Locations for some of what may be written down."""
    own = ("csrfmiddlewaretoken", "step", "seen")
    return dict.fromkeys([name for name, value in names.items() if not value and name not in own][:PLACED], HEX)


def _shared(number: int, found: list[tuple[str, int, str]]) -> dict[str, str]:
    """A number spread over lines, at most half of each as long as that is enough."""
    taken: dict[str, int] = {}
    for most in (lambda count: (count + 1) // 2, lambda count: count):
        for key, count, _ in found:
            more = min(number - sum(taken.values()), most(count) - taken.get(key, 0))
            if more > 0:
                taken[key] = taken.get(key, 0) + more
    return {key: str(count) for key, count in taken.items()}


def played() -> tuple[Person, Person]:
    """Both people after a whole phase; what came before is played without being counted."""
    from refit.demos.player import play

    both = players()
    for player in both:
        player.script = BEFORE[player.seat.side]
    play(both, lambda public: (public.date, public.stage) == ("23PM", "battle"))
    german, russian = (Person(player) for player in both)
    german.looks("/refit/")
    russian.looks("/refit/")
    waits = 0
    for person, other in islice(cycle(((german, russian), (russian, german))), LONGEST):
        public = person.player.view().public
        if (public.date, public.stage) == ("24AM", "battle"):
            return german, russian
        waits = 0 if person.moves(other) else waits + 1
        assert waits < 2, f"a dead end in {public.stage}"
    raise AssertionError("the date never comes to its commencement")


def told(person: Person) -> int:
    """Print what a person had to do; returns what the limit is for."""
    done = {part: person.entries[part] + person.taps[part] for part in (BATTLE, REFIT)}
    print(f"{person.side}: {sum(done.values())} entries and taps, {done[REFIT]} from {REFIT} (limit {LIMIT_ACTS})")
    for part, number in done.items():
        print(f"  {part}: {person.entries[part]} entries, {person.taps[part]} taps, {number} in all")
    most = ", ".join(f"{step} {number}" for step, number in person.steps.most_common() if number > 1)
    print(f"  {len(person.steps)} steps; more than a press in: {most}")
    return done[REFIT]


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
    most = max(told(person) for person in both)
    seconds, pages = sum(person.seconds[REFIT] for person in both), sum(person.pages for person in both)
    print(f"server, both sides, {REFIT}: {seconds:.1f} s for {pages} presses and pages (limit {LIMIT_SECONDS:.0f})")
    print(f"  a bare page of the wizard's weight takes {bare:.0f} ms here")
    print(f"a squad reduced: {taps} taps (limit {LIMIT_REDUCED})")
    if most > LIMIT_ACTS or taps > LIMIT_REDUCED:
        raise SystemExit("a side has more to enter and press than it may")
    if seconds > LIMIT_SECONDS:
        raise SystemExit("the server works longer than it may")


if __name__ == "__main__":
    main()
