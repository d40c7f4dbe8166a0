"""The largest battle that the site is measured with: fifteen a side on a board full of ruins."""

from types import SimpleNamespace
from typing import Any

from campaigns.models import Membership, Role
from campaigns.services.battles import Seat, battle_create, battle_start
from campaigns.services.campaigns import create_campaign, enrol_warband, update_campaign
from warbands.models import Warband
from warbands.services.roster import equipment_buy, fighter_hire, warband_create, warband_enlist

BOARD = "ruins:106"
"""Of the first hundred and twenty the one that takes most to draw."""

CROWS = (
    ("mercenary_captain", "Maximiliano von Hohenfels", 1, ("sword", "pistol_brace", "bow")),
    ("champion", "Theodora la Desdentada", 1, ("mace", "axe", "bow")),
    ("champion", "Hildebrando Zumwald", 1, ("halberd", "bow", "helmet")),
    ("youngblood", "Ludovico Blumenthal", 1, ("sword", "bow")),
    ("youngblood", "Friederike Weisz", 1, ("axe", "bow")),
    ("marksman", "Ballesteros del Reik", 4, ("crossbow", "bow")),
    ("warrior", "Alabarderos viejos", 3, ("halberd", "bow")),
    ("swordsman", "Espadachines de Wurtbad", 3, ("sword", "mace")),
)
RATS = (
    ("assassin_adept", "Skritt el Silencioso", 1, ("sword", "throwing_knives", "sling")),
    ("eshin_sorcerer", "Vrisk Lengua Podrida", 1, ("sword", "sling")),
    ("black_skaven", "Grashnak Matahombres", 1, ("halberd", "sling")),
    ("black_skaven", "Tretch Cola Partida", 1, ("sword", "sling")),
    ("night_runner", "Snikch el Menor", 1, ("club", "sling")),
    ("night_runner", "Queek Sombra", 1, ("sword", "sling")),
    ("verminkin", "Alimañas de la cloaca", 5, ("club", "sling")),
    ("giant_rat", "Ratas cebadas", 4, ()),
)
LORE = (
    *("warpfire", "children_of_the_horned_rat", "gnawdoom"),
    *("black_fury", "eye_of_the_warp", "sorcerers_curse"),
)
RICH = {"warband.starting_gold": 3_000}
"""Gold enough for two weapons and a bow each."""


def warband(owner: Any, kind: str, name: str, fighters: Any) -> Warband:
    """A warband with all that its gold can buy, enlisted."""
    made = warband_create(actor=owner, type=kind, name=name, house_rules=RICH)
    for type_, who, n, items in fighters:
        hired = fighter_hire(actor=owner, warband=made, type=type_, name=who, n=n)
        for item in items:
            equipment_buy(actor=owner, warband=made, fighter=hired.key, item=item)
    return warband_enlist(actor=owner, warband=made)


def heavy(
    gm: Any, red: Any, blue: Any, *, crows: Any = CROWS, rats: Any = RATS, **battle: Any
) -> SimpleNamespace:
    """Red's mercenaries against blue's ratmen, fifteen a side unless named otherwise, begun."""
    campaign = create_campaign(user=gm, name="La ciudad maldita", is_public=True)
    update_campaign(user=gm, campaign_id=campaign.public_id, house_rules=RICH)
    for user in (red, blue):
        Membership.objects.create(campaign=campaign, user=user, role=Role.PLAYER)
    first = warband(red, "reikland", "Los Cuervos de Altdorf", crows)
    second = warband(blue, "skaven_eshin", "La Camada de la Cloaca", rats)
    second.fighters.filter(type="eshin_sorcerer").update(spells=list(LORE))
    for user, band in ((red, first), (blue, second)):
        enrol_warband(user=user, campaign_id=campaign.public_id, warband_id=band.pk)
    made = battle_create(
        user=gm,
        campaign_id=campaign.public_id,
        seats=[Seat(first.pk), Seat(second.pk)],
        title="Los que faltan en el callejón de los Curtidores",
        scenario="wyrdstone_hunt",
        **{"board": BOARD} | battle,
    )
    battle_start(user=gm, battle_id=made.public_id)
    made.refresh_from_db()
    return SimpleNamespace(gm=gm, campaign=campaign, battle=made, scene=made.scene)
