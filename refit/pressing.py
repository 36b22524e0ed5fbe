"""Who may press what on the page of a step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from campaigns.pages import Frame
    from campaigns.teams.signatures import Signing
    from refit.forms import TaskForm


@dataclass(frozen=True, kw_only=True)
class PressedPage:
    """A page, or a part of one, with the form of a step; `signing` is there where two of the side sign."""

    frame: Frame
    form: TaskForm | None
    signing: Signing | None = None

    @property
    def may_press(self) -> bool:
        """Whether a press of the reader's does the step: he commits it, or gives its first signature."""
        return self.frame.may_commit or bool(self.signing and self.signing.adjutant)

    @property
    def only_prepares(self) -> bool:
        """Whether the reader commits nothing, and can keep what he enters as a draft."""
        return not self.frame.may_commit and bool(self.form and self.form.entries)
