"""Small battles for tests: a few humans on an open table, set up past the warbands."""

from typing import Any

from campaigns.models import Battle, BattleSide, Controller, Scene, SceneKind
from campaigns.services import battles as services
from rules.battle.state import Profile, SideSetup, WarriorSetup, Zone
from rules.battle.state import Setup as BattleSetup
from rules.board import Board
from rules.catalogue import load_catalogue
from rules.ruleset import load_ruleset
from rules.units import CM

HUMAN = {"WS": 3, "BS": 3, "S": 3, "T": 3, "W": 1, "I": 3, "A": 1, "Ld": 7}
ITEMS = {"fist", "sword", "bow"}


def fighter(id: str, side: str, x: int, y: int, **more: Any) -> WarriorSetup:
    """A human with sword and bow at (x, y) centimetres; `wounds` 1."""
    return WarriorSetup(
        id=id,
        name=id.title(),
        side=side,
        profile=Profile(M=10 * CM, **(HUMAN | {"W": more.pop("wounds", 1)})),
        weapons=more.pop("weapons", ("sword", "bow")),
        at=(x * CM, y * CM, 0),
        **more,
    )


def skirmish(**more: Any) -> BattleSetup:
    """Ana's red pair at the west, Berta's blue pair 30 cm to the east of it."""
    return BattleSetup(
        ruleset=load_ruleset("partida"),
        catalogue=load_catalogue().pin(ITEMS),
        board=Board(size=(60 * CM, 40 * CM)),
        sides=more.pop("sides", (SideSetup(id="red", name="Rojos"), SideSetup(id="blue"))),
        warriors=more.pop(
            "warriors",
            (
                fighter("rosa", "red", 15, 15, leader=True),
                fighter("rita", "red", 15, 22),
                fighter("bea", "blue", 45, 15, leader=True),
                fighter("blas", "blue", 45, 22),
            ),
        ),
        **more,
    )


def crowd() -> BattleSetup:
    """Six on each side that a few turns of shooting can't fell: nobody thinks of running."""
    places = [(15, 15), (15, 22), *((3, 26 + 2 * n) for n in range(4))]
    names = {"red": ("rosa", "rita"), "blue": ("bea", "blas")}
    warriors = [
        fighter(id, side, x if side == "red" else 60 - x, y, leader=n == 0, wounds=9)
        for side, pair in names.items()
        for n, (id, (x, y)) in enumerate(
            zip([*pair, *(f"{side}{n}" for n in range(4))], places, strict=True)
        )
    ]
    return skirmish(active="red", warriors=tuple(warriors))


def to_deploy() -> BattleSetup:
    """The same four, still to be put into their zones."""
    sides = (
        SideSetup(id="red", zone=Zone(low=(0, 0), high=(20 * CM, 40 * CM))),
        SideSetup(id="blue", zone=Zone(low=(40 * CM, 0), high=(60 * CM, 40 * CM))),
    )
    warriors = [
        WarriorSetup(
            id=one.id, name=one.name, side=one.side, profile=one.profile, weapons=one.weapons
        )
        for one in skirmish().warriors
    ]
    return skirmish(sides=sides, warriors=tuple(warriors))


def set_up(campaign, gm, setup: BattleSetup | None = None, **controllers: Any) -> Battle:
    """A battle of this setup in a scene of its own; sides by user, or "server" or "gm"."""
    scene = Scene.objects.create(
        campaign=campaign, kind=SceneKind.BATTLE, title="Duelo", position=9, created_by=gm
    )
    battle = services._create(gm, scene, "", setup or skirmish())
    for position, (side, player) in enumerate(controllers.items()):
        words = player in Controller.values
        row = BattleSide.objects.create(
            battle=battle,
            side=side,
            position=position,
            name=side.title(),
            controller=player if words else Controller.MEMBER,
            user=None if words else player,
        )
        ids = [one.id for one in (setup or skirmish()).warriors if one.side == side]
        services.hold_warriors(row, ids)
    return battle


def begun(campaign, gm, setup: BattleSetup | None = None, **controllers: Any) -> Battle:
    """The same, started; red begins unless the setup leaves it to the dice."""
    battle = set_up(campaign, gm, setup or skirmish(active="red"), **controllers)
    return services.battle_start(user=gm, battle_id=battle.public_id)
