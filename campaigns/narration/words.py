"""The game's terms in the reader's language (locked in the glossary), by the engine's names."""

from collections.abc import Mapping

from django.utils.formats import get_format
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, pgettext_lazy

from rules.battle.events import Compare, Rolled
from rules.units import from_units

MINUS = "\u2212"

Words = dict[str, Promise]

STATUSES: Words = {
    "standing": pgettext_lazy("status", "standing"),
    "hidden": pgettext_lazy("status", "hidden"),
    "knocked_down": pgettext_lazy("status", "knocked down"),
    "stunned": pgettext_lazy("status", "stunned"),
    "out_of_action": pgettext_lazy("status", "out of action"),
    "fleeing": pgettext_lazy("status", "fleeing"),
    "engaged": pgettext_lazy("status", "engaged"),
    "left_table": pgettext_lazy("status", "gone from the table"),
}
PHASES: Words = {
    "deployment": pgettext_lazy("phase", "deployment"),
    "start": pgettext_lazy("phase", "start of the turn"),
    "recovery": pgettext_lazy("phase", "recovery"),
    "movement": pgettext_lazy("phase", "movement"),
    "magic": pgettext_lazy("phase", "magic"),
    "shooting": pgettext_lazy("phase", "shooting"),
    "combat": pgettext_lazy("phase", "close combat"),
    "over": pgettext_lazy("phase", "the end"),
}
MARKS: Words = {
    "declared_charge": pgettext_lazy("mark", "declared a charge"),
    "failed_to_spot": pgettext_lazy("mark", "noticed nobody to charge"),
    "failed_charge": pgettext_lazy("mark", "failed a charge"),
    "charged": pgettext_lazy("mark", "has charged"),
    "moved": pgettext_lazy("mark", "has moved"),
    "ran": pgettext_lazy("mark", "has run"),
    "stayed": pgettext_lazy("mark", "has stayed in place"),
    "rallied": pgettext_lazy("mark", "has rallied"),
    "stood_up": pgettext_lazy("mark", "has stood up"),
    "came_round": pgettext_lazy("mark", "has come round"),
    "stays_down": pgettext_lazy("mark", "stays down"),
    "shot_once": pgettext_lazy("mark", "has fired one of two shots"),
    "shot_twice": pgettext_lazy("mark", "has fired two of three shots"),
    "shot": pgettext_lazy("mark", "has shot"),
    "cast": pgettext_lazy("mark", "has cast"),
    "may_cast_again": pgettext_lazy("mark", "may cast again"),
    "cast_again": pgettext_lazy("mark", "has cast twice"),
    "unbound": pgettext_lazy("mark", "has broken free for this turn"),
    "lost": pgettext_lazy("mark", "has lost a prayer"),
    "drew_circle": pgettext_lazy("mark", "has drawn a circle"),
    "netted": pgettext_lazy("mark", "is caught in a net"),
    "entangled": pgettext_lazy("mark", "is entangled"),
    "ablaze": pgettext_lazy("mark", "is on fire"),
    "hid": pgettext_lazy("mark", "has hidden"),
    "failed_fear": pgettext_lazy("mark", "failed a fear test"),
    "stupid": pgettext_lazy("mark", "failed a stupidity test"),
    "engaged": pgettext_lazy("mark", "doesn't strike"),
    "shambles": pgettext_lazy("mark", "shambles straight ahead"),
    "inactive": pgettext_lazy("mark", "does nothing"),
    "follows_up": pgettext_lazy("mark", "has moved on to the next fight"),
    "broke_off": pgettext_lazy("mark", "has broken off"),
    "strikes_last": pgettext_lazy("mark", "strikes last"),
    "heart": pgettext_lazy("mark", "takes heart"),
    "failed_climb": pgettext_lazy("mark", "has climbed in vain"),
    "laid_trap": pgettext_lazy("mark", "has laid a trap"),
    "lured": pgettext_lazy("mark", "has to go for who taunted it"),
    "used": pgettext_lazy("mark", "has had help with a casting roll"),
    "quarrels": pgettext_lazy("mark", "quarrels and does nothing"),
    "rushes": pgettext_lazy("mark", "must charge"),
    "seized": pgettext_lazy("mark", "is seized for this turn"),
}
CHARACTERISTICS: Words = {
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
CHOICES: Words = {
    **CHARACTERISTICS,
    "away": pgettext_lazy("choice", "move away from them"),
    "stay": pgettext_lazy("choice", "stay in the fight"),
}
PREFERENCES: Words = {
    "parting:strongest": pgettext_lazy("preference", "with its strongest weapon"),
    "edge:west": pgettext_lazy("preference", "the west"),
    "edge:south": pgettext_lazy("preference", "the south"),
    "edge:east": pgettext_lazy("preference", "the east"),
    "edge:north": pgettext_lazy("preference", "the north"),
    "equal:strongest": pgettext_lazy("preference", "the strongest"),
    "equal:weakest": pgettext_lazy("preference", "the weakest"),
    "equal:first": pgettext_lazy("preference", "the first thrown"),
    "equal:last": pgettext_lazy("preference", "the last thrown"),
    "crush:wound": pgettext_lazy("preference", "wounds as usual"),
    "crush:crush": pgettext_lazy("preference", "crushes the enemy"),
    "quarry:nobody": pgettext_lazy("preference", "nobody yet"),
}
"""Standing orders for moments in which nobody is asked, by "what:choice"; else a weapon."""
ABBREVIATIONS: Words = {
    "M": pgettext_lazy("profile", "M"),
    "WS": pgettext_lazy("profile", "WS"),
    "BS": pgettext_lazy("profile", "BS"),
    "S": pgettext_lazy("profile", "S"),
    "T": pgettext_lazy("profile", "T"),
    "W": pgettext_lazy("profile", "W"),
    "I": pgettext_lazy("profile", "I"),
    "A": pgettext_lazy("profile", "A"),
    "Ld": pgettext_lazy("profile", "Ld"),
}
PURPOSES: Words = {
    "first_turn": pgettext_lazy("roll", "Who begins"),
    "rout": pgettext_lazy("roll", "Rout test"),
    "rally": pgettext_lazy("roll", "Rally test"),
    "stupidity": pgettext_lazy("roll", "Stupidity test"),
    "stupidity_effect": pgettext_lazy("roll", "What stupidity does"),
    "all_alone": pgettext_lazy("roll", "All alone test"),
    "fear": pgettext_lazy("roll", "Fear test"),
    "leadership": pgettext_lazy("roll", "Leadership test"),
    "initiative": pgettext_lazy("roll", "Initiative test"),
    "strength": pgettext_lazy("roll", "Strength test"),
    "opposed": pgettext_lazy("roll", "Opposed test"),
    "rough_ground": pgettext_lazy("roll", "Rough ground"),
    "rough_test": pgettext_lazy("roll", "Test in rough ground"),
    "flee_distance": pgettext_lazy("roll", "Distance of the flight"),
    "distance": pgettext_lazy("roll", "Distance"),
    "move": pgettext_lazy("roll", "Random movement"),
    "bearing": pgettext_lazy("roll", "Direction"),
    "fall_hits": pgettext_lazy("roll", "Hits from the fall"),
    "spell_hits": pgettext_lazy("roll", "Hits of the spell"),
    "impact": pgettext_lazy("roll", "Impact hits"),
    "shots": pgettext_lazy("roll", "Number of shots"),
    "strike_order": pgettext_lazy("roll", "Who strikes first"),
    "to_hit": pgettext_lazy("roll", "To hit"),
    "parry": pgettext_lazy("roll", "Parry"),
    "part": pgettext_lazy("roll", "Part that is hit"),
    "to_wound": pgettext_lazy("roll", "To wound"),
    "critical_confirm": pgettext_lazy("roll", "Confirming the critical hit"),
    "critical": pgettext_lazy("roll", "Critical hit"),
    "save": pgettext_lazy("roll", "Armour save"),
    "special_save": pgettext_lazy("roll", "Special save"),
    "multi": pgettext_lazy("roll", "Number of wounds"),
    "injury": pgettext_lazy("roll", "Injury"),
    "cast": pgettext_lazy("roll", "Casting"),
    "cast_reroll": pgettext_lazy("roll", "Casting, rolled again"),
    "dispel": pgettext_lazy("roll", "Dispelling"),
    "miscast": pgettext_lazy("roll", "Miscast"),
    "silence": pgettext_lazy("roll", "Getting the voice back"),
    "upkeep": pgettext_lazy("roll", "Does the prayer last"),
    "spell_table": pgettext_lazy("roll", "Table of the spell"),
    "summon": pgettext_lazy("roll", "How many appear"),
    "random_pick": pgettext_lazy("roll", "By lot"),
    "new_spell": pgettext_lazy("roll", "New spell"),
    "infection": pgettext_lazy("roll", "Infection"),
    "mutation": pgettext_lazy("roll", "Mutation"),
    "amount": pgettext_lazy("roll", "By how much"),
    "ruse": pgettext_lazy("roll", "Staying hidden by a ruse"),
    "toughness": pgettext_lazy("roll", "Toughness test"),
    "trigger": pgettext_lazy("roll", "Special rule"),
    "serious_injury": pgettext_lazy("roll", "Serious injury"),
    "side_effect": pgettext_lazy("roll", "Side effect"),
    "exploration": pgettext_lazy("roll", "Exploration"),
    "advance": pgettext_lazy("roll", "Advance"),
    "rarity": pgettext_lazy("roll", "Search for a rare item"),
    "price": pgettext_lazy("roll", "Price"),
    "loot": pgettext_lazy("roll", "Loot"),
    "deployment": pgettext_lazy("roll", "Who has the choice"),
    "objectives": pgettext_lazy("roll", "How many objectives"),
    "edge": pgettext_lazy("roll", "Which edge"),
    "reserves": pgettext_lazy("roll", "Reserves"),
    "carried": pgettext_lazy("roll", "Wyrdstone carried"),
    "search": pgettext_lazy("roll", "Search"),
}
LEGS: Words = {
    "climb": pgettext_lazy("leg", "climbs"),
    "jump": pgettext_lazy("leg", "jumps down"),
    "leap": pgettext_lazy("leg", "leaps"),
}
STAGES: Words = {
    "base": pgettext_lazy("stage", "base"),
    "weapon": pgettext_lazy("stage", "weapon"),
    "armour": pgettext_lazy("stage", "armour"),
    "equipment": pgettext_lazy("stage", "equipment"),
    "skill": pgettext_lazy("stage", "skill"),
    "trait": pgettext_lazy("stage", "special rule"),
    "psychology": pgettext_lazy("stage", "psychology"),
    "spell": pgettext_lazy("stage", "spell"),
    "terrain": pgettext_lazy("stage", "terrain"),
    "cover": pgettext_lazy("stage", "cover"),
    "range": pgettext_lazy("stage", "long range"),
    "moved": pgettext_lazy("stage", "has moved"),
    "twice": pgettext_lazy("stage", "two shots"),
    "large": pgettext_lazy("stage", "large target"),
    "shield": pgettext_lazy("stage", "shield"),
    "strength": pgettext_lazy("stage", "Strength of the hit"),
    "critical": pgettext_lazy("stage", "critical hit"),
    "dive": pgettext_lazy("stage", "diving charge"),
    "leader": pgettext_lazy("stage", "the leader's Leadership"),
    "gm": pgettext_lazy("stage", "game master"),
}


def word(table: Mapping[str, Promise], name: str) -> str:
    """The term for one of the engine's names; the bare name where the table has none."""
    found = table.get(name)
    return str(found) if found is not None else name.replace("_", " ")


def signed(value: int) -> str:
    """+1, −2, 0: with a true minus."""
    return f"+{value}" if value > 0 else str(value).replace("-", MINUS)


def needed(roll: Rolled) -> str:
    """The number that a roll needs, as players write it: 5+, ≤7, >3."""
    return _needed(roll.needed, roll.compare)


def _needed(number: int | None, compare: Compare) -> str:
    if number is None or compare == "none":
        return ""
    text = str(number).replace("-", MINUS)
    return {"at_least": f"{text}+", "at_most": f"≤{text}", "higher_than": f">{text}"}[compare]


def length(value: int, unit: str, unit_size: int) -> str:
    """A length of the engine in the ruleset's unit, to a tenth: "12.5 cm"."""
    native = round(float(from_units(value, unit_size)), 1)
    whole = int(native)
    figure = str(whole) if native == whole else f"{native:.1f}".replace(".", decimal_mark())
    return f"{figure} {unit}"


def decimal_mark() -> str:
    return str(get_format("DECIMAL_SEPARATOR"))
