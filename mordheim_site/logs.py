"""Logs for machines: one JSON object a line (LOG_FORMAT=json)."""

import json
import logging
from datetime import UTC, datetime
from typing import Any


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
