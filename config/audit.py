"""Looks for known weaknesses in the pinned packages, without a network: `python -m config.audit`.

It reads a copy of the open vulnerability database for Python packages (a zip or folder of JSON files, as osv.dev gives
it away) that REFIT_ADVISORIES names, var/advisories.zip if nothing does. Without a copy it says that the audit was
skipped and does not fail: what can't be looked up is no fault of the code.
"""

import json
import os
import sys
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from packaging.version import InvalidVersion, Version

from config.locked import ROOT, pins, plain

LOCKS = ("requirements.txt", "requirements-dev.txt")
OLD = 14  # days after which a copy is said to be old


def advisories(copy: Path) -> Iterator[dict[str, Any]]:
    """Yield every advisory of a copy; a zip or a folder."""
    if copy.is_dir():
        yield from (json.loads(path.read_text()) for path in sorted(copy.rglob("*.json")))
        return
    with zipfile.ZipFile(copy) as packed:
        yield from (json.loads(packed.read(name)) for name in sorted(packed.namelist()) if name.endswith(".json"))


def found(pinned: dict[str, str], known: Iterator[dict[str, Any]]) -> list[str]:
    """Return a line for each advisory that a pinned version falls under."""
    said = []
    for advisory in known:
        for affected in () if "withdrawn" in advisory else advisory.get("affected", ()):
            package = affected.get("package", {})
            name = plain(package.get("name", ""))
            if package.get("ecosystem") == "PyPI" and name in pinned and _falls_under(pinned[name], affected):
                said.append(f"{name} {pinned[name]}: {advisory['id']} {advisory.get('summary', '')}".rstrip())
    return sorted(set(said))


def _falls_under(version: str, affected: dict[str, Any]) -> bool:
    if version in affected.get("versions", ()):
        return True
    ranges = (each["events"] for each in affected.get("ranges", ()) if each.get("type") == "ECOSYSTEM")
    return any(_within(Version(version), events) for events in ranges)


def _within(version: Version, events: list[dict[str, str]]) -> bool:
    """Say whether a version lies behind an `introduced` and before the next `fixed`, or up to `last_affected`."""
    inside = False
    for event in events:
        (kind, text), *_ = event.items()
        try:
            edge = Version("0" if text == "0" else text)
        except InvalidVersion:
            continue
        if kind == "introduced" and version >= edge:
            inside = True
        elif (kind == "fixed" and version >= edge) or (kind == "last_affected" and version > edge):
            inside = False
    return inside


def main() -> None:
    """Say what was found, and fail if anything was; or that nothing could be looked up, and why."""
    copy = Path(os.environ.get("REFIT_ADVISORIES") or ROOT / "var" / "advisories.zip")
    if not copy.exists():
        print(f"dependency audit SKIPPED: no copy of the advisories at {copy} (docs/hosting.md says how to get one)")
        return
    pinned = {name: version for lock in LOCKS for name, version in pins((ROOT / lock).read_text()).items()}
    try:
        said = found(pinned, advisories(copy))
    except (zipfile.BadZipFile, json.JSONDecodeError, OSError) as error:
        sys.exit(f"dependency audit: {copy} can't be read: {error}")
    age = int((time.time() - copy.stat().st_mtime) / 86400)
    old = f"; the copy is {age} days old, fetch a new one" if age > OLD else ""
    if said:
        sys.exit("\n".join(["dependency audit: known weaknesses in pinned packages", *said]) + old)
    print(f"dependency audit: {len(pinned)} pinned packages, no known weakness{old}")


if __name__ == "__main__":
    main()
