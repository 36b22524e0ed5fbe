"""The forms of a side's team."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django import forms
from django.utils.translation import gettext, gettext_lazy

from campaigns.teams.actions import LONGEST_PART

PART, GIVEN = "part-", "given-"
"""Prefixes of the names of fields; the number of a seat or a key of `SideTeam.given` follows."""
NOBODY = "0"


class HandOutForm(forms.Form):
    """The part of each seat in words, and to whom steps and stages are assigned."""

    def __init__(
        self,
        data: Mapping[str, object] | None,
        *,
        mates: Sequence[tuple[int, str, str]],
        assignments: Mapping[str, tuple[str, int]],
    ) -> None:
        """`mates` are (seat, name, part); `assignments` have the title and the seat of each step and stage."""
        super().__init__(data)
        for number, name, part in mates:
            entry = forms.CharField(label=name, max_length=LONGEST_PART, required=False, initial=part)
            entry.widget.attrs["autocomplete"] = "off"
            self.fields[f"{PART}{number}"] = entry
        people = [(NOBODY, gettext("nobody in particular")), *((str(number), name) for number, name, _ in mates)]
        for key, (title, number) in assignments.items():
            self.fields[f"{GIVEN}{key}"] = forms.ChoiceField(label=title, choices=people, initial=str(number))

    @property
    def parts(self) -> Mapping[int, str]:
        """The parts by the numbers of the seats."""
        return {int(key): str(self.cleaned_data[name]) for name, key in self._named(PART)}

    @property
    def given(self) -> Mapping[str, int]:
        """The seat that each step and stage is assigned to, 0 for none."""
        return {key: int(self.cleaned_data[name]) for name, key in self._named(GIVEN)}

    @property
    def part_entries(self) -> list[forms.BoundField]:
        return [self[name] for name, _ in self._named(PART)]

    @property
    def given_entries(self) -> list[forms.BoundField]:
        return [self[name] for name, _ in self._named(GIVEN)]

    def _named(self, prefix: str) -> list[tuple[str, str]]:
        return [(name, name.removeprefix(prefix)) for name in self.fields if name.startswith(prefix)]


class SigningForm(forms.Form):
    """Whether two of the side sign its final steps, and which of its adjutants may sign first."""

    two = forms.BooleanField(label=gettext_lazy("Two of us sign a final step"), required=False)
    adjutants = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Adjutants who may give the first signature"),
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    def __init__(
        self,
        data: Mapping[str, object] | None,
        *,
        two: bool,
        adjutants: Sequence[tuple[int, str]],
        signers: Sequence[int],
    ) -> None:
        """`adjutants` are (seat, name) of the side's, `signers` the seats that may sign now."""
        super().__init__(data, initial={"two": two, "adjutants": [str(number) for number in signers]})
        if adjutants:
            self.fields["adjutants"].choices = [(str(number), name) for number, name in adjutants]  # type: ignore[attr-defined]
        else:
            del self.fields["adjutants"]


class HandOnForm(forms.Form):
    """Who becomes the overall commander."""

    to = forms.TypedChoiceField(label=gettext_lazy("Overall commander"), coerce=int)

    def __init__(self, data: Mapping[str, object] | None, *, commanders: Sequence[tuple[int, str]]) -> None:
        super().__init__(data)
        self.fields["to"].choices = [(str(number), name) for number, name in commanders]  # type: ignore[attr-defined]
