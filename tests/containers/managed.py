"""A PostgreSQL of somebody else's beside a club, whose owner may make nothing but tables, and PgBouncer before it."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from pathlib import Path

from tests.containers import images
from tests.containers.club import Club, said

OWNER, DATABASE = "club_owner", "club"
OWNERS, APPLICATIONS = "of the owner alone", "of the application alone"
THERE = "/etc/pooler"
POOLER = f"""
[databases]
{DATABASE} = host=managed
[pgbouncer]
listen_addr = *
listen_port = 6432
auth_type = scram-sha-256
auth_file = {THERE}/users
pool_mode = transaction
"""
OVERRIDE = f"""
services:
  migrate:
    environment:
      DATABASE_URL: postgresql://{OWNER}@managed:5432/{DATABASE}
      DATABASE_PASSWORD: {OWNERS}
      DATABASE_PASSWORD_FILE: ""
      APPLICATION_PASSWORD_FILE: ""
  web: &program
    environment:
      DATABASE_URL: postgresql://refit_app@pooler:6432/{DATABASE}
      LIVE_DATABASE_URL: postgresql://refit_app:{APPLICATIONS.replace(" ", "%20")}@managed:5432/{DATABASE}
      DATABASE_PASSWORD: {APPLICATIONS}
      DATABASE_PASSWORD_FILE: ""
  worker: *program
  beat: *program
"""
"""What such a host writes into docker-compose.override.yml."""


@contextlib.contextmanager
def managed(club: Club, role: str, folder: Path) -> Iterator[None]:
    """Both run on the club's own network; `role` is the SQL with which the page has the application's role made."""
    (folder / "pooler.ini").write_text(POOLER)
    (folder / "users").write_text(f'"refit_app" "{APPLICATIONS}"\n')
    (folder / "password").write_text("nobody of ours has this one\n")
    for path in (folder, *folder.iterdir()):
        path.chmod(0o755)
    (club.folder / "docker-compose.override.yml").write_text(OVERRIDE)
    names = [f"{club.name}-{each}" for each in ("managed", "pooler")]
    where = ("--detach", "--network", f"{club.name}_back", "--user", "postgres", "--volume", f"{folder}:{THERE}:ro")
    admin = ("POSTGRES_USER=admin", "POSTGRES_DB=admin", f"POSTGRES_PASSWORD_FILE={THERE}/password")
    server = ("--name", names[0], "--network-alias", "managed", *(f"--env={each}" for each in admin))
    pooler = ("--name", names[1], "--network-alias", "pooler", images.SERVERS, "pgbouncer", f"{THERE}/pooler.ini")
    try:
        said("docker", "run", *where, *server, "refit-test-postgres", "postgres")
        for statement in (
            f"CREATE ROLE {OWNER} LOGIN PASSWORD '{OWNERS}' NOSUPERUSER NOCREATEROLE",
            f"CREATE DATABASE {DATABASE} OWNER {OWNER}",
            role.replace("…", APPLICATIONS),
        ):
            _tells(names[0], statement)
        said("docker", "run", *where, *pooler)
        yield
    finally:
        said("docker", "rm", "--force", "--volumes", *names)


def _tells(server: str, statement: str) -> None:
    """Run a statement as the administrator of the server, once it answers."""
    until = time.monotonic() + 60
    while True:
        with contextlib.suppress(Exception):
            said("docker", "exec", server, "pg_isready", "-h", "127.0.0.1")
            break
        assert time.monotonic() < until, said("docker", "logs", server)
        time.sleep(0.5)
    said("docker", "exec", server, "psql", "-qU", "admin", "-c", statement)
