"""The forms of the club's page."""

from __future__ import annotations

import re

from django import forms
from django.core.validators import validate_email
from django.utils.translation import gettext, gettext_lazy

from campaigns.forms import WholeNumberField

LONGEST_ANNOUNCEMENT = 2000
LONGEST_USERNAME = 150
MOST_ADDRESSES = 20


class AnnouncementForm(forms.Form):
    """The text of an announcement."""

    text = forms.CharField(
        label=gettext_lazy("What all members are to read"),
        help_text=gettext_lazy("Plain text, 2,000 characters at most."),
        max_length=LONGEST_ANNOUNCEMENT,
        widget=forms.Textarea(attrs={"rows": 4}),
    )


class OrganiserForm(forms.Form):
    """Who becomes an organiser."""

    name = forms.CharField(label=gettext_lazy("User name of a member"), max_length=LONGEST_USERNAME)


class LinkForm(forms.Form):
    """How many may register with a link, and for how long."""

    most = WholeNumberField(label=gettext_lazy("For how many people"), low=1, high=100, initial=10)
    days = WholeNumberField(label=gettext_lazy("For how many days"), low=1, high=60, initial=14)


class MailForm(forms.Form):
    """To whom invitations are sent."""

    addresses = forms.CharField(
        label=gettext_lazy("Addresses"),
        help_text=gettext_lazy("One on each line, 20 at most. Each gets a link for one account; no address is kept."),
        max_length=5000,
        widget=forms.Textarea(attrs={"rows": 4, "autocomplete": "off"}),
    )

    def clean_addresses(self) -> list[str]:
        """The addresses without repeats; the error names the first invalid one."""
        typed = [each for each in re.split(r"[\s,;]+", self.cleaned_data["addresses"]) if each]
        addresses = list(dict.fromkeys(typed))
        for each in addresses:
            try:
                validate_email(each)
            except forms.ValidationError:
                values = {"address": each[:80]}
                raise forms.ValidationError(gettext("“%(address)s” is no address.") % values) from None
        if len(addresses) > MOST_ADDRESSES:
            most = {"most": MOST_ADDRESSES, "number": len(addresses)}
            raise forms.ValidationError(gettext("These are %(number)s addresses; send %(most)s at a time.") % most)
        return addresses
