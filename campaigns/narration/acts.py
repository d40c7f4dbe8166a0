"""What game masters do, in words: the lines of their audit."""

from typing import Any

from django.utils.translation import gettext_lazy as _

ACTS: dict[str, Any] = {
    "gm_act": _("Gave orders for a side"),
    "gm_adjust": _("Changed a warrior"),
    "gm_terrain": _("Changed the table"),
    "gm_end": _("Ended a battle"),
    "gm_roll": _("Set a roll, or had it thrown again"),
    "pause": _("Stopped a battle"),
    "resume": _("Let a battle go on"),
    "set_seat": _("Changed who plays a side"),
    "rewind": _("Took a battle back"),
    "battle_create": _("Prepared a battle"),
    "battle_cancel": _("Called a battle off"),
    "hand_rule": _("Ruled on a battle by hand"),
    "update_campaign": _("Changed the campaign"),
    "update_scene": _("Changed a scene"),
    "remove_member": _("Showed a member out"),
    "set_role": _("Changed a member's role"),
    "aftermath_answer": _("Settled something after a battle"),
    "aftermath_leave_market": _("Ended somebody's trading after a battle"),
    "reveal_dice": _("Laid open the dice of a scene"),
    "pace_set": _("Set the pace"),
    "pace_remove": _("Took the clocks away"),
    "pace_pause": _("Stopped all clocks"),
    "pace_resume": _("Let all clocks run on"),
    "turn_extend": _("Gave more time"),
    "nudge": _("Nudged a player"),
    "redo_draft": _("Drafted another course of a battle"),
    "redo_publish": _("Published another course of a battle"),
    "redo_discard": _("Discarded a draft"),
    "appeal_answer": _("Answered an appeal"),
    "ruling_make": _("Made a ruling"),
    "ruling_revoke": _("Revoked a ruling"),
    "member_replace": _("Replaced a member"),
    "hero_awaken": _("Raised a dead hero as a zombie"),
    "treasury_correct": _("Corrected a treasury"),
    "view_as": _("Looked at the campaign as a member"),
}
