"""Jobs: written with their cause, done once, taken over from whoever died."""

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone
from django.utils.module_loading import import_string

from campaigns import outbox
from campaigns.models import Outbox

DONE: list[str] = []
REAL = dict(outbox.HANDLERS)


def count(job: Outbox) -> None:
    with outbox.finishing(job):
        DONE.append(job.key)


def fail(job: Outbox) -> None:
    raise RuntimeError("no hay tinta")


def chain(job: Outbox) -> None:
    with outbox.finishing(job):
        DONE.append(job.key)
        if len(DONE) < 5:
            outbox.enqueue("chain", str(len(DONE)))


@pytest.fixture(autouse=True)
def handlers(monkeypatch, db):
    DONE.clear()
    here = __name__
    kinds = {name: f"{here}.{name}" for name in ("count", "fail", "chain")}
    monkeypatch.setattr(outbox, "HANDLERS", kinds)


def test_a_job_is_done_once():
    outbox.enqueue("count", "a")
    outbox.enqueue("count", "a")
    assert Outbox.objects.count() == 1
    job = Outbox.objects.get()
    assert outbox.run(job.pk)
    assert not outbox.run(job.pk)
    assert DONE == ["a"]


def test_a_second_worker_with_the_same_job_changes_nothing():
    outbox.enqueue("count", "a")
    mine = outbox.claim(Outbox.objects.get().pk)
    count(mine)
    with pytest.raises(outbox.AlreadyDone):
        count(mine)
    assert DONE == ["a"]


def test_a_claimed_job_is_not_to_be_had_until_its_lease_is_over():
    outbox.enqueue("count", "a")
    pk = Outbox.objects.get().pk
    assert outbox.claim(pk)
    assert outbox.claim(pk) is None
    Outbox.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    again = outbox.claim(pk)
    assert again.attempts == 2


def test_a_failed_job_is_put_off_with_its_error_and_tried_again():
    outbox.enqueue("fail", "a")
    assert not outbox.run(Outbox.objects.get().pk)
    job = Outbox.objects.get()
    assert job.done_at is None
    assert job.lease_until is None
    assert job.run_after > timezone.now()
    assert "no hay tinta" in job.last_error
    assert outbox.run_due() == 0
    Outbox.objects.update(run_after=timezone.now())
    outbox.run_due()
    assert Outbox.objects.get().attempts == 2


def test_a_failed_effect_leaves_nothing():
    outbox.enqueue("count", "a")
    job = outbox.claim(Outbox.objects.get().pk)

    def half_done() -> None:
        with outbox.finishing(job):
            outbox.enqueue("count", "b")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        half_done()
    assert list(Outbox.objects.values_list("key", "done_at")) == [("a", None)]


def test_the_worker_does_what_jobs_call_for_and_leaves():
    outbox.enqueue("chain", "first")
    call_command("worker", "--once")
    assert DONE == ["first", "1", "2", "3", "4"]
    assert not Outbox.objects.filter(done_at=None).exists()


def test_a_dead_broker_is_only_a_line_in_the_log(
    settings, caplog, django_capture_on_commit_callbacks, monkeypatch
):
    from kombu.exceptions import OperationalError

    def away(*_: object, **__: object) -> None:
        raise OperationalError("no broker")

    settings.CELERY_BROKER_URL = "redis://127.0.0.1:1"
    monkeypatch.setattr(outbox.current_app, "send_task", away)
    with django_capture_on_commit_callbacks(execute=True):
        outbox.enqueue("count", "a")
    assert "the sweep will do job" in caplog.text
    outbox.run_due()
    assert DONE == ["a"]


def test_every_kind_has_a_handler():
    for path in REAL.values():
        assert callable(import_string(path))
