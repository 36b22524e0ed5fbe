"""Forms of channels and of the hours for alerts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from django import forms
from django.utils.translation import gettext, gettext_lazy, gettext_noop

from campaigns.alerts.addresses import LONGEST, PASTED, SERVICES
from campaigns.alerts.models import ChannelKind
from campaigns.preferences.models import Preferences

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.http import QueryDict

    from campaigns.alerts.models import Channel
    from campaigns.models import Campaign

    _QuietForm = forms.ModelForm[Preferences]
else:
    _QuietForm = forms.ModelForm

HOURS = [(hour, f"{hour:02}:00") for hour in range(24)]
TYPED = [kind for kind in ChannelKind if kind not in (ChannelKind.MAIL, ChannelKind.PUSH)]
"""The kinds whose address is pasted; mail has the account's, and a browser gives its own."""
OF_A_SERVICE = gettext_noop("An address as Apprise writes it, of one of these services: %(schemes)s.")
OF_A_WEBHOOK = gettext_noop("An https address of yours. What is sent there is signed; the next page shows the secret.")


def address_help() -> list[tuple[str, str]]:
    """For each kind whose address is pasted: its name, and what the address is or where it is found."""
    texts = {kind: gettext(where) for kind, (_, _, where) in PASTED.items()}
    texts[ChannelKind.SERVICE] = gettext(OF_A_SERVICE) % {"schemes": ", ".join(SERVICES)}
    texts[ChannelKind.WEBHOOK] = gettext(OF_A_WEBHOOK)
    return [(str(kind.label), texts[kind]) for kind in TYPED]


class AddForm(forms.Form):
    """A new channel; the action checks its address."""

    kind = forms.ChoiceField(label=gettext_lazy("Where to"), choices=[(kind.value, kind.label) for kind in TYPED])
    name = forms.CharField(label=gettext_lazy("What you call it"), max_length=60, required=False)
    address = forms.CharField(
        label=gettext_lazy("Its address"),
        max_length=LONGEST,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )


class PushForm(forms.Form):
    """The subscription that a script got from the browser."""

    name = forms.CharField(max_length=60, required=False, widget=forms.HiddenInput)
    address = forms.CharField(max_length=LONGEST, widget=forms.HiddenInput)


class CodeForm(forms.Form):
    """The code that was sent to a channel."""

    code = forms.CharField(
        label=gettext_lazy("The code that was sent there"),
        max_length=20,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "one-time-code"}),
    )


class ChannelForm(forms.Form):
    """A channel's name, when it gets alerts, and of which campaigns."""

    name = forms.CharField(label=gettext_lazy("What you call it"), max_length=60, required=False)
    daily = forms.BooleanField(label=gettext_lazy("Once a day, all in one"), required=False)
    told_of = forms.MultipleChoiceField(
        label=gettext_lazy("Tell me here of"), required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, channel: Channel, campaigns: Sequence[Campaign], data: QueryDict | None = None) -> None:
        silent = {campaign.pk for campaign in channel.muted.all()}
        spoken = [str(campaign.pk) for campaign in campaigns if campaign.pk not in silent]
        first = {"name": channel.name, "daily": channel.daily, "told_of": spoken}
        super().__init__(data, initial=first)
        choices = [(str(campaign.pk), campaign.name) for campaign in campaigns]
        cast(forms.MultipleChoiceField, self.fields["told_of"]).choices = choices
        if not choices:
            del self.fields["told_of"]


class QuietForm(_QuietForm):
    """The hours in which nothing is sent, and the hour of what is sent once a day."""

    class Meta:
        model = Preferences
        fields = ("quiet_from", "quiet_until", "daily_at")

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        for name in ("quiet_from", "quiet_until"):
            self.fields[name] = forms.TypedChoiceField(
                label=self.fields[name].label,
                choices=[("", gettext("never")), *HOURS],
                coerce=int,
                empty_value=None,
                required=False,
            )
        self.fields["daily_at"] = forms.TypedChoiceField(label=self.fields["daily_at"].label, choices=HOURS, coerce=int)

    def clean(self) -> dict[str, object]:
        """Require both ends of the quiet hours, and different ones, or neither."""
        super().clean()
        cleaned = self.cleaned_data
        begins, ends = cleaned.get("quiet_from"), cleaned.get("quiet_until")
        if (begins is None) != (ends is None):
            missing = "quiet_from" if begins is None else "quiet_until"
            self.add_error(missing, gettext("Give both hours, or neither."))
        elif begins is not None and begins == ends:
            self.add_error("quiet_until", gettext("Give another hour than the first, or neither."))
        return cleaned
