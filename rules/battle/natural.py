"""Attacks that no weapon in the hand makes: jaws, a tail, a shot at arm's length, a throw."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..ruleset import Ruleset
from .arm import Arm, Throw
from .powers import Power
from .state import Setup, WarriorSetup

Powers = Mapping[str, tuple[Power, ...]]
CLOSE = frozenset({"close"})
INCH = 2_500
"""Throws reach so many inches for each point of Strength, in every ruleset (1/100 mm)."""


def extras(setup: Setup, arms: Sequence[Arm], powers: Powers) -> Iterator[Arm]:
    """Attacks beside those of the hands, from the bearer and from single weapons."""
    for p in powers.get("extra_attack", ()):
        if p.get("count"):
            yield _extra(p, Arm(id=p.of, close=True, missile=False, hands=0))
    for a in {a.id: a for a in arms}.values():
        for p in a.has("extra_attack"):
            if "on" not in p.effect:
                yield _of_weapon(p, a)
        for p in a.has("combat_shot"):
            yield _at_arms_length(p, a)


def _extra(p: Power, a: Arm) -> Arm:
    fixed = p.get("fixed")
    return Arm(
        id=a.id,
        close=True,
        missile=False,
        hands=0,
        words=CLOSE | {a.id},
        strength_user=p.get("strength", 0),
        strength_fixed=fixed,
        weak_fixed=p.get("fixed_immune"),
        extra=p.effect["count"],
        order=p.get("order", ""),
        when=p.when,
        memo={},
    )


def _of_weapon(p: Power, a: Arm) -> Arm:
    """One more attack with a weapon in hand (a whip, when charged)."""
    return Arm(
        id=f"{a.id}+",
        of=a.id,
        close=True,
        missile=False,
        hands=0,
        words=a.words,
        strength_user=a.strength_user,
        strength_fixed=a.strength_fixed,
        save=a.save,
        enemy_save=a.enemy_save,
        unparried=a.unparried,
        injuries=a.injuries,
        extra=p.effect["count"],
        order=p.get("order", ""),
        when=p.when,
        memo={},
    )


def _at_arms_length(p: Power, a: Arm) -> Arm:
    """A shot as an attack of its own in the first round, to hit with BS."""
    return Arm(
        id=a.id,
        close=True,
        missile=False,
        hands=0,
        words=a.words,
        strength_fixed=p.effect["strength"],
        uses="BS",
        to_hit=p.get("mod", 0),
        extra=p.effect["attacks"],
        order="before",
        when=p.when,
        unparried=a.id,
        memo={},
    )


def options(arms: Sequence[Arm], powers: Powers) -> Iterator[Arm]:
    """What may stand instead of all attacks: a rush with the shoulder, a grapple."""
    held = [p for a in arms for p in a.has("charge_option")]
    for p in (*powers.get("charge_option", ()), *held):
        by_weapon = p.stage == "weapon"
        yield Arm(
            id=f"{p.of}+" if by_weapon else p.of,
            of=p.of if by_weapon else "",
            close=True,
            missile=False,
            hands=0,
            words=CLOSE | {p.of},
            strength_user=p.get("strength", 0),
            strength_fixed=p.get("fixed"),
            sure=bool(p.get("sure")),
            no_save=p.get("save") == "none",
            to_hit=p.get("mod", 0) if "test" not in p.effect else 0,
            critical_from=p.get("critical_on", 6),
            option=True,
            extra=p.get("rolls", 1),
            on_hit=p.get("on_hit", ""),
            resist=p.get("test", ""),
            resist_mod=p.get("mod", 0) if "test" in p.effect else 0,
            when=() if p.get("on_hit") == "held" or p.get("any_time") else ("charging",),
            memo={},
        )


def thrown(setup: Setup, w: WarriorSetup) -> Iterator[Arm]:
    """Items that are thrown instead of shooting, and what is spewed."""
    c = setup.catalogue
    rows: list[Any] = [c.equipment[id] for id in dict.fromkeys(w.equipment) if id in c.equipment]
    rows += [c.traits[ref.id] for ref in w.traits if ref.id in c.traits]
    for row in rows:
        for effect in row.effects:
            if effect["hook"] == "throw":
                yield throw_arm(setup.ruleset, w, row.id, effect)


def throw_arm(ruleset: Ruleset, w: WarriorSetup, id: str, e: Mapping[str, Any]) -> Arm:
    """A throw as a missile weapon: no penalty for range or moving."""
    unit = ruleset.unit.lower()
    around = e.get("around", {})
    back = e.get("natural_one", "")
    return Arm(
        id=id,
        close=False,
        missile=True,
        hands=1,
        words=frozenset({id, "missile"}),
        strength_fixed=e.get("strength", 0),
        range=_range(ruleset, w, e),
        no_save=e.get("save") == "none",
        ignores=frozenset({"long_range", "moved"}),
        once=bool(e.get("once")) or e.get("per") == "battle",
        critical=e.get("to_wound") != "auto",
        throw=Throw(
            effect=e.get("effect", ""),
            free_on=e.get("free_on", 0),
            resist=e.get("resist", ""),
            hits=str(e.get("hits", "1")),
            harmless="effect" in e,
            sure=e.get("to_wound") == "auto",
            within=ruleset.units(around["within"][unit]) if around else 0,
            around_strength=around.get("strength", 0),
            backfires="thrower" if back == "thrower" else "hit" if back else "",
            own_strength=back.get("strength", 0) if isinstance(back, dict) else 0,
            against=tuple(e.get("against", ())),
        ),
        memo={},
    )


def _range(ruleset: Ruleset, w: WarriorSetup, e: Mapping[str, Any]) -> int:
    """A length, or so many times a characteristic in inches' worth of the ruleset's unit."""
    if "range" in e:
        return ruleset.units(e["range"][ruleset.unit.lower()])
    [(name, factor)] = e["range_per"].items()
    return int(getattr(w.profile, name) * factor * INCH)
