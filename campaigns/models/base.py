"""What every table of this app shares."""

import uuid

from django.db import models


class Public(models.Model):
    """A row that addresses and clients name by `public_id`; primary keys stay inside."""

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)

    class Meta:
        abstract = True
