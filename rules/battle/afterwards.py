"""What comes of hits and wounds besides: infection, fumes, fire, black blood.

Hooks `on_hit`, `on_wound` and `contact`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ..dice import faces_needed, total
from . import events as ev
from .arms import Arm, kit_of
from .attribute import characteristic_test
from .brought import brings
from .injury import suffer_all
from .powers import Power, acting, is_immune
from .queries import engaged_with, is_engaged
from .saving import SKILL
from .volley import Volley, Wound

if TYPE_CHECKING:
    from .play import Play

Foes = dict[str, tuple[str, ...]]

SICKENING = {"wound": "disease", "hit": ""}
"""To what one may be immune, by what brings the test on."""


def natural(of: str) -> Arm:
    """What strikes by itself, never critically: blood, spines, flames."""
    return Arm(id=of, close=False, missile=False, hands=0, critical=False)


def touching(play: Play, hurt: Sequence[Volley]) -> Foes:
    """Whom those touch whose blood sprays, before their wounds change anything."""
    return {
        v.target: engaged_with(play.state, v.target)
        for v in hurt
        if kit_of(play.state.setup, v.target).has("on_wound")
    }


def aftermath(
    play: Play, struck: Sequence[Volley], hurt: Sequence[Volley], foes: Foes
) -> Iterator[Volley]:
    """Tests against disease and fumes, then fire; the hits that spray from the wounded."""
    for v in struck:
        if v.attacker and v.arm.has("on_hit"):
            for p in acting(v.arm.has("on_hit"), play.state, v.attacker, v.target, close=v.close):
                _one(play, v, p, wounded=any(v is one for one in hurt))
    for v in hurt:
        yield from _blood(play, v, foes.get(v.target, ()))


def _one(play: Play, v: Volley, p: Power, *, wounded: bool) -> None:
    if "infects_on" in p.effect:
        _infect(play, v, p)
        return
    on = p.get("after", "hit")
    if play.warrior(v.target).at is None or (on == "wound" and not wounded):
        return
    if "ignites_on" in p.effect:
        _ignite(play, v, p)
    elif "test" in p.effect and not is_immune(play.state.setup, v.target, SICKENING[on]):
        _sicken(play, v, p)


def _sicken(play: Play, v: Volley, p: Power) -> None:
    """A Toughness test; failed, one more wound without a save."""
    if not characteristic_test(play, v.target, p.effect["test"], SKILL):
        one = Volley(v.attacker, v.target, natural(p.of), 0, v.close, v.status_then)
        one.wounds = [Wound(0)]
        suffer_all(play, [one])


def _infect(play: Play, v: Volley, p: Power) -> None:
    """A natural 6 to wound passes the rot on, whatever comes of the wound (Nurgle's Rot)."""
    if v.sixes:
        play.emit(
            ev.PostMark(warrior=v.target, hook="rot_caught", spell=p.of, by=v.attacker, rule=SKILL)
        )


def contagion(play: Play, hurt: Sequence[Volley]) -> None:
    """What those catch whose blows put somebody out."""
    if not brings(play.state.setup, "felled"):
        return
    for v in hurt:
        if v.close and play.warrior(v.target).status == "out_of_action":
            catch(play, v.attacker, v.target)


def catch(play: Play, slayer: str, victim: str) -> None:
    """Whoever puts the bearer out of action in close combat tests or is wounded (hook `felled`)."""
    powers = kit_of(play.state.setup, victim).has("felled")
    if not powers or not slayer or play.warrior(slayer).at is None:
        return
    for p in acting(powers, play.state, victim, slayer, close=True):
        if not characteristic_test(play, slayer, p.effect["test"], SKILL):
            status = play.warrior(slayer).status
            one = Volley(victim, slayer, natural(p.of), 0, True, status)
            one.wounds = [Wound(0)]
            suffer_all(play, [one])


def _ignite(play: Play, v: Volley, p: Power) -> None:
    if "ablaze" in play.warrior(v.target).plight:
        return
    needed = p.effect["ignites_on"]
    base = ev.Modifier("base", needed, SKILL, p.of)
    (face,) = play.batch(
        "trigger", 1, needed, rule=SKILL, modifiers=(base,), actor=v.attacker, target=v.target
    )
    if face >= needed:
        play.emit(
            ev.PlightBegan(warrior=v.target, plight="ablaze", by=v.attacker, of=p.of, rule=SKILL)
        )


def _blood(play: Play, v: Volley, foes: Sequence[str]) -> Iterator[Volley]:
    """What sprays from the wounded at those in contact."""
    powers = kit_of(play.state.setup, v.target).has("on_wound")
    for p in acting(powers, play.state, v.target, v.attacker, close=v.close):
        for foe in foes:
            if play.warrior(foe).at is not None:
                yield _hits_of(play, v.target, foe, p)


def _hits_of(play: Play, me: str, foe: str, p: Power) -> Volley:
    status = play.warrior(foe).status
    count = p.effect["hits"]
    arm, strength = natural(p.of), p.effect["strength"]
    play.emit(ev.AutomaticHit(warrior=me, target=foe, weapon=p.of, hits=count, rule=SKILL))
    return Volley(me, foe, arm, strength, False, status, hits=[0] * count)


def spikes(play: Play) -> Iterator[Volley]:
    """As a close combat phase begins: spines against whoever is in contact (hook `contact`)."""
    for id in brings(play.state.setup, "contact"):
        powers = kit_of(play.state.setup, id).has("contact")
        if is_engaged(play.state, id):
            for foe in engaged_with(play.state, id):
                for p in acting(powers, play.state, id, foe):
                    yield _hits_of(play, id, foe, p)


def number_of(play: Play, dice: str, of: str, me: str, foe: str) -> int:
    """How many hits a throw gives."""
    count = faces_needed(dice)
    if not count:
        return int(dice)
    faces = play.plain("shots", count, rule=SKILL, actor=me, target=foe, weapon=of)
    return total(dice, faces)
