"""On Track to Orsha as the kernel knows it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.kernel import PUBLIC, Event, Ruling, State, Story
from rules.parts.choices import DICE, Choice
from rules.parts.library import Library
from rules.parts.refit import byhand
from rules.parts.refit.system import RefitSystem
from rules.parts.sheets import Sheet
from rules.systems.oto2 import course, founding, score, sheets, stories
from rules.systems.oto2.book import Book, book, rulings
from rules.systems.oto2.corrections import ACCOUNT
from rules.systems.oto2.desk import Desk, book_of
from rules.systems.oto2.library import library
from rules.systems.oto2.reduce import REDUCERS
from rules.systems.oto2.state import Public, Side, enemy
from rules.systems.oto2.view import View, view


class OnTrackToOrsha(RefitSystem[Desk]):
    """The game system `oto2`."""

    key = "oto2"
    over = "6"
    course, reducers, account, rooms = course.COURSE, REDUCERS, ACCOUNT, (Public, Side)

    def __init__(self) -> None:
        super().__init__()
        pack = book().pack
        self.title: str = pack["title"]
        self.edition = str(pack["edition"])
        self.sides: Mapping[str, str] = book().names
        self.rulings: tuple[Ruling, ...] = rulings()
        self.choices = (Choice("balance", "Balance", _balances(pack["balance"], self.sides)), DICE)
        self.by_hand = byhand.by_hand(book())

    def desk(self, public: Public, mine: Side) -> Desk:
        return Desk(public, mine)

    def after_act(self, desk: Desk) -> list[Event]:
        return course.after_act(desk)

    def conceded(self, desk: Desk) -> Event:
        """One side gives the campaign up; that is CG End too (6)."""
        vp = score.standing(desk.public, desk.book).vp
        return Event("campaign.ended", PUBLIC, {"winner": enemy(desk.side), "vp": vp, "conceded": desk.side})

    def book_of(self, public: Public) -> Book:
        return book_of(public)

    def setup(self, options: Mapping[str, Any]) -> State:
        return founding.setup(options)

    def view(self, state: State, side: str | None) -> View:
        return view(state, side)

    def sheets(self, state: State, side: str | None) -> Mapping[str, Sheet]:
        return sheets.sheets(state, side)

    def tables(self, options: Mapping[str, Any]) -> Library:
        return library(book(tuple(sorted(options.get("rulings", {}).items()))))

    def tell(self, event: Event) -> Story:
        return stories.tell(event)


def _balances(needed: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, str]:
    texts = {"none": f"none: the Russians need {needed['none']} VP"}
    texts |= {side: f"for the {names[side]} side: the Russians need {needed[side]} VP" for side in names}
    return texts
