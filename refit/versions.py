"""Several versions of one draft: where they differ, whose they are, and merging them into one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext

from campaigns import pages as campaign_pages
from campaigns.drafts import SavedDraft, Version
from campaigns.models import Seat
from refit.steps import step_url
from rules.contract import CurrentStep, Field, Refused, StepInfo
from rules.engine.event_texts import roll_label
from rules.engine.follow_ups import asks, beside
from rules.engine.tasks import NamesEntries

TAKE, MERGE, FROM = "take-", "merge", "from:"
"""The acts of the buttons (TAKE is followed by the number of a version), and the prefix of an entry's choice."""


@dataclass(frozen=True)
class VersionRow:
    """An entry in which versions differ: its label, and its value in each version."""

    name: str
    label: str
    values: tuple[str, ...]

    @property
    def choice(self) -> str:
        """The name of the field that posts its choice."""
        return f"{FROM}{self.name}"


@dataclass(frozen=True)
class VersionsPage:
    """All versions of a step's draft side by side; the first is the one that counts now."""

    frame: campaign_pages.Frame
    step: StepInfo
    url: str
    revision: str
    versions: tuple[Version, ...]
    rows: tuple[VersionRow, ...]
    refusal: Refused | None


def versions_page(seat: Seat, current: CurrentStep, draft: SavedDraft, refusal: Refused | None = None) -> VersionsPage:
    """The versions of the draft of the step that waits for the seat's side."""
    frame, task, rows = campaign_pages.frame_of(seat), current.task, []
    fields = {field.name: field for field in task.fields}
    for each in filter(asks, current.follow_ups):
        fields |= {beside(each.spec.key, field.name): field for field in each.task.fields}
    for name in differing(draft):
        field = fields.get(name)
        own = task.label(name) if isinstance(task, NamesEntries) else ""
        die = next((roll_label(need.label) for need in task.needs if name.startswith(f"die:{need.key}:")), "")
        values = tuple(_display_value(field, version.data.get(name)) for version in draft.versions)
        rows.append(VersionRow(name, field.label if field else own or die or name, values))
    return VersionsPage(
        frame, current.spec, step_url(seat, current.spec.key), draft.revision, draft.versions, tuple(rows), refusal
    )


def differing(draft: SavedDraft) -> list[str]:
    """The names of the entries that are not the same in all versions."""
    names = dict.fromkeys(name for version in draft.versions for name in version.data)
    return [name for name in names if len({str(version.data.get(name, "")) for version in draft.versions}) > 1]


def chosen_entries(draft: SavedDraft, act: str, post: Mapping[str, str]) -> dict[str, str]:
    """The entries that the button `act` makes of the versions; raises Refused for an unknown act or version."""
    if act.startswith(TAKE):
        return {**_version(draft, act.removeprefix(TAKE)).data}
    if act != MERGE:
        raise Refused(
            gettext("Nothing was chosen, so nothing was done."),
            way_out=gettext("Mark what is to count and press one of the buttons."),
        )
    data = dict(draft.data)
    for name in differing(draft):
        value = _version(draft, post.get(f"{FROM}{name}", "0")).data.get(name)
        if value is None:
            data.pop(name, None)
        else:
            data[name] = value
    return data


def _version(draft: SavedDraft, number: str) -> Version:
    versions = {str(n): version for n, version in enumerate(draft.versions)}
    if number not in versions:
        raise Refused(gettext("There is no such version."), way_out=gettext("Choose one of those on the page."))
    return versions[number]


def _display_value(field: Field | None, value: object) -> str:
    """The value of an entry as text; "–" if it is empty."""
    if field and field.kind == "check":
        return gettext("yes") if value else gettext("no")
    text = str(value if value is not None else "")
    return (dict(field.options).get(text, text) if field else text) or "–"
