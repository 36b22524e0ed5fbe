"""Where the embedded server keeps its data and its socket.

Both are decided once and remembered beside the other files of the instance, because either may have to lie elsewhere:
the data when root started us in a folder its unprivileged user cannot reach, the socket when its path would be longer
than the system allows.
"""

import contextlib
import hashlib
import json
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path

from launch import environment
from launch.binaries import NoPostgres, ServerUser

LONGEST_SOCKET = 100  # of the 107 (103 on macOS) bytes a path may have, the name of the socket taken with it
SOCKET_NAME = "/.s.PGSQL.5432"
FOR_ROOT = Path("/var/lib/refit-room")
ROOT = Path(__file__).resolve().parent.parent


def instance() -> Path:
    """Return the folder of the instance: REFIT_VAR, or var/ beside the program."""
    return Path(environment.text("REFIT_VAR", str(ROOT / "var"))).resolve()


@dataclass(frozen=True)
class DataPaths:
    """The two folders of one instance."""

    home: Path
    socket: Path


def data_paths(var: Path, user: ServerUser | None) -> DataPaths:
    """Return the folders of the instance whose files are in `var`; makes nothing."""
    with contextlib.suppress(FileNotFoundError):
        stored = json.loads((var / "pg.json").read_text())
        return DataPaths(Path(stored["home"]), Path(stored["socket"]))
    mark = hashlib.sha256(str(var).encode()).hexdigest()[:12]
    home = var / "pg" if not user or user.can_reach(var) else FOR_ROOT / mark
    socket = home
    if len(str(home).encode()) + len(SOCKET_NAME) > LONGEST_SOCKET:
        socket = Path(tempfile.gettempdir()) / f"refit-{mark}"
    return DataPaths(home, socket)


def make_folders(var: Path, user: ServerUser | None) -> DataPaths:
    """Make the folders, private to the server's user, and remember them. Raises NoPostgres if one is not private."""
    make_passable(var)
    paths = data_paths(var, user)
    if paths.home.is_relative_to(FOR_ROOT):
        make_passable(FOR_ROOT)
    for folder in {paths.home, paths.socket}:
        # Make the folder, or refuse one that is not ours: the name of one in the temporary folder can be guessed.
        owner = user.uid if user else os.geteuid()
        try:
            folder.mkdir(mode=0o700)
        except FileExistsError:
            about = folder.lstat()
            if folder.is_symlink() or about.st_uid not in (owner, os.geteuid()) or about.st_mode & 0o077:
                raise NoPostgres(
                    f"{folder} is not private to us; remove it or set REFIT_VAR to another folder"
                ) from None
        if user:
            os.chown(folder, user.uid, user.gid)
    draft = var / f"pg.json.{os.getpid()}"
    draft.write_text(json.dumps({"home": str(paths.home), "socket": str(paths.socket)}))
    draft.replace(var / "pg.json")
    return paths


def make_passable(folder: Path) -> None:
    """Make a folder of ours that others may go through but not list; an existing one is left as it is."""
    if not folder.exists():
        folder.mkdir(parents=True)
        folder.chmod(0o711)
