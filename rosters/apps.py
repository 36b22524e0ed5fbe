"""The rosters app."""

from django.apps import AppConfig


class RostersConfig(AppConfig):
    """Plain: nothing to do at start."""

    name = "rosters"
