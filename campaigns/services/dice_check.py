"""Checks the dice of a battle with what followed it, or of a scene, from what is stored.

Reads only.
"""

from dataclasses import dataclass, field
from typing import Any

import rules
from campaigns.engine import setup_of, start_bytes, to_json
from campaigns.log import state_at
from campaigns.models import Battle, OrderRow, Scene
from campaigns.services.record import dice_of
from campaigns.services.redo_dice import MixedDice, given_faces
from campaigns.services.rolls import dice_of_roll, facts_of
from rules.battle.state import State
from rules.dice import Dice, commitment, total
from rules.errors import IllegalOrder
from warbands.models import Aftermath
from warbands.services.dice_check import AftermathDice, check_aftermath


@dataclass
class DiceReport:
    """`mismatches`: dice that are not what the secret gives. `replay_ok`: the engine makes the
    same events of the same orders; None where another version of it resolved one of them.
    `reused` and `forced`: dice of a course that the GM had played another way."""

    commitment_ok: bool = True
    dice: int = 0
    reused: int = 0
    forced: int = 0
    mismatches: list[dict[str, Any]] = field(default_factory=list)
    replay_ok: bool | None = True

    @property
    def ok(self) -> bool:
        return self.commitment_ok and not self.mismatches and self.replay_ok is not False


def check_battle(battle: Battle) -> DiceReport:
    """Recompute every die of every branch and play every order again."""
    report = DiceReport()
    for branch in battle.branches.all():
        secret = bytes.fromhex(branch.secret)
        report.commitment_ok &= commitment(secret) == branch.commitment
    states: dict[int, State] = {}
    for row in battle.orders.select_related("branch").order_by("sequence"):
        payloads = list(row.events.order_by("seq").values_list("seq", "payload"))
        _check_dice(battle, row, payloads, report)
        state = states.get(row.branch_id) or state_at(battle, row.branch, row.first_seq - 1)
        _replay(battle, row, state, [payload for _, payload in payloads], report)
        for _, payload in payloads:
            state = rules.apply(state, rules.decode_event(payload))
        states[row.branch_id] = state
    return report


def check_after(battle: Battle) -> list[AftermathDice]:
    """The dice of everything that followed a battle, what was taken back included."""
    rows = Aftermath.objects.filter(battle=str(battle.public_id)).select_related("warband")
    return [check_aftermath(row) for row in rows.order_by("created_at", "pk")]


@dataclass
class SceneDice:
    """The dice of a scene's posts; `mismatches` name the roll."""

    commitment_ok: bool = True
    dice: int = 0
    mismatches: list[dict[str, Any]] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        return self.commitment_ok and not self.mismatches


def check_scene(scene: Scene) -> SceneDice:
    """Throw every roll of a scene's posts again: what players rolled for, scenarios among it."""
    report = SceneDice()
    for chain in scene.chains.all():
        report.commitment_ok &= commitment(bytes.fromhex(chain.secret)) == chain.commitment
    for roll in scene.rolls.select_related("chain", "part__post").order_by("number"):
        facts = facts_of(roll)
        expected = list(dice_of_roll(roll, facts).roll("random_pick", len(roll.faces)))
        report.dice += len(roll.faces)
        if roll.faces != expected or roll.total != total(roll.notation, expected):
            report.mismatches.append(
                {"roll": roll.number, "stored": roll.faces, "expected": expected}
            )
    return report


def canonical_of(battle: Battle, row: OrderRow) -> bytes:
    """The bytes that the order's dice were sealed with, from what is stored."""
    if row.order["order"] == "start":
        return start_bytes(battle.setup_hash)
    return rules.encode(rules.decode_order(row.order))


def _check_dice(
    battle: Battle, row: OrderRow, payloads: list[tuple[int, Any]], report: DiceReport
) -> None:
    dice = dice_of(row.branch, row.sequence, canonical_of(battle, row))
    given = {place: seq for place, _how, seq in row.given}
    rolled = [(seq, payload) for seq, payload in payloads if payload["event"] == "Rolled"]
    for place, (seq, payload) in enumerate(rolled):
        faces = list(payload["dice"])
        if place in given:
            _check_given(battle, row, seq, faces, given[place], report)
            continue
        report.dice += len(faces)
        expected = list(dice.roll(payload["purpose"], len(faces)))
        if faces != expected:
            report.mismatches.append(
                {"seq": seq, "order": row.sequence, "stored": faces, "expected": expected}
            )


def _check_given(
    battle: Battle,
    row: OrderRow,
    seq: int,
    faces: list[int],
    source: int | None,
    report: DiceReport,
) -> None:
    """Dice taken over must be those of the event named; those that the GM forced are counted."""
    if source is None:
        report.forced += len(faces)
        return
    report.reused += len(faces)
    was = list(battle.events.get(seq=source).payload["dice"])
    if faces != was:
        report.mismatches.append(
            {"seq": seq, "order": row.sequence, "stored": faces, "expected": was}
        )


def _replay(
    battle: Battle, row: OrderRow, state: State, stored: list[Any], report: DiceReport
) -> None:
    if row.engine_version != rules.ENGINE_VERSION:
        report.replay_ok = None if report.replay_ok else report.replay_ok
        return
    rolled = [payload["dice"] for payload in stored if payload["event"] == "Rolled"]
    sealed = dice_of(row.branch, row.sequence, canonical_of(battle, row))
    dice = MixedDice(sealed, given_faces(row, rolled)) if row.given else sealed
    try:
        outcome = _outcome(battle, row, state, dice)
    except IllegalOrder:
        report.replay_ok = False
        return
    if [to_json(event) for event in outcome.events] != stored:
        report.replay_ok = False


def _outcome(battle: Battle, row: OrderRow, state: State, dice: Dice) -> rules.Outcome:
    if row.order["order"] == "start":
        return rules.start(setup_of(battle), dice)
    return rules.submit(state, rules.decode_order(row.order), dice)
