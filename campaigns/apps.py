"""The campaigns app."""

from django.apps import AppConfig


class CampaignsConfig(AppConfig):
    """Plain: nothing to do at start."""

    name = "campaigns"
