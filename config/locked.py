"""Checks, without a network, that every requirement asked for is pinned with a hash: `python -m config.locked`."""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NAME = re.compile(r"^([A-Za-z0-9][A-Za-z0-9._-]*)", re.MULTILINE)
PINNED = re.compile(r"^([A-Za-z0-9][A-Za-z0-9._-]*)==[^\\\n]+\\\n +--hash=", re.MULTILINE)


def missing(asked: str, pinned: str) -> list[str]:
    """Return the names in a .in file that its .txt file does not pin."""
    there = {_plain(name) for name in PINNED.findall(pinned)}
    return [name for name in NAME.findall(asked) if _plain(name) not in there]


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def main() -> None:
    """Name what is missing, and fail if anything is."""
    for asked in (ROOT / "requirements.in", ROOT / "requirements-dev.in"):
        if found := missing(asked.read_text(), asked.with_suffix(".txt").read_text()):
            sys.exit(f"{asked.name} asks for {', '.join(found)}, which the .txt file does not pin; run `make lock`")


if __name__ == "__main__":
    main()
