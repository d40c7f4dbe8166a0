"""The form of house rules: every switch with the book's value beside what is played here."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from campaigns.house_rules.bands import Bands, bands_of
from campaigns.house_rules.grid import Grid, grid_of, table_of
from campaigns.house_rules.listed import editable, heading
from campaigns.house_rules.parts import UNSET, Part, as_written, parts_of
from campaigns.house_rules.words import BANDED, fault, rules_of, said
from campaigns.models import Campaign
from rules.ruleset import load_ruleset
from rules.switches import Switch, groups, registry


@dataclass(frozen=True)
class Choice:
    """A switch as a game master meets it: fields, or bands, or a table with columns."""

    name: str
    title: str
    text: str
    rules: tuple[str, ...]
    parts: list[Part]
    changed: bool
    unit: str = ""
    optional: bool = False
    names: str = ""
    errors: list[str] = field(default_factory=list)
    bands: Bands | None = None
    grid: Grid | None = None
    grid_title: str = ""

    @property
    def anchor(self) -> str:
        """Where it is on the page."""
        return f"rule-{self.name.replace('.', '-').replace('_', '-')}"


@dataclass(frozen=True)
class Group:
    title: str
    choices: list[Choice]


def groups_of(
    campaign: Campaign,
    written: Mapping[str, str] | None = None,
    errors: list[dict[str, Any]] | None = None,
) -> list[Group]:
    """The form: what was `written` and refused comes back with what is wrong about it."""
    by_group: dict[str, list[Choice]] = {}
    for switch in editable():
        if not heading(switch):
            row = _choice(campaign, switch, written, errors or [])
            by_group.setdefault(switch.group, []).append(row)
    headings = groups()
    return [Group(said(headings[name]), rows) for name, rows in by_group.items()]


def _choice(
    campaign: Campaign,
    switch: Switch,
    written: Mapping[str, str] | None,
    errors: list[dict[str, Any]],
) -> Choice:
    book = load_ruleset(campaign.ruleset)
    base, own = book.switches[switch.name], campaign.house_rules.get(switch.name, UNSET)
    parts: list[Part] = []
    bands = grid = None
    if switch.columns:
        here = {**book.switches, **campaign.house_rules}
        tables = (table_of(switch, book.switches), table_of(switch, here))
        grid = grid_of(switch, *tables, written)
    elif switch.type in BANDED:
        bands = bands_of(switch, base, own, written)
    else:
        parts = list(parts_of(switch, base, own))
        if written is not None:
            parts = [as_written(one, written) for one in parts]
    names = {switch.name, switch.columns} - {""}
    return Choice(
        name=switch.name,
        title=said(switch.title),
        text=said(switch.text),
        rules=rules_of(switch, campaign.ruleset),
        parts=parts,
        changed=any(one.value for one in parts) or bool(names & set(campaign.house_rules)),
        unit=book.unit if switch.type in ("length", "length_by_base", "dice_by_height") else "",
        optional=switch.optional,
        names=", ".join(switch.names),
        errors=[fault(one) for one in errors if one["name"] in names],
        bands=bands,
        grid=grid,
        grid_title=said(registry()[switch.columns].title) if switch.columns else "",
    )
