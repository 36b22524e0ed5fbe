"""How Celery carries jobs: over the queue in our PostgreSQL (pgmq://), or over Redis or Valkey.

A job may be delivered more than once: it is acknowledged only when done, and comes back when its worker dies. The
program's own rows say whether a job is still wanted.
"""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any
from urllib.parse import quote, urlsplit

from kombu.entity import Queue
from psycopg.conninfo import make_conninfo

from launch import environment

BROKERS = ("redis", "rediss", "pgmq")
QUEUE = "celery"
HARD_LIMIT = 30
SOFT_LIMIT = 25
# A message whose worker fell silent is handed out again after this. It must outlast the longest job.
INVISIBLE = 2 * HARD_LIMIT
LOOK_FOR_LOST, HOUR = 60.0, 3600.0
PULSE = "config.administration.tasks.note_that_jobs_run_task"
"""The job of each minute, by which one sees that schedule, broker and worker are at work."""
JOBS_RAN = "jobs-ran"
"""The cache's key for the time (ISO 8601) at which the job of each minute last ran."""
SILENT_FOR = timedelta(minutes=3)
"""How long no job may have run before that is reported as a fault."""


def conninfo(database: Mapping[str, Any]) -> str:
    """Return the connection string of one of Django's DATABASES, for clients other than Django."""
    parts = {"dbname": "NAME", "user": "USER", "password": "PASSWORD", "host": "HOST", "port": "PORT"}
    options = {name: str(database[key]) for name, key in parts.items() if database.get(key)}
    more = database.get("OPTIONS", {}).items()
    return make_conninfo(
        **options, **{name: value for name, value in more if name.startswith("ssl") or name == "options"}
    )


def broker(url: str, password: str) -> str:
    """Return the broker's address with the password in it, unless it has one already."""
    parsed = environment.address("REFIT_BROKER_URL", url, BROKERS)
    return url.replace("://", f"://:{quote(password, safe='')}@", 1) if password and not parsed.password else url


def options(broker_url: str, database: Mapping[str, object]) -> dict[str, Any]:
    """Return Celery's settings for the broker at `broker_url`; pgmq uses `database`."""
    return {
        "broker_url": broker_url,
        "broker_transport_options": _transport_options(urlsplit(broker_url).scheme, database),
        # `migrate` creates the queue in the database. If it were declared, each sender would create it again, which
        # conflicts with workers that read from it: the job would not be sent, or not before the next try.
        "task_queues": [Queue(QUEUE, no_declare=broker_url.startswith("pgmq:"))],
        "broker_connection_retry_on_startup": True,
        "task_acks_late": True,
        "task_reject_on_worker_lost": True,
        "task_ignore_result": True,
        "task_time_limit": HARD_LIMIT,
        "task_soft_time_limit": SOFT_LIMIT,
        "worker_prefetch_multiplier": 1,
        "worker_max_tasks_per_child": 200,  # the typesetter keeps what it has seen
        "worker_enable_remote_control": False,
        "worker_hijack_root_logger": False,
        "timezone": "UTC",
        "beat_schedule": {
            "sheets": {"task": "rosters.tasks.restart_stuck_sheets_task", "schedule": LOOK_FOR_LOST},
            "pulse": {"task": PULSE, "schedule": LOOK_FOR_LOST},
            "brought": {"task": "campaigns.bringing.tasks.restart_stuck_files_task", "schedule": LOOK_FOR_LOST},
            "letters": {"task": "campaigns.tasks.send_overdue_notifications_task", "schedule": LOOK_FOR_LOST},
            "closings": {"task": "campaigns.closing.tasks.carry_out_due_closings_task", "schedule": HOUR},
            "reminders": {"task": "campaigns.pace.tasks.remind_task", "schedule": HOUR},
            "guests": {"task": "campaigns.trials.tasks.remove_guests_task", "schedule": HOUR},
            "replacements": {"task": "campaigns.seats.tasks.replace_due_commanders_task", "schedule": HOUR},
        },
    }


def _transport_options(scheme: str, database: Mapping[str, object]) -> dict[str, object]:
    if scheme == "pgmq":
        return {
            "conn_string": conninfo(database),  # else it reads DATABASE_URL by itself
            "init_extension": False,  # the queue's tables come with `migrate`; see config.apps
            "pool_size": 2,
            "use_notify": True,
            "notify_throttle_interval_ms": 0,
            "wait_time_seconds": 0,
            "polling_interval": 0.2,
            "visibility_timeout": INVISIBLE,
        }
    if scheme in ("redis", "rediss"):
        return {
            "visibility_timeout": INVISIBLE,
            # By default lost messages are looked for every hundred seconds only.
            "unacked_restore_interval": 5,
            "unacked_restore_throttle": 1,
        }
    return {}
