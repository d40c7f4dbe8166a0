"""Events of an aftermath in words, one sentence each.

`describe(event, names)` with the names of the fighters by key. What only keeps the books of the
aftermath (steps scheduled and done) says nothing.
"""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from rules.battle.events import Rolled
from rules.campaign import events as ev
from rules.roster.model import fighter_key, member_number
from warbands import names as catalogue

Names = Mapping[str, str]

AWARDS: dict[str, Any] = {
    "survives": gettext_lazy("survives"),
    "winning_leader": gettext_lazy("winning leader"),
    "enemy_out_of_action": gettext_lazy("enemies out of action"),
    "underdog": gettext_lazy("underdog"),
    "pit_fight": gettext_lazy("pit fight"),
    "bearer": gettext_lazy("carried wyrdstone out"),
    "broke_through": gettext_lazy("broke through"),
    "first_hero_out": gettext_lazy("first Hero out"),
    "finder": gettext_lazy("found the treasure"),
    "survives_against_the_odds": gettext_lazy("survives against the odds"),
}
FATES: dict[str, Any] = {
    "active": gettext_lazy("%(who)s is back in the warband."),
    "dead": gettext_lazy("%(who)s is dead."),
    "retired": gettext_lazy("%(who)s retires from the warband."),
    "captured": gettext_lazy("%(who)s is out of the warband's hands."),
    "sold": gettext_lazy("%(who)s won't be seen again."),
}
QUESTIONS: dict[str, Any] = {
    "captured": gettext_lazy("%(who)s has been captured: the game master decides what follows."),
    "pit_fight": gettext_lazy(
        "%(who)s has to fight in the pits: the game master says how it ends."
    ),
}
CHOICES: dict[str, Any] = {
    "ransom": gettext_lazy("ransomed"),
    "exchange": gettext_lazy("exchanged"),
    "sell": gettext_lazy("sold"),
    "zombie": gettext_lazy("made a zombie"),
    "sacrifice": gettext_lazy("sacrificed"),
    "won": gettext_lazy("won"),
    "lost": gettext_lazy("lost"),
}
CHARACTERISTICS: dict[str, Any] = {
    "M": gettext_lazy("Movement"),
    "WS": gettext_lazy("Weapon Skill"),
    "BS": gettext_lazy("Ballistic Skill"),
    "S": gettext_lazy("Strength"),
    "T": gettext_lazy("Toughness"),
    "W": gettext_lazy("Wounds"),
    "I": gettext_lazy("Initiative"),
    "A": gettext_lazy("Attacks"),
    "Ld": gettext_lazy("Leadership"),
}
LISTS: dict[str, Any] = {
    "combat": gettext_lazy("combat"),
    "shooting": gettext_lazy("shooting"),
    "academic": gettext_lazy("academic"),
    "strength": gettext_lazy("strength"),
    "speed": gettext_lazy("speed"),
    "special": gettext_lazy("special"),
    "spell": gettext_lazy("a spell"),
}
PURPOSES: dict[str, Any] = {
    "serious_injury": gettext_lazy("Serious injury"),
    "advance": gettext_lazy("Advance"),
    "loot": gettext_lazy("Price"),
}


def describe(event: ev.AnyEvent, names: Names) -> str:
    """A sentence in the reader's language; "" for what nobody needs to read."""
    teller = TELLERS.get(type(event))
    return teller(event, names) if teller else ""


def who(names: Names, warrior: str) -> str:
    """A fighter by name; a member of a group with his number."""
    name = names.get(fighter_key(warrior), warrior)
    return f"{name} {member_number(warrior)}" if "." in warrior else name


def option(choice: str) -> str:
    """An answer, a skill list or a characteristic that may be chosen, in words."""
    for words in (CHOICES, CHARACTERISTICS, LISTS):
        if choice in words:
            return str(words[choice])
    return choice


def _rolled(event: Rolled, names: Names) -> str:
    faces = ", ".join(str(face) for face in event.dice)
    purpose = PURPOSES.get(event.purpose, event.purpose)
    return _("%(what)s of %(who)s: %(dice)s.") % {
        "what": purpose,
        "who": who(names, event.actor),
        "dice": faces,
    }


def _missed(event: ev.BattleMissed, names: Names) -> str:
    text = ngettext(
        "%(who)s sat this battle out and misses %(n)d more.",
        "%(who)s sat this battle out and misses %(n)d more.",
        event.left,
    )
    if not event.left:
        text = _("%(who)s sat this battle out and is ready for the next.")
    return text % {"who": who(names, event.fighter), "n": event.left}


def _injury(event: ev.SeriousInjury, names: Names) -> str:
    return _("%(who)s: %(injury)s.") % {
        "who": who(names, event.warrior),
        "injury": catalogue.injury(event.row),
    }


def _effect(event: ev.EffectGained, names: Names) -> str:
    if event.effect.kind == "characteristic":
        return _number(event.fighter, event.effect.name, event.before, event.after, names)
    return _("%(who)s from now on: %(rule)s.") % {
        "who": who(names, event.fighter),
        "rule": _with_target(catalogue.rule(event.effect.name), event.effect.params),
    }


def _with_target(rule: str, params: Mapping[str, Any]) -> str:
    target = params.get("name") or catalogue.warband_type(params.get("type", ""))
    return f"{rule} ({target})" if target else rule


def _number(
    fighter: str, characteristic: str, before: int | None, after: int | None, names: Names
) -> str:
    return _("%(who)s: %(characteristic)s %(before)s → %(after)s.") % {
        "who": who(names, fighter),
        "characteristic": option(characteristic),
        "before": before,
        "after": after,
    }


def _must_miss(event: ev.MustMiss, names: Names) -> str:
    text = ngettext(
        "%(who)s misses the next battle.",
        "%(who)s misses the next %(n)d battles.",
        event.total,
    )
    return text % {"who": who(names, event.fighter), "n": event.total}


def _gear(event: ev.GearLost, names: Names) -> str:
    items = ", ".join(catalogue.item(item) for item in event.items)
    return _("%(who)s loses: %(items)s.") % {"who": who(names, event.fighter), "items": items}


def _recovered(event: ev.Recovered, names: Names) -> str:
    return _("%(who)s recovers.") % {"who": who(names, event.warrior)}


def _member(event: ev.MemberLost, names: Names) -> str:
    return _("%(who)s is dead; %(n)d left in the group.") % {
        "who": who(names, event.warrior),
        "n": event.left,
    }


def _fate(event: ev.FateChanged, names: Names) -> str:
    return str(FATES[event.after]) % {"who": who(names, event.fighter)}


def _experience(event: ev.ExperienceGained, names: Names) -> str:
    awards = ", ".join(f"{AWARDS.get(part.id, part.id)} +{part.xp}" for part in event.awards)
    return _("%(who)s: experience %(before)d → %(after)d (%(awards)s).") % {
        "who": who(names, event.fighter),
        "before": event.before,
        "after": event.after,
        "awards": awards,
    }


def _no_experience(event: ev.NoExperience, names: Names) -> str:
    return _("%(who)s earns no experience.") % {"who": who(names, event.fighter)}


def _advance(event: ev.AdvanceGained, names: Names) -> str:
    gain, name = event.advance, who(names, event.fighter)
    if gain.taken:
        return _number(event.fighter, gain.taken, event.before, event.after, names)
    if gain.result == "none":
        return _("%(who)s has nothing left to gain.") % {"who": name}
    if gain.result == "lads_got_talent":
        return _("%(who)s: the lad's got talent; one of them is to become a hero.") % {"who": name}
    options = ", ".join(option(choice) for choice in gain.options)
    return _("%(who)s has an advance to choose: %(options)s.") % {"who": name, "options": options}


def _gold(event: ev.GoldChanged, names: Names) -> str:
    return _("Treasury: %(before)d → %(after)d gold crowns.") % {
        "before": event.before,
        "after": event.after,
    }


def _captors(event: ev.CaptorsGained, names: Names) -> str:
    items = ", ".join(catalogue.item(item) for item in event.items)
    gained = [
        *([_("%(gold)d gold crowns") % {"gold": event.gold}] if event.gold else []),
        *([items] if items else []),
    ]
    return _("The captors get: %(gained)s.") % {"gained": ", ".join(gained)}


def _by_hand(event: ev.NotAutomated, names: Names) -> str:
    return _("The game master sees to it by hand: %(what)s.") % {"what": ", ".join(event.ids)}


def _asked(event: ev.Asked, names: Names) -> str:
    question = event.decision
    return str(QUESTIONS[question.kind]) % {"who": who(names, question.fighter)}


def _resolved(event: ev.Resolved, names: Names) -> str:
    return _("The game master decides about %(who)s: %(choice)s.") % {
        "who": who(names, event.fighter),
        "choice": option(event.choice),
    }


def _closed(event: ev.AftermathClosed, names: Names) -> str:
    return _("The aftermath is closed.")


TELLERS: dict[type, Callable[[Any, Names], str]] = {
    Rolled: _rolled,
    ev.BattleMissed: _missed,
    ev.SeriousInjury: _injury,
    ev.EffectGained: _effect,
    ev.MustMiss: _must_miss,
    ev.GearLost: _gear,
    ev.Recovered: _recovered,
    ev.MemberLost: _member,
    ev.FateChanged: _fate,
    ev.ExperienceGained: _experience,
    ev.NoExperience: _no_experience,
    ev.AdvanceGained: _advance,
    ev.GoldChanged: _gold,
    ev.CaptorsGained: _captors,
    ev.NotAutomated: _by_hand,
    ev.Asked: _asked,
    ev.Resolved: _resolved,
    ev.AftermathClosed: _closed,
}
"""Scheduled and StepDone are missing on purpose: they only keep the order of steps."""
