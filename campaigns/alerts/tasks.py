"""Celery tasks of alerts. Their messages carry only the key of a channel."""

from __future__ import annotations

from celery import shared_task
from django.utils.translation import gettext

from campaigns.alerts import codes, delivery, services
from campaigns.alerts.models import Channel, Owed
from campaigns.preferences.models import preferences_of, told_to


@shared_task(ignore_result=True, **services.TIME_LIMITS)
def send_what_was_asked_task(channel_id: int) -> None:
    """Send the code or the test that a channel's owner asked for, once."""
    channel = Channel.objects.select_related("user").filter(pk=channel_id).exclude(owed="").first()
    if channel is None or not Channel.objects.filter(pk=channel_id, owed=channel.owed).update(owed=""):
        return
    with told_to(preferences_of(channel.user)):
        if channel.owed == Owed.CODE:
            words = {"code": codes.new_code(channel)}
            text = gettext("Your code is %(code)s. Type it on the page of your alerts within an hour.") % words
            failure = services.send_text(channel, gettext("A code from Refit Room"), text)
        else:
            text = gettext("This is a test. What waits for you is told here in the same way.")
            failure = services.send_text(channel, gettext("A test from Refit Room"), text)
    delivery.note(channel, failure)
