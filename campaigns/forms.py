"""Forms of the campaigns app."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypedDict

from django import forms
from django.conf import settings
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.text import format_lazy
from django.utils.translation import gettext, gettext_lazy, gettext_noop

from campaigns.charts import actions as chart_actions
from campaigns.charts.kinds import CHART, MAP
from campaigns.club import rights as club_rights
from campaigns.ledger import dice_seed
from campaigns.ledger.host_entries import LONGEST_TERM
from campaigns.models import PlayMode, Role
from rules.contract import Game, Refused, Ruling

if TYPE_CHECKING:
    from django.contrib.auth.models import User

RULING, PIN, HOW = "ruling_", "pin_", "how"
BOTH = 2
MANY = {
    PlayMode.ACCOUNTS.value: gettext_noop("One person for each side, each with an account"),
    PlayMode.HOTSEAT.value: gettext_noop("All at one device, who hand it over to each other"),
    PlayMode.SOLO.value: gettext_noop("One person, who plays all sides in the open"),
}
"""Labels of the play modes for games of more than two sides."""
MAP_HELP = gettext_noop(
    "With a map, hexes that are not on it are refused, and the program draws and works out what follows from it. "
    "Without one you write hexes as they are on your board. Both sides can agree on a map later."
)
DRAWN = "data-random"
"""The attribute of fields that a script fills with random text."""


def add_refusal(form: forms.Form, no: Refused, default: str | None = None) -> None:
    """Show a refusal, with its way out, at the field it names; else at the `default` field, or above the form."""
    form.add_error(no.field if no.field in form.fields else default, f"{no.message} {no.way_out}".strip())


class WholeNumberField(forms.IntegerField):
    """A whole number from `low` to `high` in a text input, since number inputs send "" for anything invalid."""

    def __init__(self, *, low: int, high: int, **kwargs: Any) -> None:
        wanted = format_lazy(gettext_lazy("Enter a whole number from {low} to {high}."), low=low, high=high)
        super().__init__(
            min_value=low,
            max_value=high,
            error_messages=dict.fromkeys(("invalid", "min_value", "max_value"), wanted),
            widget=forms.TextInput(attrs={"inputmode": "numeric", "data-low": low, "data-high": high}),
            **kwargs,
        )


def two_sign_field() -> forms.BooleanField:
    """The checkbox with which a side's first commander asks for two signatures on final steps."""
    return forms.BooleanField(
        label=gettext("Two of my side sign a final step"),
        help_text=gettext(
            "As soon as somebody else sits with you who may sign. Your side alone knows of it, and changes it later on "
            "the page of its team."
        ),
        required=False,
    )


class JoinForm(forms.Form):
    """What the first commander of a side may choose when he takes his seat."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["two_sign"] = two_sign_field()


class PlayChoices(TypedDict):
    """Arguments of `start_campaign`: who plays, and how."""

    play_mode: str
    pins: Mapping[str, str]
    pace: int
    two_sign: bool
    club: bool


class StartForm(forms.Form):
    """What the founder of a campaign decides, with one field per ruling of the game.

    The rulings are shown on request: `typed` is what was in the form when they were asked for. Without that each has
    its default. `seed` is prepared for this form, travels with it, and stays the same while the form has errors.
    """

    name = forms.CharField(
        max_length=80,
        label=gettext_lazy("Name of the campaign"),
        error_messages={"required": gettext_lazy("Give it a name; everybody who plays sees it.")},
    )
    how = forms.ChoiceField(
        label=gettext_lazy("Who plays"),
        choices=PlayMode.choices,
        initial=PlayMode.ACCOUNTS,
        widget=forms.RadioSelect,
        required=False,
    )

    pace = WholeNumberField(
        label=gettext_lazy("Days for a step"),
        help_text=gettext_lazy(
            "Leave it empty for any time. Who is late is reminded; nothing is ever done in his place. Both sides can "
            "agree on another time later."
        ),
        low=1,
        high=LONGEST_TERM,
        required=False,
    )
    club = forms.BooleanField(
        label=gettext_lazy("Show it on the club's page"),
        help_text=gettext_lazy(
            "Every member of the club then sees the campaign's name, who commands, whom it waits for and since which "
            "day, and after the end who won and the public story. Nothing secret is shown, and any "
            "commander can take it off again. It is told to whoever is invited."
        ),
        required=False,
    )
    locked = forms.BooleanField(
        label=gettext_lazy("Lock each side's room with words of its own"),
        help_text=gettext_lazy(
            "Then not even whoever runs this server, with all its keys and a backup, reads a room while nobody of its "
            "side is there. Who loses the words loses the room: you are shown them before anything is started."
        ),
        required=False,
    )

    def __init__(
        self, system: Game, user: User, *args: Any, may_lock: bool, typed: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(*args)
        self.system, self.user = system, user
        self.asks_rulings = typed is not None
        self.has_rulings = self.asks_rulings or any(name.startswith(RULING) for name in self.data)
        if not may_lock or len(system.sides) == 1:
            del self.fields["locked"]
        if len(system.sides) == 1:
            del self.fields["pace"]
        else:
            self.fields["two_sign"] = two_sign_field()
        self._propose_club_page()
        came = dice_seed.prepared_seed(self.data.get("prepared", ""), user.pk) if self.is_bound else None
        self.lapsed, self.seed = self.is_bound and came is None, came or dice_seed.prepare_seed(user.pk)
        self.fields["name"].initial = f"{system.title}, {date_format(timezone.localdate(), 'YEAR_MONTH_FORMAT')}"
        self._offer("side", gettext("You command"), system.sides)
        if len(system.sides) == 1:
            del self.fields[HOW]  # there is nothing to choose
            self.fields["side"].widget = forms.HiddenInput()
            self.fields["name"].error_messages["required"] = gettext("Give it a name.")
        elif len(system.sides) > BOTH:
            self._offer(HOW, gettext("Who plays"), {way: gettext(words) for way, words in MANY.items()})
            self.fields[HOW].required = False
        if chart_actions.sheets_asked_for(system.key):
            self._offer(CHART, gettext("Charts"), dict(chart_actions.chart_options(user, system.key)))
        if chart_actions.sheets_asked_for(system.key, MAP):
            self._offer(MAP, gettext("Map"), dict(chart_actions.map_options(user, system.key)))
            self.fields[MAP].help_text = gettext(MAP_HELP)
        for choice in system.choices:
            options = {key: gettext(text) for key, text in choice.options.items()}
            self._offer(choice.key, gettext(choice.label), options)
        for key, side in system.sides.items() if HOW in self.fields else ():
            self.fields[PIN + key] = forms.CharField(
                label=gettext("PIN of the %(side)s commander") % {"side": side},
                help_text=gettext(
                    "For two people at one device: asked for whenever he sits down. It can't be changed later."
                ),
                max_length=64,
                strip=False,
                required=False,
                widget=forms.PasswordInput(attrs={"autocomplete": "off"}, render_value=self.asks_rulings),
            )
        self._ask_rulings()
        if typed is not None:
            self.initial = {name: typed.get(name, "") for name in self.fields if not name.startswith(RULING)}

    def _ask_rulings(self) -> None:
        for ruling in self.system.rulings:
            readings = {key: gettext(text) for key, text in ruling.readings.items()}
            readings[ruling.default] = gettext("%(reading)s (default)") % {"reading": readings[ruling.default]}
            self.fields[RULING + ruling.key] = forms.ChoiceField(
                label=gettext(ruling.question),
                choices=list(readings.items()),
                initial=ruling.default,
                required=self.has_rulings,
                widget=forms.RadioSelect,
            )

    def _propose_club_page(self) -> None:
        """Keep the checkbox for the club's page only if the instance has one, ticked if that is its default."""
        self.fields["club"].initial = settings.CLUB_PAGE == club_rights.PROPOSED
        if not club_rights.is_shown():
            del self.fields["club"]

    def _offer(self, name: str, label: str, choices: Mapping[str, str]) -> None:
        self.fields[name] = forms.ChoiceField(
            label=label,
            choices=list(choices.items()),
            initial=next(iter(choices)),
            required="" not in choices,
            widget=forms.RadioSelect,
        )

    @property
    def who(self) -> list[forms.BoundField]:
        """The fields shown to everybody: choices of the game that come first, who plays, the founder's side."""
        return [self[name] for name in self.chosen_first if name in self.fields and not self[name].is_hidden]

    @property
    def chosen_first(self) -> list[str]:
        """The names of the fields in `who`."""
        return [*(choice.key for choice in self.system.choices if choice.first), HOW, "side"]

    @property
    def pins(self) -> list[forms.BoundField]:
        """The fields for the PINs of those who share a device."""
        return [field for field in self if field.name.startswith(PIN)]

    @property
    def more(self) -> list[forms.BoundField]:
        """The folded fields that are no rulings; each has a default."""
        return [
            field
            for field in self
            if not (
                field.is_hidden or field.name in (*self.chosen_first, "locked") or field.name.startswith((PIN, RULING))
            )
        ]

    @property
    def opens_more(self) -> bool:
        """Whether to unfold `more`: something there is wrong, the seed has lapsed, or rulings were asked for."""
        has_errors = any(not name.startswith(PIN) for name in self.errors if name not in self.chosen_first)
        return self.asks_rulings or self.lapsed or has_errors

    @property
    def wants_lock(self) -> bool:
        """Whether the posted form asks for locked rooms."""
        return bool(self.is_bound and "locked" in self.fields and self.data.get("locked"))

    @property
    def rulings(self) -> list[tuple[Ruling, forms.BoundField]]:
        """Each ruling with its field."""
        return [(ruling, self[RULING + ruling.key]) for ruling in self.system.rulings]

    @property
    def opens_rulings(self) -> bool:
        """Whether to unfold the rulings: they were asked for, or one of them is wrong."""
        return self.asks_rulings or any(name.startswith(RULING) for name in self.errors)

    def options(self) -> dict[str, object]:
        """The options as the game's `setup` takes them."""
        data = self.cleaned_data
        rulings = {ruling.key: data[RULING + ruling.key] or ruling.default for ruling in self.system.rulings}
        chosen = {choice.key: data[choice.key] for choice in self.system.choices}
        carried = {
            kind: chart_actions.copy_of_choice(data[kind], self.user, self.system.key, kind)
            for kind in (CHART, MAP)
            if data.get(kind)
        }
        return {**chosen, "rulings": rulings, **carried}

    def play_choices(self) -> PlayChoices:
        """Who plays, and how, as arguments of `start_campaign`."""
        pins = {key: self.cleaned_data.get(PIN + key, "") for key in self.system.sides}
        play_mode, pace = self.cleaned_data.get(HOW) or PlayMode.ACCOUNTS, self.cleaned_data.get("pace") or 0
        two_sign, club = (bool(self.cleaned_data.get(name)) for name in ("two_sign", "club"))
        return {"play_mode": play_mode, "pins": pins, "pace": pace, "two_sign": two_sign, "club": club}

    def clean(self) -> None:
        """Refuse what would have no effect in the chosen play mode, and a seed that was not shown to this user."""
        if len(self.system.sides) == BOTH:
            asked_of = gettext("Only two people at one device are asked for a PIN.")
        else:
            asked_of = gettext("Only people at one device are asked for a PIN.")
        if self.cleaned_data.get(HOW) != PlayMode.HOTSEAT:
            for key in self.system.sides:
                if self.cleaned_data.get(PIN + key):
                    self.add_error(PIN + key, asked_of)
        if self.cleaned_data.get("locked") and self.cleaned_data.get(HOW) in (PlayMode.HOTSEAT, PlayMode.SOLO):
            self.add_error("locked", gettext("Rooms are locked where each side has people with accounts of their own."))
        if self.cleaned_data.get("pace") and self.cleaned_data.get(HOW) in (PlayMode.HOTSEAT, PlayMode.SOLO):
            self.add_error("pace", gettext("At one device nobody waits for anybody: leave it empty."))
        if self.cleaned_data.get("two_sign") and self.cleaned_data.get(HOW) in (PlayMode.HOTSEAT, PlayMode.SOLO):
            self.add_error("two_sign", gettext("One person or one device is never asked for two signatures."))
        if self.lapsed:
            self.add_error(
                None, gettext("The seed of this form can't be used. Look at the new one below and press again.")
            )

    def refuse(self, no: Refused) -> None:
        """Show a refusal at its field; if the seed was used already, prepare a new one."""
        if no.field == "prepared":
            self.seed = dice_seed.prepare_seed(self.user.pk)
        add_refusal(self, no)


class InviteForm(forms.Form):
    """Chooses the seat a link is for, out of those its maker may offer: (role, side, label)."""

    seat = forms.ChoiceField(label=gettext_lazy("A link for"))

    def __init__(self, offers: list[tuple[str, str, str]], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["seat"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(f"{role}:{side}", label) for role, side, label in offers]

    def offered(self) -> tuple[str, str]:
        """The role and the side that were chosen."""
        role, _, side = self.cleaned_data["seat"].partition(":")
        return Role(role), side
