"""Forms of the campaigns app."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django import forms

from campaigns import charts, seeds
from campaigns.models import How, Role
from rules.kernel import GameSystem, Refused, Ruling

if TYPE_CHECKING:
    from django.contrib.auth.models import User

RULING, PIN, CHART = "ruling_", "pin_", "chart"
DRAWN = "data-random"
"""Marks a field that a script fills with something random."""


class WordsForm(forms.Form):
    """The words a commander gives for the dice."""

    words = forms.CharField(
        label="Your words for the dice",
        help_text="They are mixed into every roll of the server, and both sides see them. Anything nobody expects.",
        max_length=seeds.MOST_WORDS,
        error_messages={"required": f"{seeds.NO_WORDS} {seeds.GIVE_SOME}"},
        widget=forms.TextInput(attrs={DRAWN: "", "autocomplete": "off"}),
    )

    def refuse(self, no: Refused) -> None:
        """Show a refusal where it belongs, with its way out."""
        self.add_error(no.field if no.field in self.fields else None, f"{no.message} {no.way_out}".strip())


class FoundForm(WordsForm):
    """What the founder of a campaign decides; one field per ruling of the game.

    `seed` is the one prepared for this form: it comes back with it, and stays the same while it is refused.
    """

    name = forms.CharField(
        max_length=80, label="Name of the campaign", error_messages={"required": "Give it a name; both sides see it."}
    )
    how = forms.ChoiceField(
        label="Who plays", choices=How.choices, initial=How.ACCOUNTS, widget=forms.RadioSelect, required=False
    )

    def __init__(self, system: GameSystem, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.system, self.user = system, user
        came = seeds.prepared(self.data.get("prepared", ""), user.pk) if self.is_bound else None
        self.fields["words"].required = self.data.get("how") not in (How.HOTSEAT, How.SOLO)
        self.lapsed, self.seed = self.is_bound and came is None, came or seeds.prepare(user.pk)
        self._offer("side", "You command", system.sides)
        if charts.wanted(system.key):
            self._offer(CHART, "Charts", dict(charts.chart_options(user, system.key)))
        for choice in system.choices:
            self._offer(choice.key, choice.label, choice.options)
        for key, side in system.sides.items():
            self.fields[PIN + key] = _pin_field(side)
        for ruling in system.rulings:
            self.fields[RULING + ruling.key] = _ruling_field(ruling)

    def _offer(self, name: str, label: str, choices: Mapping[str, str]) -> None:
        self.fields[name] = forms.ChoiceField(
            label=label, choices=list(choices.items()), initial=next(iter(choices)), widget=forms.RadioSelect
        )

    @property
    def basics(self) -> list[forms.BoundField]:
        """The fields that are no rulings."""
        return [field for field in self if field.name != "words" and not field.name.startswith(RULING)]

    @property
    def rulings(self) -> list[tuple[Ruling, forms.BoundField]]:
        """Each ruling with its field."""
        return [(ruling, self[RULING + ruling.key]) for ruling in self.system.rulings]

    @property
    def wrong_rulings(self) -> bool:
        """Whether something is wrong among the rulings, which are folded away otherwise."""
        return any(name.startswith(RULING) for name in self.errors)

    def options(self) -> dict[str, Any]:
        """The options as the game system takes them."""
        data = self.cleaned_data
        rulings = {ruling.key: data[RULING + ruling.key] for ruling in self.system.rulings}
        chosen = {choice.key: data[choice.key] for choice in self.system.choices}
        carried = {CHART: charts.chosen(data[CHART], self.user, self.system.key)} if CHART in data else {}
        return {**chosen, "rulings": rulings, **carried}

    def table(self) -> dict[str, Any]:
        """Who sits at it, as the founding takes it."""
        pins = {key: self.cleaned_data[PIN + key] for key in self.system.sides}
        return {"how": self.cleaned_data["how"] or How.ACCOUNTS, "pins": pins}

    def clean(self) -> None:
        """A PIN that would never be asked for is not taken silently, nor a seed nobody was shown."""
        if self.cleaned_data.get("how") != How.HOTSEAT:
            for key in self.system.sides:
                if self.cleaned_data.get(PIN + key):
                    self.add_error(PIN + key, "Only two people at one device are asked for a PIN.")
        if self.lapsed:
            self.add_error(None, "The seed of this form can't be used. Look at the new one below and press again.")

    def refuse(self, no: Refused) -> None:
        """Show a refusal where it belongs; a seed that was used makes room for another."""
        if no.field == "prepared":
            self.seed = seeds.prepare(self.user.pk)
        super().refuse(no)


class BringForm(forms.Form):
    """A campaign file to go on with, and the side its bringer will command."""

    file = forms.FileField(label="Campaign file", help_text="A whole file (.json), with the rooms of both sides.")
    side = forms.CharField(label="You command", max_length=30, widget=forms.Select)

    def __init__(self, sides: Mapping[str, str], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        widget = self.fields["side"].widget
        assert isinstance(widget, forms.Select)
        widget.choices = list(sides.items())

    def refuse(self, sentence: str, field: str = "file") -> None:
        """Show why the file can't be gone on with."""
        self.add_error(field if field in self.fields else None, sentence)


class InviteForm(forms.Form):
    """Whom a link is for: one of the seats its maker may offer."""

    seat = forms.ChoiceField(label="A link for")

    def __init__(self, offers: list[tuple[str, str, str]], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["seat"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(f"{role}:{side}", label) for role, side, label in offers]

    def offered(self) -> tuple[str, str]:
        """The role and the side that were chosen."""
        role, _, side = self.cleaned_data["seat"].partition(":")
        return Role(role), side


def _pin_field(side: str) -> forms.CharField:
    return forms.CharField(
        label=f"PIN of the {side} commander",
        help_text="For two people at one device: asked for whenever he sits down. It can't be changed later.",
        max_length=64,
        strip=False,
        required=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "off"}),
    )


def _ruling_field(ruling: Ruling) -> forms.ChoiceField:
    return forms.ChoiceField(
        label=ruling.question,
        choices=[
            (key, f"{text} (default)" if key == ruling.default else text) for key, text in ruling.readings.items()
        ],
        initial=ruling.default,
        widget=forms.RadioSelect,
    )
