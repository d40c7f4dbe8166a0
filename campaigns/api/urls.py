"""REST resources of this application, mounted under /api/v1/."""

from django.urls import path

from campaigns.api import aftermaths, battles, campaigns, gm, notices, odds, plans, scenes, time

CAMPAIGN = "campaigns/<uuid:campaign>"
SCENE = "scenes/<uuid:scene>"
BATTLE = "battles/<uuid:battle>"

urlpatterns = [
    path("campaigns", campaigns.Campaigns.as_view(), name="campaigns"),
    path(CAMPAIGN, campaigns.CampaignDetail.as_view(), name="campaign"),
    path(f"{CAMPAIGN}/leave", campaigns.Leave.as_view(), name="leave"),
    path(f"{CAMPAIGN}/members", campaigns.Members.as_view(), name="members"),
    path(f"{CAMPAIGN}/members/<uuid:member>", campaigns.MemberDetail.as_view(), name="member"),
    path(f"{CAMPAIGN}/invitations", campaigns.Invitations.as_view(), name="invitations"),
    path(
        f"{CAMPAIGN}/invitations/<uuid:invitation>",
        campaigns.InvitationDetail.as_view(),
        name="invitation",
    ),
    path("invitations/accept", campaigns.Accept.as_view(), name="accept"),
    path(f"{CAMPAIGN}/warbands", campaigns.Enrolments.as_view(), name="enrolments"),
    path(
        f"{CAMPAIGN}/warbands/<uuid:warband>",
        campaigns.EnrolmentDetail.as_view(),
        name="enrolment",
    ),
    path(f"{CAMPAIGN}/gm-actions", campaigns.GmActions.as_view(), name="gm-actions"),
    path(f"{CAMPAIGN}/scenes", scenes.Scenes.as_view(), name="scenes"),
    path(SCENE, scenes.SceneDetail.as_view(), name="scene"),
    path(f"{SCENE}/posts", scenes.Posts.as_view(), name="posts"),
    path(f"{SCENE}/draft", scenes.Draft.as_view(), name="draft"),
    path(f"{SCENE}/dice", scenes.Dice.as_view(), name="scene-dice"),
    path(f"{SCENE}/dice/reveal", scenes.ShowDice.as_view(), name="scene-dice-reveal"),
    path("posts/<uuid:post>", scenes.PostDetail.as_view(), name="post"),
    path("posts/<uuid:post>/edits", scenes.PostEdits.as_view(), name="post-edits"),
    path(f"{SCENE}/read", scenes.Read.as_view(), name="read"),
    path(f"{CAMPAIGN}/pace", time.Pace.as_view(), name="pace"),
    path(f"{CAMPAIGN}/pace/pause", time.PacePause.as_view(), name="pace-pause"),
    path(f"{CAMPAIGN}/absences", time.CampaignAbsences.as_view(), name="campaign-absences"),
    path(f"{CAMPAIGN}/deputy", time.Deputy.as_view(), name="deputy"),
    path("absences", time.Absences.as_view(), name="absences"),
    path("absences/<uuid:absence>", time.AbsenceDetail.as_view(), name="absence"),
    path("notices", notices.Notices.as_view(), name="notices"),
    path("notices/read", notices.NoticesRead.as_view(), name="notices-read"),
    path("notices/settings", notices.Settings.as_view(), name="notice-settings"),
    path("notices/channels", notices.Channels.as_view(), name="channels"),
    path("notices/channels/<uuid:channel>", notices.ChannelDetail.as_view(), name="channel"),
    path(
        "notices/channels/<uuid:channel>/test", notices.ChannelTest.as_view(), name="channel-test"
    ),
    path(f"{BATTLE}/nudge", time.Nudge.as_view(), name="nudge"),
    path(f"{BATTLE}/gm/extend", time.Extend.as_view(), name="gm-extend"),
    path("waiting", battles.WaitingList.as_view(), name="waiting"),
    path("boards", battles.Boards.as_view(), name="boards"),
    path("battles", battles.Battles.as_view(), name="battles"),
    path(BATTLE, battles.BattleDetail.as_view(), name="battle"),
    path(f"{BATTLE}/setup", battles.Setup.as_view(), name="setup"),
    path(f"{BATTLE}/seed", battles.Seeds.as_view(), name="seed"),
    path(f"{BATTLE}/start", battles.Start.as_view(), name="start"),
    path(f"{BATTLE}/cancel", battles.Cancel.as_view(), name="cancel"),
    path(f"{BATTLE}/legal-orders", battles.LegalOrders.as_view(), name="legal-orders"),
    path(f"{BATTLE}/check", battles.Check.as_view(), name="check"),
    path(f"{BATTLE}/orders", battles.Orders.as_view(), name="orders"),
    path(f"{BATTLE}/plan", plans.Plan.as_view(), name="plan"),
    path(f"{BATTLE}/events", battles.Events.as_view(), name="events"),
    path("odds/duel", odds.DuelOdds.as_view(), name="odds-duel"),
    path(f"{BATTLE}/odds", odds.BattleOdds.as_view(), name="battle-odds"),
    path(f"{BATTLE}/dice", battles.Dice.as_view(), name="dice"),
    path(f"{BATTLE}/aftermaths", battles.Aftermaths.as_view(), name="battle-aftermaths"),
    path("aftermaths/<uuid:aftermath>/choices", aftermaths.Choices.as_view(), name="choices"),
    path(f"{BATTLE}/gm/answer", gm.AnswerAftermath.as_view(), name="gm-answer"),
    path(f"{BATTLE}/gm/act", gm.Act.as_view(), name="gm-act"),
    path(f"{BATTLE}/gm/adjust", gm.Adjust.as_view(), name="gm-adjust"),
    path(f"{BATTLE}/gm/end", gm.End.as_view(), name="gm-end"),
    path(f"{BATTLE}/gm/rewind", gm.Rewind.as_view(), name="gm-rewind"),
    path(f"{BATTLE}/gm/pause", gm.Pause.as_view(), name="gm-pause"),
    path(f"{BATTLE}/gm/seat", gm.Seats.as_view(), name="gm-seat"),
]
