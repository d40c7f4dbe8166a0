"""REST resources of this application, mounted under /api/v1/."""

from django.urls import path

from warbands.api import dice, exchange, trade, views

WARBAND = "warbands/<uuid:warband>"
PROPOSAL = "warband-proposals/<uuid:proposal>"
FIGHTER = f"{WARBAND}/fighters/<slug:fighter>"

urlpatterns = [
    path("warband-types", views.Types.as_view(), name="warband-types"),
    path("warbands", views.Warbands.as_view(), name="warbands"),
    path(WARBAND, views.WarbandDetail.as_view(), name="warband"),
    path(f"{WARBAND}/market", views.Market.as_view(), name="market"),
    path(f"{WARBAND}/enlist", views.Enlist.as_view(), name="enlist"),
    path(f"{WARBAND}/fighters", views.Fighters.as_view(), name="fighters"),
    path(FIGHTER, views.FighterDetail.as_view(), name="fighter"),
    path(f"{FIGHTER}/recruits", views.Recruits.as_view(), name="recruits"),
    path(f"{FIGHTER}/buy", views.Buy.as_view(), name="buy"),
    path(f"{FIGHTER}/stow", views.Stow.as_view(), name="stow"),
    path(f"{FIGHTER}/issue", views.Issue.as_view(), name="issue"),
    path(f"{FIGHTER}/kit", views.FighterKit.as_view(), name="kit"),
    path(f"{FIGHTER}/mutations", views.Mutations.as_view(), name="mutations"),
    path(f"{WARBAND}/skill-set", views.SkillSets.as_view(), name="skill-set"),
    path(f"{FIGHTER}/gift", views.Gift.as_view(), name="gift"),
    path(f"{FIGHTER}/spells", views.FirstSpells.as_view(), name="spells"),
    path(f"{FIGHTER}/sell", views.Sell.as_view(), name="sell"),
    path(f"{WARBAND}/disband", trade.Disband.as_view(), name="disband"),
    path(f"{WARBAND}/stash/sell", views.SellStash.as_view(), name="sell-stash"),
    path(f"{WARBAND}/ledger", views.Ledger.as_view(), name="ledger"),
    path(f"{WARBAND}/dice", dice.WarbandDice.as_view(), name="warband-dice"),
    path(f"{WARBAND}/aftermaths", views.Aftermaths.as_view(), name="aftermaths"),
    path(f"{WARBAND}/export", exchange.Export.as_view(), name="export"),
    path("warband-schema", exchange.Schema.as_view(), name="warband-schema"),
    path("warband-proposals", exchange.Proposals.as_view(), name="proposals"),
    path(PROPOSAL, exchange.ProposalDetail.as_view(), name="proposal"),
    path(f"{PROPOSAL}/submit", exchange.Submit.as_view(), name="proposal-submit"),
    path(f"{PROPOSAL}/accept", exchange.Accept.as_view(), name="proposal-accept"),
    path(f"{PROPOSAL}/decline", exchange.Decline.as_view(), name="proposal-decline"),
    path(f"{PROPOSAL}/withdraw", exchange.Withdraw.as_view(), name="proposal-withdraw"),
    path("aftermaths/<uuid:aftermath>", views.AftermathDetail.as_view(), name="aftermath"),
]
