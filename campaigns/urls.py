"""Pages of this application."""

from django.urls import path

from campaigns.views import desk, gm, log, moments, rulebook, scenes, setup, turn

app_name = "campaigns"
urlpatterns = [
    path("campaigns/", desk.campaign_list, name="list"),
    path("campaigns/new", desk.campaign_create, name="create"),
    path("campaigns/<uuid:campaign_id>/", desk.campaign_detail, name="detail"),
    path("campaigns/<uuid:campaign_id>/invite", desk.invite, name="invite"),
    path(
        "campaigns/<uuid:campaign_id>/invitations/<uuid:invitation_id>/revoke",
        desk.revoke_invitation,
        name="revoke_invitation",
    ),
    path("campaigns/<uuid:campaign_id>/warbands", desk.enrol, name="enrol"),
    path(
        "campaigns/<uuid:campaign_id>/warbands/<uuid:warband_id>/withdraw",
        desk.withdraw,
        name="withdraw",
    ),
    path("campaigns/<uuid:campaign_id>/scenes/new", scenes.scene_create, name="scene_create"),
    path("campaigns/<uuid:campaign_id>/battles/new", setup.battle_create, name="battle_create"),
    path("join/<str:token>", desk.join, name="join"),
    path("scenes/<uuid:scene_id>/", scenes.scene, name="scene"),
    path("scenes/<uuid:scene_id>/posts", scenes.post_create, name="post"),
    path("scenes/<uuid:scene_id>/draft", scenes.draft_save, name="draft"),
    path("scenes/<uuid:scene_id>/read", scenes.mark_read, name="read"),
    path("scenes/<uuid:scene_id>/log/<int:first>-<int:last>/", log.scene_log, name="scene_log"),
    path(
        "scenes/<uuid:scene_id>/log/<int:first>-<int:last>/orders",
        log.scene_orders,
        name="scene_orders",
    ),
    path("preview", scenes.preview, name="preview"),
    path("battles/<uuid:battle_id>/", turn.battle, name="battle"),
    path("battles/<uuid:battle_id>/play", turn.play, name="play"),
    path("battles/<uuid:battle_id>/pulse", turn.pulse, name="pulse"),
    path("battles/<uuid:battle_id>/words", turn.board_text, name="board_text"),
    path("battles/<uuid:battle_id>/orders/add", turn.order_add, name="order_add"),
    path("battles/<uuid:battle_id>/orders/remove", turn.order_remove, name="order_remove"),
    path("battles/<uuid:battle_id>/orders/check", turn.order_check, name="order_check"),
    path("battles/<uuid:battle_id>/orders", turn.send, name="send"),
    path("battles/<uuid:battle_id>/deploy", turn.auto_deploy, name="auto_deploy"),
    path("battles/<uuid:battle_id>/decide", turn.decide, name="decide"),
    path("battles/<uuid:battle_id>/log/<int:first>-<int:last>/", log.battle_log, name="log"),
    path(
        "battles/<uuid:battle_id>/log/<int:first>-<int:last>/orders",
        log.battle_orders,
        name="log_orders",
    ),
    path("battles/<uuid:battle_id>/seed", setup.seed, name="seed"),
    path("battles/<uuid:battle_id>/start", setup.start, name="start"),
    path("battles/<uuid:battle_id>/replay", moments.replay, name="replay"),
    path("battles/<uuid:battle_id>/dice", moments.dice, name="dice"),
    path("battles/<uuid:battle_id>/dice.json", moments.dice_data, name="dice_data"),
    path("battles/<uuid:battle_id>/gm", gm.tools, name="gm"),
    path("battles/<uuid:battle_id>/gm/adjust", gm.adjust, name="gm_adjust"),
    path("battles/<uuid:battle_id>/gm/rewind", gm.rewind, name="gm_rewind"),
    path("battles/<uuid:battle_id>/gm/end", gm.end, name="gm_end"),
    path("battles/<uuid:battle_id>/gm/cancel", gm.cancel, name="gm_cancel"),
    path("battles/<uuid:battle_id>/gm/pause", gm.pause, name="gm_pause"),
    path("battles/<uuid:battle_id>/gm/seat", gm.seat, name="gm_seat"),
    path("rules/", rulebook.contents, name="rulebook"),
    path("rules/<slug:ledger>/<slug:chapter_id>/", rulebook.chapter, name="rule_chapter"),
    path("rules/<slug:rule_id>/", rulebook.rule, name="rule"),
]
