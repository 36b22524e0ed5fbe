"""Which buttons a reader may press on the page of a step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from campaigns.pages import Frame
    from campaigns.teams.signatures import Signing
    from refit.forms import TaskForm


@dataclass(frozen=True, kw_only=True)
class PressedPage:
    """A page, or a part of one, with the form of a step; `signing` is set if two members of the side have to sign."""

    frame: Frame
    form: TaskForm | None
    signing: Signing | None = None

    @property
    def may_press(self) -> bool:
        """Whether the reader may press the step's button: he commits the step, or signs it first as an adjutant."""
        return self.frame.may_commit or bool(self.signing and self.signing.adjutant)

    @property
    def only_prepares(self) -> bool:
        """Whether the reader can't commit, but can save what he enters as a draft."""
        return not self.frame.may_commit and bool(self.form and self.form.entries)
