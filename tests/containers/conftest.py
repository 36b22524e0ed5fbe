"""Docker, the images that stand in for a registry's, and a checkout of the last commit: once for all tests here."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.containers import images
from tests.containers.club import ROOT, docker
from tests.containers.page import Page, tools


@pytest.fixture(scope="session")
def named_images() -> Iterator[dict[str, str]]:
    """A Docker that runs, and the lines of .env that name the images there."""
    with docker():
        yield images.build()


@pytest.fixture(scope="session")
def program_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout of the last commit."""
    folder = tmp_path_factory.mktemp("built") / "refit"
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(folder)], check=True)
    return folder


@pytest.fixture(scope="session")
def program_image(named_images: dict[str, str], program_folder: Path) -> str:
    """The image of the last commit, which Compose and `docker run` start."""
    given = ("--build-arg", f"PYTHON_IMAGE={named_images['PYTHON_IMAGE']}")
    build = ["docker", "build", "--quiet", "--tag", "refit-room", *given, str(program_folder)]
    subprocess.run(build, check=True, capture_output=True)
    return "refit-room"


@pytest.fixture(scope="session")
def page() -> Page:
    """docs/hosting.md, of which each command is run once by some test."""
    return Page()


@pytest.fixture(scope="session")
def with_compose(named_images: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a `docker` as the page writes it."""
    return tools(tmp_path_factory.mktemp("tools"), named_images["PYTHON_IMAGE"])
