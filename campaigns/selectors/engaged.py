"""Which warbands can't begin a battle now, and what holds them."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from campaigns.errors import ServiceError
from campaigns.models import Battle, Enrolment, Scene
from campaigns.selectors.access import Access, visible_scenes
from mordheim_site.ids import uuid_of
from warbands.models import Aftermath


@dataclass(frozen=True)
class Held:
    """What holds a warband: a battle, or (`after`) what comes of one. `scene` is where, None where
    the reader may not read it."""

    scene: Scene | None
    after: bool = False


@dataclass(frozen=True)
class WarbandChoice:
    """A warband of the campaign to be chosen for a battle; `held` None where it is free."""

    enrolment: Enrolment
    held: Held | None

    @property
    def warband(self) -> Any:
        return self.enrolment.warband


def choices_for_battle(access: Access, enrolments: Iterable[Enrolment]) -> list[WarbandChoice]:
    """The warbands given, each with what holds it now. Two queries."""
    rows = list(enrolments)
    open_ones = Aftermath.objects.filter(
        warband__in=[one.warband_id for one in rows], closed_at=None, reverted_at=None
    )
    after = dict(open_ones.values_list("warband", "battle"))
    fighting = {one.warband_id: after.get(one.warband_id) or one.warband.fighting for one in rows}
    scenes = _scenes(access, {name for name in fighting.values() if name})
    return [
        WarbandChoice(one, Held(scenes.get(name), one.warband_id in after) if name else None)
        for one in rows
        for name in [fighting[one.warband_id]]
    ]


def _scenes(access: Access, names: set[str]) -> dict[str, Scene]:
    """Of these battles those that the reader may read of, with where they are told."""
    ids: set[UUID] = {id for name in names if (id := uuid_of(name)) is not None}
    found = Battle.objects.filter(public_id__in=ids, scene__in=visible_scenes(access))
    found = found.select_related("scene").defer("setup", "state")
    return {str(one.public_id): one.scene for one in found}


def require_free(access: Access, warbands: Iterable[Any]) -> None:
    """Refuse warbands that can't begin a battle now. Errors: warbands_held (409, warbands)."""
    ids = {one.pk for one in warbands}
    rows = access.campaign.enrolments.filter(warband__in=ids).select_related("warband__owner")
    held = [one.warband.name for one in choices_for_battle(access, rows) if one.held]
    if held:
        raise ServiceError("warbands_held", warbands=", ".join(held))
