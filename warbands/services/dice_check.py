"""Checks the dice of an aftermath and what came of them, from what is stored. Reads only."""

from dataclasses import dataclass, field
from typing import Any

import msgspec

import rules
from rules import campaign
from rules.campaign.audit import laid_in, made_by_the_order, told_before
from rules.campaign.sealed import sealed_dice
from rules.catalogue import load_catalogue
from rules.dice import ForcedDice, SealedDice, commitment
from rules.errors import RulesError
from rules.roster.casting import first_spells
from rules.roster.model import Fighter, Roster
from warbands.codec import decode_events, decode_setup
from warbands.models import Aftermath, AftermathStep, SpellSeal, Warband
from warbands.selectors.dice import AuditedStep, audited
from warbands.services.corrections import TAKEN_BACK
from warbands.services.seals import dice_of


@dataclass
class AftermathDice:
    """`mismatches`: dice that are not what the secret gives. `replay_ok`: the engine makes the same
    events of the same orders; None where another version of it resolved one of them. `forced`: dice
    that a game master laid.
    """

    aftermath: str
    warband: str
    commitment_ok: bool = True
    dice: int = 0
    forced: int = 0
    mismatches: list[dict[str, Any]] = field(default_factory=list)
    replay_ok: bool | None = True

    @property
    def ok(self) -> bool:
        return self.commitment_ok and not self.mismatches and self.replay_ok is not False


def check_aftermath(aftermath: Aftermath) -> AftermathDice:
    """Throw every die of an aftermath again and carry out every step again."""
    report = AftermathDice(str(aftermath.pk), aftermath.warband.name)
    report.commitment_ok = commitment(bytes(aftermath.secret)) == aftermath.commitment
    for step in audited(aftermath):
        _check_dice(aftermath, step, report)
    state = campaign.start(decode_setup(aftermath.setup)).state
    for row in aftermath.steps.all():
        events = decode_events(row.events)
        state = campaign.fold_on(state, told_before(events))
        _replay(aftermath, row, state, events, report)
        state = campaign.fold_on(state, made_by_the_order(events))
    return report


@dataclass
class SpellDice:
    """The dice of a warband's first spells; `mismatches` name the seal."""

    warband: str
    commitment_ok: bool = True
    dice: int = 0
    mismatches: list[dict[str, Any]] = field(default_factory=list)
    replay_ok: bool | None = True

    @property
    def ok(self) -> bool:
        return self.commitment_ok and not self.mismatches and self.replay_ok is not False


def check_spells(warband: Warband) -> SpellDice:
    """Throw every die for first spells again, and read the tables again."""
    report = SpellDice(warband.name)
    for number, seal in enumerate(warband.spell_seals.all(), 1):
        report.commitment_ok &= commitment(bytes(seal.secret)) == seal.commitment
        if seal.thrown_at is None:
            continue
        report.dice += len(seal.faces)
        expected = list(dice_of(seal).roll("random_pick", len(seal.faces)))
        if seal.faces != expected:
            report.mismatches.append({"seal": number, "stored": seal.faces, "expected": expected})
        elif _spells_again(warband, seal) != seal.spells:
            report.replay_ok = False
    return report


def _spells_again(warband: Warband, seal: SpellSeal) -> list[str]:
    """What the dice of a seal give a caster of its kind."""
    caster = Fighter(key="caster", name="", type=seal.type, hero=True)
    alone = Roster(id="", name="", type=warband.type, ruleset=warband.ruleset, fighters=(caster,))
    found = first_spells(load_catalogue(), alone, key="caster", god=seal.god, dice=dice_of(seal))
    return list(found.roster.fighter("caster").spells)


def _dice(aftermath: Aftermath, order: campaign.AnyOrder) -> SealedDice:
    secret, warband = bytes(aftermath.secret), str(aftermath.warband_id)
    return sealed_dice(secret, aftermath.seeds, aftermath.battle, warband, order)


def _check_dice(aftermath: Aftermath, step: AuditedStep, report: AftermathDice) -> None:
    report.dice += len(step.faces)
    report.forced += len(step.laid)
    expected = _dice(aftermath, step.order).roll("random_pick", len(step.faces))
    if step.faces != expected:
        report.mismatches.append(
            {"step": step.number, "stored": list(step.faces), "expected": list(expected)}
        )


def _replay(
    aftermath: Aftermath,
    row: AftermathStep,
    state: campaign.State,
    events: tuple[Any, ...],
    report: AftermathDice,
) -> None:
    if row.step == TAKEN_BACK:
        return
    if row.engine_version != rules.ENGINE_VERSION:
        report.replay_ok = None if report.replay_ok else report.replay_ok
        return
    order = msgspec.convert(row.order, campaign.AnyOrder)
    try:
        made = campaign.submit(state, order, ForcedDice(laid_in(events), _dice(aftermath, order)))
    except RulesError:
        report.replay_ok = False
        return
    if made.events != made_by_the_order(events):
        report.replay_ok = False
