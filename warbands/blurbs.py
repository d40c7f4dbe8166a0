"""What each kind of warband is like to play, in a line of our own."""

from typing import Any

from django.utils.translation import gettext_lazy as _

BLURBS: dict[str, Any] = {
    "averlanders": _("Good shots from the hills, with a Halfling cook's eye for trouble."),
    "beastmen_raiders": _("Fast, tough and wild: they want to be in your face by turn two."),
    "bretonnian_knights": _("A few armoured riders and those who carry their lances."),
    "carnival_of_chaos": _("A travelling show with something rotten behind the masks."),
    "cult_of_the_possessed": _("Mutants, each bought to your taste, behind a sorcerer."),
    "dark_elves": _("Quick, sharp and few; every loss hurts."),
    "dwarf_treasure_hunters": _("Slow and very hard to put down, in the best armour there is."),
    "hochland_bandits": _("Thieves and poachers who live by their bows and their wits."),
    "kislevites": _("Northerners with a tame bear: a bit of everything, all of it hardy."),
    "lizardmen": _("Nimble skinks around a core of scaled fists."),
    "marienburg": _("Rich from the start: a hundred crowns more than anyone else."),
    "middenheim": _("Strong-armed fighters who trust in the charge."),
    "norse_explorers": _("Axes, frenzy and wolves; armour is for others."),
    "orc_mob": _("Cheap numbers, a troll at the end of the rope, and quarrels."),
    "ostermarkers": _("Steady people who don't run easily. A forgiving start."),
    "ostlanders": _("Drunk, stubborn, and with an Ogre in the family."),
    "outlaws_of_stirwood": _("Everybody carries a bow. Keep your distance."),
    "pit_fighters": _("Arena fighters who buy their arms as whole styles."),
    "reikland": _("Disciplined shots under a good captain. The easiest start."),
    "shadow_warriors": _("Hidden archers with long memories."),
    "sisters_of_sigmar": _("Warhammers and prayers; strong against the dead and the damned."),
    "skaven_eshin": _("The fastest of all: stings, slings and many tails."),
    "skaven_pestilens": _("Plague-ridden rats who hit harder than they look."),
    "undead": _("A vampire, the slow dead and the quick ghouls. Nobody runs."),
    "witch_hunters": _("Crossbows, fanatics and hounds, and a good hatred of magic."),
}
EASY = ("reikland", "ostermarkers", "marienburg")
"""What we advise to who has never played."""
