"""Actions for who does what in a side: parts, and the overall commander who hands them out."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from django.db import transaction
from django.utils.translation import gettext

from campaigns import drafts
from campaigns.guards import StalePage, check_commander, check_running, lock_campaign
from campaigns.ledger import journal, seats_anew
from campaigns.models import Role, Seat
from campaigns.quotas.quotas import spend
from campaigns.teams import signing
from campaigns.teams.rights import mates_of, may_hand_out
from campaigns.teams.team import SideTeam, keep, team_of
from rules.contract import Refused

LONGEST_PART = 80
"""The most characters of a part's name."""


@transaction.atomic
def hand_out(*, parts: Mapping[int, str], assigned: Mapping[str, int], by: Seat, revision: int) -> None:
    """Name the parts of the side's seats, and assign steps and stages to seats (0: to nobody in particular).

    Steps and stages that are not in `assigned` stay as they are. Raises StalePage unless `revision` is the team's.
    """
    team = _team_to_change(by, revision)
    check_overall(by)
    numbers = {each.number for each in mates_of(by)}
    named = {number: _checked(parts[number], number) for number in numbers & parts.keys()}
    assignments = {key: number for key, number in {**team.given, **assigned}.items() if number in numbers}
    _keep(by, replace(team, parts={number: part for number, part in named.items() if part}, given=assignments))


@transaction.atomic
def hand_on(*, to: int, by: Seat, revision: int) -> None:
    """Make another commander of the side the overall commander."""
    team = _team_to_change(by, revision)
    check_overall(by)
    if to not in {each.number for each in seats_anew.listed(by.campaign).commanders(by.side)}:
        raise Refused(
            gettext("Only a commander of your side can be its overall commander."),
            field="to",
            way_out=gettext("Choose one of those on the list."),
        )
    _keep(by, replace(team, overall=to))


@transaction.atomic
def choose_signing(*, two: bool, adjutants: Collection[int], by: Seat, revision: int) -> None:
    """Choose whether two of the side sign its final steps, and which of its adjutants may be one of them."""
    team = _team_to_change(by, revision)
    check_overall(by)
    able = {each.number for each in mates_of(by) if each.role == Role.ADJUTANT}
    _keep(by, replace(team, two_sign=two, signers=tuple(sorted(able & set(adjutants)))))


def sign(*, step: str, data: drafts.Entries, act: str, by: Seat, stamp: drafts.Stamp) -> drafts.SavedDraft:
    """Save the entries of a final step with a first signature for its button `act`; nothing is carried out.

    `by` is a locked seat. Raises `drafts.Clash` if its page did not show the newest draft.
    """
    campaign = lock_campaign(by)
    check_signer(by)
    spend(by.user, "drafts")
    mark = signing.mark_of(by.number, act)
    signed = drafts.sign(campaign, by.side, step, data, by.user.get_username(), stamp, mark)
    journal.announce(campaign, by.side)
    return signed


def check_signer(by: Seat) -> None:
    """Raise Refused unless the seat is a commander's, or that of an adjutant who may sign first."""
    check_running(by.campaign)
    if not signing.may_sign(by):
        check_commander(by)


def _team_to_change(by: Seat, revision: int) -> SideTeam:
    """The team of a commander's side, under the campaign's lock. Raises StalePage unless its page showed this one."""
    lock_campaign(by)
    check_commander(by)
    team = team_of(by)
    if team.revision != revision:
        raise StalePage
    return team


def check_overall(by: Seat) -> None:
    """Raise Refused unless the seat is its side's overall commander's, in a running campaign."""
    check_commander(by)
    if not may_hand_out(by, team_of(by)):
        raise Refused(
            gettext("Only the overall commander of your side hands out parts."),
            way_out=gettext("Ask him for it; he can hand his role on to you."),
        )


def _checked(part: str, number: int) -> str:
    cleaned = " ".join(part.split())
    if len(cleaned) > LONGEST_PART or not cleaned.isprintable():
        raise Refused(
            gettext("Name a part in one line of at most %(longest)s characters.") % {"longest": LONGEST_PART},
            field=f"part-{number}",
            way_out=gettext("What you typed is still there: shorten it."),
        )
    return cleaned


def _keep(by: Seat, team: SideTeam) -> None:
    spend(by.user, "drafts")
    keep(by.campaign, by.side, replace(team, revision=team.revision + 1))
    journal.announce(by.campaign, by.side)
