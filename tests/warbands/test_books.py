"""Random trade through the services: treasury, stash and rating never leave their books."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable

import pytest

from mordheim_site.errors import ServiceError
from rules.catalogue import load_catalogue
from rules.roster.goods import offers
from warbands import services, store
from warbands.models import Warband

pytestmark = pytest.mark.django_db
CATALOGUE = load_catalogue()


class Trader:
    """A player who does whatever comes to mind."""

    def __init__(self, seed: int, user, type: str) -> None:
        self.luck = random.Random(seed)
        self.user = user
        self.row = services.warband_create(actor=user, type=type, name="T", budget=800)

    def act(self) -> None:
        verbs: list[Callable[[], object]] = [
            self.hire,
            self.hire,
            self.buy,
            self.buy,
            self.sell,
            self.dismiss,
            self.rename,
            self.sell_stash,
            self.sword,
            self.stow,
            self.issue,
            self.mutate,
        ]
        with contextlib.suppress(ServiceError):
            self.luck.choice(verbs)()

    def whom(self) -> dict[str, object]:
        return {"actor": self.user, "warband": self.row}

    def someone(self) -> str:
        keys = [fighter.key for fighter in store.load(self.row).active]
        return self.luck.choice(keys) if keys else "nobody"

    def hire(self) -> None:
        kind = self.luck.choice(CATALOGUE.warbands[self.row.type].fighters)
        n = 1 if kind.kind == "hero" else self.luck.randint(1, 4)
        services.fighter_hire(**self.whom(), type=kind.id, n=n)

    def buy(self) -> None:
        key = self.someone()
        roster = store.load(self.row)
        items = ["flail"]
        if key != "nobody":
            items += offers(CATALOGUE, self.row.type, roster.fighter(key).type)
        item = self.luck.choice(items)
        services.equipment_buy(**self.whom(), fighter=key, item=item, n=self.luck.randint(1, 2))

    def sell(self) -> None:
        item = self.luck.choice(["sword", "axe", "mace", "dagger", "helmet"])
        services.equipment_sell(**self.whom(), fighter=self.someone(), item=item)

    def dismiss(self) -> None:
        services.fighter_dismiss(**self.whom(), fighter=self.someone())

    def rename(self) -> None:
        services.fighter_rename(**self.whom(), fighter=self.someone(), name="Otro")

    def sword(self) -> None:
        kind = self.luck.choice(CATALOGUE.warbands[self.row.type].hired)
        services.fighter_hire(**self.whom(), type=kind.id)

    def stow(self) -> None:
        item = self.luck.choice(["sword", "axe", "mace", "dagger", "helmet"])
        services.equipment_stow(**self.whom(), fighter=self.someone(), item=item)

    def issue(self) -> None:
        stash = Warband.objects.get(pk=self.row.pk).stash
        item = self.luck.choice([*stash, "axe"])
        services.equipment_issue(**self.whom(), fighter=self.someone(), item=item)

    def mutate(self) -> None:
        mutation = self.luck.choice(["spines", "hideous", "tentacle"])
        services.mutation_buy(**self.whom(), fighter=self.someone(), mutation=mutation)

    def sell_stash(self) -> None:
        stash = Warband.objects.get(pk=self.row.pk).stash
        services.stash_sell(**self.whom(), item=self.luck.choice([*stash, "axe"]))


@pytest.mark.parametrize(
    ("seed", "type"), [(1, "reikland"), (2, "skaven_eshin"), (3, "cult_of_the_possessed")]
)
def test_the_books_never_drift(ana, seed: int, type: str) -> None:
    trader = Trader(seed, ana, type)
    for turn in range(60):
        if turn == 30:
            Warband.objects.filter(pk=trader.row.pk).update(status="enlisted")
        trader.act()
        row = Warband.objects.get(pk=trader.row.pk)
        assert services.drift(row) == []
        assert row.treasury >= 0
    assert row.ledger.count() > 12
