"""Nothing of ours runs as root: started by root, the program becomes the user that the database would run as.

What lies in the instance's folder is handed over to that user; no right of anything else is changed. Where he can read
neither the program nor Python (a checkout in root's own home, say) there is no way but to go on and say so.
"""

import os
import pwd
import subprocess
import sys
from pathlib import Path

from launch.binaries import ServerUser, server_user

ROOT = Path(__file__).resolve().parent.parent
OURS = ("secret_key", "refit_keys", "prepared", "demo-logins.txt", "pg.json", "pg.lock", "pg", "static", "pycache")
"""What the program keeps in the instance's folder; `beat` and its companions beside."""
TRY = """
import sys, tempfile
import celery, django.core.management, psycopg, uvicorn
import launch.supervisor
tempfile.TemporaryFile(dir=sys.argv[1]).close()
"""


def drop(var: Path) -> str:
    """Stop being root, if we are; returns a sentence that says why not, empty if all is well."""
    user = server_user()
    if user is None:
        return ""
    name = pwd.getpwuid(user.uid).pw_name
    hand_over(var, user)
    if not can_run(var, user):
        return (
            f"Started by root, and the user {name} cannot read {ROOT}, {sys.prefix} or {sys.base_prefix}, or not write"
            f" to {var}: so web and worker run as root. Better run Refit Room as a user of its own."
        )
    os.setgroups([])
    os.setgid(user.gid)
    os.setuid(user.uid)
    # What root compiled he may read; what is compiled anew goes where he may write.
    os.environ |= {"HOME": str(var), "USER": name, "LOGNAME": name, "PYTHONPYCACHEPREFIX": str(var / "pycache")}
    return ""


def hand_over(var: Path, user: ServerUser) -> None:
    """Give the user the instance's folder, unless others use it too, and in it what is ours."""
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


def can_run(var: Path, user: ServerUser) -> bool:
    """Try whether the user can load the program and write to the instance's folder."""
    command = [sys.executable, "-B", "-c", TRY, str(var)]
    try:
        done = subprocess.run(command, cwd=ROOT, stderr=subprocess.DEVNULL, check=False, **user.popen_arguments())
    except OSError:
        return False
    return done.returncode == 0


def _own(path: Path, user: ServerUser) -> None:
    os.chown(path, user.uid, user.gid, follow_symlinks=False)
