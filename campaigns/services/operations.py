"""What the operator watches: queues, ends of turns, deliveries, books; and the nightly look."""

from datetime import datetime, time, timedelta
from typing import Any

from axes.models import AccessAttempt, AccessLog
from django.contrib.sessions.models import Session
from django.db.models import Count, Min, Q
from django.utils import timezone

from campaigns import outbox
from campaigns.models import (
    Battle,
    BattleStatus,
    Delivery,
    DeliveryStatus,
    Outbox,
    Report,
    ReportStatus,
    TurnClock,
)
from warbands.tasks import check_books

NIGHTLY_AT = time(4)
LATE = timedelta(minutes=5)
KEPT_FOR = timedelta(days=30)


def call_for_nightly(now: datetime | None = None) -> None:
    """Once a day, after four in the morning of the site's own zone: look at all books."""
    local = timezone.localtime(now)
    if local.time() >= NIGHTLY_AT:
        outbox.enqueue("nightly", local.date().isoformat())


def nightly(job: Outbox) -> None:
    """Recompute every warband's books; forget what has long been done, and who logged in whence."""
    drift = check_books()
    with outbox.finishing(job):
        old = timezone.now() - KEPT_FOR
        Outbox.objects.filter(done_at__lt=old).delete()
        Session.objects.filter(expire_date__lt=timezone.now()).delete()
        AccessLog.objects.filter(attempt_time__lt=old).delete()
        AccessAttempt.objects.filter(attempt_time__lt=old).delete()
        Delivery.objects.filter(created_at__lt=old).exclude(status=DeliveryStatus.WAITING).delete()
        Outbox.objects.filter(pk=job.pk).update(payload={"drift": drift})


def figures(now: datetime | None = None) -> dict[str, Any]:
    """Everything at a glance, in a fixed number of queries."""
    now = now or timezone.now()
    open_jobs = Outbox.objects.filter(done_at=None)
    due = Q(run_after__lte=now)
    queues = (
        open_jobs.order_by()
        .values("kind")
        .annotate(
            due=Count("pk", filter=due),
            later=Count("pk", filter=~due),
            failing=Count("pk", filter=~Q(last_error="")),
            oldest=Min("run_after", filter=due),
        )
        .order_by("kind")
    )
    clocks = TurnClock.objects.filter(running=True, due_at__isnull=False)
    night = Outbox.objects.filter(kind="nightly").exclude(done_at=None).order_by("-pk").first()
    deliveries = Delivery.objects.order_by().values_list("status").annotate(n=Count("pk"))
    return {
        "queues": list(queues),
        "clocks": clocks.count(),
        "late": clocks.filter(due_at__lt=now - LATE).count(),
        "next": clocks.aggregate(next=Min("due_at"))["next"],
        "deliveries": dict(deliveries),
        "battles": Battle.objects.filter(status=BattleStatus.OPEN).count(),
        "reports": Report.objects.filter(status=ReportStatus.OPEN).count(),
        "books": None if night is None else night.payload.get("drift"),
        "books_at": None if night is None else night.done_at,
    }


def metrics(found: dict[str, Any], now: datetime | None = None) -> str:
    """The same in the text format of Prometheus."""
    now = now or timezone.now()
    lines = []
    for row in found["queues"]:
        lines += [
            f'mordheim_jobs{{kind="{row["kind"]}",state="{name}"}} {row[name]}'
            for name in ("due", "later", "failing")
        ]
        age = (now - row["oldest"]).total_seconds() if row["oldest"] else 0
        lines.append(f'mordheim_job_age_seconds{{kind="{row["kind"]}"}} {age:.0f}')
    lines += [
        f'mordheim_deliveries{{status="{status}"}} {count}'
        for status, count in sorted(found["deliveries"].items())
    ]
    lines += [f"mordheim_{name} {found[name]}" for name in ("clocks", "late", "battles", "reports")]
    if found["books"] is not None:
        lines.append(f"mordheim_books_drift {found['books']}")
    return "\n".join(lines) + "\n"
