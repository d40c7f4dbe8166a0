"""Exact odds: of any duel, and before an order where the campaign's rules allow it."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.base import ServiceView
from campaigns.errors import invalid
from campaigns.selectors.battles import battle_view
from campaigns.selectors.odds import meeting_odds, shot_odds
from mordheim_site.accounts.limits import require_allowed
from rules.odds.document import CHARGERS, FighterError, duel_document, fighter, standing_orders
from rules.ruleset import load_ruleset

FIGHTER_HELP = (
    "A fighter as in a scenario file's [[warriors]]: profile, weapons, armour, equipment, skills, "
    "traits. What is left out is a human with a plain weapon. Beside that `guard` (always, once, "
    "never) and `prefer` (a table of `equal` and `crush`), as the orders of that name."
)
WITHOUT = "What isn't reckoned in: `luck` that one of the two has at hand."
FRACTION = "A fraction: numerator/denominator."


class DuelIn(s.Serializer):
    a = s.DictField(help_text=FIGHTER_HELP)
    b = s.DictField(help_text=FIGHTER_HELP)
    charger = s.ChoiceField(sorted(CHARGERS), default="even", help_text="Who charges.")
    ruleset = s.ChoiceField(["partida"], default="partida")


class WinOut(s.Serializer):
    a = s.CharField(help_text=FRACTION)
    b = s.CharField(help_text=FRACTION)


class DuelOut(s.Serializer):
    win = WinOut()
    expected_phases = s.CharField(
        allow_null=True, help_text="Close combat phases; null where neither can hurt the other."
    )
    blow = s.DictField(
        help_text="What one phase's attacks do: by fighter, the enemy's status, end."
    )
    without = s.ListField(child=s.CharField(), help_text=WITHOUT)


class ShotOddsOut(s.Serializer):
    hit = s.CharField(help_text=FRACTION)
    wound = s.CharField(help_text=FRACTION)
    none = s.CharField(help_text="The status stays as it is.")
    knocked_down = s.CharField()
    stunned = s.CharField()
    out_of_action = s.CharField()
    cover = s.CharField(help_text="A model in the way is hit instead.")
    without = s.ListField(child=s.CharField(), help_text=WITHOUT)


class BattleOddsOut(s.Serializer):
    version = s.IntegerField()
    shot = ShotOddsOut(allow_null=True, help_text="With `weapon`: this shot, fired now.")
    duel = DuelOut(allow_null=True, help_text="Without: the two meet, the warrior charging.")


class DuelOdds(ServiceView):
    @extend_schema(
        summary="The exact odds of a duel to the end",
        description="A Markov chain over the rules' own data; no sampling, nothing is stored.",
        request=DuelIn,
        responses=DuelOut,
    )
    def post(self, request: Request) -> Response:
        require_allowed(request, "odds")
        data = self.read(DuelIn)
        ruleset = load_ruleset(data["ruleset"])
        try:
            one, other = (fighter(data[key], ruleset, key) for key in ("a", "b"))
            told = standing_orders(data["a"], "a"), standing_orders(data["b"], "b")
            return Response(duel_document(ruleset, one, other, data["charger"], told))
        except FighterError as fault:
            raise invalid("bad_fighter", reason=str(fault)) from fault


class BattleOdds(ServiceView):
    @extend_schema(
        summary="How likely a shot or a meeting is, before it is declared",
        description=(
            "For members, where the rule `odds.before_declaring` of the campaign allows it "
            "(403 `odds_afterwards` otherwise), and for the game master. Afterwards every roll of "
            "the log tells its chance."
        ),
        parameters=[
            OpenApiParameter("warrior", str, required=True),
            OpenApiParameter("target", str, required=True),
            OpenApiParameter("weapon", str, description="A missile weapon: the odds of a shot."),
        ],
        responses=BattleOddsOut,
    )
    def get(self, request: Request, battle: UUID) -> Response:
        view = battle_view(request.user, battle)
        asked: dict[str, Any] = {
            name: request.query_params.get(name, "") for name in ("warrior", "target", "weapon")
        }
        answer: dict[str, Any] = {"version": view.battle.version, "shot": None, "duel": None}
        if asked["weapon"]:
            answer["shot"] = shot_odds(view, **asked)
        else:
            require_allowed(request, "odds")
            del asked["weapon"]
            answer["duel"] = meeting_odds(view, **asked)
        return Response(answer)
