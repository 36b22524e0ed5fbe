"""docs/hosting.md as a host follows it: its commands, run one after the other in the folder of a club."""

from __future__ import annotations

import os
import pty
import re
import shutil
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from select import select

from tests.containers.club import ROOT, SITE, compose

PAGE = ROOT / "docs" / "hosting.md"
FENCED = re.compile(r"^```(\w+)\n(.*?)^```$", re.M | re.S)
NOT_RUN = {
    "sudo apt install git python3 docker.io docker-compose": "installs on the machine itself",
    "git clone ADDRESS refit": "the checkout of the last commit stands for it",
    "docker logs -f refit": "never ends by itself; the log is read without -f",
    "0 4 * * * cd /srv/refit && docker compose exec -T web python manage.py backup - > /backup/new"
    " && mv /backup/new /backup/refit-$(date +\\%F).dump": "a line of cron; the backup itself is made",
}
"""What can't be run here, and why. Whatever else stands in a block of the page is run by some test."""
EXAMPLES = {"https://refit.example.org": SITE}
"""What anybody here writes for the examples of the page."""
DONE_WITHIN = 300.0


@dataclass(frozen=True)
class Block:
    """A fenced block, and the heading under which it stands."""

    heading: str
    kind: str
    text: str

    @property
    def runs(self) -> str:
        """What of it is run."""
        return "".join(line for line in self.text.splitlines(keepends=True) if line.rstrip() not in NOT_RUN)


def blocks(text: str) -> list[Block]:
    """All blocks of the page, in its order."""
    found = []
    for section in re.split(r"^(?=## )", text, flags=re.M):
        heading = section.partition("\n")[0].removeprefix("## ")
        found += [Block(heading, kind, block) for kind, block in FENCED.findall(section)]
    return found


@dataclass(frozen=True)
class Page:
    """The page, and which of its blocks somebody has run."""

    blocks: list[Block] = field(default_factory=lambda: blocks(PAGE.read_text()))
    done: set[Block] = field(default_factory=set)

    def under(self, heading: str, *numbers: int) -> list[Block]:
        """The blocks under a heading, or some of them, which are done by whoever asks."""
        found = [block for block in self.blocks if block.heading == heading]
        assert found, f"the page has no commands under {heading!r}"
        chosen = [found[number] for number in numbers] if numbers else found
        self.done.update(chosen)
        return chosen

    def left(self) -> list[Block]:
        """The blocks that nobody has run, but for those of which nothing can be."""
        return [block for block in self.blocks if block not in self.done and block.runs]


@dataclass(frozen=True)
class Host:
    """Somebody who follows the page at a terminal, with names of their own where the page has examples."""

    folder: Path
    project: str
    page: Page
    tools: Path

    def follows(self, heading: str, *numbers: int, answers: Sequence[str] = (), **names: str) -> str:
        """Run the blocks under a heading, or some of them; returns what they print. Fails if a command does.

        `answers` are typed behind the questions, which end with a colon; `names` come in place of the page's.
        """
        script = "set -e\n" + "".join(block.runs for block in self.page.under(heading, *numbers))
        for name, own in {**EXAMPLES, **names}.items():
            script = script.replace(name, own)
        env = {**os.environ, "PATH": f"{self.tools}:{os.environ['PATH']}", "COMPOSE_PROJECT_NAME": self.project}
        ours, theirs = pty.openpty()
        ends = {"stdin": theirs, "stdout": theirs, "stderr": theirs}
        with subprocess.Popen(["bash", "-c", script], cwd=self.folder, env=env, **ends) as process:  # type: ignore[call-overload]
            os.close(theirs)
            printed, waiting, asked, until = b"", list(answers), 0, time.monotonic() + DONE_WITHIN
            with suppress(OSError):  # the terminal is gone when the last program has ended
                while time.monotonic() < until:
                    if select([ours], [], [], 0.2)[0]:
                        printed += os.read(ours, 65536)
                    if waiting and printed[asked:].rstrip().endswith(b":"):
                        asked = len(printed)
                        os.write(ours, f"{waiting.pop(0)}\n".encode())
            os.close(ours)
        said = printed.decode(errors="replace").replace("\r\n", "\n")
        assert process.returncode == 0, f"{script}\n{said}"
        return said


def tools(folder: Path, base: str) -> Path:
    """A folder with a `docker` that has Compose on every machine, and takes the base image that there is here."""
    program = folder / "docker"
    program.write_text(f"""#!/bin/sh
case "$1" in
compose) shift; exec {" ".join(compose())} "$@" ;;
build) shift; exec {shutil.which("docker")} build --build-arg PYTHON_IMAGE={base} "$@" ;;
*) exec {shutil.which("docker")} "$@" ;;
esac
""")
    program.chmod(0o755)
    return folder
