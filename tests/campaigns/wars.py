"""Battles between real warbands, for what comes after them."""

from campaigns.engine import setup_of
from campaigns.models import Battle
from campaigns.services import battles, gm
from campaigns.services.aftermath import aftermaths_of
from campaigns.services.campaigns import enrol_warband
from warbands.models import Warband
from warbands.services.aftermath import take_default
from warbands.services.presets import buy_preset


def enlisted(campaign, user, type: str = "reikland", name: str = "Los Cuervos") -> Warband:
    warband = buy_preset(actor=user, type=type, name=name)
    enrol_warband(user=user, campaign_id=campaign.public_id, warband_id=warband.pk)
    return warband


def war(campaign, marga, *seats: battles.Seat, board: str = "callejon") -> Battle:
    """A battle between these warbands, started."""
    battle = battles.battle_create(
        user=marga, campaign_id=campaign.public_id, seats=seats, board=board
    )
    return battles.battle_start(user=marga, battle_id=battle.public_id)


def fell(battle: Battle, marga, warriors: list[str]) -> Battle:
    """The GM takes these warriors out of action and ends the battle; red has won."""
    for warrior in warriors:
        battle.refresh_from_db()
        gm.gm_adjust(
            user=marga,
            battle_id=battle.public_id,
            warrior=warrior,
            changes={"status": "out_of_action"},
            reason="Cuenta del relato",
            expected_version=battle.version,
        )
    battle.refresh_from_db()
    gm.gm_end(
        user=marga,
        battle_id=battle.public_id,
        winner="red",
        reason="Cae la noche",
        expected_version=battle.version,
    )
    battle.refresh_from_db()
    return battle


def settle(battle: Battle) -> None:
    """Every choice that waits after a battle goes by its default."""
    for one in aftermaths_of(battle):
        take_default(aftermath=one)


def warriors_of(battle: Battle, side: str) -> list[str]:
    rows = battle.combatants.filter(side__side=side).order_by("pk")
    return list(rows.values_list("warrior", flat=True))


def henchmen_of(battle: Battle, side: str) -> list[str]:
    setup = setup_of(battle)
    return [one.id for one in setup.warriors if one.side == side and not one.hero]
