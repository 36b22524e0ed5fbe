"""Forms for the words that lock a room, and for those that open it."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext, gettext_lazy

from campaigns.locks import words
from campaigns.locks.actions import ChosenWords, open_offer
from campaigns.locks.models import OpenedSlot, Slot, SlotKind
from campaigns.models import Invitation
from rules.contract import Refused

WHERE_WORDS_ARE_TYPED = ("campaign-start", "room-unlock", "room-words")
WORDS = re.compile(r"((own|sheet)-)?(drawn|present|written|sheet|own|words)|pin_.*")
"""Fields of those pages that hold words or PINs, or say that they were written down."""
AS_TYPED = {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}


def without_words(request: HttpRequest) -> QueryDict:
    """The posted data that a form keeps for later, without words and tokens, which are typed again."""
    posted, page = request.POST.copy(), request.resolver_match
    words = WORDS if page and page.url_name in WHERE_WORDS_ARE_TYPED else None
    for name in [*posted]:
        if name == "csrfmiddlewaretoken" or (words and words.fullmatch(name)):
            del posted[name]
    return posted


class LockForm(forms.Form):
    """The words a room will be locked with: shown before they are used, so that they can't be lost on the way."""

    drawn = forms.CharField(widget=forms.HiddenInput)
    sheet = forms.CharField(widget=forms.HiddenInput)
    own = forms.CharField(
        label=gettext_lazy("A passphrase of your own instead"),
        help_text=gettext_lazy("At least 20 characters. Leave it blank for the drawn words: they are better."),
        required=False,
        strip=False,
        max_length=words.LONGEST,
        widget=forms.TextInput(attrs=AS_TYPED),
    )
    with_sheet = forms.BooleanField(
        label=gettext_lazy("Make the recovery sheet a way in, too"), required=False, initial=True
    )
    written = forms.BooleanField(
        label=gettext_lazy("I have written the words down, or printed this page"),
        error_messages={"required": gettext_lazy("Write them down first: they are shown nowhere else, ever.")},
    )

    @classmethod
    def of(cls, post: QueryDict | None) -> LockForm:
        """The form that was sent; one with new words if none was, or what came are no words of ours."""
        if post is not None and all(words.parse_drawn_words(post.get(name, "")) for name in ("drawn", "sheet")):
            return cls(post)
        return cls(initial={"drawn": words.drawn_words(), "sheet": words.drawn_words()})

    @property
    def drawn_words(self) -> list[str]:
        """The words to be written down, one by one."""
        return str(self["drawn"].value()).split()

    @property
    def sheet_words(self) -> list[str]:
        """The words of the recovery sheet."""
        return str(self["sheet"].value()).split()

    def clean_own(self) -> str:
        """A passphrase of one's own as it is used; "" if there is none."""
        typed: str = self.cleaned_data["own"]
        try:
            return words.own_passphrase(typed) if typed.strip() else ""
        except Refused as no:
            raise forms.ValidationError(f"{no.message} {no.way_out}") from None

    def confirmed(self) -> bool:
        """Whether it was sent with the words written down."""
        return self.is_bound and self.is_valid()

    def chosen(self, slot: OpenedSlot | None = None) -> ChosenWords:
        """What the room is locked with; `slot` opens one that was locked before."""
        data = self.cleaned_data
        return ChosenWords(data["own"] or data["drawn"], data["sheet"] if data["with_sheet"] else "", slot)


class NewWordsForm(forms.Form):
    """New words for a room that is open, one's own or those of the recovery sheet; the present ones are asked for."""

    drawn = forms.CharField(widget=forms.HiddenInput)
    present = forms.CharField(
        label=gettext_lazy("Your present words"),
        strip=False,
        max_length=words.LONGEST,
        widget=forms.TextInput(attrs=AS_TYPED),
        error_messages={"required": gettext_lazy("Type the words with which you open the room now.")},
    )
    written = forms.BooleanField(
        label=gettext_lazy("I have written the new words down, or printed this page"),
        error_messages={"required": gettext_lazy("Write them down first: they are shown nowhere else, ever.")},
    )

    @classmethod
    def of(cls, post: QueryDict | None, prefix: str) -> NewWordsForm:
        """The form that was sent; one with new words if none was, or what came are no words of ours."""
        if post is not None and words.parse_drawn_words(post.get(f"{prefix}-drawn", "")):
            return cls(post, prefix=prefix)
        return cls(initial={"drawn": words.drawn_words()}, prefix=prefix)

    @property
    def drawn_words(self) -> str:
        """The words to be written down."""
        return str(self["drawn"].value())


class UnlockForm(forms.Form):
    """Words, and the way in that they belong to."""

    way = forms.ChoiceField(label=gettext_lazy("Which words"), widget=forms.RadioSelect)
    words = forms.CharField(
        label=gettext_lazy("Words"),
        help_text=gettext_lazy("Six words of five letters, or the passphrase of your own."),
        strip=False,
        max_length=words.LONGEST,
        widget=forms.TextInput(attrs=AS_TYPED),
        error_messages={"required": gettext_lazy("Type the words; capitals and hyphens do not matter.")},
    )
    stay = forms.BooleanField(
        label=gettext_lazy("Keep this device unlocked for 30 days, or until I log out"), required=False, initial=True
    )

    def __init__(self, slots: list[Slot], sides: dict[str, str], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["way"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(slot.name, _title(slot, sides)) for slot in slots]
        field.initial = slots[0].name if slots else None
        self._slots = {slot.name: slot for slot in slots}

    @property
    def has_ways(self) -> bool:
        """Whether there is any way in to give words for."""
        return bool(self._slots)

    def slot(self) -> Slot:
        """The way in that was chosen."""
        return self._slots[self.cleaned_data["way"]]


class OfferWordsForm(forms.Form):
    """The words that came with a link, by another way; or, where none could, those that somebody hands on."""

    way = forms.ChoiceField(label=gettext_lazy("Which words"), widget=forms.RadioSelect)
    room_words = forms.CharField(
        label=gettext_lazy("The words for the room"),
        help_text=gettext_lazy("Whoever invited you has them: six words, sent another way than the link."),
        strip=False,
        max_length=words.LONGEST,
        widget=forms.TextInput(attrs=AS_TYPED),
        error_messages={"required": gettext_lazy("Type the words; without them the room does not open.")},
    )

    def __init__(self, slots: list[Slot], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._slots = {slot.name: slot for slot in slots}
        self.handed_on = all(slot.invitation_id is None for slot in slots)
        if not self.handed_on:
            del self.fields["way"]
            return
        field = self.fields["way"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(slot.name, _title_handed_on(slot)) for slot in slots]
        field.initial = slots[0].name if slots else None
        self.fields["room_words"].help_text = gettext("Six words of five letters, or a passphrase.")

    @property
    def has_ways(self) -> bool:
        """Whether there is anybody's way in at all."""
        return bool(self._slots)

    def opened(self, offer: Invitation) -> OpenedSlot:
        """What the words give; Refused if they are not those of the link."""
        slot = self._slots[self.cleaned_data["way"]] if self.handed_on else next(iter(self._slots.values()))
        return open_offer(offer, slot, self.cleaned_data["room_words"])


def _title(slot: Slot, sides: dict[str, str]) -> str:
    if slot.kind == SlotKind.RECOVERY:
        return gettext("Those of the recovery sheet")
    if slot.kind == SlotKind.UMPIRE:
        return gettext("Mine, for the room of the %(side)s side") % {"side": sides[slot.room.key]}
    return gettext("My own")


def _title_handed_on(slot: Slot) -> str:
    if slot.kind == SlotKind.RECOVERY or slot.seat is None:
        return gettext("Those of the recovery sheet")
    return gettext("Those of the umpire %(name)s") % {"name": slot.seat.user.get_username()}
