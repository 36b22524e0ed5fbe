"""Cards (2.3, 4.2.3, C15): when one may be played, what it does, and what it brings onto the map."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from rules.contract import Refused
from rules.played.reactions import Window
from rules.systems.rts import battle
from rules.systems.rts.board import Board
from rules.systems.rts.chart import PERMANENT
from rules.systems.rts.frames import LEADER, MOVE, POINTS, RAIL, UNITS, CardAction, Effect, Placing
from rules.systems.rts.library import needs_told
from rules.systems.rts.printed import AXIS, OTHER, SOVIET, no
from rules.systems.rts.resolver import Resolver
from rules.systems.rts.state import PublicRoom, SecretRoom
from rules.systems.rts.theater import Card
from rules.systems.rts.victory import LAST_CARD, SUDDEN_DEATH, end, score_of

OPERATIONAL, EVENT, ATTACK, TACTICS = "operational", "event", "attack", "tactics"
RESTORED = {"depleted", "disorganized"}
OPTIONAL = frozenset({RAIL, MOVE})
"""What need not be done to the last one."""
BROUGHT = {
    "resources": POINTS,
    "reinforce": UNITS,
    "replace": "depleted",
    "reorganize": "disorganized",
    "redeploy": RAIL,
    "move_points": MOVE,
}
"""What a card brings onto the map, by its effect."""


# when ----------------------------------------------------------------------------------------------------------


def kinds_in(public: PublicRoom, side: str) -> tuple[str, ...]:
    """The kinds of cards a side may play now (2.3.1, 4.2.3, 9.4)."""
    frame = public.top
    if isinstance(frame, CardAction):
        return (OPERATIONAL,)
    if isinstance(frame, Window):
        if frame.when == "operation":
            return (EVENT,)
        attacks = public.battle is not None and public.battle.attacker == side
        return (TACTICS, EVENT, ATTACK) if attacks else (TACTICS, EVENT)
    return (EVENT,)


def playable(board: Board, mine: SecretRoom) -> tuple[Card, ...]:
    """The cards in hand that may be played now."""
    kinds = kinds_in(board.public, mine.key)
    held = (board.theater.cards[card] for card in mine.hand)
    return tuple(card for card in held if card.kind in kinds and why_not(board, mine.key, card) is None)


def why_not(board: Board, side: str, card: Card) -> Refused | None:
    """Why a card may not be played now."""
    public = board.public
    if card.kind not in kinds_in(public, side):
        return no("kind_not_now")
    varied = card.effect == "railhead" and public.railheads  # what is printed on it holds for the first one (C6.b, c)
    if lacking := [need for need in card.needs if not varied and not fulfilled(public, side, need)]:
        return no("lacking", needs=needs_told(lacking))
    if card.effect in PERMANENT and card.effect in public.permanent:
        return no("played_already")
    if card.effect == "railhead":
        if not public.railheads and board.railhead_lacks and public.readings.railhead_first != "yes":
            return no("railhead_cities", areas=", ".join(board.railhead_lacks))
        if public.railheads > _railhead_cities(board):
            return no("railhead_more")
    if card.effect == "reinforce" and side == SOVIET and not board.reinforcements_open():
        return no("gate_closed")
    return _why_not_now(board, side, card)


def _held_for_railhead(board: Board) -> tuple[str, ...]:
    """The cities of the second and third Railhead Advance that the Axis controls (C6.c)."""
    return tuple(area for area in board.theater.role("railhead_more") if board.public.control[area] == AXIS)


def _railhead_cities(board: Board) -> int:
    """How many cities let a Railhead Advance be played: by ruling one that let the second be played still counts."""
    held, before = _held_for_railhead(board), board.public.railhead_cities
    return len({*held, *before} if held and board.public.readings.railhead_city == "another" else held)


def _why_not_now(board: Board, side: str, card: Card) -> Refused | None:
    """What in the operation or battle at hand keeps a card from being played."""
    public, running = board.public, board.public.operation
    if card.effect == "sudden_death":
        score = score_of(board)
        ahead = score[side] - score[OTHER[side]]
        if ahead < card.number:
            return no("too_close", ahead=ahead, number=card.number)
    if card.effect == "backhand" and board.theater.leader and not _waits(board):
        return no("leader_has_come")
    if card.kind == ATTACK and (running is None or attack_cost(board, side, card) > running.left):
        return no("attack_too_dear")
    if card.effect == "supply_points" and (running is None or running.side != side):
        return no("not_your_operation")
    if card.effect == "cancel" and (public.effect is None or public.effect.by == side):
        return no("nothing_to_cancel")
    if card.effect in ("battle_chit", "battle_cv", "battle_tv") and public.battle is None:
        return no("no_battle")
    return None


def _waits(board: Board) -> bool:
    """Whether the leader has not come yet."""
    leader = board.theater.leader
    return leader is not None and board.state(leader.id).off == "pool"


def fulfilled(public: PublicRoom, side: str, need: str) -> bool:
    """Whether a prerequisite of a card is fulfilled."""
    word, _, area = need.partition(":")
    if word in ("winter", "summer"):
        return public.in_winter == (word == "winter")
    if area:
        return (public.control[area] == side) == (word == "control")
    return word in public.permanent


def attack_cost(board: Board, side: str, card: Card) -> int:
    """What an Attack card costs (9.4, C13)."""
    dear = board.cost_factor(side) if board.public.readings.winter_cards == "yes" else 1
    return card.sp * dear


# what it does --------------------------------------------------------------------------------------------------


def follow_action(act: Resolver, frame: CardAction) -> bool:
    """A side with neither cards in hand nor in its deck does nothing (4.2.3)."""
    if act.public.hands[frame.side] or act.public.decks[frame.side]:
        return False
    act.tell("card.none", side=frame.side)
    return True


def draw(act: Resolver) -> None:
    """Draw a card (4.2.3b); with the last one the game ends (4.2.4a)."""
    most = act.numbers.hand.most
    if len(act.mine.hand) >= most:
        raise no("hand_full", number=most)
    if not act.mine.deck:
        raise no("deck_empty")
    take(act, 1, "card.drawn")
    if not act.mine.deck and act.public.readings.last_card == "at_once":
        end(act, LAST_CARD)


def take(act: Resolver, number: int, kind: str) -> None:
    """Cards come from the deck into the hand: drawn when they are drawn, for an order kept could be read."""
    drawn = act.draw("cards", len(act.mine.deck), number)
    cards = [act.mine.deck[place] for place in drawn.got]
    titles = ", ".join(act.theater.cards[card].title for card in cards)
    act.note("cards.drawn", cards=cards, titles=titles, draw=drawn.to_json())
    act.tell(kind, side=act.side, number=number)


def discard(act: Resolver, card: str) -> None:
    """A card is laid face down, and brings a Resource Point (4.2.3c)."""
    _held(act, card)
    act.note("card.left", card=card, title=act.theater.cards[card].title)
    act.tell("card.discarded", side=act.side)
    optional = {} if act.public.readings.discard_point == "yes" else {"optional": True}
    act.tell("placing.begun", side=act.side, what=POINTS, number=1, **optional)


def _held(act: Resolver, card: str) -> Card:
    if card not in act.mine.hand:
        raise no("not_held" if card else "no_card")
    return act.theater.cards[card]


def play(act: Resolver, key: str, says: str = "") -> None:
    """Play a card; `says` is what it does where that is as printed."""
    card = _held(act, key)
    if (refused := why_not(act.board, act.side, card)) is not None:
        raise refused
    if card.effect == "as_printed" and not says:
        raise no("says_nothing")
    gated = card.effect == "reinforce" and card.side == SOVIET
    if act.board.stalingrad_axis and act.public.readings.gate_suspended != "yes":
        gated = False
    cost = attack_cost(act.board, act.side, card)
    act.note("card.left", card=key, title=card.title)
    act.tell("card.played", side=act.side, title=card.title, kind=card.kind, effect=card.effect, gated=gated, cost=cost)
    if card.effect in BROUGHT:
        act.tell("placing.begun", side=act.side, what=BROUGHT[card.effect], number=card.number)
    elif card.effect in PERMANENT or card.effect == "railhead":
        more = card.effect == "railhead" and act.public.railheads
        cities = {"cities": list(_held_for_railhead(act.board))} if more else {}
        act.tell("card.lasts", side=act.side, effect=card.effect, number=card.number, **cities)
        if card.effect == "railhead" and card.number:
            act.tell("placing.begun", side=act.side, what=POINTS, number=card.number)
    elif card.effect == "as_printed":
        act.tell("effect.said", side=act.side, title=card.title, says=says)
    else:
        _EFFECTS[card.effect](act, card)


def _operations(act: Resolver, card: Card) -> None:
    if card.number:
        act.tell("operations.given", side=act.side, number=card.number)
    if card.effect == "backhand":
        act.tell("placing.begun", side=act.side, what=LEADER, number=1)


def _helps(act: Resolver, card: Card) -> None:
    act.tell("card.helps", side=act.side, value=card.effect.removeprefix("battle_"), number=card.number)


def _cancels(act: Resolver, card: Card) -> None:
    act.tell("step.over", chit=act.public.running(Effect).chit, steps=[], chooser="", nobody=False, cancelled=True)


_EFFECTS: Mapping[str, Callable[[Resolver, Card], None]] = {
    "extra_operation": _operations,
    "backhand": _operations,
    "rolloff": lambda act, card: act.tell("rolloff.helped", side=act.side, number=card.number),
    "sudden_death": lambda act, card: end(act, SUDDEN_DEATH),
    "supply_points": lambda act, card: act.tell("supply.added", side=act.side, number=card.number),
    "battle_chit": lambda act, card: battle.play_chit(act, card.chit, card=True),
    "battle_cv": _helps,
    "battle_tv": _helps,
    "cancel": _cancels,
}


# on the map ----------------------------------------------------------------------------------------------------


def follow_placing(act: Resolver, frame: Placing) -> bool:
    """What can be put nowhere is lost."""
    if frame.what == POINTS:
        choices: Collection[str] = act.board.point_areas(frame.side)
    else:
        choices = movable(act.board, frame)
    if choices:
        return False
    act.tell("placing.over", side=frame.side, what=frame.what, number=frame.number)
    return True


def movable(board: Board, frame: Placing) -> Mapping[str, tuple[str, ...]]:
    """What can be put on the map or mended, and where each of it can go; a mended unit stays where it is."""
    side, units = frame.side, board.theater.units
    if frame.what == MOVE:
        areas = board.supply_areas(side)
        own = [area for area, points in board.public.points.items() if points.side == side]
        places = {area: tuple(each for each in areas if each != area) for area in own}
    elif frame.what == UNITS:
        pool = [key for key, state in board.public.units.items() if state.off == "pool" and units[key].side == side]
        places = {key: board.arrivals(key) for key in pool if units[key].fights}
    elif frame.what == LEADER:
        leader = board.theater.leader
        stacks = dict.fromkeys(board.state(key).at for key in board.on_map(side) if units[key].german)
        places = {leader.id: tuple(stacks)} if leader else {}
    elif frame.what == RAIL:
        cut_off = board.public.readings.rail_isolated == "yes"
        able = [key for key in board.on_map(side) if key not in frame.done and (cut_off or not board.isolated(key))]
        places = {key: tuple(area for area in board.arrivals(key) if area != board.state(key).at) for key in able}
    else:
        able = [key for key in board.on_map(side) if getattr(board.state(key), frame.what)]
        places = {key: (board.state(key).at,) for key in able if not board.isolated(key)}
    return {key: areas for key, areas in places.items() if areas}


def may_leave(frame: Placing) -> bool:
    """Whether a side need not place all that is left."""
    return frame.optional or frame.what in OPTIONAL


def place(act: Resolver, frame: Placing, what: str, area: str) -> None:
    """Put one of it on the map: a Resource Point (C5), a unit (C7), or mend a unit."""
    if frame.what == POINTS:
        areas = act.board.point_areas(act.side)
        if area not in areas:
            rule = "C15.e" if area in act.board.supply_areas(act.side) else ""
            raise no("no_point_there", rule=rule, areas=", ".join(areas))
        directed = act.side == AXIS and "directive45" in act.public.permanent
        sector = act.theater.areas[area].sector if directed else ""
        act.tell("points.placed", side=act.side, area=area, sector=sector)
        return
    choices = movable(act.board, frame)
    if what not in choices:
        raise no("not_movable")
    if frame.what in RESTORED:
        act.tell("unit.restored", unit=what, state=frame.what)
        return
    if area not in choices[what]:
        raise no("not_there", rule="C5" if frame.what == MOVE else "", areas=", ".join(choices[what]))
    if frame.what == MOVE:
        act.tell("points.moved", side=act.side, origin=what, area=area)
        return
    origin = act.board.state(what).at
    act.tell("unit.placed", side=act.side, unit=what, origin=origin, area=area)
    if origin:
        act.leader_alone(origin, area)
    act.arrive(area, act.side)
