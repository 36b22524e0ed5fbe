"""Starts a process for each line it reads, which looks at the settings as one that was just started does.

Of a process that looks at the settings most is loading what others wrote: Django, Celery, psycopg. Here that is loaded
once; nothing of ours is, and nothing that reads the environment before it is asked to.
"""

import json
import os
import sys

import allauth.mfa  # noqa: F401
import celery  # noqa: F401
import csp.constants  # noqa: F401
import django.conf
import django.http
import django.utils.log
import django.views.decorators.cache
import django.views.decorators.http
import environ  # noqa: F401
import kombu.entity  # noqa: F401
import psycopg.conninfo  # noqa: F401
import structlog  # noqa: F401


def become(expressions: str, env: dict[str, str], out: str, err: str) -> None:
    """Be the new process, which prints some expressions over the settings `s`: its output goes into these files."""
    os.environ.clear()
    os.environ.update(env)
    for number, name in ((1, out), (2, err)):
        os.dup2(os.open(name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
    exec(f"print({expressions})", {"s": django.conf.settings})


def main() -> None:
    """Answer each line, a list of what `become` needs, with how its process ended."""
    for line in sys.stdin:
        if not (child := os.fork()):
            become(*json.loads(line))
            return
        _, ended = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(ended), flush=True)


if __name__ == "__main__":
    main()
