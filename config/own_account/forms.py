"""The form with which somebody deletes his account."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext, gettext_lazy

if TYPE_CHECKING:
    from django.contrib.auth.models import User


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
