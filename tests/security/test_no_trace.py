"""Secrets leave no trace: whatever they say, whoever may not know them gets the same bytes.

Not by words looked for: two worlds that differ in a secret alone are read through and through, and
nothing may tell one from the other, neither a text nor a length nor a header.
"""

import re
from http.cookies import SimpleCookie
from types import SimpleNamespace

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client

from campaigns.engine import state_of
from campaigns.models import Audience, Draft, GmNote, PostPart, SealedDeployment, SidePlan
from campaigns.services.deployment import deployment_seal, server_deployment
from campaigns.services.plans import plan_set
from campaigns.services.scenes import Part, draft_save
from tests.campaigns.test_scenarios_played import bands, made
from tests.security.test_channels import channels
from tests.security.test_outsiders import filled

__all__ = ["bands"]

# What every answer has of its own: tokens, and how long ago something was.
OWN = re.compile(r"[A-Za-z0-9]{64}|\d{2}:\d{2}:\d{2}(\.\d+)?")
DRAWN = {"warbands:create", "campaigns:boards", "campaigns:battle_create"}  # by lot each time
SAID = " ".join(["yyyyyyy"] * 90)
"""A secret in words: PostgreSQL finds whole ones."""
HEADERS = ("Content-Type", "Content-Length", "ETag", "Last-Modified", "Location", "Link", "Vary")


@pytest.fixture
def world(public, tavern, marga, ana, berta, carla, bands, member, say):
    """Ana's side of a battle deploys unseen, with all that she keeps to herself beside it."""
    battle = made(public, marga, bands, secret=True)
    hidden = say(
        marga,
        tavern,
        "Nieva.",
        Part("Una.", Audience.NAMED, [member(ana).public_id]),
        Part("Dos.", Audience.GM),
    )
    plan_set(user=ana, battle_id=battle.public_id, plan={"steps": []}, text="x")
    draft_save(user=ana, scene_id=battle.scene.public_id, text="x")
    orders = server_deployment(battle, state_of(battle), "red", 2, 1)
    deployment_seal(user=ana, battle_id=battle.public_id, orders=own(orders))
    GmNote.objects.create(campaign=public, text="x", author=marga)
    scenes = (tavern, battle.scene)
    return SimpleNamespace(
        battle=battle,
        hidden=hidden,
        scenes=[scene.public_id for scene in scenes],
        ids={
            **dict.fromkeys(("campaign", "campaign_id"), public.public_id),
            **dict.fromkeys(("battle", "battle_id"), battle.public_id),
            **dict.fromkeys(("post", "post_id"), hidden.public_id),
            **dict.fromkeys(("warband", "warband_id"), bands[0].pk),
        },
    )


def own(orders):
    return [type(one)(side=one.side, warrior=one.warrior, at=one.at) for one in orders]


def told_otherwise(world) -> None:
    """The same world, with every secret another and none as long as before."""
    orders = SealedDeployment.objects.get().orders
    for one in orders:
        one["at"] = [place + 1234 for place in one["at"]]
    SealedDeployment.objects.update(orders=orders[:-1])
    SidePlan.objects.update(text=SAID)
    Draft.objects.update(text=SAID, orders=orders)
    PostPart.objects.exclude(audience=Audience.ALL).filter(post=world.hidden).update(
        source=SAID, html=f"<p>{SAID}</p>"
    )
    GmNote.objects.update(text=SAID)


def asked(world) -> list[str]:
    """What there is to read of this world, with the questions that bring out the most."""
    paths = []
    for name, arguments in channels():
        known = {*world.ids, "scene", "scene_id", "form", "first", "last"}
        if name in DRAWN or not set(arguments) <= known:
            continue
        for scene in world.scenes if {"scene", "scene_id"} & set(arguments) else [None]:
            ids = {**world.ids, "scene": scene, "scene_id": scene, "form": "html"}
            path = filled(name, arguments, **{key: value for key, value in ids.items() if value})
            if name.endswith("search"):
                paths.append(f"{path}?q=yyyyyyy")
            elif name.endswith(":scene"):
                paths += [path, f"{path}?as_book=1", f"{path}?as=red"]
            else:
                paths.append(path)
    return paths


def got(client: Client, path: str) -> tuple:
    answer = client.get(path)
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    headers = tuple(answer.get(one, "") for one in HEADERS)
    return answer.status_code, headers, len(body), OWN.sub("·", body.decode(errors="replace"))


def traces(world, user, tell, *, looking_as="") -> list[str]:
    """The addresses that tell the two worlds apart; `looking_as`: this member, as a game master."""
    client, found, read = Client(headers={"accept-language": "es"}), [], 0
    if user:
        client.force_login(user)
    if looking_as:
        path = filled("campaigns:view_as", ["campaign_id"], **world.ids)
        assert client.post(path, {"member": looking_as}).status_code == 302
    mine = client.cookies.output(header="", sep=";")
    for path in asked(world):
        answers = []
        for otherwise in (False, True):
            cache.clear()
            with transaction.atomic():
                if otherwise:
                    tell(world)
                client.cookies = SimpleCookie(mine)  # what was said on the page before is gone
                answers.append(got(client, path))
                transaction.set_rollback(True)
        read += answers[0][0] == 200
        if answers[0] != answers[1]:
            found.append(path)
    assert read > 20
    return found


def told_to_the_gm(world) -> None:
    """A sealed deployment, a draft and the words of a plan aren't the game master's either."""
    own_things = (PostPart, GmNote)
    kept = [(model, list(model.objects.values())) for model in own_things]
    told_otherwise(world)
    for model, rows in kept:
        for row in rows:
            model.objects.filter(pk=row["id"]).update(**row)


@pytest.mark.parametrize("person", ["berta", None])
def test_whatever_the_secret_is_others_get_the_same(world, berta, person):
    assert traces(world, berta if person else None, told_otherwise) == []


def test_the_game_master_learns_no_more_of_what_a_player_keeps_to_himself(world, marga):
    assert traces(world, marga, told_to_the_gm) == []


def test_nor_does_he_by_looking_as_that_player(world, marga, ana, member):
    """Who directs may play the other side of the same battle."""
    found = traces(world, marga, told_to_the_gm, looking_as=member(ana).public_id)
    assert found == []


def test_who_may_know_them_sees_the_difference(world, ana):
    """Or the tests above would be blind."""
    found = " ".join(traces(world, ana, told_otherwise))
    for place in ("/plan", "/draft", "/scenes/", "/search", "/posts"):
        assert place in found
