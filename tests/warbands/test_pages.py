"""The roster as a page: what it says, what it keeps to itself, what it costs."""

from __future__ import annotations

import msgspec
import pytest
from django.utils.translation import override

from rules.roster.ledger import Line
from warbands import heraldry, selectors, services, store
from warbands.models import Warband
from warbands.selectors.ledger import reason_in_words
from warbands.services.books import enter

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nobody_vouches(monkeypatch):
    from warbands.selectors import access

    monkeypatch.setattr(access, "GRANTS", [])


def now(row: Warband):
    """The roster as it is stored now."""
    return store.load(Warband.objects.get(pk=row.pk))


def page(client, address: str, status: int = 200) -> str:
    answer = client.get(address)
    assert answer.status_code == status
    return answer.content.decode()


def test_the_roster_says_why(client, ana, reds) -> None:
    client.force_login(ana)
    text = page(client, f"/warbands/{reds.pk}/")
    assert "¿Por qué 33 coronas de oro?" in text
    assert "¿Por qué una valoración de 86?" in text
    assert "3 × 33 = 99" in text
    gold = selectors.gold_by_kind(reds)
    assert sum(total for _name, total in gold) == reds.treasury
    worth = selectors.rating_by_fighter(selectors.roster_sheet(reds))
    assert sum(n for _name, n in worth) == reds.rating


def test_the_roster_explains_what_it_names(client, ana, reds) -> None:
    client.force_login(ana)
    text = page(client, f"/warbands/{reds.pk}/")
    (meanings,) = text.split('id="meanings"')[1:]
    assert "<dt>Disciplina militar</dt><dd>Un jefe cuyo Liderazgo llega a 30 cm.</dd>" in meanings
    assert "<dt>Parada</dt><dd>Quien la lleva puede parar un golpe.</dd>" in meanings


def test_a_public_page_is_opened_and_closed_by_its_owner(client, ana, berta, reds) -> None:
    services.warband_edit(actor=ana, warband=reds, notes="El oro está bajo la losa.")
    client.force_login(berta)
    assert client.post(f"/warbands/{reds.pk}/share", {"shared": "1"}).status_code == 404
    client.force_login(ana)
    client.post(f"/warbands/{reds.pk}/share", {"shared": "1"})
    reds.refresh_from_db()
    word = reds.share
    assert len(word) >= 20
    client.logout()
    answer = client.get(f"/b/{word}")
    text = answer.content.decode()
    assert answer["X-Robots-Tag"] == "noindex"
    assert "Otto Brandt" in text
    for secret in ("losa", "coronas de oro", "Ana", str(reds.pk), "export", "105"):
        assert secret not in text, secret
    page(client, f"/warbands/{reds.pk}/", 404)
    client.force_login(ana)
    client.post(f"/warbands/{reds.pk}/share", {"shared": "0"})
    page(client, f"/b/{word}", 404)
    client.post(f"/warbands/{reds.pk}/share", {"shared": "1"})
    assert Warband.objects.get().share != word  # who had the old address has nothing


def test_nobody_guesses_a_page_that_is_not_open(client, reds) -> None:
    for word in ("None", "null", "0", str(reds.pk), "x" * 300):
        page(client, f"/b/{word}", 404)


def test_battles_and_kills_are_counted(ana, reds, rats, battle) -> None:
    ours = store.load(reds)
    otto, theirs = ours.active[0], store.load(rats)
    foe = theirs.active[0].warrior_ids()[0]
    report = battle(out={foe: otto.warrior_ids()[0]})
    made = services.start(battle_ref="b1", warband=reds, outcome=report)
    services.run_all(aftermath=made)
    names = {fighter.key: fighter.name for fighter in ours.fighters}
    found = selectors.lives(reds, names)
    assert (found[otto.key].battles, found[otto.key].kills) == (1, 1)
    assert any("Otto" in line for deed in found[otto.key].deeds for line in deed.lines)
    assert sum(life.kills for life in found.values()) == 1
    assert not selectors.lives(reds, {}, told=False)[otto.key].deeds


def test_the_queries_of_a_roster_do_not_grow(client, ana, reds) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    client.force_login(ana)
    with CaptureQueriesContext(
        connection,
    ) as few:
        page(client, f"/warbands/{reds.pk}/")
    services.fighter_hire(actor=ana, warband=reds, type="warrior", name="Uno")
    with CaptureQueriesContext(connection) as many:
        page(client, f"/warbands/{reds.pk}/")
    assert len(many) <= len(few)
    with CaptureQueriesContext(connection) as building:
        page(client, f"/warbands/{reds.pk}/?build=1")
    assert len(building) <= len(few)


def test_the_builder_by_script_and_without(client, ana) -> None:
    client.force_login(ana)
    made = services.warband_create(actor=ana, type="pit_fighters", name="Arena")
    address = f"/warbands/{made.pk}/build"
    answer = client.post(address, {"do": "hire pit_king", "name": "Rey"}, HTTP_HX_REQUEST="true")
    text = answer.content.decode()
    assert answer.status_code == 200
    assert text.lstrip().startswith('<div id="builder"')
    assert "hx-swap-oob" in text
    key = now(made).active[0].key
    plain = client.post(address, {"do": "kit orc_style", "fighter": key})
    assert plain.status_code == 302
    assert plain["Location"].endswith(f"?build=1&open={key}#{key}")
    assert now(made).active[0].kit.id == "orc_style"
    refused = client.post(
        address, {"do": "kit orc_style", "fighter": key}, HTTP_HX_REQUEST="true"
    ).content.decode()
    assert "message--error" in refused
    client.post(address, {"do": "return_kit", "fighter": key})
    assert now(made).treasury == 500 - store_cost(made)
    client.post(address, {"do": "suggest", "fighter": key})
    assert now(made).active[0].name != "Rey"
    client.post(address, {"do": "note", "fighter": key, "notes": "Zurdo."})
    assert made.fighters.get(key=key).notes == "Zurdo."
    client.post(address, {"do": "edit", "name": "Foso", "notes": "Arena roja."})
    made.refresh_from_db()
    assert (made.name, made.notes) == ("Foso", "Arena roja.")
    assert client.post(address, {"do": "explode"}).status_code == 404
    header = client.post(address, {"do": "dismiss", "fighter": key, "open": "a\r\nX-Evil: 1"})
    assert "X-Evil" not in header


def test_only_a_draft_dismisses_at_one_tap(client, ana, reds) -> None:
    client.force_login(ana)
    asks = "No hay vuelta atrás"
    made = services.warband_create(actor=ana, type="reikland", name="Nuevos")
    services.fighter_hire(actor=ana, warband=made, type="mercenary_captain", name="Uno")
    draft = page(client, f"/warbands/{made.pk}/")
    assert 'value="dismiss"' in draft
    assert asks not in draft
    enlisted = page(client, f"/warbands/{reds.pk}/?build=1")
    assert enlisted.count('value="dismiss"') == enlisted.count(asks) > 0


def store_cost(made) -> int:
    from rules.catalogue import load_catalogue

    roster = now(made)
    kinds = load_catalogue().warbands[roster.type]
    return sum(kinds.fighter(f.type).cost for f in roster.active)


def test_moving_gear_through_the_page(client, ana, reds) -> None:
    client.force_login(ana)
    roster = now(reds)
    otto, greta = roster.active[0].key, roster.active[1].key
    address = f"/warbands/{reds.pk}/build"
    client.post(address, {"do": "stow pistol", "fighter": otto})
    assert now(reds).stash == {"pistol": 1}
    client.post(address, {"do": "issue pistol", "to-pistol": greta})
    after = now(reds)
    assert (after.stash, after.fighter(greta).equipment["pistol"]) == ({}, 1)
    assert services.drift(Warband.objects.get(pk=reds.pk)) == []


def test_a_name_draws_the_same_arms_every_time() -> None:
    assert heraldry.device("Los Cuervos") == heraldry.device("los  cuervos")
    assert heraldry.device("Ánima") == heraldry.device("ANIMA")
    drawn = {heraldry.device(f"Banda {number}") for number in range(200)}
    assert len(drawn) > 190
    svg = heraldry.svg('"><script>', title='"><script>')
    assert "<script" not in svg
    assert "style=" not in svg


def test_metal_lies_on_colour_and_colour_on_metal() -> None:
    """So that they differ in lightness, for whoever sees no hue."""

    def light(colour: str) -> float:
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    for number in range(200):
        arms = heraldry.device(f"Banda {number}")
        pairs = [(arms.field, arms.other), (arms.charge_colour, "#f4efe4")]
        for one, two in pairs:
            bright, dark = sorted((light(one), light(two)), reverse=True)
            assert (bright + 0.05) / (dark + 0.05) >= 4.5, arms


@pytest.mark.parametrize("language", ["es", "en"])
def test_every_kind_has_a_line_and_names(language: str) -> None:
    from rules.catalogue import load_catalogue
    from warbands.blurbs import BLURBS
    from warbands.christening import company_name, fighter_name

    with override(language):
        assert BLURBS.keys() == load_catalogue().warbands.keys()
        for row in load_catalogue().warbands.values():
            for kind in (*row.fighters, *row.hired):
                name = fighter_name(row.id, kind, seed="x")
                assert name == fighter_name(row.id, kind, seed="x")
                assert 2 <= len(name) <= 60
                assert fighter_name(row.id, kind, seed="x", taken={name}) != name
        assert " de el " not in " ".join(company_name(seed=str(n)) for n in range(200))


def test_arms_are_a_picture_that_is_kept(client) -> None:
    answer = client.get("/arms.svg", {"of": "Los Cuervos <script>"})
    assert answer["Content-Type"] == "image/svg+xml"
    assert "immutable" in answer["Cache-Control"]
    assert b"<script" not in answer.content
    assert answer.content == client.get("/arms.svg", {"of": "los cuervos <SCRIPT>"}).content


def test_the_books_are_in_words(client, ana, reds) -> None:
    """Whatever the program enters as a reason has words in Spanish; a game master's are his."""
    causes = """exploration scenario sold wyrdstone upkeep ransom pit_fight corpse prisoners sell
        sacrifice dead captured dismissed retired imported daemon_summoner spell_of_awakening"""
    with override("es"):
        for code in causes.split():
            assert reason_in_words("gain", code) != code, code
        assert reason_in_words("correction", "dead") == "dead"
        assert reason_in_words("gain", "lo que sea") == "lo que sea"


def test_the_books_show_number_price_stones_and_stash(client, ana, reds) -> None:
    roster = now(reds)
    lines = [
        Line(kind="gain", n=2, wyrdstone=2, reason="exploration"),
        Line(kind="gain", item="axe", n=3, stash=3, reason="corpse"),
    ]
    after = msgspec.structs.replace(roster, wyrdstone=2, stash={"axe": 3})
    enter(reds, after, lines)
    client.force_login(ana)
    text = page(client, f"/warbands/{reds.pk}/books")
    for shown in ("3 × 3 = 9 co", "+2 piedra bruja", "+3 en el almacén", "exploración"):
        assert shown in text, shown
    assert "exploration" not in text


def test_a_rating_is_explained_to_the_last_point(ana, reds) -> None:
    Warband.objects.filter(pk=reds.pk).update(finds=[{"id": "daemon_summoner"}])
    roster = now(reds)
    enter(reds, roster, [Line(kind="gain", rating=30, reason="daemon_summoner")])
    sheet = selectors.roster_sheet(reds)
    assert sum(n for _name, n in selectors.rating_by_fighter(sheet)) == sheet.warband.rating


def test_an_heirloom_is_chosen_and_given_back_on_the_page(client, ana) -> None:
    row = services.warband_create(actor=ana, type="kislevites", name="K")
    services.fighter_hire(actor=ana, warband=row, type="druzhina_captain", name="Iván")
    captain = row.fighters.get()
    client.force_login(ana)
    address = f"/warbands/{row.pk}/build"
    text = page(client, f"/warbands/{row.pk}/")
    assert 'name="heirloom"' in text
    full = Warband.objects.get(pk=row.pk).treasury
    client.post(address, {"do": "gift", "fighter": captain.key, "heirloom": "sword"})
    assert now(row).treasury == full - 5
    text = page(client, f"/warbands/{row.pk}/")
    assert 'name="heirloom"' not in text
    assert "Su herencia: Espada" in text
    client.post(address, {"do": "return_gift", "fighter": captain.key})
    assert now(row).treasury == full
