"""What came after a battle, as the camps tell it."""

from collections.abc import Iterable
from dataclasses import dataclass

from campaigns.models import Post
from warbands.models import Aftermath
from warbands.selectors import aftermath_view


@dataclass(frozen=True)
class Report:
    """What came of a battle for a warband (its id): one line a step. `by_hand`: on a real table."""

    warband: str
    battle: str
    lines: tuple[str, ...]
    questions: int
    aftermath: str
    by_hand: bool = False


def reports_of(posts: Iterable[Post]) -> dict[str, Report]:
    """Those that posts report on, by their ids. No query where there is no report."""
    ids = [post.data["aftermath"] for post in posts if "aftermath" in post.data]
    if not ids:
        return {}
    rows = Aftermath.objects.filter(pk__in=ids).select_related("warband")
    return {str(row.pk): _report(row) for row in rows.prefetch_related("steps")}


def _report(aftermath: Aftermath) -> Report:
    view = aftermath_view(aftermath)
    return Report(
        warband=str(aftermath.warband_id),
        battle=aftermath.battle,
        lines=tuple(" ".join(step.report) for step in view.steps if step.report),
        questions=len(view.pending),
        aftermath=str(aftermath.pk),
        by_hand=aftermath.setup["report"].get("by_hand", False),
    )
