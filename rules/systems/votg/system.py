"""Valor of the Guards as the kernel knows it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.kernel import PUBLIC, Event, Ruling, State, Story
from rules.parts.choices import DICE, Choice
from rules.parts.library import Library
from rules.parts.refit import byhand
from rules.parts.refit.system import RefitSystem
from rules.parts.sheets import Sheet
from rules.systems.votg import course, founding, sheets, stories
from rules.systems.votg.book import Book, book, rulings
from rules.systems.votg.chart import chart_book
from rules.systems.votg.corrections import ACCOUNT
from rules.systems.votg.desk import Desk, book_of
from rules.systems.votg.library import library
from rules.systems.votg.reduce import REDUCERS
from rules.systems.votg.state import Public, Side, enemy
from rules.systems.votg.view import View, view


class ValorOfTheGuards(RefitSystem[Desk]):
    """The game system `votg`."""

    key = "votg"
    over = "12.3"
    course, reducers, account, rooms = course.COURSE, REDUCERS, ACCOUNT, (Public, Side)

    def __init__(self) -> None:
        super().__init__()
        pack = book().pack
        self.title: str = pack["title"]
        self.edition = str(pack["edition"])
        self.sides: Mapping[str, str] = book().names
        self.rulings: tuple[Ruling, ...] = rulings()
        self.choices = (_games(pack), Choice("balance", "Balance (12.31)", _balances(pack)), DICE)
        self.by_hand = byhand.by_hand(book())
        self.charts = chart_book()

    def desk(self, public: Public, mine: Side) -> Desk:
        return Desk(public, mine)

    def after_act(self, desk: Desk) -> list[Event]:
        return course.after_act(desk)

    def conceded(self, desk: Desk) -> Event:
        """One side gives the campaign up."""
        return Event("campaign.ended", PUBLIC, {"winner": enemy(desk.side), "conceded": desk.side})

    def book_of(self, public: Public) -> Book:
        return book_of(public)

    def setup(self, options: Mapping[str, Any]) -> State:
        return founding.setup(options)

    def view(self, state: State, side: str | None) -> View:
        return view(state, side)

    def sheets(self, state: State, side: str | None) -> Mapping[str, Sheet]:
        return sheets.sheets(state, side)

    def tables(self, options: Mapping[str, Any]) -> Library:
        return library(options)

    def tell(self, event: Event) -> Story:
        return stories.tell(event)


def _games(pack: Mapping[str, Any]) -> Choice:
    """The campaign games, the whole battle first."""
    names = {row["key"]: row["name"] for row in reversed(pack["game"])}
    return Choice("game", "Campaign game", names)


def _balances(pack: Mapping[str, Any]) -> dict[str, str]:
    rules, names = pack["balance"], {row["key"]: row["name"] for row in pack["side"]}
    return {"none": "none"} | {side: f"for the {name} side: {rules[side]}" for side, name in names.items()}
