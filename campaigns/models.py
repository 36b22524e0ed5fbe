"""The tables of campaigns: campaigns, rooms, seats, links, notifications, journal entries, drafts.

A side's secrets are stored only as ciphertext (such as `Room.state`, `RGPurchase.body`, `JournalEntry.sealed`,
`JournalEntry.proof`, `Draft.body`, `Campaign.seed_sealed`); the keys come from outside the database, see
`ledger.crypto`. Only the ledger writes journal entries, and only actions call it to do so.
"""

from __future__ import annotations

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.crypto import get_random_string
from django.utils.functional import cached_property
from django.utils.translation import gettext, gettext_lazy, gettext_noop

from campaigns.alerts import models as alert_models  # noqa: F401
from campaigns.bringing import models as bringing_models  # noqa: F401
from campaigns.calendars import models as calendar_models  # noqa: F401
from campaigns.charts import models as chart_models  # noqa: F401 (Django looks for an app's models here)
from campaigns.closing import models as closing_models  # noqa: F401
from campaigns.club import models as club_models  # noqa: F401
from campaigns.ledger.purchase_models import RGPurchase as RGPurchase
from campaigns.ledger.purchase_models import RGPurchaseLine as RGPurchaseLine
from campaigns.locks import models as lock_models
from campaigns.pace import models as pace_models  # noqa: F401
from campaigns.preferences import models as preference_models  # noqa: F401
from campaigns.quotas import models as quota_models  # noqa: F401
from campaigns.talk import models as talk_models  # noqa: F401
from campaigns.trials.models import Trial as Trial
from campaigns.verify import models as verify_models  # noqa: F401
from rules.contract import PUBLIC


def new_public_id() -> str:
    """Twelve random letters and digits for URLs, which do not reveal how many campaigns there are."""
    return get_random_string(12)


class Status(models.TextChoices):
    """Whether a campaign goes on. An abandoned one was ended before its game was over, so its rooms stay shut."""

    RUNNING = "running", gettext_lazy("Running")
    ENDED = "ended", gettext_lazy("Ended")
    ABANDONED = "abandoned", gettext_lazy("Abandoned")


class PlayMode(models.TextChoices):
    """How the sides come to the table; in the last two modes one account has the seats of all sides."""

    ACCOUNTS = "accounts", gettext_lazy("Two people, each with an account")
    HOTSEAT = "hotseat", gettext_lazy("Two people at one device, who hand it over to each other")
    SOLO = "solo", gettext_lazy("One person, who plays both sides in the open")


class Role(models.TextChoices):
    """What a seat is for; the first two belong to a side. Within a sentence pages translate the value itself."""

    COMMANDER = gettext_noop("commander"), gettext_lazy("Commander")
    ADJUTANT = gettext_noop("adjutant"), gettext_lazy("Adjutant")
    UMPIRE = gettext_noop("umpire"), gettext_lazy("Umpire")
    SPECTATOR = gettext_noop("spectator"), gettext_lazy("Spectator")


OF_A_SIDE = (Role.COMMANDER, Role.ADJUTANT)
LINK = r"^([0-9a-f]{64})?$"  # of a chain, or nothing yet
PLAY_MODE_IS_KNOWN, ROLE_IS_KNOWN = Q(play_mode__in=PlayMode.values), Q(role__in=Role.values)
SIDE_FITS_ROLE = (Q(role__in=OF_A_SIDE) & ~Q(side="")) | (~Q(role__in=OF_A_SIDE) & Q(side=""))


class Campaign(models.Model):
    """A campaign. `sequence`, the number of the last entry of all rooms, never leaves the server.

    `founding` is what all its links hang on (`ledger.form`), `doors` where its dice stand (`ledger.doors`).
    `archived_by` are the people who have archived it in their own lists. `former_names` has the pseudonyms of people
    whose accounts were deleted (`ledger.former_names`), `seat_list` who sits here (`ledger.seat_list`). If it is
    `locked`, each side's room opens only with words of that side until the campaign has ended.
    """

    public_id = models.CharField(gettext_lazy("ID"), max_length=12, unique=True, default=new_public_id, editable=False)
    name = models.CharField(gettext_lazy("name"), max_length=80)
    system = models.CharField(gettext_lazy("game"), max_length=40)
    edition = models.CharField(gettext_lazy("edition"), max_length=20)
    options = models.JSONField(gettext_lazy("options"), default=dict)
    play_mode = models.CharField(max_length=10, choices=PlayMode.choices, default=PlayMode.ACCOUNTS)
    status = models.CharField(gettext_lazy("status"), max_length=10, choices=Status.choices, default=Status.RUNNING)
    founded_at = models.DateTimeField(gettext_lazy("founded at"))
    founded_by = models.CharField(gettext_lazy("founded by"), max_length=150)
    ended_at = models.DateTimeField(gettext_lazy("ended at"), null=True, blank=True)
    sequence = models.PositiveIntegerField(default=0)
    written_at = models.DateTimeField(null=True, blank=True)  # the moment of the last entry of all rooms
    locked = models.BooleanField(default=False)
    seed_sealed = models.BinaryField()
    seed_hash = models.CharField(gettext_lazy("SHA-256 of the seed"), max_length=64)
    founding = models.JSONField()
    summary = models.JSONField(default=dict, blank=True)
    former_names = models.JSONField(default=list, blank=True)
    archived_by = models.ManyToManyField(settings.AUTH_USER_MODEL, related_name="+", blank=True)
    seat_list = models.JSONField(null=True, blank=True)
    doors = models.JSONField()

    class Meta:
        verbose_name, verbose_name_plural = gettext_lazy("campaign"), gettext_lazy("campaigns")
        constraints = [
            models.CheckConstraint(
                condition=Q(status=Status.RUNNING, ended_at=None)
                | Q(status__in=(Status.ENDED, Status.ABANDONED), ended_at__isnull=False),
                name="campaign_has_an_end_exactly_when_it_has_ended",
            ),
            models.CheckConstraint(
                condition=~Q(name="") & ~Q(system="") & ~Q(edition=""),
                name="campaign_names_itself_its_system_and_its_edition",
            ),
            models.CheckConstraint(
                condition=Q(seed_hash__regex=r"^[0-9a-f]{64}$"), name="campaign_seed_hash_is_sha256"
            ),
            models.CheckConstraint(condition=PLAY_MODE_IS_KNOWN, name="campaign_is_played_in_a_known_way"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("campaign", args=[self.public_id])

    @property
    def running(self) -> bool:
        return self.status == Status.RUNNING

    @property
    def ended(self) -> bool:
        """Whether its game is over, so that its rooms are open to all."""
        return self.status == Status.ENDED

    @property
    def abandoned(self) -> bool:
        return self.status == Status.ABANDONED

    @cached_property
    def unwrapped_keys(self) -> dict[tuple[str, bytes], tuple[bytes, ...]]:
        """A cache of data keys (and the seed) unwrapped since it was fetched, by label and wrapped key."""
        return {}

    @cached_property
    def unlocked_keys(self) -> dict[str, tuple[bytes, ...]]:
        """The data keys of locked rooms that were unlocked since it was fetched, by room; kept nowhere else."""
        return {}

    @property
    def rewind_is_proposed(self) -> bool:
        """Whether a rewind waits for an answer."""
        return "rewind" in self.summary

    @property
    def called(self) -> str:
        """Its name as printed on paper, where a solo campaign is marked as one."""
        return gettext("%(name)s (solo)") % {"name": self.name} if self.play_mode == PlayMode.SOLO else self.name


class Room(models.Model):
    """The public room or a side's: its wrapped data key, its counts and its state, encrypted.

    `head` is the newest link of its chain; the public room's is shown to everybody. `undone` has the first and last
    number of each run of entries that was undone. `heard` is the number of the newest public entry that changes sides'
    rooms: in the public room the newest there is, in a side's the newest that its state includes. Newer ones are
    applied when the side's room is next entered. A room that its side has locked has no `wrapped_key`; `older` has each
    former key, in hex, encrypted under the next. `deposit` is the wrapped key for the campaign's end: left with the
    side's last decision, so that the end opens the room with nobody there. `dice` has the side's secrets for its dice
    (`ledger.doors`), `team` who of the side does what (`teams.team`), both encrypted with the room's key.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="rooms")
    key = models.CharField(max_length=30)
    wrapped_key = models.BinaryField()
    older = models.JSONField(default=list, blank=True)
    deposit = models.BinaryField(null=True)
    dice = models.BinaryField(null=True)
    team = models.BinaryField(null=True)
    entries = models.PositiveIntegerField(default=0)
    undone = models.JSONField(default=list, blank=True)
    heard = models.PositiveIntegerField(default=0)
    head = models.CharField(max_length=64, blank=True)
    state = models.BinaryField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["campaign", "key"], name="campaign_has_each_room_once"),
            models.CheckConstraint(condition=~Q(key=""), name="room_has_a_key"),
            models.CheckConstraint(condition=Q(head__regex=LINK), name="room_head_is_a_link"),
        ]

    def __str__(self) -> str:
        return self.key


class Side(Room):
    """A side of a campaign, which is its room; the public room is no side.

    `won` says whether the side has won the campaign; null as long as nobody has.
    """

    won = models.BooleanField(null=True, blank=True)


class Seat(models.Model):
    """A person's place at a campaign. `admitted` lists the sides that have let an umpire into their rooms.

    It opens nothing unless the journal knows it by its `number` and a digest of user and `salt` (see `access`). The row
    of somebody who leaves is deleted. `pin` (hashed) and the wrong PINs since the last right one are for a shared
    device. Not stored: whether the person has other sides' seats too (`shared`), whether the campaign's row is locked
    in the current transaction (`locked`), and the `way_in` of somebody who has just sat down in a locked room.
    """

    shared = False
    locked = False
    way_in: lock_models.OpenedSlot | None = None

    campaign = models.ForeignKey(
        Campaign, verbose_name=gettext_lazy("campaign"), on_delete=models.CASCADE, related_name="seats"
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=gettext_lazy("user"), on_delete=models.PROTECT, related_name="seats"
    )
    side = models.CharField(gettext_lazy("side"), max_length=30, blank=True)
    role = models.CharField(gettext_lazy("role"), max_length=10, choices=Role.choices)
    admitted = models.JSONField(gettext_lazy("admitted by"), default=list, blank=True)
    number = models.PositiveIntegerField()
    salt = models.CharField(max_length=64)
    pin = models.CharField(max_length=128, blank=True)
    pin_misses = models.PositiveSmallIntegerField(default=0)
    pin_missed_at = models.DateTimeField(null=True, blank=True)
    created = models.DateTimeField(gettext_lazy("taken at"), auto_now_add=True)

    class Meta:
        verbose_name, verbose_name_plural = gettext_lazy("seat"), gettext_lazy("seats")
        constraints = [
            models.UniqueConstraint(fields=["campaign", "user", "side"], name="person_has_one_seat_of_a_side"),
            models.UniqueConstraint(fields=["campaign", "number"], name="seat_number_is_used_once"),
            models.CheckConstraint(condition=ROLE_IS_KNOWN, name="seat_role_is_known"),
            models.CheckConstraint(condition=SIDE_FITS_ROLE, name="seat_has_a_side_exactly_if_its_role_has"),
            models.CheckConstraint(
                condition=Q(admitted=[]) | Q(role=Role.UMPIRE), name="seat_is_admitted_to_rooms_only_as_umpire"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.side} {self.role}".strip()


class Invitation(models.Model):
    """A link that confers one seat, once. Only the hash of its token is stored, here and by `number` in the journal."""

    campaign = models.ForeignKey(
        Campaign, verbose_name=gettext_lazy("campaign"), on_delete=models.CASCADE, related_name="invitations"
    )
    side = models.CharField(gettext_lazy("side"), max_length=30, blank=True)
    role = models.CharField(gettext_lazy("role"), max_length=10, choices=Role.choices)
    number = models.PositiveIntegerField()
    token_hash = models.CharField(max_length=64, unique=True)
    created_by = models.ForeignKey(
        Seat, verbose_name=gettext_lazy("made by"), on_delete=models.CASCADE, related_name="invitations"
    )
    created_at = models.DateTimeField(gettext_lazy("made at"), auto_now_add=True)
    used_by = models.ForeignKey(
        Seat, verbose_name=gettext_lazy("used by"), on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    used_at = models.DateTimeField(gettext_lazy("used at"), null=True, blank=True)
    withdrawn_at = models.DateTimeField(gettext_lazy("withdrawn at"), null=True, blank=True)

    class Meta:
        verbose_name, verbose_name_plural = gettext_lazy("invitation"), gettext_lazy("invitations")
        constraints = [
            models.CheckConstraint(condition=ROLE_IS_KNOWN, name="invitation_role_is_known"),
            models.CheckConstraint(condition=SIDE_FITS_ROLE, name="invitation_has_a_side_exactly_if_its_role_has"),
            models.CheckConstraint(
                condition=Q(used_by=None, used_at=None) | Q(used_by__isnull=False, used_at__isnull=False),
                name="invitation_says_by_whom_and_when_it_was_used",
            ),
            models.CheckConstraint(
                condition=Q(used_at=None) | Q(withdrawn_at=None), name="invitation_is_used_or_withdrawn_not_both"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.side} {self.role}".strip()


class NotificationKind(models.TextChoices):
    """What a notification is about."""

    TURN = "turn", gettext_lazy("The side is waited for")
    REWIND = "rewind", gettext_lazy("A rewind waits for an answer")
    CLOSING = "closing", gettext_lazy("The campaign is to be ended or removed, or was ended")
    ANSWER = "answer", gettext_lazy("A correction or a gain by hand waits for an answer")
    SEAT = "seat", gettext_lazy("A commander is to be replaced, or was")


RECIPIENTS = {
    NotificationKind.TURN: OF_A_SIDE,
    NotificationKind.REWIND: (Role.COMMANDER,),
    NotificationKind.CLOSING: tuple(Role),
    NotificationKind.ANSWER: (Role.COMMANDER, Role.UMPIRE),
    NotificationKind.SEAT: tuple(Role),
}
"""The roles that get each kind of notification."""


class Notification(models.Model):
    """A notification for a seat: since when it is due, null if it is not, and when one last went to its channels."""

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=10, choices=NotificationKind.choices)
    due_at = models.DateTimeField(null=True)
    sent_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["seat", "kind"], name="seat_has_one_notification_of_a_kind"),
            models.CheckConstraint(
                condition=Q(kind__in=NotificationKind.values), name="notification_is_of_a_known_kind"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.seat} {self.kind}"


class JournalEntry(models.Model):
    """One event in one room. Never changed, never deleted: a database trigger refuses both. `sequence` orders all rooms
    and never leaves the server; `number` counts within the room. In a side's room kind and data are both in `sealed`.
    `proof` (first entry of an act only) has the dice drawn, the nonce of seal and links, and the link of the acting
    side's room, encrypted with that room's key. `link`, and `anchors` by side (last public entry of an act only), are
    of the public chain. `seat` is the number of the actor's seat, 0 for the host; `public` that of the public entries
    after the act.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="+")
    sequence = models.PositiveIntegerField()
    act = models.UUIDField()
    room = models.CharField(max_length=30)
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=80, blank=True)
    body = models.JSONField(null=True, encoder=DjangoJSONEncoder)
    sealed = models.BinaryField(null=True)
    proof = models.BinaryField(null=True)
    link = models.CharField(max_length=64, blank=True)
    anchors = models.JSONField(null=True)
    public = models.PositiveIntegerField()
    seat = models.PositiveIntegerField(default=0)
    actor = models.CharField(max_length=150, blank=True)
    side = models.CharField(max_length=30, blank=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ["campaign", "sequence"]
        constraints = [
            models.UniqueConstraint(fields=["campaign", "sequence"], name="journal_entry_sequence_is_used_once"),
            models.UniqueConstraint(fields=["campaign", "room", "number"], name="journal_entry_number_is_used_once"),
            models.CheckConstraint(
                condition=Q(sequence__gte=F("number")) & Q(number__gt=0), name="journal_entry_numbers_are_positive"
            ),
            models.CheckConstraint(
                condition=(Q(room=PUBLIC, body__isnull=False, sealed=None) & ~Q(kind=""))
                | (~Q(room=PUBLIC) & Q(kind="", body=None, sealed__isnull=False)),
                name="journal_entry_is_open_in_public_and_sealed_elsewhere",
            ),
            models.CheckConstraint(
                condition=Q(link="") | Q(room=PUBLIC, link__regex=LINK),
                name="journal_entry_has_links_in_public_only",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.room} {self.number}"


class Draft(models.Model):
    """A side's entries for a step, in no journal. With `act` they were committed as that, and kept for an undo."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="+")
    room = models.CharField(max_length=30)
    step = models.CharField(max_length=60)
    body = models.BinaryField()
    saved_by = models.CharField(max_length=150)
    saved_at = models.DateTimeField()
    act = models.UUIDField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["campaign", "room", "step"], name="room_has_one_draft_of_a_step"),
            models.CheckConstraint(condition=~Q(room=PUBLIC) & ~Q(room=""), name="draft_belongs_to_a_side"),
        ]

    def __str__(self) -> str:
        return f"{self.room} {self.step}"
