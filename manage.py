#!/usr/bin/env python
"""Django's command line, with the embedded database brought up for a command that needs it."""

import os
import sys


def main() -> None:
    """Run one management command.

    Without DATABASE_URL the database is our own; when nobody else is running it, it lives as long as the command.
    """
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.management import execute_from_command_line

    from launch.postgres import OWNERS_COMMANDS, lent_to_command
    from launch.startup_errors import exit_on_bad_settings

    if sys.argv[1:2] and sys.argv[1] in OWNERS_COMMANDS:
        os.environ["DATABASE_OWNER"] = "on"
    with exit_on_bad_settings(), lent_to_command(sys.argv):
        execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
