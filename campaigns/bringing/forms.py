"""The form of the import."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy


class BringForm(forms.Form):
    """A campaign file to go on with, and the side that its importer will command."""

    file = forms.FileField(
        label=gettext_lazy("Campaign file"),
        help_text=gettext_lazy("A whole file (.json), with all its rooms."),
    )
    side = forms.CharField(label=gettext_lazy("You command"), max_length=30, widget=forms.Select)

    def __init__(self, sides: Mapping[str, str], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        widget = self.fields["side"].widget
        assert isinstance(widget, forms.Select)
        widget.choices = list(sides.items())
