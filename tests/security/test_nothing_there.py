"""Every address that names something, asked by who has no business with it: the answer is the one
that a name gets which nothing has, by every method, and nothing changes.

A new kind of argument fails `test_every_name_is_known` until the world below holds one of it.
"""

import datetime
import json
import re
from types import SimpleNamespace
from uuid import uuid4

import pytest
from django.apps import apps
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from campaigns import outbox
from campaigns.models import (
    Absence,
    Appeal,
    Channel,
    GmNote,
    JoinRequest,
    LibraryBoard,
    Membership,
    Pairing,
    Redo,
    Report,
    Role,
    Ruling,
)
from campaigns.services import aftermath, feeds
from campaigns.services.battles import Seat, new_branch
from campaigns.services.campaigns import create_campaign, invite, leave
from mordheim_site.accounts import services
from tests.campaigns.wars import enlisted, fell, war
from tests.security.test_outsiders import addresses
from warbands.selectors import exported
from warbands.services import proposal_create

JSON = "application/json"
# What names no single thing, or something that is everybody's.
PLAIN = {"first": 1, "last": 9, "form": "html", "table": "exploration", "uidb64": "x"}
PLAIN |= {"token": "x", "share": "x", "ledger": "partida", "chapter_id": "x"}
PLAIN |= {"rule_id": "P-TRN-01", "number": 1}
KEPT_ASIDE = {"sessions.session", "accounts.apitoken", "campaigns.idempotencykey"}
SENT = {
    **dict.fromkeys(("reason", "text", "answer", "note", "rule", "title", "name"), "x"),
    **dict.fromkeys(("version", "seq", "step", "from_seq", "to_seq", "gold", "n", "hours"), 1),
    "upheld": True,
    "role": "gm",
    "audience": "all",
    "kind": "story",
    "choice": "x",
    "question": "x",
    "decision": "x",
    "item": "dagger",
    "type": "warrior",
    "mode": "off",
    "side": "red",
    "orders": [{"order": "end_phase", "side": "red"}],
    "plan": {"steps": []},
    "parts": [{"source": "x"}],
    "changes": [{"drop": 1}],
    "warrior": "x",
    "winner": "red",
    "by": str(uuid4()),
    "judge": str(uuid4()),
    "seed": "x",
    "controller": "gm",
    "persona": "",
    "fighter": "x",
    "of": str(uuid4()),
    "password": "x",
}


@pytest.fixture
def world(campaign, tavern, marga, ana, berta, carla, stranger, member, say):
    """A private campaign with one of everything; Carla has left it; a stranger directs another."""
    crows, rats = enlisted(campaign, ana), enlisted(campaign, berta, "skaven_eshin", "Las Garras")
    battle = war(campaign, marga, Seat(crows.pk), Seat(rats.pk))
    branch = new_branch(battle, parent=battle.active_branch, from_seq=1, reason="x")
    draft = {"battle": battle, "branch": branch, "from_seq": 1, "version": 1, "changes": []}
    redo = Redo.objects.create(**draft, reason="x", created_by=marga)
    appeal = Appeal.objects.create(battle=battle, seq=1, user=ana, text="x")
    fought = fell(battle, marga, [])
    outbox.run_due(limit=500)
    post = say(ana, tavern, "Nieva.")
    today = datetime.date(2030, 1, 1)
    absence = Absence.objects.create(user=ana, first_day=today, last_day=today)
    board = LibraryBoard.objects.create(campaign=campaign, name="Foso", data={}, created_by=marga)
    named = {
        "campaign": campaign,
        "scene": tavern,
        "battle": fought,
        "post": post,
        "member": member(ana),
        "invitation": invite(user=marga, campaign_id=campaign.public_id).invitation,
        "feed": feeds.feed_create(user=ana, campaign_id=campaign.public_id).feed,
        "absence": absence,
        "channel": Channel.objects.create(user=ana, kind="webhook", address="https://x.example"),
        "appeal": appeal,
        "draft": redo,
        "ruling": Ruling.objects.create(
            campaign=campaign, rule="P-TRN-01", text="x", created_by=marga
        ),
        "note": GmNote.objects.create(campaign=campaign, text="x", author=marga),
        "report": Report.objects.create(
            reporter=ana, reported=berta, campaign=campaign, reason="x", evidence={}
        ),
        "board": board,
        "joining": JoinRequest.objects.create(campaign=campaign, warband=crows),
        "pairing": Pairing.objects.create(
            campaign=campaign, round=1, red=crows, blue=None, created_by=marga
        ),
    }
    ids = {name: row.public_id for name, row in named.items()}
    ids["aftermath"] = aftermath.aftermaths_of(fought)[0].pk
    ids["warband"], ids["fighter"] = crows.pk, crows.fighters.first().key
    data = json.dumps(exported(crows)).encode()
    ids["proposal"] = proposal_create(actor=ana, data=data, judge=marga.public_id).pk
    ids["user"] = uuid4()
    ids["request"] = ids["joining"]
    ids["public_id"] = services.issue_token(user=ana, name="x", scope="read")[0].public_id
    leave(user=carla, campaign_id=campaign.public_id)
    own = create_campaign(user=stranger, name="Otra")
    Membership.objects.create(campaign=own, user=carla, role=Role.GM)
    people = {"carla": carla, "stranger": stranger}
    return SimpleNamespace(ids=ids, people=people, own=own.public_id)


def rest_of(argument: str) -> str:
    return argument.removesuffix("_id") if argument not in (*PLAIN, "public_id") else argument


def path_of(name: str, arguments: list[str], ids: dict) -> str:
    return reverse(name, kwargs={one: PLAIN.get(one) or ids[rest_of(one)] for one in arguments})


def naming() -> list[tuple[str, list[str]]]:
    """The addresses with a name in them that nobody else should know."""
    return [one for one in addresses() if set(one[1]) - set(PLAIN)]


def everything() -> dict[str, list]:
    models = [one for one in apps.get_models() if one._meta.label_lower not in KEPT_ASIDE]
    rows = {one._meta.label: one._base_manager.order_by("pk").values_list() for one in models}
    return {label: list(found) for label, found in rows.items()}


def answer(client: Client, method: str, path: str, ids: dict) -> tuple:
    """Status, way and (of REST) words of an answer, names left out."""
    cache.clear()
    more = {"headers": {"If-Match": '"1"'}}
    if path.startswith("/api/"):
        more |= {"data": json.dumps(SENT), "content_type": JSON} if method != "get" else {}
    elif method == "post":
        more |= {"data": {key: str(value) for key, value in SENT.items()}}
    found = getattr(client, method)(path, **more)
    words = found.content.decode() if path.startswith("/api/") else ""
    told = [found.get("Location", ""), words]
    for id in ids.values():
        told = [text.replace(str(id), "ID") for text in told]
    told = [re.sub(r"[0-9a-f-]{36}", "ID", text) for text in told]
    return found.status_code, *told


@pytest.mark.parametrize("person", ["carla", "stranger"])
@pytest.mark.parametrize("through", ["theirs", "his own"])
def test_what_isnt_his_is_as_if_it_werent_there(world, api, person, through):
    page, rest = Client(), api(world.people[person])
    page.force_login(world.people[person])
    before, told = everything(), {}
    for name, arguments in naming():
        nobody = {one: "nobody" if one == "fighter" else uuid4() for one in world.ids}
        real = dict(world.ids)
        if through == "his own":
            if len(set(arguments) - set(PLAIN)) < 2 or not {"campaign", "campaign_id"} & {
                *arguments
            }:
                continue
            real["campaign"] = nobody["campaign"] = world.own
        for method in ("get", "post", "put", "patch", "delete"):
            client = rest if name.startswith("api:") else page
            if client is page and method not in ("get", "post"):
                continue
            answers = [
                answer(client, method, path_of(name, arguments, ids), ids) for ids in (real, nobody)
            ]
            if answers[0] != answers[1] or answers[0][0] >= 500:
                told[name, method] = answers
    assert told == {}
    after = everything()
    assert [label for label in before if before[label] != after[label]] == []


def test_every_name_is_known(world):
    asked = {rest_of(one) for _name, arguments in naming() for one in arguments} - set(PLAIN)
    assert asked == set(world.ids)


def test_who_has_business_there_is_answered_otherwise(world, marga, ana):
    """Or the comparison above would be blind."""
    told = set()
    for user in (marga, ana):
        page = Client()
        page.force_login(user)
        for name, arguments in naming():
            nobody = {one: "nobody" if one == "fighter" else uuid4() for one in world.ids}
            if name.startswith("api:"):
                continue
            answers = [
                answer(page, "get", path_of(name, arguments, ids), ids)
                for ids in (world.ids, nobody)
            ]
            told |= {name} if answers[0] != answers[1] else set()
    assert len(told) > 40, sorted(told)
