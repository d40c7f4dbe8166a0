"""The sides of a battle's page: rows of warriors, and the sheet of the one chosen."""

from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from campaigns.board_svg import (
    labels_of,
    place_of,
    side_class,
    spells_on,
    statuses_of,
)
from campaigns.narration import Part, tell_order, words
from campaigns.narration.bearings import bearing
from campaigns.selectors.battles import told_beforehand
from campaigns.views.act_parts import Act
from campaigns.views.acts import acts_for, commands_for
from campaigns.views.battle_parts import (
    Band,
    Row,
    Sheet,
    player_in,
)
from campaigns.views.battle_seen import BattleSeen
from rules.battle import passage
from rules.battle.facing import facing_of
from rules.battle.queries import characteristic
from rules.battle.state import CHARACTERISTICS, Warrior, WarriorSetup
from rules.odds import told_before
from rules.units import from_units


class Bands(BattleSeen):
    """Who fights, and what whoever is chosen can do."""

    @cached_property
    def bands(self) -> list[Band]:
        players = {side.side: side for side in self.view.sides}
        labels = labels_of(self.state.setup.warriors)
        return [
            Band(
                id=side.id,
                name=self.names.sides[side.id],
                letter=self.names.letter(side.id),
                css=side_class(self.state, side.id),
                player=player_in(players.get(side.id)),
                active=self.playing and self.state.active == side.id,
                rows=[
                    self._row(self.state.warriors[setup.id], labels)
                    for setup in self.state.setup.warriors
                    if self._is_of(setup, side.id)
                ],
            )
            for side in self.state.setup.sides
        ]

    def _is_of(self, setup: WarriorSetup, side: str) -> bool:
        """Whom a side decides for now; who may yet be called by a spell isn't there."""
        warrior = self.state.warriors[setup.id]
        waits = setup.summoned_by and warrior.at is None and warrior.out_in is None
        return warrior.side == side and not waits

    def _row(self, warrior: Warrior, labels: dict[str, str]) -> Row:
        setup = self.state.setup.by_id[warrior.id]
        statuses = statuses_of(self.state, warrior)
        return Row(
            warrior=warrior,
            name=setup.name,
            label=labels[warrior.id],
            kind=setup.kind.replace("_", " "),
            status=", ".join(
                [
                    *(words.word(words.STATUSES, name) for name in statuses),
                    *spells_on(self.state, warrior),
                ]
            ),
            gone=warrior.status == "out_of_action",
            ready=warrior.id in self.ready,
            href=self.address(warrior=warrior.id) + "#sheet",
        )

    @cached_property
    def placing(self) -> list[Row]:
        """The same as rows with their links."""
        rows = {row.warrior.id: row for band in self.bands for row in band.rows}
        return [rows[id] for id in self.to_place]

    @property
    def passage(self) -> str:
        """What the way below the city asks of whoever takes it, while one may; "" otherwise."""
        way = passage.passage_of(self.base, self.acting) if self.to_place else None
        if way is None:
            return ""
        values = {"apart": words.length(way.apart, self.unit, self.names.unit_size)}
        if passage.is_emerging(self.state):
            return _("They come up on the ground, at least %(apart)s from every enemy.") % values
        values |= {
            "most": str(way.models),
            "below": str(len(passage.below(self.state, self.acting))),
        }
        return (
            _(
                "You know a way through the catacombs: up to %(most)s may go below (so far "
                "%(below)s). They come up at the end of your first turn, on the ground, at least "
                "%(apart)s from every enemy. Only you see who goes."
            )
            % values
        )

    @property
    def tray(self) -> list[tuple[Band, Row]]:
        """Who lies beside the table."""
        return [
            (band, row)
            for band in self.bands
            for row in band.rows
            if row.warrior.status == "out_of_action"
        ]

    @cached_property
    def sheet(self) -> Sheet | None:
        if not self.selected:
            return None
        warrior = self.state.warriors[self.selected]
        band = next(band for band in self.bands if band.id == warrior.side)
        setup = self.state.setup.by_id[warrior.id]
        facing = facing_of(self.state, warrior.id)
        mine = self.my_turn and warrior.side == self.acting and not self.plan.ended
        return Sheet(
            row=next(row for row in band.rows if row.warrior.id == warrior.id),
            band_css=band.css,
            letter=band.letter,
            side=band.name,
            place=place_of(self.state.setup.board, warrior.at) if warrior.at else "",
            facing="" if facing is None else bearing(facing),
            profile=self._profile(warrior),
            wounds=warrior.wounds,
            things=[
                self.names.thing(id)
                for id in (*setup.weapons, *setup.armour, *setup.equipment, *setup.skills)
            ],
            marks=[words.word(words.MARKS, mark.partition(":")[0]) for mark in warrior.marks],
            acts=self._acts(warrior) if mine else self._commands(warrior),
            given=self._given(warrior),
            mine=mine,
            at=self._native(warrior),
        )

    def _native(self, warrior: Warrior) -> tuple[Any, Any, Any]:
        """Its place in the ruleset's unit; empty texts for who has none."""
        if warrior.at is None:
            return ("", "", "0")
        x, y, z = (round(float(from_units(v, self.names.unit_size)), 1) for v in warrior.at)
        return (_short(x), _short(y), _short(z))

    def _profile(self, warrior: Warrior) -> list[tuple[str, str, Any]]:
        """(abbreviation, whole word, value); Movement in the ruleset's unit."""
        line = []
        for name in CHARACTERISTICS:
            value: Any = characteristic(self.state, warrior.id, name)
            if name == "M":
                value = from_units(value, self.names.unit_size)
            short, whole = words.ABBREVIATIONS[name], words.CHARACTERISTICS[name]
            line.append((str(short), str(whole), value))
        return line

    def _acts(self, warrior: Warrior) -> list[Act]:
        ordered = warrior.id in self.plan.used
        return acts_for(
            self.forms,
            self.state,
            warrior,
            self.names,
            ordered=ordered,
            odds=told_before(self.state.setup.ruleset),
        )

    def _commands(self, warrior: Warrior) -> list[Act]:
        """What an enemy whom the side has seduced may be told to do later."""
        if not self.my_turn or self.plan.ended or warrior.id in self.plan.used:
            return []
        return commands_for(self.forms, warrior, self.names)

    def _given(self, warrior: Warrior) -> list[tuple[Part, ...]]:
        """What he has been told already, for the side that told him."""
        if not self.acting:
            return []
        return [
            tell_order(order, self.names)
            for order in told_beforehand(self.view)
            if order.warrior == warrior.id and order.side == self.acting
        ]


def _short(number: float) -> str:
    """For an input that a person edits: a point, and no needless zeros."""
    return f"{number:g}"
