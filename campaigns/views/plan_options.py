"""What may be ordered ahead, as the planner's form offers it for a warrior or for a whole side."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from campaigns.board_svg import levels_of
from campaigns.narration import Names, words
from campaigns.narration.aids import preference
from campaigns.views.act_parts import Scale, scales_in, ways_of
from campaigns.views.act_parts import preferring as preferring_titles
from campaigns.views.acts import parrying
from rules.battle import plan as pl
from rules.battle import preferring
from rules.battle.arms import kit_of
from rules.battle.breaking import break_off_of
from rules.battle.brought import brought
from rules.battle.checks import seducer_of
from rules.battle.doors import FORCE, closed, has_hands
from rules.battle.facing import looks_ahead
from rules.battle.guarding import choices as parries
from rules.battle.hands import ways_to_strike
from rules.battle.movement import allowance
from rules.battle.running import home_of
from rules.battle.scalings import scalings
from rules.battle.state import State, Warrior
from rules.battle.stride import stride_of
from rules.battle.striking import counted
from rules.catalogue.primitives import Control
from rules.magic import casting

ALWAYS = "always"
"""The act that is no step: what is done in every fight."""
CHARGE_OVER = "charge_over"
"""A charge that climbs or jumps: on foot nobody chooses the way of a charge (P-CHG-08)."""


@dataclass(frozen=True)
class Acts:
    """The acts of one phase, (value, words) each."""

    phase: str
    acts: list[tuple[str, str]]


@dataclass(frozen=True)
class Options:
    """All that the form lets one choose for a warrior, or, without one, for the whole side."""

    acts: list[Acts]
    missiles: list[tuple[str, str]] = field(default_factory=list)
    spells: list[tuple[str, str]] = field(default_factory=list)
    choices: list[tuple[str, str]] = field(default_factory=list)
    ways: list[tuple[str, str]] = field(default_factory=list)
    items: list[tuple[str, str]] = field(default_factory=list)
    parries: list[tuple[str, str]] = field(default_factory=list)
    preferences: list[tuple[str, list[tuple[str, str]]]] = field(default_factory=list)
    scales: list[Scale] = field(default_factory=list)
    facing: bool = False

    @property
    def phases(self) -> list[tuple[str, str]]:
        return [(phase, words.word(words.PHASES, phase)) for phase in pl.PHASES]


def options_for(state: State, id: str, names: Names) -> Options:
    """What may come into question for a warrior some day, whether or not it is possible now."""
    if not id:
        side = [("rout", _("gives the battle up")), ("end", _("ends the phase"))]
        return Options([Acts("", side)])
    warrior = state.warriors[id]
    arms = kit_of(state.setup, id).missile
    spells = casting.castable(state, id)
    items = dict.fromkeys(_usable(state, id))
    guards = parries(state, warrior)
    choices = dict.fromkeys(choice for spell in spells for choice in spell.choices)
    return Options(
        acts=list(_acts(state, id, items=bool(items), parries=bool(guards))),
        missiles=[(arm.id, names.thing(arm.id)) for arm in arms],
        spells=[(spell.id, names.thing(spell.id)) for spell in spells],
        choices=[(one, words.word(words.CHOICES, one)) for one in choices],
        ways=[(str(way.index), way.name) for way in ways_of(strikes_of(state, id), names)],
        items=[(item, names.thing(item)) for item in items],
        parries=[(way, parrying()[way]) for way in guards],
        preferences=list(_preferences(state, warrior, names)),
        scales=list(scales_in(_scalings(state, warrior), names)),
        facing=looks_ahead(state.setup, id),
    )


def options_to_command(state: State, id: str, names: Names) -> Options:
    """What an enemy may be told who obeys in its own turn (P-CHA-SLA)."""
    stride = stride_of(state.setup, id).run
    arms = kit_of(state.setup, id).missile
    acts = [("walk", _("walks to")), *_charges(state)]
    if stride > 1:
        acts.insert(1, ("run", _("runs to")))
    if arms:
        acts.append(("shoot", _("shoots")))
    return Options(
        acts=[Acts(_("In its own turn"), acts)],
        missiles=[(arm.id, names.thing(arm.id)) for arm in arms],
        scales=list(scales_in(_scalings(state, state.warriors[id]), names)),
    )


def charmed_by(state: State, id: str, side: str) -> bool:
    """Whether a warrior is to obey a side in its own turn."""
    running = seducer_of(state, id)
    return running is not None and home_of(state, running.caster) == side


def seduces(state: State, id: str) -> bool:
    """Whether a warrior knows a spell that makes an enemy obey in its own turn."""
    effects = (
        effect
        for spell in casting.castable(state, id)
        for mode in spell.modes
        for effect in mode.effects
    )
    return any(isinstance(one, Control) and one.starts == "their_turn" for one in effects)


def _acts(state: State, id: str, *, items: bool, parries: bool) -> Iterator[Acts]:
    moves = [
        *_charges(state),
        ("walk", _("walks to")),
        ("run", _("runs to")),
        ("hide", _("hides where it is")),
        ("crawl", _("crawls to, lying")),
    ]
    if looks_ahead(state.setup, id):
        moves.insert(4, ("turn", _("turns where it is")))
    if break_off_of(state, id) is not None:
        moves.append(("break_off", _("breaks off to")))
    arms = kit_of(state.setup, id).missile
    aimed = [("shoot", _("shoots"))] if arms else []
    if any(arm.shots > 1 for arm in arms):
        aimed.append(("double", _("fires one of its several shots")))
    if casting.castable(state, id):
        aimed.append(("cast", _("casts a spell or prays")))
    blows = [
        ("strike", _("strikes like this")),
        (ALWAYS, _("strikes like this in every fight, on the others’ turns too")),
    ]
    yield Acts(_phase("movement"), moves)
    if aimed:
        yield Acts(_phase("shooting"), aimed)
    yield Acts(_phase("combat"), blows)
    yield Acts(_phase("recovery"), [("stay_down", _("stays on the ground"))])
    always = [("use", _("uses something"))] if items else []
    if parries:
        always.append(("guard", _("parries like this from now on")))
    if state.warriors[id].at is not None:
        always.append(("prefer", _("does like this where nobody is asked")))
    if always:
        yield Acts(_("Any phase"), always)


def _charges(state: State) -> list[tuple[str, str]]:
    """With a way of its own only on a table that has something to climb or to jump from."""
    found = [("charge", _("charges"))]
    if len(levels_of(state.setup.board)) > 1:
        found.append((CHARGE_OVER, _("charges, climbing or jumping on its way")))
    return found


def _preferences(
    state: State, warrior: Warrior, names: Names
) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Each moment in which nobody is asked, with its choices as "edge:north"."""
    found = preferring.options(state, warrior)
    for what, title in preferring_titles().items():
        if what in found:
            ways = [(f"{what}:{id}", preference(what, id, names)) for id in found[what]]
            yield title, ways


def _phase(name: str) -> str:
    word = words.word(words.PHASES, name)
    return word[:1].upper() + word[1:]


def _usable(state: State, id: str) -> Iterator[str]:
    """Horns and luck, used or not, and what opens doors where any are closed."""
    shared = (row for row in brought(state.setup, id, "test") if row.shared)
    yield from (row.of for row in shared if row.effect.get("per") == "battle")
    yield from (row.of for row in brought(state.setup, id, "reroll_any"))
    if closed(state.setup.board) and has_hands(state.setup.by_id[id]):
        yield FORCE
        yield from (row.of for row in brought(state.setup, id, "door"))


def strikes_of(state: State, id: str) -> list[dict[str, int]]:
    """The ways to strike that the form offers, each: attacks by weapon."""
    return [counted(way) for way in ways_to_strike(state, id)]


def _scalings(state: State, warrior: Warrior) -> tuple[Any, ...]:
    """What may be climbed, jumped down or leapt from where the warrior stands now."""
    if warrior.at is None or warrior.status != "standing":
        return ()
    return scalings(state, warrior, "walk", allowance(state, warrior, "walk"))
