"""A roll in words: what it needed and why, how the dice fell, what came of it."""

from collections.abc import Callable

from django.utils.translation import gettext, ngettext, pgettext

from campaigns.narration import words
from campaigns.narration.compose import Value, compose
from campaigns.narration.lines import DieShown, Part, Row, Throw
from campaigns.narration.names import Names
from campaigns.narration.odds import one_in
from rules.battle.events import Modifier, Rolled
from rules.odds import chance_to_pass

Parts = tuple[Part, ...]


def throw_of(roll: Rolled, names: Names) -> Throw:
    """The dice to draw and the table behind the needed number."""
    alike = None if len(roll.passed) == len(roll.dice) else _overall(roll)
    verdicts = roll.passed if alike is None else ((alike,) * len(roll.dice))
    if not roll.passed:
        verdicts = (None,) * len(roll.dice)
    return Throw(
        label=words.word(words.PURPOSES, roll.purpose),
        needed=words.needed(roll),
        dice=tuple(
            DieShown(face, passed, roll.reroll)
            for face, passed in zip(roll.dice, verdicts, strict=True)
        ),
        passed=_overall(roll),
        rows=tuple(_row(roll, modifier, names) for modifier in roll.modifiers),
        chance=_chance(roll),
    )


def _chance(roll: Rolled) -> str:
    """How likely it was, now that the dice lie."""
    chance = chance_to_pass(roll)
    return "" if chance is None else one_in(chance)


def _overall(roll: Rolled) -> bool | None:
    return any(roll.passed) if roll.passed else None


def _row(roll: Rolled, modifier: Modifier, names: Names) -> Row:
    return Row(_label(roll, modifier, names), _value(roll, modifier), modifier.rule)


def _value(roll: Rolled, modifier: Modifier) -> str:
    """As players say it: what makes a needed number higher is a minus to the die."""
    if modifier.stage == "base":
        number = str(modifier.value).replace("-", words.MINUS)
        return f"{number}+" if roll.compare == "at_least" else number
    return words.signed(-modifier.value if roll.compare == "at_least" else modifier.value)


def _label(roll: Rolled, modifier: Modifier, names: Names) -> str:
    if modifier.stage == "base":
        return _base_label(roll, modifier, names)
    if modifier.of and modifier.of not in names.warriors:
        return names.thing(modifier.of)
    return words.word(words.STAGES, modifier.stage)


def _base_label(roll: Rolled, modifier: Modifier, names: Names) -> str:
    """ "BS 3" for a shot; the two characteristics for a blow; else what the stage is called."""
    if roll.purpose == "to_hit" and modifier.rule == "P-SHO-11":
        short = words.ABBREVIATIONS["BS"]
        return f"{short} {7 - modifier.value}"
    if roll.purpose == "to_hit":
        short = words.ABBREVIATIONS["WS"]
        return pgettext("modifier", "%(ws)s against %(ws)s") % {"ws": short}
    if roll.purpose == "to_wound":
        return pgettext("modifier", "Strength against Toughness")
    if roll.purpose == "save" and not modifier.of:
        return pgettext("modifier", "armour")
    if roll.summed:
        return words.word(words.CHARACTERISTICS, "Ld")
    if modifier.of and modifier.of not in names.warriors:
        return names.thing(modifier.of)
    return words.word(words.STAGES, modifier.stage)


def tell_roll(roll: Rolled, names: Names) -> Parts:
    """One sentence for a roll. A second throw says so first."""
    told = _TOLD.get(roll.purpose, _plain)(roll, names)
    if roll.reroll:
        return compose(gettext("Rolled again: %(told)s"), told=lowered(told))
    return told


def lowered(parts: Parts) -> Parts:
    """A sentence that stands after a colon; one that begins with a name stays as it is."""
    first = parts[0]
    if first.warrior or first.side:
        return parts
    return (Part(first.text[:1].lower() + first.text[1:]), *parts[1:])


def faces(roll: Rolled) -> str:
    """ "5", "3, 5 and 6", or "4 + 5 = 9" where the dice are added."""
    shown = [str(face) for face in roll.dice]
    if roll.kept:
        counted = f"{' + '.join(map(str, roll.kept))} = {sum(roll.kept)}"
        return f"{', '.join(shown)} ({counted})"
    if roll.summed and len(shown) > 1:
        return f"{' + '.join(shown)} = {sum(roll.dice)}"
    return ", ".join(shown)


def need(roll: Rolled, names: Names) -> str:
    """ "5+ (BS 3: 4+, cover −1)": the stack is left out where only the base made the number."""
    number = words.needed(roll)
    rows = [_row(roll, modifier, names) for modifier in roll.modifiers]
    if len(rows) < 2:
        return number
    first, *others = rows
    stack = ", ".join([f"{first.label}: {first.value}", *(f"{r.label} {r.value}" for r in others)])
    return f"{number} ({stack})"


def _values(roll: Rolled, names: Names) -> dict[str, Value]:
    return {
        "need": need(roll, names),
        "needed": roll.needed if roll.needed is not None else "",
        "faces": faces(roll),
        "what": words.word(words.PURPOSES, roll.purpose),
        "actor": names.who(roll.actor),
        "target": names.who(roll.target),
    }


def _to_hit(roll: Rolled, names: Names) -> Parts:
    values = _values(roll, names)
    count = sum(roll.passed)
    if len(roll.dice) > 1:
        text = ngettext(
            "Hits on %(need)s: rolls %(faces)s, %(count)d hit.",
            "Hits on %(need)s: rolls %(faces)s, %(count)d hits.",
            count,
        )
        return compose(text, count=count, **values)
    if count:
        return compose(gettext("Hits on %(need)s: rolls %(faces)s and hits."), **values)
    return compose(gettext("Hits on %(need)s: rolls %(faces)s and misses."), **values)


def _to_wound(roll: Rolled, names: Names) -> Parts:
    values = _values(roll, names)
    count = sum(roll.passed)
    if len(roll.dice) > 1:
        text = ngettext(
            "Wounds on %(need)s: rolls %(faces)s, %(count)d wound.",
            "Wounds on %(need)s: rolls %(faces)s, %(count)d wounds.",
            count,
        )
        return compose(text, count=count, **values)
    if count:
        return compose(gettext("Wounds on %(need)s: rolls %(faces)s and wounds."), **values)
    return compose(gettext("Wounds on %(need)s: rolls %(faces)s, no wound."), **values)


def _save(roll: Rolled, names: Names) -> Parts:
    values = _values(roll, names)
    if any(roll.passed):
        return compose(gettext("Saves on %(need)s: rolls %(faces)s, the armour holds."), **values)
    return compose(gettext("Saves on %(need)s: rolls %(faces)s, the armour fails."), **values)


def _special_save(roll: Rolled, names: Names) -> Parts:
    values = _values(roll, names)
    if any(roll.passed):
        return compose(gettext("Special save on %(need)s: rolls %(faces)s and is safe."), **values)
    return compose(gettext("Special save on %(need)s: rolls %(faces)s, in vain."), **values)


def _parry(roll: Rolled, names: Names) -> Parts:
    values = _values(roll, names)
    if any(roll.passed):
        return compose(
            gettext("%(actor)s parries with more than %(needed)s: rolls %(faces)s and parries."),
            **values,
        )
    return compose(
        gettext("%(actor)s parries with more than %(needed)s: rolls %(faces)s, in vain."),
        **values,
    )


def _critical(roll: Rolled, names: Names) -> Parts:
    return compose(gettext("Critical hit: rolls %(faces)s."), **_values(roll, names))


def _injury(roll: Rolled, names: Names) -> Parts:
    values = _values(roll, names)
    bonus = ", ".join(f"{r.label} {r.value}" for r in throw_of(roll, names).rows)
    if bonus:
        return compose(gettext("Injury roll: %(faces)s (%(bonus)s)."), bonus=bonus, **values)
    return compose(gettext("Injury roll: %(faces)s."), **values)


def _first_turn(roll: Rolled, names: Names) -> Parts:
    values = _values(roll, names)
    return compose(gettext("%(actor)s rolls %(faces)s for who begins."), **values)


def _strike_order(roll: Rolled, names: Names) -> Parts:
    values = _values(roll, names)
    return compose(gettext("Equal Initiative: %(actor)s rolls %(faces)s."), **values)


def _flee_distance(roll: Rolled, names: Names) -> Parts:
    return compose(
        gettext("The flight goes as far as the dice say: %(faces)s."),
        **_values(roll, names) | {"faces": f"{' + '.join(map(str, roll.dice))} = {sum(roll.dice)}"},
    )


def _plain(roll: Rolled, names: Names) -> Parts:
    """Any other roll: a test where something was needed, else only the faces."""
    values = _values(roll, names)
    if not roll.passed:
        if not roll.actor:
            return compose(gettext("%(what)s: rolls %(faces)s."), **values)
        return compose(gettext("%(what)s, %(actor)s: rolls %(faces)s."), **values)
    if not roll.actor:
        if any(roll.passed):
            return compose(gettext("%(what)s, %(need)s: rolls %(faces)s, passed."), **values)
        return compose(gettext("%(what)s, %(need)s: rolls %(faces)s, failed."), **values)
    if any(roll.passed):
        return compose(gettext("%(what)s, %(actor)s, %(need)s: rolls %(faces)s, passed."), **values)
    return compose(gettext("%(what)s, %(actor)s, %(need)s: rolls %(faces)s, failed."), **values)


_TOLD: dict[str, Callable[[Rolled, Names], Parts]] = {
    "to_hit": _to_hit,
    "to_wound": _to_wound,
    "save": _save,
    "special_save": _special_save,
    "parry": _parry,
    "critical": _critical,
    "injury": _injury,
    "first_turn": _first_turn,
    "strike_order": _strike_order,
    "flee_distance": _flee_distance,
}
