"""The forms of the page about time."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy

from campaigns.forms import WholeNumberField
from campaigns.ledger.host_entries import LONGEST_TERM


class PaceForm(forms.Form):
    """How many days a step may take."""

    days = WholeNumberField(
        label=gettext_lazy("Days for a step"),
        help_text=gettext_lazy("0 for any time. It holds as soon as every other side agrees."),
        low=0,
        high=LONGEST_TERM,
    )


class AwayForm(forms.Form):
    """From which day to which somebody is away."""

    first = forms.DateField(label=gettext_lazy("First day away"), widget=forms.DateInput(attrs={"type": "date"}))
    last = forms.DateField(label=gettext_lazy("Last day away"), widget=forms.DateInput(attrs={"type": "date"}))
