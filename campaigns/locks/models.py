"""The rows of locked rooms. None of them opens anything without words of the side, or an unlocked device's cookie."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.db import models
from django.db.models import Q


class SlotKind(models.TextChoices):
    """Whose way into a room it is."""

    MEMBER = "member"
    RECOVERY = "recovery"
    UMPIRE = "umpire"


class Slot(models.Model):
    """A way into a locked room: a pair of keys whose private half lies under words, and those under the master key.

    `sealed` has the room's newest key for `public`; `tag` says that somebody with that key made it. It belongs to a
    seat, to a link until that is used, or, being the recovery sheet, to nobody; one whose person has left goes with the
    next act of a commander. `misses` are wrong words since the
    last right ones.
    """

    room = models.ForeignKey("campaigns.Side", on_delete=models.CASCADE, related_name="slots")
    kind = models.CharField(max_length=10, choices=SlotKind.choices)
    name = models.CharField(max_length=32)
    seat = models.ForeignKey("campaigns.Seat", on_delete=models.SET_NULL, null=True, related_name="slots")
    invitation = models.ForeignKey("campaigns.Invitation", on_delete=models.SET_NULL, null=True, related_name="slots")
    salt = models.BinaryField()
    public = models.BinaryField()
    private = models.BinaryField()
    tag = models.BinaryField()
    sealed = models.BinaryField()
    misses = models.PositiveSmallIntegerField(default=0)
    missed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["room", "name"], name="slot_name_is_used_once"),
            models.CheckConstraint(condition=Q(kind__in=SlotKind.values), name="slot_is_of_a_known_kind"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.name}"


@dataclass(frozen=True)
class OpenedSlot:
    """A slot with its private key, for the request in which its words were given."""

    slot: Slot
    private: bytes

    def __repr__(self) -> str:
        return f"OpenedSlot({self.slot})"


class UnlockedDevice(models.Model):
    """A slot's private key for one session (`session` is its mark): half of what opens it is in the device's cookie."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    slot = models.ForeignKey(Slot, on_delete=models.CASCADE, related_name="devices")
    session = models.CharField(max_length=64)
    sealed = models.BinaryField()
    until = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["session", "slot"], name="device_has_one_row_of_a_slot"),
        ]

    def __str__(self) -> str:
        return f"{self.user} {self.slot}"
