"""Names of the catalogue's things in the reader's language."""

from django.utils.translation import get_language

from rules.catalogue import load_catalogue
from rules.words import Words


def _in_language(words: Words) -> str:
    return words[get_language() or "en"]


def item(id: str) -> str:
    """A weapon, armour or other equipment; its id where the catalogue doesn't know it."""
    catalogue = load_catalogue()
    row = catalogue.weapons.get(id) or catalogue.armour.get(id) or catalogue.equipment.get(id)
    return _in_language(row.name) if row else id


def warband_type(id: str) -> str:
    row = load_catalogue().warbands.get(id)
    return _in_language(row.name) if row else id


def fighter_type(id: str, warband: str = "") -> str:
    """A kind of fighter; of one warband where that is named, else the first that has it."""
    warbands = load_catalogue().warbands
    rows = [warbands[warband]] if warband in warbands else list(warbands.values())
    for row in rows:
        for kind in row.fighters:
            if kind.id == id:
                return _in_language(kind.name)
    return id


def skill(id: str) -> str:
    row = load_catalogue().skills.get(id)
    return _in_language(row.name) if row else id


def rule(id: str) -> str:
    """A special rule of fighters or warbands."""
    row = load_catalogue().traits.get(id)
    return _in_language(row.name) if row else id


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
