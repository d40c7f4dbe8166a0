"""Gunicorn's log without the keys that some addresses are (`--logger-class`)."""

from typing import Any

from gunicorn.glogging import Logger

from mordheim_site.logs import without_keys


class AccessLog(Logger):
    def atoms(self, *args: Any) -> dict[str, Any]:
        told = super().atoms(*args)
        return {
            name: without_keys(value) if isinstance(value, str) else value
            for name, value in told.items()
        }
