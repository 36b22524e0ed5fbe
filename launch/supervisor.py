"""Runs the whole program from one terminal: database, web server and worker, started and stopped together.

`python -m launch.supervisor [--reset-demo]`. A child that dies is started again. When we end, however we
end, so do they: in order on Ctrl-C or SIGTERM, through launch.subprocesses and launch.watchdog when we are killed.
"""

import argparse
import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path
from urllib.parse import urlsplit

from launch import environment, paths, postgres, prepare, privileges
from launch.address import DEFAULT_BIND, see_that_free
from launch.binaries import NoPostgres
from launch.startup_errors import exit_on_bad_settings
from launch.subprocesses import Child, die_with_parent
from launch.watchdog import Watchdog

SLOW_AFTER = 60.0
"""Seconds without an answer of the web server before we say that we are still waiting."""
LOOK_EVERY = 0.2
DATABASE_AGAIN = 5.0
"""Seconds after which a database that could not be started again gets another try."""


class Supervisor:
    """Everything that runs here, in the order it is started."""

    def __init__(self, *, url: str, bind: str, var: Path, with_database: bool) -> None:
        self.url = url
        self.bind = bind
        self.var = var
        self.database = postgres.Server(var) if with_database else None
        python = sys.executable
        worker = [python, "-m", "celery", "-q", "-A", "config.celery", "worker", "--concurrency", "1"]
        worker += ["--loglevel", "WARNING", "--without-gossip", "--without-mingle", "--without-heartbeat"]
        worker += ["--beat", "--schedule", f"{var}/beat"]
        self.children = [
            Child("web", [python, "-m", "config.web"], env={"REFIT_BIND": bind}),
            Child("worker", worker),
        ]
        self.watchdog = Watchdog()
        self._over = threading.Event()
        self._database_due = 0.0

    def run(self) -> None:
        """Start everything, say where it is, keep it running until told to stop."""
        for signum in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(signum, lambda number, frame: self._over.set())
        try:
            self._start()
            while not self._over.wait(LOOK_EVERY):
                self._look_after_database()
                for child in self.children:
                    if process := child.ended():
                        _say(f"{child.name} ended ({process.returncode}); starting it again")
                        self.watchdog.forget(process.pid)
                    if child.due():
                        self.watchdog.watch(child.start())
        finally:
            for child in self.children:
                child.ask_to_stop()
            for child in self.children:
                child.see_stopped()
            if self.database:
                self.database.stop()
            self.watchdog.close()

    def _start(self) -> None:
        if self.database:
            self.database.start()
            self._watch_database()
        if prepare.needed(self.var) or self.database is None:
            _say("preparing the database; the first time this takes a moment ...")
            end = die_with_parent(signal.SIGTERM)
            subprocess.run([sys.executable, "-m", "launch.prepare"], check=True, preexec_fn=end)
        if self._over.is_set():
            return
        for child in self.children:
            self.watchdog.watch(child.start())
        if self._wait_until_ready():
            _say(f"\nRefit Room is at {self.url}\n{prepare.logins(self.var)}Ctrl-C stops it.")

    def _look_after_database(self) -> None:
        database = self.database
        if database is None or time.monotonic() < self._database_due:
            return
        if process := database.process:
            if process.poll() is None:
                return
            _say(f"the database ended ({process.returncode}); starting it again")
            self.watchdog.forget(process.pid)
        try:
            database.start()
        except (postgres.AlreadyRunning, NoPostgres, OSError) as error:
            # Of a full disk, say: once there is room again, nobody has to restart us.
            self._database_due = time.monotonic() + DATABASE_AGAIN
            _say(f"{error}\nThe database is tried again every {DATABASE_AGAIN:.0f} seconds.")
        self._watch_database()

    def _watch_database(self) -> None:
        if self.database and self.database.process:
            self.watchdog.watch(self.database.process.pid)

    def _wait_until_ready(self) -> bool:
        """Wait for the first answer; a web server that cannot start has said why."""
        told_at = time.monotonic() + SLOW_AFTER
        # By a name that it answers to: REFIT_BIND may be 0.0.0.0, which is none.
        ask = urllib.request.Request(f"http://{self.bind}/healthz", headers={"Host": "localhost"})
        web = self.children[0].process
        while not self._over.is_set():
            if web and web.poll() is not None:
                raise SystemExit("the web server did not start")
            with contextlib.suppress(OSError, urllib.error.URLError):
                urllib.request.urlopen(ask, timeout=5).close()
                return True
            if time.monotonic() > told_at:
                told_at = float("inf")
                _say(f"the web server has not answered for {SLOW_AFTER:.0f} seconds; still waiting ...")
            time.sleep(0.03)
        return False


def main() -> None:
    """Read the command line, check what can be checked before anything runs, and run."""
    parser = argparse.ArgumentParser(description="Run Refit Room: database, web server and worker.")
    parser.add_argument("--reset-demo", action="store_true", help="throw the database away first and begin again")
    wanted = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.conf import settings

    try:
        postgres.see_that_free(paths.instance())  # before the copy is taken away that another one runs
        privileges.drop(paths.instance())
    except postgres.AlreadyRunning as error:
        raise SystemExit(f"Refit Room did not start: {error}") from None
    except privileges.StaysRoot as error:
        raise SystemExit(f"Refit Room did not start: {error}") from None
    except OSError as error:
        raise SystemExit(f"Refit Room did not start: {error}; set REFIT_VAR to a folder of your own") from None
    with exit_on_bad_settings():
        url, var, embedded = settings.REFIT_URL, settings.REFIT_VAR, settings.EMBEDDED_DATABASE
        # A plain http address is served from its own host and port, one behind a proxy from the usual port.
        address = urlsplit(url)
        bind_of = DEFAULT_BIND if address.scheme != "http" or address.port is None else address.netloc
        bind = environment.text("REFIT_BIND", bind_of)
        host, port = environment.listening("REFIT_BIND", bind)
    try:
        if wanted.reset_demo:
            if not embedded:
                raise SystemExit("DATABASE_URL is set: only the embedded database is thrown away here")
            postgres.remove(var)
            prepare.forget(var)
        see_that_free(host, port)
        Supervisor(url=url, bind=bind, var=var, with_database=embedded).run()
    except subprocess.CalledProcessError:
        raise SystemExit("Refit Room did not start: it could not be prepared, for the reason above") from None
    except (postgres.AlreadyRunning, NoPostgres, OSError) as error:
        raise SystemExit(f"Refit Room did not start: {error}") from None


def _say(words: str) -> None:
    sys.stdout.write(words + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
