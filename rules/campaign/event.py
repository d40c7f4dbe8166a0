"""The base of the events of an aftermath."""

from __future__ import annotations

import msgspec


class Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="event", omit_defaults=True):
    """The base of every event of an aftermath."""

    rule: str = ""
    audience: tuple[str, ...] = ()
