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
from rules.campaign.income import EATS
from warbands import names as catalogue
from warbands.wording import (
    CHARACTERISTICS,
    Names,
    cause,
    eaten,
    note,
    option,
    skill_list,
    studies,
    title,
    weapon_of,
    who,
)

FATES: dict[str, Any] = {
    "active": gettext_lazy("%(who)s is back in the warband."),
    "dead": gettext_lazy("%(who)s is dead."),
    "retired": gettext_lazy("%(who)s retires from the warband."),
    "dismissed": gettext_lazy("%(who)s goes his way."),
    "captured": gettext_lazy("%(who)s is out of the warband's hands."),
    "sold": gettext_lazy("%(who)s won't be seen again."),
}
PURPOSES: dict[str, Any] = {
    "serious_injury": gettext_lazy("Serious injury"),
    "side_effect": gettext_lazy("Side effect"),
    "advance": gettext_lazy("Advance"),
    "loot": gettext_lazy("Find"),
    "exploration": gettext_lazy("Exploration"),
    "strength": gettext_lazy("Strength"),
    "rarity": gettext_lazy("Search"),
    "price": gettext_lazy("Price"),
    "leadership": gettext_lazy("Leadership"),
    "random_pick": gettext_lazy("Draw"),
    "mutation": gettext_lazy("Mutation"),
    "infection": gettext_lazy("Infection"),
    "new_spell": gettext_lazy("New spell"),
}


def describe(event: ev.AnyEvent, names: Names) -> str:
    """A sentence in the reader's language; "" for what nobody needs to read."""
    teller = TELLERS.get(type(event))
    return teller(event, names) if teller else ""


def _rolled(event: Rolled, names: Names) -> str:
    faces = ", ".join(str(face) for face in event.dice)
    purpose = PURPOSES.get(event.purpose, event.purpose)
    if not event.actor:
        return _("%(what)s: %(dice)s.") % {"what": purpose, "dice": faces}
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


def _parted(event: ev.Parted, names: Names) -> str:
    return _("%(who)s goes on apart from the rest of his group.") % {
        "who": who(names, event.warrior)
    }


def _gear(event: ev.GearLost, names: Names) -> str:
    items = ", ".join(catalogue.item(item) for item in event.items)
    return _("%(who)s loses: %(items)s.") % {"who": who(names, event.fighter), "items": items}


def _used_up(event: ev.UsedUp, names: Names) -> str:
    items = ", ".join(catalogue.item(item) for item in event.items)
    return _("Used up by %(who)s: %(items)s.") % {"who": who(names, event.fighter), "items": items}


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
    awards = ", ".join(f"{cause(part.id)} +{part.xp}" for part in event.awards)
    return _("%(who)s: experience %(before)d → %(after)d (%(awards)s).") % {
        "who": who(names, event.fighter),
        "before": event.before,
        "after": event.after,
        "awards": awards,
    }


def _no_experience(event: ev.NoExperience, names: Names) -> str:
    return _("No experience for %(who)s.") % {"who": who(names, event.fighter)}


def _advance(event: ev.AdvanceGained, names: Names) -> str:
    gain, name = event.advance, who(names, event.fighter)
    if gain.taken:
        return _number(event.fighter, gain.taken, event.before, event.after, names)
    if gain.result == "none":
        return _("%(who)s has nothing left to gain.") % {"who": name}
    if gain.result == "lads_got_talent":
        return _("%(who)s: the lad's got talent; one of them is to become a hero.") % {"who": name}
    options = ", ".join(_learning(choice) for choice in gain.options)
    return _("%(who)s has an advance to choose: %(options)s.") % {"who": name, "options": options}


def _learning(choice: str) -> str:
    """A skill list or a characteristic that may be chosen."""
    return skill_list(choice) if choice not in CHARACTERISTICS else option(choice)


def _gold(event: ev.GoldChanged, names: Names) -> str:
    return _("%(cause)s: treasury %(before)d → %(after)d gold crowns.") % {
        "cause": _capital(cause(event.cause)),
        "before": event.before,
        "after": event.after,
    }


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _captors(event: ev.CaptorsGained, names: Names) -> str:
    items = ", ".join(catalogue.item(item) for item in event.items)
    gained = [
        *([_("%(gold)d gold crowns") % {"gold": event.gold}] if event.gold else []),
        *([items] if items else []),
        *([catalogue.fighter_type(event.recruit)] if event.recruit else []),
        *(
            [_("%(xp)d experience of their leader") % {"xp": event.experience}]
            * bool(event.experience)
        ),
    ]
    return _("The captors get: %(gained)s.") % {"gained": ", ".join(gained)}


def _by_hand(event: ev.NotAutomated, names: Names) -> str:
    what = ", ".join(note(id) for id in event.ids)
    return _("The game master sees to it by hand: %(what)s.") % {"what": what}


def _asked(event: ev.Asked, names: Names) -> str:
    return title(event.decision, names)


def _resolved(event: ev.Resolved, names: Names) -> str:
    if not event.fighter:
        return _resolved_for_all(event, names)
    texts = {
        "gm": _("The game master decides about %(who)s: %(choice)s."),
        "clock": _("Time has run out for %(who)s: %(choice)s."),
    }
    text = texts.get(event.by, _("Decided about %(who)s: %(choice)s."))
    return text % {"who": who(names, event.fighter), "choice": _chosen(event, names)}


def _resolved_for_all(event: ev.Resolved, names: Names) -> str:
    """What concerns the whole warband."""
    texts = {
        "gm": _("The game master decides: %(choice)s."),
        "clock": _("Time has run out: %(choice)s."),
    }
    return texts.get(event.by, _("Decided: %(choice)s.")) % {"choice": _chosen(event, names)}


def _chosen(event: ev.Resolved, names: Names) -> str:
    if event.choice in names:
        return names[event.choice]
    if event.kind == "study" and (told := studies(event.choice, names)):
        return told
    if event.kind == "place" and (told := weapon_of(event.choice, names)):
        return told
    if event.kind == "upkeep" and event.choice.startswith(EATS):
        return eaten(event.choice, names)
    if event.kind == "sell":
        text = ngettext("%(n)d shard sold", "%(n)d shards sold", int(event.choice))
        return text % {"n": int(event.choice)}
    if event.kind == "trade" and event.choice == "none":
        return _("nothing this time")
    if event.choice == "none" and event.kind in ("rare", "veterans"):
        return _("looks for nothing") if event.kind == "rare" else _("nobody is looked for")
    if event.kind == "place" and event.choice.isdigit():
        return _("choice %(n)d") % {"n": int(event.choice) + 1}
    return option(event.choice)


def _synced(event: ev.Synced, names: Names) -> str:
    return _("The warband has traded or changed meanwhile; it goes on from there.")


def _corrected(event: ev.Corrected, names: Names) -> str:
    text = _("The game master corrects this step: %(reason)s.")
    if event.undone:
        again = ngettext(
            "%(n)d answer has to be given again.",
            "%(n)d answers have to be given again.",
            len(event.undone),
        )
        return f"{text} {again}" % {"reason": event.reason, "n": len(event.undone)}
    return text % {"reason": event.reason}


def _taken(event: ev.AdvanceTaken, names: Names) -> str:
    name = who(names, event.fighter)
    if event.kind == "characteristic":
        return _number(event.fighter, event.taken, event.before, event.after, names)
    if event.kind == "skill":
        return _("%(who)s learns: %(skill)s.") % {"who": name, "skill": option(event.taken)}
    if event.kind == "spell_roll":
        return _("%(who)s seeks a new spell.") % {"who": name}
    if event.kind == "promoted":
        return _("One of %(who)s steps forward.") % {"who": name}
    return _("%(who)s gains nothing by this advance.") % {"who": name}


def _promoted(event: ev.Promoted, names: Names) -> str:
    lists = ", ".join(skill_list(list) for list in event.lists)
    return _("%(who)s is a hero now and learns from: %(lists)s.") % {
        "who": who(names, event.hero) if event.hero in names else who(names, event.fighter),
        "lists": lists,
    }


def _leader(event: ev.LeaderChanged, names: Names) -> str:
    return _("%(who)s leads the warband from now on.") % {"who": who(names, event.fighter)}


def _explored(event: ev.Explored, names: Names) -> str:
    if not event.dice:
        return _("Nobody was on his feet to search the city.")
    text = ngettext(
        "The heroes search with %(dice)s and find %(n)d shard of wyrdstone.",
        "The heroes search with %(dice)s and find %(n)d shards of wyrdstone.",
        event.shards,
    )
    dice = ", ".join(str(face) for face in event.dice)
    told = text % {"dice": dice, "n": event.shards}
    if not event.place:
        return told
    place = _("They come upon: %(place)s.") % {"place": catalogue.place(event.place)}
    return f"{told} {place}"


def _shards(event: ev.ShardsChanged, names: Names) -> str:
    return _("%(cause)s: wyrdstone %(before)d → %(after)d.") % {
        "cause": _capital(cause(event.cause)),
        "before": event.before,
        "after": event.after,
    }


def _items(event: ev.ItemsFound, names: Names) -> str:
    return _("%(cause)s: %(n)d × %(item)s for the stash.") % {
        "cause": _capital(cause(event.cause)),
        "n": event.n,
        "item": catalogue.item(event.item),
    }


def _gift(event: ev.GiftGained, names: Names) -> str:
    if event.gift.kind == "maximum":
        return _("%(who)s may reach %(n)d more of %(characteristic)s.") % {
            "who": who(names, event.fighter),
            "n": event.gift.value,
            "characteristic": option(event.gift.name),
        }
    if event.gift.kind == "characteristic":
        return _("%(who)s: %(characteristic)s %(change)+d, for good.") % {
            "who": who(names, event.fighter),
            "characteristic": option(event.gift.name),
            "change": event.gift.value,
        }
    if event.gift.kind == "eased":
        return _("%(spell)s is easier by %(n)d for %(who)s, for good.") % {
            "who": who(names, event.fighter),
            "spell": catalogue.spell(event.gift.name),
            "n": event.gift.value,
        }
    if event.gift.kind == "rule":
        return _("%(who)s is changed: %(what)s.") % {
            "who": who(names, event.fighter),
            "what": _with_item(catalogue.rule(event.gift.name), event.gift.params),
        }
    return _("%(who)s may learn from the list: %(list)s.") % {
        "who": who(names, event.fighter),
        "list": skill_list(event.gift.name),
    }


def _with_item(rule: str, params: Mapping[str, Any]) -> str:
    """What somebody is addicted to."""
    return f"{rule} ({catalogue.item(params['item'])})" if "item" in params else rule


def _blessed(event: ev.WeaponBlessed, names: Names) -> str:
    if not event.fighter:
        return _("A piece of the stash is blessed: %(item)s.") % {
            "item": catalogue.item(event.item)
        }
    told = _("%(who)s has a weapon blessed: %(item)s.")
    return told % {"who": who(names, event.fighter), "item": catalogue.item(event.item)}


def _spell(event: ev.SpellLearned, names: Names) -> str:
    return _("%(who)s learns the spell: %(spell)s.") % {
        "who": who(names, event.fighter),
        "spell": catalogue.spell(event.spell),
    }


def _learned(event: ev.SkillLearned, names: Names) -> str:
    return _("%(who)s learns: %(skill)s.") % {
        "who": who(names, event.fighter),
        "skill": option(event.skill),
    }


def _joined(event: ev.Joined, names: Names) -> str:
    n = len(event.numbers)
    text = ngettext("%(n)d × %(type)s joins the warband.", "%(n)d × %(type)s join the warband.", n)
    return text % {"n": n, "type": catalogue.fighter_type(event.type)}


def _noted(event: ev.Noted, names: Names) -> str:
    return _("The warband has from now on: %(what)s.") % {"what": note(event.note.id)}


def _note_used(event: ev.NoteUsed, names: Names) -> str:
    return _("Used up: %(what)s.") % {"what": note(event.id)}


def _market(event: ev.MarketOpened, names: Names) -> str:
    return _("The trading post is open.")


def _sought(event: ev.RareSought, names: Names) -> str:
    text = _("%(who)s looks for %(item)s (%(rarity)d+): %(roll)d%(bonus)s, in vain.")
    if event.found:
        text = _("%(who)s looks for %(item)s (%(rarity)d+): %(roll)d%(bonus)s, and finds it.")
    return text % {
        "who": who(names, event.fighter),
        "item": catalogue.item(event.item),
        "rarity": event.rarity,
        "roll": event.roll,
        "bonus": f" + {event.bonus}" if event.bonus else "",
    }


def _rare(event: ev.RareBought, names: Names) -> str:
    return _("%(who)s buys for the stash: %(item)s, %(gold)d gold crowns.") % {
        "who": who(names, event.fighter),
        "item": catalogue.item(event.item),
        "gold": event.gold,
    }


def _test(event: ev.TestTaken, names: Names) -> str:
    text = _("%(who)s passes a test of %(characteristic)s.")
    if not event.passed:
        text = _("%(who)s fails a test of %(characteristic)s.")
    return text % {
        "who": who(names, event.fighter),
        "characteristic": option(event.characteristic),
    }


def _pit(event: ev.PitFought, names: Names) -> str:
    foe = catalogue.hired_sword(event.opponent)
    text = _("%(who)s falls to the %(foe)s in the pit (turn %(turn)d).")
    if event.winner == event.fighter:
        text = _("%(who)s beats the %(foe)s in the pit (turn %(turn)d).")
    elif not event.winner:
        text = _("%(who)s and the %(foe)s are both on their feet when the crowd has had enough.")
    return text % {"who": who(names, event.fighter), "foe": foe, "turn": event.turns}


def _closed(event: ev.AftermathClosed, names: Names) -> str:
    return _("The aftermath is closed.")


TELLERS: dict[type, Callable[[Any, Names], str]] = {
    Rolled: _rolled,
    ev.BattleMissed: _missed,
    ev.SeriousInjury: _injury,
    ev.EffectGained: _effect,
    ev.MustMiss: _must_miss,
    ev.Parted: _parted,
    ev.GearLost: _gear,
    ev.UsedUp: _used_up,
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
    ev.PitFought: _pit,
    ev.Synced: _synced,
    ev.Corrected: _corrected,
    ev.AdvanceTaken: _taken,
    ev.Promoted: _promoted,
    ev.LeaderChanged: _leader,
    ev.Explored: _explored,
    ev.ShardsChanged: _shards,
    ev.ItemsFound: _items,
    ev.GiftGained: _gift,
    ev.SkillLearned: _learned,
    ev.SpellLearned: _spell,
    ev.WeaponBlessed: _blessed,
    ev.Joined: _joined,
    ev.Noted: _noted,
    ev.NoteUsed: _note_used,
    ev.TestTaken: _test,
    ev.MarketOpened: _market,
    ev.RareSought: _sought,
    ev.RareBought: _rare,
}
"""Scheduled, StepDone and Looked are missing on purpose: they only keep the order of steps."""
