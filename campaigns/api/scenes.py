"""Scenes, posts and drafts."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.base import IDEMPOTENCY_KEY, ServiceView, once
from campaigns.api.serializers import (
    DraftIn,
    DraftOut,
    PostIn,
    PostOut,
    SceneChanges,
    SceneIn,
    SceneListed,
    SceneOut,
)
from campaigns.errors import not_found
from campaigns.selectors.access import campaign_for, scene_for
from campaigns.selectors.campaigns import scenes_with_counts
from campaigns.selectors.scenes import posts_of
from campaigns.services import scenes as services

PERSONA = OpenApiParameter("persona", str, description="The name that the draft is under.")


class Scenes(ServiceView):
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
    @extend_schema(
        operation_id="posts_list",
        summary="Its posts, oldest first; each with the parts that you may read",
        responses=PostOut(many=True),
    )
    def get(self, request: Request, scene: UUID) -> Response:
        access, row = scene_for(request.user, scene)
        return self.page(posts_of(access, row), PostOut)

    @extend_schema(
        operation_id="posts_create",
        summary="Say something",
        parameters=[IDEMPOTENCY_KEY],
        request=PostIn,
        responses={201: PostOut},
    )
    @once
    def post(self, request: Request, scene: UUID) -> Response:
        data = self.read(PostIn)
        made = services.post_create(
            user=request.user,
            scene_id=scene,
            parts=[services.Part(**part) for part in data["parts"]],
            kind=data["kind"],
            voice=voice_of(data),
        )
        access, row = scene_for(request.user, scene)
        return Response(PostOut(posts_of(access, row).get(pk=made.pk)).data, status=201)


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
