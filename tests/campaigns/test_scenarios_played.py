"""A scenario from set-up to spoils: services, secrecy, REST, what the aftermath is told."""

import pytest
from msgspec.structs import replace

import rules
from campaigns import outbox
from campaigns.engine import state_of
from campaigns.errors import ServiceError
from campaigns.models import BattleStatus, EventRow, Outbox, Scene, SceneKind, SealedDeployment
from campaigns.services import battles, deployment
from campaigns.services.aftermath import report_for
from campaigns.services.battles import Seat
from campaigns.services.deployment import server_deployment
from campaigns.services.scenarios import scenario_for, scenario_roll
from campaigns.services.turns import Submission, battle_submit
from rules.board.generate import ruins
from tests.campaigns.wars import enlisted
from warbands.models import Warband

pytestmark = pytest.mark.django_db


@pytest.fixture
def bands(campaign, ana, berta):
    return enlisted(campaign, ana), enlisted(campaign, berta, "skaven_eshin", "Garra Nocturna")


def made(campaign, marga, bands, *, scenario="skirmish", start=True, controllers=None, **more):
    seats = [
        Seat(one.pk, controller)
        for one, controller in zip(bands, controllers or ("member", "member"), strict=True)
    ]
    battle = battles.battle_create(
        user=marga,
        campaign_id=campaign.public_id,
        seats=seats,
        scenario=scenario,
        **{"board": "ruins:7", "ask": False, **more},
    )
    if start:
        battle = battles.battle_start(user=marga, battle_id=battle.public_id)
    battle.refresh_from_db()
    return battle


def places(battle, side):
    """Everywhere that the server would put a side's warriors."""
    orders = server_deployment(battle, state_of(battle), side, 2, 1)
    return [replace(order, source="player") for order in orders]


def test_a_made_board_is_pinned(campaign, marga, bands):
    battle = made(campaign, marga, bands, start=False)
    made_board = state_of(battle).setup.board
    assert battle.board == "ruins:7"
    assert battle.scenario == "skirmish"
    assert made_board == ruins(7)


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"board": "ruins:x"}, "unknown_board"),
        ({"scenario": "tea_party"}, "unknown_scenario"),
        ({"board_data": {"size": [60]}}, "bad_board"),
        ({"board_data": {"size": [120, 120], "terrain": [{"kind": "moat"}]}}, "bad_board"),
    ],
)
def test_what_is_not_there_is_refused(campaign, marga, bands, wrong, code):
    with pytest.raises(ServiceError) as refusal:
        made(campaign, marga, bands, start=False, **wrong)
    assert refusal.value.code == code


def test_a_board_of_ones_own(campaign, marga, bands):
    house = {"id": "h", "kind": "building", "polygon": [[50, 50], [70, 50], [70, 70], [50, 70]]}
    data = {"size": [120, 120], "terrain": [house]}
    battle = made(campaign, marga, bands, scenario="defend_the_find", board_data=data)
    assert state_of(battle).mission.buildings == ("h",)


def test_the_lower_rated_side_is_asked(campaign, marga, bands):
    battle = made(campaign, marga, bands, scenario="breakthrough", ask=True)
    state = state_of(battle)
    lower = min(battle.sides.all(), key=lambda side: side.warband.rating)
    equal = len({one.rating for one in bands}) == 1
    assert state.awaiting[0].kind == "role"
    assert equal or state.awaiting[0].side == lower.side


def test_the_server_plays_every_scenario_to_its_end(campaign, marga, bands):
    battle = made(
        campaign, marga, bands, scenario="wyrdstone_hunt", controllers=("server", "server")
    )
    own = Outbox.objects.filter(payload__battle=str(battle.public_id), done_at=None)
    for _ in range(1500):
        job = own.order_by("pk").values_list("pk", flat=True).first()
        if job is None or battle.status == BattleStatus.OVER:
            break
        assert outbox.run(job)
        battle.refresh_from_db()
    state = state_of(battle)
    assert state.result is not None
    report = report_for(battle)
    assert report.scenario == "wyrdstone_hunt"
    assert sum(one.wyrdstone for one in report.spoils) == sum(
        bool(counter.holder) for counter in state.mission.counters
    )


# --- deploying unseen ----------------------------------------------------------------------------


@pytest.fixture
def unseen(campaign, marga, bands):
    return made(campaign, marga, bands, secret=True)


def test_both_are_waited_for(unseen):
    assert {side.side for side in unseen.sides.filter(waiting=True)} == {"red", "blue"}


def test_nothing_is_an_event_before_both_have_deployed(unseen, ana, berta):
    before = unseen.version
    first, second = (ana, "red"), (berta, "blue")
    shown = deployment.deployment_seal(
        user=first[0], battle_id=unseen.public_id, orders=places(unseen, first[1])
    )
    unseen.refresh_from_db()
    assert not shown
    assert unseen.version == before
    assert all(w.at is None for w in state_of(unseen).warriors.values())
    assert [side.side for side in unseen.sides.filter(waiting=True)] == [second[1]]
    shown = deployment.deployment_seal(
        user=second[0], battle_id=unseen.public_id, orders=places(unseen, second[1])
    )
    unseen.refresh_from_db()
    state = state_of(unseen)
    assert shown
    assert all(w.at is not None for w in state.warriors.values())
    assert state.phase == "start"
    assert SealedDeployment.objects.count() == 0
    rows = EventRow.objects.filter(battle=unseen).order_by("seq")
    assert (
        rules.fold(
            state.setup,
            [rules.decode_event(row.payload) for row in rows if row.type != "DiceSealed"],
        )
        == state
    )


def test_said_again_the_later_one_counts(unseen, ana):
    orders = places(unseen, "red")
    for _ in range(2):
        deployment.deployment_seal(user=ana, battle_id=unseen.public_id, orders=orders)
    assert SealedDeployment.objects.count() == 1


def test_nobody_is_forgotten(unseen, ana):
    with pytest.raises(ServiceError) as refusal:
        deployment.deployment_seal(
            user=ana, battle_id=unseen.public_id, orders=places(unseen, "red")[:-1]
        )
    assert refusal.value.code == "not_deployed"


def test_nobody_deploys_for_another(unseen, ana):
    with pytest.raises(ServiceError) as refusal:
        deployment.deployment_seal(
            user=ana, battle_id=unseen.public_id, orders=places(unseen, "blue")
        )
    assert refusal.value.code == "not_your_side"


def test_an_open_deploy_order_is_refused(unseen, ana):
    order = places(unseen, "red")[0]
    with pytest.raises(ServiceError) as refusal:
        battle_submit(
            user=ana,
            battle_id=unseen.public_id,
            submission=Submission([order], unseen.version),
        )
    assert refusal.value.code == "deploys_unseen"


def test_the_server_deploys_unseen_as_well(campaign, marga, bands, ana):
    battle = made(campaign, marga, bands, secret=True, controllers=("member", "server"))
    outbox.run_due(limit=100)
    assert list(SealedDeployment.objects.values_list("side", flat=True)) == ["blue"]
    deployment.deployment_seal(user=ana, battle_id=battle.public_id, orders=places(battle, "red"))
    battle.refresh_from_db()
    assert state_of(battle).phase == "start"


def test_a_place_that_hangs_on_the_enemy_is_not_unseen(campaign, marga, bands, ana):
    battle = made(campaign, marga, bands, scenario="chance_encounter", secret=True)
    with pytest.raises(ServiceError) as refusal:
        deployment.deployment_seal(user=ana, battle_id=battle.public_id, orders=[], side="red")
    assert refusal.value.code == "not_unseen"


# --- the table of scenarios ----------------------------------------------------------------------


def test_the_table(campaign, marga, bands):
    assert scenario_for(2) == scenario_for(12) == ""
    assert scenario_for(7) == "skirmish"
    rolled = scenario_roll(
        user=marga, campaign_id=campaign.public_id, warbands=[one.pk for one in bands]
    )
    assert rolled.scenario == scenario_for(sum(rolled.dice))
    scene = Scene.objects.get(public_id=rolled.scene)
    assert scene.kind == SceneKind.RULES
    assert list(scene.rolls.get().faces) == list(rolled.dice)
    assert scene.rolls.get().part.post.public_id == rolled.post
    lowest = min(one.rating for one in bands)
    assert next(one for one in bands if str(one.pk) == rolled.chooser).rating == lowest


def test_a_name_is_no_throw(campaign, marga, bands):
    """What players call their warbands means nothing in the post of the roll."""
    Warband.objects.filter(pk=bands[0].pk).update(name="[6D6 trampa] **Los** <b>")
    ids = [one.pk for one in bands]
    rolled = scenario_roll(user=marga, campaign_id=campaign.public_id, warbands=ids)
    assert Scene.objects.get(public_id=rolled.scene).rolls.count() == 1


def test_a_closed_scene_of_rules_is_not_written_in(campaign, marga, bands):
    closed = campaign.scenes.get(kind=SceneKind.RULES)
    campaign.scenes.filter(pk=closed.pk).update(status="closed")
    ids = [one.pk for one in bands]
    rolled = scenario_roll(user=marga, campaign_id=campaign.public_id, warbands=ids)
    assert rolled.scene != closed.public_id


def test_only_the_gm_rolls(campaign, ana, bands):
    with pytest.raises(ServiceError) as refusal:
        scenario_roll(user=ana, campaign_id=campaign.public_id, warbands=[b.pk for b in bands])
    assert refusal.value.code == "gm_only"
