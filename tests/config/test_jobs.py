"""Jobs through a real broker: the options hold, and what a dead worker had comes back."""

import time

import pytest
from celery import Celery

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


@pytest.mark.live
@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_job_sent_here_is_done_by_a_worker_there(worker_process: object) -> None:
    from config.celery import app

    app.signature("celery.accumulate", args=(1, 2)).apply_async()
    # The built-in job leaves nothing behind; that the queue empties says it was taken and acknowledged.
    until = time.monotonic() + 20
    while _waiting(app) and time.monotonic() < until:
        time.sleep(0.1)
    assert _waiting(app) == 0


def _waiting(app: Celery) -> int:
    with app.connection_for_read() as link:
        return link.default_channel.queue_declare("celery", passive=False, durable=True).message_count
