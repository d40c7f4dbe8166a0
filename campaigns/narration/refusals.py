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
    "unknown_weapon": gettext_lazy("This warrior does not carry that weapon."),
    "unknown_target": gettext_lazy("There is no such target in this battle."),
    "not_your_warrior": gettext_lazy("That warrior belongs to another side."),
    "not_your_turn": gettext_lazy("It is another side's turn."),
    "wrong_phase": gettext_lazy("That can't be done in this phase."),
    "battle_over": gettext_lazy("The battle is over."),
    "decision_pending": gettext_lazy("Somebody has to decide something first."),
    "malformed_order": gettext_lazy("The order can't be read."),
    "failed_charge": gettext_lazy("After a failed charge this isn't possible in this turn."),
    "charged": gettext_lazy("A warrior that has charged can't do this in this turn."),
    "ran": gettext_lazy("A warrior that has run can't do this in this turn."),
    "rallied": gettext_lazy("A warrior that has just rallied can't do this in this turn."),
    "fell": gettext_lazy("After a fall this isn't possible in this turn."),
    "stood_up": gettext_lazy("A warrior that has just stood up can't do this in this turn."),
    "bound": gettext_lazy("A spell binds this warrior."),
    "stupid": gettext_lazy("Stupidity has this warrior in its grip."),
    "failed_fear": gettext_lazy("Fear holds this warrior back in this turn."),
    "too_far": gettext_lazy("That is farther than this warrior may go."),
    "engaged": gettext_lazy("Engaged in close combat: this isn't possible."),
    "target_engaged": gettext_lazy("Nobody shoots into close combat."),
    "not_nearest": gettext_lazy("The nearest enemy has to be the target."),
    "not_visible": gettext_lazy("The target can't be seen from there."),
    "target_hidden": gettext_lazy("The target is hidden."),
    "same_building_first": gettext_lazy("Enemies in the same building come first."),
    "contact_only_by_charge": gettext_lazy("Only a charge brings one into contact."),
    "already_moved": gettext_lazy("This warrior has already moved in this turn."),
    "already_shot": gettext_lazy("This warrior has already shot in this turn."),
    "already_cast": gettext_lazy("This warrior has already cast in this turn."),
    "spell_barred": gettext_lazy("That spell can't be cast now."),
    "illegal_target": gettext_lazy("That isn't a legal target."),
    "cannot_hide": gettext_lazy("There is no hiding here."),
    "rout_not_allowed": gettext_lazy(
        "Giving the battle up takes a quarter of the warband out of action."
    ),
    "armour": gettext_lazy("The armour doesn't allow this."),
    "type_limit": gettext_lazy("There may be no more warriors of that type."),
    "warband_full": gettext_lazy("The warband is full."),
    "out_of_action": gettext_lazy("This warrior is out of action."),
    "not_on_table": gettext_lazy("This warrior isn't on the table."),
    "knocked_down": gettext_lazy("Knocked down: first this warrior has to stand up."),
    "stunned": gettext_lazy("Stunned: this warrior can do nothing."),
    "downed": gettext_lazy("On the ground: this isn't possible."),
    "not_knocked_down": gettext_lazy("Only a warrior that is knocked down may stay down."),
    "fleeing": gettext_lazy("A fleeing warrior does nothing else."),
    "no_such_decision": gettext_lazy("Nobody asks for that decision now."),
    "illegal_choice": gettext_lazy("That isn't one of the answers."),
    "outside_zone": gettext_lazy("That lies outside the deployment zone."),
    "blocked": gettext_lazy("Something is in the way."),
    "enemy_near": gettext_lazy("With an enemy so near there is no running."),
    "not_a_missile_weapon": gettext_lazy("That weapon doesn't shoot."),
}
"""A whole sentence for each code an order can be refused with (tests hold the list complete)."""


def explain_code(code: str, params: Mapping[str, Any], names: Names | None = None) -> str:
    """The sentence for a code; `params` may name a warrior, who is then put in front."""
    reason = REASONS.get(code)
    text = str(reason) if reason is not None else gettext("Not allowed: %(code)s.") % {"code": code}
    warrior = params.get("warrior", "")
    if names is not None and warrior in names.warriors:
        return f"{names.warriors[warrior]}: {text[:1].lower()}{text[1:]}"
    return text


def explain(refusal: IllegalOrder, names: Names | None = None) -> str:
    return explain_code(refusal.code, refusal.params, names)


def explain_problem(code: str, params: Mapping[str, Any]) -> str:
    """One fault of a set-up (`BadSetup.problems`)."""
    problem = PROBLEMS.get(code)
    if problem is None:
        return gettext("The set-up is wrong: %(code)s.") % {"code": code.replace("_", " ")}
    return str(problem) % {name: words.word({}, str(value)) for name, value in params.items()}


PROBLEMS: words.Words = {}
"""A sentence for each fault of a set-up."""
