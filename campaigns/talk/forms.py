"""The form of a message."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from campaigns.talk.rights import LONGEST
from campaigns.talk.subjects import LONGEST_NAME


class MessageForm(forms.Form):
    """A message; in the room of a side (`own`) it can be a note about something."""

    text = forms.CharField(
        label=gettext_lazy("What you say"),
        max_length=LONGEST,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    about = forms.CharField(
        label=gettext_lazy("About"),
        help_text=gettext_lazy("A step of this phase, a hex of the map, or one of your counters by its name."),
        max_length=LONGEST_NAME,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "list": "subjects"}),
    )

    def __init__(self, *args: Any, own: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not own:
            del self.fields["about"]
