"""Every refusal of a service in words. Those of the engine are told by `narration`."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from campaigns.errors import ServiceError
from campaigns.house_rules import fault_in_words
from campaigns.narration import Names, by_hand, explain_code, explain_problem

MESSAGES: dict[str, Any] = {
    # Who somebody is
    "not_found": _("There is nothing here, or it isn't for you."),
    "log_in": _("Log in first."),
    "gm_only": _("Only the game master may do that."),
    "members_only": _("Only members of the campaign may do that."),
    "spectators_read": _("Spectators read; they can't write or play."),
    "called_already": _("They have been called within the last day: give them time."),
    "last_gm": _("A campaign needs a game master: name another one first."),
    "bad_role": _("There is no such role."),
    "unknown_member": _("Choose players of this campaign."),
    # Campaigns
    "blank_name": _("It needs a name."),
    "unknown_ruleset": _("That ruleset can't be played yet: %(ruleset)s."),
    "bad_house_rules": _("Some house rules are wrong."),
    "campaign_closed": _("This campaign is over."),
    "bad_invitation": _("An invitation has 1 to 100 uses and lasts 1 to 365 days."),
    "invitation_dead": _("This invitation is no longer good. Ask for a new one."),
    "not_enlisted": _("Enlist the warband first: it isn't complete yet."),
    "other_ruleset": _("The warband was built for another ruleset."),
    "judged_elsewhere": _(
        "A game master of another campaign has written in its books. Export it, and propose the "
        "file to the game master of this one."
    ),
    "asks_first": _(
        "This warband has fought elsewhere: a game master looks at its record before it joins."
    ),
    "nothing_to_ask": _("Nobody needs to be asked: it can join at once."),
    "asked_already": _("It has asked to join a campaign already, and waits for the answer."),
    "decided_already": _("That has been decided already."),
    "record_changed": _(
        "The warband has changed since you looked at it: look at its record again."
    ),
    "already_enrolled": _("The warband already takes part in a campaign."),
    "warband_in_battle": _("The warband is in a battle."),
    # Scenes and posts
    "blank_title": _("A scene needs a title of at most 120 letters."),
    "bad_kind": _("There is no such kind."),
    "bad_status": _("There is no such status."),
    "bad_visibility": _("Choose who may read the scene."),
    "bad_audience": _("Choose who may read it."),
    "scene_closed": _("This scene is closed."),
    "empty_post": _("Write something first."),
    "not_your_post": _("Only whoever wrote it may correct it."),
    "frozen": _("It is too late to correct this post. Write another one."),
    "too_many_feeds": _("At most %(limit)s addresses of feeds: revoke one first."),
    "too_many_dice": _("At most %(limit)s throws of at most 40 dice in a post."),
    "text_too_long": _("That is too long: %(limit)s letters at most."),
    "not_your_fighter": _("That warrior isn't yours to speak for."),
    "npc_is_gm": _("Only the game master speaks as somebody else."),
    # Battles
    "unknown_board": _("There is no such board: %(board)s."),
    "bad_board": _("The board can't be used: %(fault)s."),
    "unknown_scenario": _("There is no such scenario: %(scenario)s."),
    "not_unseen": _("Nobody deploys unseen in this battle now."),
    "deploys_unseen": _("Both sides deploy unseen: say where all of yours stand."),
    "side_count": _("A battle on this board has 2 to %(most)s sides."),
    "unknown_warband": _("Choose warbands of this campaign."),
    "warband_twice": _("A warband can't be on two sides."),
    "warband_unfit": _("Nobody of %(warband)s can fight."),
    "bad_controller": _("Choose who plays each side."),
    "warbands_held": _(
        "Not free yet: %(warbands)s. Another battle, or what came of it, isn't settled."
    ),
    "warriors_busy": _("%(warband)s is still in another battle: first that one has to end."),
    "bad_setup": _("The battle can't be set up like this."),
    "scene_has_battle": _("There is a battle in this scene already."),
    "seeds_frozen": _("The dice are sealed: the battle has started."),
    "bad_seed": _("Write 1 to %(limit)s letters."),
    "not_your_battle": _("You don't play in this battle."),
    "already_started": _("The battle has started."),
    "battle_not_started": _("The battle hasn't started."),
    "battle_not_open": _("The battle isn't being played now."),
    "unknown_side": _("There is no such side in this battle."),
    "not_your_side": _("You don't play that side."),
    "season_closed": _("The season is over; the next one hasn't begun yet."),
    "season_open": _("The season is still under way: end it first."),
    "season_unsettled": _("First everything has to be settled."),
    "bad_catch_up": _("Some values of the rule for late joiners make no sense."),
    "not_a_draft": _("Only a draft is built for a campaign; an enlisted warband just joins it."),
    "pledged_already": _("It is built for a campaign already."),
    "no_catch_up": _("Nobody gets anything more there now."),
    "spent_already": _("Part of it is spent: take back what it bought first."),
    "built_for_other": _("It was built for another campaign, with what late joiners get there."),
    # Pairings
    "too_few_warbands": _("Two warbands that are in no battle are needed."),
    "round_paired": _(
        "Round %(n)s has been paired already. Look at it first: another one can be paired after it."
    ),
    "pairing_played": _("These two have fought already, or there is nobody to fight."),
    "rolled_already": _("The scenario is rolled or chosen already."),
    "not_your_choice": _("The choice isn't yours."),
    "no_scenario_yet": _("Roll on the scenario table first."),
    # Battles by hand
    "hand_not_allowed": _("In this campaign battles by hand aren't reported."),
    "bad_claim": _("That can't have been so."),
    "not_your_report": _("Only who reported it may do that."),
    "report_not_settled": _("This report isn't settled yet, or it never counted."),
    "season_over": _("The season of this battle is over and its table kept: nothing changes it."),
    "report_settled": _("This report is settled: nothing more is said about it."),
    "stale_report": _("The report has changed meanwhile: look at it again."),
    # Odds
    "odds_afterwards": _("In this campaign odds are told afterwards, in the log."),
    "not_an_enemy": _("They are on the same side."),
    "bad_fighter": _("That is no fighter (%(reason)s)."),
    # Boards
    "name_missing": _("Give it a name."),
    "name_taken": _("There is something of that name already: %(name)s."),
    "too_many_boards": _("At most %(limit)s boards in a campaign."),
    "stale_campaign": _("Somebody has set this campaign otherwise meanwhile. Look at it again."),
    "stale_board": _("Somebody else has changed this board meanwhile. Yours is still here."),
    # Turns
    "version_missing": _("Say which version of the battle you saw (If-Match)."),
    "stale": _("The battle has moved on. Your text and orders are kept: look and send again."),
    "unreadable": _("There are signs in it that can't be kept."),
    "no_orders": _("There are no orders in it."),
    "too_many_drafts": _("At most %(limit)s drafts in a scene: send one or throw one away."),
    "too_many_orders": _("At most %(limit)s orders at once."),
    "server_no_draw": _("The server plays on: only the game master can end this as a draw."),
    "too_late": _("It is too late to take that back: a die has fallen, or somebody has answered."),
    "bad_plan": _("That plan can't be read: %(why)s."),
    "reason_missing": _("Say why."),
    "bad_rewind": _("One can go back to the end of an order only."),
    "warband_left": _("%(warband)s doesn't take part in this campaign any more."),
    "later_battle": _("A warband of this battle has gone on to another one."),
    "aftermath_kept": _("What came after the battle can't be undone any more."),
    "not_a_roll": _("No roll that counts stands there: it may have been taken back."),
    "bad_changes": _("These changes don't fit what happened after that order."),
    "draft_closed": _("This draft has been published or discarded."),
    # The game master's desk
    "blank_text": _("Write something first."),
    "unknown_rule": _("There is no such rule. Write its ID, such as P-COV-03."),
    "appealed_already": _("You have appealed against this already."),
    "too_many_appeals": _("At most %(limit)s appeals at once: wait for an answer."),
    "appeal_closed": _("This appeal is answered or withdrawn."),
    "too_many_notes": _("At most %(limit)s notes: remove one first."),
    "not_a_dead_hero": _("Only a dead hero of another warband can be raised, and once."),
    "plays_against_himself": _("They would play against themselves."),
    # Safety
    "own_post": _("That is a post of your own."),
    "too_many_reports": _("At most %(limit)s open reports: wait until some are settled."),
    "report_closed": _("This report is settled."),
    "too_many_blocks": _("You can't block more than %(limit)s people."),
    "wrong_password": _("That isn't your password."),
    "same_address": _("That is your address already, and it is confirmed."),
    # Time
    "bad_pace": _("That pace makes no sense: look at its hours, its nights and its time zone."),
    "no_pace": _("This campaign has no pace."),
    "no_clock": _("No clock runs for that side."),
    "not_waiting": _("Nobody waits for that side."),
    "nudged_already": _("That player was nudged less than six hours ago."),
    "bad_days": _("An absence lasts 1 to %(limit)s days and isn't over yet."),
    "too_many_absences": _("At most %(limit)s absences: remove one first."),
    "own_deputy": _("Somebody else has to stand in for you."),
    # Notices
    "bad_settings": _("Some of these settings make no sense."),
    "bad_address": _("Nothing can be sent to that address."),
    "bad_mode": _("There is no such choice."),
    "too_many_channels": _("At most %(limit)s channels: remove one first."),
    "channel_off": _("That channel is switched off."),
    # Requests
    "bad_key": _("The Idempotency-Key is too long."),
    "key_reused": _("This Idempotency-Key was used for something else."),
    "key_in_use": _("The same request is being answered right now."),
    "bad_number": _("That is no number that makes sense here."),
}


def sentence(error: ServiceError, names: Names | None = None) -> str:
    """A whole sentence in the reader's language for a refusal."""
    if error.code == "bad_board" and "errors" in error.params:
        return " ".join([gettext("The board can't be used yet."), *_faults(error)])
    if error.code in ("bad_setup", "bad_house_rules", "bad_claim"):
        return " ".join([str(MESSAGES[error.code]), *_faults(error)])
    if error.code == "season_unsettled":
        return " ".join([str(MESSAGES[error.code]), *_unsettled(error)])
    return explain(error.code, error.params, names or error.names)


def _unsettled(error: ServiceError) -> Iterator[str]:
    """What is still open, without what isn't."""
    if battles := error.params["battles"]:
        yield gettext("Battles still open: %(n)s.") % {"n": battles}
    if aftermaths := error.params["aftermaths"]:
        yield gettext("Post-battle sequences still open: %(n)s.") % {"n": aftermaths}


def explain(code: str, params: Mapping[str, Any], names: Names | None = None) -> str:
    """The same for a stored refusal (Draft.error, Submitted.refused)."""
    if "rule" not in params and code in MESSAGES:
        text = str(MESSAGES[code])
        return text % params if "%(" in text else text
    return explain_code(code, params.get("params", {}), names)


def faults(error: ServiceError) -> list[dict[str, Any]]:
    """All that is wrong, as REST tells it: field ("" where none is meant), code, detail and more.

    The field is the name of a house rule, a member of a report, a piece of a board or of a set-up.
    """
    told = zip(error.params["errors"], _faults(error), strict=True)
    return [{"field": _field(one), "detail": detail, **one} for one, detail in told]


def _field(one: Mapping[str, Any]) -> str:
    params = one.get("params", {})
    return str(one.get("name") or params.get("where") or params.get("id") or "")


def _faults(error: ServiceError) -> list[str]:
    if error.code == "bad_claim":
        return [by_hand.fault_in_words(one) for one in error.params["errors"]]
    if error.code == "bad_house_rules":
        return [fault_in_words(one) for one in error.params["errors"]]
    return [explain_problem(one["code"], one["params"]) for one in error.params["errors"]]
