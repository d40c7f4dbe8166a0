"""Celery's door to the outbox. The work itself is in services; here nothing is decided."""

from celery import shared_task

from campaigns import outbox
from campaigns.services import idempotency


@shared_task
def run_job(job_id: int) -> bool:
    """Do one job of the outbox."""
    return outbox.run(job_id)


@shared_task
def sweep() -> int:
    """Do what is due: announced to a dead broker, left by a dead worker, or put off."""
    idempotency.forget_old()
    return outbox.run_due(limit=500)
