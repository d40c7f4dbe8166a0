"""What the server's benchmarks are run against, made through the product's own services."""

from __future__ import annotations

import secrets
from typing import Any

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.core.management import call_command
from django.db.models import Count
from django.urls import reverse

from campaigns.models import Battle, BattleStatus
from campaigns.selectors.scenes import POSTS_A_PAGE
from campaigns.services.battles import Seat, battle_create, battle_start
from campaigns.services.campaigns import create_campaign, enrol_warband
from campaigns.services.scenes import Part, post_create
from mordheim_site.accounts.models import User
from mordheim_site.accounts.services import issue_token, sign_up
from warbands.services.presets import buy_preset

BACKEND = "django.contrib.auth.backends.ModelBackend"
BOARD = "plaza"
WRITTEN = (
    "La niebla no se levantó hasta que se hubo ido el último. *¿Y el cofre?* [2D6 buscar el cofre, "
    "dificultad 7] Nadie quiso volver a por él, y menos de noche."
)


def finished_battle_page() -> str:
    """The address of a page of 20 posts: the demo's longest finished battle, which is public.

    What its turns lack to twenty its players write, with dice.
    """
    call_command("demo")
    closed = Battle.objects.filter(status=BattleStatus.CLOSED, by_hand=False)
    battle = closed.annotate(posts=Count("scene__posts")).order_by("-posts").first()
    if battle is None:
        raise RuntimeError("the demo has no finished battle")
    writers = [User.objects.get(username=name) for name in ("rival", "demo")]
    for number in range(battle.posts, POSTS_A_PAGE):
        text = Part(f"**{number}.** {WRITTEN}")
        post_create(user=writers[number % 2], scene_id=battle.scene.public_id, parts=[text])
    return reverse("campaigns:scene", args=[battle.scene.public_id]) + "?page=1"


def log_in(username: str) -> str:
    """The session key of a user who has logged in."""
    user = User.objects.get(username=username)
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = BACKEND
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    return str(session.session_key)


def master() -> tuple[User, str]:
    """A game master who owns whatever fights, and a token's key."""
    user = sign_up(
        username="benchmark", email="benchmark@example.org", password=secrets.token_hex(16)
    )
    return user, issue_token(user=user, name="benchmark")[1]


def running_battles(user: Any, count: int) -> list[Battle]:
    """Started battles, both sides of each played by `user`; nobody is deployed yet."""
    campaign = create_campaign(user=user, name="Benchmark", is_public=True)
    found = []
    for number in range(count):
        warbands = []
        for kind in ("reikland", "skaven_eshin"):
            warband = buy_preset(actor=user, type=kind, name=f"{kind} {number}")
            enrol_warband(user=user, campaign_id=campaign.public_id, warband_id=warband.pk)
            warbands.append(warband)
        battle = battle_create(
            user=user,
            campaign_id=campaign.public_id,
            board=BOARD,
            title=f"Benchmark {number}",
            seats=[Seat(warband.pk, "member") for warband in warbands],
        )
        found.append(battle_start(user=user, battle_id=battle.public_id))
    return found
