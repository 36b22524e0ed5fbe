"""A player who does anything the rules allow: random baskets, entries, losses, own dice, second thoughts."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar, ParamSpec, Self

from rules.asl.counters import Pile
from rules.asl.manual_changes import KINDS, LOST, marks
from rules.asl.steps.setup.fortify import WHERE
from rules.asl.unit_acts import acts_offered
from rules.contract import Event, Refused, State
from rules.engine.corrections import AGREED, REFUSED, WITHDRAWN
from rules.engine.founding import START
from tests.rules.driver import Driver
from tests.rules.play import Game

NAMES = {"leader": ("8-1", "6+1", "10-3"), "armor_leader": ("9-1",), "squad": ("4-6-7", "4-4-7", "7-7-7")}
TEXTS = {"wind": ("No wind", "Mild Breeze"), "note": ("", "a note"), "pillboxes": ("", "1+3+5", "1+3+5, 2+3+4")}
PLACED = ("", "K20", "k20/1 hidden", "L18 pillbox", "M3 cover", "2 K20, N7 moved 2", "N32 hidden cover")
TEXTS["locations"] = ("", "K20", "K20/1, L18 pillbox, M3", "N32")

P = ParamSpec("P")
LONGEST = 4000
"""Turns of a campaign; they end after some hundreds."""
TROUBLED = ("tank", "vehicle", "weapon", "gun")
TROUBLES = (
    ("immobilized", "abandoned", "stunned", "under recall", "under recall for ammunition", "malfunctioned",
     "bow MG malfunctioned", "coaxial MG disabled", "captured from the enemy", "low ammunition"),
    ("malfunctioned", "isolated", "captured from the enemy", "short of ammunition"),
)  # fmt: skip


class Random(Driver):
    """A campaign both sides of which play at random, all of it from one seed.

    `wishes` are what the row of a basket may have beside its number of groups.
    """

    wishes: ClassVar[tuple[str, ...]]

    def __init__(self, seed: int, **options: Any) -> None:
        self.chance = random.Random(seed)
        chosen = {ruling.key: self.chance.choice(tuple(ruling.readings)) for ruling in self.system.rulings}
        agreed = {
            choice.key: self.chance.choice(tuple(choice.options))
            for choice in self.system.choices
            if choice.key != START
        }
        self.table_luck = random.Random(seed)
        super().__init__(seed=seed, **{"rulings": chosen, **agreed, **options})

    def check_event(self, event: Event) -> None:
        """Whoever looks at the whole campaign holds all its events against their reducers (`check_story`)."""

    def check_step(self, current: Any) -> None:
        """Whoever looks at the whole campaign asks for the page of each turn (`check_page`)."""

    def act(self, side: str) -> bool:
        """Do something with what waits for a side, or by hand; False if nothing waits."""
        if self.chance.random() < 0.15:
            self.by_hand(side)
        if self.table_luck.random() < 0.05:
            self.unit_act(side)
        current = self.current(side)
        if current is None:
            return False
        known = getattr(self, f"on_{current.task.kind}", None)
        if known is None or not known(side, current.task):
            self.answer(side)
        return True

    def tries(self, side: str, order: str, **data: Any) -> bool:
        """Give an order the rules may turn down; whether they took it."""
        try:
            self.order(side, order, **data)
        except Refused:
            return False
        return True

    def typed(self, task: Any, without: str = "") -> dict[str, Any]:
        """Own dice, some of them or all where both ways are open."""
        needs = [need for need in getattr(task, "needs", ()) if need.key != without]
        if getattr(task, "mode", "") == "either":
            needs = [need for need in needs if self.chance.random() < 0.5]
        elif getattr(task, "mode", "") != "own":
            needs = []
        faces = {need.key: [self.chance.randint(1, 6) for _ in range(need.dice)] for need in needs}
        return {"dice": faces} if faces else {}

    def on_purchase(self, side: str, task: Any) -> bool:
        """A basket filled at random for as long as it may be sealed."""
        basket: dict[str, dict[str, int]] = {}
        offers = list(task.quote.offers)
        for offer in self.chance.sample(offers, self.chance.randint(0, len(offers))):
            number = 0 if offer.given else self.chance.randint(0, 3)
            row = {"n": number, **{name: self.chance.choice((0, 0, 1)) for name in self.wishes}}
            if not task.priced({"rows": {**basket, offer.key: row}}).quote.problems:
                basket[offer.key] = row
        self.order(side, "seal", rows=basket)
        return True

    def on_fortify(self, side: str, task: Any) -> bool:
        """Fortifications at random, if the points last, with places for some of them."""
        counted = (f for f in task.form.fields if not f.name.startswith(WHERE))
        entered = {f.name: self.value(f) for f in counted if self.chance.random() < 0.4}
        known = {f.name for f in task.form.fields}
        bought = [WHERE + name for name, number in entered.items() if number and WHERE + name in known]
        places = {name: self.table_luck.choice(PLACED) for name in bought if self.table_luck.random() < 0.3}
        return self.tries(side, "buy", **entered, **places) or self.tries(side, "buy", **entered)

    def on_form(self, side: str, task: Any) -> bool:
        """Entries at random; a hex where one is asked for."""
        return self.tries(side, "enter", **{f.name: self.value(f) for f in task.fields}, **self.typed(task))

    on_hexes = on_form

    def on_placing(self, side: str, task: Any) -> bool:
        """A hex or more for some of what stands on the map."""
        chosen = [field for field in task.form.fields if self.chance.random() < 0.3]
        return self.tries(side, "enter", **{field.name: self.chance.choice(PLACED) for field in chosen})

    def on_paper(self, side: str, task: Any) -> bool:
        """Say what stands on paper, agree to what the other said, or say something else."""
        if task.number and not task.mine and self.chance.random() < 0.8:
            return self.tries(side, "confirm", number=task.number)
        return self.tries(side, "propose", **{f.name: self.value(f) for f in task.fields})

    def on_report(self, side: str, task: Any) -> bool:
        """Put a report, agree to the other's, or put another one."""
        if task.proposal is not None and not task.mine and self.chance.random() < 0.8:
            return self.tries(side, "confirm", number=task.proposal.number, agreed=self.chance.random() < 0.9)
        return self.tries(side, "propose", **{f.name: self.value(f) for f in task.form.fields})

    def value(self, field: Any) -> Any:
        """Something this field takes."""
        if field.kind == "select":
            return self.chance.choice(field.options)[0]
        if field.kind == "number":
            return self.chance.randint(field.low, min(field.high, field.low + 10))
        if field.kind == "check":
            return self.chance.random() < 0.3
        return self.chance.choice(TEXTS.get(field.name, ("N32", "a10", "QQ5/2")))

    def by_hand(self, side: str) -> None:
        """A loss, a change or an addition."""
        found = self.room(side).piles
        if not found:
            return
        pile = self.chance.choice(found)
        number = self.chance.randint(0, pile.count)
        found_on = self.chance.sample(marks(self.context(side).rules), 2)
        kind = self.chance.choice(KINDS)
        self.chance.choice(
            (
                lambda: self.tries(side, "lose", piles={str(pile.key): number}, fate=self.chance.choice(LOST)),
                lambda: self.tries(side, "change", pile=pile.key, count=number, marks=found_on, place="N1", worth=3),
                lambda: self.wound(side),
                lambda: self.trouble(side),
                lambda: self.tries(side, "change", pile=pile.key, count=number, name=self.name(pile.like.kind)),
                lambda: self.tries(side, "add", kind=kind, name=self.name(kind), count=self.chance.randint(1, 3)),
                lambda: self.correction(side),
            )
        )()

    def in_play(self, side: str) -> list[Pile]:
        """What a side still has, in piles."""
        # Of the piles that its room has gathered: an order looks its pile up among these as well.
        return [pile for pile in self.room(side).piles if pile.like.on_hand]

    def unit_act(self, side: str) -> None:
        """Something that the data have for counters of a line, seldom more often than it has counters for."""
        found = self.in_play(side)
        if not found:
            return
        pile = self.table_luck.choice(found)
        act = self.table_luck.choice(
            [act.key for act in acts_offered(self.context(side).rules, side, pile)] or ["reduce"]
        )
        number, joined = self.table_luck.randint(1, 3), self.table_luck.random() < 0.5
        self.tries(side, act, pile=pile.key, count=number, together=joined)

    def correction(self, side: str) -> None:
        """Propose one, or answer one that is open."""
        known = [one for one in self.state.public.corrections if not one.verdict]
        if known and self.chance.random() < 0.6:
            one = self.chance.choice(known)
            verdict = WITHDRAWN if one.by == side else self.chance.choice((AGREED, REFUSED))
            self.tries(side, "settle", number=one.number, verdict=verdict)
            return
        forms = list(self.system.corrections(self.state.only([side]), side).forms.items())
        if not forms:
            return  # nothing is on record yet, or the campaign is over
        about, form = self.chance.choice(forms)
        changed = self.chance.sample(form.fields[1:], 2)
        self.tries(side, "correct", about=about, reason="Miscounted", **{f.name: self.value(f) for f in changed})

    def wound(self, side: str) -> None:
        """Mark a leader as wounded, perhaps heroic or isolated too."""
        leaders = [pile for pile in self.in_play(side) if pile.like.kind == "leader"]
        if leaders:
            state = ["wounded", *self.chance.sample(("heroic", "isolated"), self.chance.randint(0, 1))]
            self.tries(side, "change", pile=self.chance.choice(leaders).key, count=1, marks=state)

    def trouble(self, side: str) -> None:
        """Put some vehicles or weapons into the troubles that 7.513 looks after."""
        found = [pile for pile in self.in_play(side) if pile.like.kind in TROUBLED]
        for pile in self.chance.sample(found, min(2, len(found))):
            state = self.chance.sample(TROUBLES[pile.like.kind == "weapon"], 2)
            self.tries(side, "change", pile=pile.key, count=1, marks=state)
        spent = [pile for pile in found if pile.like.name in ("FT", "DC")]
        for pile in spent[:1]:
            self.tries(side, "lose", piles={str(pile.key): 1}, fate="used")

    def name(self, kind: str) -> str:
        return self.chance.choice(NAMES.get(kind, ("Thing", "2-4-7", "Hero")))

    def turn(self) -> bool:
        """Both sides act, in either order; False if neither could."""
        order = self.chance.sample(self.sides, 2)
        acted = [self.act(side) for side in order]
        return any(acted)

    def finish(self) -> Self:
        """Play on to the end of the campaign."""
        while not self.ended:
            assert self.turn(), f"a dead end in {self.public.stage}"
        return self


@dataclass(frozen=True)
class Whole:
    """A campaign played at random: the game at its end, and where it stood at its beginning and after each turn."""

    game: Random
    states: tuple[State, ...]


def changed(played: Whole, look: Driver) -> Iterator[str]:
    """The sides that have something new before them after each turn, with `look` at that turn's state."""
    before = played.states[0]
    for look.state in played.states[1:]:
        public = look.state.public is not before.public
        yield from (side for side in look.sides if public or look.room(side) is not before.sides[side])
        before = look.state


def _remembered(play: Callable[P, Whole]) -> Callable[P, Whole]:
    """The last campaigns that were played, by what they were played with: the stubs of lru_cache take no class."""
    kept: Any = lru_cache(maxsize=64)(play)
    return kept


@_remembered
def whole(kind: type[Random], seed: int, **options: Any) -> Whole:
    """Such a campaign, played once for all tests that look at it. The game it ends with is nobody's to go on with."""
    game = kind(seed, **options)
    states = [game.state]
    while not game.ended:
        assert len(states) < LONGEST, "the campaign does not end"
        assert game.turn(), f"a dead end in {game.public.stage}"
        states.append(game.state)
    return Whole(game, tuple(states))


class Wild(Random, Game):
    """On Track to Orsha at random."""

    wishes = ("alt", "extra")
