"""What undead captors make of a prisoner."""

from __future__ import annotations

import pytest

from tests.warbands.test_aftermath_services import asked, fresh, with_question
from warbands import services, store
from warbands.models import Warband
from warbands.selectors import aftermath_view, ledger_lines
from warbands.services import aftermath as aftermaths
from warbands.services.presets import buy_preset

pytestmark = pytest.mark.django_db


@pytest.fixture
def rats(berta) -> Warband:
    """The captors of these cases."""
    return buy_preset(actor=berta, type="undead", name="Muertos")


def captured(battle, reds):
    aftermath, hero = with_question(battle, reds, "captured")
    services.run_all(aftermath=aftermath)
    return aftermath, hero, asked(aftermath)


def test_he_joins_them_and_their_books_say_so(battle, reds, rats, berta) -> None:
    before = fresh(rats).rating
    size = store.load(rats).size
    aftermath, hero, question = captured(battle, reds)
    gear = {piece.item: piece.n for piece in hero.equipment.all()}
    services.answer(actor=berta, aftermath=aftermath, decision=question.id, choice="zombie")
    hero.refresh_from_db()
    captors = fresh(rats)
    zombie = captors.fighters.order_by("position").last()
    assert (hero.fate, zombie.type, zombie.hero) == ("sold", "zombie", False)
    assert zombie.name
    assert store.load(captors).size == size + 1
    assert (captors.rating, captors.stash) == (before + 5, gear)
    assert services.drift(captors) == services.drift(fresh(reds)) == []
    line = captors.ledger.get(kind="hire", item="zombie", fighter=zombie)
    assert (line.gold, line.rating) == (0, 5)
    told = " ".join(str(one) for step in aftermath_view(aftermath).steps for one in step.story)
    assert "ombi" in told
    assert all(one.kind != "ruling" for one in aftermaths.pending(aftermath))


def test_where_they_have_no_room_he_crumbles(battle, reds, rats, berta) -> None:
    rats.house_rules = {"warband.most": store.load(rats).size}
    rats.save()
    before = len(store.load(fresh(rats)).fighters)
    aftermath, _hero, question = captured(battle, reds)
    services.answer(actor=berta, aftermath=aftermath, decision=question.id, choice="zombie")
    captors = fresh(rats)
    assert len(store.load(captors).fighters) == before
    last = captors.ledger.last()
    assert (last.kind, last.item, last.reason, last.rating) == ("dismiss", "zombie", "no_room", 0)
    assert ledger_lines(captors)[-1].reason not in ("", "no_room")
