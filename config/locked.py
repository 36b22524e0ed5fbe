"""Checks, without a network, that every requirement asked for is pinned with a hash: `python -m config.locked`."""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NAME = re.compile(r"^([A-Za-z0-9][A-Za-z0-9._-]*)", re.MULTILINE)
PINNED = re.compile(r"^([A-Za-z0-9][A-Za-z0-9._-]*)(?:\[[^\]]*\])?==([^\s;\\]+)[^\\\n]*\\\n +--hash=", re.MULTILINE)


def missing(requirements: str, pinned: str) -> list[str]:
    """Return the names in a .in file that its .txt file does not pin."""
    pinned_names = pins(pinned)
    return [name for name in NAME.findall(requirements) if plain(name) not in pinned_names]


def pins(pinned: str) -> dict[str, str]:
    """Return the versions a .txt file pins with a hash, by plain name."""
    return {plain(name): version for name, version in PINNED.findall(pinned)}


def plain(name: str) -> str:
    """Return a package's name in the one form all its spellings share."""
    return re.sub(r"[-_.]+", "-", name).lower()


def main() -> None:
    """Name what is missing, and fail if anything is."""
    for path in (ROOT / "requirements.in", ROOT / "requirements-dev.in"):
        if names := missing(path.read_text(), path.with_suffix(".txt").read_text()):
            sys.exit(f"{path.name} asks for {', '.join(names)}, which the .txt file does not pin; run `make lock`")


if __name__ == "__main__":
    main()
