"""Gives up root's rights: started by root, the program becomes the user that the database would run as.

That user becomes the owner of the instance's files; no right of anything else is changed. If he cannot read the program
or Python (a checkout in root's own home, say), he runs a copy; if he cannot run that either, nothing is started.
"""

import os
import pwd
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from launch import readable_copy
from launch.binaries import ServerUser, server_user

ROOT = Path(__file__).resolve().parent.parent
OURS = (
    "secret_key",
    "refit_keys",
    "prepared",
    "demo-logins.txt",
    "pg.json",
    "pg.lock",
    "pg",
    "static",
    "pycache",
    "at-work",
)
"""What the program keeps in the instance's folder, besides `beat` and its companions."""
TRY = """
import sys, tempfile
import celery, django.core.management, psycopg, uvicorn
import launch.supervisor
tempfile.TemporaryFile(dir=sys.argv[1]).close()
"""


class StaysRoot(RuntimeError):
    """Nobody else can run the program here; the message says what to do."""


def drop(var: Path) -> None:
    """Stop being root, if we are; does not return if a copy of the program takes our place.

    Raises StaysRoot if the user can run neither the program nor a copy of it.
    """
    user = server_user()
    if user is None:
        return
    name = pwd.getpwuid(user.uid).pw_name
    var = readable_copy.instance_within_reach(var, user)
    hand_over(var, user)
    # He may not write beside the sources. With this prefix Python compiles all of them anew at the first start.
    env = {"HOME": str(var), "USER": name, "LOGNAME": name, "PYTHONPYCACHEPREFIX": str(var / "pycache")}
    env["REFIT_VAR"] = str(var)
    program, python = ROOT, Path(sys.executable)
    if can_run(python, program, var, user):
        _become(user)
        os.environ |= env
        return
    program, python = readable_copy.program_and_python(var, user)
    env |= readable_copy.environment(python)
    if not can_run(python, program, var, user, env):
        raise StaysRoot(
            f"started by root, and the user {name} cannot run a copy of {ROOT} with {sys.base_prefix}, or not write to"
            f" {var}; make a user of its own for Refit Room, and start it as that user"
        )
    _become(user)
    os.chdir(program)
    os.execve(python, [str(python), "-m", "launch.supervisor", *sys.argv[1:]], {**os.environ, **env})


def hand_over(var: Path, user: ServerUser) -> None:
    """Make the user the owner of the instance's folder, unless everybody may write to it, and of OURS in it."""
    if not var.exists():
        var.mkdir(parents=True)
        var.chmod(0o711)
    if not var.stat().st_mode & 0o002:
        _own(var, user)
    for path in (*(var / name for name in OURS), *var.glob("beat*")):
        if path.is_dir() and not path.is_symlink():
            for folder, folders, files in os.walk(path):
                for each in (folder, *(os.path.join(folder, name) for name in (*folders, *files))):
                    _own(Path(each), user)
        elif path.exists():
            _own(path, user)


def can_run(python: Path, program: Path, var: Path, user: ServerUser, env: Mapping[str, str] | None = None) -> bool:
    """Return whether the user can load the program and write to the instance's folder, by trying it."""
    compiles_nothing = [] if env else ["-B"]  # a copy has a place of its own for that, where the start will need it
    try:
        done = subprocess.run(
            [python, *compiles_nothing, "-c", TRY, str(var)],
            cwd=program,
            env={**os.environ, **(env or {})},
            stderr=subprocess.DEVNULL,
            check=False,
            **user.popen_arguments(),
        )
    except OSError:
        return False
    return done.returncode == 0


def _become(user: ServerUser) -> None:
    """Be the user for good."""
    os.setgroups([])
    os.setgid(user.gid)
    os.setuid(user.uid)


def _own(path: Path, user: ServerUser) -> None:
    os.chown(path, user.uid, user.gid, follow_symlinks=False)
