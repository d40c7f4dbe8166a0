"""Strangers, readers and those who have left: what isn't theirs looks as if it weren't there."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from campaigns.models import Membership, Role
from campaigns.services.campaigns import accept_invitation, invite, leave
from campaigns.services.gm import gm_end
from campaigns.services.scenes import Part
from mordheim_site.accounts.models import ApiToken
from tests.campaigns.tables import begun, set_up
from tests.conftest import PASSWORD
from warbands.services.presets import buy_preset
from warbands.services.roster import warband_create

JSON = "application/json"
SECRET = "La llave está bajo la tinaja"


@pytest.fixture
def battle(campaign, marga, ana, berta):
    return begun(campaign, marga, red=ana, blue=berta)


def addresses(patterns=None, prefix="/", names=()) -> list[tuple[str, list[str]]]:
    """Every address of the site with the arguments that it takes."""
    found = []
    for one in patterns or get_resolver().url_patterns:
        if isinstance(one, URLResolver):
            spaces = (*names, one.namespace) if one.namespace else names
            found += addresses(one.url_patterns, prefix + str(one.pattern), spaces)
        elif isinstance(one, URLPattern) and one.name and "admin" not in names:
            found.append((":".join((*names, one.name)), list(one.pattern.converters)))
    return found


def filled(name: str, arguments: list[str], **values) -> str:
    known = {"first": 1, "last": 9, "token": "x", "uidb64": "x", "fighter": "nobody"}
    known |= {"ledger": "partida", "chapter_id": "x", "rule_id": "P-TRN-01", "number": 1}
    return reverse(
        name, kwargs={one: values.get(one) or known.get(one, uuid4()) for one in arguments}
    )


def test_no_form_is_taken_without_its_token(ana, campaign, battle, tavern):
    """Cross-site request forgery: every page that takes a POST refuses one from elsewhere."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(ana)
    ids = {
        "campaign_id": campaign.public_id,
        "scene_id": tavern.public_id,
        "battle_id": battle.public_id,
        "campaign": campaign.public_id,
        "scene": tavern.public_id,
        "battle": battle.public_id,
    }
    for name, arguments in addresses():
        path = filled(name, arguments, **ids)
        sent = {"data": "{}", "content_type": JSON} if path.startswith("/api/") else {"data": {}}
        refused = {400} if name == "api:token" else {403, 404, 405}  # a log-in has no session yet
        assert client.post(path, **sent).status_code in refused, name


@pytest.mark.parametrize("person", ["stranger", None])
def test_a_private_campaign_isnt_there(campaign, battle, scenes, tavern, make_user, api, person):
    user = make_user(person) if person else None
    client = Client()
    if user:
        client.force_login(user)
    ids = {
        "campaign_id": campaign.public_id,
        "scene_id": scenes.restricted.public_id,
        "battle_id": battle.public_id,
        "campaign": campaign.public_id,
        "scene": scenes.public.public_id,
        "battle": battle.public_id,
    }
    for name, arguments in addresses():
        if not set(arguments) & set(ids):
            continue
        path = filled(name, arguments, **ids)
        asked = api(user).get(path) if path.startswith("/api/") else client.get(path)
        hidden = asked.status_code in (404, 405) or "/accounts/login" in asked.get("Location", "")
        assert hidden, (name, asked.status_code)


@pytest.mark.parametrize(
    ("reader", "reads"),
    [("marga", True), ("ana", True), ("berta", False), ("carla", False), (None, False)],
)
def test_a_part_for_somebody_is_nowhere_else(
    public, tavern, say, member, marga, ana, berta, carla, api, reader, reads
):
    aside = Part(SECRET, "named", [member(ana).public_id])
    say(marga, tavern, "Nieva.", aside)
    user = {"marga": marga, "ana": ana, "berta": berta, "carla": carla}.get(reader)
    client = Client()
    if user:
        client.force_login(user)
    texts = [client.get(f"/scenes/{tavern.public_id}/").content.decode()]
    texts.append(client.get(f"/campaigns/{public.public_id}/").content.decode())
    texts.append(api(user).get(f"/api/v1/scenes/{tavern.public_id}/posts").content.decode())
    assert [SECRET in texts[0], SECRET in texts[2]] == [reads, reads]
    assert SECRET not in texts[1]


def test_a_look_at_an_invitation_doesnt_accept_it(campaign, marga, stranger):
    token = invite(user=marga, campaign_id=campaign.public_id).token
    client = Client()
    client.force_login(stranger)
    for method in (client.get, client.head):
        method(f"/join/{token}")
    assert not campaign.memberships.filter(user=stranger).exists()
    assert client.post(f"/join/{token}").status_code == 302
    assert campaign.memberships.filter(user=stranger).exists()


def test_who_has_left_sits_on_no_side(public, marga, ana, berta, api):
    """A battle that is over keeps its seats, but nobody looks behind the screen by an old one."""
    battle = begun(public, marga, red=ana, blue=berta)
    end = {"winner": "red", "reason": "x", "expected_version": battle.version}
    gm_end(user=marga, battle_id=battle.public_id, **end)
    leave(user=ana, campaign_id=public.public_id)
    battle.sides.filter(side="red").update(user=ana, controller="member")
    path = f"/api/v1/battles/{battle.public_id}"
    assert api(ana).get(path).json()["mine"] == []
    assert api(ana).get(f"{path}/legal-orders?side=red").status_code == 403


@pytest.mark.parametrize("act", ["rename", "enlist", "hire", "dismiss", "buy", "sell", "fighter"])
def test_a_strangers_warband_isnt_there(client, ana, stranger, act):
    warband = warband_create(actor=ana, type="reikland", name="Los Cuervos")
    client.force_login(stranger)
    form = {"name": "x", "type": "warrior", "fighter": "x", "item": "sword"}
    assert client.post(f"/warbands/{warband.pk}/{act}", form).status_code == 404
    assert client.post(f"/warbands/{uuid4()}/{act}", form).status_code == 404


def test_a_game_master_doesnt_learn_of_other_warbands(api, stranger, ana, marga, campaign):
    Membership.objects.create(campaign=campaign, user=stranger, role=Role.GM)
    outsider = buy_preset(actor=stranger, type="reikland", name="Forasteros")
    Membership.objects.filter(user=stranger).delete()
    path = f"/api/v1/campaigns/{campaign.public_id}/warbands"
    for warband in (outsider.pk, uuid4()):
        answer = api(marga).post(path, {"warband": str(warband)}, format="json")
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_an_invitation_taken_twice_is_one_membership(campaign, marga, stranger):
    token = invite(user=marga, campaign_id=campaign.public_id, uses=2).token
    for _ in range(2):
        accept_invitation(user=stranger, token=token)
    assert campaign.memberships.filter(user=stranger).count() == 1
    assert campaign.invitations.get().used == 1


def test_the_dice_stay_sealed(public, marga, ana, berta, api):
    """The secret of a battle is in no answer before it closes."""
    battle = set_up(public, marga, red=ana, blue=berta)
    secret = battle.active_branch.secret
    paths = [
        f"/battles/{battle.public_id}/{page}" for page in ("dice", "dice.json", "replay", "gm")
    ]
    rest = ["", "/setup", "/events", "/dice", "/aftermaths", "/legal-orders?side=red"]
    paths += [f"/api/v1/battles/{battle.public_id}{one}" for one in rest]
    paths += [f"/scenes/{battle.scene.public_id}/", f"/api/v1/scenes/{battle.scene.public_id}"]
    for user in (marga, ana, berta, None):
        client = Client()
        if user:
            client.force_login(user)
        for path in paths:
            assert secret not in client.get(path).content.decode(), path
    api(marga).post(f"/api/v1/battles/{battle.public_id}/cancel", {"reason": "x"}, format="json")
    assert secret in api().get(f"/api/v1/battles/{battle.public_id}/dice").content.decode()


def test_keys_and_invitations_are_kept_as_hashes_only(api, marga, campaign):
    sent = {"username": "marga", "password": PASSWORD}
    key = api().post("/api/v1/token", sent, format="json").json()["token"]
    token = invite(user=marga, campaign_id=campaign.public_id).token
    rows = str([*ApiToken.objects.values(), *campaign.invitations.values()])
    assert key not in rows
    assert token not in rows
