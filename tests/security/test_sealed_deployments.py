"""A deployment that a game master has sealed for a side that he plays: who sees it, by which way.

Its maker alone does. Neither another game master, whether he plays the enemy or nobody, nor one who
looks at the page as its maker, nor a player, a member or a visitor does, on pages, over REST, in
what may be taken away, in notices.
"""

import json
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

import rules
from campaigns import outbox
from campaigns.engine import state_of
from campaigns.models import Membership, Notice, Role, SealedDeployment
from campaigns.notices import in_words
from campaigns.planning import NoDice
from campaigns.services.battles import Seat, battle_create, battle_start
from campaigns.services.deployment import deployment_seal, server_deployment
from campaigns.services.gm import gm_set_seat
from campaigns.unseen import as_seen_by
from tests.campaigns.wars import enlisted
from tests.pages.conftest import browser_of

PAGES = (
    "/scenes/{scene}/",
    "/scenes/{scene}/?as=red",
    "/scenes/{scene}/?as=blue",
    "/battles/{battle}/words",
    "/battles/{battle}/words?as=red",
    "/battles/{battle}/plan",
    "/battles/{battle}/replay",
    "/data/export",
)
REST = (
    "/api/v1/battles/{battle}",
    "/api/v1/battles/{battle}?side=red",
    "/api/v1/battles/{battle}/deployment",
    "/api/v1/battles/{battle}/deployment?side=red",
    "/api/v1/battles/{battle}/text",
    "/api/v1/battles/{battle}/text?side=red",
    "/api/v1/battles/{battle}/legal-orders?side=red",
    "/api/v1/battles/{battle}/events",
    "/api/v1/battles/{battle}/orders",
    "/api/v1/battles/{battle}/setup",
    "/api/v1/scenes/{scene}/posts",
    "/api/v1/scenes/{scene}/draft",
    "/api/v1/me/export",
    "/api/v1/notices",
)


@pytest.fixture
def sealed(campaign, marga, ana, berta, make_user) -> SimpleNamespace:
    """Marga, game master, plays red and has sealed where it stands. Paco, game master too, plays
    blue; Pilar, the third, plays nobody."""
    people = {"marga": marga, "ana": ana, "berta": berta}
    for name in ("paco", "pilar"):
        people[name] = make_user(name)
        Membership.objects.create(campaign=campaign, user=people[name], role=Role.GM)
    paco = Membership.objects.get(campaign=campaign, user=people["paco"])
    bands = enlisted(campaign, ana), enlisted(campaign, berta, "skaven_eshin", "Las Garras")
    battle = battle_create(
        user=marga,
        campaign_id=campaign.public_id,
        seats=[Seat(band.pk) for band in bands],
        board="ruins:7",
        scenario="skirmish",
        ask=False,
        secret=True,
    )
    battle_start(user=marga, battle_id=battle.public_id)
    seat: dict[str, Any] = {"user": marga, "battle_id": battle.public_id}
    gm_set_seat(**seat, side="red", controller="gm")
    gm_set_seat(**seat, side="blue", controller="member", member=paco.public_id)
    battle.refresh_from_db()
    orders = elsewhere(battle)
    deployment_seal(user=marga, battle_id=battle.public_id, orders=orders, side="red", source="gm")
    outbox.run_due(limit=1000)
    battle.refresh_from_db()
    assert SealedDeployment.objects.get().made_by == marga
    return SimpleNamespace(battle=battle, people=people, orders=orders)


def elsewhere(battle: Any) -> list[dict[str, Any]]:
    """Places for red, none of them where the server would put anybody: that is for all to ask."""
    state = as_seen_by(battle, state_of(battle), "red")
    unit = state.setup.ruleset.unit_size
    orders = []
    offered = server_deployment(battle, state_of(battle), "red", 2, 1)
    taken = {one.at for one in offered}
    for order in offered:
        x, y, z = order.at
        steps = ((i * unit + 130, j * unit + 170) for i in range(-9, 10) for j in range(-9, 10))
        tried = (replace(order, at=(x + i, y + j, z), source="gm") for i, j in steps)
        order = next(one for one in tried if rules.refusal(state, one) is None)
        assert order.at not in taken
        state = rules.submit(state, order, NoDice()).state
        orders.append(rules.to_native(order, unit))
    return orders


def shown(sealed: SimpleNamespace, user: Any, paths: tuple[str, ...]) -> dict[str, str]:
    """What each of these addresses answers; 404 and the like say something too."""
    ids = {"battle": sealed.battle.public_id, "scene": sealed.battle.scene.public_id}
    client = browser_of(user)
    found = {}
    for path in paths:
        answer = client.get(path.format(**ids))
        body = b"".join(answer) if answer.streaming else answer.content
        found[path] = body.decode()
    return found


def drawn(html: str) -> bool:
    """Whether a page draws somebody: before all have deployed there is nobody else on the board."""
    return "token__base" in html or "solo lo ves tú" in html


def placed(sealed: SimpleNamespace, value: Any) -> bool:
    """Whether one of the places stands anywhere in what REST answered."""
    places = [one["at"] for one in sealed.orders]
    if isinstance(value, dict):
        return any(placed(sealed, one) for one in value.values())
    if isinstance(value, list):
        return value in places or any(placed(sealed, one) for one in value)
    return (
        isinstance(value, str)
        and value.startswith(("{", "["))
        and placed(sealed, json.loads(value))
    )


def test_its_maker_sees_it(sealed) -> None:
    pages = shown(sealed, sealed.people["marga"], PAGES)
    assert {path for path, html in pages.items() if drawn(html)} == {
        "/scenes/{scene}/",
        "/scenes/{scene}/?as=red",
        "/battles/{battle}/words",
        "/battles/{battle}/words?as=red",
    }


@pytest.mark.parametrize("reader", ["paco", "pilar", "ana", "berta", ""])
def test_nobody_else_sees_it(sealed, reader) -> None:
    user = sealed.people.get(reader)
    for path, html in shown(sealed, user, PAGES).items():
        assert not drawn(html), path
    for path, text in shown(sealed, user, REST).items():
        assert not placed(sealed, json.loads(text)), path


def test_nobody_is_told_where(sealed) -> None:
    assert Notice.objects.exists()
    for notice in Notice.objects.all():
        assert not placed(sealed, notice.params)
        assert not drawn(in_words(notice).text)


def test_who_looks_as_its_maker_does_not_see_it(sealed, campaign) -> None:
    """A game master may look as another one; what only that one has sealed isn't there then."""
    client = browser_of(sealed.people["pilar"])
    marga = Membership.objects.get(campaign=campaign, user=sealed.people["marga"])
    client.post(f"/campaigns/{campaign.public_id}/view-as", {"member": marga.public_id})
    assert client.session["view_as"]["member"] == marga.pk
    for path in PAGES:
        ids = {"battle": sealed.battle.public_id, "scene": sealed.battle.scene.public_id}
        assert not drawn(client.get(path.format(**ids)).content.decode()), path


def test_the_enemy_may_place_that_side_anew_without_having_seen_it(sealed) -> None:
    """The last word counts, and it makes him the one who knows."""
    again = [one | {"source": "gm"} for one in sealed.orders]
    paco = sealed.people["paco"]
    deployment_seal(
        user=paco, battle_id=sealed.battle.public_id, orders=again, side="red", source="gm"
    )
    assert SealedDeployment.objects.get().made_by == paco
    pages = shown(sealed, sealed.people["marga"], PAGES)
    assert not any(drawn(html) for html in pages.values())
