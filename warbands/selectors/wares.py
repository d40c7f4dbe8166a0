"""What an item does, in a line: strength, reach, hands, save, and the rules that it has by name."""

from collections.abc import Iterator

from django.utils.text import capfirst
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
    facts = [_strength(row)]
    if row.range(unit):
        facts.append(f"{row.range(unit)} {unit}")
    if row.hands > 1 and not any(rule.id == "two_handed" for rule in row.rules):
        facts.append(_("two hands"))
    if change := row.save_mod_total or row.save_mod or row.enemy_save:
        facts.append(_("enemy save %(n)+d") % {"n": change})
    facts += [name.lower() for name, _text in weapon_rules(row)]
    return ", ".join(fact for fact in facts if fact)


def weapon_rules(row: Weapon) -> Iterator[tuple[str, str]]:
    """The rules of a weapon: each by name, and what it does with this weapon's numbers."""
    rules, language = load_catalogue().rules, get_language() or "en"
    for rule in row.rules:
        said = rules[rule.id]
        yield said.name[language], said.text[language].format_map(rule.params)


def _strength(row: Weapon) -> str:
    if row.strength_fixed is not None:
        return _("Strength %(n)d") % {"n": row.strength_fixed}
    return _("Strength %(n)+d") % {"n": row.strength_user} if row.strength_user else ""


def _armour(row: Armour) -> str:
    text = row.text[get_language() or "en"] if row.text else ""
    return f"{capfirst(_save(row))}. {text}" if text and _save(row) else _save(row) or text


def _save(row: Armour) -> str:
    if row.save and row.save_bonus:
        both = {"n": row.save, "better": row.save_bonus}
        return _("save %(n)d+ by itself, %(better)d better with armour") % both
    if row.save:
        return _("save %(n)d+") % {"n": row.save}
    return _("save %(n)d better") % {"n": row.save_bonus} if row.save_bonus else ""


def _equipment(row: Equipment) -> str:
    return row.text[get_language() or "en"]
