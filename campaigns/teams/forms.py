"""The forms of a side's team."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django import forms
from django.utils.translation import gettext, gettext_lazy

from campaigns.teams.actions import LONGEST_PART

PART, GIVEN = "part-", "given-"
"""What the names of entries begin with; behind it stands the number of a seat, or a key of `SideTeam.given`."""
NOBODY = "0"


class HandOutForm(forms.Form):
    """The part of each seat in words, and whose some steps and stages are."""

    def __init__(
        self,
        data: Mapping[str, object] | None,
        *,
        mates: Sequence[tuple[int, str, str]],
        assignments: Mapping[str, tuple[str, int]],
    ) -> None:
        """`mates` are seats with names and parts, `assignments` steps and stages with titles and whose they are."""
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
        """What was named, by the numbers of the seats."""
        return {int(key): str(self.cleaned_data[name]) for name, key in self._named(PART)}

    @property
    def given(self) -> Mapping[str, int]:
        """Whose each step and stage is to be."""
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
        """`adjutants` are those of the side by their seats, `signers` those who may sign now."""
        super().__init__(data, initial={"two": two, "adjutants": [str(number) for number in signers]})
        if adjutants:
            self.fields["adjutants"].choices = [(str(number), name) for number, name in adjutants]  # type: ignore[attr-defined]
        else:
            del self.fields["adjutants"]


class HandOnForm(forms.Form):
    """To whom the role of the overall commander is handed on."""

    to = forms.TypedChoiceField(label=gettext_lazy("Overall commander"), coerce=int)

    def __init__(self, data: Mapping[str, object] | None, *, commanders: Sequence[tuple[int, str]]) -> None:
        super().__init__(data)
        self.fields["to"].choices = [(str(number), name) for number, name in commanders]  # type: ignore[attr-defined]
