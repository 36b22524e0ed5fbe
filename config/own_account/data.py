"""Everything of a person as files in a zip: his account, his charts, and each campaign as far as he may read it.

It is made while he waits and kept nowhere: what he may read is in no queue, no table and no file of the server, and a
room that only opens while he is there can be in it. So that a request does not take too long, many campaigns come in
parts.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from allauth.usersessions.models import UserSession
from django.core.serializers.json import DjangoJSONEncoder
from django.utils.translation import gettext

from campaigns import access
from campaigns.alerts import addresses
from campaigns.alerts.models import Channel
from campaigns.calendars.addresses import address_of
from campaigns.charts.models import OwnedChart
from campaigns.club.models import Announcement, StandIn
from campaigns.club.rights import is_organiser
from campaigns.ledger import archive, journal
from campaigns.ledger.crypto import CryptoError
from campaigns.locks import devices
from campaigns.models import Campaign, Seat
from campaigns.preferences.models import preferences_of
from campaigns.seats import rights
from rules.contract import PUBLIC

if TYPE_CHECKING:
    from django.contrib.auth.models import User

ENTRIES = 1500
"""The most journal entries in one part, over all its campaigns; a campaign with more is a part by itself."""


@dataclass(frozen=True)
class Held:
    """A campaign of a person, with his seats; `seat` is the one he sits on, None between two of one device."""

    seats: tuple[Seat, ...]
    seat: Seat | None

    @property
    def campaign(self) -> Campaign:
        return self.seats[0].campaign

    @property
    def rooms(self) -> frozenset[str]:
        """What he may read of it now."""
        return access.rooms_of(self.seat) if self.seat else frozenset({PUBLIC})

    @property
    def is_whole(self) -> bool:
        """Whether all that he may read is open on this device."""
        return self.seat is None or rights.rooms_by_right(self.seat) == self.rooms

    @property
    def file_name(self) -> str:
        return f"campaigns/{self.campaign.public_id}.json"


def parts(user: User) -> list[list[Held]]:
    """The campaigns of a person, cut into parts by how many entries he may read of them; there is always one part."""
    seats = dict[int, list[Seat]]()
    for seat in access.seats_of(user):
        seats.setdefault(seat.campaign_id, []).append(seat)
    devices.unlock(user, [each[0].campaign for each in seats.values()])
    archives, size = list[list[Held]]([[]]), 0
    for each in seats.values():
        held = Held(tuple(each), access.active_seat(user, each))
        entries = journal.entry_count(held.campaign, held.rooms)
        if archives[-1] and size + entries > ENTRIES:
            archives.append([])
            size = 0
        archives[-1].append(held)
        size += entries
    return archives


def zipped(user: User, number: int) -> bytes:
    """Part `number` (from 1) as a zip; IndexError if there is none. Account and charts are in the first."""
    volumes, packed = parts(user), io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as target:
        missing = [held.campaign.name for held in volumes[number - 1] if not held.is_whole]
        for held in volumes[number - 1]:
            try:
                content = archive.export_campaign(held.campaign, held.rooms, with_seed=held.campaign.ended)
            except CryptoError:
                missing.append(held.campaign.name)
                continue
            _put(target, held.file_name, content)
        if number == 1:
            _put(
                target, "account.json", {**account(user), "seats": [seat for part in volumes for seat in _seats(part)]}
            )
            for chart in OwnedChart.objects.filter(owner=user).prefetch_related("versions"):
                versions = [
                    {"number": each.number, "made_at": each.made_at, "sheets": each.content}
                    for each in chart.versions.all()
                ]
                about = {"name": chart.name, "game": chart.system, "shared": chart.shared, "begun_at": chart.created}
                _put(target, f"charts/{chart.chart_id}.json", {**about, "draft": chart.draft, "versions": versions})
        lines = [
            gettext("This is part %(number)s of %(many)s of what Refit Room keeps of you.")
            % {"number": number, "many": len(volumes)},
            gettext(
                "account.json (in the first part): your account and your places. charts: the charts you have typed in."
            ),
            gettext(
                "campaigns: each campaign with what you may read of it now. Such a file can be checked with "
                "verify_campaign.py, which every server of this program hands out, and a whole one be imported again."
            ),
        ]
        if missing:
            why = gettext("Not whole, because they are locked on this device or their keys are not at hand: %(names)s.")
            lines.append(why % {"names": ", ".join(missing)})
        target.writestr("README.txt", "\n\n".join(lines) + "\n")
    return packed.getvalue()


def account(user: User) -> dict[str, Any]:
    """What is kept of an account, without what lets anybody in."""
    mails = EmailAddress.objects.filter(user=user).order_by("pk")
    factors = Authenticator.objects.filter(user=user).order_by("pk")
    preferred = preferences_of(user)
    sessions = UserSession.objects.filter(user=user).order_by("pk")
    return {
        "name": user.get_username(),
        "registered_at": user.date_joined,
        "last_log_in_at": user.last_login,
        "address_for_mail": user.email,
        "addresses": [{"address": each.email, "confirmed": each.verified} for each in mails],
        "language": preferred.language,
        "time_zone": preferred.time_zone,
        "organiser_of_the_club": is_organiser(user),
        "would_stand_in": StandIn.objects.filter(user=user).exists(),
        "announcements": list(Announcement.objects.filter(by=user).order_by("pk").values("text", "made_at")),
        "mails": {
            "turn": preferred.mail_turn,
            "answer": preferred.mail_answer,
            "rewind": preferred.mail_rewind,
        },
        "quiet_from": preferred.quiet_from,
        "quiet_until": preferred.quiet_until,
        "daily_at": preferred.daily_at,
        "calendar_since": calendar.since if (calendar := address_of(user)) else None,
        "channels": [
            {
                "kind": each.kind,
                "called": each.name,
                "address": addresses.display_address(each),
                "daily": each.daily,
                "confirmed_at": each.confirmed_at,
                "silent_about": [campaign.name for campaign in each.muted.all()],
            }
            for each in Channel.objects.filter(user=user).order_by("pk")
        ],
        "second_factors": [
            {"kind": each.type, "added_at": each.created_at, "last_used_at": each.last_used_at} for each in factors
        ],
        "linked_log_ins": [
            {"from": each.provider, "known_there_as": each.uid, "since": each.date_joined, "said": each.extra_data}
            for each in SocialAccount.objects.filter(user=user).order_by("pk")
        ],
        "log_ins": [
            {"from": each.ip, "browser": each.user_agent, "since": each.created_at, "last_seen_at": each.last_seen_at}
            for each in sessions
        ],
    }


def _seats(part: list[Held]) -> Iterator[dict[str, object]]:
    for held in part:
        for seat in held.seats:
            yield {
                "campaign": held.campaign.public_id,
                "name": held.campaign.name,
                "game": held.campaign.system,
                "role": seat.role,
                "side": seat.side,
                "since": seat.created,
                "archived": getattr(seat, "archived", False),
                "file": held.file_name,
            }


def _put(target: zipfile.ZipFile, name: str, content: object) -> None:
    target.writestr(name, json.dumps(content, ensure_ascii=False, indent=1, cls=DjangoJSONEncoder))
