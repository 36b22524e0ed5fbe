"""A copy of the program, of its packages and of Python that the database's user can read, where root alone can.

Root's own home is closed as a rule, and that is where root keeps a checkout and often Python too. Nothing there changes
its rights: what the program is made of is linked or copied to a folder of ours beside the database, anew at each start.
None of it is secret; keys and data stay in the instance's folder.
"""

import hashlib
import os
import shutil
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from launch.binaries import ServerUser
from launch.paths import FOR_ROOT, make_passable

ROOT = Path(__file__).resolve().parent.parent
PARTS = ("manage.py", "requirements.txt", "rules", "campaigns", "rosters", "refit", "launch", "config", "templates",
         "static", "locale")  # fmt: skip
"""What the program is made of, as the Dockerfile takes it."""
OF_PYTHON_ALONE = ("test", "idlelib", "tkinter", "turtledemo", "ensurepip", "site-packages", "share")
"""Of the folders of a whole Python, what a program in an environment of its own never loads."""
FOLDER = 0o755
LIBRARY, BASE, TAKEN = "lib", "base", "taken"
"""The folders of packages and, in an environment, of a Python taken along; what the copy was made of."""


class InTheWay(OSError):
    """Two folders of one instance, and no way to tell which of them counts."""


def mark(var: Path) -> str:
    """Return a hash that tells the folders of one instance from those of another."""
    return hashlib.sha256(str(var).encode()).hexdigest()[:12]


def instance_within_reach(var: Path, user: ServerUser) -> Path:
    """Return the instance's folder; move one that the user can't reach beside the database, and leave a link."""
    if user.can_reach(var.parent):  # the folder itself is handed over
        return var
    make_passable(FOR_ROOT)
    target = FOR_ROOT / f"{mark(var)}-var"
    if var.exists():
        if target.exists():
            raise InTheWay(f"{var} and {target} both exist; take the one away that is not the instance's")
        shutil.move(var, target)
    else:
        var.parent.mkdir(parents=True, exist_ok=True)
    make_passable(target)
    var.symlink_to(target)
    return target


def program_and_python(var: Path, user: ServerUser) -> tuple[Path, Path]:
    """Make the copies for the instance in `var`; returns the folder of the program and the Python to run it with.

    The program is taken anew each time, its packages and Python when they have changed.
    """
    make_passable(FOR_ROOT)
    program, packages = (FOR_ROOT / f"{mark(var)}-{what}" for what in ("program", "packages"))
    with _swapped_in(program) as draft:
        for part in PARTS:
            _take(ROOT / part, draft / part)
    if sys.prefix == sys.base_prefix:
        return program, Path(sys.executable)
    fingerprint = _fingerprint(user)
    if not (packages / TAKEN).exists() or (packages / TAKEN).read_text() != fingerprint:
        with _swapped_in(packages) as draft:
            # Take the environment along, and Python itself if the user cannot reach it.
            _take(Path(sys.prefix) / LIBRARY, draft / LIBRARY)
            real = Path(sys.executable).resolve()
            home = real.parent
            if not user.can_reach(real):
                for folder in (LIBRARY, "bin"):
                    _take(Path(sys.base_prefix) / folder, draft / BASE / folder, without=OF_PYTHON_ALONE)
                home = packages / BASE / "bin"
            (draft / "bin").mkdir(mode=FOLDER)
            (draft / "bin" / "python").symlink_to(home / real.name)
            version = ".".join(map(str, sys.version_info[:3]))
            about = draft / "pyvenv.cfg"
            about.write_text(f"home = {home}\ninclude-system-site-packages = false\nversion = {version}\n")
            about.chmod(0o644)
            (draft / TAKEN).write_text(fingerprint)
    return program, packages / "bin" / "python"


def environment(python: Path) -> dict[str, str]:
    """Return the variables with which Python finds a shared library that was copied along."""
    library = python.parent.parent / BASE / LIBRARY
    return {"LD_LIBRARY_PATH": str(library)} if library.exists() else {}


def _fingerprint(user: ServerUser) -> str:
    """Fingerprint of packages and Python: installing or removing one changes the time of its folder."""
    folders = (Path(path) for path in sys.path if path and Path(path).is_relative_to(sys.prefix))
    real = Path(sys.executable).resolve()
    lines = [f"{path} {path.stat().st_mtime_ns}" for path in (*folders, real) if path.exists()]
    return "\n".join([*lines, str(user.can_reach(real))])


@contextmanager
def _swapped_in(folder: Path) -> Iterator[Path]:
    """Yield a draft of a folder, which takes its place once it is complete."""
    draft, old = (folder.with_name(f"{folder.name}.{what}.{os.getpid()}") for what in ("draft", "old"))
    shutil.rmtree(draft, ignore_errors=True)  # of a start that was killed; containers give the same process id again
    draft.mkdir(mode=FOLDER)
    draft.chmod(FOLDER)
    try:
        yield draft
        if folder.exists():
            folder.rename(old)
        draft.rename(folder)
    finally:
        for leftover in (draft, old):
            shutil.rmtree(leftover, ignore_errors=True)


def _take(source: Path, target: Path, without: Iterable[str] = ()) -> None:
    """Link or copy a file or folder; what others may not read is copied, so that they may read the copy."""
    target.parent.mkdir(mode=FOLDER, parents=True, exist_ok=True)
    if source.is_file():
        _linked_or_copied(source, target)
        return
    ignored = shutil.ignore_patterns(*without)
    shutil.copytree(source, target, symlinks=True, ignore=ignored, copy_function=_linked_or_copied)
    for folder, _, _ in os.walk(target):
        Path(folder).chmod(FOLDER)


def _linked_or_copied(source: str | Path, target: str | Path) -> None:
    mode = stat.S_IMODE(os.stat(source).st_mode)
    readable = mode & 0o755 | (mode & 0o500) >> 3 | (mode & 0o500) >> 6
    if mode & 0o005 == readable & 0o005:
        try:
            os.link(source, target)
        except OSError:  # another file system, say
            pass
        else:
            return
    shutil.copy2(source, target)
    os.chmod(target, readable)
