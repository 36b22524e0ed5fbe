"""What a page shows beside the map: cards and Battle Chits with what they do, and the battle in hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from rules.areas.tabletop import Fight, FightingSide, Held
from rules.systems.rts.board import Board
from rules.systems.rts.chart import facts
from rules.systems.rts.context import Context
from rules.systems.rts.event_texts import PARTS, WORDS
from rules.systems.rts.printed import ChitStep, chits, numbers
from rules.systems.rts.theater import Card
from rules.text import gettext, gettext_noop

KINDS = {
    "operational": gettext_noop("Operational card"),
    "event": gettext_noop("Event card"),
    "attack": gettext_noop("Attack card"),
    "tactics": gettext_noop("Tactics card"),
}
STEPS = {
    "depleted": gettext_noop("Depleted"),
    "disorganized": gettext_noop("Disorganized"),
    "both": gettext_noop("Depleted and Disorganized"),
    "fortified": gettext_noop("Field Fortifications"),
}
WHOSE = {
    "any": gettext_noop("{side} unit"),
    "german": gettext_noop("German unit"),
    "tank": gettext_noop("{side} tanks"),
    "bare": gettext_noop("{side} unit without Field Fortifications"),
}


def does(card: Card) -> str:
    """What a card does, in short."""
    parts = [gettext(facts().effect[card.effect].text)]
    if card.chit:
        parts = [f"{gettext(card.chit)}: {chit_does(card.side, card.chit)}"]
    elif card.number:
        parts = [f"{parts[0]}: {card.number}"]
    if card.sp:
        parts.append(gettext("costs {number} SP", number=card.sp))
    if card.needs:
        parts.append(gettext("needs {what}", what=", ".join(card.needs)))
    return "; ".join(parts)


def chit_does(side: str, chit: str) -> str:
    """What a Battle Chit of a side does, step by step."""
    return "; ".join(_step(step) for step in chits(side)[chit].steps)


def _step(step: ChitStep) -> str:
    side = gettext(getattr(numbers().sides, step.side))
    whose, what = gettext(WHOSE[step.which], side=side), gettext(STEPS[step.result])
    if not step.check:
        return f"{whose}: {what}"
    if step.modifier:
        return gettext(
            "{unit} checks with {modifier}: {result}", unit=whose, modifier=f"{step.modifier:+d}", result=what
        )
    return gettext("{unit} checks: {result}", unit=whose, result=what)


def hand(ctx: Context) -> list[Held]:
    """The cards in hand, those that are the same together."""
    cards = [ctx.theater.cards[key] for key in ctx.mine.hand]
    held = Counter((card.title, gettext(KINDS[card.kind]), does(card)) for card in cards)
    return [Held(*each, number) for each, number in sorted(held.items())]


def tokens(ctx: Context) -> list[Held]:
    """The Battle Chits in hand, while there is a battle."""
    held = Counter(ctx.mine.chits if ctx.public.battle else ())
    kind, side = gettext("Battle Chit"), ctx.side
    return [Held(gettext(chit), kind, chit_does(side, chit), number) for chit, number in sorted(held.items())]


def fight(board: Board, names: Mapping[str, str]) -> Fight | None:
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
                tuple((board.theater.units[key].name, _state(board, key)) for key in board.units(battle.area, side)),
                gettext("Battle Chits in hand: {number}", number=battle.holds.get(side, 0)),
            )
            for side in sides
        ),
        tuple(_counts(board, names)),
    )


def _state(board: Board, key: str) -> str:
    """The values of a unit as they are, and its marks."""
    state = board.state(key)
    found = ["-".join(str(board.value(key, which)) for which in ("cv", "mf", "tv"))]
    found += [gettext("Depleted")] if state.depleted else []
    found += [gettext("Disorganized")] if state.disorganized else []
    found += [gettext("Isolated")] if board.isolated(key) else []
    found += [gettext("Field Fortifications")] if key in board.public.fought.fortified else []
    return ", ".join(found)


def _counts(board: Board, names: Mapping[str, str]) -> Iterator[str]:
    """What is added or taken off in this battle, and the chit in effect."""
    battle, effect = board.public.fought, board.public.effect
    if battle.border in PARTS:
        yield gettext("The attack goes over a border: {kind}.", kind=gettext(PARTS[battle.border]))
    for what, added in (("cv", battle.cohesion), ("tv", battle.tactical)):
        for side, number in added.items():
            if number:
                yield f"{names[side]}: {gettext(WORDS[what])} {number:+d}"
    if effect is not None:
        told = {"side": names[effect.by], "chit": gettext(effect.chit)}
        yield gettext("{side} chit in effect: {chit}.", **told)
