"""Actions of an account on its own channels. Nobody else can change them."""

from __future__ import annotations

from collections.abc import Iterable

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from campaigns.alerts import addresses, codes, tasks
from campaigns.alerts.models import Alert, Channel, ChannelKind, Owed, PushPair
from campaigns.alerts.push_keys import LABEL
from campaigns.ledger import crypto
from campaigns.models import Campaign, Seat
from campaigns.quotas.quotas import spend
from rules.contract import Refused

MOST = 10
"""The most channels of one account, mail not counted."""
GUESSES = 5


@transaction.atomic
def add_channel(*, user: User, kind: str, name: str, pasted: str) -> Channel:
    """Add a channel and send a code there. Raises Refused if `pasted` is no such address, or there are too many."""
    if kind not in ChannelKind.values or kind == ChannelKind.MAIL:
        raise Refused(
            gettext("There is no such kind of channel."), field="kind", way_out=gettext("Choose one of the list.")
        )
    address = addresses.checked_address(kind, pasted)
    User.objects.select_for_update().get(pk=user.pk)
    if Channel.objects.filter(user=user).exclude(kind=ChannelKind.MAIL).count() >= MOST:
        raise Refused(
            gettext("You have %(most)s channels, the most there can be.") % {"most": MOST},
            way_out=gettext("Remove one first."),
        )
    channel = Channel.objects.create(user=user, kind=kind, name=name, address=addresses.locked(user.pk, address))
    ask_for(user=user, channel=channel, what=Owed.CODE)
    return channel


@transaction.atomic
def ask_for(*, user: User, channel: Channel, what: Owed) -> None:
    """Have a worker send a code, to a channel that is not confirmed yet, or a test message, to one that is."""
    if what == Owed.CODE and channel.confirmed_at:
        raise Refused(gettext("This channel is confirmed already."), way_out=gettext("Send a test there."))
    if what == Owed.TEST and not (channel.confirmed_at or channel.is_mail):
        raise Refused(gettext("This channel is not confirmed yet."), way_out=gettext("Have a code sent there first."))
    if channel.is_mail and not user.email:
        raise Refused(
            gettext("Your account has no address, so no mail is sent to you."),
            way_out=gettext("Add an address on the page of your account."),
        )
    spend(user, "codes")
    Channel.objects.filter(pk=channel.pk).update(owed=what)
    transaction.on_commit(lambda: tasks.send_what_was_asked_task.delay(channel.pk), robust=True)


def confirm(*, channel: Channel, code: str) -> None:
    """Confirm a channel with its code. Raises Refused if the code is wrong or too old, or was guessed too often."""
    way_out = gettext("Have a new code sent there.")
    with transaction.atomic():
        row = Channel.objects.select_for_update().get(pk=channel.pk)
        spent = row.guesses >= GUESSES
        row.guesses = min(row.guesses + 1, GUESSES)
        right = not spent and bool(row.code) and codes.is_right(row, code)
        timely = row.code_until is not None and timezone.now() <= row.code_until
        if right and timely:
            row.confirmed_at, row.code, row.code_until = timezone.now(), "", None
        row.save(update_fields=["guesses", "confirmed_at", "code", "code_until"])
    if row.confirmed_at:
        return
    if spent:
        raise Refused(gettext("Too many codes were tried."), field="code", way_out=way_out)
    if right:
        raise Refused(gettext("This code is too old."), field="code", way_out=way_out)
    raise Refused(gettext("This is not the code that was sent last."), field="code", way_out=way_out)


def change(*, channel: Channel, name: str, daily: bool, told_of: Iterable[Campaign]) -> None:
    """Save a channel's name, whether it gets all once a day, and the campaigns whose alerts it gets."""
    with transaction.atomic():
        Channel.objects.filter(pk=channel.pk).update(name=name, daily=daily)
        spoken = {campaign.pk for campaign in told_of}
        channel.muted.set([each for each in campaigns_of(channel) if each.pk not in spoken])


def own_channel(user: User, number: int) -> Channel | None:
    """The channel with this number if it is the account's own, else None."""
    return Channel.objects.select_related("user").filter(user=user, pk=number).first()


def campaigns_of(channel: Channel) -> list[Campaign]:
    """The campaigns in which a channel's owner has a seat."""
    seats = Seat.objects.filter(user=channel.user_id)
    return list(Campaign.objects.filter(pk__in=seats.values("campaign")).order_by("name", "pk"))


def remove(*, channel: Channel) -> None:
    """Delete a channel and its alerts. Raises Refused for the account's mail, which can only be muted."""
    if channel.is_mail:
        raise Refused(
            gettext("The address of your account is no channel to remove."),
            way_out=gettext("Mute campaigns on its page, or choose what you are told under Language, time and mail."),
        )
    channel.delete()


@transaction.atomic
def rewrap_all() -> int:
    """Encrypt all addresses with the current master key; returns how many. Raises CryptoError if one won't open."""
    channels = list(Channel.objects.select_for_update().exclude(kind=ChannelKind.MAIL).order_by("pk"))
    for channel in channels:
        channel.address = addresses.locked(channel.user_id, addresses.opened(channel))
        channel.save(update_fields=["address"])
    for row in PushPair.objects.select_for_update():
        row.private = crypto.wrap(crypto.unwrap(row.private, LABEL), LABEL)
        row.save(update_fields=["private"])
    return len(channels)


def owed_on(channel: Channel) -> int:
    """How many alerts are due on a channel, now or later."""
    return Alert.objects.filter(channel=channel, due_at__isnull=False).count()
