"""The catalogue of planted faults: mistakes that somebody could make, each as a change of one place in one file."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Fault:
    """A fault: where `old` stands in the file, `new` is put."""

    kind: str
    key: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]
    """Where it is looked for: files or folders of tests. What they find, a whole run finds."""
    before: bool = True
    """Whether the suite found it that ran every case, before runs drew theirs."""
    why: str = ""
    """What goes wrong with it, where its change does not say so."""

    @property
    def name(self) -> str:
        return f"{self.kind}/{self.key}"

    def plant(self, root: Path) -> str:
        """Put it into the sources under `root`; returns what the file held. ValueError if its place is gone."""
        path = root / self.file
        sources = path.read_text(encoding="utf-8")
        if sources.count(self.old) != 1:
            raise ValueError(f"{self.name}: {self.file} has its place {sources.count(self.old)} times, not once")
        path.write_text(sources.replace(self.old, self.new), encoding="utf-8")
        return sources


def faults() -> list[Fault]:
    """All of them, by kind: each kind is a file of this folder."""
    found = []
    for path in sorted(FOLDER.glob("*.toml")):
        for key, fault in tomllib.loads(path.read_text(encoding="utf-8")).items():
            found.append(Fault(path.stem, key, **{**fault, "tests": tuple(fault["tests"])}))
    return found
