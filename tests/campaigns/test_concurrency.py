"""Two at once: one is accepted, the other learns of it and loses no word."""

import threading
from collections.abc import Callable
from functools import partial

import pytest
from django.db import connection
from rest_framework.test import APIClient

from campaigns.models import Draft, EventRow, IdempotencyKey, Membership, OrderRow
from campaigns.services.campaigns import accept_invitation, invite
from campaigns.services.turns import Submission, battle_submit
from mordheim_site.errors import ServiceError
from tests.campaigns.tables import begun
from warbands.models import Warband

pytestmark = pytest.mark.django_db(transaction=True)

ROUNDS = 5


def at_once(*calls: Callable[[], object]) -> list[object]:
    """What each call returns, or the ServiceError that it raises; all start together."""
    gate = threading.Barrier(len(calls))
    results: list[object] = [None] * len(calls)

    def run(place: int, call: Callable[[], object]) -> None:
        try:
            gate.wait(10)
            results[place] = call()
        except ServiceError as refusal:
            results[place] = refusal
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(place, call)) for place, call in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return results


def test_two_clients_with_the_same_version(campaign, marga, ana, berta):
    battle = begun(campaign, marga, red=ana, blue=berta)
    for number in range(ROUNDS):
        battle.refresh_from_db()
        side = battle.sides.get(waiting=True).side
        user = ana if side == "red" else berta

        def turn(text: str, user=user, version=battle.version) -> object:
            orders = [{"order": "end_phase", "through": "combat"}]
            submission = Submission(orders, version, text=text)
            return battle_submit(user=user, battle_id=battle.public_id, submission=submission)

        texts = [f"{number} uno", f"{number} dos"]
        results = at_once(*[lambda text=text: turn(text) for text in texts])
        lost = [place for place, one in enumerate(results) if isinstance(one, ServiceError)]
        assert len(lost) == 1
        refusal = results[lost[0]]
        assert (refusal.code, refusal.status) == ("stale", 412)
        assert Draft.objects.get(user=user).text == texts[lost[0]]
        Draft.objects.all().delete()
    battle.refresh_from_db()
    assert list(EventRow.objects.values_list("seq", flat=True)) == list(
        range(1, battle.version + 1)
    )
    assert list(OrderRow.objects.values_list("sequence", flat=True)) == list(range(1, ROUNDS + 2))


def test_the_same_key_twice_at_once_is_one_turn(campaign, marga, ana, berta):
    battle = begun(campaign, marga, red=ana, blue=berta)

    def turn() -> object:
        orders = [{"order": "end_phase"}]
        submission = Submission(orders, battle.version, idempotency_key="k")
        return battle_submit(user=ana, battle_id=battle.public_id, submission=submission)

    first, second = at_once(turn, turn)
    assert sorted([first.replayed, second.replayed]) == [False, True]
    assert first.version == second.version
    assert OrderRow.objects.count() == 2
    assert IdempotencyKey.objects.count() == 1


def test_the_same_key_twice_at_once_founds_one_warband(api, ana):
    founding = {"type": "reikland", "name": "Rojos"}
    clients = [api(ana), api(ana)]

    def found(client: APIClient) -> tuple[int, str]:
        answer = client.post("/api/v1/warbands", founding, headers={"Idempotency-Key": "una"})
        return answer.status_code, answer.json().get("code", "")

    answers = at_once(*(partial(found, client) for client in clients))
    assert sorted(answers)[0] == (201, "")
    assert sorted(answers)[1] in [(201, ""), (409, "key_in_use")]
    assert Warband.objects.filter(owner=ana).count() == 1
    assert IdempotencyKey.objects.count() == 1


def test_the_last_use_of_an_invitation_goes_to_one(campaign, marga, make_user):
    made = invite(user=marga, campaign_id=campaign.public_id, uses=1)
    guests = [make_user("uno"), make_user("dos")]
    results = at_once(
        *[lambda guest=guest: accept_invitation(user=guest, token=made.token) for guest in guests]
    )
    assert sum(isinstance(one, Membership) for one in results) == 1
    assert [one.code for one in results if isinstance(one, ServiceError)] == ["invitation_dead"]
