"""Celery's door to the outbox. The work itself is in services; here nothing is decided."""

from datetime import timedelta

from celery import shared_task
from django.conf import settings

from campaigns import outbox
from campaigns.services import idempotency, operations

SWEPT_EVERY = timedelta(seconds=settings.SWEEP_SECONDS)


@shared_task
def run_job(job_id: int) -> bool:
    """Do one job of the outbox."""
    return outbox.run(job_id)


@shared_task
def sweep() -> int:
    """Do what is due: announced to a dead broker, left by a dead worker, or put off."""
    idempotency.forget_old()
    operations.call_for_nightly()
    outbox.announce(2 * SWEPT_EVERY)
    return outbox.run_due(limit=500)
