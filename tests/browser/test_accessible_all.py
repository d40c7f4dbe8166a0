"""axe has looked at every page that the site has: an address that nobody has listed here fails.

test_accessible goes where links lead a player and a game master (FOLLOWED); the rest is opened here
by its address (OPENED) or in the journey that it belongs to (ELSEWHERE).
"""

import json
import uuid
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.contrib.auth.tokens import default_token_generator
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from campaigns.models import Channel, ChannelKind, JoinRequest
from campaigns.services.aftermath import aftermaths_of
from campaigns.services.battles import Seat
from campaigns.services.campaigns import invite
from campaigns.services.corrections import post_correct
from campaigns.services.deliveries import unsubscribe_token
from campaigns.services.library import board_save
from campaigns.services.redo import redo_draft
from campaigns.services.safety import report_post
from campaigns.services.scenes import Part, post_create
from mordheim_site.accounts import mail
from tests.browser.test_accessible import FOLLOWED, faults
from tests.campaigns.wars import enlisted, fell, henchmen_of, war
from warbands import selectors
from warbands.services import proposal_create, warband_edit

ELSEWHERE = {
    "campaigns:hand_report": "test_by_hand",
    "campaigns:hand_revise": "test_by_hand",
    "campaigns:hand_amend": "test_by_hand",
    "docs": "made by Swagger, not by us",
}
NO_PAGE = set(
    """campaigns:book campaigns:scene_book campaigns:export campaigns:feed campaigns:dice_data
    campaigns:scene_dice_data campaigns:aftermath_dice_data warbands:dice_data warbands:arms
    warbands:export campaigns:metrics campaigns:readyz healthz schema
    campaigns:draft campaigns:play campaigns:pulse campaigns:notice_count campaigns:board_preview
    campaigns:battle campaigns:unread campaigns:scene_post""".split()
)
"""Files and data, parts of pages, ways that lead to a page at once."""


def addresses(resolver: Any = None, space: str = "") -> Iterator[tuple[str, URLPattern]]:
    """Every named address of the site but REST's and the administration's."""
    for one in (resolver or get_resolver()).url_patterns:
        if not isinstance(one, URLResolver):
            if one.name:
                yield space + one.name, one
        elif str(one.pattern) not in ("api/v1/", "admin/"):
            yield from addresses(one, f"{one.namespace}:" if one.namespace else space)


def takes_get(name: str, pattern: URLPattern, client: Client) -> bool:
    """Whether there is anything to be opened: what only takes forms refuses before all else."""
    some = {"UUID": uuid.UUID(int=0), "Int": 1, "Slug": "x", "String": "x"}
    kinds = {key: type(one).__name__ for key, one in pattern.pattern.converters.items()}
    ids = {key: some[kind.removesuffix("Converter")] for key, kind in kinds.items()}
    return client.get(reverse(name, kwargs=ids)).status_code != 405


def test_every_page_is_looked_at(ana: Any) -> None:
    client = Client()
    client.force_login(ana)
    opened = {name for name, one in addresses() if takes_get(name, one, client)}
    listed = FOLLOWED | set(OPENED) | set(ELSEWHERE)
    assert opened - listed - NO_PAGE == set(), "no axe looks at these"
    assert listed - opened == set(), "there are no such pages"


# --- pages by their addresses ---------------------------------------------------------------------

OPENED: dict[str, tuple[str, tuple[str, ...]]] = {
    "accounts:address_confirm": ("ana", ("change",)),
    "accounts:confirm": ("ana", ("confirmation",)),
    "accounts:password_reset_confirm": ("", ("uid", "reset")),
    "campaigns:aftermath": ("ana", ("over",)),
    "campaigns:aftermath_dice": ("ana", ("after",)),
    "campaigns:aftermath_guide": ("ana", ("after",)),
    "campaigns:battle_create": ("marga", ("campaign",)),
    "campaigns:board_edit": ("marga", ("campaign", "board")),
    "campaigns:board_new": ("marga", ("campaign",)),
    "campaigns:boards": ("marga", ("campaign",)),
    "campaigns:join_request": ("marga", ("campaign", "joining")),
    "campaigns:join": ("", ("invitation",)),
    "campaigns:log": ("ana", ("battle", "first", "last")),
    "campaigns:log_orders": ("ana", ("battle", "first", "last")),
    "campaigns:my_data": ("ana", ()),
    "campaigns:operator": ("marga", ()),
    "campaigns:post_correct": ("ana", ("tavern", "post")),
    "campaigns:post_edits": ("ana", ("tavern", "post")),
    "campaigns:redo": ("marga", ("battle",)),
    "campaigns:redo_draft": ("marga", ("battle", "draft")),
    "campaigns:report": ("marga", ("report",)),
    "campaigns:search": ("ana", ("campaign",)),
    "campaigns:table": ("", ("table",)),
    "campaigns:unsubscribe": ("", ("unsubscribe",)),
    "warbands:dice": ("ana", ("band",)),
    "warbands:proposal": ("ana", ("proposal",)),
    "warbands:public": ("", ("share",)),
}
"""Who opens a page, and what its address is made of (keys of `there`)."""


@pytest.fixture
def there(fight: SimpleNamespace, worker: Any) -> dict[str, Any]:
    """What the addresses name."""
    gm, ana, campaign, battle = fight.gm, fight.player, fight.campaign, fight.battle
    gm.is_staff = True
    gm.save()
    post = post_create(user=ana, scene_id=fight.tavern.public_id, parts=[Part("Llueve ceniza")])
    post_correct(user=ana, post_id=post.public_id, texts={0: "Llueve *ceniza*"})
    board = board_save(
        user=gm, campaign_id=campaign.public_id, name="Vacío", data={"size": [60, 60]}
    )
    before, last = battle.orders.order_by("-sequence")[:2][::-1]
    draft = redo_draft(
        user=gm,
        battle_id=battle.public_id,
        from_seq=before.last_seq,
        changes=[{"drop": last.sequence}],
        reason="De otro modo",
        expected_version=battle.version,
    )
    urracas = enlisted(campaign, ana, name="Las Urracas")
    claws = enlisted(campaign, gm, "skaven_eshin", "Las Garras")
    over = war(campaign, gm, Seat(urracas.pk), Seat(claws.pk, "server"))
    fell(over, gm, henchmen_of(over, "blue")[:1])
    worker()
    crows = warband_edit(actor=ana, warband=fight.crows, shared=True)
    data = json.dumps(selectors.exported(crows)).encode()
    return {
        "campaign": campaign.public_id,
        "battle": battle.public_id,
        "tavern": fight.tavern.public_id,
        "post": post.public_id,
        "board": board.public_id,
        "draft": draft.public_id,
        "report": report_post(user=gm, post_id=post.public_id, reason="Feo").public_id,
        "first": last.first_seq,
        "last": last.last_seq,
        "over": over.public_id,
        "after": next(one for one in aftermaths_of(over) if one.warband == urracas).pk,
        "band": fight.crows.pk,
        "share": crows.share,
        "joining": JoinRequest.objects.create(campaign=campaign, warband=urracas).public_id,
        "proposal": proposal_create(actor=ana, data=data).pk,
        "table": "exploration",
        "invitation": invite(user=gm, campaign_id=campaign.public_id).token,
        "confirmation": mail.confirmation_token(ana),
        "change": mail.change_token(ana, "otra@example.org"),
        "uid": urlsafe_base64_encode(force_bytes(ana.pk)),
        "reset": default_token_generator.make_token(ana),
        "unsubscribe": unsubscribe_token(
            Channel.objects.create(user=ana, kind=ChannelKind.WEBHOOK, address="https://x.example")
        ),
    }


@pytest.mark.browser
def test_axe_finds_nothing_where_no_link_leads(
    window: Any, log_in: Any, fight: SimpleNamespace, there: dict[str, Any]
) -> None:
    axe, wrong, windows = Axe(), {}, {"": window()}
    for who, user in (("ana", fight.player), ("marga", fight.gm)):
        windows[who] = window()
        log_in(windows[who], user)
    for name, (who, keys) in OPENED.items():
        page = windows[who]
        answer = page.goto(reverse(name, args=[there[key] for key in keys]))
        assert answer.status == 200, name
        if found := faults(page, axe):
            wrong[name] = found
    assert wrong == {}, json.dumps(wrong, indent=1)
