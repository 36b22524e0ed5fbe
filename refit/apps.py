"""The refit app."""

from django.apps import AppConfig


class RefitConfig(AppConfig):
    """Plain: nothing to do at start."""

    name = "refit"
