"""Why an order is refused, in words: one sentence a code, and what can be done where that helps."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext, gettext_lazy

from campaigns.narration import words
from campaigns.narration.names import Names
from rules.errors import IllegalOrder

REASONS: words.Words = {
    "unknown_warrior": gettext_lazy("There is no such warrior in this battle."),
    "unknown_side": gettext_lazy("There is no such side in this battle."),
    "unknown_decision": gettext_lazy("Nobody asks for that decision now."),
    "no_such_decision": gettext_lazy("Nobody asks for that decision now."),
    "not_an_option": gettext_lazy("That isn't one of the answers."),
    "unknown_choice": gettext_lazy("That isn't one of the answers."),
    "no_such_weapon": gettext_lazy("This warrior does not carry that weapon."),
    "not_your_warrior": gettext_lazy("That warrior belongs to another side."),
    "not_your_decision": gettext_lazy("That is for somebody else to decide."),
    "not_your_turn": gettext_lazy("It is another side's turn."),
    "wrong_phase": gettext_lazy("That can't be done in this phase."),
    "phase_is_past": gettext_lazy("That phase is already over in this turn."),
    "battle_over": gettext_lazy("The battle is over."),
    "decision_pending": gettext_lazy("Somebody has to decide something first."),
    "malformed_order": gettext_lazy("The order can't be read."),
    "gm_only": gettext_lazy("Only the game master may do that."),
    "not_agreed": gettext_lazy("A draw has to be agreed by all who still play."),
    "reason_missing": gettext_lazy("A change by the game master needs a reason."),
    "no_change": gettext_lazy("Nothing would be changed by that."),
    "no_such_terrain": gettext_lazy("There is no such piece on the table."),
    "scenario_needs_it": gettext_lazy("The scenario is about that building: it has to stay."),
    "too_much_terrain": gettext_lazy("The table can't hold so many pieces."),
    "bad_terrain": gettext_lazy("A piece can't stand on the table like that."),
    "somebody_stands_there": gettext_lazy(
        "Somebody stands there. Move that warrior first, then change the table."
    ),
    "needs_place": gettext_lazy("Whoever comes back needs a place on the table."),
    "outside_table": gettext_lazy("That lies outside the table."),
    "bad_number": gettext_lazy("One of the numbers is not possible."),
    "failed_charge": gettext_lazy("After a failed charge this isn't possible in this turn."),
    "charged": gettext_lazy("A warrior that has charged can't do this in this turn."),
    "declared_charge": gettext_lazy(
        "A warrior that has declared a charge can't do this in this turn."
    ),
    "failed_to_spot": gettext_lazy("It noticed nobody to charge and can't do this in this turn."),
    "charges_over": gettext_lazy("The charges of this turn are over."),
    "one_target": gettext_lazy("A charge needs at least one target, each named once."),
    "already_in_contact": gettext_lazy("They are in contact already."),
    "ran": gettext_lazy("A warrior that has run can't do this in this turn."),
    "moved": gettext_lazy("After moving, that weapon can't be fired."),
    "stayed": gettext_lazy("This warrior has already acted in this phase."),
    "rallied": gettext_lazy("A warrior that has just rallied can't do this in this turn."),
    "fell": gettext_lazy("After a fall this isn't possible in this turn."),
    "stood_up": gettext_lazy("A warrior that has just stood up can't do this in this turn."),
    "came_round": gettext_lazy("A warrior that has just come round can't do this in this turn."),
    "bound": gettext_lazy("A spell binds this warrior."),
    "stupid": gettext_lazy("Stupidity has this warrior in its grip."),
    "failed_fear": gettext_lazy("Fear holds this warrior back in this turn."),
    "too_far": gettext_lazy("That is farther than this warrior may go."),
    "engaged": gettext_lazy("Engaged in close combat: this isn't possible."),
    "not_engaged": gettext_lazy("This warrior isn't in close combat."),
    "not_in_contact": gettext_lazy("They aren't in contact."),
    "cannot_strike": gettext_lazy("This warrior can't strike now."),
    "standing_enemy_first": gettext_lazy("While an enemy in contact stands, it comes first."),
    "bad_split": gettext_lazy("The attacks can't be split like that."),
    "target_engaged": gettext_lazy("Nobody shoots into close combat."),
    "not_nearest": gettext_lazy("The nearest enemy has to be the target."),
    "not_visible": gettext_lazy("The target can't be seen from there."),
    "target_hidden": gettext_lazy("The target is hidden."),
    "same_building_first": gettext_lazy("Enemies in the same building come first."),
    "contact_only_by_charge": gettext_lazy("Only a charge brings one into contact."),
    "already_moved": gettext_lazy("This warrior has already moved in this turn."),
    "already_shot": gettext_lazy("This warrior has already shot in this turn."),
    "netted": gettext_lazy("A net holds this warrior in this turn."),
    "entangled": gettext_lazy("This warrior's legs are entangled."),
    "ablaze": gettext_lazy("This warrior is on fire and can only move."),
    "not_minded": gettext_lazy("That does nothing to this target."),
    "used_up": gettext_lazy("That has been used already in this battle."),
    "one_shot": gettext_lazy("That weapon can't be fired twice in a turn."),
    "already_cast": gettext_lazy("This warrior has already cast in this turn."),
    "cast": gettext_lazy("A warrior that has cast can't do this in this turn."),
    "target_needed": gettext_lazy("The spell needs its target named."),
    "cannot_shoot": gettext_lazy("This warrior doesn't know how to shoot."),
    "reloading": gettext_lazy("The weapon is still being loaded."),
    "spell_barred": gettext_lazy("That spell can't be cast now."),
    "illegal_target": gettext_lazy("That isn't a legal target."),
    "quarrels": gettext_lazy("This warrior quarrels and does nothing in this turn."),
    "must_finish_off": gettext_lazy("This warrior has to fall on the nearest of the fallen first."),
    "failed_climb": gettext_lazy("After a climb in vain this isn't possible in this turn."),
    "laid_trap": gettext_lazy("This warrior has spent its turn on a trap."),
    "lured": gettext_lazy("This warrior has been taunted: it may only charge who has taunted it."),
    "never_runs": gettext_lazy("This warrior never runs."),
    "never_charges": gettext_lazy("This warrior never charges."),
    "nothing_to_parry_with": gettext_lazy("It carries nothing to parry with."),
    "cannot_use": gettext_lazy("That can't be used now, or has been used already."),
    "cannot_break_off": gettext_lazy("This warrior can't break off now."),
    "cannot_hide": gettext_lazy("There is no hiding here."),
    "empty_move": gettext_lazy("A move needs a way to go."),
    "nothing_ordered": gettext_lazy(
        "Say what this warrior is to do in its own turn: a charge, a way to go or a shot."
    ),
    "leg_not_offered": gettext_lazy("That way of moving isn't available here."),
    "nothing_to_climb": gettext_lazy(
        "There is nothing to climb here that this warrior touched when the phase began."
    ),
    "cannot_climb": gettext_lazy("This warrior doesn't climb."),
    "climb_in_run": gettext_lazy("A run can't hold a climb."),
    "one_climb": gettext_lazy("A charge can't hold this climb."),
    "leap_in_charge": gettext_lazy("A charge can't hold a leap."),
    "too_high": gettext_lazy("That is too high."),
    "no_edge": gettext_lazy("There is no edge on that way."),
    "no_landing": gettext_lazy("There is no room to land there."),
    "gap_too_wide": gettext_lazy("The gap is too wide."),
    "path_blocked": gettext_lazy("Something is in the way."),
    "no_floor": gettext_lazy("Nobody can stand there: there is no floor."),
    "outside_zone": gettext_lazy("That lies outside the deployment zone."),
    "not_to_deploy": gettext_lazy("That one isn't to be placed now."),
    "too_near_edge": gettext_lazy("That is too near the edge of the table."),
    "no_passage": gettext_lazy("Your warband knows no way through the catacombs."),
    "passage_full": gettext_lazy("No more than %(most)s may go by the catacombs."),
    "not_below": gettext_lazy("That one can't go by the catacombs."),
    "not_on_ground": gettext_lazy("They come up on the ground."),
    "only_coming_up": gettext_lazy(
        "The turn is over but for those who come up from the catacombs."
    ),
    "too_near_enemy": gettext_lazy("That is too near the enemy."),
    "too_near_own": gettext_lazy("That is too near another one."),
    "not_deployed": gettext_lazy("Somebody still has to be deployed."),
    "enemy_near": gettext_lazy("With an enemy so near there is no running."),
    "rout_not_allowed": gettext_lazy(
        "Giving the battle up takes a quarter of the warband out of action."
    ),
    "standard_fallen": gettext_lazy("The standard has fallen: this warband doesn't give up."),
    "armour": gettext_lazy("The armour doesn't allow this."),
    "out_of_action": gettext_lazy("This warrior is out of action."),
    "standing": gettext_lazy("This warrior is standing."),
    "knocked_down": gettext_lazy("Knocked down: first this warrior has to stand up."),
    "stunned": gettext_lazy("Stunned: this warrior can do nothing."),
    "not_knocked_down": gettext_lazy("Only for a warrior that is knocked down."),
    "fleeing": gettext_lazy("A fleeing warrior does nothing else."),
    "type_limit": gettext_lazy("There may be no more warriors of that type."),
    "warband_full": gettext_lazy("The warband is full."),
    "not_enough_gold": gettext_lazy("There isn't enough gold."),
    "aftermath_closed": gettext_lazy("What follows this battle is already closed."),
    "not_the_next_step": gettext_lazy("That isn't the next step."),
    "no_ransom": gettext_lazy("There is no ransom to be paid."),
}
"""A whole sentence for each code an order can be refused with (tests hold the list complete)."""


HIDING: words.Words = {
    "no_cover": gettext_lazy("There is nothing to hide behind here."),
    "in_view": gettext_lazy("An enemy would see it there: that is no place to hide."),
    "too_near": gettext_lazy("An enemy is so near that he would notice it: no hiding here."),
    "ran": gettext_lazy("Who runs can't hide in that turn."),
    "charged": gettext_lazy("Who has declared a charge can't hide in that turn."),
    "failed_charge": gettext_lazy("Who has declared a charge can't hide in that turn."),
    "declared_charge": gettext_lazy("Who has declared a charge can't hide in that turn."),
    "fell": gettext_lazy("Who has fallen can't hide in that turn."),
}
"""Why there is no hiding; what isn't here is said as everywhere."""


def explain_code(code: str, params: Mapping[str, Any], names: Names | None = None) -> str:
    """The sentence for a code; `params` may name a warrior, who is then put in front.

    What bars hiding is told by its cause, `because`: one code stands for all of them.
    """
    because = params.get("because", "")
    reason = HIDING.get(because) or REASONS.get(because) or REASONS.get(code)
    text = str(reason) if reason is not None else gettext("Not allowed: %(code)s.") % {"code": code}
    if code == "malformed_order" and params.get("fault") in UNREADABLE:
        return _unreadable(params)
    if code == "bad_terrain":
        return explain_problem(params.get("fault", ""), params)
    warrior = params.get("warrior", "")
    if names is not None and warrior in names.warriors:
        return f"{names.warriors[warrior]}: {text[:1].lower()}{text[1:]}"
    return text


def _unreadable(params: Mapping[str, Any]) -> str:
    types = {name: _type(params[name]) for name in ("expected", "got") if name in params}
    told = str(UNREADABLE[params["fault"]]) % {**params, **types}
    if where := params["where"]:
        return gettext("The order can't be read, at %(where)s: %(told)s") % {
            "where": where,
            "told": told,
        }
    return gettext("The order can't be read: %(told)s") % {"told": told}


def _type(name: str) -> str:
    """ "a list or null"; what is none of JSON's types stays as it is: a number of entries."""
    return gettext(" or ").join(str(TYPES.get(one, one)) for one in name.split(" | "))


TYPES: words.Words = {
    "str": gettext_lazy("a text"),
    "int": gettext_lazy("a whole number"),
    "float": gettext_lazy("a number"),
    "bool": gettext_lazy("true or false"),
    "array": gettext_lazy("a list"),
    "object": gettext_lazy("an object"),
    "null": gettext_lazy("null"),
}

UNREADABLE: words.Words = {
    "unknown_order": gettext_lazy("there is no order “%(value)s”."),
    "missing_field": gettext_lazy("“%(field)s” is missing."),
    "unknown_field": gettext_lazy("there is no “%(field)s” in it."),
    "wrong_type": gettext_lazy("%(expected)s is needed, not %(got)s."),
    "wrong_length": gettext_lazy("the list needs another number of entries than %(got)s."),
    "no_length": gettext_lazy("“%(value)s” is no length."),
    "bad_value": gettext_lazy("“%(value)s” isn't one of the possible values."),
}


def explain(refusal: IllegalOrder, names: Names | None = None) -> str:
    return explain_code(refusal.code, refusal.params, names)


def explain_problem(code: str, params: Mapping[str, Any]) -> str:
    """One fault of a set-up (`BadSetup.problems`)."""
    problem = PROBLEMS.get(code)
    if problem is None:
        return gettext("The set-up is wrong: %(code)s.") % {"code": code.replace("_", " ")}
    return str(problem) % params


PROBLEMS: words.Words = {
    "bad_number_of_sides": gettext_lazy("A battle has two to four sides, not %(sides)s."),
    "duplicate_side": gettext_lazy("Two sides have the same name: %(side)s."),
    "unknown_side": gettext_lazy("There is no such side: %(side)s."),
    "side_without_warriors": gettext_lazy("A side has nobody: %(side)s."),
    "duplicate_warrior": gettext_lazy("The same warrior is there twice: %(warrior)s."),
    "no_place": gettext_lazy("A warrior has no place and its side no zone: %(warrior)s."),
    "bad_number": gettext_lazy("A number of %(warrior)s is not possible."),
    "several_leaders": gettext_lazy("A side has more than one leader: %(side)s."),
    "unknown_weapon": gettext_lazy("%(warrior)s carries a weapon that nobody knows: %(id)s."),
    "unknown_armour": gettext_lazy("%(warrior)s wears armour that nobody knows: %(id)s."),
    "scenario_for_two": gettext_lazy("This scenario is for two sides: %(scenario)s."),
    "no_buildings": gettext_lazy("The board has no building for this scenario: %(scenario)s."),
    "table_too_small": gettext_lazy("The table is too small for this scenario: %(scenario)s."),
    "no_list": gettext_lazy("%(where)s: a list of pieces is needed."),
    "no_table": gettext_lazy("%(where)s: a piece is an object with a kind."),
    "no_point": gettext_lazy("%(where)s: a place is [x, y] or [x, y, z]."),
    "no_height": gettext_lazy("%(where)s: a height is needed, and a foot that has one."),
    "no_length": gettext_lazy("%(where)s: “%(value)s” is no length."),
    "no_kind": gettext_lazy("%(where)s: there is no kind “%(value)s”; there are %(known)s."),
    "no_such_key": gettext_lazy("%(where)s: there is no such key here; there are %(known)s."),
    "unreadable": gettext_lazy("%(where)s: this is no value of the kind that belongs there."),
    "table_size": gettext_lazy("The table has no size."),
    "table_too_big": gettext_lazy("The table is larger than five metres by five."),
    "too_many_points": gettext_lazy("The board has too many corners, most of them here: %(id)s."),
    "duplicate_id": gettext_lazy("Two pieces of the board have the same name: %(id)s."),
    "degenerate_polygon": gettext_lazy("A piece of the board has no proper outline: %(id)s."),
    "crossed_polygon": gettext_lazy("The outline of a piece of the board crosses itself: %(id)s."),
    "degenerate_line": gettext_lazy("A line of the board has no length: %(id)s."),
    "outside_table": gettext_lazy("A piece of the board lies off the table: %(id)s."),
    "bad_height": gettext_lazy("A height of the board is not possible: %(id)s."),
    "bad_width": gettext_lazy("A width of the board is not possible: %(id)s."),
    "bad_window": gettext_lazy("A window doesn't fit its wall: %(id)s."),
    "unknown_building": gettext_lazy(
        "A piece of the board names a building that isn't there: %(id)s."
    ),
    "no_shape": gettext_lazy("A piece of the board has no shape: %(id)s."),
    "hangs": gettext_lazy("A ladder or stairs end where nobody can stand: %(id)s."),
}
"""A sentence for each fault of a set-up."""
