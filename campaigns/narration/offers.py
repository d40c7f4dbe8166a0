"""What may be ordered now, in words: for who hears the battle instead of seeing it."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext

from campaigns.narration import words
from campaigns.narration.decisions import choice_word
from campaigns.narration.names import Names
from rules.battle.forms import Form


def tell_offer(form: Form, names: Names) -> str:
    """ "Ana: may charge Bea or Cid"; where an order needs no choice, just what it is."""
    return _OFFERED[form.kind](form, names)


def _who(form: Form, names: Names) -> dict[str, str]:
    """Who may; a counter that is put down has no name."""
    known = form.warrior in names.warriors
    return {"who": names.warriors[form.warrior] if known else gettext("Your side")}


def _any_of(names: Iterable[str]) -> str:
    return gettext(" or ").join(names)


def _warriors(ids: Iterable[str], names: Names) -> str:
    return _any_of(names.warriors.get(id) or names.place(id) or id for id in ids)


def only_turns(form: Form) -> bool:
    """Whether a move goes nowhere: it sets the facing of one who has rallied (P-REC-02)."""
    domains: dict[str, Any] = form.domains
    return domains["legs"].most == 0 and "hide" not in domains


def _move(form: Form, names: Names) -> str:
    domains: dict[str, Any] = form.domains
    if only_turns(form):
        return gettext("%(who)s: may turn where he stands") % _who(form, names)
    told = {
        "walk": gettext("%(who)s: may move up to %(most)s"),
        "run": gettext("%(who)s: may run up to %(most)s"),
        "crawl": gettext("%(who)s: may crawl up to %(most)s"),
        "break_off": gettext("%(who)s: may break off, up to %(most)s"),
    }[domains["mode"].options[0]]
    most = words.length(domains["legs"].most, names.unit, names.unit_size)
    return told % {**_who(form, names), "most": most}


def _charge(form: Form, names: Names) -> str:
    domain: Any = form.domains["targets"]
    told = gettext("%(who)s: may charge %(targets)s")
    return told % {**_who(form, names), "targets": _warriors(domain.options, names)}


def _shoot(form: Form, names: Names) -> str:
    domain: Any = form.domains["shots"]
    told = gettext("%(who)s: may shoot at %(targets)s (%(weapon)s)")
    shots = domain.targets or domain.double
    return "; ".join(
        told
        % {
            **_who(form, names),
            "targets": _warriors(targets, names),
            "weapon": names.thing(weapon),
        }
        for weapon, targets in shots.items()
    )


def _cast(form: Form, names: Names) -> str:
    domain: Any = form.domains["spells"]
    spells = dict.fromkeys(names.thing(one.spell) for one in domain.spells)
    told = gettext("%(who)s: may cast %(spells)s")
    return told % {**_who(form, names), "spells": _any_of(spells)}


def _strike(form: Form, names: Names) -> str:
    domain: Any = form.domains["splits"]
    told = gettext("%(who)s: may say how it strikes at %(targets)s")
    return told % {**_who(form, names), "targets": _warriors(domain.targets, names)}


def _use(form: Form, names: Names) -> str:
    domain: Any = form.domains["item"]
    told = gettext("%(who)s: may use %(items)s")
    return told % {**_who(form, names), "items": _any_of(map(names.thing, domain.options))}


def _answer(form: Form, names: Names) -> str:
    decision: Any = form.domains["decision"]
    choices: Any = form.domains["choice"]
    _id, kind = decision.options
    told = ("".join(p.text for p in choice_word(kind, one, names)) for one in choices.options)
    return gettext("You have to decide: %(choices)s") % {"choices": _any_of(told)}


_OFFERED = {
    "deploy": lambda form, names: gettext("%(who)s: may be placed") % _who(form, names),
    "descend": lambda form, names: gettext("%(who)s: may go by the catacombs") % _who(form, names),
    "end_phase": lambda form, names: gettext("The phase may be ended"),
    "rout": lambda form, names: gettext("The battle may be given up"),
    "stay_down": lambda form, names: gettext("%(who)s: may stay down") % _who(form, names),
    "guard": lambda form, names: gettext("%(who)s: may be told how to parry") % _who(form, names),
    "prefer": lambda form, names: (
        gettext("%(who)s: may be told what to do where nobody is asked") % _who(form, names)
    ),
    "command": lambda form, names: gettext("%(who)s: may be told what to do") % _who(form, names),
    "move": _move,
    "charge": _charge,
    "shoot": _shoot,
    "cast": _cast,
    "strike": _strike,
    "use": _use,
    "answer": _answer,
}
