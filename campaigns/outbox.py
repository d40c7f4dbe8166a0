"""Work outside the request: written with its cause, done once.

A job is a row written in the transaction that calls for it (`enqueue`). A worker claims it by
lease, without holding a lock while it thinks, and finishes it in the transaction of its effect
(`finishing`): run twice, the second run finds it done and changes nothing. A worker that dies
loses nothing: the lease runs out and another takes the job.
"""

import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

from celery import current_app
from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone
from django.utils.module_loading import import_string
from kombu.exceptions import OperationalError

from campaigns.models import Outbox
from campaigns.models.work import JobQuerySet

logger = logging.getLogger(__name__)

HANDLERS = {
    "server_turn": "campaigns.services.server_player.server_turn",
    "plan": "campaigns.services.plans.play",
    "aftermath": "campaigns.services.aftermath.begin",
    "turn_expiry": "campaigns.services.expiry.turn_expiry",
    "turn_reminder": "campaigns.services.expiry.turn_reminder",
    "returned": "campaigns.services.presence.returned",
    "deliver": "campaigns.services.deliveries.deliver",
    "news": "campaigns.services.news.deliver",
    "digest": "campaigns.services.deliveries.digest",
    "password_mail": "mordheim_site.accounts.mail.password_mail",
    "confirm_mail": "mordheim_site.accounts.mail.confirm_mail",
    "address_mail": "mordheim_site.accounts.mail.address_mail",
    "address_changed_mail": "mordheim_site.accounts.mail.address_changed_mail",
    "aftermath_reminder": "campaigns.services.aftermath.remind",
    "aftermath_default": "campaigns.services.aftermath.default",
    "nightly": "campaigns.services.operations.nightly",
    "aftermath_step": "campaigns.services.aftermath.step",
}
"""Which function does which kind of job: the whole list. Each takes the job."""

LEASE = timedelta(minutes=2)
LEASES = {
    "turn_expiry": timedelta(seconds=10),
    "turn_reminder": timedelta(seconds=10),
    "server_turn": timedelta(seconds=20),
    "plan": timedelta(seconds=20),
}
"""What a clock has called for waits for a dead worker no longer than that: less than a sweep. It
takes well under a second; should it take longer, another does it as well, and one of them in vain.
"""
LONGEST_PAUSE = timedelta(hours=1)
ANNOUNCED_AT_ONCE = 500


class AlreadyDone(Exception):
    """Another worker has finished this job."""


class TryAgain(Exception):
    """What a job needs isn't there just now: it is put off, and that is no fault of ours."""


def enqueue(kind: str, key: str, *, run_after: datetime | None = None, **payload: Any) -> None:
    """Call for a job, inside the transaction of its cause. The same (kind, key) is done once.

    With `run_after` it is done then: the embedded worker looks all the time, Celery is told by
    the sweep shortly before (`announce`).
    """
    now = timezone.now()
    job = Outbox(kind=kind, key=key, payload=payload, run_after=run_after or now)
    Outbox.objects.bulk_create([job], ignore_conflicts=True)  # one question to the database
    if job.run_after <= now and settings.CELERY_BROKER_URL:
        transaction.on_commit(lambda: _wake_for(kind, key), robust=True)


def withdraw(kinds: Iterable[str], prefix: str) -> None:
    """Take back jobs that nobody has done yet; whoever holds one finds it gone (AlreadyDone)."""
    Outbox.objects.filter(kind__in=kinds, key__startswith=prefix, done_at=None).delete()


def announce(ahead: timedelta) -> None:
    """Tell Celery of the jobs that fall due soon, so that they are done to the second."""
    now = timezone.now()
    soon = Outbox.objects.filter(done_at=None, run_after__gt=now, run_after__lte=now + ahead)
    for pk, when in soon.values_list("pk", "run_after")[:ANNOUNCED_AT_ONCE]:
        _wake(pk, eta=when)


@contextmanager
def finishing(job: Outbox) -> Iterator[None]:
    """The transaction of a job's effect; the job is done when it commits.

    Raises AlreadyDone, before anything is changed, where it was done in the meantime.
    """
    with transaction.atomic():
        if not Outbox.objects.select_for_update().filter(pk=job.pk, done_at=None).exists():
            raise AlreadyDone
        yield
        Outbox.objects.filter(pk=job.pk).update(
            done_at=timezone.now(), lease_until=None, last_error=""
        )


def claim(job_id: int) -> Outbox | None:
    """Take a due job into one's hands, or None where it isn't to be had."""
    return _claim(Outbox.objects.filter(pk=job_id))


def claim_next() -> Outbox | None:
    """Take the job that has been due longest, or None. Jobs that others take at this moment are
    passed over: workers never queue up for the same one."""
    return _claim(Outbox.objects.all())


def _claim(jobs: JobQuerySet) -> Outbox | None:
    now = timezone.now()
    due = jobs.due(now)
    if not connection.features.has_select_for_update and not due.exists():
        return None  # a look takes no lock where there is only one for all
    with transaction.atomic():
        job = due.select_for_update(skip_locked=True).first()
        if job is not None:
            job.lease_until = now + LEASES.get(job.kind, LEASE)
            job.attempts += 1
            job.save(update_fields=["lease_until", "attempts"])
    return job


def run(job_id: int) -> bool:
    """Claim a job and do it. False where it isn't to be had or failed."""
    job = claim(job_id)
    return job is not None and _do(job)


def run_due(limit: int = 100, stop: Callable[[], bool] = lambda: False) -> int:
    """Do what is due, jobs that these call for included; returns how many were tried."""
    tried = 0
    while tried < limit and not stop():
        job = claim_next()
        if job is None:
            break
        _do(job)
        tried += 1
    return tried


def _do(job: Outbox) -> bool:
    try:
        import_string(HANDLERS[job.kind])(job)
    except AlreadyDone:
        return True
    except TryAgain as pause:
        logger.info("job %s is put off (attempt %d): %s", job, job.attempts, pause)
        _put_off(job, pause)
        return False
    except Exception as fault:
        # Whatever went wrong is one job's business: noted, put off, tried again.
        logger.exception("job %s failed (attempt %d)", job, job.attempts)
        _put_off(job, fault)
        return False
    return True


def _put_off(job: Outbox, fault: Exception) -> None:
    pause = min(timedelta(seconds=2 ** min(job.attempts, 12)), LONGEST_PAUSE)
    Outbox.objects.filter(pk=job.pk, done_at=None).update(
        run_after=timezone.now() + pause, lease_until=None, last_error=repr(fault)[:2000]
    )


def _wake_for(kind: str, key: str) -> None:
    job = Outbox.objects.due().filter(kind=kind, key=key).values_list("pk", flat=True).first()
    if job is not None:
        _wake(job)


def _wake(job_id: int, eta: datetime | None = None) -> None:
    """Tell a Celery worker; without a broker the embedded worker finds the job by itself."""
    if not settings.CELERY_BROKER_URL:
        return
    try:
        current_app.send_task("campaigns.tasks.run_job", (job_id,), retry=False, eta=eta)
    except OperationalError as fault:
        logger.warning("the broker is away, the sweep will do job %s: %s", job_id, fault)
