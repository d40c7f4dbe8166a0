"""A campaign with a tavern and a battle, for tests of pages and journeys."""

from types import SimpleNamespace
from typing import Any

from msgspec.structs import replace

from campaigns import outbox
from campaigns.engine import state_of
from campaigns.models import Battle, Membership, Role
from campaigns.services.battles import Seat, battle_create, battle_start
from campaigns.services.campaigns import create_campaign, enrol_warband
from campaigns.services.scenes import Part, Voice, create_scene, post_create
from campaigns.services.turns import Submission, battle_submit
from rules.player import choose
from warbands.models import Warband
from warbands.services.roster import equipment_buy, fighter_hire, warband_create, warband_enlist

CROWS = (
    ("mercenary_captain", "Otto", ("sword",)),
    ("champion", "Greta", ("mace",)),
    ("marksman", "Tirador", ("bow",)),
)
RATS = (
    ("assassin_adept", "Skritt", ("sword",)),
    ("black_skaven", "Grashnak", ("sword",)),
    ("verminkin", "Krall", ("sling",)),
)


def warband(owner: Any, kind: str, name: str, fighters: Any) -> Warband:
    """A small warband, bought and enlisted: small battles make quick tests."""
    made = warband_create(actor=owner, type=kind, name=name)
    for type_, who, items in fighters:
        hired = fighter_hire(actor=owner, warband=made, type=type_, name=who)
        for item in items:
            equipment_buy(actor=owner, warband=made, fighter=hired.key, item=item)
    return warband_enlist(actor=owner, warband=made)


def world(gm: Any, player: Any, *, turn_limit: int | None = None) -> SimpleNamespace:
    """`player`'s mercenaries against ratmen that the server plays; not begun yet."""
    campaign = create_campaign(user=gm, name="Invierno", is_public=True)
    Membership.objects.create(campaign=campaign, user=player, role=Role.PLAYER)
    crows = warband(player, "reikland", "Los Cuervos", CROWS)
    rats = warband(gm, "skaven_eshin", "Garra Nocturna", RATS)
    for user, band in ((player, crows), (gm, rats)):
        enrol_warband(user=user, campaign_id=campaign.public_id, warband_id=band.pk)
    tavern = create_scene(user=gm, campaign_id=campaign.public_id, title="La taberna")
    post_create(
        user=gm,
        scene_id=tavern.public_id,
        parts=[Part("La nieve tapa los adoquines.")],
        voice=Voice(persona="El tabernero"),
    )
    battle = battle_create(
        user=gm,
        campaign_id=campaign.public_id,
        seats=[Seat(warband=crows.pk), Seat(warband=rats.pk, controller="server")],
        board="callejon",
        title="El callejón",
        turn_limit=turn_limit,
    )
    return SimpleNamespace(
        gm=gm,
        player=player,
        campaign=campaign,
        tavern=tavern,
        crows=crows,
        rats=rats,
        battle=battle,
        scene=battle.scene,
    )


def begin(battle: Battle, user: Any) -> Battle:
    battle_start(user=user, battle_id=battle.public_id)
    battle.refresh_from_db()
    return battle


def play_on(battle: Battle, user: Any, *, until: Any, most: int = 400) -> Battle:
    """Let the server's own player move for `user` too, until `until(state)` or the end."""
    for _ in range(most):
        outbox.run_due(limit=1000)
        battle.refresh_from_db()
        state = state_of(battle)
        if state.result is not None or until(state):
            return battle
        side = battle.sides.get(user=user).side
        order = replace(choose(state, side), source="player")
        submission = Submission([order], battle.version)
        battle_submit(user=user, battle_id=battle.public_id, submission=submission)
    raise AssertionError("the battle doesn't get there")
