"""A plan is read by whoever made it, and by nobody else: not by the game master either."""

from typing import Any

import msgspec

import rules
from campaigns.models import Post, SidePlan
from campaigns.selectors.access import Access
from campaigns.selectors.battles import BattleView
from rules.battle.plan import Plan, Step


def plan_for(view: BattleView, side: str) -> SidePlan | None:
    """What the reader has planned for a side that he may give orders to. One query."""
    if side not in view.may_order or view.access.watched:
        return None
    rows = SidePlan.objects.filter(side__battle=view.battle, side__side=side, user=view.access.user)
    return rows.select_related("side").first()


def lost_for(access: Access, post: Post) -> int:
    """How many steps of the reader's own plan came to nothing in the turn of a post."""
    own = post.author_id is not None and post.author_id == access.user.pk
    return post.lost if own and not access.watched else 0


def plan_of(row: SidePlan) -> Plan:
    return msgspec.convert(row.plan, Plan)


def plan_data(view: BattleView, row: SidePlan) -> dict[str, Any]:
    """The plan as REST shows it, in native units."""
    unit = view.unit_size
    return {
        "side": row.side.side,
        "plan": rules.to_native(plan_of(row), unit),
        "text": row.text,
        "sealed": row.sealed,
        "version": row.version,
        "dropped": [
            {**one, "step": rules.to_native(msgspec.convert(one["step"], Step), unit)}
            for one in row.dropped
        ],
        "updated_at": row.updated_at,
    }
