"""Reading settings from the environment, with one clear error for a bad value."""

import os
import secrets
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

_TRUE = {"1", "true", "yes", "on"}
_FALSE = {"", "0", "false", "no", "off"}


def env_str(name: str, default: str = "") -> str:
    return os.environ.get(name, default).strip()


def env_bool(name: str, default: bool = False) -> bool:
    """`1 true yes on` or `0 false no off` (any case); unset or blank gives the default."""
    value = env_str(name).lower()
    if not value:
        return default
    if value in _TRUE:
        return True
    if value in _FALSE:
        return False
    raise ImproperlyConfigured(f"{name} must be 1 or 0, not {value!r}.")


def env_int(name: str, default: int) -> int:
    value = env_str(name)
    try:
        return int(value) if value else default
    except ValueError:
        raise ImproperlyConfigured(f"{name} must be a whole number, not {value!r}.") from None


def env_list(name: str, default: str = "") -> list[str]:
    """Values separated by commas."""
    return [part.strip() for part in env_str(name, default).split(",") if part.strip()]


def env_required(name: str, hint: str) -> str:
    value = env_str(name)
    if not value:
        raise ImproperlyConfigured(f"{name} is not set. {hint}")
    return value


def stored_secret(path: Path) -> str:
    """The secret kept in `path`, drawn at the first call and readable by its owner only."""
    if path.exists():
        return path.read_text(encoding="ascii").strip()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch(mode=0o600)
    path.write_text(secrets.token_urlsafe(50), encoding="ascii")
    return path.read_text(encoding="ascii").strip()
