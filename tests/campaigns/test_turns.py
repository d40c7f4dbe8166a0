"""Turns: who may order, what is stored, what a refusal leaves behind."""

import pytest

import rules
from campaigns.engine import state_of, to_json
from campaigns.log import state_at
from campaigns.models import Battle, Draft, EventRow, OrderRow, Post, PostKind
from campaigns.services import gm
from campaigns.services.campaigns import update_campaign
from campaigns.services.turns import Submission, battle_submit
from rules.dice import SealedDice
from tests.campaigns.tables import begun, set_up
from tests.campaigns.test_campaigns import refused

END = {"order": "end_phase"}
WALK = {"order": "move", "warrior": "rita", "mode": "walk", "legs": [{"to": [20, 22, 0]}]}
TO_MOVEMENT = {"order": "end_phase", "through": "recovery"}


@pytest.fixture
def battle(campaign, marga, ana, berta):
    return begun(campaign, marga, red=ana, blue=berta)


@pytest.fixture
def order(battle, ana):
    """`order({...}, ...)` by Ana, at the version of the moment unless told otherwise."""

    def give(*orders, user=ana, version="now", **more):
        battle.refresh_from_db()
        seen = battle.version if version == "now" else version
        submission = Submission(list(orders), seen, **more)
        return battle_submit(user=user, battle_id=battle.public_id, submission=submission)

    return give


def test_the_start_is_the_first_order_and_its_post_tells_of_it(battle, ana):
    row = OrderRow.objects.get()
    assert row.order == {"order": "start", "setup": battle.setup_hash}
    assert (row.first_seq, row.last_seq) == (2, battle.version)
    sealed = EventRow.objects.get(seq=1)
    assert sealed.payload["commitment"] == battle.active_branch.commitment
    assert Post.objects.get().kind == PostKind.SYSTEM
    assert battle.sides.get(waiting=True).side == "red"


def test_a_turn_stores_orders_events_state_and_post_together(battle, order, ana):
    before = battle.version
    done = order(TO_MOVEMENT, WALK, text="Rita *avanza*.")
    battle.refresh_from_db()
    assert (done.accepted, done.refused, done.version) == (2, None, battle.version)
    assert (done.from_seq, done.to_seq) == (before + 1, battle.version)
    assert list(EventRow.objects.values_list("seq", flat=True)) == list(
        range(1, battle.version + 1)
    )
    assert state_of(battle).warriors["rita"].at == (20_000, 22_000, 0)
    post = Post.objects.get(public_id=done.post)
    assert (post.kind, post.author, post.side) == (PostKind.ORDERS, ana, "red")
    assert "<em>avanza</em>" in post.parts.get().html
    assert post.orders[1]["legs"][0]["to"] == [20, 22, 0]


def test_the_stored_state_is_the_fold_of_the_log(battle, order):
    order(TO_MOVEMENT, WALK)
    battle.refresh_from_db()
    assert state_of(battle) == state_at(battle, battle.active_branch)


def test_each_die_comes_from_the_sealed_secret(battle, order):
    order({"order": "end_phase", "through": "movement"})
    order({"order": "shoot", "warrior": "rita", "weapon": "bow", "target": "blas"})
    row = OrderRow.objects.last()
    branch = row.branch
    canonical = rules.encode(rules.decode_order(row.order))
    dice = SealedDice(
        bytes.fromhex(branch.secret), [], str(branch.public_id), row.sequence, canonical
    )
    rolled = [
        face
        for payload in EventRow.objects.filter(order=row, type="Rolled").values_list(
            "payload", flat=True
        )
        for face in payload["dice"]
    ]
    assert rolled
    assert rolled == list(dice.roll("to_hit", len(rolled)))
    assert row.dice == len(rolled)


def test_orders_without_a_word_between_them_are_one_post(order):
    first = order(TO_MOVEMENT, text="Primero.")
    second = order(WALK)
    assert second.post == first.post
    post = Post.objects.get(public_id=first.post)
    assert (len(post.orders), post.to_seq) == (2, second.to_seq)
    third = order(END, text="Y ya.")
    assert third.post != first.post


def test_an_illegal_order_changes_nothing_and_keeps_text_and_orders(battle, order, ana):
    before = (battle.version, Post.objects.count(), OrderRow.objects.count())
    bad = WALK | {"legs": [{"to": [40, 22, 0]}]}
    with refused("too_far") as refusal:
        order(TO_MOVEMENT, bad, text="¡A por ellos!")
    error = refusal.value
    assert (error.status, error.params["index"]) == (422, 1)
    assert error.params["rule"].startswith("P-MOV")
    battle.refresh_from_db()
    assert (battle.version, Post.objects.count(), OrderRow.objects.count()) == before
    draft = Draft.objects.get(user=ana)
    assert (draft.text, draft.orders) == ("¡A por ellos!", [TO_MOVEMENT, bad])
    assert (draft.error["code"], draft.error["index"]) == ("too_far", 1)


def test_dice_that_have_fallen_stand_before_an_illegal_order(battle, order, ana):
    """Otherwise one could learn one's dice by sending something illegal behind them."""
    order({"order": "end_phase", "through": "movement"})
    shot = {"order": "shoot", "warrior": "rita", "weapon": "bow", "target": "blas"}
    done = order(shot, shot, END, text="Dos flechas")
    assert done.accepted == 1
    assert (done.refused["code"], done.refused["index"]) == ("already_shot", 1)
    draft = Draft.objects.get(user=ana)
    assert draft.orders == [shot, END]
    assert Post.objects.get(public_id=done.post).parts.get().source == "Dos flechas"


def test_a_sent_turn_spends_the_draft(battle, order):
    with refused("malformed_order"):
        order({"order": "dance"}, text="¿Bailamos?")
    assert Draft.objects.exists()
    order(END, text="No.")
    assert not Draft.objects.exists()


@pytest.mark.parametrize(
    ("version", "code", "status"), [(None, "version_missing", 428), (0, "stale", 412)]
)
def test_without_the_version_of_now_nothing_happens(order, ana, version, code, status):
    with refused(code) as refusal:
        order(END, version=version, text="Mi texto")
    assert refusal.value.status == status
    assert Draft.objects.get(user=ana).text == "Mi texto"


def test_who_may_order_what(battle, order, marga, berta, carla, stranger, anonymous):
    with refused("not_your_turn"):
        order(END, user=berta)
    with refused("not_your_side"):
        order(END | {"side": "red"}, user=berta)
    with refused("not_your_side"):
        order(END | {"side": "red"}, user=marga)
    with refused("spectators_read"):
        order(END, user=carla)
    for user in (stranger, anonymous):
        with refused("not_found"):
            order(END, user=user)


def test_gm_orders_are_refused_from_players(order):
    adjust = {
        "order": "gm_adjust",
        "warrior": "rita",
        "changes": {"wounds": 3},
        "reason": "porque sí",
    }
    with refused("gm_only"):
        order(adjust)
    with refused("gm_only"):
        order(END, source="gm")


def test_the_source_is_the_servers_to_say(order):
    order(END | {"source": "gm"})
    assert OrderRow.objects.last().source == "player"


@pytest.mark.parametrize("junk", ["a\x00b", "\ud800", float("inf")])
def test_what_no_database_keeps_is_refused(order, junk):
    with refused("unreadable"):
        order({"order": "shoot", "warrior": junk, "weapon": "bow", "target": "blas"})
    assert not Draft.objects.exists()


def test_no_orders_no_turn(order):
    with refused("no_orders"):
        order(text="Sólo palabras")


def test_before_its_start_and_while_paused_a_battle_takes_no_order(campaign, marga, ana, berta):
    waiting = set_up(campaign, marga, red=ana, blue=berta)
    with refused("battle_not_open"):
        battle_submit(user=ana, battle_id=waiting.public_id, submission=Submission([END], 0))
    Battle.objects.filter(pk=waiting.pk).update(status="cancelled")
    waiting.combatants.update(open=False)
    other = begun(campaign, marga, red=ana, blue=berta)
    gm.gm_pause(user=marga, battle_id=other.public_id, paused=True)
    with refused("battle_not_open"):
        battle_submit(
            user=ana, battle_id=other.public_id, submission=Submission([END], other.version)
        )


def test_a_closed_campaign_takes_no_order(campaign, battle, order, marga):
    update_campaign(user=marga, campaign_id=campaign.public_id, status="closed")
    with refused("campaign_closed"):
        order(END)


def test_the_same_key_gets_the_same_answer_and_nothing_twice(battle, order):
    first = order(TO_MOVEMENT, version=battle.version, idempotency_key="k1", text="Uno")
    again = order(TO_MOVEMENT, version=battle.version, idempotency_key="k1", text="Uno")
    assert again.replayed
    assert not first.replayed
    assert (again.version, again.post) == (first.version, first.post)
    assert OrderRow.objects.count() == 2


def test_a_key_used_for_something_else_is_refused(battle, order):
    order(TO_MOVEMENT, idempotency_key="k1")
    with refused("key_reused"):
        order(WALK, idempotency_key="k1")


def test_waiting_follows_the_play(battle, order):
    order({"order": "end_phase", "through": "combat"})
    assert list(battle.sides.filter(waiting=True).values_list("side", flat=True)) == ["blue"]


def test_events_are_stored_as_the_engine_writes_them(battle, order):
    order(TO_MOVEMENT, WALK)
    for row in EventRow.objects.exclude(order=None):
        assert to_json(rules.decode_event(row.payload)) == row.payload
        assert row.type == row.payload["event"]
