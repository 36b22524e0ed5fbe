"""What takes long to work out and depends on the sources alone: worked out once, by whichever process needs it first.

It is kept beside pytest's own cache, in a folder whose name changes with every source it may depend on, so that a run
never reads what other sources made.
"""

from __future__ import annotations

import fcntl
import pickle
import shutil
import sys
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / ".pytest_cache" / "kept"
SOURCES = ("rules", "tests/maps", "tests/rules", "tests/systems")
"""Folders whose files decide what is kept."""
T = TypeVar("T")
_known: dict[str, object] = {}


def kept(name: str, work_out: Callable[[], T]) -> T:
    """What `work_out` returns: it can be pickled, and nobody changes it. Who asks meanwhile waits for it."""
    if name not in _known:
        folder = FOLDER / _fingerprint()
        if not folder.exists():
            shutil.rmtree(FOLDER, ignore_errors=True)
        folder.mkdir(parents=True, exist_ok=True)
        file, new = folder / f"{name}.pickle", folder / f"{name}.new"
        with (folder / f"{name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not file.exists():
                new.write_bytes(pickle.dumps(work_out(), pickle.HIGHEST_PROTOCOL))
                new.replace(file)
            _known[name] = pickle.loads(file.read_bytes())
    found: T = _known[name]  # type: ignore[assignment]
    return found


@cache
def _fingerprint() -> str:
    digest = sha256(sys.version.encode())
    for path in sorted(path for folder in SOURCES for path in (ROOT / folder).rglob("*.*")):
        if path.is_file() and path.suffix != ".pyc":
            digest.update(f"{path.relative_to(ROOT)}\0".encode() + path.read_bytes())
    return digest.hexdigest()
