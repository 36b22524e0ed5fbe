"""The club's containers, read as a file: who runs, who reaches whom, who waits for whom, and what is kept."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
SERVICES: dict[str, Any] = COMPOSE["services"]
PROGRAMS = ("web", "worker", "beat")


def test_the_parts_of_a_club_are_all_there() -> None:
    assert set(SERVICES) == {"postgres", "valkey", "migrate", "web", "worker", "beat", "proxy"}


@pytest.mark.parametrize("name", sorted(set(SERVICES) - {"migrate"}))
def test_every_service_that_stays_has_a_health_check_and_starts_again(name: str) -> None:
    assert SERVICES[name]["healthcheck"]["test"]
    assert SERVICES[name]["restart"] == "unless-stopped"


def test_only_the_proxy_can_be_reached_from_outside() -> None:
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["proxy"]


def test_the_proxy_closes_on_whoever_sends_no_whole_request() -> None:
    assert re.search(r"timeouts \{\s+read_header 15s\s+\}", (ROOT / "config" / "deploy" / "Caddyfile").read_text())


def test_the_proxy_reaches_the_web_server_and_nothing_behind_it() -> None:
    behind_the_proxy = set(SERVICES["proxy"]["networks"])
    assert [name for name, s in SERVICES.items() if behind_the_proxy & set(s["networks"])] == ["web", "proxy"]
    assert COMPOSE["networks"]["back"] == {"internal": True}


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_program_waits_for_database_broker_and_migrations(name: str) -> None:
    assert SERVICES[name]["depends_on"] == {
        "postgres": {"condition": "service_healthy"},
        "valkey": {"condition": "service_healthy"},
        "migrate": {"condition": "service_completed_successfully"},
    }


@pytest.mark.parametrize("name", [*PROGRAMS, "migrate"])
def test_the_program_runs_with_as_little_right_as_it_needs(name: str) -> None:
    service = SERVICES[name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["environment"]["REFIT_MODE"] == "club"


def test_the_image_runs_as_an_ordinary_user_and_holds_no_key() -> None:
    recipe = (ROOT / "Dockerfile").read_text()
    assert re.findall(r"^USER (\S+)$", recipe, re.MULTILINE) == ["refit"]
    assert "SECRET_KEY" not in recipe
    assert "--require-hashes" in recipe


def test_what_must_outlive_a_container_lies_in_a_volume() -> None:
    assert set(COMPOSE["volumes"]) == {"database", "jobs", "certificates"}
    mounted = {volume.split(":")[0] for service in SERVICES.values() for volume in service.get("volumes", [])}
    assert set(COMPOSE["volumes"]) <= mounted


def test_every_variable_asked_for_is_explained_in_the_example() -> None:
    asked = set(re.findall(r"\$\{([A-Z_]+)", (ROOT / "docker-compose.yml").read_text()))
    offered = set(re.findall(r"^#?([A-Z_]+)=", (ROOT / ".env.example").read_text(), re.MULTILINE))
    assert asked == offered


def test_the_database_is_one_the_program_supports() -> None:
    assert int(SERVICES["postgres"]["image"].split(":")[1]) >= 15
