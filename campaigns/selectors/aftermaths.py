"""Where an aftermath belongs: to a battle, or to the campaign that a warband joins late."""

from dataclasses import dataclass
from typing import Any

from campaigns.errors import not_found
from campaigns.models import Battle, Campaign, Scene, SceneKind
from campaigns.selectors.access import Access, battle_for, campaign_for, visible_scenes
from campaigns.selectors.catch_up import REF
from warbands.models import Aftermath


@dataclass(frozen=True)
class Ground:
    """`battle` is None where there was none; the scene is then the camp of the warband, if any."""

    access: Access
    battle: Battle | None
    scene: Scene | None

    @property
    def campaign(self) -> Campaign:
        return self.access.campaign


def ground_of(user: Any, aftermath: Aftermath) -> Ground:
    """Two queries at most. Errors: not_found."""
    if not aftermath.battle.startswith(REF):
        access, battle = battle_for(user, aftermath.battle, by_hand=True)
        return Ground(access, battle, battle.scene)
    access = campaign_for(user, aftermath.battle.removeprefix(REF))
    if not access.is_member:
        raise not_found()
    camps = visible_scenes(access).filter(warband=aftermath.warband_id, kind=SceneKind.CAMP)
    return Ground(access, None, camps.first())
