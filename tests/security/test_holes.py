"""Ways in that were open once, each by name."""

import io
import os
import socket
import stat
import struct
import threading
import zipfile

import pytest
from defusedxml import ElementTree
from django.test import Client

from campaigns.models import Membership, Role
from campaigns.services import feeds
from campaigns.services.battles import new_branch
from campaigns.services.campaigns import create_campaign, enrol_warband, leave, set_role
from campaigns.services.members import treasury_correct
from mordheim_site import archive, outgoing
from mordheim_site.errors import ServiceError
from mordheim_site.logs import without_keys
from tests.campaigns.tables import begun
from tests.campaigns.wars import enlisted
from tests.security.test_outsiders import addresses, filled
from warbands import selectors, services
from warbands.exchange.bounds import BadFile
from warbands.exchange.opening import opened
from warbands.models import Proposal

INSIDE = """64:ff9b::7f00:1 64:ff9b::a9fe:a9fe 64:ff9b:1::a00:1 ::7f00:1 fec0::1 ::ffff:0:7f00:1
    5f00::1 2001::1 2002:7f00:1:: ::ffff:10.0.0.1""".split()


@pytest.mark.parametrize("address", INSIDE)
def test_no_way_of_writing_an_inner_address_leads_inside(monkeypatch, address):
    found = [(socket.AF_INET6, 1, 6, "", (address, 443, 0, 0))]
    monkeypatch.setattr(outgoing.socket, "getaddrinfo", lambda *_, **__: found)
    with pytest.raises(outgoing.Refused):
        outgoing.addresses_of("example.org", 443)


def test_who_answers_letter_by_letter_is_cut_off(monkeypatch, settings):
    """Each letter in time, and no end of them: a worker would wait for ever."""
    settings.WEBHOOK_ALLOWED_HOSTS = ["127.0.0.1"]
    monkeypatch.setattr(outgoing, "AT_MOST", 0.3)
    monkeypatch.setattr(outgoing, "TIMEOUT", 5)
    over = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as server:

        def drip():
            peer, _address = server.accept()
            with peer:
                peer.sendall(b"HTTP/1.1 200 OK\r\n")
                while not over.wait(0.05):
                    try:
                        peer.sendall(b"X-A: b\r\n"[:1])
                    except OSError:
                        return

        dripping = threading.Thread(target=drip, daemon=True)
        dripping.start()
        try:
            with pytest.raises(outgoing.Unreachable):
                outgoing.post(f"http://127.0.0.1:{server.getsockname()[1]}/", b"{}", {})
        finally:
            over.set()
        dripping.join(5)


@pytest.mark.parametrize("way", [zipfile.ZIP_DEFLATED, zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2])
def test_a_damaged_or_strange_archive_is_refused(way):
    """Some ways of packing may ask for gigabytes; damage has as many errors as there are ways."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", way) as made:
        made.writestr("a.ros", b"<roster>of wolves and crows and wolves</roster>" * 20)
    data = bytearray(out.getvalue())
    if way == zipfile.ZIP_DEFLATED:
        data[40:48] = b"\xff" * 8
    else:
        data = struct.pack(f"{len(data)}s", bytes(data))
    with pytest.raises(BadFile) as refused:
        opened(bytes(data))
    assert refused.value.code == "bad_archive"


def test_why_a_draft_was_begun_is_the_game_masters(public, marga, ana, berta, api):
    from campaigns.models import Redo, RedoStatus

    battle = begun(public, marga, red=ana, blue=berta)
    branch = new_branch(battle, parent=battle.active_branch, from_seq=1, reason="Miente Berta")
    made = {"battle": battle, "branch": branch, "from_seq": 1, "version": 1}
    draft = Redo.objects.create(**made, reason="Miente Berta", created_by=marga)
    path = f"/api/v1/battles/{battle.public_id}/dice"
    for user, reads in ((marga, True), (berta, False), (None, False)):
        text = api(user).get(path).content.decode()
        assert ("Miente Berta" in text) == reads
        assert branch.commitment in text  # ... but that it has dice of its own, everybody
    draft.status = RedoStatus.PUBLISHED
    draft.save()
    assert "Miente Berta" in api(berta).get(path).content.decode()


def test_no_letter_breaks_feeds_and_books_for_all(public, tavern, ana, say):
    say(ana, tavern, "Nieva\x0b\x01\ufffe en la \x1fplaza")
    token = feeds.feed_create(user=ana, campaign_id=public.public_id).token
    feed = Client().get(f"/feeds/{token}.atom")
    assert feed.status_code == 200
    ElementTree.fromstring(feed.content)
    client = Client()
    client.force_login(ana)
    book = client.get(f"/campaigns/{public.public_id}/book.epub")
    with zipfile.ZipFile(io.BytesIO(book.content)) as files:
        for name in files.namelist():
            if name.endswith((".xhtml", ".opf", ".xml")):
                ElementTree.fromstring(files.read(name))


def test_addresses_that_are_keys_stand_in_no_log():
    """A new address with a key in it fails until mordheim_site.logs.KEYS knows it."""
    key = "c1aveSecreta-_0"
    held = [one for one in addresses() if {"token", "share"} & set(one[1])]
    assert held
    for name, arguments in held:
        path = filled(name, arguments, token=key, share=key)
        line = without_keys(f'"GET {path} HTTP/1.1" 200 "https://x.example{path}"')
        assert key not in line, name
        assert line.endswith('"')


def test_the_web_servers_log_has_no_keys():
    from datetime import timedelta
    from types import SimpleNamespace

    from gunicorn.config import Config

    from mordheim_site.access_log import AccessLog

    told = AccessLog(Config()).atoms(
        SimpleNamespace(status="200 OK", headers=[], sent=1),
        SimpleNamespace(headers=[("REFERER", "https://x.example/join/secreta")]),
        {
            "REQUEST_METHOD": "GET",
            "RAW_URI": "/feeds/secreta.atom",
            "PATH_INFO": "/feeds/secreta.atom",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "HTTP_REFERER": "https://x.example/join/secreta",
        },
        timedelta(seconds=1),
    )
    assert "secreta" not in str(told)
    assert told["s"] == "200"


@pytest.mark.django_db(transaction=True)
def test_a_backup_is_for_its_owners_eyes_only(tmp_path, ana):
    before = os.umask(0o022)
    try:
        archive.save(tmp_path / "copia.tar.gz")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "copia.tar.gz").stat().st_mode) == 0o600


def proposed(ana, judge) -> Proposal:
    import json

    band = enlisted_alone(ana)
    data = json.dumps(selectors.exported(band)).encode()
    return services.proposal_create(actor=ana, data=data, judge=judge.public_id)


def enlisted_alone(ana):
    from warbands.services.presets import buy_preset

    return buy_preset(actor=ana, type="reikland", name="Los Cuervos")


def test_who_directs_no_more_judges_no_more(campaign, marga, ana, berta, member):
    member(berta).role = Role.GM
    Membership.objects.filter(campaign=campaign, user=berta).update(role=Role.GM)
    proposal = proposed(ana, berta)
    assert selectors.proposal_for(berta, proposal.pk) == proposal
    set_role(
        user=marga,
        campaign_id=campaign.public_id,
        member_id=member(berta).public_id,
        role=Role.PLAYER,
    )
    for call in (services.proposal_accept, services.proposal_decline):
        with pytest.raises(ServiceError) as refused:
            call(actor=berta, proposal=proposal.pk)
        assert refused.value.status == 404
    with pytest.raises(ServiceError):
        selectors.proposal_for(berta, proposal.pk)
    assert not selectors.proposals_for(berta).exists()
    services.proposal_submit(actor=ana, proposal=proposal.pk, judge=marga.public_id)
    leave(user=ana, campaign_id=campaign.public_id)
    assert not selectors.proposals_for(marga).exists()


def test_what_one_grants_oneself_elsewhere_isnt_taken_along(campaign, ana, marga):
    """Everybody is a game master somewhere: gold that he gives himself there stays there."""
    own = create_campaign(user=ana, name="La mía")
    rich = services.proposal_accept(actor=ana, proposal=proposed(ana, ana).pk)
    crows = enlisted(own, ana, name="Otros Cuervos")
    gift = {"gold": 5_000, "reason": "Porque sí"}
    treasury_correct(user=ana, campaign_id=own.public_id, warband_id=crows.pk, **gift)
    Membership.objects.create(campaign=own, user=marga, role=Role.GM)
    leave(user=ana, campaign_id=own.public_id)
    here = {"campaign_id": campaign.public_id}
    for band in (rich, crows):
        with pytest.raises(ServiceError) as refused:
            enrol_warband(user=ana, warband_id=band.pk, **here)
        assert refused.value.code == "judged_elsewhere"
    enrol_warband(user=marga, warband_id=crows.pk, **here)  # the game master here says so
    judged = services.proposal_accept(actor=marga, proposal=proposed(ana, marga).pk)
    enrol_warband(user=ana, warband_id=judged.pk, **here)


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        '{"size": [60, 60], "terrain": ' + '{"a":' * 40_000,
        '{"size": [60, 60], "terrain": [], "x": "\\u0000"}',
        '{"size": [60, 60], "terrain": [], "x": NaN}',
    ],
)
def test_a_form_reads_no_more_json_than_rest(campaign, marga, text):
    client = Client()
    client.force_login(marga)
    path = f"/campaigns/{campaign.public_id}/boards"
    assert client.post(f"{path}/new", {"data": text, "name": "Foso"}).status_code == 409
    assert client.post(f"{path}/try", {"data": text}).status_code == 200
    assert not campaign.library_boards.exists()


@pytest.mark.django_db
@pytest.mark.parametrize(
    "name", ["@everyone", "<!channel>", "<@1234>", "[Entra](https://x.example)"]
)
def test_no_name_calls_a_whole_chat(monkeypatch, ana, campaign, name):
    """What others call their scenes and warbands goes into the reader's own chat."""
    import apprise

    from campaigns import outbox
    from campaigns.notices import tell
    from campaigns.services.notice_settings import channel_add
    from campaigns.services.scenes import create_scene

    sent = []

    class Chat:
        def notify(self, body: str, title: str) -> bool:
            sent.append(body)
            return True

    monkeypatch.setattr(apprise.Apprise, "instantiate", lambda address: Chat())
    channel_add(user=ana, kind="chat", address=f"discord://{'1' * 18}/{'t' * 68}")
    scene = create_scene(user=ana, campaign_id=campaign.public_id, title=name)
    tell("battle_over", [ana.pk], key="x", scene=scene)
    outbox.run_due(limit=50)
    (body,) = sent
    assert name not in body
    assert "http" in body


def test_dice_for_the_game_master_cant_be_worked_out(public, tavern, ana, berta, say, api):
    """What was asked for stands in the text: with the secret, shown at the end, that was enough."""
    import rules
    from campaigns.models import Audience, PostPart, PostRoll
    from campaigns.services.rolls import dice_of_roll, facts_of, throws_in
    from campaigns.services.scenes import Part

    say(ana, tavern, "Busca [12D6 huellas, GM]", Part("[12D6]", Audience.GM), "[12D6]")
    rolls = list(PostRoll.objects.order_by("number"))
    assert len(rolls) == 3
    told = str(api(berta).get(f"/api/v1/scenes/{tavern.public_id}/dice").json())
    for roll in rolls:
        part = PostPart.objects.get(pk=roll.part_id)
        (throw,) = throws_in(part.source)
        guessed = dice_of_roll(roll, rules.encode(throw.facts(part.post)))
        known = list(guessed.roll("random_pick", 12)) == roll.faces
        assert known == (part.audience == Audience.ALL and not roll.gm_only)
        assert not roll.salt or roll.salt not in told
        assert list(dice_of_roll(roll, facts_of(roll)).roll("random_pick", 12)) == roll.faces


def test_whose_trading_a_game_master_ends_stands_in_the_record(campaign, marga, ana, berta):
    from campaigns import outbox
    from campaigns.models import GmAction
    from campaigns.services import aftermath
    from campaigns.services.battles import Seat
    from tests.campaigns.wars import fell, war

    crows, rats = enlisted(campaign, ana), enlisted(campaign, berta, "skaven_eshin", "Las Garras")
    battle = fell(war(campaign, marga, Seat(crows.pk), Seat(rats.pk)), marga, [])
    outbox.run_due(limit=500)
    one = next(a for a in aftermath.aftermaths_of(battle) if a.warband.owner == ana)
    with pytest.raises(ServiceError) as refused:
        aftermath.aftermath_leave_market(user=berta, aftermath_id=one.pk)
    assert refused.value.code == "not_yours"
    acts = GmAction.objects.filter(action="aftermath_leave_market")
    aftermath.aftermath_leave_market(user=ana, aftermath_id=one.pk)
    assert acts.count() == 0
    aftermath.aftermath_leave_market(user=marga, aftermath_id=one.pk)
    assert acts.get().user == marga


def test_every_resource_reads_the_same_json(api, ana):
    """One with a parser of its own falls over what all others refuse."""
    client = api(ana)
    client.raise_request_exception = False
    failed = {}
    for name, arguments in addresses():
        if name.startswith("api:"):
            for body in ("[" * 100_000, '{"name": NaN}', '{"name": "\\ud800"}'):
                sent = {"data": body, "content_type": "application/json"}
                answer = client.post(filled(name, arguments), **sent)
                if answer.status_code not in (400, 404, 405):
                    failed[name, body[:20]] = answer.status_code
    assert failed == {}
