"""The club's containers, read as a file: who runs with what, who reaches whom, who waits for whom, what is kept."""

from __future__ import annotations

import re
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest
import yaml

from launch import club, database_role, postgres
from tests.config.test_settings import read

ROOT = Path(__file__).resolve().parents[2]
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
SERVICES: dict[str, Any] = COMPOSE["services"]
PROGRAMS = ("web", "worker", "beat")
VARIABLE = re.compile(r"\$\{([A-Z_]+)(?::?([-?])([^}]*))?\}")
SECRETS = {
    "postgres": {"database_owner"},
    "valkey": {"broker"},
    "migrate": {"database_owner", "database_application"},
    "web": {"secret_key", "cache_key", "refit_keys", "database_application", "broker", "mail_server"},
    "worker": {"cache_key", "refit_keys", "database_application", "broker", "mail_server"},
    "beat": {"database_application", "broker"},
    "proxy": set(),
}
"""What each container is told, and no other."""


def filled_in(text: str, **env: str) -> str:
    """A value of the file as Compose reads it, with what .env says."""
    return VARIABLE.sub(lambda found: env.get(found[1]) or (found[3] if found[2] == "-" else ""), text)


def test_the_parts_of_a_club_are_all_there() -> None:
    assert set(SERVICES) == {"postgres", "valkey", "migrate", "web", "worker", "beat", "proxy"}


@pytest.mark.parametrize("name", sorted(set(SERVICES) - {"migrate"}))
def test_every_service_that_stays_has_a_health_check_and_starts_again(name: str) -> None:
    assert SERVICES[name]["healthcheck"]["test"]
    assert SERVICES[name]["restart"] == "unless-stopped"


# Who reaches whom ----------------------------------------------------------------------------------------------------


def test_only_the_proxy_can_be_reached_from_outside() -> None:
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["proxy"]


def test_the_proxy_closes_on_whoever_sends_no_whole_request() -> None:
    assert re.search(r"timeouts \{\s+read_header 15s\s+\}", (ROOT / "config" / "deploy" / "Caddyfile").read_text())


def test_the_proxy_reaches_the_web_server_and_nothing_behind_it() -> None:
    behind_the_proxy = set(SERVICES["proxy"]["networks"])
    assert [name for name, s in SERVICES.items() if behind_the_proxy & set(s["networks"])] == ["web", "proxy"]
    assert COMPOSE["networks"]["back"] == {"internal": True}


def test_nothing_but_the_proxy_and_who_sends_mail_reaches_out() -> None:
    networks = COMPOSE["networks"]
    ways_out = {name for name, network in networks.items() if network.get("internal") is not True}
    assert ways_out == {"mail", "outside"}
    assert [name for name, s in SERVICES.items() if ways_out & set(s["networks"])] == ["web", "worker", "proxy"]
    assert "outside" not in SERVICES["web"]["networks"] + SERVICES["worker"]["networks"]
    assert [filled_in(networks["mail"]["internal"], MAIL_CLOSED=said) for said in ("", "true")] == ["false", "true"]


def test_only_the_proxy_may_say_whom_it_speaks_for() -> None:
    (subnet,) = COMPOSE["networks"]["front"]["ipam"]["config"]
    trusted = SERVICES["web"]["environment"]["FORWARDED_ALLOW_IPS"]
    assert trusted == subnet["subnet"]
    assert ip_network(filled_in(trusted)).is_private
    assert [name for name, s in SERVICES.items() if "front" in s["networks"]] == ["web", "proxy"]


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_program_waits_for_database_broker_and_migrations(name: str) -> None:
    assert SERVICES[name]["depends_on"] == {
        "postgres": {"condition": "service_healthy"},
        "valkey": {"condition": "service_healthy"},
        "migrate": {"condition": "service_completed_successfully"},
    }


# What each may -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(SERVICES))
def test_every_container_runs_with_as_little_right_as_it_needs(name: str) -> None:
    service = SERVICES[name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service.get("cap_add", []) == (["NET_BIND_SERVICE"] if name == "proxy" else [])
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["ulimits"] == {"core": 0}, "no memory with keys in it is written to a disk"
    assert "privileged" not in service
    assert not [volume for volume in service.get("volumes", []) if "docker.sock" in volume]


@pytest.mark.parametrize("name", sorted(SERVICES))
def test_every_container_has_an_end_to_what_it_takes(name: str) -> None:
    service = SERVICES[name]
    assert re.fullmatch(r"\d+[mg]", service["mem_limit"])
    assert 0 < service["pids_limit"] <= 200
    assert 0 < service["cpus"] <= 2
    assert service["logging"]["driver"] == "json-file", "which Docker and Podman know"
    assert {*service["logging"]["options"]} == {"max-size", "max-file"}, "its files go round"


@pytest.mark.parametrize("name", ["postgres", "valkey"])
def test_what_others_made_runs_as_no_root_either(name: str) -> None:
    assert SERVICES[name]["user"] == name


@pytest.mark.parametrize("name", sorted(SERVICES))
def test_every_container_is_told_its_own_secrets_only_and_none_in_its_environment(name: str) -> None:
    assert set(SERVICES[name].get("secrets", [])) == SECRETS[name]
    values = {key: str(value) for key, value in SERVICES[name].get("environment", {}).items()}
    files = {value.removeprefix("/run/secrets/") for key, value in values.items() if key.endswith("_FILE") and value}
    assert files <= SECRETS[name]
    assert {*values.get("REFIT_KEYS", ""), *values.get("SECRET_KEY", "")} <= set("none")
    assert not [key for key, value in values.items() if re.search(r"PASSWORD\}|KEYS?\}|:[^/@]+@", value)]


def test_every_secret_is_made_by_the_one_command() -> None:
    assert {name: each["file"] for name, each in COMPOSE["secrets"].items()} == {
        name: f"./secrets/{name}" for name in club.MADE
    }


@pytest.mark.parametrize(
    ("name", "user", "keys", "signs"),
    [
        ("migrate", postgres.OWNER, 0, False),
        ("web", database_role.APPLICATION, 1, True),
        ("worker", database_role.APPLICATION, 1, False),
        ("beat", database_role.APPLICATION, 0, False),
    ],
)
def test_each_program_starts_with_what_it_is_given(
    tmp_path: Path, name: str, user: str, keys: int, signs: bool
) -> None:
    (tmp_path / ".env.example").write_text((ROOT / ".env.example").read_text())
    club.prepare(tmp_path, address="https://refit.example.org", mail_server="smtp://mail.example.org")
    given = SERVICES[name]["environment"].items()
    env = {key: filled_in(str(value), REFIT_URL="https://refit.example.org") for key, value in given}
    env = {key: value.replace("/run/secrets", str(tmp_path / "secrets")) for key, value in env.items()}
    passwords = tmp_path / "secrets" / ("database_owner" if user == postgres.OWNER else "database_application")
    secret = (tmp_path / "secrets" / "secret_key").read_text().strip()
    found = read(tmp_path / "var", **env)
    database = found.DATABASES["default"]
    assert (database["USER"], database["PASSWORD"]) == (user, passwords.read_text().strip())
    assert len(found.REFIT_KEYS) == keys
    assert (secret == found.SECRET_KEY) == signs
    shared = (tmp_path / "secrets" / "cache_key").read_text().strip()
    assert (shared == found.CACHE_KEY) == bool(keys), "what a worker writes to the cache, the web server believes"


# What it is made of --------------------------------------------------------------------------------------------------


def test_the_image_runs_as_an_ordinary_user_and_holds_no_key() -> None:
    recipe = (ROOT / "Dockerfile").read_text()
    assert re.findall(r"^USER (\S+)$", recipe, re.MULTILINE) == ["refit"]
    assert "SECRET_KEY" not in recipe
    assert "--require-hashes" in recipe


def test_what_the_image_is_made_from_reaches_the_builder_and_no_secret_does() -> None:
    wanted = re.findall(r"^COPY (\S+)", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    let_through = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    assert set(wanted) == let_through
    assert not let_through & {".env", "secrets", "var"}


def test_images_are_those_that_are_pinned_by_digest() -> None:
    named = {filled_in(service["image"]) for service in SERVICES.values() if "build" not in service}
    ours = filled_in(SERVICES["web"]["build"]["args"]["PYTHON_IMAGE"])
    assert {image.partition("@")[0] for image in named | {ours}} == {*club.IMAGES.values()}
    digests = {image.partition("@")[2] for image in named | {ours}}
    assert all(re.fullmatch("sha256:[0-9a-f]{64}", digest) for digest in digests)
    assert len(digests) == len(club.IMAGES), "each its own"
    assert f"ARG PYTHON_IMAGE={ours}\nFROM ${{PYTHON_IMAGE}}\n" in (ROOT / "Dockerfile").read_text()


def test_what_make_pin_writes_comes_before_the_digests_of_the_file(tmp_path: Path) -> None:
    (tmp_path / ".env.example").write_text((ROOT / ".env.example").read_text())
    club.prepare(tmp_path, address="https://refit.example.org")
    renewed = "sha256:" + "0f" * 32
    club.pin(tmp_path, lambda image: renewed)
    env = dict(line.split("=", 1) for line in (tmp_path / ".env").read_text().splitlines() if re.match("[A-Z]", line))
    assert filled_in(SERVICES["postgres"]["image"], **env) == f"{club.IMAGES['POSTGRES_IMAGE']}@{renewed}"
    assert filled_in(SERVICES["web"]["build"]["args"]["PYTHON_IMAGE"], **env).endswith(f"@{renewed}")


def test_what_must_outlive_a_container_lies_in_a_volume() -> None:
    assert set(COMPOSE["volumes"]) == {"database", "jobs", "certificates"}
    mounted = {volume.split(":")[0] for service in SERVICES.values() for volume in service.get("volumes", [])}
    assert set(COMPOSE["volumes"]) <= mounted


def test_every_variable_is_explained_in_the_example_and_read_by_somebody() -> None:
    asked = set(re.findall(r"\$\{([A-Z_]+)", (ROOT / "docker-compose.yml").read_text()))
    offered = set(re.findall(r"^#?([A-Z_]+)=", (ROOT / ".env.example").read_text(), re.MULTILINE))
    assert SERVICES["web"]["env_file"] == ".env", "it has the others from there"
    read_by_web = set(re.findall(r'"([A-Z_]+)"', "".join(path.read_text() for path in (ROOT / "config").rglob("*.py"))))
    assert asked <= offered <= asked | read_by_web


def test_the_database_is_one_the_program_supports() -> None:
    assert int(filled_in(SERVICES["postgres"]["image"]).partition("@")[0].split(":")[1]) >= 15
