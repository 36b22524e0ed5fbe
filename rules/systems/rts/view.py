"""What pages show of a game: the situation, both sides' figures, Victory Points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from rules.areas.area_map import AreaBorder, AreaMap, AreaStack, Look, MapArea, Sign
from rules.areas.tabletop import Fight, FightingSide, InHand
from rules.contract import SideView
from rules.engine.staged import StagedView
from rules.features.standing import Facts, PublicView
from rules.systems.rts.board import Board
from rules.systems.rts.cards import attack_cost
from rules.systems.rts.context import Context, board_of
from rules.systems.rts.frames import Retreat
from rules.systems.rts.library import chit_does, does
from rules.systems.rts.printed import AXIS, LABELS, SIDES
from rules.systems.rts.retreats import ways_back
from rules.systems.rts.state import PublicRoom
from rules.systems.rts.theater import LAKE, MAJOR, STRAIT, VOLGA
from rules.systems.rts.unit_texts import in_brackets, states, values
from rules.systems.rts.victory import score_of
from rules.text import gettext, gettext_noop, ngettext

LOOKS: Mapping[str, Look] = {"minor": "stream", MAJOR: "river", VOLGA: "wide", STRAIT: "strait", LAKE: "lake"}
SIGNS: tuple[Sign, ...] = ("city", "mountain", "depot")
HALF, SHAKEN, LED = "½", "!", "★"
"""The marks of a stack: how many of its units are Depleted and Disorganized, and whether the leader is there."""


@dataclass(frozen=True)
class TablePublic(PublicView):
    """The `room` as its own page shows it; `names` are those of the sides."""

    room: PublicRoom | None = None
    names: tuple[tuple[str, str], ...] = ()

    @cached_property
    def facts(self) -> Sequence[Facts]:
        """Victory Points, hands and decks, what stays in effect; who is where is on the map."""
        return (Facts(gettext("The game"), tuple(self._game(board_of(self.room)))),) if self.room else ()

    def _game(self, board: Board) -> Iterator[tuple[str, str]]:
        public, score, names = board.public, score_of(board), dict(self.names)
        yield gettext("Victory Points"), ", ".join(f"{names[side]} {score[side]}" for side in SIDES)
        yield gettext("Initiative"), names.get(public.initiative, gettext("nobody"))
        yield gettext("Operational Sequence"), str(public.sequence_played or gettext("none yet"))
        yield gettext("Cards played or discarded"), str(public.cards)
        for side in SIDES:
            hand, deck = public.hands.get(side, 0), public.decks[side]
            sentence = ngettext(
                "{hand} card in hand, {deck} in the deck",
                "{hand} cards in hand, {deck} in the deck",
                hand,
                hand=hand,
                deck=deck,
            )
            yield names[side], sentence
        units = board.theater.units
        destroyed = [units[key] for key, state in public.units.items() if state.off == "destroyed"]
        for side in SIDES:
            if lost := [unit.called for unit in destroyed if unit.side == side]:
                yield gettext("{side} units destroyed", side=names[side]), ", ".join(lost)
        if public.in_winter:
            yield gettext("Season"), gettext("winter")
        yield from _markers(board, names)


def _markers(board: Board, names: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Each marker on the map that both sides read (C18), with what it says: cards in effect, and what is counted."""
    public, running = board.public, board.public.operation
    if running:
        told = gettext("{side} {left}, from {area}", side=names[running.side], left=running.left, area=running.area)
        yield gettext("Supply Points"), told
    if lasting := list(_lasting(board)):
        yield gettext("In effect"), ", ".join(lasting)
    if public.sector:
        yield gettext("Army Group supplied last"), public.sector
    if used := _replacements(board):
        yield gettext("Axis replacements"), used
    if public.in_winter:
        yield gettext("Volga"), _volga(board)
    yield gettext("Soviet reinforcement cards"), _reinforcements(board)


def _lasting(board: Board) -> Iterator[str]:
    """The permanent cards (C15.b): those with a number printed on them with it, Railhead Advances with theirs."""
    public = board.public
    numbers = {"directive45": f"{public.stalingrad:+d}", "order225": f"{public.order225:+d}"}
    for effect in public.permanent:
        card = gettext(LABELS.lasting[effect])
        yield f"{card}: {numbers[effect]}" if effect in numbers else card
    if public.railheads:
        yield f"{gettext(LABELS.lasting['railhead'])}: {public.railheads}"


def _replacements(board: Board) -> str:
    """Whether the Axis has rebuilt a unit in this operation, or in the one before (C11.b)."""
    running = board.public.operation
    operates = running is not None and running.side == AXIS
    if running is not None and operates and running.rebuilt:
        return gettext("used in this operation")
    if not board.public.rebuilt:
        return ""
    return gettext("used, so none in this operation") if operates else gettext("used, so none in the next operation")


def _volga(board: Board) -> str:
    """How long the Volga is closed in winter (C1.b.I)."""
    if not (left := board.volga_closed):
        return gettext("crossed like a major river")
    return ngettext("closed for {left} more card", "closed for {left} more cards", left, left=left)


def _reinforcements(board: Board) -> str:
    """Whether Soviet reinforcement cards may be played (C7.c)."""
    if held := [area for area in board.theater.role("stalingrad") if board.public.control[area] == AXIS]:
        return gettext("free while the Axis holds {areas}", areas=", ".join(held))
    if left := board.reinforcement_cards:
        return ngettext("{number} may be played", "{number} may be played", left, number=left)
    gate = board.numbers.gate
    return gettext("none now; the next at {number} cards", number=gate.first + gate.further * board.public.gated)


def area_map(room: PublicRoom, names: Mapping[str, str]) -> AreaMap:
    """The map as it stands; `names` are those of the sides."""
    board = board_of(room)
    operation, top = room.operation, room.top
    reach = frozenset(board.in_reach(operation.area, operation.side)) if operation else frozenset[str]()
    if isinstance(top, Retreat):
        arrows = [(board.state(top.unit).at, area) for area in ways_back(board, top) if area]
    else:
        arrows = [(room.battle.origin, room.battle.area)] if room.battle else []
    theater, active = board.theater, operation.area if operation else ""
    return AreaMap(
        title=gettext(theater.title),
        areas=tuple(_area(board, name, names, active, reach) for name in theater.areas),
        borders=tuple(
            AreaBorder(one, other, LOOKS.get(kind, "open"), theater.areas[one].sector != theater.areas[other].sector)
            for one, near in theater.borders.items()
            for other, kind in near.items()
            if one < other
        ),
        active=active,
        reach=reach,
        arrows=tuple(arrows),
        legend={sign: gettext(text, sides=", ".join(names.values())) for sign, text in LABELS.legend.items()},
        marks={
            HALF: gettext("Depleted units"),
            SHAKEN: gettext("Disorganized units"),
            LED: gettext("The leader"),
        },
    )


def _area(board: Board, name: str, names: Mapping[str, str], active: str, reach: Collection[str]) -> MapArea:
    """An area with what stands and lies there."""
    area, points = board.theater.areas[name], board.public.points.get(name)
    flags = {
        gettext_noop("City"): area.city,
        gettext_noop("Mountain"): area.mountain,
        gettext_noop("Supply symbol"): area.depot,
        gettext_noop("Exit"): area.exit,
        gettext_noop("Active Operation"): name == active,
        gettext_noop("within reach of the operation"): name in reach and name != active,
    }
    values = [gettext("{side} {number} VP", side=names[side], number=n) for side, n in area.points.items() if n]
    return MapArea(
        name=name,
        at=area.at,
        holder=board.public.control[name],
        signs=tuple(sign for sign in SIGNS if sign in area.features),
        worth=" : ".join(str(area.points[side]) for side in SIDES) if values else "",
        stacks=tuple(_stack(board, name, side) for side in SIDES if board.here(name, side)),
        points=(points.side, points.number) if points else None,
        words=(*(gettext(words) for words, applies in flags.items() if applies), *values),
    )


def _stack(board: Board, area: str, side: str) -> AreaStack:
    """The counters of a side in an area; the leader is none of its units."""
    counters, units = board.here(area, side), board.units(area, side)
    unit_states = [board.state(unit) for unit in units]
    numbers = {
        HALF: sum(state.depleted for state in unit_states),
        SHAKEN: sum(state.disorganized for state in unit_states),
    }
    marks = [f"{mark}{number}" for mark, number in numbers.items() if number]
    marks += [LED] if len(counters) > len(units) else []
    return AreaStack(
        side=side,
        number=len(units),
        marks=" ".join(marks),
        words=", ".join(in_brackets(board.theater.units[key].called, states(board, key)) for key in counters),
        isolated=any(board.isolated(unit) for unit in units),
    )


@dataclass(frozen=True)
class TableView(StagedView[TablePublic, SideView, Context]):
    """All a page may show."""

    @property
    def hand(self) -> Sequence[InHand]:
        """See rules.areas.tabletop.HasTabletop."""
        return _hand(self.ctx) if self.ctx else ()

    @property
    def tokens(self) -> Sequence[InHand]:
        """See rules.areas.tabletop.HasTabletop."""
        return _tokens(self.ctx) if self.ctx else ()

    @property
    def fight(self) -> Fight | None:
        """See rules.areas.tabletop.HasTabletop."""
        room = self.public.room
        return _fight(board_of(room), dict(self.public.names)) if room and room.battle and not room.reason else None

    def cycle(self, ctx: Context) -> Sequence[str]:
        """The stage in hand alone: who acts follows from what happens, not from a line of stages."""
        return (ctx.stage,)


def _hand(ctx: Context) -> list[InHand]:
    """The cards in hand, those that are the same together."""
    cards = [ctx.board.theater.cards[key] for key in ctx.mine.hand]
    costs = {card.id: attack_cost(ctx.board, ctx.side, card) for card in cards}
    held = Counter((card.called, gettext(LABELS.card[card.kind]), does(card, costs[card.id])) for card in cards)
    return [InHand(*each, number) for each, number in sorted(held.items())]


def _tokens(ctx: Context) -> list[InHand]:
    """The Battle Chits in hand, while there is a battle."""
    held = Counter(ctx.mine.chits if ctx.public.battle else ())
    kind, side = gettext("Battle Chit"), ctx.side
    return [InHand(gettext(chit), kind, chit_does(side, chit), number) for chit, number in sorted(held.items())]


def _fight(board: Board, names: Mapping[str, str]) -> Fight | None:
    """The battle in hand: who stands there, how many chits each has, and what counts in it."""
    battle = board.public.battle
    if battle is None:
        return None
    sides = (battle.attacker, *(side for side in names if side != battle.attacker))
    return Fight(
        gettext("Battle in {area}", area=battle.area),
        tuple(
            FightingSide(
                side,
                names[side],
                side == battle.attacker,
                tuple((board.theater.units[key].called, _how(board, key)) for key in board.units(battle.area, side)),
                gettext("Battle Chits in hand: {number}", number=battle.holds.get(side, 0)),
            )
            for side in sides
        ),
        tuple(_counts(board, names)),
    )


def _how(board: Board, key: str) -> str:
    """The values of a unit as they are, and its marks."""
    fortified = [gettext("Field Fortifications")] if key in board.public.fought.fortified else []
    return ", ".join([values(board, key), *states(board, key), *fortified])


def _counts(board: Board, names: Mapping[str, str]) -> Iterator[str]:
    """What is added or taken off in this battle, and the chit in effect."""
    battle, effect = board.public.fought, board.public.effect
    if battle.border in LABELS.part:
        yield gettext("The attack goes over a border: {kind}.", kind=gettext(LABELS.part[battle.border]))
    for what, added in (("cv", battle.cohesion), ("tv", battle.tactical)):
        for side, number in added.items():
            if number:
                yield f"{names[side]}: {gettext(LABELS.word[what])} {number:+d}"
    if effect is not None:
        params = {"side": names[effect.by], "chit": gettext(effect.chit)}
        yield gettext("{side} chit in effect: {chit}.", **params)
