"""A person's drafts are changed by one request at a time: two taps at once both count."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction


@contextmanager
def writing_alone(user: Any) -> Iterator[None]:
    """Inside, what `user` is writing may be read, changed and kept: another request of his waits.

    His own row is locked, since a draft that isn't there yet can't be. Nothing for visitors.
    """
    with transaction.atomic():
        rows = get_user_model().objects.select_for_update(no_key=True)
        rows.filter(pk=user.pk).values("pk").first()
        yield
