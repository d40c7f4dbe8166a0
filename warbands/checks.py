"""The start-up check of the game's data: each fault with its file and row."""

from typing import Any

from django.core.checks import CheckMessage, Error, register

from rules.catalogue import CatalogueError, load_catalogue


@register
def catalogue_holds_together(app_configs: Any, **more: Any) -> list[CheckMessage]:
    """An error for whatever names what doesn't exist, or isn't as it should be."""
    try:
        load_catalogue()
    except CatalogueError as error:
        return [
            Error(f"{problem.file}, {problem.key or 'the whole file'}: {problem.fault}", id=ID)
            for problem in error.problems
        ]
    return []


ID = "warbands.E001"
