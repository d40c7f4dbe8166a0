"""Words of an aftermath: characteristics, notes, questions and what may be answered."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from rules.campaign.ahead import OF
from rules.campaign.choices import JOIN
from rules.campaign.income import EATS
from rules.campaign.state import Pending
from rules.catalogue.lists import HIRED
from rules.roster.model import fighter_key, member_number
from warbands import names as catalogue

Names = Mapping[str, str]

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
CHOICES: dict[str, Any] = {
    "ransom": gettext_lazy("ransomed"),
    "exchange": gettext_lazy("exchanged"),
    "sell": gettext_lazy("sold"),
    "zombie": gettext_lazy("made a zombie"),
    "sacrifice": gettext_lazy("sacrificed"),
    "bounty": gettext_lazy("a bounty"),
    "won": gettext_lazy("won"),
    "lost": gettext_lazy("lost"),
    "drawn": gettext_lazy("neither fell"),
    "fight": gettext_lazy("the fight begins"),
    "pay": gettext_lazy("the ransom is paid"),
    "accept": gettext_lazy("accepted"),
    "refuse": gettext_lazy("refused"),
    "dismiss": gettext_lazy("sent away"),
    "look": gettext_lazy("asked around"),
    "buy": gettext_lazy("bought"),
    "leave": gettext_lazy("left"),
    "keep": gettext_lazy("kept as it is"),
    "seen_to": gettext_lazy("seen to"),
    "kept": gettext_lazy("kept for later"),
    "waived": gettext_lazy("nothing comes of it"),
    "reroll": gettext_lazy("rolled again"),
    "none": gettext_lazy("nobody"),
    "nothing": gettext_lazy("nothing is left"),
    "roll_again": gettext_lazy("rolled again"),
    "again": gettext_lazy("the table is rolled again"),
    "used": gettext_lazy("used"),
    "unused": gettext_lazy("not used"),
    "read": gettext_lazy("the cards are read"),
    "ease": gettext_lazy("the spell he knows becomes easier"),
    "shard": gettext_lazy("a shard of wyrdstone"),
    "gift": gettext_lazy("the gift of his god"),
}
BUTTONS: dict[str, Any] = {
    "ransom": gettext_lazy("Name a ransom"),
    "exchange": gettext_lazy("Exchange him for one of ours"),
    "sell": gettext_lazy("Sell him to the slavers (D6 × 5 gc)"),
    "zombie": gettext_lazy("Make a zombie of him"),
    "sacrifice": gettext_lazy("Sacrifice him"),
    "won": gettext_lazy("He won"),
    "lost": gettext_lazy("He lost"),
    "drawn": gettext_lazy("Neither fell"),
    "fight": gettext_lazy("Into the pit: let them fight"),
    "pay": gettext_lazy("Pay the ransom"),
    "accept": gettext_lazy("Accept"),
    "refuse": gettext_lazy("Refuse"),
    "dismiss": gettext_lazy("Let him go"),
    "look": gettext_lazy("Ask around"),
    "used": gettext_lazy("Yes, it was used"),
    "unused": gettext_lazy("No, it wasn't used"),
    "read": gettext_lazy("Read them (Leadership test)"),
    "buy": gettext_lazy("Buy it for the stash"),
    "leave": gettext_lazy("Leave it"),
    "keep": gettext_lazy("Keep it"),
    "seen_to": gettext_lazy("I have seen to it"),
    "kept": gettext_lazy("Keep it for later"),
    "waived": gettext_lazy("Nothing comes of it"),
    "reroll": gettext_lazy("Roll again"),
    "none": gettext_lazy("Nobody goes"),
    "nothing": gettext_lazy("Nothing is left to gain"),
    "roll_again": gettext_lazy("No place for another hero: roll again"),
    "again": gettext_lazy("Roll on the table again"),
    "ease": gettext_lazy("Make the spell he knows easier by one, for good"),
    "spell": gettext_lazy("Seek a new spell"),
    "shard": gettext_lazy("Give him a shard of wyrdstone"),
}
NOTES: dict[str, Any] = {
    "skill_set": gettext_lazy("the skills that it was founded with"),
    "one_die_more_next_time": gettext_lazy("one die more in the next exploration"),
    "exploration_reroll": gettext_lazy("a re-roll in every exploration"),
    "veterans": gettext_lazy("veterans who would join"),
    "gems": gettext_lazy("gems: +1 to find rare things"),
    "catacombs": gettext_lazy("a way into the catacombs"),
    "next_battle": gettext_lazy("three of them may begin the next battle out of the catacombs"),
    "bless": gettext_lazy("a blessed weapon"),
    "hired_sword": gettext_lazy("a hired sword fights the next battle for nothing"),
    "prisoner_joins": gettext_lazy("a freed prisoner joins for the price of his gear"),
    "no_room": gettext_lazy("there is no room for anybody more"),
    "bereft": gettext_lazy("a new vampire may be bought after the next battle"),
    "no_leader": gettext_lazy("nobody is left to lead"),
    "hated_by_the_pious": gettext_lazy(
        "hated by the next Sisters of Sigmar or Witch Hunters that it meets"
    ),
    "jewelled_sells_double": gettext_lazy("jewelled arms that fetch twice the price"),
    "these_are_axes": gettext_lazy("these are axes"),
    "gromril_weapon": gettext_lazy("made of gromril"),
    "zombie": gettext_lazy("a zombie for the captors"),
    "daemon_summoner": gettext_lazy("the name of having called a daemon: rating +30"),
    "mutation": gettext_lazy("a mutation by the fires of change for one of the group"),
    "infection": gettext_lazy("one of the group is sick and misses the next battle"),
    "spell_of_awakening": gettext_lazy("a dead enemy hero may be raised as a zombie"),
    "drug_effect": gettext_lazy("what a drug has done to one of the group"),
    "map_fake": gettext_lazy("a fake map: the opponent chooses the next scenario"),
    "map_vague": gettext_lazy("a vague map: one re-roll in the next exploration"),
    "map_catacomb": gettext_lazy("a map of the catacombs: choose the scenario of the next battle"),
    "map_accurate": gettext_lazy("an accurate map: up to three re-rolls in the next exploration"),
    "map_master": gettext_lazy("a master's map: a re-roll whenever its hero searches"),
    "lesson": gettext_lazy("what the leader has still to learn of a prisoner’s end"),
    "cards": gettext_lazy("what the cards have told: a die of the next exploration by 1"),
    "away": gettext_lazy("somebody who has gone for at least a battle"),
    "daemonic_instability": gettext_lazy(
        "whether its daemons, if it lost by a failed rout test, still hold on to this world"
    ),
    "looting_the_dead": gettext_lazy(
        "a D6 for the body of one of the dead: with 4 or more all his gear is taken"
    ),
    "maps_ambush": gettext_lazy("an ambush where the map led to"),
    "maps_ale": gettext_lazy("ale where the map led to"),
    "maps_jackpot": gettext_lazy("the jackpot that the map led to"),
    "studied": gettext_lazy("a book of which it needs no second"),
    "leader_experience": gettext_lazy("a point of experience for the captors' leader"),
}
AWARDS: dict[str, Any] = {
    "survives": gettext_lazy("survives"),
    "winning_leader": gettext_lazy("winning leader"),
    "enemy_out_of_action": gettext_lazy("enemies out of action"),
    "bounty": gettext_lazy("a prisoner whom he was after"),
    "underdog": gettext_lazy("underdog"),
    "pit_fight": gettext_lazy("pit fight"),
    "bearer": gettext_lazy("carried wyrdstone out"),
    "broke_through": gettext_lazy("broke through"),
    "first_hero_out": gettext_lazy("first Hero out"),
    "finder": gettext_lazy("found the treasure"),
    "survives_against_the_odds": gettext_lazy("survives against the odds"),
    "scenario": gettext_lazy("scenario"),
    "exploration": gettext_lazy("exploration"),
    "sacrifice": gettext_lazy("a prisoner sacrificed"),
    "sold": gettext_lazy("sold"),
    "wyrdstone": gettext_lazy("wyrdstone sold"),
    "ransom": gettext_lazy("ransom"),
    "upkeep": gettext_lazy("upkeep"),
    "used_up": gettext_lazy("used up"),
    "hunt": gettext_lazy("hunt"),
    "catch_up": gettext_lazy("catching up with the campaign"),
    "blessed": gettext_lazy("blessed"),
    "stolen": gettext_lazy("stolen by a companion"),
}


def who(names: Names, warrior: str) -> str:
    """A fighter by name; a member of a group with his number; an animal by its owner's name; the
    warband where it is all of it.
    """
    if not warrior:
        return _("The warband")
    if warrior not in names and (owner := _owner(names, warrior)):
        item = warrior.removeprefix(f"{owner}-").rpartition("-")[0]
        return f"{names[owner]}: {catalogue.item(item)}"
    name = names.get(fighter_key(warrior), warrior)
    return f"{name} {member_number(warrior)}" if "." in warrior else name


def _owner(names: Names, warrior: str) -> str:
    """The key of whose animal this is: the longest that its name begins with."""
    found = [key for key in names if warrior.startswith(f"{key}-")]
    return max(found, key=len, default="")


def cause(id: str) -> str:
    """What brought something: an award, or a place of the city."""
    if id in AWARDS:
        return str(AWARDS[id])
    named = (catalogue.place, catalogue.skill, catalogue.rule)
    return next((word for name in named if (word := name(id)) != id), id)


def note(id: str) -> str:
    """Something that a warband has, in words."""
    return str(NOTES[id]) if id in NOTES else catalogue.artefact(id)


def option(choice: str) -> str:
    """An answer in words, as one tells what was decided."""
    for words in (CHOICES, CHARACTERISTICS, LISTS):
        if choice in words:
            return str(words[choice])
    if choice.startswith(HIRED):
        return hired(choice)
    verb, _colon, face = choice.partition(":")
    if face and verb != "eats":
        return _dice(verb, face)
    if JOIN in choice:
        return _(" and ").join(skill_list(list) for list in choice.split(JOIN))
    named = (catalogue.skill, catalogue.item, catalogue.fighter_type, catalogue.rule)
    return next((word for name in named if (word := name(choice)) != choice), choice)


def hired(choice: str) -> str:
    """A hired sword, with the set that he carries where he may choose."""
    id, _hash, number = choice.partition("#")
    sets = catalogue.sword_sets(id)
    name = catalogue.fighter_type(id)
    return f"{name}: {sets[int(number or 0)]}" if len(sets) > 1 else name


def skill_list(id: str) -> str:
    return str(LISTS[id]) if id in LISTS else catalogue.skill_list(id)


def _dice(verb: str, face: str) -> str:
    texts = {
        "drop": _("leave out a %(face)s"),
        "reroll": _("roll a %(face)s again"),
        "up": _("a %(face)s one up"),
        "down": _("a %(face)s one down"),
    }
    return texts[verb] % {"face": face}


def studies(choice: str, names: Names) -> str:
    """Who learns out of a book, and of which lore; "" where the answer is another."""
    key, at, lore = choice.rpartition(OF)
    if not at or key not in names:
        return ""
    return _("%(who)s: a spell of %(lore)s") % {"who": names[key], "lore": catalogue.lore(lore)}


def weapon_of(choice: str, names: Names) -> str:
    """Whose weapon is meant, or one of the stash; "" where the answer is another."""
    key, at, item = choice.rpartition(OF)
    if not at or (key and key not in names):
        return ""
    whose = names[key] if key else _("The stash")
    return f"{whose}: {catalogue.item(item)}"


def button(question: Pending, choice: str, names: Names, price: int = 0) -> str:
    """An answer as a button says it. `price`: what so many shards fetch."""
    if question.kind in ("rare", "trade", "veterans") and choice == "none":
        return _("Nothing")
    if question.kind == "upkeep" and (told := _payment(choice, names)):
        return told
    if question.kind == "sell":
        return shards_for(int(choice), price)
    if choice in names:
        return names[choice]
    if question.kind == "study" and (told := studies(choice, names)):
        return told
    asks = question.data["op"]["op"] if question.kind == "place" else ""
    if choice == "none" and asks in ("recruit", "hired_sword"):
        return _("Nobody")
    if question.kind == "place" and (told := weapon_of(choice, names)):
        return told
    if question.kind == "place" and choice.isdigit():
        return deed(question.data["op"]["options"][int(choice)])
    if question.kind == "explore" and choice == "keep":
        return _("Leave the dice as they are")
    return str(BUTTONS[choice]) if choice in BUTTONS else option(choice)


def _payment(choice: str, names: Names) -> str:
    """How somebody is paid; "" where he isn't."""
    if choice == "pay":
        return _("Pay him")
    return eaten(choice, names) if choice.startswith(EATS) else ""


def eaten(choice: str, names: Names) -> str:
    """Who is eaten instead of being paid: one of each of two groups, or two of one."""
    first, _plus, second = choice.removeprefix(EATS).partition("+")
    if first == second:
        return _("Let it eat two of %(who)s") % {"who": who(names, first)}
    return _("Let it eat one of %(who)s and one of %(other)s") % {
        "who": who(names, first),
        "other": who(names, second),
    }


def shards_for(number: int, price: int) -> str:
    if not number:
        return _("Sell nothing, keep it all")
    text = ngettext("Sell %(n)d shard for %(gold)d gc", "Sell %(n)d shards for %(gold)d gc", number)
    return text % {"n": number, "gold": price}


def deed(ops: Any) -> str:
    """What one of several things to choose from in a place brings."""
    if not ops:
        return _("Take the gold")
    op = ops[0]
    if op["op"] == "item":
        return f"{catalogue.item(op['item'])} ({op['count']})"
    if op["op"] == "gold":
        return _("%(dice)s gold crowns") % {"dice": op["dice"]}
    if op["op"] == "keep_gems":
        return _("Keep the gems: +1 to find rare things")
    return _("A hero may learn from the list: %(list)s") % {"list": skill_list(op["list"])}


TITLES: dict[str, Any] = {
    "captured": gettext_lazy("%(who)s is a prisoner: what becomes of him?"),
    "ransom": gettext_lazy("They ask %(gold)s gc for %(who)s"),
    "exchange": gettext_lazy("They offer %(who)s for the prisoner whom you hold"),
    "pit_fight": gettext_lazy("%(who)s has been sold to the pits and has to fight"),
    "injury_reroll": gettext_lazy("%(who)s: %(injury)s. Roll again?"),
    "advance": gettext_lazy("%(who)s has an advance to choose"),
    "talent": gettext_lazy("The lad's got talent: one of %(who)s becomes a hero. Which lists?"),
    "explore": gettext_lazy("The dice of exploration: %(dice)s. Will you change any?"),
    "place": gettext_lazy("%(place)s: what will you do?"),
    "hero": gettext_lazy("%(place)s: who is it to be?"),
    "bless": gettext_lazy(
        "%(place)s: which weapon is blessed? It wounds Undead and Possessed on 2+"
    ),
    "recruit": gettext_lazy("%(place)s: one of them joins you. As what?"),
    "sword": gettext_lazy("%(place)s: who fights the next battle for you for nothing?"),
    "used": gettext_lazy("Did %(who)s use it in the battle: %(item)s?"),
    "aid": gettext_lazy("Did %(who)s use it in the battle: %(item)s?"),
    "cards_late": gettext_lazy(
        "%(who)s may read the cards before the search. Leadership passed: one die may be changed "
        "by 1; failed by 3: the next battle is missed"
    ),
    "cards": gettext_lazy(
        "%(who)s may read the cards before the next battle. Leadership passed: one die of the "
        "exploration after it may be changed by 1; failed by 3: %(who)s misses it"
    ),
    "study": gettext_lazy("%(item)s: who learns a spell out of it? It is used up"),
    "ruling": gettext_lazy("For the game master: %(what)s"),
    "sell": gettext_lazy("How much wyrdstone will you sell?"),
    "upkeep": gettext_lazy("%(who)s wants his pay: %(gold)s gc"),
    "rare": gettext_lazy("%(who)s may look for one rare thing"),
    "offer": gettext_lazy("%(who)s has found: %(item)s, for %(gold)s gc"),
    "trade": gettext_lazy("%(who)s: anything between battles?"),
    "veterans": gettext_lazy("Ask around for veterans who would join a group"),
    "spell": gettext_lazy("%(who)s rolled a spell that he knows: %(spell)s"),
}


def title(question: Pending, names: Names) -> str:
    """What is asked, in one line."""
    data, kind = question.data, question.kind
    if data.get("result") == "lads_got_talent":
        kind = "talent"
    if kind == "aid" and "read" in question.options:
        kind = "cards_late"
    if kind == "place" and data["op"]["op"] != "choice":
        kind = {"recruit": "recruit", "hired_sword": "sword", "bless": "bless"}.get(
            data["op"]["op"], "hero"
        )
    return str(TITLES[kind]) % {
        "who": who(names, question.fighter),
        "gold": data.get("gold", 0),
        "injury": catalogue.injury(data.get("row", "")),
        "dice": ", ".join(str(face) for face in data.get("dice", ())),
        "place": catalogue.place(data.get("place", "")),
        "item": catalogue.item(data.get("item", "")),
        "spell": catalogue.spell(data.get("spell", "")),
        "what": note(data.get("what", "")),
    }
