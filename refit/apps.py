"""The configuration of the refit app."""

from django.apps import AppConfig


class RefitConfig(AppConfig):
    """The refit app; it has no startup work."""

    name = "refit"
