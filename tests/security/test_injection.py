"""Words that members write stay words: in posts, names, seeds, on the board and in the log."""

from html.parser import HTMLParser

import pytest
from django.test import Client

from campaigns.markup import render
from campaigns.services.battles import Seat, battle_create, battle_start
from campaigns.services.campaigns import enrol_warband
from campaigns.services.gm import gm_adjust
from campaigns.services.scenes import Voice
from mordheim_site.accounts.services import change_preferences
from warbands.services.presets import buy_preset
from warbands.services.roster import fighter_rename

NASTY = "\"><img src=x onerror=alert(1)>'{{ 7 }}</script><svg/onload=1>"
MARKDOWN = [
    NASTY,
    *("[x](javascript:alert(1))", "[x](data:text/html,<b>)", "<javascript:alert(1)>"),
    *('[a](https://e" onclick="x)', "[a](<https://e'%22onclick=1>)", "![x](x onerror=1)"),
    *("<div hx-get=/x hx-trigger=load>", "<style>*{}</style>", "[x]: javascript:1\n\n[x]"),
    *("[a](&#106;avascript:1)", '```" onload=1\n<b>\n```', "# <img src=x>", "<iframe src=//e>"),
]
LEADS = ("href", "src", "action", "formaction", "xlink:href", "data", "srcdoc")


class Dangers(HTMLParser):
    """What a page must not hold: handlers, inline scripts and styles, foreign schemes."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple] = []

    def handle_starttag(self, tag, attrs):
        names = dict(attrs)
        coat = tag == "img" and (names.get("src") or "").startswith("/arms.svg?of=")
        if (tag in ("iframe", "object", "embed", "style", "img") and not coat) or (
            tag == "script" and not names.get("src")
        ):
            self.found.append((tag, attrs))
        for name, value in attrs:
            scheme = (value or "").strip().partition(":")[0].lower()
            leads = name in LEADS and scheme in ("javascript", "data", "vbscript")
            if name.startswith("on") or name == "style" or leads:
                self.found.append((tag, name, value))


def dangers(html: str) -> list[tuple]:
    parser = Dangers()
    parser.feed(html)
    return parser.found


def test_the_detector_sees():
    assert len(dangers(f'<p title="{NASTY}">')) >= 2


@pytest.mark.parametrize("source", MARKDOWN)
def test_markdown_holds_nothing_that_acts(source):
    html = render(source)
    assert dangers(html) == []


@pytest.fixture
def nasty_war(public, marga, ana, tavern, say):
    """A battle in which everybody and everything is called something nasty."""
    for user in (marga, ana):
        change_preferences(user=user, display_name=NASTY[:60])
    bands = []
    for user, kind in ((ana, "reikland"), (marga, "skaven_eshin")):
        band = buy_preset(actor=user, type=kind, name=NASTY[:80])
        for fighter in band.fighters.all():
            fighter_rename(actor=user, warband=band, fighter=fighter.key, name=NASTY[:80])
        enrol_warband(user=user, campaign_id=public.public_id, warband_id=band.pk)
        bands.append(band)
    say(marga, tavern, *MARKDOWN[:10], voice=Voice(persona=NASTY[:80]))
    it = {"user": marga, "campaign_id": public.public_id, "board": "callejon", "title": NASTY}
    battle = battle_create(seats=[Seat(bands[0].pk), Seat(bands[1].pk, "gm")], **it)
    battle = battle_start(user=marga, battle_id=battle.public_id)
    gm_adjust(
        user=marga,
        battle_id=battle.public_id,
        warrior=battle.combatants.first().warrior,
        changes={"at": [5, 5, 0]},
        reason=NASTY,
        expected_version=battle.version,
    )
    public.name = public.description = NASTY
    public.save()
    return battle


def test_no_page_lets_it_act(nasty_war, public, tavern, marga, ana):
    battle, scene = nasty_war.public_id, nasty_war.scene.public_id
    someone = nasty_war.combatants.first().warrior
    band = ana.warbands.get().pk
    addresses = [
        *("/", "/campaigns/", "/warbands/", "/accounts/settings", "/api/docs/"),
        *(f"/campaigns/{public.public_id}/{page}" for page in ("", "scenes/new", "battles/new")),
        *(f"/scenes/{scene}/{query}" for query in ("", "?as_book=1&page=1", f"?warrior={someone}")),
        *(f"/battles/{battle}/{page}" for page in ("replay", "dice", "words", "gm")),
        *(f"/warbands/{band}/{page}" for page in ("", "?build=1", "books")),
        f"/scenes/{tavern.public_id}/",
    ]
    for user in (marga, ana):
        client = Client()
        client.force_login(user)
        for address in addresses:
            answer = client.get(address)
            assert answer.status_code in (200, 403), address
            assert dangers(answer.content.decode()) == [], address
            policy = answer["Content-Security-Policy"]
            assert "unsafe" not in policy
            assert "script-src 'self'" in policy
            assert answer["X-Frame-Options"] == "DENY"
