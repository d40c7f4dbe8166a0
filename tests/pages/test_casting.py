"""Magic on the sheet: a button a spell, who may be chosen, the radius, and what is sent."""

from __future__ import annotations

from django.http import QueryDict
from django.utils import translation

from campaigns.board_svg import twin
from campaigns.narration.names import Names
from campaigns.views.act_parts import Act
from campaigns.views.acts import acts_for
from campaigns.views.order_form import order_of
from rules import decode_order, legal_orders, order_from_native, refusal
from rules.battle.orders import Cast
from rules.battle.state import State
from tests.battle.world import begin, give, table, warrior


def chapel(*spells: str, **more: object) -> State:
    """A priest with a hurt friend near by and an enemy farther off."""
    priest = warrior("pri", "red", 30, 30, spells=spells, **more)
    friend, foe = warrior("fri", "red", 34, 30), warrior("foe", "blue", 40, 30)
    return begin(table(priest, friend, foe, phase="shooting"))


def acts(state: State, id: str = "pri") -> dict[str, Act]:
    found = acts_for(legal_orders(state, "red"), state, state.warriors[id], Names.of(state.setup))
    return {act.title: act for act in found}


def test_a_button_a_spell_by_its_name_in_the_readers_language() -> None:
    state = chapel("hammer_of_sigmar", "soulfire")
    with translation.override("es"):
        assert {"El Martillo de Sigmar", "Fuego Espiritual"} <= set(acts(state))
    with translation.override("en"):
        assert {"The Hammer of Sigmar", "Soulfire"} <= set(acts(state))


def test_what_it_needs_and_how_far_it_reaches() -> None:
    with translation.override("en"):
        fire = acts(chapel("soulfire"))["Soulfire"]
    assert fire.cast is not None
    assert (fire.cast.difficulty, fire.cast.radius, fire.cast.radius_told) == (9, 100, "10 cm")


def test_who_may_be_chosen_is_listed() -> None:
    with translation.override("en"):
        hand = acts(chapel("healing_hand"))["Healing Hand"]
    assert [target.warrior for target in hand.targets] == ["pri", "fri"]


def test_a_carried_spell_asks_for_a_place() -> None:
    with translation.override("en"):
        wings = acts(chapel("wings_of_darkness"))["Wings of Darkness"]
    assert wings.cast is not None
    assert wings.cast.point
    assert wings.limit == 30


def test_what_cannot_be_cast_says_why() -> None:
    with translation.override("en"):
        found = acts(chapel("soulfire", "spell_of_doom", "living_shadows"))
    assert found["The Living Shadows"].reason == "There is nobody to cast it at."


def test_after_casting_the_sheet_says_that_it_is_over() -> None:
    state = chapel("hammer_of_sigmar")
    after = give(state, Cast(side="red", warrior="pri", spell="hammer_of_sigmar"), cast=[1, 1])
    with translation.override("en"):
        assert acts(after.state)["Magic"].reason


def sent(state: State, query: str) -> Cast:
    native = order_of(QueryDict(query), "red", state)
    order = order_from_native(native, 1_000)
    assert isinstance(order, Cast)
    assert refusal(state, order) is None
    return order


def test_the_form_sends_a_target() -> None:
    state = chapel("healing_hand")
    order = sent(state, "kind=cast&warrior=pri&spell=healing_hand&target=fri")
    assert order.targets == ("fri",)


def test_the_form_sends_a_place() -> None:
    state = chapel("wings_of_darkness")
    order = sent(
        state, "kind=cast&warrior=pri&spell=wings_of_darkness&takes_point=1&x=30&y=50&z=0&legs="
    )
    assert order.point == (30_000, 50_000, 0)


def test_the_form_sends_a_choice() -> None:
    state = chapel("eye_of_god")
    order = sent(state, "kind=cast&warrior=pri&spell=eye_of_god&target=fri&choice=A")
    assert (order.targets, order.choice) == (("fri",), "A")


def test_the_words_of_the_board_say_who_is_under_a_spell() -> None:
    order = Cast(side="red", warrior="pri", spell="shield_of_faith")
    state = give(chapel("shield_of_faith"), order, cast=[3, 3]).state
    with translation.override("es"):
        told = {
            one.warrior: "".join(p.text for p in one.parts)
            for one in twin(state, Names.of(state.setup))
        }
    assert "bajo «Escudo de Fe»" in told["pri"]
    assert "Escudo" not in told["fri"]


def test_orders_come_back_from_json() -> None:
    raw = {"order": "cast", "side": "red", "warrior": "pri", "spell": "soulfire"}
    assert decode_order(raw) == Cast(side="red", warrior="pri", spell="soulfire")
