"""Terms beyond gold: what the words say, who can't be hired, and what a battle hands on."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.utils import translation
from msgspec.structs import replace

from rules.battle import events as ev
from rules.campaign.play import STEPS
from rules.campaign.report import report_of
from rules.campaign.state import OF_MAGIC, Pending, Step
from rules.catalogue import load_catalogue
from rules.roster.change import Refused, hire
from rules.roster.leading import AWAY
from rules.roster.model import Note, Roster
from rules.scenario import load_case
from rules.scenario.playing import play
from tests.aftermath.test_marks import over
from warbands.wording import button, note, title

ROT = Path(__file__).parents[1] / "scenarios" / "catalogue"

NAMES = {"gob": "Grobz", "squ": "Squigz", "mik": "Mikkel"}


def asked(kind: str, fighter: str, *options: str) -> Pending:
    return Pending(
        id=f"{kind}:{fighter}",
        kind=kind,
        fighter=fighter,
        step=Step("", "income"),
        options=options,
        rule="P-TRN-04",
        who="player",
        default=options[0],
    )


def test_every_mark_of_a_battle_has_its_step() -> None:
    assert set(OF_MAGIC) <= set(STEPS)


def test_who_has_just_been_there_is_not_hired() -> None:
    away = Note(AWAY, "battle", {"type": "hired:elf_mage"})
    roster = Roster(id="w", name="w", type="reikland", treasury=500, finds=(away,))
    with pytest.raises(Refused) as refused:
        hire(load_catalogue(), roster, key="elf", type="hired:elf_mage", name="Elf")
    assert (refused.value.code, refused.value.params) == ("sword_away", {"type": "hired:elf_mage"})
    free = replace(roster, finds=())
    hired = hire(load_catalogue(), free, key="e", type="hired:elf_mage", name="E").roster
    assert hired.fighter("e").active


@pytest.mark.parametrize(
    ("language", "one", "two", "shard"),
    [
        (
            "es",
            "Que se coma a uno de Grobz y a uno de Squigz",
            "Que se coma a dos de Grobz",
            "Darle",
        ),
        ("en", "Let it eat one of Grobz and one of Squigz", "Let it eat two of Grobz", "Give him"),
    ],
)
def test_who_is_eaten_is_told_by_name(language: str, one: str, two: str, shard: str) -> None:
    question = asked("upkeep", "tro", "pay", "eats:gob+gob", "eats:gob+squ", "shard", "dismiss")
    with translation.override(language):
        assert button(question, "eats:gob+squ", NAMES) == one
        assert button(question, "eats:gob+gob", NAMES) == two
        assert button(question, "shard", NAMES).startswith(shard)


def test_a_trade_is_asked_by_its_name() -> None:
    question = asked("trade", "mik", "none", "slick_operator")
    with translation.override("es"):
        assert "Mikkel" in title(question, NAMES)
        assert button(question, "slick_operator", NAMES) == "Timador"
        assert button(question, "none", NAMES) == "Nada"
        assert "mapa" in note("maps_ambush")


@pytest.mark.parametrize(
    ("case", "caught"), [("caught", 1), ("not-caught", 0), ("not-at-daemons", 0)]
)
def test_whom_the_rot_has_touched(case: str, caught: int) -> None:
    events = play(load_case(ROT / f"P-TRN-04-nurgles-rot-{case}.toml")).events
    marks = [event for event in events if isinstance(event, ev.PostMark)]
    assert [(mark.warrior, mark.hook, mark.by) for mark in marks] == [
        ("bea", "rot_caught", "ana")
    ] * caught


@pytest.mark.parametrize(("reason", "routed"), [("rout", ("blue",)), ("voluntary_rout", ())])
def test_only_a_failed_test_is_a_rout(reason: str, routed: tuple[str, ...]) -> None:
    lost = ev.SideLost(side="blue", reason=reason)
    assert report_of(over(), (lost,), battle="b", sides=()).routed == routed
