"""Jobs through a real broker: the options hold, and what a dead worker had comes back."""

import threading
import time

import psycopg
import pytest
from celery import Celery
from django.db import connection

from config import jobs

DATABASE = {"NAME": "refit", "USER": "anna", "PASSWORD": "it's", "HOST": "db", "PORT": 5433, "OPTIONS": {}}


def test_the_broker_hands_a_job_out_again_only_after_its_hard_limit() -> None:
    assert jobs.INVISIBLE > jobs.HARD_LIMIT > jobs.SOFT_LIMIT


def test_the_queue_in_the_database_never_reads_the_environment_for_its_address() -> None:
    found = jobs.options("pgmq://localhost", DATABASE)["broker_transport_options"]
    assert found["conn_string"] == "dbname=refit user=anna password=it\\'s host=db port=5433"
    assert found["init_extension"] is False


@pytest.mark.parametrize("broker", ["redis://broker/0", "rediss://broker/0"])
def test_redis_looks_for_lost_jobs_within_seconds(broker: str) -> None:
    found = jobs.options(broker, DATABASE)["broker_transport_options"]
    assert found["unacked_restore_interval"] * found["unacked_restore_throttle"] <= 10


def test_no_job_keeps_its_result_where_its_side_could_be_read() -> None:
    assert jobs.options("pgmq://localhost", DATABASE)["task_ignore_result"] is True


@pytest.mark.whole("starts a worker, as tests/rosters/test_killed_worker.py does")
@pytest.mark.live
@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_job_sent_here_is_done_by_a_worker_there(worker_process: object) -> None:
    from config.celery import app

    app.signature("celery.accumulate", args=(1, 2)).apply_async()
    # The built-in job leaves nothing behind; that the queue empties says it was taken and acknowledged.
    until = time.monotonic() + 60
    while _waiting(app) and time.monotonic() < until:
        time.sleep(0.1)
    assert _waiting(app) == 0


@pytest.mark.live
@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_who_sends_a_job_stands_in_nobodys_way_at_the_queue_in_the_database(sent_jobs: None) -> None:
    from config.celery import app

    if not app.conf.broker_url.startswith("pgmq:"):
        pytest.skip("jobs travel through another broker")
    with psycopg.connect(jobs.conninfo(connection.settings_dict)) as other:
        other.execute(f"LOCK TABLE pgmq.q_{jobs.QUEUE} IN ROW EXCLUSIVE MODE")  # as one who puts a job in, or takes one
        sender = threading.Thread(target=app.signature("celery.accumulate", args=(1, 2)).apply_async, daemon=True)
        sender.start()
        sender.join(10)
        assert not sender.is_alive(), "it waits for a table that it would change"


def _waiting(app: Celery) -> int:
    with app.connection_for_read() as link:
        return link.default_channel.queue_declare("celery", passive=False, durable=True).message_count
