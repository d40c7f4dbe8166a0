"""The dice of a scene's posts, for whoever wants to recompute them."""

from typing import Any

from campaigns.models import PostPart, PostRoll, Scene
from campaigns.selectors.access import Access, visible_parts

KNOWN = ("notation", "reason", "difficulty", "order_hash", "faces", "total")


def dice_data(access: Access, scene: Scene) -> dict[str, Any]:
    """Chains and rolls: every number is there, the rest only for who may read it. Three queries.

    Of what isn't for the reader not even the hash is told: with the secret it gives the faces.
    """
    readable = set(
        PostPart.objects.filter(visible_parts(access), post__scene=scene, throws__isnull=False)
        .order_by()
        .values_list("pk", flat=True)
    )
    rows = PostRoll.objects.filter(scene=scene).select_related("chain", "part__post")
    rolls = [_roll(row, row.part_id in readable, access.is_gm) for row in rows.order_by("number")]
    return {"chains": list(scene.chains.order_by("pk")), "rolls": rolls}


def _roll(row: PostRoll, readable: bool, gm: bool) -> dict[str, Any]:
    told: dict[str, Any] = {"number": row.number, "chain": row.chain.public_id}
    told |= {"gm_only": row.gm_only, "post": row.part.post.public_id if readable else None}
    if readable and (gm or not row.gm_only):
        told |= {name: getattr(row, name) for name in KNOWN}
    return told
