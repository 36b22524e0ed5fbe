"""The Celery application; `celery -A config.celery worker` runs the jobs of all apps."""

import os
import signal
import warnings
from typing import Any

from celery import Celery, signals
from celery.exceptions import SecurityWarning
from celery.signals import beat_embedded_init, worker_init
from django.conf import settings

from config import at_work
from launch.startup_errors import exit_on_bad_settings
from launch.subprocesses import die_with_parent
from rules.engine.identity_cache import clear_room_caches

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
# To run a worker as root is the host's decision, and only JSON is accepted from the broker.
warnings.filterwarnings("ignore", category=SecurityWarning)


@signals.setup_logging.connect  # type: ignore[untyped-decorator]
def leave_logging_to_django(**kwargs: Any) -> None:
    """Receive the signal, so that Celery sets up no handlers of its own, whose lines would not be scrubbed."""


def end_beat_with_worker(**more: object) -> None:
    """Make the scheduler that is embedded in a worker end with it, even if the worker is killed."""
    if ask := die_with_parent(signal.SIGTERM):
        beat_embedded_init.connect(lambda **kwargs: ask(), weak=False)


worker_init.connect(end_beat_with_worker)


signals.task_postrun.connect(clear_room_caches)


app = Celery("refit", set_as_current=True)
with exit_on_bad_settings():
    app.conf.update(settings.CELERY)
at_work.watch(app)
app.autodiscover_tasks()
app.autodiscover_tasks(
    [
        "campaigns.alerts",
        "campaigns.bringing",
        "campaigns.closing",
        "campaigns.pace",
        "campaigns.seats",
        "campaigns.trials",
        "config.administration",
    ]
)
