"""Every position of a game in which a step waits for a side, as far as campaigns played at random come to it."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from django.db import transaction

from campaigns.ledger import journal
from campaigns.models import Campaign, JournalEntry
from rules import registry
from rules.contract import PUBLIC, AnyState
from rules.ground.campaign_map import HasMap
from tests.kept import kept
from tests.maps.practice import practice_map
from tests.systems.games import Scripts
from tests.systems.refit_game import RefitScripts

Place = tuple[str, str, str]
"""What was chosen at the founding, the step, and the side it waits for."""


PARTS = range(4)
"""A game has too many positions for one test of `make test`, which draws some part of those of each game."""


def part_of(scripts: Scripts, part: int) -> Sequence[tuple[Place, AnyState]]:
    """Every so manieth position of a game."""
    return list(positions(scripts).items())[part :: len(PARTS)]


def positions(scripts: Scripts) -> Mapping[Place, AnyState]:
    """By place a state: of a campaign as it is proposed, of one for each other choice at its founding, on a map too.

    Of places at which a step asks in the same way, for either side, the first is there.
    """
    return kept(f"every position of {scripts.system.key}", lambda: _differently_asked(scripts))


def _differently_asked(scripts: Scripts) -> Mapping[Place, AnyState]:
    asked: dict[Hashable, tuple[Place, AnyState]] = {}
    for place, state in _all(scripts):
        asked.setdefault(_asks(scripts, place, state), (place, state))
    return dict(asked.values())


def _all(scripts: Scripts) -> Iterator[tuple[Place, AnyState]]:
    system = scripts.system
    yield from ((("", *at), state) for at, state in scripts.whole.positions.items())
    if isinstance(scripts, RefitScripts):
        yield from ((("", *at), state) for at, state in scripts.positions.items())
    variants: list[dict[str, Any]] = [
        {choice.key: option} for choice in system.choices for option in scripts.others(choice)
    ]
    if isinstance(system, HasMap):
        variants.append({"map": practice_map(system.key)})
    for options in variants:
        played = scripts.start(**{**scripts.short, **options}).finish()
        called = " ".join(f"{key} {option if isinstance(option, str) else ''}" for key, option in options.items())
        yield from (((called, *at), state) for at, state in played.positions.items())


def _asks(scripts: Scripts, place: Place, state: AnyState) -> Hashable:
    """In which way a step asks: its buttons, the kinds of its entries, whose dice it takes."""
    _, step, side = place
    current = scripts.system.current(state.only({side}), side)
    assert current
    task = current.task
    return step, task.kind, task.orders, frozenset(each.kind for each in task.fields), bool(task.needs) and task.mode


@contextmanager
def laid(state: AnyState) -> Iterator[None]:
    """In here every campaign stands as in this state: pages are made of it. Nothing that is written stays."""

    def load(campaign: Campaign, rooms: set[str]) -> AnyState:
        return state.only({*rooms} - {PUBLIC})

    with patch.object(journal, "load_state", load), transaction.atomic():
        for campaign in Campaign.objects.all():
            campaign.summary = journal.summary_of(registry.get(campaign.system), state)
            campaign.save(update_fields=["summary"])
        yield
        transaction.set_rollback(True)


@contextmanager
def gone_on_from(state: AnyState) -> Iterator[None]:
    """In here every campaign stands as in this state with what is done from now on; none of it is left afterwards."""
    before = set(JournalEntry.objects.values_list("act", flat=True))

    def folded(campaign: Campaign, rooms: Collection[str]) -> AnyState:
        keys = {*rooms} - {PUBLIC}
        news = [
            each for each in journal.entries(campaign, {PUBLIC, *keys}) if each.act not in before and not each.undone
        ]
        return journal.fold(registry.get(campaign.system), state.only(keys), [each.event for each in news])

    with patch.object(journal, "load_state", folded), patch.object(journal, "rebuild", folded), transaction.atomic():
        yield
        transaction.set_rollback(True)
