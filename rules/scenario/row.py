"""The base of every table of a scenario file."""

from __future__ import annotations

import msgspec


class Row(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The base of every table of a file."""
