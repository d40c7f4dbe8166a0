"""Roles, secrets and channels: every address that can be read is read by everybody, and nothing
that isn't for him stands in the answer.

A new address fails `test_every_channel_is_listed` until it is listed here: look at what it shows,
add a secret of its kind to `world` if it shows a new one, then list it.
"""

import io
import zipfile
from types import SimpleNamespace
from urllib.parse import quote

import pytest
from django.test import Client
from django.utils import timezone

from campaigns.models import Audience
from campaigns.services import feeds
from campaigns.services.appeals import appeal_make, note_save, ruling_make
from campaigns.services.campaigns import invite
from campaigns.services.corrections import post_correct
from campaigns.services.news import news_channel_add
from campaigns.services.notice_settings import channel_add
from campaigns.services.pace import absence_add
from campaigns.services.plans import plan_set
from campaigns.services.redo import redo_draft
from campaigns.services.safety import report_post
from campaigns.services.scenes import Part, draft_save
from campaigns.services.turns import Submission, battle_submit
from tests.campaigns.tables import begun, skirmish
from tests.security.test_outsiders import addresses, filled

EVERYBODY = ("marga", "ana", "berta", "carla", "stranger", None)
MEMBERS = EVERYBODY[:4]
# Written in places that only some may read; each a word that stands nowhere else.
READERS = {
    "zorzal": EVERYBODY,  # a public post
    "lechuza": MEMBERS,  # in a scene for members
    "alcotán": ("marga", "ana"),  # in a scene for Ana and the GM
    "mochuelo": ("marga", "ana"),  # an aside for the GM
    "cernícalo": ("marga", "ana"),  # what that aside said before
    "abubilla": ("marga", "berta"),  # an aside for Berta
    "vencejo": ("ana",),  # a draft of Ana's
    "arrendajo": ("ana",),  # the words of Ana's plan
    "búho": ("marga",),  # a note of the GMs
    "quebrantahuesos": ("marga",),  # a draft of another course
    "azor": ("marga", "berta"),  # what Berta reports about Ana
    "halcón": ("ana",),  # the address of Ana's webhook
    "harpía": (),  # the address of the campaign's webhook
    "grajilla": MEMBERS,  # why Berta is away
    "milano": MEMBERS,  # an appeal that nobody has answered
    "gavilán": EVERYBODY,  # a ruling
    "chova": (),  # what the dice are made of, an address of a feed, a link that lets in
}
NOT_ASKED = {"logout", "token"}  # no reading: the first ends it, the second takes a password

LISTED = frozenset(
    """
    accounts:confirm accounts:confirm_again accounts:create_token accounts:login
    accounts:password_change accounts:password_reset accounts:password_reset_confirm
    accounts:revoke_token accounts:settings accounts:sign_up api:absence api:absences api:accept
    api:join-accept api:join-decline api:join-request api:join-requests api:member-call
    campaigns:join_decide
    campaigns:join_request
    campaigns:member_call
    api:aftermath api:aftermath-dice api:aftermaths api:appeal api:appeal-answer api:appeals
    api:awakening api:battle api:battle-aftermaths api:battle-odds api:battles api:block api:blocks
    api:boards api:build-back api:builds api:buy
    api:campaign api:campaign-absences api:campaign-channel
    api:campaign-channel-test api:campaign-channels api:campaigns api:cancel api:catch-up
    api:catch-up-back api:channel api:channel-test api:channels api:check api:choices api:chronicle
    api:corrections api:delete-account api:deployment api:deputy api:dice api:disband api:draft
    api:draw api:enlist api:enrolment api:enrolments api:events api:export api:feed api:feeds
    api:fighter api:fighters api:gift api:gm-act api:gm-actions api:gm-adjust api:gm-answer
    api:gm-desk
    api:gm-end api:gm-extend api:gm-note api:gm-notes api:gm-pause api:gm-rewind api:gm-rolls
    api:gm-seat api:gm-terrain api:hand-amend api:hand-reopen api:season
    api:hand-confirm api:hand-dispute api:hand-form api:hand-report
    api:hand-reports api:hand-ruling api:house-rules api:invitation api:invitations api:issue
    api:kit api:leave api:leave-market api:ledger api:legal-orders api:library-board
    api:library-boards api:market api:me api:member api:members api:memorial api:mutations
    api:notice-settings api:notices api:notices-read api:nudge api:odds-duel api:orders api:pace
    api:pace-pause api:pairing api:pairing-agree api:pairing-roll api:pairing-scenario api:pairings
    api:plan api:post api:post-edits api:posts api:proposal api:proposal-accept api:proposal-decline
    api:proposal-submit api:proposal-withdraw api:proposals api:read api:recruits api:redo api:redos
    api:replace api:report api:report-post api:reports api:retire api:ruling api:rulings
    api:scenario-roll api:scenarios api:scene api:scene-dice api:scene-dice-reveal api:scenes
    api:search api:season-close api:seasons api:seed api:sell api:sell-stash api:setup api:skill-set
    api:spells api:standings api:start api:stow api:take-back api:text api:token_detail api:tokens
    api:treasury api:waiting api:waiting-all api:warband api:warband-dice
    api:warband-schema api:warband-types api:warbands
    campaigns:absence_remove campaigns:absences campaigns:aftermath campaigns:aftermath_choose
    campaigns:aftermath_correct campaigns:aftermath_dice campaigns:aftermath_dice_data
    campaigns:aftermath_guide campaigns:answer_appeal campaigns:appeal campaigns:auto_deploy
    campaigns:awaken_hero campaigns:battle campaigns:battle_create campaigns:block
    campaigns:board_edit campaigns:board_new campaigns:board_preview campaigns:board_remove
    campaigns:board_text campaigns:board_try campaigns:boards campaigns:book
    campaigns:build_by_rules campaigns:build_by_the_book campaigns:catch_up
    campaigns:catch_up_back campaigns:catch_up_rule campaigns:channel campaigns:channel_add
    campaigns:chronicle campaigns:correct_treasury campaigns:create campaigns:decide
    campaigns:delete_account campaigns:deputy campaigns:detail campaigns:dice campaigns:dice_data
    campaigns:draft campaigns:draw campaigns:enrol campaigns:export campaigns:feed
    campaigns:feed_create campaigns:feed_revoke campaigns:gm campaigns:gm_adjust campaigns:gm_cancel
    campaigns:gm_desk campaigns:gm_end campaigns:gm_extend campaigns:gm_note campaigns:gm_pause
    campaigns:gm_rewind campaigns:gm_roll campaigns:gm_seat campaigns:gm_terrain
    campaigns:hand_amend campaigns:hand_reopen campaigns:season_rename
    campaigns:hand_confirm campaigns:hand_dispute campaigns:hand_report campaigns:hand_revise
    campaigns:hand_rule campaigns:hand_withdraw campaigns:house_rules campaigns:invite
    campaigns:join campaigns:leave campaigns:leave_market campaigns:list campaigns:log
    campaigns:log_orders campaigns:metrics campaigns:my_data campaigns:news_channel
    campaigns:news_channels campaigns:notice_count campaigns:notice_settings campaigns:notices
    campaigns:notices_read campaigns:nudge campaigns:operator campaigns:order_add
    campaigns:order_change campaigns:order_check campaigns:pace
    campaigns:pace_pause campaigns:pace_remove campaigns:pairing_act campaigns:pairing_add
    campaigns:pairings campaigns:plan campaigns:plan_clear campaigns:plan_from_turn
    campaigns:plan_move campaigns:plan_remove
    campaigns:plan_seal campaigns:plan_stance campaigns:plan_step campaigns:play campaigns:post
    campaigns:post_correct campaigns:post_edits campaigns:preview campaigns:pulse campaigns:read
    campaigns:readyz campaigns:redo campaigns:redo_close campaigns:redo_draft
    campaigns:remove_member campaigns:replace_member campaigns:replay campaigns:report
    campaigns:report_post campaigns:retire campaigns:revoke_invitation campaigns:round_propose
    campaigns:rule campaigns:rule_chapter campaigns:rulebook campaigns:ruling campaigns:scene
    campaigns:scene_book campaigns:scene_create campaigns:scene_dice campaigns:scene_dice_data
    campaigns:scene_dice_reveal campaigns:scene_log campaigns:scene_orders campaigns:scene_post
    campaigns:scene_settings campaigns:search campaigns:season_close campaigns:season_open
    campaigns:seed campaigns:send campaigns:set_role campaigns:settings campaigns:shelf
    campaigns:start campaigns:status campaigns:table campaigns:take_back campaigns:unblock
    campaigns:unread campaigns:unsubscribe campaigns:view_as campaigns:view_as_end
    campaigns:withdraw campaigns:withdraw_appeal docs healthz home preferences schema warbands:arms
    warbands:build warbands:buy warbands:create warbands:decide warbands:detail warbands:dice
    warbands:dice_data warbands:disband
    warbands:dismiss warbands:enlist warbands:export warbands:hire warbands:import warbands:ledger
    warbands:list warbands:proposal warbands:public warbands:recruit warbands:rename
    warbands:rename_fighter warbands:sell warbands:sell_stash warbands:share warbands:stash_equip
    warbands:stash_put
    accounts:address accounts:address_confirm api:here api:me-address campaigns:here
    """.split()
)


@pytest.fixture
def world(public, scenes, tavern, marga, ana, berta, carla, stranger, member, say):
    say(ana, tavern, "zorzal")
    secret = say(
        ana, tavern, "Calla.", Part("cernícalo", Audience.GM), Part("[D6 zorzal]", Audience.ALL)
    )
    post_correct(user=ana, post_id=secret.public_id, texts={1: "mochuelo"})
    say(marga, tavern, Part("abubilla", Audience.NAMED, [member(berta).public_id]))
    say(marga, scenes.members, "lechuza")
    say(ana, scenes.restricted, "alcotán")
    draft_save(user=ana, scene_id=tavern.public_id, text="vencejo", asides={"note": "vencejo"})
    battle = begun(public, marga, skirmish(active="blue"), red=ana, blue=berta)
    plan_set(user=ana, battle_id=battle.public_id, plan={"steps": []}, text="arrendajo")
    told = desk_of(public, battle, marga, ana, berta, secret)
    chain, branches = tavern.chains.get(), battle.branches.all()
    hook = ana.channels.get(address__contains="halcón")
    horn = public.channels.get(address__contains="harpía")
    feed = feeds.feed_create(user=ana, campaign_id=public.public_id)
    invitation = invite(user=marga, campaign_id=public.public_id)
    people = {user.username: user for user in (marga, ana, berta, carla, stranger)}
    return SimpleNamespace(
        people=people | {None: None},
        ids={
            "campaign": public.public_id,
            "campaign_id": public.public_id,
            "battle": battle.public_id,
            "battle_id": battle.public_id,
            "post": secret.public_id,
            "post_id": secret.public_id,
            **told,
        },
        scenes=[tavern.public_id, scenes.restricted.public_id, battle.scene.public_id],
        sealed=[
            *(branch.secret for branch in branches),
            *(chain.secret, hook.secret, horn.secret, feed.token, invitation.token),
        ],
    )


def desk_of(campaign, battle, marga, ana, berta, post):
    """What lies on the GM's desk, and what else is somebody's own."""
    note_save(user=marga, campaign_id=campaign.public_id, text="búho")
    ruling_make(user=marga, campaign_id=campaign.public_id, rule="P-TRN-01", text="gavilán")
    submission = Submission([{"order": "end_phase", "side": "blue"}], battle.version)
    battle_submit(user=berta, battle_id=battle.public_id, submission=submission)
    battle.refresh_from_db()
    first, second = battle.orders.order_by("sequence")
    draft = redo_draft(
        user=marga,
        battle_id=battle.public_id,
        from_seq=first.last_seq,
        changes=[{"drop": second.sequence}],
        reason="quebrantahuesos",
        expected_version=battle.version,
    )
    appeal = appeal_make(user=berta, battle_id=battle.public_id, seq=second.last_seq, text="milano")
    report = report_post(user=berta, post_id=post.public_id, reason="azor")
    channel_add(user=ana, kind="webhook", address="https://example.org/halcón")
    news_channel_add(
        user=marga,
        campaign_id=campaign.public_id,
        kind="webhook",
        address="https://example.org/harpía",
    )
    today = timezone.localdate()
    absence_add(user=berta, first_day=today, last_day=today, note="grajilla")
    ids = {"draft": draft.public_id, "appeal": appeal.public_id, "report": report.public_id}
    return ids | {f"{name}_id": value for name, value in ids.items()}


def channels() -> list[tuple[str, list[str]]]:
    """Every address, but those of the administration and of signing in."""
    return [one for one in addresses() if one[0].split(":")[-1] not in NOT_ASKED]


def asked(world, name: str, arguments: list[str]) -> list[str]:
    """The paths of a channel in this world, with the questions that bring out the most."""
    scenes = world.scenes if {"scene", "scene_id"} & set(arguments) else [None]
    forms = ("html", "epub") if "form" in arguments else (None,)
    paths = []
    for scene in scenes:
        for form in forms:
            ids = {**world.ids, "scene": scene, "scene_id": scene, "form": form}
            path = filled(name, arguments, **{key: value for key, value in ids.items() if value})
            paths += [path, f"{path}?secrets=1"] if form else [path]
    if name.endswith("search"):
        paths = [f"{path}?q={word}" for path in paths for word in READERS]
    return paths


def text_of(answer) -> str:
    if answer.get("Content-Type") == "application/epub+zip":
        with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
            return "\n".join(archive.read(name).decode() for name in archive.namelist())
    if getattr(answer, "streaming", False):
        return b"".join(answer.streaming_content).decode(errors="replace")
    return answer.content.decode(errors="replace")


def without_the_question(text: str, path: str) -> str:
    """A search page repeats what was asked for, and so do forms that lead back to it."""
    word = path.partition("?q=")[2]
    if not word:
        return text
    for repeated in (f'value="{word}"', f"q={word}", f"q={quote(word)}"):
        text = text.replace(repeated, "")
    return text


@pytest.mark.parametrize("person", EVERYBODY)
def test_nobody_reads_what_isnt_for_him(world, api, person):
    user = world.people[person]
    page, rest = Client(), api(user)
    if user:
        page.force_login(user)
    seen, leaks = set(), {}
    for name, arguments in channels():
        for path in asked(world, name, arguments):
            answer = (rest if path.startswith("/api/") else page).get(path)
            assert answer.status_code < 500, (name, answer.status_code)
            text = without_the_question(text_of(answer), path)
            found = {word for word in READERS if word in text}
            seen |= found
            wrong = {word for word in found if person not in READERS[word]}
            wrong |= {secret for secret in world.sealed if secret in text}
            if wrong:
                leaks[path] = wrong
    assert leaks == {}
    # ... and what is for him he reads somewhere, or the test would be blind.
    assert seen == {word for word, readers in READERS.items() if person in readers}


def test_the_feed_holds_what_may_lie_in_other_hands(world):
    feed = world.sealed[-2]
    text = Client().get(f"/feeds/{feed}.atom").content.decode()
    assert {word for word in READERS if word in text} == {"zorzal", "lechuza", "alcotán"}


def test_every_channel_is_listed():
    assert {name for name, _arguments in channels()} == LISTED
