"""Aftermaths with everything that may befall them, in any order: the books never drift.

Answers, corrections by the game master, deaths, promotions, prisoners and sales come as luck has
it; after each of them the sums of the books are what is stored, and the steps fold to the roster.
"""

from __future__ import annotations

import contextlib
import random

import msgspec
import pytest

from mordheim_site.errors import ServiceError
from rules import campaign
from rules.roster.leading import leading
from warbands import services, store
from warbands.models import Aftermath, LedgerEntry, Warband
from warbands.services import aftermath as aftermaths
from warbands.services.aftermath import state_of
from warbands.services.corrections import correct
from warbands.services.dice_check import check_aftermath

pytestmark = pytest.mark.django_db
ACTS = 36
# Of an answer or a correction that doesn't fit any more; anything else is a fault.
REFUSALS = """not_enough_gold nobody_to_exchange bad_dice nothing_to_correct captors_paid
changed_since unknown_step""".split()
GRIM = [(1, 1), (6, 1), (6, 5), (3, 6), (1, 6), (6, 6)]
"""Dead, a prisoner, the pits, robbed, several at once, and all the better for it."""


class Fate:
    """Whatever comes next, for two warbands after a battle."""

    def __init__(self, seed: int, bands: list[Warband], begun: list[Aftermath], gm) -> None:
        self.luck, self.gm = random.Random(seed), gm
        self.bands, self.begun = bands, begun
        self.done: set[str] = set()

    def act(self) -> None:
        verb = self.luck.choice([self.answer, self.answer, self.answer, self.correct, self.trade])
        verb()
        for one in self.begun:
            services.run_all(aftermath=one)

    def answer(self) -> None:
        one = self.luck.choice(self.begun)
        questions = aftermaths.pending(one)
        if not questions:
            return
        question = self.luck.choice(questions)
        choice = self.luck.choice(campaign.options_of(question, "gm"))
        arguments = {"decision": question.id, "choice": choice, "as_gm": True}
        try:
            services.answer(actor=self.gm, aftermath=one, **arguments)
        except ServiceError as refusal:
            self.refused(refusal)
            return
        self.done.add(question.kind)
        services.run_all(aftermath=one)
        # Whatever was traded before, an answer takes up: the steps now fold to what is stored.
        folded, stored = state_of(one).roster, store.load(Warband.objects.get(pk=one.warband_id))
        assert msgspec.structs.replace(folded, fighters=()) == msgspec.structs.replace(
            stored, fighters=()
        )
        assert {f.key: f for f in folded.fighters} == {f.key: f for f in stored.fighters}

    def correct(self) -> None:
        """Any step, with dice that hurt where it threw two, or with its first die laid."""
        one = self.luck.choice(self.begun)
        row = self.luck.choice(list(one.steps.all()))
        dice = self.luck.choice(GRIM) if row.step == "serious_injury" else (6,)
        if row.step == "answer" and self.luck.random() < 0.5:
            dice = ()
        try:
            correct(
                actor=self.gm,
                aftermath=one,
                number=row.number,
                reason="Otra cosa",
                dice=dice,
                as_gm=True,
            )
        except ServiceError as refusal:
            self.refused(refusal)
        else:
            self.done.add("corrected")

    def refused(self, refusal: ServiceError) -> None:
        """A fault of the program, where nothing explains it."""
        if refusal.code not in REFUSALS:
            raise refusal

    def trade(self) -> None:
        """Hire, sell, hand out and send away; what isn't allowed is refused and no fault."""
        row = Warband.objects.get(pk=self.luck.choice(self.bands).pk)
        whom = {"actor": row.owner, "warband": row}
        fighters = [fighter.key for fighter in store.load(row).active]
        if not fighters:
            return
        key, kinds = (
            self.luck.choice(fighters),
            ["youngblood", "warrior", "verminkin", "night_runner"],
        )
        verbs = [
            lambda: services.fighter_hire(**whom, type=self.luck.choice(kinds)),
            lambda: services.equipment_sell(**whom, fighter=key, item="sword"),
            lambda: services.equipment_stow(**whom, fighter=key, item="dagger"),
            lambda: services.equipment_issue(
                **whom, fighter=key, item=self.luck.choice([*row.stash, "axe"])
            ),
            lambda: services.stash_sell(**whom, item=self.luck.choice([*row.stash, "axe"])),
            lambda: services.fighter_dismiss(**whom, fighter=key),
        ]
        with contextlib.suppress(ServiceError):
            self.luck.choice(verbs)()
            self.done.add("traded")

    def look(self) -> None:
        for band in self.bands:
            row = Warband.objects.get(pk=band.pk)
            assert services.drift(row) == []
            roster = store.load(row)
            assert row.treasury >= 0
            assert len(leading(roster)) <= 1
            assert sum(fighter.hero for fighter in roster.belonging) <= 6
            assert all(fighter.size for fighter in roster.active)
            gold = sum(LedgerEntry.objects.filter(warband=row).values_list("gold", flat=True))
            assert gold == row.treasury
        for one in self.begun:
            rows = list(one.steps.values_list("fighter", "step", "occurrence"))
            assert len(set(rows)) == len(rows)


def befallen(seed: int, reds, rats, battle, gm) -> Fate:
    """An aftermath with a random part of both warbands out of action, and what then came."""
    luck = random.Random(seed)
    everybody = [one.id for one in battle(out={}).warriors]
    out = dict.fromkeys(luck.sample(everybody, 9), "")
    report = battle(ref=f"b{seed}", out=out)
    begun = []
    for band in (reds, rats):
        one = services.start(battle_ref=f"b{seed}", warband=band, outcome=report)
        one.secret = luck.randbytes(32)
        one.commitment = ""
        one.save(update_fields=["secret", "commitment"])
        services.run_all(aftermath=one)
        begun.append(one)
    fate = Fate(seed, [reds, rats], begun, gm)
    for _ in range(ACTS):
        fate.act()
        fate.look()
        for one in begun:
            one.refresh_from_db()
    return fate


@pytest.mark.parametrize("seed", range(1, 6))
def test_the_books_hold_whatever_comes_in_whatever_order(reds, rats, battle, berta, seed) -> None:
    fate = befallen(seed, reds, rats, battle, berta)
    assert {"corrected", "rare"} <= fate.done
    for one in fate.begun:
        services.take_default(aftermath=one)
        one.refresh_from_db()
        assert one.closed_at is not None
        report = check_aftermath(one)
        assert (report.mismatches, report.replay_ok) == ([], True)
    fate.look()
