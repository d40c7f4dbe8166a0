"""Logs for machines: one JSON object a line (LOG_FORMAT=json); and what no log tells.

Some addresses are keys themselves. Whoever reads logs needn't have them.
"""

import json
import logging
import re
from datetime import UTC, datetime
from typing import Any

KEYS = re.compile(
    r"(/(?:join|b|feeds|notices/unsubscribe|accounts/confirm|accounts/address|accounts/password/reset)/)"
    r"[^\s\"'?#]+"
)


def without_keys(text: str) -> str:
    """A text with the addresses in it cut short where their secret begins."""
    return KEYS.sub(r"\1...", text)


class NoKeys(logging.Filter):
    """Takes such addresses out of what is logged."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = without_keys(record.getMessage()), ()
        return True


class JsonLines(logging.Formatter):
    """time, level, logger, message; `error` with the traceback where there is one."""

    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            told["error"] = self.formatException(record.exc_info)
        status = getattr(record, "status_code", None)
        if status is not None:
            told["status"] = status
        return json.dumps(told, ensure_ascii=False, default=str)
