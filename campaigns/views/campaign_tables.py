"""The tables of the campaign as pages: what a roll after a battle links to."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from campaigns.views.item_table import item_rows
from rules.catalogue import load_catalogue
from warbands import names
from warbands.wording import CHARACTERISTICS


@dataclass(frozen=True)
class Shown:
    """A table: its heads, its rows."""

    heads: tuple[str, ...]
    rows: list[tuple[str, ...]]


@require_GET
def table(request: HttpRequest, table: str) -> HttpResponse:
    """A table of the campaign; 404 for a name that is none."""
    catalogue = load_catalogue().tables
    if table not in TABLES and not _is_named(catalogue.get(table)):
        raise Http404
    context = {
        "section": "rulebook",
        "title": names.campaign_table(f"campaign.{table}"),
        "tables": TABLES[table](catalogue) if table in TABLES else [],
    }
    return render(request, "campaigns/rule_table.html", context)


def _is_named(row: Any) -> bool:
    return isinstance(row, dict) and "name" in row


def _span(low: int, high: int | None) -> str:
    if high is None:
        return f"{low}+"
    return str(low) if low == high else f"{low}–{high}"


def _injuries(tables: Any) -> list[Shown]:
    rows = [
        (_span(row["min"], row["max"]), names.injury(row["id"]), _effects(row["do"]))
        for row in tables["serious_injury"]["rows"]
    ]
    return [Shown(("D66", _("Injury"), _("What it does")), rows)]


def _effects(ops: list[dict[str, Any]]) -> str:
    return "; ".join(text for op in ops if (text := _effect(op)))


def _effect(op: dict[str, Any]) -> str:
    """An operation of the injury tables in a few words."""
    kind = op["op"]
    if kind == "characteristic":
        return f"{CHARACTERISTICS[op['name']]} {op['mod']:+d}"
    if kind == "trait":
        return names.rule(op["trait"])
    if kind == "miss_battles":
        return _("misses %(n)s battles") % {"n": op["count"]}
    if kind == "experience":
        return _("%(n)d experience") % {"n": op["amount"]}
    if kind == "repeat":
        return _("%(n)s more rolls") % {"n": op["times"]}
    if kind == "roll":
        spans = [f"{_span(row['min'], row['max'])}: {_effects(row['do'])}" for row in op["rows"]]
        return " / ".join(spans)
    return {
        "dead": _("he is dead and his gear is lost"),
        "lose_gear": _("loses all his gear"),
        "captured": _("his captors decide what becomes of him"),
        "pit_fight": _("he fights for his life in the pits"),
        "none": _("nothing"),
    }[kind]


def _henchmen(tables: Any) -> list[Shown]:
    rows = [
        (_span(row["min"], row["max"]), _effects(row["do"]))
        for row in tables["henchman_injury"]["rows"]
    ]
    return [Shown(("D6", _("What it does")), rows)]


def _advances(name: str) -> Callable[[Any], list[Shown]]:
    def shown(tables: Any) -> list[Shown]:
        rows = [(_span(row["min"], row["max"]), _advance(row)) for row in tables[name]["rows"]]
        return [Shown(("2D6", _("Advance")), rows)]

    return shown


def _advance(row: dict[str, Any]) -> str:
    if row.get("result") == "skill":
        return _("a skill, or a spell for a wizard")
    if row.get("result") == "lads_got_talent":
        return names.campaign_table("campaign.lads_got_talent")
    if "one_of" in row:
        return _(" or ").join(str(CHARACTERISTICS[name]) for name in row["one_of"])
    if "rows" in row:
        return " / ".join(
            f"{_span(one['min'], one['max'])}: {CHARACTERISTICS[one['characteristic']]}"
            for one in row["rows"]
        )
    return str(CHARACTERISTICS[row["characteristic"]])


def _exploration(tables: Any) -> list[Shown]:
    shards = [
        (_span(row["min"], row.get("max")), str(row["shards"]))
        for row in tables["exploration"]["shards"]
    ]
    places = [
        (" ".join([str(row["face"])] * row["count"]), names.place(row["id"]))
        for row in tables["place"]
    ]
    return [
        Shown((_("Sum of the dice"), _("Shards of wyrdstone")), shards),
        Shown((_("Dice"), _("Place")), places),
    ]


def _wyrdstone(tables: Any) -> list[Shown]:
    row = tables["wyrdstone"]
    lowest = [1, *(size + 1 for size in row["sizes"][:-1])]
    sizes = [
        _span(low, high if high < 100 else None)
        for low, high in zip(lowest, row["sizes"], strict=True)
    ]
    rows = [
        (str(number), *(str(gold) for gold in prices))
        for number, prices in enumerate(row["gold"], 1)
    ]
    return [Shown((_("Shards"), *(_("%(n)s warriors") % {"n": size} for size in sizes)), rows)]


def _experience(tables: Any) -> list[Shown]:
    row = tables["experience"]
    bonus = [
        (_span(one["min"], one.get("max")), str(one["experience"]))
        for one in tables["underdog"]["rows"]
    ]
    return [
        Shown(
            (_("Who"), _("Advances at")),
            [
                (_("Heroes"), ", ".join(str(n) for n in row["hero"])),
                (_("Henchmen"), ", ".join(str(n) for n in row["henchman"])),
            ],
        ),
        Shown((_("Rated lower by"), _("Experience")), bonus),
    ]


def _items(tables: Any) -> list[Shown]:
    return [Shown((_("Item"), _("What it does")), [*item_rows()])]


TABLES: dict[str, Callable[[Any], list[Shown]]] = {
    "serious_injury": _injuries,
    "henchman_injury": _henchmen,
    "hero_advance": _advances("hero_advance"),
    "henchman_advance": _advances("henchman_advance"),
    "exploration": _exploration,
    "wyrdstone": _wyrdstone,
    "experience": _experience,
    "items": _items,
}
"""Those that have rows to show; the others have a name only."""
