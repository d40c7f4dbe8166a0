"""Magic that is never cast because it is always there (P-CHA-NUR)."""

from __future__ import annotations

from ..battle.play import Play
from ..battle.state import Running
from ..catalogue import primitives as pr
from . import lasting


def begin(play: Play) -> None:
    """As the battle begins, before anybody stands on the table."""
    rows = play.state.setup.catalogue.spells
    for w in play.state.setup.warriors:
        for id in w.spells:
            if id in rows and rows[id].timing == "always":
                for effect in rows[id].modes[0].effects:
                    lasting.begin_all(play, [_running(play, w.id, id, effect)])


def _running(play: Play, caster: str, spell: str, effect: pr.Primitive) -> Running:
    return Running(
        id=f"{spell}:{play.now}",
        spell=spell,
        rule=play.state.setup.catalogue.spells[spell].rule,
        caster=caster,
        target="" if isinstance(effect, pr.Aura) else caster,
        effect=effect,
        until=effect.until,
    )
