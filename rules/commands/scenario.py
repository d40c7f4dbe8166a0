"""`python -m rules scenario`: see rules/scenario."""

from __future__ import annotations

from ..scenario import main

__all__ = ["main"]
