"""Forms for charts. The sheets themselves are tables of cells, which `posted_lines` reads."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.http import QueryDict
from django.utils.translation import gettext, gettext_lazy, gettext_noop

from campaigns.charts.actions import MOST_BYTES, games
from campaigns.charts.kinds import CHART, KINDS, MAP
from rules.engine.charts import ChartSheet

CELL = re.compile(r"([0-9]{1,4})\.([a-z_]+)")
STARTS = {
    "": gettext_lazy("Empty"),
    "practice": gettext_lazy("With the practice chart or map, to change it line by line"),
}
BEGUN = {CHART: gettext_noop("Charts of %(game)s"), MAP: gettext_noop("The map of %(game)s")}


class BeginForm(forms.Form):
    """A new chart: the game, whether it is a chart or a map, its name, and what it starts with."""

    system = forms.ChoiceField(label=gettext_lazy("What for"), widget=forms.RadioSelect)
    name = forms.CharField(max_length=60, label=gettext_lazy("Name of the chart or map"))
    start = forms.ChoiceField(
        label=gettext_lazy("It begins"), choices=STARTS.items(), widget=forms.RadioSelect, required=False
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["system"]
        assert isinstance(field, forms.ChoiceField)
        offers = [(kind, key, system.title) for kind in KINDS for key, system in games(kind).items()]
        choices = [
            (key if kind == CHART else f"{key}:{kind}", gettext(BEGUN[kind]) % {"game": title})
            for kind, key, title in offers
        ]
        field.choices, field.initial = choices, next((value for value, _ in choices), "")
        self.fields["start"].initial = ""


class ChangeForm(forms.Form):
    """A chart's name, and whether everybody of the instance may use it."""

    name = forms.CharField(max_length=60, label=gettext_lazy("Name of the chart or map"))
    shared = forms.BooleanField(
        required=False,
        label=gettext_lazy("Everybody with an account here may look at its versions and start campaigns with them"),
    )


class FileForm(forms.Form):
    """A file that replaces what was typed, or the text of one."""

    file = forms.FileField(label=gettext_lazy("File"), required=False)
    text = forms.CharField(
        label=gettext_lazy("Or its text, pasted"),
        required=False,
        strip=False,
        max_length=MOST_BYTES,
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false"}),
    )

    def __init__(self, kind: str, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["file"].label = kind

    def clean_file(self) -> UploadedFile[bytes] | None:
        """Refuse a file that is larger than any chart before it is opened."""
        file: UploadedFile[bytes] | None = self.cleaned_data["file"]
        if file and (file.size or 0) > MOST_BYTES:
            raise forms.ValidationError(
                gettext(
                    "%(file)s has %(size)s kB. No chart needs more than %(most)s kB. Leave out lines that are empty or "
                    "stand twice, and save the sheet alone, as CSV."
                )
                % {"file": file.name, "size": (file.size or 0) // 1024, "most": MOST_BYTES // 1024}
            )
        return file

    def clean(self) -> None:
        """One of the two."""
        if not self.errors and not self.cleaned_data["file"] and not self.cleaned_data["text"].strip():
            self.add_error("file", gettext("Choose a file, or paste its text."))

    def content(self) -> tuple[str, bytes]:
        """The file's name and its content."""
        file: UploadedFile[bytes] | None = self.cleaned_data["file"]
        if file:
            return str(file.name)[:80], file.read()
        return gettext("What was pasted"), self.cleaned_data["text"].encode()


def posted_lines(sheet: ChartSheet, posted: QueryDict) -> list[dict[str, str]]:
    """The lines of a posted table in order, without those that were ticked for deletion."""
    lines: dict[int, dict[str, str]] = {}
    for name, text in posted.items():
        match = CELL.fullmatch(name)
        if match and sheet.column(match[2]) and isinstance(text, str):
            lines.setdefault(int(match[1]), {})[match[2]] = text
    out = set(posted.getlist("out"))
    return [lines[n] for n in sorted(lines) if str(n) not in out]


def posted_number(posted: QueryDict, name: str, most: int) -> int:
    """A number from a hidden field or a link of our own pages; 0 for anything else."""
    text = posted.get(name, "")
    return min(int(text), most) if text.isascii() and text.isdigit() and len(text) < 10 else 0
