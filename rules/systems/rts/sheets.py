"""Sheets of a game: the situation, the order of battle, the story, a side's hand."""

from __future__ import annotations

from collections.abc import Mapping

from rules.contract import State
from rules.features.documents import NUMBER, Column, Sheet, SheetTable, table
from rules.systems.rts.board import Board
from rules.systems.rts.chart import theater
from rules.systems.rts.context import board_of
from rules.systems.rts.printed import LABELS, SIDES, numbers
from rules.systems.rts.state import PublicRoom, SecretRoom
from rules.systems.rts.unit_texts import limits, states
from rules.systems.rts.victory import city_points, score_of
from rules.text import gettext

BLANK_ROWS = 18


def sheets(state: State[PublicRoom, SecretRoom], side: str | None, names: Mapping[str, str]) -> Mapping[str, Sheet]:
    """The forms by key: the situation, the order of battle and the story for everybody, the hand for its side."""
    public = state.public
    played = theater(public.chart)
    title = gettext(numbers().title)
    number = public.sequence_played
    before = gettext("Before the first Operational Sequence")
    when = gettext("Operational Sequence {number}", number=number) if number else before
    if side is not None:
        columns = (Column(gettext("Card"), 3), Column(gettext("Kind")), Column("SP", kind=NUMBER))
        cards = [played.cards[card] for card in state.sides[side].hand]
        rows = sorted((card.called, gettext(LABELS.card[card.kind]), card.sp) for card in cards)
        hand = table(gettext("Hand"), columns, rows, gettext("No cards."))
        return {"hand": Sheet("hand", gettext("Hand"), title, when, names[side], (hand,))}
    board = board_of(public)
    score = score_of(board)
    points = gettext("Victory Points: {told}.", told=", ".join(f"{names[side]} {score[side]}" for side in SIDES))
    situation = Sheet("situation", gettext("Situation"), title, when, "", (_areas(board, names),), (points,))
    # Whoever draws it adds the public journal below: a list of some hundred lines, so it has a sheet of its own.
    story = Sheet("story", gettext("The campaign's story"), title, when, "", (), (points,), journal=True)
    battle = Sheet(
        "units", gettext("Order of battle"), title, when, "", tuple(_units(board, each, names) for each in SIDES)
    )
    by_hand = gettext("to be written by hand")
    # A line for each operation, to be written by hand.
    blank_columns = (
        Column(gettext("Sequence"), 0.7),
        *(Column(gettext("{side}: Card or Map", side=names[side]), 1) for side in SIDES),
        Column(gettext("Area"), 1.3),
        Column(gettext("Units, battles, what came of them"), 4),
        *(Column(gettext("VP {side}", side=names[side]), 0.7) for side in SIDES),
    )
    blank = Sheet(
        "record",
        gettext("Record, blank"),
        title,
        by_hand,
        "",
        (table(gettext("Record"), blank_columns, [()] * BLANK_ROWS),),
        blank=True,
    )
    return {"situation": situation, "units": battle, "story": story, "record": blank}


def _areas(board: Board, names: Mapping[str, str]) -> SheetTable:
    """Every area with who holds it, its Resource Points and its units."""
    columns = (
        Column(gettext("Area"), 2),
        Column(gettext("Held by"), 1),
        Column(gettext("RP"), 0.6, NUMBER),
        Column(gettext("VP"), 0.6, NUMBER),
        Column(gettext("Units"), 5),
    )
    rows = []
    for area in sorted(board.theater.areas):
        points = board.public.points.get(area)
        units = (key for side in SIDES for key in board.here(area, side))
        unit_names = ", ".join(board.theater.units[key].called for key in units)
        _, worth = city_points(board, area)
        rows.append(
            (area, names[board.public.control[area]], points.number if points else None, worth or None, unit_names)
        )
    return table(gettext("Areas"), columns, rows)


def _units(board: Board, side: str, names: Mapping[str, str]) -> SheetTable:
    """The counters of a side with their values and where they are."""
    columns = (
        Column(gettext("Unit"), 3),
        Column("CV", 0.5, NUMBER),
        Column("MF", 0.5, NUMBER),
        Column("TV", 0.5, NUMBER),
        Column(gettext("State"), 2),
        Column(gettext("Where"), 2),
    )
    rows = []
    for key, unit in board.theater.units.items():
        if unit.side != side:
            continue
        state = board.state(key)
        values = unit.depleted if state.depleted else unit.full
        where = state.at or gettext(LABELS.off_map[state.off])
        numbers_of = (values.cv, values.mf, values.tv) if unit.fights else (None, None, None)
        told = ", ".join((*states(board, key, isolation=False), *limits(board, key)))
        rows.append((unit.called, *numbers_of, told, where))
    return table(names[side], columns, rows)
