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
def program_image(named_images: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> str:
    """The image of the last commit, which Compose and `docker run` start."""
    folder = tmp_path_factory.mktemp("built") / "refit"
    build(folder, "HEAD", "refit-room", named_images["PYTHON_IMAGE"])
    return "refit-room"


@pytest.fixture(scope="session")
def page() -> Page:
    """docs/hosting.md, of which each command is run once by some test."""
    return Page()


@pytest.fixture(scope="session")
def with_compose(named_images: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a `docker` as the page writes it."""
    return tools(tmp_path_factory.mktemp("tools"), named_images["PYTHON_IMAGE"])


def build(folder: Path, commit: str, image: str, base: str) -> None:
    """Check a commit out into a new folder and build its image there."""
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(folder)], check=True)
    subprocess.run(["git", "-C", str(folder), "checkout", "--quiet", commit], check=True)
    given = ("--build-arg", f"PYTHON_IMAGE={base}")
    subprocess.run(["docker", "build", "--quiet", "--tag", image, *given, str(folder)], check=True, capture_output=True)
