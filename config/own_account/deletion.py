"""The end of an account at its owner's wish. A host only switches accounts off and on (config.administration).

Whoever has played leaves acts in journals that others rely on. So the row of his account stays, without anything that
says who it was: under a pseudonym that nobody can register, with no address and no way in. His name is free again.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime

from allauth.socialaccount.models import SocialAccount
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.core.mail import send_mail
from django.db import connection, models, transaction
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.translation import gettext, gettext_noop

from campaigns.charts import actions as chart_actions
from campaigns.charts.models import OwnedChart
from campaigns.ledger import former_names, seats_anew
from campaigns.ledger.crypto import CryptoError
from campaigns.locks import devices
from campaigns.models import Campaign, Draft, JournalEntry, Role, Seat
from campaigns.preferences.models import preferences_of
from campaigns.seats import leaving
from rosters.models import SheetJob
from rules.contract import Refused

PSEUDONYM = gettext_noop("former player")
"""A number is added to it. User names have no blanks, so nobody can register one like it."""
KEPT = frozenset({"Seat.user", "Closing.by", "OwnedChart.owner", "Announcement.by"})
"""What goes on to belong to the account under its pseudonym; rows of every other kind that belong to it are deleted."""
NAMED: tuple[tuple[type[models.Model], str], ...] = (
    (Campaign, "founded_by"),
    (Draft, "saved_by"),
    (SheetJob, "requested_by"),
)
"""Where rows name a person in text."""


def commanded_alone(user: User) -> list[Seat]:
    """A person's commander seats in running campaigns whose side has no other commander to give its orders."""
    mine = Seat.objects.filter(user=user, role=Role.COMMANDER, campaign__status="running").select_related("campaign")
    others = Seat.objects.filter(
        role=Role.COMMANDER, campaign=models.OuterRef("campaign"), side=models.OuterRef("side")
    )
    return list(mine.exclude(models.Exists(others.exclude(user=user))).order_by("pk"))


@transaction.atomic
def delete_account(user: User) -> str:
    """Remove everything of a person but what others rely on; return his pseudonym. Raises Refused for the last host.

    `user` is the one of the request: he carries the device on which rooms of his may be open.
    """
    unlocked_user, user = user, User.objects.select_for_update().get(pk=user.pk)
    if user.username.startswith(f"{PSEUDONYM} "):  # a second press, which waited for the first
        return user.username
    # Of two who leave at once the second waits here: each gets a pseudonym of his own, and the last host stays.
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext(%s))", [PSEUDONYM])
    hosts = User.objects.filter(is_superuser=True, is_active=True)
    if user.is_superuser and not hosts.exclude(pk=user.pk).exists():
        raise Refused(
            gettext("This is the only account that may enter the administration."),
            way_out=gettext("Make another with manage.py createsuperuser first."),
        )
    name, address, now = user.get_username(), user.email, timezone.now()
    number = User.objects.filter(username__startswith=f"{PSEUDONYM} ").count() + 1
    pseudonym, language = f"{PSEUDONYM} {number}", preferences_of(user).spoken
    # The campaigns with a seat or with acts of his, each with its row locked until the end.
    acted = JournalEntry.objects.filter(actor=user.get_username(), at__gte=user.date_joined)
    theirs = models.Q(seats__user=user) | models.Q(pk__in=acted.values("campaign"))
    keys = Campaign.objects.filter(theirs).values("pk")
    campaigns = list(Campaign.objects.filter(pk__in=keys).select_for_update().prefetch_related("rooms").order_by("pk"))
    devices.unlock(unlocked_user, campaigns)
    for campaign in campaigns:
        # Leave a running campaign, as its journal tells; where that is over, or locked to him, his seat stays empty.
        for seat in Seat.objects.filter(campaign=campaign, user=user).select_related("user").order_by("pk"):
            seat.campaign = campaign
            if not campaign.running or not seats_anew.is_known(seat):
                continue
            with suppress(CryptoError), transaction.atomic():
                leaving.end(campaign, seat, leaving.DELETED, seat)
        former_names.remember(campaign, name, pseudonym, timezone.now())
    for model, field in NAMED:
        model._default_manager.filter(**{field: name}).update(**{field: pseudonym})
    _drop_charts(user)
    _drop_log_ins(user)
    for relation, key in relations().items():
        if relation not in KEPT:
            key.model._default_manager.filter(**{key.name: user}).delete()
    _wipe(user, pseudonym, now)
    if address:
        with translation.override(language or translation.get_language()):
            subject = gettext("Your account was deleted")
            text = render_to_string("emails/account_deleted.txt", {"name": name})
        transaction.on_commit(lambda: send_mail(subject, text, None, [address], fail_silently=True))
    return pseudonym


def drop_links_elsewhere(user_id: int | None) -> None:
    """Take away an account's links to providers that the settings do not name: they open nothing."""
    ours = [each["provider_id"] for each in settings.OIDC_PROVIDERS]
    SocialAccount.objects.filter(user=user_id).exclude(provider__in=ours).delete()


def relations() -> dict[str, models.ForeignKey[User, User]]:
    """Every relation of a table to an account, as "Seat.user"; those between accounts and lists of theirs too."""
    columns = (
        each.field for each in User._meta.get_fields(include_hidden=True) if isinstance(each, models.ForeignObjectRel)
    )
    own = (key for key in columns if isinstance(key, models.ForeignKey))
    return {f"{key.model.__name__}.{key.name}": key for key in own}


def _drop_charts(user: User) -> None:
    """Private charts go; shared ones stay if a campaign was founded on them, without the draft."""
    for chart in OwnedChart.objects.filter(owner=user).prefetch_related("versions"):
        founded_on_it = {f"options__{chart.kind}__sheets__in": chart_actions.carried_sheets(chart)}
        if chart.shared and Campaign.objects.filter(system=chart.system, **founded_on_it).exists():
            chart.draft = {}
            chart.save(update_fields=["draft"])
        else:
            chart.delete()


def _drop_log_ins(user: User) -> None:
    """End all sessions (which tells their live streams), and forget what was counted of failed log-ins."""
    for session in Session.objects.iterator():
        if session.get_decoded().get("_auth_user_id") == str(user.pk):
            session.delete()
    tried = [each.lower() for each in (user.get_username(), user.email) if each]
    for counted in (AccessAttempt, AccessFailureLog, AccessLog):
        for each in tried:
            counted.objects.filter(models.Q(username=each) | models.Q(username__startswith=f"{each} on ")).delete()


def _wipe(user: User, pseudonym: str, now: datetime) -> None:
    user.username, user.email, user.first_name, user.last_name = pseudonym, "", "", ""
    user.last_login, user.date_joined = None, now
    user.is_active = user.is_staff = user.is_superuser = False
    user.set_unusable_password()
    user.save()
