"""Pages of this application."""

from django.urls import path

from warbands import views, views_build, views_dice, views_exchange, views_trade

app_name = "warbands"
urlpatterns = [
    path("warbands/<uuid:warband_id>/stash/put", views_trade.put, name="stash_put"),
    path("warbands/<uuid:warband_id>/stash/equip", views_trade.equip, name="stash_equip"),
    path("warbands/<uuid:warband_id>/disband", views_trade.disband, name="disband"),
    path("warbands/", views.warband_list, name="list"),
    path("warbands/new", views.warband_create, name="create"),
    path("warbands/import", views_exchange.bring, name="import"),
    path("warbands/proposals/<uuid:proposal_id>", views_exchange.proposal, name="proposal"),
    path("warbands/proposals/<uuid:proposal_id>/decide", views_exchange.decide, name="decide"),
    path("warbands/<uuid:warband_id>/share", views.share, name="share"),
    path("arms.svg", views.arms, name="arms"),
    path("b/<str:share>", views.public, name="public"),
    path("warbands/<uuid:warband_id>/export", views_exchange.export, name="export"),
    path("warbands/<uuid:warband_id>/", views.warband_detail, name="detail"),
    path("warbands/<uuid:warband_id>/build", views_build.build, name="build"),
    path("warbands/<uuid:warband_id>/dice", views_dice.dice, name="dice"),
    path("warbands/<uuid:warband_id>/dice.json", views_dice.dice_data, name="dice_data"),
    path("warbands/<uuid:warband_id>/books", views.ledger, name="ledger"),
    path("warbands/<uuid:warband_id>/rename", views.rename, name="rename"),
    path("warbands/<uuid:warband_id>/enlist", views.enlist, name="enlist"),
    path("warbands/<uuid:warband_id>/hire", views.hire, name="hire"),
    path("warbands/<uuid:warband_id>/recruit", views.recruit, name="recruit"),
    path("warbands/<uuid:warband_id>/dismiss", views.dismiss, name="dismiss"),
    path("warbands/<uuid:warband_id>/fighter", views.rename_fighter, name="rename_fighter"),
    path("warbands/<uuid:warband_id>/buy", views.buy, name="buy"),
    path("warbands/<uuid:warband_id>/sell", views.sell, name="sell"),
    path("warbands/<uuid:warband_id>/stash/sell", views.sell_stash, name="sell_stash"),
]
