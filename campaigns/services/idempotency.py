"""Requests that their sender may repeat: the same key gets the same answer."""

import hashlib
import json
from datetime import timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from campaigns.errors import ServiceError, invalid
from campaigns.models import IdempotencyKey

LONGEST_KEY = 120
KEPT_FOR = timedelta(days=7)


def recall(*, user: Any, scope: str, key: str, body: Any) -> IdempotencyKey | None:
    """The answer already given, or None. Errors: bad_key; key_reused for another body."""
    if len(key) > LONGEST_KEY:
        raise invalid("bad_key", limit=LONGEST_KEY)
    row = IdempotencyKey.objects.filter(user=user, scope=scope, key=key).first()
    if row is not None and row.body_hash != _digest(body):
        raise invalid("key_reused")
    return row


def remember(*, user: Any, scope: str, key: str, body: Any, answer: Any, status: int = 200) -> None:
    """Store an answer, in the transaction of what it answers.

    Errors: key_in_use, where the same key is answered at this very moment elsewhere.
    """
    try:
        with transaction.atomic():
            IdempotencyKey.objects.create(
                user=user,
                scope=scope,
                key=key,
                body_hash=_digest(body),
                answer=answer,
                status=status,
            )
    except IntegrityError:
        raise ServiceError("key_in_use") from None


def forget_old() -> int:
    """Delete answers that nobody will ask for again; how many there were."""
    gone, _ = IdempotencyKey.objects.filter(created_at__lt=timezone.now() - KEPT_FOR).delete()
    return gone


def _digest(body: Any) -> str:
    text = json.dumps(body, sort_keys=True, separators=(",", ":"), default=str)
    return hashlib.sha256(text.encode()).hexdigest()
