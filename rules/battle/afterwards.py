"""What comes of hits and wounds besides: infection, fire, black blood (hooks on_hit, on_wound)."""

from __future__ import annotations

from collections.abc import Sequence

from .play import Play
from .volley import Volley


def aftermath(play: Play, struck: Sequence[Volley], hurt: Sequence[Volley]) -> None:
    """After the wounds: tests against disease and fumes, then what sprays from the wounded."""
    return
