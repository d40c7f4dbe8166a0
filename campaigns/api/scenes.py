"""Scenes, posts and drafts."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.base import IDEMPOTENCY_KEY, ServiceView, once
from campaigns.api.serializers import (
    CorrectionIn,
    DraftIn,
    DraftOut,
    EditOut,
    PostIn,
    PostOut,
    PostsWanted,
    SceneChanges,
    SceneDiceOut,
    SceneIn,
    SceneListed,
    SceneOut,
)
from campaigns.errors import not_found
from campaigns.selectors.access import campaign_for, post_for, scene_for
from campaigns.selectors.campaigns import scenes_with_counts
from campaigns.selectors.rolls import dice_data
from campaigns.selectors.scenes import edits_of, posts_of
from campaigns.services import scenes as services
from campaigns.services.corrections import post_correct
from mordheim_site.accounts.limits import require_allowed
from mordheim_site.api.pagination import Pages
from mordheim_site.numbers import whole_number

PERSONA = OpenApiParameter("persona", str, description="The name that the draft is under.")


class Scenes(ServiceView):
    pagination_class = Pages

    @extend_schema(
        operation_id="scenes_list",
        summary="The campaign's scenes that you may read",
        responses=SceneListed(many=True),
    )
    def get(self, request: Request, campaign: UUID) -> Response:
        access = campaign_for(request.user, campaign)
        return self.page(scenes_with_counts(access), SceneListed)

    @extend_schema(
        operation_id="scenes_create",
        summary="Open a scene",
        parameters=[IDEMPOTENCY_KEY],
        request=SceneIn,
        responses={201: SceneOut},
    )
    @once
    def post(self, request: Request, campaign: UUID) -> Response:
        scene = services.create_scene(user=request.user, campaign_id=campaign, **self.read(SceneIn))
        return Response(SceneOut(scene).data, status=201)


class SceneDetail(ServiceView):
    @extend_schema(summary="A scene", responses=SceneOut)
    def get(self, request: Request, scene: UUID) -> Response:
        _, row = scene_for(request.user, scene)
        return Response(SceneOut(row).data)

    @extend_schema(
        summary="Change a scene (GM, or who opened it)", request=SceneChanges, responses=SceneOut
    )
    def patch(self, request: Request, scene: UUID) -> Response:
        row = services.update_scene(
            user=request.user, scene_id=scene, **self.read(SceneChanges, partial=True)
        )
        return Response(SceneOut(row).data)


class Posts(ServiceView):
    pagination_class = Pages

    @extend_schema(
        operation_id="posts_list",
        summary="Its posts, oldest first; each with the parts that you may read",
        parameters=[PostsWanted],
        responses=PostOut(many=True),
    )
    def get(self, request: Request, scene: UUID) -> Response:
        access, row = scene_for(request.user, scene)
        rows = posts_of(access, row, **self.wanted(PostsWanted))
        return self.page(rows, PostOut, access=access)

    @extend_schema(
        operation_id="posts_create",
        summary="Say something",
        parameters=[IDEMPOTENCY_KEY],
        request=PostIn,
        responses={201: PostOut},
    )
    @once
    def post(self, request: Request, scene: UUID) -> Response:
        require_allowed(request, "post")
        data = self.read(PostIn)
        made = services.post_create(
            user=request.user,
            scene_id=scene,
            parts=[services.Part(**part) for part in data["parts"]],
            kind=data["kind"],
            voice=voice_of(data),
        )
        return _post(request, made.public_id, status=201)


def _post(request: Request, post_id: UUID, status: int = 200) -> Response:
    access, post = post_for(request.user, post_id)
    row = posts_of(access, post.scene).get(pk=post.pk)
    return Response(PostOut(row, context={"access": access}).data, status=status)


class PostDetail(ServiceView):
    @extend_schema(summary="A post", responses=PostOut)
    def get(self, request: Request, post: UUID) -> Response:
        return _post(request, post)

    @extend_schema(
        summary="Correct your post, while it may be",
        description="Its earlier wording stays readable. Dice that have fallen stay.",
        request=CorrectionIn,
        responses=PostOut,
    )
    def patch(self, request: Request, post: UUID) -> Response:
        texts = self.read(CorrectionIn)["texts"]
        if not all(whole_number(at) is not None for at in texts):
            raise not_found()
        post_correct(
            user=request.user, post_id=post, texts={int(at): text for at, text in texts.items()}
        )
        return _post(request, post)


class PostEdits(ServiceView):
    @extend_schema(
        operation_id="post_edits_list",
        summary="What a post said before it was corrected",
        responses=EditOut(many=True),
    )
    def get(self, request: Request, post: UUID) -> Response:
        access, row = post_for(request.user, post)
        edits = edits_of(access, row)
        return Response(EditOut(edits, many=True, context={"access": access}).data)


class Dice(ServiceView):
    @extend_schema(
        summary="The dice of a scene's posts: everything to recompute them with",
        description=(
            "As a battle's: the message of a roll is the chain's id, the roll's number and the "
            "SHA-256 of what was asked for. A chain's secret is there once it has been revealed."
        ),
        responses=SceneDiceOut,
    )
    def get(self, request: Request, scene: UUID) -> Response:
        access, row = scene_for(request.user, scene)
        return Response(SceneDiceOut(dice_data(access, row)).data)


class ShowDice(ServiceView):
    @extend_schema(
        summary="Reveal the secret of the dice so far and seal a new one (GM)",
        request=None,
        responses=SceneDiceOut,
    )
    def post(self, request: Request, scene: UUID) -> Response:
        services.reveal_dice(user=request.user, scene_id=scene)
        access, row = scene_for(request.user, scene)
        return Response(SceneDiceOut(dice_data(access, row)).data)


class Draft(ServiceView):
    @extend_schema(summary="Your draft in a scene", parameters=[PERSONA], responses=DraftOut)
    def get(self, request: Request, scene: UUID) -> Response:
        access, row = scene_for(request.user, scene)
        access.require_member()
        persona = request.query_params.get("persona", "")
        draft = row.drafts.filter(user=request.user, persona=persona).first()
        if draft is None:
            raise not_found()
        return Response(DraftOut(draft).data)

    @extend_schema(summary="Keep your draft", request=DraftIn, responses=DraftOut)
    def put(self, request: Request, scene: UUID) -> Response:
        draft = services.draft_save(user=request.user, scene_id=scene, **self.read(DraftIn))
        return Response(DraftOut(draft).data)

    @extend_schema(summary="Throw your draft away", parameters=[PERSONA], responses={204: None})
    def delete(self, request: Request, scene: UUID) -> Response:
        persona = request.query_params.get("persona", "")
        services.draft_discard(user=request.user, scene_id=scene, persona=persona)
        return Response(status=204)


class Read(ServiceView):
    @extend_schema(summary="Mark a scene as read", request=None, responses={204: None})
    def post(self, request: Request, scene: UUID) -> Response:
        services.mark_read(user=request.user, scene_id=scene)
        return Response(status=204)


def voice_of(data: dict[str, Any]) -> services.Voice:
    return services.Voice(persona=data["persona"], fighter=data["fighter"])
