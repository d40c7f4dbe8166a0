"""Building a warband: bought, refused, enlisted, its books always right."""

from __future__ import annotations

import pytest
from django.utils import translation

from mordheim_site.errors import ServiceError
from rules.catalogue import load_catalogue
from warbands import services, store
from warbands.models import Fighter, LedgerEntry, Warband
from warbands.models.ledger import AppendOnly

pytestmark = pytest.mark.django_db


def fresh(row: Warband) -> Warband:
    return Warband.objects.get(pk=row.pk)


def test_a_new_warband_has_its_gold_and_one_line(draft, ana) -> None:
    row = fresh(draft)
    assert (row.owner, row.treasury, row.rating, row.status) == (ana, 500, 0, "draft")
    assert [(e.kind, e.total, e.gold) for e in row.ledger.all()] == [("found", 500, 500)]


def test_some_warbands_start_with_more(ana) -> None:
    row = services.warband_create(actor=ana, type="marienburg", name="M")
    assert row.treasury == load_catalogue().warbands["marienburg"].gold == 600


def test_an_unknown_kind_of_warband_is_refused(ana) -> None:
    with pytest.raises(ServiceError) as refused:
        services.warband_create(actor=ana, type="gnomes", name="G")
    assert (refused.value.code, refused.value.status) == ("unknown_warband", 400)


def test_hired_bought_and_sold_again(draft, ana) -> None:
    group = services.fighter_hire(actor=ana, warband=draft, type="warrior", name="Trupp", n=3)
    services.equipment_buy(actor=ana, warband=draft, fighter=group.key, item="axe")
    assert fresh(draft).treasury == 500 - 3 * (25 + 5)
    services.equipment_sell(actor=ana, warband=draft, fighter=group.key, item="axe")
    services.fighter_dismiss(actor=ana, warband=draft, fighter=group.key)
    row = fresh(draft)
    assert (row.treasury, row.rating, services.drift(row)) == (500, 0, [])
    assert [(e.kind, e.n, e.price, e.total) for e in row.ledger.all()[1:]] == [
        ("hire", 3, 25, 75),
        ("buy", 3, 5, 15),
        ("refund", 3, 5, 15),
        ("refund", 3, 25, 75),
    ]


def test_every_change_is_a_new_version(draft, ana) -> None:
    before = fresh(draft).version
    services.fighter_hire(actor=ana, warband=draft, type="champion")
    services.warband_rename(actor=ana, warband=draft, name="Otros")
    assert fresh(draft).version == before + 2


def test_a_change_to_what_has_changed_since_is_refused(draft, ana) -> None:
    seen = fresh(draft).version
    services.fighter_hire(actor=ana, warband=draft, type="champion", version=seen)
    with pytest.raises(ServiceError) as refused:
        services.fighter_hire(actor=ana, warband=draft, type="champion", version=seen)
    assert (refused.value.code, refused.value.status) == ("stale_version", 412)
    assert draft.fighters.count() == 1


def test_without_a_name_a_fighter_is_called_after_his_kind(draft, ana) -> None:
    with translation.override("es"):
        names = [
            services.fighter_hire(actor=ana, warband=draft, type="champion").name for _ in range(2)
        ]
    assert names == ["Campeón", "Campeón 2"]


def test_keys_are_made_of_names_and_never_change(draft, ana) -> None:
    hired = services.fighter_hire(actor=ana, warband=draft, type="champion", name="Ñuño Brandt")
    assert hired.key.startswith("nuno-brandt-")
    renamed = services.fighter_rename(actor=ana, warband=draft, fighter=hired.key, name="Otto")
    assert (renamed.key, renamed.name) == (hired.key, "Otto")


def test_names_without_letters_have_keys_too(draft, ana) -> None:
    hired = services.fighter_hire(actor=ana, warband=draft, type="champion", name="龍龍")
    assert hired.key.startswith("fighter-")


@pytest.mark.parametrize(
    ("verb", "arguments", "code"),
    [
        (services.fighter_hire, {"type": "gnome"}, "unknown_fighter_type"),
        (services.fighter_hire, {"type": "champion", "n": 2}, "bad_number"),
        (services.fighter_hire, {"type": "warrior", "n": 6}, "against_the_list"),
        (services.equipment_buy, {"fighter": "nobody", "item": "axe"}, "unknown_fighter"),
        (services.stash_sell, {"item": "axe"}, "not_in_stash"),
        (services.fighter_dismiss, {"fighter": "nobody"}, "unknown_fighter"),
        (services.fighter_rename, {"fighter": "nobody", "name": "X"}, "unknown_fighter"),
    ],
)
def test_what_the_rules_refuse_changes_nothing(draft, ana, verb, arguments, code) -> None:
    before = fresh(draft)
    with pytest.raises(ServiceError) as refused:
        verb(actor=ana, warband=draft, **arguments)
    assert refused.value.code == code
    assert refused.value.detail
    after = fresh(draft)
    assert (after.version, after.treasury, after.ledger.count()) == (before.version, 500, 1)


def test_a_breach_of_the_list_says_what_in_words(draft, ana) -> None:
    for _ in range(2):
        services.fighter_hire(actor=ana, warband=draft, type="champion")
    with translation.override("es"), pytest.raises(ServiceError) as refused:
        services.fighter_hire(actor=ana, warband=draft, type="champion")
    (problem,) = refused.value.params["problems"]
    assert problem["params"] == {"type": "champion", "n": 3, "most": 2}
    assert "Campeón" in problem["detail"]


def test_nobody_else_may_change_it_unless_the_game_master(draft, berta) -> None:
    with pytest.raises(ServiceError) as refused:
        services.warband_rename(actor=berta, warband=draft, name="Míos")
    assert refused.value.status == 403
    services.warband_rename(actor=berta, warband=draft, name="Míos", as_gm=True)
    assert fresh(draft).name == "Míos"


def test_an_incomplete_warband_is_not_enlisted_and_says_everything(draft, ana) -> None:
    with pytest.raises(ServiceError) as refused:
        services.warband_enlist(actor=ana, warband=draft)
    codes = [problem["code"] for problem in refused.value.params["problems"]]
    assert codes == ["too_few_warriors", "needs_leader"]


def test_an_enlisted_warband_sells_for_half(reds, ana) -> None:
    captain = reds.fighters.get(leader=True)
    before = fresh(reds).treasury
    services.equipment_sell(actor=ana, warband=reds, fighter=captain.key, item="sword")
    assert fresh(reds).treasury == before + 5


def test_an_enlisted_warband_is_not_enlisted_again(reds, ana) -> None:
    with pytest.raises(ServiceError) as refused:
        services.warband_enlist(actor=ana, warband=reds)
    assert refused.value.code == "not_a_draft"


def test_in_a_battle_nothing_is_traded_but_names(reds, ana) -> None:
    services.warband_muster(actor=ana, warband=reds, battle="b1")
    captain = reds.fighters.get(leader=True)
    for verb, arguments in [
        (services.fighter_hire, {"type": "warrior"}),
        (services.fighter_dismiss, {"fighter": captain.key}),
        (services.equipment_sell, {"fighter": captain.key, "item": "sword"}),
    ]:
        with pytest.raises(ServiceError) as refused:
            verb(actor=ana, warband=reds, **arguments)
        assert refused.value.code == "in_battle"
    services.fighter_rename(actor=ana, warband=reds, fighter=captain.key, name="Kurt")
    services.warband_release(warband=reds, battle="b1")
    assert fresh(reds).fighting == ""


def test_a_warband_is_in_one_battle_and_only_once_enlisted(reds, draft, ana) -> None:
    services.warband_muster(actor=ana, warband=reds, battle="b1")
    services.warband_muster(actor=ana, warband=reds, battle="b1")
    with pytest.raises(ServiceError) as busy:
        services.warband_muster(actor=ana, warband=reds, battle="b2")
    with pytest.raises(ServiceError) as unready:
        services.warband_muster(actor=ana, warband=draft, battle="b1")
    assert (busy.value.code, unready.value.code) == ("in_battle", "not_ready")
    services.warband_release(warband=reds, battle="b2")
    assert fresh(reds).fighting == "b1"


def test_the_books_are_only_ever_added_to(draft) -> None:
    entry = draft.ledger.get()
    entry.gold = 9999
    with pytest.raises(AppendOnly):
        entry.save()
    with pytest.raises(AppendOnly):
        entry.delete()


def test_the_database_refuses_a_line_whose_total_is_wrong(draft) -> None:
    from django.db import IntegrityError

    with pytest.raises(IntegrityError):
        LedgerEntry.objects.create(warband=draft, number=9, kind="buy", n=2, price=5, total=11)


def test_drift_is_found(reds) -> None:
    Warband.objects.filter(pk=reds.pk).update(treasury=1, rating=2, stash={"axe": 1})
    Fighter.objects.filter(warband=reds, leader=True).update(experience=99)
    found = {one.name for one in services.drift(fresh(reds))}
    assert found == {"treasury", "rating", "stash", "rating of the roster"}


def test_a_roster_survives_being_stored(reds) -> None:
    roster = store.load(reds)
    assert store.load(fresh(reds)) == roster
    assert [f.name for f in roster.fighters] == [
        r.called("en") for r in load_catalogue().ready["reikland"].fighters
    ]
