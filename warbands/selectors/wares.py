"""What an item does, in a line: strength, reach, hands, save, and the rules that it has by name."""

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from rules.catalogue import Armour, Equipment, Weapon, load_catalogue


def described(item: str, unit: str) -> str:
    """A line about an item in the reader's language; "" for what needs none. `unit`: cm or UM."""
    row = load_catalogue().item(item)
    if isinstance(row, Weapon):
        return _weapon(row, unit)
    return _armour(row) if isinstance(row, Armour) else _equipment(row)


def _weapon(row: Weapon, unit: str) -> str:
    rules, language = load_catalogue().rules, get_language() or "en"
    facts = [_strength(row)]
    if row.range(unit):
        facts.append(f"{row.range(unit)} {unit}")
    if row.hands > 1:
        facts.append(_("two hands"))
    if row.save_mod or row.save_mod_total:
        facts.append(_("save %(n)+d") % {"n": row.save_mod_total or row.save_mod})
    facts += [rules[rule.id].name[language].lower() for rule in row.rules]
    return ", ".join(fact for fact in facts if fact)


def _strength(row: Weapon) -> str:
    if row.strength_fixed is not None:
        return _("Strength %(n)d") % {"n": row.strength_fixed}
    return _("Strength %(n)+d") % {"n": row.strength_user} if row.strength_user else ""


def _armour(row: Armour) -> str:
    if row.text is not None:
        return row.text[get_language() or "en"]
    if row.save:
        return _("save %(n)d+") % {"n": row.save}
    return _("save %(n)d better") % {"n": row.save_bonus} if row.save_bonus else ""


def _equipment(row: Equipment) -> str:
    return row.text[get_language() or "en"]
