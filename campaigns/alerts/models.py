"""The channels of accounts and what is due on them. Nobody else reads either, the host's admin included."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext, gettext_lazy


class ChannelKind(models.TextChoices):
    """The ways in which an alert leaves the server."""

    MAIL = "mail", gettext_lazy("Mail")
    PUSH = "push", gettext_lazy("This browser")
    DISCORD = "discord", gettext_lazy("Discord")
    SLACK = "slack", gettext_lazy("Slack")
    TELEGRAM = "telegram", gettext_lazy("Telegram")
    NTFY = "ntfy", gettext_lazy("ntfy.sh")
    MATRIX = "matrix", gettext_lazy("Matrix")
    SERVICE = "service", gettext_lazy("Another service")
    WEBHOOK = "webhook", gettext_lazy("A webhook of my own")


class Failure(models.TextChoices):
    """Why a channel did not take what it was sent last, as its owner is told."""

    ANSWER = "answer", gettext_lazy("it was not accepted: the address may be wrong, or not valid any more")
    SILENT = "silent", gettext_lazy("there was no answer in time")
    UNREACHED = "unreached", gettext_lazy("it could not be reached")
    INNER = "inner", gettext_lazy("its address leads into a network of this server's, where nothing is sent")
    GONE = "gone", gettext_lazy("this browser has taken its consent back")


UNKNOWN_WHERE = (Failure.INNER, Failure.UNREACHED)


class Owed(models.TextChoices):
    """What a channel's owner asked to be sent there."""

    CODE = "code", gettext_lazy("The code")
    TEST = "test", gettext_lazy("A test")


class Channel(models.Model):
    """A way to reach one account. Every account has its mail; every other channel is confirmed by a code sent there.

    `address` is encrypted with the master keys, as whoever knows it can write there; it is empty for mail, which uses
    the account's own. `code` is a MAC of the code sent last, valid until `code_until` and for a few guesses. `owed` is
    what its owner asked for and no worker has sent yet. `muted` are the campaigns of which nothing is sent there.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=10, choices=ChannelKind.choices)
    name = models.CharField(gettext_lazy("What you call it"), max_length=60, blank=True)
    address = models.BinaryField(default=bytes)
    daily = models.BooleanField(gettext_lazy("Once a day, all in one"), default=False)
    confirmed_at = models.DateTimeField(null=True)
    code = models.CharField(max_length=200, blank=True)
    code_until = models.DateTimeField(null=True)
    guesses = models.PositiveSmallIntegerField(default=0)
    owed = models.CharField(max_length=10, choices=Owed.choices, blank=True)
    sent_at = models.DateTimeField(null=True)
    failed_at = models.DateTimeField(null=True)
    failure = models.CharField(max_length=10, choices=Failure.choices, blank=True)
    muted = models.ManyToManyField("campaigns.Campaign", related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["user"], condition=Q(kind=ChannelKind.MAIL), name="account_has_one_channel_for_mail"
            ),
            models.CheckConstraint(condition=Q(kind__in=ChannelKind.values), name="channel_is_of_a_known_kind"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"

    @property
    def title(self) -> str:
        """The kind in words, with its owner's name for it."""
        kind = str(ChannelKind(self.kind).label)
        return f"{kind}: {self.name}" if self.name else kind

    @property
    def is_mail(self) -> bool:
        return self.kind == ChannelKind.MAIL

    @property
    def why(self) -> str:
        """Why it failed last, in words; "" if it did not.

        Names inside the server's own network and names that do not exist get the same words. Otherwise somebody could
        find out, name after name, what there is inside.
        """
        if self.failure in UNKNOWN_WHERE and not self.is_mail:
            return gettext("it could not be reached, or leads into a network of this server’s, where nothing is sent")
        return str(dict(Failure.choices).get(self.failure, self.failure))


class Alert(models.Model):
    """A notification on one channel. `due_at` is when it is to be sent; null once it was sent, given up or dropped."""

    notification = models.ForeignKey("campaigns.Notification", on_delete=models.CASCADE, related_name="+")
    channel = models.ForeignKey(Channel, on_delete=models.CASCADE, related_name="+")
    since = models.DateTimeField()
    due_at = models.DateTimeField(null=True, db_index=True)
    tries = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["notification", "channel"], name="channel_has_one_alert_of_a_notification")
        ]

    def __str__(self) -> str:
        return f"{self.notification_id} on {self.channel_id}"


class PushPair(models.Model):
    """The key pair by which push services recognise this instance; the private half is encrypted. There is one row."""

    private = models.BinaryField()
    public = models.TextField()

    def __str__(self) -> str:
        return f"{self.pk}"


def mail_channel(user_id: int) -> Channel:
    """The channel of an account's own mail, made if missing; it needs no code."""
    channel, _ = Channel.objects.get_or_create(user_id=user_id, kind=ChannelKind.MAIL)
    return channel


def channels_of(user_id: int) -> list[Channel]:
    """The channels of an account, mail first, in the order in which they were made."""
    mail_channel(user_id)
    return sorted(Channel.objects.filter(user=user_id).order_by("pk"), key=lambda channel: not channel.is_mail)
