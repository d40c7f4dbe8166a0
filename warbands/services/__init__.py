"""Every write to a warband: keyword-only verbs, each one transaction.

Each takes the `actor` who does it, who must own the warband unless the caller has made sure that
he may act as game master (`as_gm=True`). Refusals are `mordheim_site.errors.ServiceError`.
"""

from warbands.services.aftermath import (
    StepResult,
    answer,
    revert,
    run_all,
    run_step,
    start,
    take_default,
)
from warbands.services.books import Drift, drift
from warbands.services.casting import spells_first
from warbands.services.corrections import correct
from warbands.services.exchange import (
    proposal_accept,
    proposal_create,
    proposal_decline,
    proposal_submit,
    proposal_withdraw,
)
from warbands.services.extras import (
    equipment_issue,
    equipment_stow,
    fighter_edit,
    gift_return,
    gift_take,
    kit_buy,
    kit_return,
    mutation_buy,
    mutation_return,
    skill_set_choose,
    warband_edit,
)
from warbands.services.presets import buy_preset, ready_made
from warbands.services.roster import (
    equipment_buy,
    equipment_sell,
    fighter_dismiss,
    fighter_hire,
    fighter_rename,
    group_recruit,
    stash_sell,
    warband_create,
    warband_disband,
    warband_enlist,
    warband_muster,
    warband_release,
    warband_rename,
)

__all__ = [
    "Drift",
    "StepResult",
    "answer",
    "buy_preset",
    "correct",
    "drift",
    "equipment_buy",
    "equipment_issue",
    "equipment_sell",
    "equipment_stow",
    "fighter_dismiss",
    "fighter_edit",
    "fighter_hire",
    "fighter_rename",
    "gift_return",
    "gift_take",
    "group_recruit",
    "kit_buy",
    "kit_return",
    "mutation_buy",
    "mutation_return",
    "proposal_accept",
    "proposal_create",
    "proposal_decline",
    "proposal_submit",
    "proposal_withdraw",
    "ready_made",
    "revert",
    "run_all",
    "run_step",
    "skill_set_choose",
    "spells_first",
    "start",
    "stash_sell",
    "take_default",
    "warband_create",
    "warband_disband",
    "warband_edit",
    "warband_enlist",
    "warband_muster",
    "warband_release",
    "warband_rename",
]
