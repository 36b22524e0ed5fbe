"""A PostgreSQL server of our own: made on first use, reached through a private socket only, ended when we end.

Whoever holds the lock file owns the server. The socket's folder is open to its owner alone and there is no TCP, so
the server itself trusts whoever gets that far.
"""

import contextlib
import fcntl
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

import psycopg

from launch import binaries, database_role, stale_postgres
from launch.paths import DataPaths, data_paths, make_folders, make_passable
from launch.subprocesses import die_with_parent

NAME = OWNER = "refit"
READY_WITHIN = 30.0
STOPPED_WITHIN = 15.0
OPTIONS = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "max_connections": "60",
    "shared_buffers": "64MB",
    "logging_collector": "off",
    # Statements carry a side's data; the log is not encrypted.
    "log_min_error_statement": "panic",
    "log_error_verbosity": "terse",
}
"""What of PostgreSQL's own configuration is set for the server."""
OWNERS_COMMANDS = ("migrate", "restore", "flush")
"""Management commands that change the tables themselves, which only their owner may."""
# Commands that never ask the database anything.
WITHOUT_DATABASE = {"", "help", "--help", "--version", "check", "collectstatic", "compilemessages", "table", "replay"}


IN_USE = "the database in {} is already running"


class AlreadyRunning(RuntimeError):
    """Another process of ours owns the server."""


def settings(var: Path, *, owner: bool) -> dict[str, Any]:
    """Return Django's settings for the server of the instance in `var`, whether it runs or not.

    The owner of the tables is the server's superuser too; all else is done by the application's role.
    """
    socket = data_paths(var, binaries.server_user()).socket
    user = OWNER if owner else database_role.APPLICATION
    return {"ENGINE": "django.db.backends.postgresql", "NAME": NAME, "USER": user, "HOST": str(socket)}


class Server:
    """One embedded server. Use it as a context manager, or call start and stop."""

    def __init__(self, var: Path) -> None:
        self.var = var
        self.process: subprocess.Popen[bytes] | None = None
        self._user = binaries.server_user()
        self._lock: IO[str] | None = None

    def start(self) -> None:
        """Start the server and wait until it answers. Raises NoPostgres, or AlreadyRunning if another has it."""
        if self._lock is None:
            self._take_lock()
        try:
            where = make_folders(self.var, self._user)
            programs = binaries.find(where.home, self._user)
            if not (where.home / "data").exists():
                # Run initdb beside the final place: one that was interrupted leaves nothing that looks finished.
                draft = where.home / "data.new"
                shutil.rmtree(draft, ignore_errors=True)
                initdb = [str(programs / "initdb"), "-D", str(draft), "-U", OWNER, "--auth=trust", "-E", "UTF8"]
                # Sort by code point everywhere, so that an index made on one machine is right on another.
                if binaries.major_version(programs) >= 17:
                    initdb += ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
                else:
                    initdb += ["--locale=C.UTF-8"]
                done = subprocess.run(
                    [*initdb, "--no-instructions"], capture_output=True, text=True, **self._common(where)
                )
                if done.returncode:
                    raise binaries.NoPostgres(f"initdb failed: {done.stderr.strip()}")
                draft.rename(where.home / "data")
            stale_postgres.stop_stale_server(where.home / "data")
            command = [str(programs / "postgres"), "-D", str(where.home / "data"), "-k", str(where.socket)]
            command += [part for name, value in OPTIONS.items() for part in ("-c", f"{name}={value}")]
            with (where.home / "log").open("wb") as log:
                self.process = subprocess.Popen(
                    command,
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    start_new_session=True,
                    preexec_fn=die_with_parent(signal.SIGINT),
                    **self._common(where),
                )
            self._wait_until_ready(where)
        except BaseException:
            self.stop()
            raise

    def stop(self) -> None:
        """Stop the server in order, and let another process have it."""
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)  # what PostgreSQL calls a fast shutdown
            try:
                self.process.wait(STOPPED_WITHIN)
            except subprocess.TimeoutExpired:
                self.process.send_signal(signal.SIGQUIT)
                self.process.wait()
        self.process = None
        if self._lock:
            self._lock.close()
            self._lock = None

    def __enter__(self) -> "Server":
        self.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self.stop()

    def _take_lock(self) -> None:
        make_passable(self.var)
        self._lock = (self.var / "pg.lock").open("w")
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._lock.close()
            self._lock = None
            raise AlreadyRunning(IN_USE.format(self.var)) from None

    def _common(self, where: DataPaths) -> dict[str, Any]:
        """The arguments to run PostgreSQL's programs with; they get nothing of our environment, which may hold keys."""
        env = {"PATH": os.defpath, "LC_ALL": "C.UTF-8", "TZ": "UTC", "HOME": str(where.home)}
        return {"cwd": where.home, "env": env, **(self._user.popen_arguments() if self._user else {})}

    def _wait_until_ready(self, where: DataPaths) -> None:
        until = time.monotonic() + READY_WITHIN
        while not _answers(where.socket):
            if self.process is None or self.process.poll() is not None:
                raise binaries.NoPostgres(f"PostgreSQL stopped at once:\n{_last_words(where.home / 'log')}")
            if time.monotonic() > until:
                raise binaries.NoPostgres(f"PostgreSQL does not answer:\n{_last_words(where.home / 'log')}")
            time.sleep(0.02)


def see_that_free(var: Path) -> None:
    """Raise AlreadyRunning if somebody uses the database in `var`."""
    lock = var / "pg.lock"
    if not lock.exists():
        return
    with lock.open() as held:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise AlreadyRunning(IN_USE.format(var)) from None


def remove(var: Path) -> None:
    """Delete the database, and every copy of its programs. Raises AlreadyRunning while somebody uses it."""
    server = Server(var)
    server._take_lock()
    try:
        paths = data_paths(var, server._user)
        for folder in {paths.home, paths.socket}:
            shutil.rmtree(folder, ignore_errors=True)
        (var / "pg.json").unlink(missing_ok=True)
    finally:
        server.stop()


@contextlib.contextmanager
def lent_to_command(argv: list[str]) -> Iterator[None]:
    """Run the embedded server while a management command runs, unless it runs already or is not needed."""
    from django.conf import settings as django_settings

    command = argv[1] if len(argv) > 1 else ""
    if command in WITHOUT_DATABASE or not django_settings.EMBEDDED_DATABASE:
        yield
        return
    server = Server(django_settings.REFIT_VAR)
    with contextlib.suppress(AlreadyRunning):
        server.start()
    try:
        yield
    finally:
        server.stop()


def _answers(socket: Path) -> bool:
    """Return whether the server answers; if so, create our database and role where they are missing."""
    try:
        with psycopg.connect(host=str(socket), user=OWNER, dbname="postgres", autocommit=True) as connection:
            if not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [NAME]).fetchone():
                connection.execute(f'CREATE DATABASE "{NAME}"')
            database_role.make(connection.cursor())
        with psycopg.connect(host=str(socket), user=OWNER, dbname=NAME) as connection:
            database_role.grant(connection.cursor())
    except psycopg.OperationalError:
        return False
    return True


def _last_words(log: Path) -> str:
    return log.read_text(errors="replace")[-1500:] if log.exists() else "(no log)"
