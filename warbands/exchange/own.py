"""A document of our own format, checked before anything is believed: it may have been edited."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from rules.campaign.spells import SPELL
from rules.catalogue import load_catalogue
from rules.catalogue.lists import WarbandType
from rules.roster.craving import ADDICTED
from rules.roster.model import CHARACTERISTICS, Advance, Kit, Lasting, Note
from rules.roster.veterans import VETERANS
from rules.ruleset import RULESETS
from warbands.exchange.bounds import MOST_FIGHTERS, BadFile
from warbands.exchange.document import (
    FORMAT,
    Document,
    FighterPart,
    UnknownVersion,
    WarbandPart,
    load,
)
from warbands.exchange.foreign import MOST_COUNT, MOST_EXPERIENCE
from warbands.exchange.reconcile import report
from warbands.exchange.report import Entry, Report

MOST_GOLD = 100_000
LONGEST_NAME = 80
LONGEST_ID = 64
MOST_DICE = 12
MOST_FINDS = 60
MOST_NOTED = 2000
"""Bytes of JSON that a find may say about itself."""
replace = msgspec.structs.replace


def is_own(data: Any) -> bool:
    return isinstance(data, dict) and data.get("format") == FORMAT


def checked(data: Any) -> tuple[Document, Report]:
    """The document with what we don't know left out, and the account of that."""
    try:
        found = load(data)
    except UnknownVersion as fault:
        raise BadFile("newer_version") from fault
    except msgspec.ValidationError as fault:
        raise BadFile("file_not_read", why=str(fault)) from fault
    row = load_catalogue().warbands.get(found.warband.type)
    if row is None:
        raise BadFile("unknown_warband_kind", kind=found.warband.type[:60])
    if found.warband.ruleset not in RULESETS or len(found.fighters) > MOST_FIGHTERS:
        raise BadFile("file_not_read")
    entries: list[Entry] = [_entry(found.warband.type, True, "warband")]
    band = _band(found.warband, entries)
    fighters = [part for f in found.fighters if (part := _fighter(row, f, entries))]
    document = replace(found, warband=band, fighters=tuple(fighters), books=())
    worth = found.warband.rating or None
    return document, report(
        document, entries, format="own", gold=found.warband.gold, spent=None, worth=worth
    )


def _entry(id: str, known: bool, sort: str, about: str = "") -> Entry:
    if not known:
        return Entry(text=id[:120], status="unknown", about=about)
    return Entry(text=id, status="matched", sort=sort, id=id, about=about)


def _band(band: WarbandPart, entries: list[Entry]) -> WarbandPart:
    numbers = (band.gold, band.wyrdstone, band.budget, *band.stash.values())
    sound = all(0 <= number <= MOST_GOLD for number in numbers) and _line(band.name)
    if not sound or len(band.finds) > MOST_FINDS or not all(map(_is_find, band.finds)):
        raise BadFile("file_not_read")
    entries += [Entry(text=find.id[:120], status="matched", sort="find") for find in band.finds]
    return replace(band, stash=_known_items(band.stash, entries, ""), notes=band.notes[:4000])


def _is_find(note: Note) -> bool:
    """A note as our own program writes it: what later steps read from it must be there."""
    experience = note.data.get("experience", 0)
    return (
        note.id.isidentifier()
        and len(note.id) <= LONGEST_ID
        and len(note.battle) <= LONGEST_ID
        and len(msgspec.json.encode(note.data)) <= MOST_NOTED
        and (note.id != VETERANS or (_is_count(experience) and "experience" in note.data))
    )


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST_EXPERIENCE


def _fighter(row: WarbandType, part: FighterPart, entries: list[Entry]) -> FighterPart | None:
    about = part.name[:LONGEST_NAME]
    kinds = {kind.id for kind in (*row.fighters, *row.hired)}
    entries.append(_entry(part.type, part.type in kinds, "fighter", about))
    if part.type not in kinds:
        return None
    _sound(part)
    catalogue = load_catalogue()
    return replace(
        part,
        equipment=_known_items(part.equipment, entries, about),
        skills=_known(part.skills, catalogue.skills, "skill", entries, about),
        spells=_known(part.spells, catalogue.spells, "spell", entries, about),
        mutations=_known(part.mutations, catalogue.traits, "mutation", entries, about),
        kit=_kit(row, part),
        notes=part.notes[:1000],
    )


def _sound(part: FighterPart) -> None:
    """Numbers as a roster of ours would have them."""
    members = part.members
    counts = (*part.equipment.values(), len(members), *members)
    injuries = {row["id"] for row in load_catalogue().tables["serious_injury"]["rows"]}
    good = (
        _line(part.name)
        and all(1 <= n <= MOST_COUNT for n in counts)
        and len(set(members)) == len(members)
        and max(members) < part.next_member <= 1000
        and (len(members) == 1 or not part.hero)
        and 0 <= part.experience <= MOST_EXPERIENCE
        and 0 <= part.misses <= MOST_COUNT
        and all(injury.row in injuries for injury in part.injuries)
        and all(_lasts(effect) for injury in part.injuries for effect in injury.effects)
        and all(_lasts(gift) for gift in part.gifts)
        and all(len(text) <= LONGEST_ID for text in _texts(part))
        and all(map(_is_advance, part.advances))
    )
    if not good:
        raise BadFile("file_not_read")


def _is_advance(advance: Advance) -> bool:
    """An advance that is what its result may become, or may still become it."""
    known = load_catalogue()
    taken, options = {
        "characteristic": (set(CHARACTERISTICS), set(CHARACTERISTICS)),
        "skill": ({*known.skills, *known.spells, SPELL}, {*known.skill_lists, SPELL}),
        "lads_got_talent": ({"promoted"}, set()),
        "none": (set(), set()),
    }[advance.result]
    return (
        0 <= advance.threshold <= MOST_EXPERIENCE
        and advance.taken in {"", "none", *taken}
        and options.issuperset(advance.options)
        and len(advance.dice) <= MOST_DICE
        and all(1 <= face <= 6 for face in advance.dice)
    )


def _lasts(effect: Lasting) -> bool:
    """An effect that an injury may have."""
    if effect.kind in ("characteristic", "maximum"):
        return effect.name in CHARACTERISTICS and abs(effect.value) <= MOST_COUNT
    known = load_catalogue()
    if effect.kind == "god":
        return effect.name.isidentifier() and len(effect.name) <= LONGEST_ID
    if effect.name == ADDICTED and effect.params.get("item") not in known.equipment:
        return False
    rows = {"skill_list": known.skill_lists, "eased": known.spells}.get(effect.kind, known.traits)
    return effect.name in rows and abs(effect.value) <= MOST_COUNT


def _texts(part: FighterPart) -> list[str]:
    """Short words that we show as they are."""
    words = [word for advance in part.advances for word in (advance.taken, advance.battle)]
    return [*words, *(injury.battle for injury in part.injuries)]


def _kit(row: WarbandType, part: FighterPart) -> Kit | None:
    """His kit, where his list has it and he carries all of it."""
    kind = row.fighter(part.type)
    if part.kit is None or not kind.equipment_list:
        return None
    listed = {kit.id for kit in row.equipment_list(kind.equipment_list).bundles}
    whole = all(n <= part.equipment.get(item, 0) for item, n in Counter(part.kit.items).items())
    return part.kit if part.kit.id in listed and whole else None


def _line(name: str) -> bool:
    return 1 <= len(name) <= LONGEST_NAME and name.isprintable() and bool(name.strip())


def _known_items(counts: dict[str, int], entries: list[Entry], about: str) -> dict[str, int]:
    known = load_catalogue().item_ids
    entries += [_entry(item, item in known, "item", about) for item in counts]
    return {item: n for item, n in counts.items() if item in known and n > 0}


def _known(
    ids: tuple[str, ...], rows: Any, sort: str, entries: list[Entry], about: str
) -> tuple[str, ...]:
    entries += [_entry(id, id in rows, sort, about) for id in ids]
    return tuple(dict.fromkeys(id for id in ids if id in rows))
