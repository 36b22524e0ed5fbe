"""Makes an instance ready to serve: tables, static files and, in an empty one, the demo. Run by the supervisor.

The files this depends on are remembered; while they are the same there is nothing to do, and the next start need not
even load Django to know it.
"""

import hashlib
import io
import os
from pathlib import Path

from launch import environment

ROOT = Path(__file__).resolve().parent.parent
LOGINS = "demo-logins.txt"
MARK = "prepared"


def needed(var: Path) -> bool:
    """Return whether anything has changed since the instance in `var` was last prepared."""
    mark = var / MARK
    return not mark.exists() or mark.read_text() != _fingerprint() or not collected(var).is_dir()


def collected(var: Path) -> Path:
    """Return the folder of style sheets and scripts as they are served."""
    return Path(environment.text("REFIT_STATIC", str(var / "static")))


def forget(var: Path) -> None:
    """Forget that the instance was prepared, and the demo's log-ins: its database is gone."""
    (var / MARK).unlink(missing_ok=True)
    (var / LOGINS).unlink(missing_ok=True)


def logins(var: Path) -> str:
    """Return what the demo said about logging in; empty if there is no demo."""
    path = var / LOGINS
    return path.read_text() if path.exists() else ""


def main() -> None:
    """Bring the instance up to date."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.environ["DATABASE_OWNER"] = "on"
    import django
    from django.conf import settings
    from django.contrib.auth import get_user_model
    from django.core.management import CommandError, call_command, get_commands

    django.setup()
    try:
        call_command("migrate", interactive=False, verbosity=0)
    except CommandError as error:
        raise SystemExit(f"{error}") from None
    collect()
    if settings.REFIT_DEMO and "demo" in get_commands() and not get_user_model().objects.exists():
        # Played in while nobody has an account; what it says is kept for the next starts.
        output = io.StringIO()
        call_command("demo", stdout=output)
        path = settings.REFIT_VAR / LOGINS
        path.touch(mode=0o600)
        path.write_text(output.getvalue())
    (settings.REFIT_VAR / MARK).write_text(_fingerprint())


def collect() -> None:
    """Collect style sheets and scripts anew."""
    from django.core.management import call_command

    try:
        call_command("collectstatic", interactive=False, clear=True, verbosity=0)
    except OSError as error:
        raise SystemExit(f"{error}; set REFIT_STATIC to a folder that this user may write, or leave it out") from None


def _fingerprint() -> str:
    """Digest of what to prepare: migrations, our static files and their target, and the packages, which have both."""
    digest = hashlib.sha256(environment.text("REFIT_STATIC").encode())
    static = (path for path in (ROOT / "static").rglob("*") if path.is_file())
    for path in sorted((ROOT / "requirements.txt", *ROOT.glob("*/migrations/*.py"), *static)):
        about = path.stat()
        digest.update(f"{path} {about.st_size} {about.st_mtime_ns}\n".encode())
    return digest.hexdigest()


if __name__ == "__main__":
    main()
