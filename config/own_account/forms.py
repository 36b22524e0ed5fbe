"""The forms of an account: what it prefers, and its end."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any, cast

from django import forms
from django.conf import settings
from django.utils.translation import gettext, gettext_lazy

from campaigns.preferences.models import Preferences, time_zones

if TYPE_CHECKING:
    from django.contrib.auth.models import User

    _PreferencesForm = forms.ModelForm[Preferences]
else:
    _PreferencesForm = forms.ModelForm


AREAS = {
    "Africa": gettext_lazy("Africa"),
    "America": gettext_lazy("America"),
    "Antarctica": gettext_lazy("Antarctica"),
    "Asia": gettext_lazy("Asia"),
    "Atlantic": gettext_lazy("Atlantic"),
    "Australia": gettext_lazy("Australia"),
    "Europe": gettext_lazy("Europe"),
    "Indian": gettext_lazy("Indian Ocean"),
    "Pacific": gettext_lazy("Pacific"),
}
"""The parts of the world after which time zones are called."""


class PreferencesForm(_PreferencesForm):
    """Language, time zone, and which mails; nobody else sees any of it."""

    language = forms.ChoiceField(
        label=gettext_lazy("Language"),
        required=False,
        help_text=gettext_lazy("Of pages, sheets and mails. Mails are in English as long as none is chosen."),
    )

    time_zone = forms.ChoiceField(
        label=gettext_lazy("Time zone"),
        required=False,
        help_text=gettext_lazy("Of dates and times on pages and in mails. Dates of the game are not changed by it."),
    )

    class Meta:
        model = Preferences
        fields = ("language", "time_zone", "mail_turn", "mail_answer", "mail_rewind")

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        languages = [("", gettext_lazy("as the browser asks")), *settings.LANGUAGES]
        field = cast(forms.ChoiceField, self.fields["language"])
        field.choices = languages
        cast(forms.ChoiceField, self.fields["time_zone"]).choices = zones_by_area()


def zones_by_area() -> list[Any]:
    """The time zones that are called by a place, by parts of the world, for a list to choose from."""
    places = sorted(name for name in time_zones() if name.partition("/")[0] in AREAS)
    grouped = groupby(places, lambda name: name.partition("/")[0])
    by_area = [
        (AREAS[area], [(name, name.partition("/")[2].replace("_", " ")) for name in names]) for area, names in grouped
    ]
    return [("", gettext_lazy("as the browser says")), ("UTC", "UTC"), *by_area]


class DeleteForm(forms.Form):
    """His password, and a tick that he means it."""

    password = forms.CharField(
        label=gettext_lazy("Your password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )
    consent = forms.BooleanField(label=gettext_lazy("I want my account to be deleted. It can't be undone."))

    def __init__(self, user: User, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._user = user

    def clean_password(self) -> str:
        """Look at the password."""
        typed = str(self.cleaned_data["password"])
        if not self._user.check_password(typed):
            raise forms.ValidationError(gettext("This is not your password. Try again, or set a new one first."))
        return typed
