"""Names of the catalogue's things in the reader's language."""

from functools import cache

from django.utils.translation import get_language

from rules.catalogue import Bundle, load_catalogue
from rules.words import Words


def _in_language(words: Words) -> str:
    return words[get_language() or "en"]


def item(id: str) -> str:
    """Whatever is bought: weapon, armour, equipment, mutation or kit; its id if it is unknown."""
    catalogue = load_catalogue()
    row = catalogue.weapons.get(id) or catalogue.armour.get(id) or catalogue.equipment.get(id)
    row = row or catalogue.traits.get(id) or _kits().get(id)
    return _in_language(row.name) if row else id


@cache
def _kits() -> dict[str, Bundle]:
    warbands = load_catalogue().warbands.values()
    lists = (goods for row in warbands for goods in row.equipment_lists)
    return {kit.id: kit for goods in lists for kit in goods.bundles}


def warband_type(id: str) -> str:
    row = load_catalogue().warbands.get(id)
    return _in_language(row.name) if row else id


def fighter_type(id: str, warband: str = "") -> str:
    """A kind of fighter; of one warband where that is named, else the first that has it."""
    warbands = load_catalogue().warbands
    rows = [warbands[warband]] if warband in warbands else list(warbands.values())
    for row in rows:
        for kind in (*row.fighters, *row.hired):
            if kind.id == id:
                return _in_language(kind.name)
    return id


def skill(id: str) -> str:
    row = load_catalogue().skills.get(id)
    return _in_language(row.name) if row else id


def skill_text(id: str) -> str:
    """What a skill does, in a sentence."""
    row = load_catalogue().skills.get(id)
    return _in_language(row.text) if row else ""


def spell(id: str) -> str:
    """A spell or prayer."""
    row = load_catalogue().spells.get(id)
    return _in_language(row.name) if row else id


def lore(id: str) -> str:
    """The lore that spells are of."""
    row = load_catalogue().lores.get(id)
    return _in_language(row.name) if row else id


def rule(id: str) -> str:
    """A special rule of fighters or warbands."""
    row = load_catalogue().traits.get(id)
    return _in_language(row.name) if row else id


def rule_text(id: str) -> str:
    """What a special rule or a mutation does, in a sentence; "" for an unknown one."""
    row = load_catalogue().traits.get(id)
    return _in_language(row.text) if row else ""


def injury(id: str) -> str:
    """A row of the serious injury table."""
    rows = load_catalogue().tables["serious_injury"]["rows"]
    row = next((row for row in rows if row["id"] == id), None)
    return _in_language(Words(**row["name"])) if row else id


def campaign_table(rule: str) -> str:
    """What the table is called that an event of an aftermath names ("campaign.serious_injury")."""
    table = load_catalogue().tables.get(rule.removeprefix("campaign."))
    if not isinstance(table, dict) or "name" not in table:
        return rule
    return _in_language(Words(**table["name"]))


def skill_list(id: str) -> str:
    row = load_catalogue().skill_lists.get(id)
    return _in_language(row.name) if row else id


def skill_set(warband: str, id: str) -> str:
    """A set of skills that a warband is founded with; its id where its list has none such."""
    row = load_catalogue().warbands.get(warband)
    sets = row.skill_sets if row else ()
    return next((_in_language(one.name) for one in sets if one.id == id), id)


def place(id: str) -> str:
    """A place of the city that exploration finds; its id where there is none such."""
    return _row_of("place", id) or id


def artefact(id: str) -> str:
    return _row_of("artefact", id) or id


def hired_sword(id: str) -> str:
    row = load_catalogue().hired_swords.get(id)
    return _in_language(row.name) if row else id


def sword_sets(fighter: str) -> tuple[str, ...]:
    """What a hired sword may carry, each set in words; () where he has no choice."""
    row = load_catalogue().hired_swords.get(fighter.partition(":")[2])
    return tuple(", ".join(item(id) for id in one) for one in row.choices) if row else ()


def _row_of(table: str, id: str) -> str:
    rows = load_catalogue().tables[table]
    row = next((row for row in rows if row["id"] == id), None)
    return _in_language(Words(**row["name"])) if row else ""
