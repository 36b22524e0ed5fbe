"""The Celery application; `celery -A config.celery worker` runs the jobs of all apps."""

import os
import warnings

from celery import Celery
from celery.exceptions import SecurityWarning
from django.conf import settings

from launch.startup_errors import exit_on_bad_settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
# Who starts the whole program as root has decided so, and only JSON is accepted from the broker.
warnings.filterwarnings("ignore", category=SecurityWarning)

app = Celery("refit", set_as_current=True)
with exit_on_bad_settings():
    app.conf.update(settings.CELERY)
app.autodiscover_tasks()
