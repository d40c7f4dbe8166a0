"""Makes the demo campaign, through the same services as everybody's; a second run adds nothing.

What is there already is left alone, so a run that was broken off is finished by the next.
"""

import tomllib
from collections.abc import Callable, Mapping
from datetime import time
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from campaigns import outbox
from campaigns.by_hand import Claim, Out
from campaigns.engine import state_of
from campaigns.models import (
    Battle,
    BattleStatus,
    Campaign,
    Membership,
    Outbox,
    Pairing,
    Policy,
    Role,
    Scene,
)
from campaigns.selectors.by_hand import hand_offer
from campaigns.selectors.catch_up import REF
from campaigns.services import battles, by_hand
from campaigns.services.aftermath import aftermaths_of
from campaigns.services.appeals import appeal_answer, appeal_make
from campaigns.services.campaigns import create_campaign, enrol_warband, update_campaign
from campaigns.services.notice_settings import notices_read
from campaigns.services.pace import pace_set
from campaigns.services.pairings import pairing_add, pairing_agree, pairing_choose, pairing_roll
from campaigns.services.plans import plan_set
from campaigns.services.scenes import Part, Voice, create_scene, post_create
from campaigns.services.turns import Submission, battle_submit
from mordheim_site.accounts import services as accounts
from mordheim_site.accounts.models import User
from rules.battle.forms import waiting_for
from rules.player import choose
from warbands.models import Aftermath, Warband
from warbands.services.aftermath import take_default
from warbands.services.presets import buy_preset
from warbands.services.roster import fighter_rename

STORY = Path(__file__).parent / "story.toml"
Say = Callable[[str], None]


def story() -> dict[str, Any]:
    return tomllib.loads(STORY.read_text(encoding="utf-8"))


class Demo:
    """The demo campaign while it is being made."""

    def __init__(self, say: Say) -> None:
        self.say = say
        self.story = story()
        self.users: dict[str, User] = {}
        self.warbands: dict[str, Warband] = {}

    def build(self) -> Campaign:
        for row in self.story["users"]:
            self.users[row["username"]] = user_of(row)
        self.campaign = self._campaign()
        for row in self.story["warbands"]:
            self.warbands[row["key"]] = self._warband(row)
        for row in self.story["scenes"]:
            self._write(self._scene(row), row["posts"])
        for row in self.story["camps"]:
            camp = Scene.objects.get(campaign=self.campaign, warband=self.warbands[row["warband"]])
            self._write(camp, row["posts"])
        self._paired(1, self.story["rounds"]["first"])
        self._finished(self.story["finished"])
        self._by_hand(self.story["by_hand"])
        self._brush(self.story["brush"])
        self._late()
        self._unconfirmed(self.story["unconfirmed"])
        self._running(self.story["running"])
        self._second_round(self._paired(2, self.story["rounds"]["second"]))
        return self.campaign

    @property
    def gm(self) -> User:
        return self.users["gm"]

    def _campaign(self) -> Campaign:
        row = self.story["campaign"]
        campaign = Campaign.objects.filter(name=row["name"], memberships__user=self.gm).first()
        if campaign is None:
            campaign = create_campaign(
                user=self.gm,
                name=row["name"],
                description=row["description"].strip(),
                is_public=True,
            )
            update_campaign(
                user=self.gm,
                campaign_id=campaign.public_id,
                hand_reports=True,
                catch_up=self.story["catch_up"],
            )
            pace_set(
                user=self.gm,
                campaign_id=campaign.public_id,
                hours=48,
                quiet_from=time(23),
                quiet_to=time(8),
                bank_hours=24,
                first=Policy.PLAN,
                then=Policy.CAUTIOUS,
            )
        for user in self.users.values():
            Membership.objects.get_or_create(
                campaign=campaign, user=user, defaults={"role": Role.PLAYER}
            )
        return campaign

    def _warband(self, row: Mapping[str, Any]) -> Warband:
        owner = self.users[row["owner"]]
        warband = Warband.objects.filter(
            owner=owner, name=row["name"], enrolment__campaign=self.campaign
        ).first()
        if warband is None:
            self.say(f"  {row['name']}")
            warband = buy_preset(actor=owner, type=row["type"], name=row["name"])
            for fighter, name in zip(warband.fighters.all(), row.get("fighters", ()), strict=False):
                fighter_rename(actor=owner, warband=warband, fighter=fighter.key, name=name)
            enrol_warband(user=owner, campaign_id=self.campaign.public_id, warband_id=warband.pk)
        return warband

    def _scene(self, row: Mapping[str, Any]) -> Scene:
        if row["kind"] == "rules":
            return self.campaign.scenes.get(kind="rules")
        scene = self.campaign.scenes.filter(title=row["title"]).first()
        return scene or create_scene(
            user=self.gm,
            campaign_id=self.campaign.public_id,
            kind=row["kind"],
            title=row["title"],
        )

    def _write(self, scene: Scene, posts: list[dict[str, Any]]) -> None:
        """The posts that are still missing; those of the story come first in every scene."""
        for row in posts[scene.posts.exclude(author=None).count() :]:
            post_create(
                user=self.users[row["by"]],
                scene_id=scene.public_id,
                parts=[Part(row["text"].strip())],
                kind=row.get("kind", "story"),
                voice=self._voice(row),
            )

    def _voice(self, row: Mapping[str, Any]) -> Voice:
        name = row.get("as", "")
        if name != "leader":
            return Voice(persona=name)
        own = [one for one in self.warbands.values() if one.owner.username == row["by"]]
        return Voice(fighter=own[0].fighters.get(leader=True).pk)

    # --- Battles ---------------------------------------------------------------------------------

    def _battle(self, row: Mapping[str, Any], controllers: tuple[str, str]) -> tuple[Battle, bool]:
        """The battle in its scene, and whether it is new: seeded and told of, not yet started."""
        scene = self.campaign.scenes.filter(title=row["title"]).first()
        if scene is not None:
            return Battle.objects.get(scene=scene), False
        self.say(f"  {row['title']}")
        battle = battles.battle_create(
            user=self.gm,
            campaign_id=self.campaign.public_id,
            board=row["board"],
            title=row["title"],
            turn_limit=row.get("turn_limit"),
            scenario=row.get("scenario", ""),
            ask=False,
            seats=[
                battles.Seat(self.warbands[key].pk, controller)
                for key, controller in zip(row["sides"], controllers, strict=True)
            ],
        )
        self._tell(battle, row["before"])
        for name, seed in row["seeds"].items():
            battles.add_seed(user=self.users[name], battle_id=battle.public_id, text=seed)
        return battle, True

    def _finished(self, row: Mapping[str, Any]) -> None:
        """A battle that the server plays from end to end, aftermath included."""
        battle, _ = self._battle(row, ("server", "server"))
        if battle.status == BattleStatus.SETUP:
            battle = battles.battle_start(user=self.gm, battle_id=battle.public_id)
        if battle.status == BattleStatus.CLOSED:
            return
        drain(battle)
        for aftermath in aftermaths_of(battle):
            take_default(aftermath=aftermath)
        self._tell(battle, row["after"])
        self._appeals(battle, row)

    def _by_hand(self, row: Mapping[str, Any]) -> None:
        """A battle on a real table: reported, confirmed, and all that came after it done."""
        battle, new = self._reported(row)
        if not new:
            return
        by_hand.hand_rule(
            user=self.gm,
            battle_id=battle.public_id,
            accept=True,
            reason=row["reason"],
            expected_version=battle.version,
        )
        drain(battle)
        for aftermath in aftermaths_of(battle):
            take_default(aftermath=aftermath)

    def _unconfirmed(self, row: Mapping[str, Any]) -> None:
        self._reported(row)

    def _reported(self, row: Mapping[str, Any]) -> tuple[Battle, bool]:
        """A report by the first side's player: his leader (or who comes instead) felled one of the
        others, a henchman where there is one."""
        scene = self.campaign.scenes.filter(title=row["title"]).first()
        if scene is not None:
            return Battle.objects.get(scene=scene), False
        self.say(f"  {row['title']}")
        bands = [self.warbands[key] for key in row["sides"]]
        user, ids = bands[0].owner, [band.pk for band in bands]
        fielded = hand_offer(user, self.campaign.public_id, ids, "").fielded
        ours = sorted((one for one in fielded if one.side == "red"), key=lambda one: not one.leader)
        theirs = sorted((one for one in fielded if one.side == "blue"), key=lambda one: one.hero)
        claim = Claim(
            winner="red", ending="rout", routed="blue", out=(Out(theirs[0].id, ours[0].id),)
        )
        battle = by_hand.hand_report(
            user=user,
            campaign_id=self.campaign.public_id,
            warbands=ids,
            claim=claim,
            title=row["title"],
        )
        return battle, True

    def _late(self) -> None:
        """A warband that joins once others have fought, and catches up."""
        for row in self.story["late"]:
            self.warbands[row["key"]] = self._warband(row)
            late = Aftermath.objects.filter(warband=self.warbands[row["key"]], closed_at=None)
            for aftermath in late.filter(battle__startswith=REF):
                take_default(aftermath=aftermath)

    def _paired(self, number: int, pairs: list[list[str]]) -> list[Pairing]:
        """The pairs of a round, by the game master."""
        known = list(self.campaign.pairings.filter(round=number).order_by("pk"))
        for red, blue in pairs[len(known) :]:
            pair = pairing_add(
                user=self.gm,
                campaign_id=self.campaign.public_id,
                red=self.warbands[red].pk,
                blue=self.warbands[blue].pk,
                same_round=bool(known) or number == 1,
            )
            known.append(pair)
        return known

    def _second_round(self, pairs: list[Pairing]) -> None:
        """Of the first pair the scenario is rolled for; the newcomer may say that it suits him."""
        pair = pairs[0]
        if pair.dice:
            return
        where = {"campaign_id": self.campaign.public_id, "pairing_id": pair.public_id}
        pair = pairing_roll(user=pair.blue.owner, **where)
        if not pair.scenario:
            pairing_choose(user=self.gm, scenario="skirmish", **where)
        pairing_agree(user=pair.blue.owner, **where)

    def _appeals(self, battle: Battle, row: Mapping[str, Any]) -> None:
        """One appeal that is answered with a ruling, one that still waits for the game master."""
        rolls = battle.events.filter(type="Rolled", rule__startswith="P-").order_by("seq")
        seqs = list(rolls.values_list("seq", flat=True))
        for told, seq in ((row["appeal"], seqs[0]), (row["open_appeal"], seqs[-1])):
            user = self.users[told["by"]]
            made = appeal_make(user=user, battle_id=battle.public_id, seq=seq, text=told["text"])
            if "answer" in told:
                appeal_answer(
                    user=self.gm,
                    appeal_id=made.public_id,
                    upheld=False,
                    answer=told["answer"],
                    ruling=told["ruling"],
                )
                notices_read(user=self.gm)

    def _brush(self, row: Mapping[str, Any]) -> None:
        """A short battle of the newcomer's, played out for him up to his first choice after it."""
        battle, new = self._battle(row, ("member", "server"))
        if not new:
            return
        battle = battles.battle_start(user=self.gm, battle_id=battle.public_id)
        player = self.users["demo"]
        drain(battle)
        while battle.status == BattleStatus.OPEN:
            play_turn(battle, player, "")
            drain(battle)
            while battle.status == BattleStatus.OPEN and asked(battle, player):
                give(battle, player, "")
                drain(battle)
        for aftermath in aftermaths_of(battle):
            if aftermath.warband.owner != player:
                take_default(aftermath=aftermath)
        self._tell(battle, row["after"])

    def _running(self, row: Mapping[str, Any]) -> None:
        """A battle in which the newcomer is to move: the first turns are played for him."""
        battle, new = self._battle(row, ("member", "server"))
        if not new:
            return
        battle = battles.battle_start(user=self.gm, battle_id=battle.public_id)
        player = self.users["demo"]
        drain(battle)
        while state_of(battle).phase == "deployment":
            play_turn(battle, player, "")
            until_turn_of(battle, player)
        for text in row["turns"]:
            play_turn(battle, player, text.strip())
            until_turn_of(battle, player)
        self._plan(battle, player, row["plan"])

    def _plan(self, battle: Battle, user: User, row: Mapping[str, Any]) -> None:
        """The beginning of a turn ahead: whoever sees somebody shoots. Not sealed."""
        state = state_of(battle)
        side = battle.sides.get(user=user).side
        shooters = [
            one for one in state.setup.warriors if one.side == side and one.kind == row["who"]
        ]
        steps = [
            {
                "phase": "shooting",
                "choices": [
                    {
                        "order": {
                            "order": "shoot",
                            "warrior": one.id,
                            "weapon": row["weapon"],
                            "target": "nearest",
                        },
                        "when": [{"if": "visible", "warrior": one.id}],
                    }
                ],
            }
            for one in shooters
        ]
        plan_set(user=user, battle_id=battle.public_id, plan={"steps": steps}, sealed=False)

    def _tell(self, battle: Battle, text: str) -> None:
        post_create(user=self.gm, scene_id=battle.scene.public_id, parts=[Part(text.strip())])


def user_of(row: Mapping[str, Any]) -> User:
    """A demo user; the password is the name."""
    known = User.objects.filter(username=row["username"]).first()
    return known or accounts.sign_up(
        username=row["username"],
        email=f"{row['username']}@example.org",
        password=row["username"],
        display_name=row["display_name"],
    )


def drain(battle: Battle) -> None:
    """Do the jobs of this battle until none is due: the server's moves, the aftermath."""
    while (job := _due(battle)) is not None:
        if not outbox.run(job):
            raise RuntimeError(f"job failed: {Outbox.objects.get(pk=job).last_error}")
    battle.refresh_from_db()


def _due(battle: Battle) -> int | None:
    own = Outbox.objects.due().filter(payload__battle=str(battle.public_id))
    return own.order_by("pk").values_list("pk", flat=True).first()


def until_turn_of(battle: Battle, user: User) -> None:
    """The server's moves up to the user's next turn; what they ask of him is answered."""
    side = battle.sides.get(user=user).side
    drain(battle)
    while side in waiting_for(state_of(battle)) and state_of(battle).active != side:
        give(battle, user, "")
        drain(battle)


def asked(battle: Battle, user: User) -> bool:
    """Whether play waits for an answer of the user's in another's turn."""
    side = battle.sides.get(user=user).side
    state = state_of(battle)
    return side in waiting_for(state) and state.active != side


def play_turn(battle: Battle, user: User, text: str) -> None:
    """Give orders for the user's side until play waits for another, as the server would."""
    side = battle.sides.get(user=user).side
    state = state_of(battle)
    begun = (state.turn, state.phase == "deployment")
    while side in waiting_for(state) and (state.turn, state.phase == "deployment") == begun:
        give(battle, user, text)
        state, text = state_of(battle), ""


def give(battle: Battle, user: User, text: str) -> None:
    """One order of the user's, chosen as the server would choose it."""
    state = state_of(battle)
    side = battle.sides.get(user=user).side
    order = replace(choose(state, side), source="player")
    submission = Submission([order], battle.version, text=text)
    battle_submit(user=user, battle_id=battle.public_id, submission=submission)
    battle.refresh_from_db()
