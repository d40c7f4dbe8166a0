"""What refusals and breaches are called for a reader: one sentence a code."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from rules.roster.problems import Problem
from warbands import names

SENTENCES: dict[str, Any] = {
    # breaches of the list
    "unknown_warband": _("There is no such kind of warband."),
    "unknown_fighter_type": _("This warband has no such fighter."),
    "unknown_item": _("Nobody knows this item."),
    "too_few_warriors": _("A warband has at least %(least)s warriors; this one has %(n)s."),
    "warband_full": _("This warband may have %(most)s warriors at most."),
    "too_many_heroes": _("A warband may have %(most)s heroes at most."),
    "needs_leader": _("The warband needs a leader."),
    "several_leaders": _("A warband has one leader; this one has %(n)s."),
    "type_limit": _("At most %(most)s of this kind: %(type)s."),
    "type_minimum": _("At least %(least)s of this kind: %(type)s."),
    "sworn_enemies": _("%(type)s won't serve beside this one: %(types)s."),
    "item_limit": _("At most %(most)s in the warband: %(item)s."),
    "group_limit": _("At most %(most)s together: %(types)s."),
    "requires_fighter": _("%(type)s: only together with %(needs)s."),
    "group_too_large": _("A group has at most %(most)s members."),
    "not_on_list": _("%(item)s is not on the equipment list of %(type)s."),
    "too_many_close_weapons": _("At most %(most)s close combat weapons besides the free dagger."),
    "too_many_missile_weapons": _("At most %(most)s different missile weapons."),
    "carried_twice": _("Nobody carries %(item)s twice."),
    "slot_taken": _("These can't be worn together: %(items)s."),
    "pair_not_allowed": _("Only some of them carry two of these: %(item)s."),
    "place_taken": _("%(type)s takes the place of one of these: %(needs)s."),
    "needs_mutation": _("%(type)s has to buy at least one mutation or blessing."),
    "needs_item": _("%(type)s must carry one of these: %(items)s."),
    "no_such_mutation": _("Mutations like this are not for this fighter: %(mutation)s."),
    "needs_skill_set": _("Choose by which skills its heroes learn."),
    "in_debt": _("The treasury is %(gold)s gold crowns short."),
    # refusals
    "against_the_list": _("The warband's list doesn't allow it."),
    "bad_name": _("A name has 1 to %(most)s letters."),
    "bad_number": _("That number doesn't work here."),
    "bad_choice": _("There is no such set to choose."),
    "no_skill_sets": _("The heroes of this warband learn what their list says."),
    "unknown_skill_set": _("There is no such set of skills."),
    "skill_set_settled": _("By which skills they learn was settled when they enlisted."),
    "no_gift": _("There is nothing that he gets for nothing."),
    "gift_taken": _("Somebody has it already: %(item)s."),
    "an_heirloom": _("%(item)s is his heirloom: give it back as such."),
    "sword_away": _("He has just fought for you: he is to be had again after your next battle."),
    "leader_too_early": _("A new leader is only to be had after the next battle."),
    "part_of_a_kit": _("%(item)s came with a kit: give back the kit as a whole."),
    "kit_taken": _("One kit is enough: %(kit)s."),
    "no_such_kit": _("There is no such kit on the list."),
    "no_kit": _("There is no kit to give back."),
    "no_awakening": _("Nobody in this warband knows how to awaken the dead."),
    "not_a_dead_hero": _("Only a dead hero of another warband can be raised, and once."),
    "no_first_spell": _("There is no first spell to find here."),
    "god_missing": _("A Magister worships Nurgle, Slaanesh or Tzeentch: choose."),
    "mutation_twice": _("Nobody has a mutation twice: %(mutation)s."),
    "only_when_recruited": _("Mutations are bought as a fighter is recruited, not later."),
    "bad_notes": _("Notes have at most %(most)s letters."),
    # files
    "file_too_big": _("The file is too big: at most %(most)s KB, and no more fighters than fit."),
    "file_too_deep": _("The file nests deeper than any roster would."),
    "file_not_read": _("The file can't be read: it is damaged, or no roster."),
    "unsafe_file": _("The file holds things that no roster needs (entities, aliases or tags)."),
    "bad_archive": _("The archive must hold exactly one roster, and no password."),
    "unknown_format": _("This is no roster of a format that we know."),
    "wrong_game": _("This roster is another game's: %(game)s."),
    "newer_version": _("A newer version of this site wrote this file."),
    "unknown_warband_kind": _("We know no warband of this kind: %(kind)s."),
    "too_many_proposals": _("At most %(most)s proposals may wait at a time."),
    "no_judge": _("Only a game master of one of your campaigns can be asked."),
    "no_proposal": _("There is no such proposal."),
    "not_pending": _("This proposal has been decided already."),
    "too_few_veterans": _(
        "Only veterans join this group: that takes %(needed)s experience, %(pool)s is to be had."
    ),
    "rare": _("%(item)s is rare: a hero has to look for it after a battle."),
    "unknown_fighter": _("There is no such fighter in the warband."),
    "not_carried": _("He has nothing of that to sell: %(item)s."),
    "not_in_stash": _("There isn't that much of it in the stash: %(item)s."),
    "not_enough_gold": _("That costs %(needed)s gold crowns; the treasury holds %(treasury)s."),
    "illegal_roster": _("The warband doesn't keep to its list yet."),
    "too_much_gold": _(
        "It was founded with %(gold)s gold crowns; here warbands start with %(most)s. "
        "The game master may bring it in all the same."
    ),
    "built_otherwise": _(
        "By the prices of this campaign it is worth %(gold)s gold crowns, and it would have had "
        "%(most)s. Build it by the rules here, or ask the game master to bring it in."
    ),
    "not_a_draft": _("The warband has been enlisted already."),
    "disbanded": _("The warband has been disbanded."),
    "in_battle": _("The warband is in a battle: nothing is bought or sold before it is over."),
    "aftermath_open": _(
        "What came of the last battle of %(warband)s isn't settled yet: its choices have to be "
        "made first."
    ),
    "stale_version": _("The warband has changed meanwhile. Look at it again."),
    "no_preset": _("There is no ready-made warband of this kind."),
    "not_ready": _("The warband can't go to battle yet: it isn't enlisted."),
    "forbidden": _("Only the warband's owner or the game master may do this."),
    "not_found": _("There is no such warband."),
    # aftermath
    "no_aftermath": _("There is no such aftermath."),
    "gm_only": _("Only the game master may decide this."),
    "not_yours": _("This is somebody else's to decide."),
    "not_your_decision": _("This answer isn't yours to give."),
    "unknown_step": _("There is no such step."),
    "bad_dice": _("These dice don't fit the step: faces from 1 to 6, no more than it rolls."),
    "nothing_to_correct": _("This step is no answer: write the dice that count instead."),
    "blank_reason": _("Say why."),
    "changed_since": _("That has been used since, so this step stays as it is: %(what)s."),
    "nobody_to_exchange": _("They hold nobody of yours, so there is nobody to exchange."),
    "captors_paid": _("The captors have been paid, so the aftermath can't be taken back."),
    "aftermath_closed": _("This aftermath is closed."),
    "not_the_next_step": _("This is not the next step of the aftermath."),
    "unknown_decision": _("Nothing like that has to be decided."),
    "unknown_choice": _("This is not one of the possible answers."),
    "no_ransom": _("A ransom is paid only to ransom a prisoner."),
    "not_the_last": _("Something has happened since, so the aftermath can't be taken back."),
}
"""Every code of this application."""


def sentence(code: str, params: Mapping[str, Any] = {}) -> str:
    """The sentence of a code in the reader's language, ids replaced by names."""
    return str(SENTENCES[code]) % {key: _shown(key, value) for key, value in params.items()}


def breaches(problems: Iterable[Problem]) -> list[dict[str, Any]]:
    """Breaches as REST shows them: code, fighter, parameters and a sentence."""
    return [
        {
            "code": problem.code,
            "fighter": problem.fighter,
            "params": problem.params,
            "detail": sentence(problem.code, problem.params),
        }
        for problem in problems
    ]


def _shown(key: str, value: Any) -> Any:
    if isinstance(value, list):
        return ", ".join(str(_shown(key, part)) for part in value)
    if key in ("type", "types", "needs"):
        return names.fighter_type(value)
    if key in ("item", "items", "mutation", "kit"):
        return names.item(value)
    return value
