"""Two players with a warband each, and a battle between them that is over."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rules.campaign import BattleReport, SideReport, WarriorReport
from rules.ruleset import load_ruleset
from warbands.models import Warband
from warbands.selectors import battle_warriors
from warbands.services import buy_preset, warband_create


@pytest.fixture
def draft(ana) -> Warband:
    """Ana's Reikland draft, with nobody in it."""
    return warband_create(actor=ana, type="reikland", name="Los de Ana")


@pytest.fixture
def reds(ana) -> Warband:
    return buy_preset(actor=ana, type="reikland", name="Rojos")


@pytest.fixture
def rats(berta) -> Warband:
    return buy_preset(actor=berta, type="skaven_eshin", name="Ratas")


@pytest.fixture
def battle(reds, rats) -> Callable[..., BattleReport]:
    """`battle(out={warrior: by})` is its report; `out=None` takes everybody out of action."""

    def report(ref: str = "b1", out: dict[str, str] | None = None) -> BattleReport:
        ruleset = load_ruleset("partida")
        sides, warriors = [], []
        for side, band in (("red", reds), ("blue", rats)):
            found = battle_warriors(band, side=side, ruleset=ruleset)
            leader = next((w.id for w in found if w.leader), "")
            sides.append(
                SideReport(
                    id=side,
                    name=band.name,
                    warband=str(band.pk),
                    type=band.type,
                    rating=band.rating,
                    leader=leader,
                )
            )
            warriors += [
                WarriorReport(
                    id=w.id,
                    side=side,
                    name=w.name,
                    hero=w.hero,
                    out=out is None or w.id in out,
                    by="" if out is None else out.get(w.id, ""),
                )
                for w in found
            ]
        return BattleReport(battle=ref, sides=tuple(sides), warriors=tuple(warriors), winner="red")

    return report
