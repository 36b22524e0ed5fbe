"""Images of what a club's containers are made from, built of Debian's packages: no registry is asked.

Each stands for the public image of its name, with what docker-compose.yml expects of that one: its users, folders,
variables and programs. The Compose file itself is not touched; .env names these instead.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

BASE, SERVERS = "refit-test-python", "refit-test-servers"
PACKAGES = {
    BASE: "python3,python3-pip,ca-certificates",
    SERVERS: "postgresql-15,pgbouncer,redis-server,caddy,wget",
}
"""A Debian for Python's slim image, and one for all servers, which no image of ours is made of."""
NOBODY_READS = ("usr/share/doc/*", "usr/share/man/*", "usr/share/locale/*", "var/lib/apt/lists/*", "var/cache/apt/*")
"""What the public slim images leave out as well."""
CERTIFICATES, PIP = Path("etc/ssl/certs/ca-certificates.crt"), Path("etc/pip.conf")
POSTGRES = """
FROM refit-test-servers
COPY entry.sh /entry.sh
RUN chmod 755 /entry.sh && ln -s /usr/lib/postgresql/15/bin/* /usr/local/bin/ \\
    && rm -rf /var/lib/postgresql/* && install -d -o postgres -m 3777 /var/lib/postgresql /var/run/postgresql
ENTRYPOINT ["/entry.sh"]
STOPSIGNAL SIGINT
"""
ENTRY = """#!/bin/sh
set -e
export PGDATA=/var/lib/postgresql/data
if [ ! -s "$PGDATA/PG_VERSION" ]; then
    initdb -U "$POSTGRES_USER" -E UTF8 --locale=C.UTF-8 --auth-host=scram-sha-256 --pwfile="$POSTGRES_PASSWORD_FILE"
    echo "host all all all scram-sha-256" >>"$PGDATA/pg_hba.conf"
    pg_ctl -o "-c listen_addresses=" -w start
    createdb -U "$POSTGRES_USER" "$POSTGRES_DB"
    pg_ctl -m fast -w stop
fi
shift
exec postgres -c listen_addresses='*' "$@"
"""
VALKEY = """
FROM refit-test-servers
RUN ln -s /usr/bin/redis-server /usr/local/bin/valkey-server && ln -s /usr/bin/redis-cli /usr/local/bin/valkey-cli \\
    && useradd --system valkey && install -d -o valkey /data
VOLUME /data
WORKDIR /data
"""
CADDY = """
FROM refit-test-servers
ENV XDG_DATA_HOME=/data XDG_CONFIG_HOME=/config
RUN mkdir /data /config
CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]
"""
STANDING_IN = {"POSTGRES_IMAGE": POSTGRES, "VALKEY_IMAGE": VALKEY, "CADDY_IMAGE": CADDY}
"""What stands in for each image that .env can name; PYTHON_IMAGE is the base itself."""


def build() -> dict[str, str]:
    """Build those that are missing; returns the lines of .env that name them, the base for Python's."""
    with ThreadPoolExecutor() as side_by_side:
        list(side_by_side.map(_build_debian, (name for name in PACKAGES if not _there(name))))
    for variable, recipe in STANDING_IN.items():
        if not _there(_called(variable)):
            with tempfile.TemporaryDirectory(prefix="refit-image-") as folder:
                (Path(folder) / "Dockerfile").write_text(recipe)
                (Path(folder) / "entry.sh").write_text(ENTRY)
                _run("docker", "build", "--quiet", "--tag", _called(variable), folder)
    return {"PYTHON_IMAGE": BASE, **{variable: _called(variable) for variable in STANDING_IN}}


def _called(variable: str) -> str:
    return f"refit-test-{variable.removesuffix('_IMAGE').lower()}"


def _there(image: str) -> bool:
    return subprocess.run(["docker", "image", "inspect", image], capture_output=True).returncode == 0


def _build_debian(name: str) -> None:
    """A Debian with the packages of an image; what this machine trusts, and where its pip looks, holds there too."""
    with tempfile.TemporaryDirectory(prefix="refit-debian-") as made:
        folder = Path(made)
        _run("debootstrap", "--variant=minbase", f"--include={PACKAGES[name]}", "bookworm", made)
        for managed in folder.glob("usr/lib/python3*/EXTERNALLY-MANAGED"):
            managed.unlink()  # the images of Python let pip install for all
        for unread in (each for pattern in NOBODY_READS for each in folder.glob(pattern)):
            shutil.rmtree(unread) if unread.is_dir() and not unread.is_symlink() else unread.unlink()
        if name == BASE:
            (folder / "usr/bin/python").symlink_to("python3")
        if name == BASE and Path("/", CERTIFICATES).exists():
            shutil.copy(Path("/", CERTIFICATES), folder / CERTIFICATES)
            (folder / PIP).write_text(f"[global]\ncert = /{CERTIFICATES}\n")
        with subprocess.Popen(["tar", "-C", made, "-c", "."], stdout=subprocess.PIPE) as packed:
            subprocess.run(["docker", "import", "-", name], stdin=packed.stdout, check=True, capture_output=True)


def _run(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True)
