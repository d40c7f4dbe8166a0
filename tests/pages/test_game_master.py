"""The game master's tools by plain forms."""

import re
from types import SimpleNamespace

from django.test import Client

from campaigns import outbox
from campaigns.engine import state_of
from campaigns.models import Battle, EventRow
from campaigns.selectors.battles import battle_view
from campaigns.views.moments import moments_of
from tests.campaigns.wars import enlisted


def post(client: Client, place: SimpleNamespace, what: str, **data: str) -> str:
    data.setdefault("version", str(Battle.objects.get(pk=place.battle.pk).version))
    answer = client.post(f"/battles/{place.battle.public_id}/gm/{what}", data, follow=True)
    assert answer.status_code == 200
    place.battle.refresh_from_db()
    return answer.content.decode()


def test_a_warrior_is_changed_with_a_reason(fight: SimpleNamespace, as_gm: Client) -> None:
    warrior = next(iter(state_of(fight.battle).warriors))
    post(as_gm, fight, "adjust", warrior=warrior, status="stunned", reason="Resbala en el hielo")
    assert state_of(fight.battle).warriors[warrior].status == "stunned"
    page = as_gm.get(f"/scenes/{fight.scene.public_id}/").content.decode()
    assert "Resbala en el hielo" in page


def test_without_a_reason_nothing_is_changed(fight: SimpleNamespace, as_gm: Client) -> None:
    before = fight.battle.version
    warrior = next(iter(state_of(fight.battle).warriors))
    page = post(as_gm, fight, "adjust", warrior=warrior, status="stunned", reason=" ")
    assert fight.battle.version == before
    assert "message--error" in page


def test_the_battle_is_taken_back(fight: SimpleNamespace, as_gm: Client) -> None:
    moments = moments_of(battle_view(fight.gm, fight.battle.public_id))
    events = EventRow.objects.filter(battle=fight.battle).count()
    post(as_gm, fight, "rewind", to_seq=str(moments[-3].seq), reason="Regla mal leída")
    assert EventRow.objects.filter(battle=fight.battle).count() == events + 1
    page = as_gm.get(f"/scenes/{fight.scene.public_id}/").content.decode()
    assert "Regla mal leída" in page
    left = moments_of(battle_view(fight.gm, fight.battle.public_id))
    assert [one.seq for one in left] == [one.seq for one in moments[:-2]]


def test_what_going_back_would_undo_is_shown_first(fight: SimpleNamespace, as_gm: Client) -> None:
    moments = moments_of(battle_view(fight.gm, fight.battle.public_id))
    tools = f"/battles/{fight.battle.public_id}/gm"
    plain = as_gm.get(tools).content.decode()
    shown = as_gm.get(f"{tools}?to_seq={moments[-3].seq}").content.decode()
    there = f"replay?seq={moments[-3].seq}"
    assert there not in plain
    assert there in shown
    assert shown.count("<li>") == plain.count("<li>") + 2
    assert f'value="{moments[-3].seq}" selected' in shown
    before = fight.battle.version
    asked = post(as_gm, fight, "rewind", to_seq=str(moments[-3].seq), first="look")
    assert there in asked
    post(as_gm, fight, "rewind", to_seq=str(moments[-3].seq), first="redo")
    assert fight.battle.version == before


def test_a_side_gets_another_player(fight: SimpleNamespace, as_gm: Client) -> None:
    post(as_gm, fight, "seat", side="blue", player="gm")
    assert fight.battle.sides.get(side="blue").controller == "gm"


def test_the_game_master_gives_orders_for_a_side(fight: SimpleNamespace, as_gm: Client) -> None:
    fields = {"version": fight.battle.version, "ending": "combat", "as": "red", "text": ""}
    answer = as_gm.post(f"/battles/{fight.battle.public_id}/orders", fields, follow=True)
    assert answer.status_code == 200
    fight.battle.refresh_from_db()
    assert state_of(fight.battle).phase != "movement"


def test_a_battle_is_set_up_by_its_form(place: SimpleNamespace, as_gm: Client) -> None:
    as_gm.post(
        f"/battles/{place.battle.public_id}/gm/cancel", {"reason": "Otra vez será", "version": "0"}
    )
    answer = as_gm.post(
        f"/campaigns/{place.campaign.public_id}/battles/new",
        {
            "board": "plaza",
            "warband_1": str(place.crows.pk),
            "player_1": "member",
            "warband_2": str(place.rats.pk),
            "player_2": "server",
        },
        follow=True,
    )
    assert "Antes del primer dado" in answer.content.decode()


def test_more_than_two_sides_are_asked_for_where_somebody_wants_them(
    place: SimpleNamespace, as_gm: Client
) -> None:
    address = f"/campaigns/{place.campaign.public_id}/battles/new"
    assert "Más de dos bandos" not in as_gm.get(address).content.decode(), "there are two warbands"
    enlisted(place.campaign, place.player, name="Las Urracas")
    folded = '<details class="more">\n<summary>Más de dos bandos</summary>'
    page = re.sub(r"\s*\n\s*", "\n", as_gm.get(address).content.decode())
    assert folded in page
    assert page.index('id="warband-2"') < page.index(folded) < page.index('id="warband-3"')
    refused = as_gm.post(address, {"board": "plaza", "warband_3": str(place.rats.pk)})
    page = re.sub(r"\s*\n\s*", "\n", refused.content.decode())
    assert folded not in page, "what was chosen stands open"


def test_the_end_brings_the_aftermath_to_the_page(fight: SimpleNamespace, as_gm: Client) -> None:
    post(as_gm, fight, "end", winner="red", reason="Cae la noche")
    outbox.run_due(limit=1000)
    page = as_gm.get(f"/scenes/{fight.scene.public_id}/").content.decode()
    assert "Victoria: Los Cuervos" in page
    address = f"/battles/{fight.battle.public_id}/aftermath"
    assert page.count(f'href="{address}"') == 2, "above the thread, and at the thumb"
    assert "experiencia" in as_gm.get(address).content.decode()
